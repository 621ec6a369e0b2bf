"""Whether a quantity of a source says the same as one of an answer, and by which allowance."""

from __future__ import annotations

from decimal import Decimal

from gnut.text.quantities import currencies
from gnut.text.quantities.finding import Terms
from gnut.text.quantities.held import SUBSCRIBER
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.quantity import Quantity, last_digit
from gnut.text.quantities.wording import Bound

_COUNTS = frozenset({"number", "year"})
_UNITLESS = frozenset({"number", "year", "money", "measure"})
"""Kinds between which a unit may be left out; a share is never a count."""

_PLACES = frozenset({"coordinate", "in_code", "ordinal", "spelled"})
"""Notes of figures that are no amounts, or whose words would name the unit if they had one."""

DISTINCTIVE = 3
"""Significant digits from which a figure is known again although its scale stands on one side only."""

_NEAR = Decimal("0.1")
"""How far above `over 30` a value may be, as a part of it (docs/number-support.md); `just over` reaches a digit."""


def comparable(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities are of one dimension, and of one currency when both are money."""
    if one.kind == other.kind == "money":
        return currencies.same(one.unit, other.unit)
    if {one.kind, other.kind} <= _COUNTS or (one.kind, other.kind) == ("year", "date"):
        return True
    return one.dimension == other.dimension


def equal(one: Quantity, other: Quantity) -> bool:
    """Return whether two comparable quantities may have the same value in the same base unit, or one name."""
    if one.names or other.names:
        return _same_name(one, other)
    if one.kind == other.kind == "measure" and one.unit != other.unit:
        return False
    if one.kind == other.kind == "money" and _paid_for_another(one, other):
        return False
    return not set(one.values).isdisjoint(other.values)


def _paid_for_another(one: Quantity, other: Quantity) -> bool:
    """Return whether two amounts are each for one of something, and not of the same: `€5/MWh` and `€5/kWh`."""
    mine, theirs = ((each.measured_in or "").partition("/")[2] for each in (one, other))
    return bool(mine and theirs) and mine != theirs


def _same_name(one: Quantity, other: Quantity) -> bool:
    if one.kind == "year" and other.kind == "date":
        return any(name.startswith(f"{value:f}") for value in one.values for name in other.names)
    if one.kind != other.kind:
        return False
    return any(
        name == wanted
        or (one.kind == "identifier" and _one_line(wanted, name))
        or (one.kind == "date" and (name.startswith(f"{wanted}-") or _without_year(wanted, name)))
        for wanted in one.names
        for name in other.names
    )


def _one_line(wanted: str, name: str) -> bool:
    """Return whether two telephone numbers may be one, written with and without the code of its country."""
    short, long = sorted((wanted, name), key=len)
    digits = short.lstrip("0")
    return (
        len(digits) >= SUBSCRIBER
        and digits.isdigit()
        and long[:1] == "+"
        and short[:1] != "+"
        and long.endswith(digits)
    )


def _without_year(wanted: str, name: str) -> bool:
    """Return whether two dates are one as far as both say: `12 May` and `12 May 2023`."""
    short, long = (wanted, name) if wanted.startswith("--") else (name, wanted)
    return short.startswith("--") and long.endswith(short[1:])


def one_sided(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities have one number, and the unit or scale is said of one of them only."""
    if not {one.kind, other.kind} <= _UNITLESS or not _PLACES.isdisjoint(other.notes) or "spelled" in one.notes:
        return False
    named, bare = (one, other) if one.unit is not None else (other, one)
    if bare.unit is None and named.unit is not None and bare.kind != "year":
        scaled = {EXACT.scaleb(value, named.scale) for value in named.bare}
        if not scaled.isdisjoint(bare.values):
            return True
    if one.unit != other.unit and not (bare.unit is None or named.unit is None):
        return False
    scales = {one.scale, other.scale}
    sure = min(one.digits, other.digits) >= DISTINCTIVE and "scale_from_header" not in (*one.notes, *other.notes)
    return sure and len(scales) == 2 and 0 in scales and not set(one.bare).isdisjoint(other.bare)


def within(one: Quantity, value: Decimal) -> bool:
    """Return whether `value` is what `one` says when it is rounded to the digits that it is written with."""
    return any(abs(value - written) * 2 <= step_of(one, index) for index, written in enumerate(one.values))


def step_of(quantity: Quantity, reading: int = 0) -> Decimal:
    """Return what one in the last digit that counts is worth: zeros at the end of a whole number count from the third.

    `4.2 million` counts to 100000, `4,000` to 100, `about 30` to 1.

    Args:
        quantity: What was read.
        reading: Which of its values: `1,234` counts to 1, read as 1.234 to 0.001.
    """
    step = last_digit(quantity, reading)
    if step <= 0 or not quantity.bare:
        return Decimal(0)
    digits = quantity.digits
    value = abs(quantity.values[reading])
    while digits > 2 and value and value % (step * 10) == 0:
        step, digits = step * 10, digits - 1
    return step


def bounded(one: Quantity, value: Decimal, bound: Bound) -> bool:
    """Return whether `value` is near the figure on the side that the words before it say."""
    if bound is Bound.ABOUT:
        return within(one, value)
    written = one.values[0]
    reach = abs(written) * _NEAR if bound in (Bound.OVER, Bound.UNDER) else step_of(one)
    if bound in (Bound.OVER, Bound.BARELY):
        return written <= value <= written + reach
    return bound in (Bound.UNDER, Bound.NEARLY) and written - reach <= value <= written


def as_fraction(one: Quantity, other: Quantity) -> bool:
    """Return whether one is a share of a hundred and the other the same as a fraction."""
    kinds = {one.kind, other.kind}
    if kinds != {"percent", "number"}:
        return False
    share, number = (one, other) if one.kind == "percent" else (other, one)
    return any(EXACT.scaleb(value, -2) in number.values for value in share.values)


def loosely(one: Quantity, other: Quantity, terms: Terms) -> str | None:
    """Return the note under which two quantities agree that do not under the strict rule; None when they do not."""
    if terms.percent_as_fraction and as_fraction(one, other):
        return "percent_as_fraction"
    if one_sided(one, other):
        return "unit_or_scale_on_one_side"
    near = terms.declared_precision and comparable(one, other) and one.unit == other.unit
    return "matches_at_declared_precision" if near and any(within(one, value) for value in other.values) else None
