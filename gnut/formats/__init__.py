"""Ledgers as text: one module a format, pure."""
