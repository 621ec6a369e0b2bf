"""Markdown as people and research agents write it: blocks, pointers to sources, quotations."""
