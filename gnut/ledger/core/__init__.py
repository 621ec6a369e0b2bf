"""Buckets, reasons and the gate."""

from gnut.ledger.core.gate import extend, parse_policy, tighten
from gnut.ledger.core.rows import ledger

__all__ = ["extend", "ledger", "parse_policy", "tighten"]
