"""Whether a figure that a claim states is what a formula comes to, at the precision in which it is stated."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from gnut.text.formula.contract import Quantity, Scale
from gnut.text.formula.rounding import decimal, rounds_to
from gnut.text.patterns import lazy
from gnut.text.quantities import currencies
from gnut.text.quantities.figures import Figure
from gnut.text.quantities.movement import falls
from gnut.text.quantities.wording import Bound, bound

NEAR = Fraction(1, 20)
"""Farthest that `about` reaches, as a part of the figure; never less than half of its last digit."""

_PERCENT = Fraction(1, 100)
_TO = lazy(r"\s?(?:[-–—~〜至到]|to|bis|à|a|до)\s?")
_AND = lazy(r"\s?(?:and|und|et|y|e|и|和|与)\s?")
_BETWEEN = lazy(r"(?i)(?:\b(?:between|zwischen|entre|tra|fra|между)|介于|在)\s?$")
_BROKEN = lazy(r"[.,٫]\d{1,2}(?!\d)")

_SHARES = ("percent", "points")
_UNITS = {
    Scale.RATIO: (_PERCENT,),
    Scale.PERCENT: (Fraction(1),),
    Scale.PLAIN: (Fraction(1), _PERCENT),
}
"""What a share is multiplied by to stand in the unit of a result; a number of the report has no known unit."""


def fits(result: Quantity, figure: Figure, text: str, *, alone: bool) -> bool:
    """Return whether `figure` is `result` as a claim may state it.

    Half up and half even are right, cut off is not. `about` allows for the zeros at the end, `over` and `under` say
    on which side the result lies: within the last digit that counts, or anywhere when the claim has no other figure.
    A figure behind `fell by` may stand for either sign; any other has the sign that it is written with.

    Args:
        result: What the formula comes to.
        figure: A figure of the claim.
        text: The claim.
        alone: Whether the claim states no other figure that could be the result.
    """
    if not _same_unit(result, figure):
        return False
    limit = bound(text, figure)
    signs = (1, -1) if falls(text, figure) else (1,)
    alone = alone and len(figure.values) == 1  # 3,900 is over 4.000, and not over 4,000
    return any(
        _within(result, Fraction(value) * sign * unit, _steps(value, figure, unit), limit, alone)
        for value in figure.values
        for unit in units(result, figure, text)
        for sign in signs
    )


def units(result: Quantity, figure: Figure, text: str) -> tuple[Fraction, ...]:
    """Return what a figure may have to be multiplied by to stand in the unit of `result`."""
    return _UNITS[result.scale] if figure.kind in _SHARES else (Fraction(1),)


def _same_unit(result: Quantity, figure: Figure) -> bool:
    if figure.kind in _SHARES:
        return result.currency is None
    return currencies.same(result.currency, figure.currency)


def _steps(value: Decimal, figure: Figure, unit: Fraction) -> tuple[Fraction, Fraction]:
    """Return the worth of the last digit of a figure, and of the last one that is not a rounded-off zero."""
    exponent, counts = value.as_tuple().exponent, value.normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    assert isinstance(counts, int)
    if value == 0 or _BROKEN.search(figure.text):
        counts = exponent
    return Fraction(10) ** exponent * unit, Fraction(10) ** max(exponent, counts) * unit


def _within(result: Quantity, stated: Fraction, steps: tuple[Fraction, Fraction], limit: Bound, alone: bool) -> bool:
    last, counts = steps
    value = result.value
    if limit in (Bound.EXACT, Bound.ABOUT) and rounds_to(value, stated, last, exact=result.exact):
        return True
    match limit:
        case Bound.EXACT:
            return False
        case Bound.ABOUT:
            return abs(value - stated) <= min(counts / 2, NEAR * abs(stated))
        case _ if value * stated < 0:
            return False
        case Bound.NEARLY | Bound.UP_TO | Bound.BARELY:
            side = abs(value) <= abs(stated) if limit is not Bound.BARELY else abs(value) >= abs(stated)
            return side and abs(value - stated) <= min(counts / 2, NEAR * abs(stated))
        case Bound.OVER:
            return abs(value) >= abs(stated) and (alone or abs(value) < abs(stated) + counts)
        case _:
            return abs(value) <= abs(stated) and (alone or abs(value) > abs(stated) - counts)


def ranges(text: str, figures: list[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Yield the pairs of neighbouring figures that are the ends of a range: `30–35%`, `between 30 and 35%`."""
    for low, high in pairwise(figures):
        joint = text[low.span.end : high.span.start]
        if _TO.fullmatch(joint) or (
            _AND.fullmatch(joint) and _BETWEEN.search(text, max(0, low.span.start - 24), low.span.start)
        ):
            yield low, high


def within_range(result: Quantity, low: Figure, high: Figure) -> bool:
    """Return whether a result lies in a range, whose first end may leave its unit and scale to the second."""
    if not (_same_unit(result, low) and _same_unit(result, high)):
        return False
    bottom, top = Fraction(low.values[0]), Fraction(high.values[0])
    scale = _scale(high)
    if _scale(low) == 1 and bottom * scale < top:
        bottom *= scale
    return any(bottom * unit <= result.value <= top * unit for unit in units(result, high, ""))


def _scale(figure: Figure) -> Fraction:
    """Return what the scale word of a figure multiplies its digits by."""
    broken = _BROKEN.search(figure.text)
    exponent = figure.values[0].as_tuple().exponent
    assert isinstance(exponent, int)
    return Fraction(10) ** max(0, exponent + (len(broken[0]) - 1 if broken else 0))


def distance(result: Quantity, figure: Figure, text: str) -> Fraction:
    """Return how far a figure is from a result, as a part of the larger of the two; more for another unit."""
    found = []
    for unit in units(result, figure, text):
        stated = Fraction(figure.values[0]) * unit
        largest = max(abs(stated), abs(result.value))
        found.append(abs(stated - result.value) / largest if largest else Fraction(0))
    return min(found) + (0 if _same_unit(result, figure) else 2)


def shown(result: Quantity, figure: Figure | None) -> str:
    """Return a result as people compare it with a figure: a ratio beside a percentage as one."""
    if figure is not None and figure.kind in _SHARES and result.scale is not Scale.PLAIN:
        return f"{decimal(result.value * (100 if result.scale is Scale.RATIO else 1))}%"
    apart = " " if result.currency is not None and result.currency.isalpha() else ""
    sign = "-" if result.value < 0 and result.currency is not None else ""
    return f"{sign}{result.currency or ''}{apart}{decimal(abs(result.value) if sign else result.value)}"
