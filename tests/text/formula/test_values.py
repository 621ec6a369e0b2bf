from __future__ import annotations

import pytest

from gnut.text.formula.contract import Marks, Scale
from gnut.text.formula.rounding import decimal
from gnut.text.formula.values import quantity
from gnut.text.quantities.figures import figures
from gnut.text.quantities.movement import falls
from gnut.text.quantities.wording import Bound, bound


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("12", "12", None),
        ("$4.2 million", "4200000", "$"),
        ("US$4.2bn", "4200000000", "USD"),
        ("4,2 Mio. Euro", "4200000", "EUR"),
        ("€ 1.234,50", "1234.5", "EUR"),
        ("12 %", "0.12", None),
        ("12 per cent", "0.12", None),
        ("5‰", "0.005", None),
        ("-3.5", "-3.5", None),
        ("−3.5", "-3.5", None),
        ("minus 5", "-5", None),
        ("(5)", "-5", None),
        ("($5 million)", "-5000000", "$"),
        ("12 boats", "12", None),
        ("12kg", "12", None),
        ("3x", "3", None),
        ("3.5倍", "3.5", None),
        ("twelve", "12", None),
        ("zwölf", "12", None),
        ("twenty-one", "21", None),
        ("one hundred", "100", None),
        ("two thousand", "2000", None),
        ("einundzwanzig", "21", None),
        ("二十一", "21", None),
        ("$60 million (2023)", "60000000", "$"),
        ("1 234 567", "1234567", None),
        ("3.5亿元", "350000000", "CNY"),
        ("٣٥", "35", None),
        ("2023", "2023", None),
    ],
)
def test_a_value_is_read_as_its_report_writes_it(text: str, value: str, currency: str | None) -> None:
    found = quantity("a", text, Marks.POINT)
    assert found is not None
    assert (decimal(found.value), found.currency) == (value, currency)


@pytest.mark.parametrize("text", ["see the annex", "5 to 7", "5*12", "", "1.2.3", "9" * 41, "10-K", "v2", "n/a",
    "twenty eleven", "one or two", "once", "twelve boats", "vingt et un", "no one", "sept"])  # fmt: skip
def test_a_value_that_is_no_one_figure_is_none(text: str) -> None:
    assert quantity("a", text, Marks.POINT) is None


def test_a_percentage_is_a_ratio() -> None:
    found = quantity("a", "12%", Marks.POINT)
    assert found is not None
    assert (found.scale, found.percentage) == (Scale.RATIO, True)


@pytest.mark.parametrize(
    ("name", "text"), [("exchange rate", "0.9"), ("Wechselkurs", "0,9"), ("r", "0.9 EUR/USD"), ("汇率", "0.9")]
)
def test_a_rate_of_exchange_is_known_by_its_name_or_its_pair(name: str, text: str) -> None:
    found = quantity(name, text, Marks.COMMA)
    assert found is not None
    assert found.rate


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("exchange fee", "$5"),
        ("exchange rate loss", "$5"),
        ("stock exchange", "5"),
        ("GDP in USD", "$100"),
        ("conversion", "5"),
        ("ADD in SUM", "5"),
        ("Kurs", "5"),
        ("exchange rates", "5"),
        ("GDP in EURO", "5"),
    ],
)
def test_a_name_that_only_mentions_exchange_is_no_rate(name: str, text: str) -> None:
    found = quantity(name, text, Marks.POINT)
    assert found is not None
    assert not found.rate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was 33%", Bound.EXACT),
        ("It was about 33%", Bound.ABOUT),
        ("It was ~33%", Bound.ABOUT),
        ("ca. 33%", Bound.ABOUT),
        ("environ 33 %", Bound.ABOUT),
        ("33% or so", Bound.ABOUT),
        ("of the order of 33", Bound.ABOUT),
        ("more than 33%", Bound.OVER),
        ("no less than 33%", Bound.OVER),
        ("33 or more", Bound.OVER),
        ("超过33", Bound.OVER),
        ("no more than 33%", Bound.UNDER),
        ("less than 33%", Bound.UNDER),
        ("fast 33 %", Bound.NEARLY),
        ("nearly 33%", Bound.NEARLY),
        ("almost 33%", Bound.NEARLY),
        ("just under 33%", Bound.NEARLY),
        ("knapp 33 %", Bound.NEARLY),
        ("presque 33 %", Bound.NEARLY),
        ("casi 33 %", Bound.NEARLY),
        ("quasi 33 %", Bound.NEARLY),
        ("почти 33 %", Bound.NEARLY),
        ("近33%", Bound.NEARLY),
        ("rose up to 33", Bound.UP_TO),
        ("just over 33%", Bound.BARELY),
        ("33多艘", Bound.BARELY),
        ("un peu plus de 33 %", Bound.BARELY),
        ("all about it: 33%", Bound.EXACT),
    ],
)
def test_the_words_before_a_figure_say_how_it_is_meant(text: str, expected: Bound) -> None:
    assert bound(text, figures(text)[0]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It fell by 5%", True),
        ("It rose by 5%", False),
        ("While costs fell, sales grew 5%", False),
        ("While costs grew, sales fell 5%", True),
        ("It was 5% lower", True),
        ("It fell to be 5% higher", False),
        ("a loss of 5", True),
        ("下降了5%", True),
        ("снизилась на 5 %", True),
        ("It was 5%", False),
        ("The cuts done, the operating result was $5m", False),
        ("After the loss of two boats, margin was 5%", False),
        ("After the loss of two boats margin was 5%", False),
        ("Despite a cut in staff, the operating result was $5m", False),
        ("The loss-making unit earned $5m", False),
        ("It fell to 5%", False),
        ("Es sank auf 5 %", False),
        ("下降至5%", False),
        ("It was 5%, down from 8%", False),
        ("It was 5% after losses", False),
        ("It grew by less than 5%", False),
        ("The team had 5 losses", False),
        ("The loss was $5m", True),
        ("The loss for the year came to $5m", True),
        ("It fell sharply, by 5%", True),
        ("It fell in 2024 by 5%", True),
        ("It fell by nearly 5%", True),
        ("It lost $5m", True),
        ("a 5% decline", True),
        ("减少约5%", True),
        ("Losses ended; revenue was $5m", False),
        ("cut costs and earned $5m", False),
    ],
)
def test_the_nearest_word_of_movement_says_whether_a_figure_is_a_fall(text: str, expected: bool) -> None:
    assert falls(text, figures(text)[-1]) is expected
