from __future__ import annotations

import pytest

from gnut.acquire.contract import Acquired
from gnut.check.contract import Finding
from gnut.check.core import check
from gnut.ingest.core import ingest, profile
from gnut.model import Absence, Report, Source, Uri
from gnut.text.anchor.contract import Outcome

A, B = Uri("https://a.example/1"), Uri("https://b.example/2")
WORDS = "the gate shuts at nine every evening"


def source(uri: Uri, text: str, hidden: str | None = None) -> Source:
    return Source(uri, uri, None, text, hidden, "complete", False, False, ())


def sought(report: str, acquired: dict[Uri, Acquired], own_uri: Uri | None = None) -> tuple[Finding, ...]:
    read = ingest(Report("report.md", report.encode(), ()), profile(None))
    return check(read, acquired, own_uri=own_uri).findings


def numbers(report: str, acquired: dict[Uri, Acquired]) -> list[tuple[str, str | None]]:
    return [
        (mark.text, mark.nearest)
        for finding in sought(report, acquired)
        for mark in finding.marks
        if mark.name == "number_not_in_source"
    ]


def test_an_excerpt_is_sought_in_the_source_that_its_citation_names() -> None:
    (finding,) = sought(f"It says “{WORDS}” [a]({A}).", {A: source(A, f"From May {WORDS}.")})
    assert finding.anchor is not None
    assert finding.anchor.outcome is Outcome.FOUND


def test_an_excerpt_over_a_stack_goes_to_the_first_member_that_holds_it() -> None:
    report = f"It says “{WORDS}” [1][2].\n\n## Sources\n\n[1] One: {A}\n[2] Two: {B}\n"
    first, second = sought(report, {A: source(A, "Nothing."), B: source(B, f"From May {WORDS}.")})
    assert (first.binding, second.binding) == (None, 0)


def test_an_excerpt_that_no_member_holds_goes_to_the_first() -> None:
    report = f"It says “{WORDS}” [1][2].\n\n## Sources\n\n[1] One: {A}\n[2] Two: {B}\n"
    first, second = sought(report, {A: source(A, "Nothing."), B: source(B, "Neither.")})
    assert (first.binding, second.binding) == (0, None)


def test_an_absent_excerpt_is_looked_for_in_the_other_sources() -> None:
    report = f"It says “{WORDS}” [a]({A}). More [b]({B})."
    first, _ = sought(report, {A: source(A, "Nothing."), B: source(B, f"From May {WORDS}.")})
    assert first.elsewhere == B


def test_words_that_only_a_page_hides_are_hidden() -> None:
    (finding,) = sought(f"It says “{WORDS}” [a]({A}).", {A: source(A, "Nothing.", f"From May {WORDS}.")})
    assert finding.hidden


def test_a_source_that_nobody_acquired_is_named_so() -> None:
    (finding,) = sought(f"It says “{WORDS}” [a]({A}).", {})
    assert isinstance(finding.acquired, Absence)
    assert finding.acquired.why == "not_acquired"


def test_the_report_itself_is_not_sought() -> None:
    report = f"It says “{WORDS}” [here](report.md)."
    (finding,) = sought(report, {}, own_uri=Uri("file:report.md"))
    assert (finding.acquired, finding.anchor) == (None, None)


def test_markup_inside_an_excerpt_is_a_normal_form() -> None:
    (finding,) = sought(f"It says “the *gate* shuts at nine every evening” [a]({A}).", {A: source(A, WORDS)})
    assert finding.anchor is not None
    assert (finding.anchor.method, finding.anchor.outcome) == ("normalised", Outcome.FOUND)


@pytest.mark.parametrize(
    ("sentence", "text", "marks"),
    [
        ("Dues rose by 5% in May", "Dues rose by 6% in May.", [("5%", "6%")]),
        ("Dues rose by 5% in May", "Dues rose by 5 percent in May.", []),
        ("Revenue was $4.2 million", "Revenue: 4,198,000 dollars.", [("$4.2 million", "4,198,000 dollars")]),
        ("Revenue was 4,2 Mio. Euro", "Revenue of EUR 4.2 million.", []),
        ("营收3.5亿元", "营收 350,000,000 元。", []),
        ("As Figure 3 shows it fell", "It fell.", []),
        ("It fell by −3.5 %", "It moved by -3.5%.", []),
        ("It fell by −3.5 %", "It moved by 3.5%.", [("−3.5 %", "3.5%")]),
    ],
)
def test_a_figure_of_the_sentence_is_compared_by_value(
    sentence: str, text: str, marks: list[tuple[str, str | None]]
) -> None:
    assert numbers(f"{sentence} [a]({A}).", {A: source(A, text)}) == marks


def test_a_figure_is_compared_where_an_excerpt_is_found_too() -> None:
    report = f"At 9 or at 21, “{WORDS}” [a]({A})."
    assert numbers(report, {A: source(A, f"From 9 to 20: {WORDS}.")}) == [("21", "20")]


def test_a_figure_inside_the_excerpt_is_no_figure_of_the_sentence() -> None:
    report = f"It says “dues rose by 7 percent in all of May” [a]({A})."
    assert numbers(report, {A: source(A, "Dues fell.")}) == []


def test_a_figure_that_another_citation_of_the_sentence_holds_is_held() -> None:
    report = f"Dues rose by 5% [a]({A}) and fees by 7% [b]({B})."
    assert numbers(report, {A: source(A, "Dues: 5%."), B: source(B, "Fees: 7%.")}) == []


def test_no_figure_is_compared_with_a_source_that_is_not_there() -> None:
    assert numbers(f"Dues rose by 5% [a]({A}).", {A: Absence(A, "gone", "")}) == []


def test_claims_are_numbered_in_reading_order_and_uncited_units_apart() -> None:
    report = "Plain words.\n\nIt says [so](https://a.example/1) and [so](https://a.example/2).\n\nMore words.\n"
    assert [finding.id for finding in sought(report, {})] == ["u1", "c1", "c2", "u2"]


def test_a_unit_that_cites_nothing_is_a_finding_without_a_citation() -> None:
    assert [(one.unit, one.citation) for one in sought("Plain words.\n", {})] == [(0, None)]
