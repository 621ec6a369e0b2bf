"""Whether a figure is a value, rounded; and values as decimal digits."""

from __future__ import annotations

from fractions import Fraction

_NEAR = Fraction(1, 10**40)
"""Relative distance from a tie at which a root of 60 digits cannot say on which side it is."""

SIGNIFICANT = 12
"""Digits of a value that has no end or no short one."""

LONGEST = 30
"""Most digits behind the mark that are written out."""


def half_up(value: Fraction, step: Fraction) -> Fraction:
    """Return the multiple of `step` nearest to `value`; of two, the one away from zero."""
    units = abs(value) / step
    whole = int(units + Fraction(1, 2))
    return whole * step if value >= 0 else -whole * step


def rounds_to(value: Fraction, stated: Fraction, step: Fraction, *, exact: bool = True) -> bool:
    """Return whether `stated`, a multiple of `step`, is `value` rounded to it.

    Of two equally near multiples both the one away from zero (half up) and the even one (half even) are right.
    A value cut off is not: 2.37 is no 2.3.
    """
    distance, half = abs(value - stated), step / 2
    if not exact and abs(distance - half) <= _NEAR * max(abs(value), step):
        return True
    if distance != half:
        return distance < half
    return abs(stated) > abs(value) or (stated / step) % 2 == 0


def decimal(value: Fraction) -> str:
    """Return `value` in decimal digits: all of them when they end soon, else rounded to twelve that count."""
    places = _places(value)
    if places is None:
        whole = len(str(abs(int(value)))) if abs(value) >= 1 else 0
        places = max(1, SIGNIFICANT - whole) if whole else _leading(value) + SIGNIFICANT
        return _written(half_up(value, Fraction(1, 10**places)), places).rstrip("0").rstrip(".")
    return _written(value, places)


def _places(value: Fraction) -> int | None:
    """Return how many digits stand behind the mark; None when they do not end within the limit."""
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0 and twos <= LONGEST:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0 and fives <= LONGEST:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    return places if rest == 1 and places <= LONGEST else None


def _leading(value: Fraction) -> int:
    """Return how many zeros stand behind the mark before the first digit that counts, as far as they are written."""
    zeros, rest = 0, abs(value)
    while rest and rest * 10 < 1 and zeros < LONGEST:
        rest, zeros = rest * 10, zeros + 1
    return zeros


def _written(value: Fraction, places: int) -> str:
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 and digits.strip("0") else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
