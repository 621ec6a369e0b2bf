"""A refusal from its code and place."""

from __future__ import annotations

from gnut.verify_receipt.contract import CODES, Refusal


def refusal(code: str, pointer: str) -> Refusal:
    """Return the refusal of `code` at `pointer`, with its one sentence."""
    return Refusal(code, pointer, CODES[code])
