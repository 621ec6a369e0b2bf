from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gnut.text.quantities import derive as module
from gnut.text.quantities.derive import derive, rounds_to
from gnut.text.quantities.finding import ROUNDINGS
from gnut.text.quantities.read import quantities

WAYS = (module._SUM, module._DIFFERENCE, module._CHANGE, module._FALL, module._SHARE, module._RATIO)
NUMBERS = st.decimals(min_value=Decimal("0.001"), max_value=Decimal(10) ** 20, places=3)


@given(NUMBERS, NUMBERS, NUMBERS, st.sampled_from(ROUNDINGS))
@example(Decimal(10) ** 20, Decimal("0.001"), Decimal("100000000000000000000"), "half_up")
@example(Decimal("2"), Decimal("3"), Decimal("0.666"), "within_last_digit")
@example(Decimal("1"), Decimal("1.000"), Decimal("0.001"), "half_up")
def test_nothing_that_rounds_to_a_figure_is_dismissed_as_far_from_it(
    a: Decimal, b: Decimal, said: Decimal, rounding: str
) -> None:
    one, other, figure = (quantities(format(each, "f"))[0] for each in (a, b, said))
    for way in WAYS:
        exact = Fraction(way.of(Fraction(one.values[0]), Fraction(other.values[0])))
        if rounds_to(exact, figure, rounding):
            assert module._computed(way, figure, one, other) == exact


@pytest.mark.parametrize("huge", ["9" * 40 + " trillion", "5×10⁹⁹", "0.000000000000000000000000000000000001"])
def test_figures_beyond_the_floats_are_computed_exactly(huge: str) -> None:
    (one,) = quantities(huge)
    (other,) = quantities("1")
    found = derive(one, [(0, one), (1, other)], "half_up")
    assert found is not None
    assert rounds_to(found.result, one, "half_up")
    assert len(found.formula) < 200
