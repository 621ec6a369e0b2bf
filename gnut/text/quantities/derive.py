"""Figures computed again from others: sum, difference, ratio, share, change; exact, then rounded as written."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from gnut.text.quantities.finding import ROUNDINGS
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.quantity import Quantity, last_digit
from gnut.text.quantities.saying import Saying
from gnut.text.quantities.show import plain
from gnut.text.quantities.units import decimal

OPERANDS = 8
"""Most figures that are tried against each other; of more, those nearest to the computed one."""

SHOWN = 8
"""Significant digits of a result that a formula shows."""


_ANYHOW = Saying()


class Derived(Struct, frozen=True):
    """One way to compute a figure."""

    formula: str
    result: Fraction
    operands: tuple[int, ...]
    """Indices among the figures it was computed from."""

    rounded: bool


def rounds_to(result: Fraction, figure: Quantity, rounding: str) -> bool:
    """Return whether a computed value is what a figure says, brought to the digits that it is written with.

    `within_last_digit` takes the value rounded half up or cut off; a value with more digits on both sides of the
    written one is neither (33.333… is 33.3, never 33.4).
    """
    assert rounding in ROUNDINGS
    for reading, written in enumerate(Fraction(value) for value in figure.values):
        step = Fraction(last_digit(figure, reading))
        if written == result:
            return True
        if step <= 0 or (written < 0) != (result < 0):
            continue
        over = abs(result) / step - abs(written) / step  # in units of the last digit
        if rounding == "within_last_digit" and Fraction(-1, 2) <= over < 1:
            return True
        if rounding == "half_up" and Fraction(-1, 2) <= over < Fraction(1, 2):
            return True
        even = (abs(written) / step) % 2 == 0
        if rounding == "half_even" and (abs(over) < Fraction(1, 2) or (abs(over) == Fraction(1, 2) and even)):
            return True
    return False


def derive(
    figure: Quantity,
    operands: Sequence[tuple[int, Quantity]],
    rounding: str,
    said: Saying = _ANYHOW,
    *,
    ordered: bool = False,
) -> Derived | None:
    """Return how `figure` follows from two of the operands, or from the sum of all; None when it does not.

    Args:
        figure: What is to be computed.
        operands: (index, figure) of what the sources hold, in order.
        rounding: One of `finding.ROUNDINGS`.
        said: What the words around it say of how it came about.
        ordered: Whether each operand is later than those behind it: a change is then from the last to the first alone.
    """
    if not any(figure.values):
        return None  # Of every two equal figures.
    usable = [(index, each) for index, each in operands if each.values and each.kind not in ("year", "multiple")]
    usable = usable[:OPERANDS]
    pairs = [(one, other) for one in usable for other in usable if one[0] != other[0] and _alike(one[1], other[1])]
    tried = [
        (way, left, right)
        for left, right in pairs
        for way in _ways(figure, left[1], right[1], said, first=left[0] < right[0])
    ]
    if ordered:
        pairs = [pair for pair in pairs if pair[0][0] < pair[1][0]]
        tried = [each for each in tried if each[1][0] < each[2][0] or each[0] in (_SUM, _MEAN)]
    if figure.kind == "percent" and not said.rise:
        # A fall is written without its sign. It comes last: 5 % from 100 to 105 are no 4.8 % from 105 to 100.
        tried += [(_FALL, left, right) for left, right in pairs if left[1].kind != "percent"]
    for way, (left, one), (right, other) in tried:
        result = _computed(way, figure, one, other)
        if result is not None and rounds_to(result, figure, rounding):
            formula = way.formula.format(a=one.text, b=other.text)
            rounded = Fraction(figure.values[0]) != result
            return Derived(_shown(formula, result, rounded=rounded, rule=rounding), result, (left, right), rounded)
    return _total(figure, usable, rounding) if said.total else None


def _alike(one: Quantity, other: Quantity) -> bool:
    return one.unit == other.unit and {one.kind, other.kind} != {"percent", "points"} and one.kind == other.kind


class _Way(NamedTuple):
    """One computation from two figures a and b."""

    formula: str
    of: Callable[[Any, Any], Any]
    """Of two floats or of two fractions, the same."""

    divides: bool = False


_SUM = _Way("{a} + {b}", lambda a, b: a + b)
_DIFFERENCE = _Way("{a} − {b}", lambda a, b: a - b)
_CHANGE = _Way("({a} − {b}) / {b} × 100", lambda a, b: (a - b) / b * 100, divides=True)
_FALL = _Way("({b} − {a}) / {b} × 100", lambda a, b: (b - a) / b * 100, divides=True)
_SHARE = _Way("{a} / {b} × 100", lambda a, b: a / b * 100, divides=True)
_MEAN = _Way("({a} + {b}) / 2", lambda a, b: (a + b) / 2)
_RATIO = _Way("{a} / {b}", lambda a, b: a / b, divides=True)

_FAR = 1.01
"""How many times its last digit a figure may be off in floating point before the exact value is worth computing: it
is refused from one on, and rounding of the floats is far below a hundredth of that or caught by `_EPSILON`."""

_EPSILON = 1e-12
"""As a part of the larger of two floats."""


def _ways(figure: Quantity, one: Quantity, other: Quantity, said: Saying, *, first: bool) -> Iterator[_Way]:
    """Yield every way from two figures to one of the kind of `figure`; `first` when they are in the order written."""
    same = figure.unit == one.unit and figure.kind == one.kind
    if same and first and said.total:
        yield _SUM
    # 5 % less 3 % are 2 points, and no 2 %.
    if (same and figure.kind != "percent" and said.difference) or (figure.kind == "points" and one.kind == "percent"):
        yield _DIFFERENCE
    if figure.kind == "percent":
        if not said.fall:
            yield _CHANGE
        if one.kind != "percent" and not said.fall and not said.rise:
            yield _SHARE
    if same and first and said.average:
        yield _MEAN
    if figure.kind in ("number", "multiple") and figure.unit in (None, "x") and said.ratio:
        yield _RATIO


def _computed(way: _Way, figure: Quantity, one: Quantity, other: Quantity) -> Fraction | None:
    """Return the exact value of a way; None when it divides by zero or is far from every reading of the figure."""
    a, b = one.values[0], other.values[0]
    if way.divides and not b:
        return None
    try:
        about = way.of(float(a), float(b))
    except (OverflowError, ZeroDivisionError):
        about = math.nan
    reach = _FAR * float(figure.step) + _EPSILON * max(abs(float(a)), abs(float(b)), abs(about))
    if all(abs(about - float(each)) > reach for each in figure.values):
        return None
    return Fraction(way.of(Fraction(a), Fraction(b)))


def _total(figure: Quantity, operands: Sequence[tuple[int, Quantity]], rounding: str) -> Derived | None:
    parts = [(index, each) for index, each in operands if each.kind == figure.kind and each.unit == figure.unit]
    if len(parts) < 3 or figure.kind in ("percent", "multiple", "year"):
        return None
    result = sum((Fraction(each.values[0]) for _, each in parts), Fraction(0))
    if not rounds_to(result, figure, rounding):
        return None
    formula = " + ".join(each.text for _, each in parts)
    rounded = Fraction(figure.values[0]) != result
    return Derived(
        _shown(formula, result, rounded=rounded, rule=rounding), result, tuple(index for index, _ in parts), rounded
    )


def _shown(formula: str, result: Fraction, *, rounded: bool, rule: str) -> str:
    value = decimal(result)
    if not rounded:
        return f"{formula} = {plain(value)}"
    places = SHOWN - 1 - max(0, value.adjusted())
    shown = value.quantize(Decimal(1).scaleb(-max(0, places)), context=EXACT) if places > -SHOWN else +value
    return f"{formula} = {plain(shown)}, rounded {rule}"


def paired(figures: Sequence[Quantity]) -> tuple[int, int] | None:
    """Return the indices of the two figures that one sentence compares; None when it has one, or more.

    Years and dates are not of them: `100 in 2022 and 125 in 2023` has 100 and 125; nor are shares beside two amounts.
    """
    kinds = {each.kind for each in figures}
    wanted = ("number", "money", "measure") if kinds & {"number", "money", "measure"} else ("percent",)
    found = [at for at, each in enumerate(figures) if each.values and each.kind in wanted]
    found = [at for at in found if "coordinate" not in figures[at].notes and "in_code" not in figures[at].notes]
    if len(found) != 2 or not _alike(figures[found[0]], figures[found[1]]):
        return None
    return found[0], found[1]
