"""What figures are said of: names, years beside comparisons, and when a source says otherwise."""

from __future__ import annotations

import time

import pytest

from gnut.text.quantities.against import against
from gnut.text.quantities.finding import Finding
from gnut.text.quantities.held import Held
from gnut.text.quantities.labels import beside
from gnut.text.quantities.names import names, same
from gnut.text.quantities.read import quantities


def found(claim: str, source: str) -> list[Finding]:
    """Return what a source holds of the figures of a claim."""
    return list(against(claim, quantities(claim), (Held(source),)))


APART = "UPS revenue was $90 billion in 2023. FedEx revenue was $87 billion."
TOGETHER = "In 2023, UPS and FedEx had revenue of $90 billion and $87 billion, respectively."
PAIRED = "UPS had revenue of $90 billion and FedEx of $87 billion."


@pytest.mark.parametrize("source", [APART, TOGETHER, PAIRED])
@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("UPS revenue was $90 billion and FedEx's revenue was $87 billion.", "supported"),
        ("UPS revenue was $87 billion and FedEx's revenue was $90 billion.", "contradicted"),
        ("FedEx earned revenue of $90 billion", "contradicted"),
        ("UPS earned revenue of $90 billion", "supported"),
        ("It earned revenue of $90 billion", "supported"),
        ("DHL earned revenue of $90 billion", "supported"),  # The source says nothing of DHL's.
    ],
)
def test_a_figure_of_another_name_is_contradicted(source: str, claim: str, status: str) -> None:
    assert {each.status for each in found(claim, source)} == {status}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Apple was founded in 1998.", "Google was founded in 1998 and Apple was founded in 1976."),
        ("Der Gewinn betrug 5 Mio. Euro.", "Der Umsatz betrug 5 Mio. Euro. Der Gewinn betrug 2 Mio. Euro."),
        ("La France a vendu 12 avions.", "L'Espagne a vendu 12 avions. La France a vendu 9 avions."),
        ("Bank of America cut 300 jobs.", "Bank of England cut 300 jobs; Bank of America cut 200 jobs."),
    ],
)
def test_names_are_read_in_years_and_in_other_languages(claim: str, source: str) -> None:
    assert [each.label is not None for each in found(claim, source)] == [True]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Jane Smith said revenue was $5 million.", "Acme's revenue was $5 million. Jane Smith earned $2 million."),
        ("Siemens made €5 billion.", "Siemens Energy made €5 billion. Siemens made €7 billion."),
        (
            "Meanwhile, sales were $5 million.",
            "Sales of Acme were $5 million. Meanwhile sales of Beta were $3 million.",
        ),
        ("In March it sold 50 cars.", "In April, Acme sold 50 cars. In March it sold 40 cars."),
        ("Operating income was $12, revenue $61.", "Revenue was $61. Operating income was $12."),
        ("In all 50 cars were sold, most in Germany.", "Europe sold 50 cars. In Germany 20 cars were sold."),
        ("Germany exported 50 cars.", "Berlin says that 50 cars were exported."),
    ],
)
def test_what_is_not_plain_is_not_contradicted(claim: str, source: str) -> None:
    assert {each.status for each in found(claim, source)} == {"supported"}


@pytest.mark.parametrize(
    "source",
    [
        "In 2025 revenue reached €61.3 million. In 2024 it was €54.8 million.",
        "In 2025 revenue reached €61.3 million, up from €54.8 million in 2024.",
        "Revenue: €54.8 million (2024), €61.3 million (2025).",
    ],
)
@pytest.mark.parametrize(
    "claim",
    [
        "€61.3 million, up from €54.8 million in 2024",
        "In 2025 revenue was €61.3 million, up from €54.8 million",
        "In 2025 revenue was €61.3 million, compared with €54.8 million the year before",
        "revenue rose from €54.8 million to €61.3 million in 2025",
    ],
)
def test_a_year_is_that_of_the_figures_on_its_side_of_a_comparison(claim: str, source: str) -> None:
    assert {each.status for each in found(claim, source)} == {"supported"}


@pytest.mark.parametrize("claim", ["Revenue was €54.8 million in 2025", "In 2024, revenue was €61.3 million"])
def test_a_figure_of_another_year_is_contradicted(claim: str) -> None:
    source = "In 2025 revenue reached €61.3 million. In 2024 it was €54.8 million."
    assert "label_mismatch" in [note for each in found(claim, source) for note in each.notes]


@pytest.mark.parametrize(
    ("marks", "figures", "at", "said"),
    [
        ([(0, "a"), (20, "b")], [10, 30], 30, ("b",)),
        ([(10, "a"), (30, "b")], [0, 20], 20, ("b",)),
        ([(0, "a"), (5, "b")], [10, 20], 10, ("a",)),
        ([(0, "a"), (30, "b")], [10, 20], 20, ("b",)),
        ([(0, "a"), (5, "b")], [10], 10, ()),
        ([(10, "a"), (20, "b")], [0, 1], 0, ()),
        ([], [], 0, ()),
    ],
)
def test_marks_belong_to_figures_in_pairs_or_in_order(
    marks: list[tuple[int, str]], figures: list[int], at: int, said: tuple[str, ...]
) -> None:
    assert beside(marks, figures, at) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The Bank of England and Bank of America", [{"bank", "england"}, {"bank", "america"}]),
        ("In Germany, BMW AG sold Minis", [{"germany"}, {"bmw"}, {"minis"}]),
        ("Apple's and IT's", [{"apple"}]),
        ("on Monday in March 2024", []),
        ("Łódź, Škoda, Athen, Αθήνα, Москва", [{"łódź"}, {"škoda"}, {"athen"}, {"αθήνα"}, {"москва"}]),
        ("iPhone sales at o2", []),
        ("", []),
    ],
)
def test_names_are_capitalised_words_that_are_no_grammar(text: str, said: list[set[str]]) -> None:
    assert [set(name) for _, name in names(text, 0, len(text))] == said


def test_names_are_of_one_thing_when_one_has_all_words_of_the_other() -> None:
    assert same(frozenset({"siemens"}), frozenset({"siemens", "energy"}))
    assert not same(frozenset({"bank", "england"}), frozenset({"bank", "america"}))


def test_many_names_and_figures_are_held_in_good_time() -> None:
    source = " ".join(f"Firm{chr(65 + at % 26)}x Alpha sold {at} cars for {at + 3} euros." for at in range(4_000))
    claim = " ".join(f"Firm{chr(65 + at % 26)}y Beta sold {at + 1} cars." for at in range(400))
    started = time.process_time()
    found(claim, source)
    assert time.process_time() - started < 20
