"""Sums, products and quotients of quantities, exact and bounded."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from gnut.text.formula.contract import MAX_BITS, Quantity, Scale, Uncomputable
from gnut.text.quantities import currencies


def bounded(value: Fraction) -> Fraction:
    """Return `value`, which may not outgrow the limit of intermediate results."""
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise Uncomputable("an intermediate result is too large")
    return value


def add(one: Quantity, other: Quantity) -> Quantity:
    """Return the sum; two currencies, or an amount and a percentage, have none."""
    for share, amount in ((one, other), (other, one)):
        # `price + 8%` is the price plus 0.08 to a spreadsheet and the price times 1.08 to most readers.
        # Only `1 + 8%` has one meaning.
        whole = amount.value in (1, -1) and not amount.named and amount.currency is None
        if share.percentage and not amount.percentage and amount.scale is Scale.PLAIN and not whole:
            raise Uncomputable("a percentage is added to an amount: write amount * (1 + percentage)")
    return _made(one.value + other.value, one, other, scale=_joined(one, other), currency=_one_currency(one, other))


def negate(one: Quantity) -> Quantity:
    """Return the quantity with its sign turned."""
    return replace(one, value=-one.value, picked=False)


def subtract(one: Quantity, other: Quantity) -> Quantity:
    """Return the difference, under the rules of the sum."""
    return add(one, negate(other))


def multiply(one: Quantity, other: Quantity) -> Quantity:
    """Return the product; a literal factor of 100 makes a ratio a number of per cent."""
    if _is_hundred(one) or _is_hundred(other):
        scale = Scale.PERCENT
    elif Scale.PLAIN in (one.scale, other.scale):
        scale = other.scale if _is_number(one) else one.scale if _is_number(other) else Scale.PLAIN
    else:
        scale = Scale.PERCENT if Scale.PERCENT in (one.scale, other.scale) else Scale.RATIO
    currency = None if one.currency and other.currency else one.currency or other.currency
    if one.rate or other.rate:
        currency = None
    return _made(one.value * other.value, one, other, scale=scale, currency=currency)


def divide(one: Quantity, other: Quantity) -> Quantity:
    """Return the quotient, a ratio unless a number alone divides a quantity of the report."""
    if other.value == 0:
        raise Uncomputable("it divides by zero")
    scale = Scale.RATIO
    if not _is_hundred(other) and (one.scale is Scale.PERCENT or (one.named and not other.named)):
        scale = one.scale  # `gain * 100 / cost` is per cent, `total / 12` still an amount.
    currency = None if other.currency or one.rate or other.rate else one.currency
    return _made(one.value / other.value, one, other, scale=scale, currency=currency)


def percent(one: Quantity, parts: int) -> Quantity:
    """Return what a percent or per-mille sign behind a quantity makes of it."""
    return replace(
        one,
        value=bounded(one.value / parts),
        scale=Scale.RATIO,
        currency=None,
        percentage=True,
        decimals=None if one.decimals is None else one.decimals + len(str(parts)) - 1,
    )


def joined(several: tuple[Quantity, ...], value: Fraction) -> Quantity:
    """Return `value` as a quantity of the unit that several share: their sum, mean or middle."""
    first = several[0]
    for other in several[1:]:
        first = add(first, other)
    return replace(first, value=bounded(value), operations=first.operations + 1)


def _made(value: Fraction, one: Quantity, other: Quantity, *, scale: Scale, currency: str | None) -> Quantity:
    return Quantity(
        bounded(value),
        scale=scale,
        currency=currency,
        named=one.named or other.named,
        percentage=one.percentage and other.percentage and scale is Scale.RATIO,
        exact=one.exact and other.exact,
        operations=one.operations + other.operations + 1,
    )


def _joined(one: Quantity, other: Quantity) -> Scale:
    for scale in (Scale.PERCENT, Scale.RATIO):
        if scale in (one.scale, other.scale):
            return scale
    return Scale.PLAIN


def _one_currency(one: Quantity, other: Quantity) -> str | None:
    if not currencies.same(one.currency, other.currency):
        raise Uncomputable(f"it adds {one.currency} and {other.currency}")
    if one.currency in currencies.SEVERAL and other.currency is not None:
        return other.currency
    return one.currency or other.currency


def _is_number(one: Quantity) -> bool:
    """Return whether a quantity is a number of the formula alone, which changes no unit."""
    return not one.named and one.scale is Scale.PLAIN and one.currency is None


def _is_hundred(one: Quantity) -> bool:
    return _is_number(one) and one.value == 100 and one.operations == 0
