"""Currencies that bear their scale: `5 M€`, `3 k$`, `500 TEUR`, `TEUR 500`."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.patterns import lazy

_B = " \u00a0\u2007\u2009\u202f"
_POWERS = {"k": 3, "K": 3, "t": 3, "T": 3, "m": 6, "M": 6, "Mio": 6, "bn": 9, "Bn": 9, "Mrd": 9, "Md": 9}
_SIGNS = {"€": "EUR", "£": "GBP", "$": "$", "¥": "¥"}
_CODES = ("EUR", "USD", "GBP", "CHF")
_BEHIND = lazy(
    rf"[{_B}]?(?P<scale>k|K|t|T|m|M|Mio\.?|bn|Bn|Mrd\.?|Md)"
    rf"(?:(?P<sign>[€£$¥])|(?:(?<![tTm])[{_B}])?(?P<code>EUR|USD|GBP|CHF))(?![^\W_])"
)
_BEFORE = lazy(
    rf"(?<![^\W_])(?:(?P<scale>[kKtTM])(?:(?P<sign>[€£])|(?P<code>EUR|USD|GBP|CHF))"
    rf"|(?:(?P<first>US\$|[€£$]|EUR|USD|GBP|CHF)[{_B}]?(?P<last>k|m|M|bn|Mio\.?|Mrd\.?)(?=[{_B}])))[{_B}]?\Z"
)
_REACH = 10
_LAST = frozenset("€£RDPFkmMno.d")
"""How such a word ends."""

_FIRST = frozenset("kKtTmMbB")


class Prefixed(NamedTuple):
    """A scale and a currency in one word."""

    start: int
    end: int
    power: int
    currency: str


def behind(text: str, at: int) -> Prefixed | None:
    """Return what stands right behind the digits that end at `at`; None of anything else."""
    first = text[at : at + 1]
    if first in _B:
        first = text[at + 1 : at + 2]
    if first not in _FIRST or (found := _BEHIND.match(text, at)) is None:
        return None
    currency = _SIGNS[found["sign"]] if found["sign"] else found["code"]
    return Prefixed(at, found.end(), _POWERS[found["scale"].rstrip(".")], currency)


def before(text: str, start: int) -> Prefixed | None:
    """Return what stands before the digits that begin at `start`: `TEUR 500`; None of anything else."""
    last = text[start - 1 : start]
    if last in _B:
        last = text[max(0, start - 2) : start - 1]
    if last not in _LAST:
        return None
    found = _BEFORE.search(text, max(0, start - _REACH), start)
    if found is None:
        return None
    money = found["sign"] or found["code"] or found["first"]
    scale = (found["scale"] or found["last"]).rstrip(".")
    return Prefixed(found.start(), start, _POWERS[scale], _SIGNS.get(money, "USD" if money == "US$" else money))
