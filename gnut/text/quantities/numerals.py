"""The values that a run of digits may have."""

from __future__ import annotations

from decimal import Context, Decimal
from functools import lru_cache

from msgspec import Struct

from gnut.text.quantities.locales import APOSTROPHES, LOCALES, SPACES

EXACT = Context(prec=60)
"""Wide enough that no product of a figure, its scale and its unit is ever rounded (docs/quantities.md)."""

MAX_DIGITS = 40
"""Longer runs of digits are identifiers, not figures."""


class Numeral(Struct, frozen=True):
    """Digits, read."""

    values: tuple[Decimal, ...]
    """Readings, the likeliest first; empty for what is no number (`3.14.15`)."""

    places: int
    """Digits of the fraction in the likeliest reading."""

    digits: int
    """Significant digits as written."""

    notes: tuple[str, ...]


_NOTHING = Numeral((), 0, 0, ())
_BLANKS = str.maketrans("", "", SPACES + APOSTROPHES)
_ARABIC = {"٫": ".", "٬": ","}


@lru_cache(maxsize=1 << 15)
def numeral(body: str, locale: str, *, whole: bool = False, continental: bool = False) -> Numeral:
    """Return what the digits and marks of `body` say.

    Args:
        body: Digits of one script with marks between them, as written; `.89` too.
        locale: One of `LOCALES`.
        whole: Before a scale word `4,200` is never 4.2: only grouping is left of two readings.
        continental: Before a scale word of a language that groups with a full stop: `1.500 millones` are 1500 millions,
            and `1,500` may be either.
    """
    notes: list[str] = []
    if not body.isascii() and any(char.isdigit() and not char.isascii() for char in body):
        notes.append("digits_of_other_script")
        body = "".join(str(int(char)) if char.isdecimal() else _ARABIC.get(char, char) for char in body)
    spaced = not body.isdigit() and any(char in SPACES or char in APOSTROPHES for char in body)
    plain = body.translate(_BLANKS) if spaced else body
    commas, dots = plain.count(","), plain.count(".")
    if not commas and not dots:
        return _number((plain,), notes)
    if commas and dots:
        return _both(plain, locale, notes)
    mark, count = (",", commas) if commas else (".", dots)
    if count > 1:
        return _repeated(plain, mark, notes)
    head, tail = plain.split(mark)
    return _single(head, tail, mark, locale, notes, whole=whole, continental=continental, spaced=spaced)


def _both(plain: str, locale: str, notes: list[str]) -> Numeral:
    decimal = "," if plain.rfind(",") > plain.rfind(".") else "."
    group = "." if decimal == "," else ","
    if plain.count(decimal) > 1:  # `1.234,567,890`: no decimal mark at all
        return _repeated(plain.replace(group, decimal), decimal, notes)
    head, tail = plain.split(decimal)
    if not _grouped(head.split(group)):
        notes.append("grouping_malformed")
    marks = LOCALES[locale]
    if marks is not None and marks.decimal == group and _grouped([*head.split(group), tail]):
        notes.append("grouping_malformed")
    return _number((f"{head.replace(group, '')}.{tail}",), notes)


def _repeated(plain: str, mark: str, notes: list[str]) -> Numeral:
    groups = plain.split(mark)
    if not _grouped(groups):
        return _NOTHING  # `3.14.15` is a version or a date.
    return _number((plain.replace(mark, ""),), [*notes, "separator_repeated"])


def _single(
    head: str, tail: str, mark: str, locale: str, notes: list[str], *, whole: bool, continental: bool, spaced: bool
) -> Numeral:
    decimal, grouped = f"{head or '0'}.{tail}", head + tail
    if not head or len(tail) != 3 or len(head) > 3 or head == "0" or spaced:
        return _number((decimal,), notes)
    marks = LOCALES[locale]
    if marks is not None:
        if mark in marks.decimal:
            return _number((decimal,), notes)
        return _number((grouped,) if mark in marks.group else (decimal,) if mark == "." else (grouped,), notes)
    if whole and continental:
        kept = (grouped,) if mark == "." else (decimal, grouped)
        return _number(kept, [*notes, "grouping_vs_decimal", *(["numeral_ambiguous"] if mark == "," else [])])
    if whole:
        return _number((grouped,) if mark == "," else (decimal,), [*notes, "grouping_vs_decimal"])
    return _number((grouped, decimal), [*notes, "grouping_vs_decimal", "numeral_ambiguous"])


def _grouped(groups: list[str]) -> bool:
    """Return whether digits stand in groups of three, or of two before the last three as in India."""
    first, *rest = groups
    if not rest:
        return True
    sizes = {len(group) for group in rest[:-1]}
    return 1 <= len(first) <= 3 and len(rest[-1]) == 3 and (sizes <= {3} or (sizes == {2} and len(first) <= 2))


def _number(readings: tuple[str, ...], notes: list[str]) -> Numeral:
    values = tuple(EXACT.create_decimal(reading) for reading in readings)
    first = readings[0]
    places = len(first.partition(".")[2])
    digits = len(first.replace(".", "").lstrip("0")) or 1
    return Numeral(values, places, digits, tuple(notes))
