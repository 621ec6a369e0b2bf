"""Powers and roots: exact where they are, else to sixty digits, and never large."""

from __future__ import annotations

from decimal import Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow, Underflow
from fractions import Fraction
from math import isqrt

from gnut.text.formula.arithmetic import bounded
from gnut.text.formula.contract import DIGITS, MAX_BITS, MAX_EXPONENT, MAX_ROOT, Quantity, Scale, Uncomputable

_APPROXIMATE = Context(
    prec=DIGITS, Emax=1_000, Emin=-1_000, traps=[DivisionByZero, InvalidOperation, Overflow, Underflow]
)


def power(base: Quantity, exponent: Quantity) -> Quantity:
    """Return `base` to the power of `exponent`.

    An exponent that is a whole number gives an exact result. Another one gives the exact root if there is one,
    else one of 60 significant digits: a rate of growth a year cannot be had otherwise.
    """
    if exponent.scale is Scale.PERCENT or exponent.currency is not None:
        raise Uncomputable("an exponent has a unit")
    to = exponent.value
    if abs(to) > MAX_EXPONENT:
        raise Uncomputable("an exponent is too large")
    if base.value == 0 and to <= 0:
        raise Uncomputable("it raises zero to a power that is not positive")
    value, exact = _raised(base.value, to)
    return Quantity(
        value,
        scale=base.scale,
        currency=base.currency if to == 1 else None,
        named=base.named or exponent.named,
        exact=exact and base.exact and exponent.exact,
        operations=base.operations + exponent.operations + 1,
    )


def _raised(base: Fraction, to: Fraction) -> tuple[Fraction, bool]:
    if to.denominator == 1:
        return _whole(base, to.numerator)
    if base < 0:
        raise Uncomputable("it takes a root of a negative number")
    found = _exact_root(base, to.denominator)
    return (_approximate(base, to), False) if found is None else _whole(found, to.numerator)


def _whole(base: Fraction, to: int) -> tuple[Fraction, bool]:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    # Said before it is computed: a power of that size would not come back. Interest by the day over ten years
    # is such a power and no large number, so sixty digits of it will do.
    if (bits - 1) * abs(to) > MAX_BITS:
        return _approximate(base, Fraction(to)), False
    return bounded(base**to), True


def _exact_root(base: Fraction, degree: int) -> Fraction | None:
    if degree > MAX_ROOT:
        return None
    above, below = _integer_root(base.numerator, degree), _integer_root(base.denominator, degree)
    if above is None or below is None:
        return None
    return Fraction(above, below)


def _integer_root(number: int, degree: int) -> int | None:
    """Return the whole number whose power `number` is, or None."""
    if degree == 2:
        root = isqrt(number)
        return root if root * root == number else None
    if number in (0, 1):
        return number
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low if low**degree == number else None


def _approximate(base: Fraction, to: Fraction) -> Fraction:
    try:
        value = _APPROXIMATE.power(
            _APPROXIMATE.divide(Decimal(base.numerator), Decimal(base.denominator)),
            _APPROXIMATE.divide(Decimal(to.numerator), Decimal(to.denominator)),
        )
    except DecimalException:
        raise Uncomputable("an intermediate result is too large") from None
    return bounded(Fraction(value))


def root(base: Quantity) -> Quantity:
    """Return the square root."""
    return power(base, Quantity(Fraction(1, 2)))
