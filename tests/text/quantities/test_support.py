from __future__ import annotations

import pytest

from gnut.text.quantities.against import against
from gnut.text.quantities.asserting import asserted
from gnut.text.quantities.finding import Finding
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities


def finding(claim: str, source: str) -> Finding:
    """Return what a source holds of the first figure of a claim."""
    return against(claim, quantities(claim)[:1], (Held(source),))[0]


SOURCE = "In 2024 revenue was 4,200,000 dollars, 14.2% of sales, in 20 shops."


@pytest.mark.parametrize("claim", ["$4.2 million", "4.2 million", "14.2 percent", "14,2 %", "20", "2024"])
def test_an_equal_value_in_another_spelling_is_held(claim: str) -> None:
    assert finding(claim, SOURCE).status == "supported"


@pytest.mark.parametrize(
    ("claim", "nearest"), [("14.3%", "14.2%"), ("2025", "2024"), ("4.3 million", "4,200,000 dollars")]
)
def test_an_absent_value_comes_with_the_nearest_and_its_place(claim: str, nearest: str) -> None:
    found = finding(claim, SOURCE)
    assert found.status != "supported"
    assert found.place is not None
    span = found.place.quantity.span
    assert SOURCE[span.start : span.end] == nearest


@pytest.mark.parametrize(
    ("claim", "source", "nearest"),
    [
        ("£31 million", "The year 2019 was good.", None),
        ("£31 million", "In 2019 it made £13 million.", "£13 million"),
        ("£31 million", "In 2019 it made 13,000,000.", "13,000,000"),
        ("£31 million", "The 18 people of 2019 said so.", None),
        ("$5", "see Figure 6 and section 4", None),
        ("340 people", "On 12 May 2019, see page 341, at 10:30, on 2019-03-12.", None),
        ("17 ships", "On 16 mai, on May 18, le 15 septembre, am 14. März, 5月16日: 90 ships.", "90"),
        ("17 ships", "18 marines may have sunk 90 decks", "18"),
        ("17 ships", "18 may have sunk", "18"),
        ("17 ships", "18 января; 18 de enero; the 18th of it", None),
        ("17 ships", "16. the first point\n18. the next point", None),
        ("14.3%", "In 2024 it had 14 shops.", None),
        ("14.3%", "In 2024 it had 14 shops and 90% of sales.", "90%"),
        ("2025", "It made 2,024 ships in 1999.", "1999"),
        ("2025", "It made 2,024 ships.", None),
        ("2,026 ships", "In 2025 it made 90 ships.", "90"),
        ("90 ships", "It made €91.", "€91"),
        ("-4.2 million", "a loss of 4 million, a gain of -4.1 million", "-4.1 million"),
    ],
)
def test_a_figure_has_neighbours_of_its_own_kind_alone(claim: str, source: str, nearest: str | None) -> None:
    found = finding(claim, source)
    assert found.status != "supported"
    like = found.place if found.distance is not None else None  # Else it is only something to show.
    assert (like and like.quantity.text) == nearest


def test_digits_inside_a_longer_number_are_not_held() -> None:
    assert finding("4.2 boats", "14.2 boats").status != "supported"


def test_a_percentage_is_not_held_by_the_same_digits_per_mille() -> None:
    assert finding("a slope of 5%", "a slope of 5‰").status != "supported"


def test_money_is_not_held_by_a_percentage_of_the_same_digits() -> None:
    assert finding("$14.2", "14.2% of sales").status != "supported"


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3 shows it",
        "Finding 12: the gate shut",
        "see section 2.1",
        "第 5 章",
        "раздел 7",
        "Kapitel 4",
        "§ 7",
        "3. first point",
        "page 14",
    ],
)
def test_a_coordinate_is_not_asserted(text: str) -> None:
    assert asserted(text) == ()


def test_a_figure_beside_a_coordinate_is_still_asserted() -> None:
    assert [each.text for each in asserted("Figure 3 shows 5% growth")] == ["5%"]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("12 boats", "twelve boats"),
        ("21 boats", "Twenty-one boats"),
        ("12 Boote", "zwölf Boote"),
        ("12 bateaux", "douze bateaux"),
        ("12 艘", "十二艘"),
        ("100 boats", "a hundred boats"),
        ("1,000 boats", "a thousand boats"),
        ("0.5 of them", "½ of them"),
        ("1.5 hours", "1½ hours"),
        ("0.5 hours", "half an hour"),
        ("a result of -5", "a result of (5)"),
        ("-0.5%", "minus 0.5 percent"),
        ("5 million", "5×10⁶"),
        ("5 million", "5 x 10^6"),
        ("US$7", "$7"),
        ("7 Prozentpunkte", "7 percentage points"),
    ],
)
def test_a_value_in_another_notation_is_held(claim: str, source: str) -> None:
    assert finding(claim, source).status == "supported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("$7", "€7"),
        ("US$7", "A$7"),
        ("7%", "7 percentage points"),
        ("12 boats", "thirteen boats"),
        ("$12", "twelve boats"),
        ("one and 12", "a dozen"),
        ("-5", "5"),
        ("5 million", "5×10³"),
    ],
)
def test_another_value_or_unit_is_not_held(claim: str, source: str) -> None:
    assert finding(claim, source).status != "supported"


GROWTH = "Revenue rose from €54.8 million to €61.3 million in 2025. Costs were 7 million."
DEBT = "Debt fell from €61.3 million to €54.8 million."


@pytest.mark.parametrize(
    ("claim", "source", "status"),
    [
        ("Revenue rose by €6.5 million.", GROWTH, "supported"),
        ("Revenue fell by €6.5 million.", GROWTH, "contradicted"),
        ("Revenue of both years was €116.1 million in total.", GROWTH, "supported"),
        ("Revenue rose by €5.6 million.", GROWTH, "contradicted"),
        ("Revenue was €6.5 million.", GROWTH, "contradicted"),
        ("Costs rose by €6.5 million.", GROWTH, "contradicted"),
        ("Debt fell by €6.5 million.", DEBT, "supported"),
        ("Debt rose by €6.5 million.", DEBT, "contradicted"),
        ("The plant has 27 staff in all.", "The plant has 12 staff in Lyon and 15 in Paris.", "supported"),
        ("The plant has 27 staff.", "The plant has 12 staff in Lyon and 15 in Paris.", "contradicted"),
    ],
)
def test_a_sum_or_difference_of_a_sentence_is_held_where_words_say_that_it_is_one(
    claim: str, source: str, status: str
) -> None:
    assert finding(claim, source).status == status


@pytest.mark.parametrize(
    ("claim", "source", "nearest"),
    [
        ("13 May 2023", "On 12 May 2019, on 12 May 2023, on 1 June 2023", "12 May 2023"),
        ("1 January 2024", "On 1 January 2020 and on 31 December 2023", "31 December 2023"),
        ("2023-05", "in 2019-01, 2023-06", "2023-06"),
        ("Q3 2023", "Q1 2020 and Q2 2023", "Q2 2023"),
        ("version 3.11.2", "versions 2.0.1, 3.11.3 and 3.12.1", "3.11.3"),
        ("€5.6 million", "€54.8 million and 7 million", "€54.8 million"),
    ],
)
def test_the_nearest_is_the_nearest_of_its_kind(claim: str, source: str, nearest: str) -> None:
    found = finding(claim, source)
    assert found.status == "contradicted"
    assert found.place is not None
    assert found.place.quantity.text == nearest
