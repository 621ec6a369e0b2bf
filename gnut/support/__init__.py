"""Semantic support: what a pinned detector says of a claim and its source, under a frozen policy."""
