"""Amounts in two units of a kind that are one: `2 hours 30 minutes`, `3 years and 6 months`, `5 ft 11 inches`."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.quantity import NOTES, Quantity

_BETWEEN = lazy(r"[ \u00a0]?(?:(?:and|und|et|y|e|en|и)[ \u00a0])?")
_INCHES = lazy(r"[ \u00a0]in(?![\w-]|[ \u00a0]\w)")
_INCH = Decimal("0.0254")
_CHAINS = (
    {"week": 7, "day": 24, "h": 60, "min": 60, "s": 0},
    {"year": 12, "month": 0},
    {"mile": 5280, "ft": 12, "inch": 0},
    {"lb": 16, "oz": 0},
    {"km": 1000, "m": 100, "cm": 0},
    {"kg": 1000, "g": 0},
)
"""How many of the next smaller unit each has, from the largest on."""


def compounded(text: str, found: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """Return the quantities of a text, those in two or three units of a chain as one: their sum, in the base unit.

    The smaller is less than one of the larger and follows it at once or behind an `and`; the larger is whole.
    """
    if not any(one.measured_in in _FIRST for one in found):
        return tuple(found)
    kept: list[Quantity] = []
    for each in found:
        one = _meant(text, kept[-1], each) if kept else each
        if kept and _goes_on(text, kept[-1], one):
            kept[-1] = _together(text, kept[-1], one)
        else:
            kept.append(one)
    return tuple(kept)


_FIRST = frozenset(unit for chain in _CHAINS for unit, count in chain.items() if count)


def _meant(text: str, large: Quantity, small: Quantity) -> Quantity:
    """Return a figure as it is meant behind a larger one: minutes of `1h 20m`, inches of `5 ft 11 in`."""
    if large.measured_in == "h" and small.measured_in == "m" and small.text[-1:] == "m":
        return _in_unit(small, "min", "s", "time", 60, small.span.end)
    inches = _INCHES.match(text, small.span.end) if large.measured_in == "ft" and small.kind == "number" else None
    return _in_unit(small, "inch", "m", "length", _INCH, inches.end()) if inches is not None else small


def _in_unit(one: Quantity, symbol: str, base: str, dimension: str, worth: Decimal | int, end: int) -> Quantity:
    factor = Decimal(worth)
    values = tuple(EXACT.multiply(value, factor) for value in one.bare)
    step = EXACT.multiply(one.step, factor)
    span = Span(one.span.start, end)
    return replace(
        one, kind="measure", values=values, unit=base, dimension=dimension, measured_in=symbol, step=step, span=span
    )


def _goes_on(text: str, large: Quantity, small: Quantity) -> bool:
    if large.kind != "measure" or small.kind != "measure" or large.unit != small.unit:
        return False
    if len(large.values) != 1 or len(small.values) != 1 or small.values[0] < 0:
        return False
    if _BETWEEN.fullmatch(text, large.span.end, small.span.start) is None:
        return False
    for chain in _CHAINS:
        units = [*chain]
        if large.measured_in in chain and small.measured_in in chain:
            first, last = units.index(large.measured_in), units.index(small.measured_in)
            most = 1
            for unit in units[first:last]:
                most *= chain[unit]
            whole = large.bare[0] == large.bare[0].to_integral_value()
            return first < last and whole and small.bare[0] < most
    return False


def _together(text: str, large: Quantity, small: Quantity) -> Quantity:
    sign = -1 if large.values[0] < 0 else 1
    total = EXACT.add(large.values[0], small.values[0] * sign)
    return replace(
        small,
        text=text[large.span.start : small.span.end],
        span=Span(large.span.start, small.span.end),
        values=(total,),
        bare=(EXACT.divide(total, EXACT.divide(small.values[0], small.bare[0])),) if small.bare[0] else (total,),
        digits=large.digits + small.digits,
        notes=tuple(note for note in NOTES if note in (*large.notes, *small.notes)),
    )
