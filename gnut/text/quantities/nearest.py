"""The figure of the sources that is nearest to one that they do not have."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

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

    Of names, the first of their kind. `bare` True compares the digits alone, whatever they count.
    """
    if one.names:
        return next(
            (Place(at, each) for at, held in enumerate(sources) for each in held.quantities if _like(one, each)), None
        )
    found: list[tuple[Decimal, int, int, Place]] = []
    for at, held in enumerate(sources):
        for index in _around(one, held, bare=bare):
            other = held.quantities[index]
            if not (_OUT & {*other.notes}) and (bare or comparable(one, other) or _about(one, other)):
                found.append((_gap(one, other), at, other.span.start, Place(at, other)))
    return min(found, key=lambda each: each[:3])[3] if found else None


def _like(one: Quantity, other: Quantity) -> bool:
    return other.kind == one.kind


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
