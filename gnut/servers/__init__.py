"""Servers that programs talk to; each is thin, beside the commands."""
