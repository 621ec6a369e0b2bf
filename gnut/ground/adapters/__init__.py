"""Captured results of other systems as runs of an evidence bundle. Pure."""
