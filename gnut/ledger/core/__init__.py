"""Buckets, reasons and the gate."""

from gnut.ledger.core.gate import extend, parse_policy, tighten
from gnut.ledger.core.numerics import numerics, parse_waiver
from gnut.ledger.core.rows import ledger

__all__ = ["extend", "ledger", "numerics", "parse_policy", "parse_waiver", "tighten"]
