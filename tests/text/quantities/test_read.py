"""What a text says of how much, when and which."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.quantities.locales import LOCALES, UnknownLocale, locale
from gnut.text.quantities.quantity import KINDS, NOTES, Quantity
from gnut.text.quantities.read import quantities
from gnut.text.quantities.show import canonical


def read(text: str, tag: str = "und") -> list[tuple[str, str, str | None]]:
    """(text, canonical readings, unit) of each quantity."""
    return [(one.text, canonical(one), one.unit) for one in quantities(text, tag)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("paid US$5 and A$6, HK$7", [("US$5", "5", "USD"), ("A$6", "6", "AUD"), ("HK$7", "7", "HKD")]),
        ("3 Canadian dollars", [("3 Canadian dollars", "3", "CAD")]),
        ("20 Schweizer Franken", [("20 Schweizer Franken", "20", "CHF")]),
        ("50 Swiss francs", [("50 Swiss francs", "50", "CHF")]),
        ("25 cents", [("25 cents", "0.25", "$")]),
        ("99 kr", [("99 kr", "99", "kr")]),
        ("PLN 12 and 12 zł", [("PLN 12", "12", "PLN"), ("12 zł", "12", "PLN")]),
        ("IT IS ALL 45", [("45", "45", None)]),
    ],
)
def test_a_currency_keeps_its_country(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12 weeks", "7257600", "s"),
        ("3 months", "3", "month"),
        ("2 years", "24", "month"),
        ("ein 30-Tage-Ziel", "2592000", "s"),
        ("a 30-day term", "2592000", "s"),
        ("60 miles per hour", "96.56064", "km/h"),
        ("60 mph", "96.56064", "km/h"),
        ("120 g/km", "0.00012", "kg/m"),
        ("100 Mbps", "12500000", "B/s"),
        ("5 GiB", "5368709120", "B"),
        ("a temperature of 300 K", "300", "K"),
        ("300K users", "300000", None),
        ("-40 °F", "233.15", "K"),
        ("10 ha", "100000", "m2"),
        ("1013 hPa", "101300", "Pa"),
        ("5 feet", "1.524", "m"),
        ("3,5 heures", "12600", "s"),
    ],
)
def test_a_unit_is_brought_to_the_base_of_its_dimension(text: str, value: str, unit: str | None) -> None:
    first = quantities(text)[0]
    assert (canonical(first), first.unit) == (value, unit)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$3–5 million", [("$3", "3000000"), ("5 million", "5000000")]),
        ("between 5 and 7 %", [("5", "5"), ("7 %", "7")]),
        ("from 10 to 20 km", [("10", "10000"), ("20 km", "20000")]),
        ("10-20 kg", [("10", "10"), ("20 kg", "20")]),
        ("von 5 bis 7 Prozent", [("5", "5"), ("7 Prozent", "7")]),
        ("2019–2021", [("2019", "2019"), ("2021", "2021")]),
        ("5%-7%", [("5%", "5"), ("7%", "7")]),
        ("$5-$10", [("$5", "5"), ("$10", "10")]),
        ("10 - 20 kg", [("10", "10"), ("20 kg", "20")]),
    ],
)
def test_a_range_lends_the_unit_of_its_end(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.text, canonical(one)) for one in quantities(text)] == expected


@pytest.mark.parametrize(
    ("text", "name", "unit"),
    [
        ("on 2023-05-12", "2023-05-12", "date"),
        ("on 31/12/2023", "2023-12-31", "date"),
        ("am 12. Mai 2023", "2023-05-12", "date"),
        ("le 1er mai 2023", "2023-05-01", "date"),
        ("el 12 de mayo de 2023", "2023-05-12", "date"),
        ("May 12, 2023", "2023-05-12", "date"),
        ("in May 2023", "2023-05", "date"),
        ("the 18th of May", "--05-18", "date"),
        ("2023年5月12日", "2023-05-12", "date"),
        ("5月12日", "--05-12", "date"),
        ("in Q1 2024", "2024-Q1", "date"),
        ("in the 1990s", "1990s", "decade"),
        ("at 12:30", "12:30", "time"),
        ("at 3 pm", "15:00", "time"),
        ("à 12h30", "12:30", "time"),
        ("at 9:05:10 am UTC", "09:05:10 UTC", "time"),
    ],
)
def test_dates_and_times_are_names(text: str, name: str, unit: str) -> None:
    (one,) = quantities(text)
    assert (one.names, one.unit, one.values) == ((name,), unit, ())


def test_a_date_whose_order_nobody_can_know_has_both_readings() -> None:
    (one,) = quantities("on 03/04/2023")
    assert one.names == ("2023-03-04", "2023-04-03")
    assert one.notes == ("date_order_ambiguous",)
    (german,) = quantities("am 03.04.2023", "de")
    assert german.names == ("2023-04-03",)


@pytest.mark.parametrize("text", ["18 may have sunk", "see mar 5 of", "No 5-star hotel"])
def test_words_that_are_months_too_make_no_date(text: str) -> None:
    assert [one.kind for one in quantities(text)] == ["number"]


@pytest.mark.parametrize(
    ("tag", "text", "value"),
    [
        ("en", "1,234.5", "1234.5"),
        ("de", "1.234,5", "1234.5"),
        ("ch", "1'234.5", "1234.5"),
        ("fr", "1\u202f234,5", "1234.5"),
        ("es-MX", "1.234", "1234"),
        ("de-CH", "1'234", "1234"),
    ],
)
def test_a_known_locale_leaves_one_reading(tag: str, text: str, value: str) -> None:
    assert [canonical(one) for one in quantities(text, tag)] == [value]


def test_a_scale_word_of_another_language_is_refused_with_a_note() -> None:
    (one,) = quantities("3 billones", "en")
    assert (canonical(one), one.notes) == ("3", ("scale_word_foreign_to_locale",))


@pytest.mark.parametrize(("tag", "value"), [("en", "3000000000"), ("und", "3000000000"), ("de", "3000000000000")])
def test_a_billion_is_what_its_locale_says(tag: str, value: str) -> None:
    assert [canonical(one) for one in quantities("3 billion", tag)] == [value]


@pytest.mark.parametrize("tag", ["xx", "", "deutsch", "e\u0301n", "-"])
def test_a_locale_that_nobody_knows_is_an_error(tag: str) -> None:
    with pytest.raises(UnknownLocale):
        locale(tag)


def check(text: str, found: tuple[Quantity, ...]) -> None:
    last = 0
    for one in found:
        assert last <= one.span.start < one.span.end <= len(text)
        assert one.text == text[one.span.start : one.span.end].strip()
        assert one.kind in KINDS
        assert set(one.notes) <= set(NOTES)
        assert bool(one.values) is not bool(one.names)
        last = one.span.end


PIECES = st.sampled_from(
    [
        *(
            "1",
            "23",
            "1,234",
            "1.234,5",
            "4.2",
            "2019",
            "-5",
            "−5%",
            "(1,234)",
            "$",
            "€",
            "US$",
            "USD",
            " ",
            " ",
            ".",
            ",",
        ),
        *(
            "million",
            "bn",
            "k",
            "%",
            "percent",
            "points",
            "May",
            "to",
            "and",
            "–",
            "-",
            "kg",
            "km/h",
            "per",
            "hour",
            "½",
        ),
        *(
            "²",
            "e6",
            "×",
            "10",
            "^",
            "Q1",
            ":",
            "30",
            "/",
            "+",
            "(",
            ")",
            "[",
            "]",
            "\n",
            "\t",
            "٣٤",
            "三",
            "万元",
            "v",
            "x",
        ),
        *("ISBN", "minus", "about", "one", "twenty", "tripled", "h", "pm", "in", "thousands", "\u00a0", "°C", "K", "#"),
    ]
)


@given(st.lists(PIECES, max_size=24).map("".join) | st.text(max_size=60), st.sampled_from(sorted(LOCALES)))
def test_figures_lie_in_their_text_apart_and_in_order(text: str, tag: str) -> None:
    check(text, quantities(text, tag))
    check(text, quantities(text, tag, doubtful=True))


@given(st.integers(-(10**12), 10**12), st.integers(0, 99))
def test_a_number_in_the_notation_of_its_locale_is_read_back(whole: int, cents: int) -> None:
    if whole == 0 and cents == 0:
        return
    plain = f"{whole}.{cents:02d}"
    value = f"{whole:,}.{cents:02d}"
    german = value.translate(str.maketrans(",.", ".,"))
    (one,), (other,) = quantities(value, "en"), quantities(german, "de")
    assert canonical(one) == canonical(other) == (plain.rstrip("0").rstrip("."))


HOSTILE = (
    *(
        "1",
        "1,",
        "1.",
        "1 234 ",
        "1,234",
        "(",
        ")",
        "$",
        "-",
        "–",
        " ",
        "%",
        "million ",
        "2019-",
        "12:30:",
        "1/2/",
        "+1 ",
    ),
    *(
        "1-2-",
        "10.1000/",
        "a1b2c3-",
        "½",
        "²",
        "e6",
        "×10^6",
        "one ",
        "twenty-",
        "double ",
        "(in thousands) 5\n",
        "May 1 ",
    ),
    *(
        "1.1.1.1.1.",
        "٣",
        "万",
        "1x",
        "Q1 ",
        "in thousands\n",
        "third quarter ",
        "two thirds of ",
        "3:1 ",
        "$5 per ",
        "a dozen ",
        "1,2,",
        "1250,1100",
    ),
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_costs_time_in_proportion(unit: str) -> None:
    def spent(size: int) -> float:
        text = unit * (size // len(unit))
        started = time.process_time()
        quantities(text)
        return time.process_time() - started

    spent(1000)
    small, large = min(spent(10_000) for _ in range(3)), min(spent(160_000) for _ in range(2))
    # Sixteen times the text; in time with its square it would be 256 times.
    assert large < max(0.5, 64 * small)
