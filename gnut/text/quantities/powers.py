"""Fractions, powers and exponents right behind digits: `12½`, `10²`, `2.5e6`, `2.5 × 10⁶`."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from gnut.text.patterns import lazy
from gnut.text.quantities.units import decimal

FRACTIONS = {
    **{char: Fraction(over, under) for char, over, under in (("½", 1, 2), ("¼", 1, 4), ("¾", 3, 4), ("⅓", 1, 3))},
    **{char: Fraction(over, under) for char, over, under in (("⅔", 2, 3), ("⅕", 1, 5), ("⅖", 2, 5), ("⅗", 3, 5))},
    **{char: Fraction(over, under) for char, over, under in (("⅘", 4, 5), ("⅙", 1, 6), ("⅚", 5, 6), ("⅛", 1, 8))},
    **{char: Fraction(over, under) for char, over, under in (("⅜", 3, 8), ("⅝", 5, 8), ("⅞", 7, 8), ("⅐", 1, 7))},
    **{char: Fraction(over, under) for char, over, under in (("⅑", 1, 9), ("⅒", 1, 10))},
}
"""Signs of fractions; those without a finite decimal are read to 60 digits."""

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_EXPONENT = lazy(r"[eE](?P<power>[-+−]?\d{1,3})(?![\w.])")
_TEN = lazy(r"[ \u00a0]?[×x·*][ \u00a0]?10(?:\^|\*\*)?(?P<power>[⁻−-]?(?:\d{1,2}(?!\d)|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))")
_SUPER = lazy(r"(?P<power>[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})(?![\w])|\^(?P<caret>-?\d{1,2})(?![\d.])")
MAX_POWER = 60
"""Of ten or of a number; a larger one is not computed."""


class Power(Struct, frozen=True):
    """What the digits are raised, scaled or added to."""

    end: int
    exponent: int = 0
    """Of ten."""

    added: Decimal = Decimal(0)
    raised: Decimal | None = None


def powers(text: str, end: int) -> Power:
    """Return what stands right behind the digits that end at `end`."""
    after = text[end : end + 1]
    if not after or after in " .,;)%\n":
        found = _TEN.match(text, end) if after == " " and text[end + 1 : end + 2] in "×x·*" else None
        return _ten(found) if found else Power(end)
    if after in FRACTIONS:
        return Power(end + 1, added=decimal(FRACTIONS[after]))
    if after in "eE":
        found = _EXPONENT.match(text, end)
        power = int(found["power"].replace("−", "-")) if found else MAX_POWER + 1
        return Power(found.end(), exponent=power) if found and abs(power) <= MAX_POWER else Power(end)
    if after in "×x·*":
        found = _TEN.match(text, end)
        return _ten(found) if found else Power(end)
    found = _SUPER.match(text, end)
    if found is None:
        return Power(end)
    raised = int((found["power"] or found["caret"]).translate(_RAISED))
    return Power(found.end(), raised=Decimal(raised))


def _ten(found: re.Match[str]) -> Power:
    power = int(found["power"].translate(_RAISED))
    return Power(found.end(), exponent=power)
