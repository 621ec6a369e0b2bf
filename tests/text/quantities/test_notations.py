"""Notations of figures as reports have them: long digits, scaled currencies, words, compound units, shares."""

from __future__ import annotations

import pytest

from gnut.text.quantities.against import against
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities


def read(text: str, locale: str = "und") -> list[tuple[str, str | None, str]]:
    """Return (text, unit, value or name) of each quantity."""
    return [
        (one.text, one.unit, format(one.values[0].normalize(), "f") if one.values else one.names[0])
        for one in quantities(text, locale)
    ]


@pytest.mark.parametrize("digits", ["9" * 41, "0." + "1" * 40, "7" * 5000])
def test_digits_too_many_for_a_figure_are_names_and_compare_whole(digits: str) -> None:
    (one,) = quantities(f"It has {digits} units")
    assert (one.kind, one.names) == ("identifier", (digits,))

    def status(source: str) -> str:
        return against(digits, quantities(digits), (Held(source),))[0].status

    assert status(f"It has {digits}.") == "supported"
    assert status(f"It has {digits[:-1]}2.") == "contradicted"
    assert status("It has 9.") == "unsupported"


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("5 M€", "EUR", "5000000"),
        ("5 k€", "EUR", "5000"),
        ("5 Mio. EUR", "EUR", "5000000"),
        ("3,2 Mrd. €", "EUR", "3200000000"),
        ("500 TEUR", "EUR", "500000"),
        ("TEUR 500", "EUR", "500000"),
        ("k€ 3", "EUR", "3000"),
        ("T€ 5,5", "EUR", "5500"),
        ("5 MUSD", "USD", "5000000"),
        ("5 M EUR", "EUR", "5000000"),
        ("TEUR 1.500", "EUR", "1500000"),
        ("$M 5", "$", "5000000"),
        ("US$m 5", "USD", "5000000"),
        ("£bn 3", "GBP", "3000000000"),
        ("EUR Mio. 5", "EUR", "5000000"),
        ("5 करोड़ रुपये", "Rs", "50000000"),
        ("£3bn", "GBP", "3000000000"),
        ("US$5m", "USD", "5000000"),
        ("5 लाख", None, "500000"),
        ("२ करोड़", None, "20000000"),
        ("12 हज़ार", None, "12000"),
        ("5 m", "m", "5"),
    ],
)
def test_a_currency_may_bear_its_scale(text: str, unit: str | None, value: str) -> None:
    assert read(text) == [(text, unit, value)]


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("half a million", None, "500000"),
        ("half a billion dollars", "$", "500000000"),
        ("a quarter of a million", None, "250000"),
        ("three quarters of a million", None, "750000"),
        ("five and a half million", None, "5500000"),
        ("one and a half million", None, "1500000"),
        ("two and a half hours", "s", "9000"),
        ("two billion dollars", "$", "2000000000"),
        ("four million", None, "4000000"),
        ("vier Millionen", None, "4000000"),
        ("eine halbe Million Euro", "EUR", "500000"),
        ("anderthalb Millionen", None, "1500000"),
        ("quatre millions", None, "4000000"),
        ("un demi-million", None, "500000"),
        ("cuatro millones", None, "4000000"),
        ("medio millón", None, "500000"),
        ("quattro milioni", None, "4000000"),
        ("sei milioni di euro", "EUR", "6000000"),
        ("mezzo milione", None, "500000"),
        ("dois milhões", None, "2000000"),
        ("meio milhão", None, "500000"),
        ("vier miljoen", None, "4000000"),
    ],
)
def test_words_multiply_scales(text: str, unit: str | None, value: str) -> None:
    assert read(text) == [(text, unit, value)]


def test_digits_and_words_before_a_scale_are_one_value() -> None:
    for digits, words in (
        ("4 Millionen", "vier Millionen"),
        ("4 millions", "quatre millions"),
        ("0.5 m", "half a metre"),
    ):
        assert against(digits, quantities(digits), (Held(words),))[0].status == "supported", words


@pytest.mark.parametrize("text", ["due to a millionaire", "media", "the media said sette", "half", "acht"])
def test_a_word_that_multiplies_nothing_is_no_figure(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("2 hours 30 minutes", "s", "9000"),
        ("1 h 20 min", "s", "4800"),
        ("2 Stunden und 30 Minuten", "s", "9000"),
        ("1 heure et 30 minutes", "s", "5400"),
        ("two hours and thirty minutes", "s", "9000"),
        ("1 day 3 h 5 min", "s", "97500"),
        ("3 years and 6 months", "month", "42"),
        ("5 ft 11 inches", "m", "1.8034"),
        ("5 ft 11 in", "m", "1.8034"),
        ("1h20m", "s", "4800"),
        ("1h 20min", "s", "4800"),
        ("1 m 75 cm", "m", "1.75"),
        ("2 kg 500 g", "kg", "2.5"),
    ],
)
def test_an_amount_in_two_units_is_one(text: str, unit: str, value: str) -> None:
    assert read(text) == [(text, unit, value)]


@pytest.mark.parametrize(
    "text",
    [
        "2 hours, 30 minutes",
        "2 hours 90 minutes",
        "2.5 hours 30 minutes",
        "5 m 10 m",
        "3 years 40 days",
        "5 ft 11 in a row",
    ],
)
def test_what_does_not_go_on_is_two(text: str) -> None:
    assert len(read(text)) == 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("One in four adults", "25"),
        ("two out of five", "40"),
        ("three in ten said", "30"),
        ("1 in 4 adults", "25"),
        ("nine out of every ten", "90"),
    ],
)
def test_so_many_in_so_many_is_a_share(text: str, value: str) -> None:
    assert [(unit, said) for _, unit, said in read(text)] == [("%", value)]
    source = Held(f"It was {value}%.")
    assert against(text, quantities(text), (source,))[0].status == "supported"


@pytest.mark.parametrize(
    "text",
    ["two in three years", "1 in 2023", "five out of three", "1 in 20%", "one in ten-year", "a quarter of an hour"],
)
def test_other_figures_around_in_are_none(text: str) -> None:
    assert not [said for said in read(text) if said[1] == "%" and "in" in said[0]]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("DE89370400440532013000", "de89370400440532013000"),
        ("GB82WEST12345698765432", "gb82west12345698765432"),
        ("4111 1111 1111 1111", "4111111111111111"),
        ("123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
    ],
)
def test_account_numbers_are_identifiers(text: str, name: str) -> None:
    assert read(f"pay {text} now") == [(text, "identifier", name)]


@pytest.mark.parametrize("text", ["DE90 3704 0044 0532 0130 00", "1234 5678 9012 3456"])
def test_digits_whose_sum_does_not_fit_are_no_account(text: str) -> None:
    assert all(unit != "identifier" for _, unit, _ in read(text))


@pytest.mark.parametrize(
    ("locale", "names", "doubtful"),
    [
        ("und", ("2025-03-04", "2025-04-03"), True),
        ("en", ("2025-03-04", "2025-04-03"), True),
        ("en-US", ("2025-03-04",), False),
        ("en_GB", ("2025-04-03",), False),
        ("en-AU", ("2025-04-03",), False),
        ("de", ("2025-04-03",), False),
    ],
)
def test_the_country_says_which_way_round_a_date_is(locale: str, names: tuple[str, ...], doubtful: bool) -> None:
    (one,) = quantities("3/4/2025", locale)
    assert (one.names, "date_order_ambiguous" in one.notes) == (names, doubtful)
    for written, name in (("30/11/2025", "2025-11-30"), ("11/30/2025", "2025-11-30")):
        assert quantities(written, locale)[0].names == (name,)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Germany 1,250 1,100\nFrance 900 800", ["1250", "1100", "900", "800"]),
        ("France 900 800", ["900800"]),
        ("12 345 m, 3,142 m, 1,5 m", ["12345", "3142", "1.5"]),
        ("10 000 people", ["10000"]),
        ("In 1,234 cases 10 000 people", ["1234", "10000"]),
    ],
)
def test_blanks_part_numbers_where_commas_group(text: str, values: list[str]) -> None:
    assert [said for _, _, said in read(text)] == values
