"""Receipts that others can verify: a run with the bytes it was made from, and why it may not stand."""
