from __future__ import annotations

import pytest

from gnut.text.formula.contract import Marks
from gnut.text.formula.marks import marks_of, marks_of_formula, narrowed
from gnut.text.quantities.figures import figures


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("1.5", Marks.POINT),
        ("1,5", Marks.COMMA),
        ("1,234.5", Marks.POINT),
        ("1.234,5", Marks.COMMA),
        ("1,234,567", Marks.POINT),
        ("1.234.567", Marks.COMMA),
        ("€0,500", Marks.COMMA),
        ("1234.567", Marks.POINT),
        ("3,000", None),
        ("3.000", None),
        ("12", None),
        ("on 12.05.2024", None),
        ("1.5 and 1,5", None),
        ("v1.5", None),
    ],
)
def test_a_figure_that_only_one_convention_can_write_shows_it(text: str, marks: Marks | None) -> None:
    assert marks_of((text,)) is marks


def test_the_comma_between_arguments_shows_nothing() -> None:
    assert marks_of_formula("max(1,5)") is None
    assert marks_of_formula("a * 1,5") is Marks.COMMA


def test_a_figure_is_narrowed_to_one_reading_and_keeps_both_signs_of_brackets() -> None:
    (figure,) = figures("It was (1,234)")
    assert [str(value) for value in narrowed(figure, Marks.POINT).values] == ["1234", "-1234"]
    assert [str(value) for value in narrowed(figure, Marks.COMMA).values] == ["1.234", "-1.234"]
