from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.formula.rounding import decimal, half_up, rounds_to

DECIMALS = st.decimals(-10_000, 10_000, places=4, allow_nan=False, allow_infinity=False)
PLACES = st.integers(0, 3)


@given(DECIMALS, PLACES)
def test_half_up_and_half_even_are_right(value: Decimal, places: int) -> None:
    step = Decimal(1).scaleb(-places)
    for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN):
        stated = value.quantize(step, rounding=rule)
        assert rounds_to(Fraction(value), Fraction(stated), Fraction(step))


@given(DECIMALS, PLACES)
def test_a_neighbour_is_right_only_if_one_of_the_two_rules_gives_it(value: Decimal, places: int) -> None:
    step = Decimal(1).scaleb(-places)
    right = {value.quantize(step, rounding=rule) for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    cut = value.quantize(step, rounding=ROUND_DOWN)
    for stated in (cut - step, cut, cut + step, cut + 2 * step):
        assert rounds_to(Fraction(value), Fraction(stated), Fraction(step)) is (stated in right)


@given(DECIMALS, PLACES)
def test_half_up_is_pythons(value: Decimal, places: int) -> None:
    step = Decimal(1).scaleb(-places)
    assert half_up(Fraction(value), Fraction(step)) == Fraction(value.quantize(step, rounding=ROUND_HALF_UP))


@given(DECIMALS)
def test_a_value_that_ends_is_written_whole(value: Decimal) -> None:
    assert Decimal(decimal(Fraction(value))) == value


@given(st.fractions(max_denominator=10**6).filter(lambda one: one != 0))
def test_a_value_is_written_to_twelve_digits_at_least(value: Fraction) -> None:
    assert abs(Fraction(decimal(value)) - value) <= abs(value) / 10**11


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(1, 3), "0.333333333333"),
        (Fraction(-2, 3), "-0.666666666667"),
        (Fraction(200, 3), "66.6666666667"),
        (Fraction(2, 30000), "0.0000666666666667"),
        (Fraction(10**15, 3), "333333333333333.3"),
        (Fraction(0), "0"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(10) ** 40, "1" + "0" * 40),
        (Fraction(1, 3) / 10**60, "0"),
        (Fraction(-1, 3) / 10**60, "0"),
    ],
)
def test_a_value_is_written_in_decimal_digits(value: Fraction, written: str) -> None:
    assert decimal(value) == written


def test_a_root_beside_a_tie_may_be_rounded_to_either_side() -> None:
    beside = Fraction(5, 2) - Fraction(1, 10**50)
    assert not rounds_to(beside, Fraction(3), Fraction(1))
    assert rounds_to(beside, Fraction(3), Fraction(1), exact=False)
