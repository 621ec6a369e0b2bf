"""Markdown as people and research agents write it, with byte positions."""
