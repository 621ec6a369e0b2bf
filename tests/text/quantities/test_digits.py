"""Numbers that stand without blanks in one run of digits."""

from __future__ import annotations

import pytest

from gnut.text.quantities.read import quantities


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,250 1,100", ["1250", "1100"]),
        ("1250,1100", ["1250", "1100"]),
        ("1,250,1,100", ["1250", "1100"]),
        ("the years 3,5,7", ["3", "5", "7"]),
        ("3,1416", ["3.1416"]),
        ("1250,50", ["1250.50"]),
        ("12,34,567", ["1234567"]),
    ],
)
def test_cells_that_are_glued_are_numbers_each(text: str, values: list[str]) -> None:
    assert [str(one.values[0]) for one in quantities(text)] == values


def test_where_a_comma_divides_four_digits_behind_it_are_a_fraction() -> None:
    (one,) = quantities("1250,1100", "de")
    assert [str(value) for value in one.values] == ["1250.1100"]


@pytest.mark.parametrize("text", ["as shown [1,2,5]", "Smith1,2,3 and", "1,2,4-trichlorobenzene"])
def test_a_list_that_cites_or_names_counts_nothing(text: str) -> None:
    assert [one.text for one in quantities(text)] == []
