"""Signed receipts: a statement about a run, the key that vouches for it, and whether that holds."""
