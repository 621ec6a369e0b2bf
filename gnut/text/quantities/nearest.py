"""The figure of the sources that is nearest to one that they do not have."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import islice, takewhile

from gnut.text.quantities.compare import comparable
from gnut.text.quantities.finding import Place
from gnut.text.quantities.held import Held
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.quantity import Quantity

_THOUSANDTH = Decimal("0.001")
_OUT = frozenset({"coordinate", "in_code", "ordinal"})
"""Notes of figures that say where something is: they are near to nothing."""


def nearest(one: Quantity, sources: Sequence[Held], *, bare: bool = False) -> Place | None:
    """Return the nearest figure of the same dimension, by relative distance; None when no source has one.

    An amount and a plain number of about its size are neighbours; of an amount, those of its currency come first. Of
    dates the nearest is that of the fewest days, of other names that which begins alike for the longest. `bare` True
    compares the digits alone, whatever they count.
    """
    if one.names:
        return nearest_name(one, sources)
    found: list[tuple[bool, Decimal, int, int, Place]] = []
    for at, held in enumerate(sources):
        for index in _around(one, held, bare=bare):
            other = held.quantities[index]
            alike = bare or comparable(one, other)
            if not (_OUT & {*other.notes}) and (alike or _about(one, other)):
                found.append(
                    (not alike and one.kind == "money", _gap(one, other), at, other.span.start, Place(at, other))
                )
    return min(found, key=lambda each: each[:4])[4] if found else None


def nearest_name(one: Quantity, sources: Sequence[Held]) -> Place | None:
    """Return the date, time or identifier of the sources that is nearest to one; the first of several."""
    found = [
        (_apart(one, each), at, each.span.start, Place(at, each))
        for at, held in enumerate(sources)
        for each in islice((each for each in held.quantities if each.kind == one.kind and each.names), _NAMES)
    ]
    return min(found, key=lambda each: each[:3])[3] if found else None


_NAMES = 256
"""Names of a kind in each source that are looked at."""


def _apart(one: Quantity, other: Quantity) -> int:
    """Return how far two names of a kind are apart: dates in days, other names in signs that are not alike."""
    mine, theirs = one.names[0], other.names[0]
    if one.kind == "date":
        days, others = _day(mine), _day(theirs)
        if days is not None and others is not None:
            return abs(days - others)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(mine[:_ALIKE], theirs, strict=False)))
    return _UNLIKE + max(len(mine), len(theirs)) - alike


_ALIKE = 256
"""Signs at the beginning of two names that are compared."""

_UNLIKE = 1 << 20
"""Days beyond those between two dates: a quarter is behind every day."""


def _day(name: str) -> int | None:
    """Return about which day of all a date is, its first where it leaves some out; None without a year."""
    parts = name.split("-")
    if not all(part.isdigit() for part in parts) or not 1 <= len(parts) <= 3:
        return None
    year, month, day = (*map(int, parts), *(1, 1)[len(parts) - 1 :])
    return (year * 12 + month) * 31 + day


def _around(one: Quantity, held: Held, *, bare: bool) -> list[int]:
    value = one.values[0]
    if bare:
        return [index for key in held.by_dimension for index in held.around(key, value)]
    money = [i for key in held.by_dimension if key.startswith("money ") for i in held.around(key, value)]
    if one.kind == "money":
        return money + _plain(held, "number", value)
    if one.kind == "number":
        return money + _plain(held, "number", value)
    if one.kind == "measure":
        keys = [key for key in held.by_dimension if key.startswith(f"{one.dimension} ")]
        return [index for key in keys for index in held.around(key, value)]
    found = _plain(held, one.dimension, value)
    return found


def _plain(held: Held, key: str, value: Decimal) -> list[int]:
    """Return the neighbours of a number that are no places: those next to it may be, so some more are looked at."""
    values = held.by_dimension.get(key, [])
    from bisect import bisect_left

    at = bisect_left(values, value, key=lambda pair: pair[0])
    low = [i for _, i in values[max(0, at - _MORE) : at] if not (_OUT & {*held.quantities[i].notes})]
    high = [i for _, i in values[at : at + _MORE] if not (_OUT & {*held.quantities[i].notes})]
    return low[-1:] + high[:1]


def _about(one: Quantity, other: Quantity) -> bool:
    """Return whether an amount and a plain number are of about one size: heads of tables name the currency."""
    if {one.kind, other.kind} != {"money", "number"}:
        return False
    low, high = sorted((abs(one.values[0]), abs(other.values[0])))
    return high <= 10 * low


_MORE = 16
"""Neighbours on each side that are looked at."""


def _gap(one: Quantity, other: Quantity) -> Decimal:
    a, b = one.values[0], other.values[0]
    return EXACT.divide(abs(a - b), max(abs(a), abs(b), Decimal(1)))


def distance(one: Quantity, other: Quantity) -> str | None:
    """Return the relative distance |a-b| / max(|a|, |b|, 1) with three decimals; None of names."""
    if not one.values or not other.values:
        return None
    return format(_gap(one, other).quantize(_THOUSANDTH), "f")
