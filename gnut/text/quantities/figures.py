"""The figures of a text as calculations take them: plain numbers, shares and money, in digits.

A calculation counts in the units that its claims write: `30 days` is 30 there and not 2592000 seconds, and a number
that reads as a year is a number like any other.
"""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec import Struct

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.numerals import EXACT, numeral
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.read import quantities

_LISTED = lazy(r"[.)] ")
_DIGITS = lazy(r"[\d½¼¾⅐-⅞]")
_MILLIONS = lazy(r"\d[mM]\Z")
_NOT = frozenset({"in_code", "ordinal", "spelled"})
"""Notes of what is part of a name, or is read by `spelled` with its doubts."""


class Figure(Struct, frozen=True):
    """A figure as written, and every value that it may have."""

    text: str
    """As written, without surrounding blanks."""

    span: Span
    """Code points of the text it was read from."""

    values: tuple[Decimal, ...]
    """Readings, the likeliest first: `1,234` is 1234 or 1.234; a share in hundredths or points, `50 bps` 0.5."""

    kind: str
    """`number | percent | points | money`."""

    currency: str | None
    """ISO 4217 code, or the sign when several share it; None when none is said."""

    coordinate: bool = False
    """Whether it says where something stands: `Figure 3`, `Finding 12:`, the number of a list item."""


def figures(text: str) -> tuple[Figure, ...]:
    """Return the figures of `text` in order: no dates, times, identifiers, ordinals or number words."""
    found = quantities(text, doubtful=True)
    return tuple(_figure(text, one) for one in found if one.values and _is_figure(one))


def _is_figure(one: Quantity) -> bool:
    return _NOT.isdisjoint(one.notes) and _DIGITS.search(one.text) is not None


def _figure(text: str, one: Quantity) -> Figure:
    money = one.kind == "money"
    kind = one.kind if money or one.kind in ("percent", "points") else "number"
    values = one.values
    if one.kind == "measure":
        # `12m` of a report's own arithmetic is twelve million far more often than twelve metres.
        power = one.scale + (6 if _MILLIONS.search(one.text) else 0)
        values = tuple(EXACT.scaleb(value, power) for value in one.bare)
    values = _english_first(values, one.text)
    if "bracket_negative" in one.notes:  # `(5)` may be a remark as well as a loss
        plain = tuple(dict.fromkeys(abs(value) for value in values))
        values = (*plain, *(-value for value in plain))
    return Figure(one.text, one.span, values, kind, one.unit if money else None, _is_coordinate(text, one))


def readings(number: str) -> tuple[Decimal, ...]:
    """Return the values that digits with their marks may have, first as in English: `1.234` is 1.234, then 1234."""
    return _english_first(numeral(number, "und").values, number)


def _english_first(values: tuple[Decimal, ...], written: str) -> tuple[Decimal, ...]:
    return values[::-1] if len(values) == 2 and "." in written and abs(values[0]) > abs(values[1]) else values


def _is_coordinate(text: str, one: Quantity) -> bool:
    if "coordinate" in one.notes:
        return True
    return one.span.start == 0 and one.kind in ("number", "year") and _LISTED.match(text, one.span.end) is not None


def is_year(figure: Figure) -> bool:
    """Return whether a figure looks like a year: four digits from 1500 to 2199, and nothing else."""
    return figure.kind == "number" and re.fullmatch(r"(?a:1[5-9]|2[01])\d\d", figure.text) is not None
