"""Faults of an earlier tool in reading and comparing figures: the answer a user expects, and neighbours of the kind."""

from __future__ import annotations

import pytest

from gnut.text.normal import normal
from gnut.text.quantities.against import against
from gnut.text.quantities.finding import Terms
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities

S, C, U = "supported", "contradicted", "unsupported"

Found = tuple[str, str]


def found(answer: str, source: str, locale: str = "und", **options: bool | str) -> list[Found]:
    """(figure, status) of each figure of an answer."""
    text = normal(answer)
    held = [Held(normal(source), locale)]
    terms = Terms(locale=locale, **options)  # type: ignore[arg-type]
    return [(one.quantity.text, one.status) for one in against(text, quantities(text, locale), held, terms)]


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("The rate is 25 per cent.", "The rate is 25%.", [("25 per cent", S)]),
        ("Der Satz ist 25 Prozent.", "The rate is 25%.", [("25 Prozent", S)]),
        ("La tasa es 25 por ciento.", "The rate is 25 percent.", [("25 por ciento", S)]),
        ("Le taux est de 25 pour cent.", "25 %", [("25 pour cent", S)]),
        ("A taxa é de 25 por cento.", "25%", [("25 por cento", S)]),
        ("Il tasso è del 25 per cento.", "25%", [("25 per cento", S)]),
        ("A slope of 12‰.", "A slope of 1.2%.", [("12‰", S)]),
        ("A slope of 12 per mille.", "A slope of 12‰.", [("12 per mille", S)]),
        ("The rate is 25 per cent.", "The rate is 26%.", [("25 per cent", C)]),
    ],
)
def test_F03_percent_in_every_spelling(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("The total (100 plus 50) was $(1,234).", [("100", "100"), ("50", "50"), ("$(1,234)", "-1234")]),
        ("Sales (up 45) rose (see 2020).", [("45", "45"), ("2020", "2020")]),
        ("It had (about 300 people) then.", [("300", "300")]),
        ("a loss of (€1,234.50)", [("(€1,234.50)", "-1234.5")]),
        ("a loss of €(1.234,50)", [("€(1.234,50)", "-1234.5")]),
        ("((1,234))", [("(1,234)", "-1234")]),
    ],
)
def test_F06_a_stray_bracket_is_no_part_of_a_figure(text: str, figures: list[Found]) -> None:
    read = quantities(text, "en" if "1,234" in text else "und")
    assert [(one.text, f"{one.values[0].normalize():f}") for one in read] == figures


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("It declined by 15%.", "The change was -15%.", [("15%", S)]),
        ("That is minus 15%.", "The change was -15%.", [("minus 15%", S)]),
        ("It was booked 150-.", "It was booked -150.", [("150-", S)]),
        ("Er sank um 15 %.", "Veränderung: −15 %", [("15 %", S)]),
        ("Les ventes ont baissé de 15 %.", "Variation : -15 %", [("15 %", S)]),
        ("The change was -15%.", "Sales fell by 15%.", [("-15%", S)]),
        ("It rose by 15%.", "The change was -15%.", [("15%", C)]),
        ("moins 3 points de pourcentage", "-3 pp", [("moins 3 points de pourcentage", S)]),
    ],
)
def test_F07_a_sign_in_words_or_behind_is_kept(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("The bill is ₹12,34,567.", "The bill is ₹1,234,567.", [("₹12,34,567", S)]),
        ("or 15 lakh.", "or 1,500,000.", [("15 lakh", S)]),
        ("2 crore rupees", "₹20,000,000", [("2 crore rupees", S)]),
        ("12 млн рублей", "12,000,000 RUB", [("12 млн рублей", S)]),
        ("3 dozen eggs", "36 eggs", [("3 dozen", S)]),
        ("3,5 Mio. Euro", "3.500.000 €", [("3,5 Mio. Euro", S)]),
        ("营收3.5亿元", "营收350,000,000元", [("3.5亿元", S)]),
        ("15 lakh", "15,00,001", [("15 lakh", C)]),
    ],
)
def test_F08_groupings_and_scales_of_india_russia_and_china(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source, "en" if "₹1" in source or "lakh" in answer else "und") == expected


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("It needs version 3.11.2.", "It needs version 3.11.3.", [("3.11.2", C)]),
        ("It needs version 3.11.2.", "It needs version 3.11.2.", [("3.11.2", S)]),
        ("call +1 (555) 123-4567", "call +1 555 123 4567", [("+1 (555) 123-4567", S)]),
        ("at 192.168.0.1", "at 192.168.0.2", [("192.168.0.1", C)]),
        ("ISBN 978-3-16-148410-0", "ISBN 9783161484100", [("978-3-16-148410-0", S)]),
        ("python 3.12", "Python 3.12", [("3.12", S)]),
        ("doi 10.1000/xyz123", "doi 10.1000/xyz124", [("10.1000/xyz123", C)]),
    ],
)
def test_F13_what_names_something_is_compared_whole(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("The area is 10² m.", "The area is 102 m.", [("10² m", C)]),
        ("The area is 10² m.", "The area is 100 m.", [("10² m", S)]),
        ("about 10⁶ cells", "1,000,000 cells", [("10⁶", S)]),
        ("2³ of them", "23 of them", [("2³", C)]),
        ("a ½ of it", "1/2 of it, that is 0.5", [("½", S)]),
    ],
)
def test_F14_a_power_is_not_its_digits(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("العدد ٣٤٥٦", "العدد ٣٤٥٧", [("٣٤٥٦", C)]),
        ("العدد ٣٤٥٦", "the number 3456", [("٣٤٥٦", S)]),
        ("संख्या १२३४", "number 1234", [("१२३४", S)]),
        ("সংখ্যা ১২৩৪", "number 1235", [("১২৩৪", C)]),
        ("จำนวน ๑๒๓๔", "1234", [("๑๒๓๔", S)]),
        ("٥٪", "5%", [("٥٪", S)]),
    ],
)
def test_F17_digits_of_other_scripts_are_read(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("There were 5 patients.", "There were 6 patients.", [("5", C)]),
        ("Es waren 5 Patienten.", "Es waren 5 Patienten.", [("5", S)]),
        ("5 patients", "five patients", [("5", S)]),
        ("1. Open it.\n2. Close it.", "Nothing.", []),
        ("1) Open it.\n2) Close it.", "Nothing.", []),
        ("as [3] says", "Nothing.", []),
    ],
)
def test_F19_one_digit_that_counts_is_a_figure(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("stated", "rounding", "status"),
    [
        ("33.3%", "within_last_digit", S),
        ("33.4%", "within_last_digit", C),
        ("33.2%", "within_last_digit", C),
        ("33%", "within_last_digit", S),
        ("34%", "within_last_digit", C),
        ("33.33%", "half_up", S),
        ("33.34%", "half_up", C),
    ],
)
def test_F21_a_computed_figure_is_the_rounded_or_the_cut_one(stated: str, rounding: str, status: str) -> None:
    answer = f"The change was {stated} from 3.00 to 4.00."
    assert found(answer, "3.00 and 4.00", rounding=rounding) == [(stated, status), ("3.00", S), ("4.00", S)]


@pytest.mark.parametrize(
    ("answer", "source", "status"),
    [
        ("Sales were 4.2 million.", "Sales were 4,200 million.", C),
        ("Sales were 4.2 billion.", "Sales were 4,200 million.", S),
        ("Sales were 1,234 thousand.", "Sales were 1.234 thousand.", C),
        ("Sales were $4.2 million.", "Sales were $4,200 thousand.", S),
    ],
)
def test_F22_no_second_reading_before_a_scale_word(answer: str, source: str, status: str) -> None:
    assert [each for _, each in found(answer, source)] == [status]


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("Revenue in 2023 was 125.", "Revenue: 2022 125; 2023 140.", [("2023", S), ("125", C)]),
        ("Revenue in 2023 was 140.", "Revenue: 2022 125; 2023 140.", [("2023", S), ("140", S)]),
        ("There are 15 dogs.", "There are 15 people and 22 dogs.", [("15", C)]),
        ("There are 22 dogs.", "There are 15 people and 22 dogs.", [("22", S)]),
        ("Invoice 17 is $450.", "Invoice 17: $300. Invoice 18: $450.", [("17", S), ("$450", C)]),
        ("Invoice 18 is $450.", "Invoice 17: $300. Invoice 18: $450.", [("18", S), ("$450", S)]),
        (
            "Revenue was 125 in 2022 and 140 in 2023.",
            "Revenue: 2022 125; 2023 140.",
            [("125", S), ("2022", S), ("140", S), ("2023", S)],
        ),
        (
            "Revenue was 140 in 2022 and 125 in 2023.",
            "Revenue: 2022 125; 2023 140.",
            [("140", C), ("2022", S), ("125", C), ("2023", S)],
        ),
        # Nothing is plain enough to say more than that the number is there.
        ("Revenue in 2023 was 125.", "In 2023 all went well. Revenue came to 125.", [("2023", S), ("125", S)]),
        ("There are 15 dogs.", "15 animals were counted, and 22 cats.", [("15", S)]),
        ("In 2023, 15 ships sailed.", "From 2019 to 2023 some 15 ships sailed.", [("2023", S), ("15", S)]),
        ("Sales were 125 in 2023.", "2023 sales of 125 beat 2022.", [("125", S), ("2023", S)]),
    ],
)
def test_F23_the_right_number_of_the_wrong_row(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


def test_F23_a_table_tells_by_its_row_and_column() -> None:
    table = "Item\t2022\t2023\nRevenue\t125\t140\nCosts\t90\t95\n"
    assert found("Revenue in 2023 was 140.", table) == [("2023", S), ("140", S)]
    assert found("Revenue in 2023 was 125.", table) == [("2023", S), ("125", C)]


@pytest.mark.parametrize(
    ("answer", "source", "status"),
    [
        ("In 2023 sales were good.", "In 2022 sales were good.", C),
        ("In 2023 sales were good.", "Sales were good.", U),
        ("In 2023 sales were good.", "On 12 May 2023 sales were good.", S),
        ("In 2023 sales were good.", "In FY2023 sales were good.", S),
        ("On 12 May 2023 it began.", "It began on 2023-05-12.", S),
        ("On 12 May 2023 it began.", "It began on 2023-05-13.", C),
        ("In May 2023 it began.", "It began on 12 May 2023.", S),
    ],
)
def test_F24_another_year_or_date_contradicts(answer: str, source: str, status: str) -> None:
    assert [each for _, each in found(answer, source)] == [status]


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        ("Revenue tripled.", "Revenue grew from 5M to 20M.", [("tripled", C)]),
        ("Revenue quadrupled.", "Revenue grew from 5M to 20M.", [("quadrupled", S)]),
        ("a growth of 300%", "Revenue grew from 5M to 20M.", [("300%", S)]),
        ("Der Umsatz verdoppelte sich auf 10.", "Der Umsatz stieg von 5 auf 10.", [("verdoppelte", S), ("10", S)]),
        ("Revenue doubled.", "It is good.", [("doubled", U)]),
        ("It halved.", "It fell from 20M to 10M.", [("halved", S)]),
        ("Sales grew threefold.", "Sales tripled.", [("threefold", S)]),
    ],
)
def test_F25_multiples_and_what_follows_from_the_sources(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source) == expected


@pytest.mark.parametrize(
    ("answer", "source", "status"),
    [
        ("It was about 4.2 million.", "It was 4,198,000.", S),
        ("roughly 12%", "exactly 12.3%", S),
        ("roughly 12%", "exactly 12.6%", C),
        ("rund 4,2 Millionen", "4.198.000", S),
        ("environ 12 %", "12,3 %", S),
        ("~12%", "12.3%", S),
        ("12%", "12.3%", C),
        ("over 30 people", "31 people", S),
        ("over 30 people", "29 people", C),
        ("nearly 30 people", "29 people", S),
        ("nearly 30 people", "31 people", C),
    ],
)
def test_F26_a_hedged_figure_is_compared_at_its_digits(answer: str, source: str, status: str) -> None:
    locale = "de" if "rund" in answer else "en" if "4,198" in source else "und"
    assert [each for _, each in found(answer, source, locale)] == [status]


@pytest.mark.parametrize(
    ("answer", "source", "expected"),
    [
        (
            "The price is 50 and the profit 37,350.",
            "The price is $50 and the profit $37,350.",
            [("50", S), ("37,350", S)],
        ),
        ("The price is $50.", "The price is 50.", [("$50", S)]),
        ("It weighs 12 kg.", "Weight in kg: 12", [("12 kg", S)]),
        ("We kept 25 of them.", "We kept 25% of them.", [("25", U)]),
        ("The price is A$50.", "The price is US$50.", [("A$50", U)]),
        ("The price is $50.", "The price is A$50.", [("$50", S)]),
    ],
)
def test_F27_one_rule_for_a_unit_on_one_side(answer: str, source: str, expected: list[Found]) -> None:
    assert found(answer, source, "en") == expected
