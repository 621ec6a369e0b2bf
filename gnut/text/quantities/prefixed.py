"""Currencies that bear their scale: `5 M€`, `3 k$`, `500 TEUR`, `TEUR 500`."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.patterns import lazy

_B = " \u00a0\u2007\u2009\u202f"
_POWERS = {"k": 3, "K": 3, "t": 3, "T": 3, "m": 6, "M": 6, "Mio": 6, "bn": 9, "Bn": 9, "Mrd": 9, "Md": 9}
_SIGNS = {"€": "EUR", "£": "GBP", "$": "$", "¥": "¥"}
_CODES = ("EUR", "USD", "GBP", "CHF")
_BEHIND = lazy(
    rf"[{_B}]?(?P<scale>k|K|t|T|m|M|Mio\.?|bn|Bn|Mrd\.?|Md)(?:(?P<sign>[€£$¥])|(?P<code>EUR|USD|GBP|CHF))(?![^\W_])"
)
_BEFORE = lazy(rf"(?<![^\W_])(?P<scale>[kKtTM])(?:(?P<sign>[€£])|(?P<code>EUR|USD|GBP|CHF))[{_B}]?\Z")
_REACH = 6
_FIRST = frozenset("kKtTmMbB")


class Prefixed(NamedTuple):
    """A scale and a currency in one word."""

    start: int
    end: int
    power: int
    currency: str


def behind(text: str, at: int) -> Prefixed | None:
    """Return what stands right behind the digits that end at `at`; None of anything else."""
    first = text[at : at + 2].lstrip(_B)[:1]
    if first not in _FIRST or (found := _BEHIND.match(text, at)) is None:
        return None
    currency = _SIGNS[found["sign"]] if found["sign"] else found["code"]
    return Prefixed(at, found.end(), _POWERS[found["scale"].rstrip(".")], currency)


def before(text: str, start: int) -> Prefixed | None:
    """Return what stands before the digits that begin at `start`: `TEUR 500`; None of anything else."""
    near = text[max(0, start - _REACH) : start].rstrip(_B)
    if near[-1:] not in _SIGNS and near[-3:] not in _CODES:
        return None
    found = _BEFORE.search(text, max(0, start - _REACH), start)
    if found is None:
        return None
    currency = _SIGNS[found["sign"]] if found["sign"] else found["code"]
    return Prefixed(found.start(), start, _POWERS[found["scale"]], currency)
