from __future__ import annotations

from decimal import Decimal

import pytest

from gnut.text.quantities.figures import figures


@pytest.mark.parametrize(
    ("text", "written", "value", "kind"),
    [
        ("revenue of $4.2 million", "$4.2 million", "4200000", "money"),
        ("umsatz von 1,5 Mrd. Euro", "1,5 Mrd. Euro", "1500000000", "money"),
        ("营收3.5亿元", "3.5亿元", "350000000", "money"),
        ("增长了19.9个百分点", "19.9个百分点", "19.9", "points"),
        ("约20%。", "20%", "20", "percent"),
        ("a loss of −3.5 %", "−3.5 %", "-3.5", "percent"),
        ("1,204,500 passengers", "1,204,500", "1204500", "number"),
        ("816 000 t of coal", "816 000 t", "816000", "number"),
        ("12\u202f345,6 crowns", "12\u202f345,6", "12345.6", "number"),
        ("1.234,5 Stück", "1.234,5", "1234.5", "number"),
        ("12,34,567 rupees", "12,34,567 rupees", "1234567", "money"),
        ("the fleet has 11,11 hulls", "11,11", "11.11", "number"),
        ("fell to .89 per cent", ".89 per cent", "0.89", "percent"),
        ("A$3bn", "A$3bn", "3000000000", "money"),
        ("€2.75m was paid", "€2.75m", "2750000", "money"),
        ("٣٫٥ مليون", "٣٫٥", "3.5", "number"),
        ("٥٪ من", "٥٪", "5", "percent"),
        ("a slope of 5‰ here", "5‰", "0.5", "percent"),
        ("a 5 m tall mast", "5 m", "5", "number"),
        ("a price of 12m", "12m", "12000000", "number"),
        ("a spread of 50 bps", "50 bps", "0.5", "points"),
        ("a term of 30 days", "30 days", "30", "number"),
        ("增长3.5倍", "3.5倍", "3.5", "number"),
        ("2.5%p 상승", "2.5%p", "2.5", "points"),
        ("10² boats", "10²", "100", "number"),
        ("عدد ٣١٢ شخصا", "٣١٢", "312", "number"),
    ],
)
def test_a_figure_is_read_with_its_value_and_kind(text: str, written: str, value: str, kind: str) -> None:
    (figure,) = figures(text)
    assert (figure.text, figure.values[0], figure.kind) == (written, Decimal(value), kind)


@pytest.mark.parametrize(
    "text", ["KX-60", "H2O", "form 10-K", "v1.2", "the 5th", "a 3D model", "3.14.15", "12 May", "10:30"]
)
def test_a_code_a_version_a_date_and_a_time_are_no_figures(text: str) -> None:
    assert figures(text) == ()


def test_one_comma_before_three_digits_may_group_or_divide() -> None:
    assert figures("1,234 boxes")[0].values == (Decimal("1234"), Decimal("1.234"))


def test_one_dot_before_three_digits_may_divide_or_group() -> None:
    assert figures("1.234 Kisten")[0].values == (Decimal("1.234"), Decimal("1234"))


def test_a_span_of_years_is_two_figures() -> None:
    assert [each.text for each in figures("in 2012–13")] == ["2012", "13"]


def test_the_span_slices_the_text_as_written() -> None:
    text = "it rose  by $4.2 million in all"
    (figure,) = figures(text)
    assert text[figure.span.start : figure.span.end].strip() == figure.text


@pytest.mark.parametrize("unit", ["1,", "(", "a", " ", "-", "$ ", ".", "%", "1" * 50 + " "])
def test_a_hostile_megabyte_is_read_without_backtracking(unit: str) -> None:
    assert isinstance(figures(unit * (200_000 // len(unit))), tuple)
