"""Lines that claim and lines that list, footnotes beside lists, and the sentences around their marks."""

from __future__ import annotations

import pytest

from tests.ingest.reports import X, Y, bound, broken, cited, noted, read, texts

CLAIMED = (
    f'{{0}}Costs: "Capital costs fell by 99% between 2015 and 2021" ([review]({X})).\n'
    f'{{1}}Birds: "Surveyors counted 99,250 knot" ([survey]({Y})).\n'
)
HEADS = [
    "## Key findings\n\n",
    "## Wichtigste Ergebnisse\n\n",
    "## 主要发现\n\n",
    "## النتائج\n\n",
    "Findings:\n\n",
    "",
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("marks", [("- ", "- "), ("* ", "* "), ("1. ", "2. "), ("1) ", "2) "), ("• ", "• ")])
@pytest.mark.parametrize(
    "lead", [f'Costs fell, "Capital costs fell by 23%" ([review]({X})).\n\n', "Costs fell.\n\n", ""]
)
def test_quoted_claims_in_a_closing_list_are_rows(lead: str, marks: tuple[str, str], head: str) -> None:
    extraction = read(lead + head + CLAIMED.format(*marks))
    assert bound(extraction)[-2:] == [
        ("Capital costs fell by 99% between 2015 and 2021", (X,)),
        ("Surveyors counted 99,250 knot", (Y,)),
    ]
    assert noted(extraction) == []


@pytest.mark.parametrize("marks", [("- ", "- "), ("1. ", "2. ")])
@pytest.mark.parametrize("lead", [f"Costs fell ([review]({X})).\n\n", ""])
def test_claims_without_a_quotation_in_a_closing_list_are_rows(lead: str, marks: tuple[str, str]) -> None:
    one, two = marks
    extraction = read(f"{lead}## Key findings\n\n{one}Costs fell by 99%: {X}\n{two}Birds rose by 3%: {Y}\n")
    assert cited(extraction)[-2:] == [X, Y]


@pytest.mark.parametrize(
    "declared", [f'[review]({X})<!-- gnut: quote="it fell" -->', f"[review]({X}#:~:text=it%20fell)"]
)
def test_a_declared_excerpt_is_a_claim_even_under_a_heading_for_sources(declared: str) -> None:
    extraction = read(f"Costs fell.\n\n## Sources\n\n- Costs, {declared}\n- [Survey]({Y})\n")
    assert bound(extraction) == [("it fell", (X,))]
    assert noted(extraction) == ["list_note"]


SOURCES = ["## References\n\n", "## Sources\n\n", "## Notes\n\n", "**Quellen:**\n\n", "参考文献：\n\n", ""]


@pytest.mark.parametrize("head", SOURCES)
@pytest.mark.parametrize("name", ["m", "1", "café", "注"])
def test_a_footnote_counts_wherever_its_body_stands(name: str, head: str) -> None:
    extraction = read(f'Costs fell.[^{name}]\n\n{head}[^{name}]: "The real cost fell", [study]({X}), 2021.\n')
    assert bound(extraction) == [("The real cost fell", (X,))]
    assert noted(extraction) == ["footnote_body"]


@pytest.mark.parametrize("head", SOURCES)
def test_a_quotation_at_the_mark_goes_to_a_footnote_under_a_heading(head: str) -> None:
    extraction = read(f'Costs "fell by a fifth overall".[^a] Birds rose.[^b]\n\n{head}[^a]: {X}\n[^b]: {Y}\n')
    assert bound(extraction) == [("fell by a fifth overall", (X,))]
    assert cited(extraction) == [X, Y]


@pytest.mark.parametrize("body", [f"[study]({X})", "[study](src/tide.txt)"])
def test_a_footnote_below_a_numbered_list_counts(body: str) -> None:
    extraction = read(
        f'One [1]. Two.[^m]\n\n## References\n\n[1] One: {Y}\n\n[^m]: "The tide came late that year" — {body}\n',
        path="report.md",
    )
    uri = X if X in body else "file:src/tide.txt"
    assert bound(extraction) == [("The tide came late that year", (uri,))]
    assert cited(extraction) == [Y, uri]


def test_a_footnote_with_a_relative_link_holds_the_quotation_at_its_mark() -> None:
    extraction = read('The tide "came late that whole year".[^m]\n\n[^m]: [study](src/tide.txt)\n', path="report.md")
    assert bound(extraction) == [("came late that whole year", ("file:src/tide.txt",))]


def test_a_footnote_with_a_relative_link_and_no_quotation_is_navigation() -> None:
    extraction = read("The tide came late.[^m]\n\n[^m]: See [the annex](annex.md).\n")
    assert cited(extraction) == []
    assert "navigation" in noted(extraction)


@pytest.mark.parametrize(
    "mark",
    ["[^m]", "^[A remark.]", "[5]", "²", " [^m]", "[^m][^n]"],
)
def test_a_mark_that_cites_nothing_ends_its_sentence_all_the_same(mark: str) -> None:
    extraction = read(
        f'That is the real cost.{mark} Turbines "are taller than before" [a]({X}).\n\n[^m]: A remark.\n\n[^n]: B.\n'
    )
    assert [text.split()[0] for text in texts(extraction)] == ["That", "Turbines"]
    assert bound(extraction) == [("are taller than before", (X,))]


def test_a_dropped_mark_behind_a_wide_stop_ends_its_sentence() -> None:
    extraction = read("成本下降。[^m]风机变高。\n\n[^m]: 说明。\n")
    assert texts(extraction) == ["成本下降。", "风机变高。"]


@pytest.mark.parametrize("entry", ["Feasibility study, src/tide.txt", "Study: ../data/tide-2021.csv", "`src/tide.txt`"])
def test_an_entry_whose_path_is_no_link_says_how_to_write_it(entry: str) -> None:
    extraction = read(f"Tides rose [1] [2].\n\n## Sources\n\n[1] One: {X}\n[2] {entry}\n")
    (sentence,) = [one.broken for unit in extraction.units for one in unit.citations if one.broken]
    assert broken(extraction) == ["[2]"]
    assert "as a link, [title](" in sentence
    assert "tide" in sentence


def test_an_entry_without_any_path_says_that_it_has_no_address() -> None:
    extraction = read(f"Tides rose [1] [2].\n\n## Sources\n\n[1] One: {X}\n[2] Smith and/or Lee, vol. 3/4, 2021.\n")
    (sentence,) = [one.broken for unit in extraction.units for one in unit.citations if one.broken]
    assert sentence == "entry 2 of the source list has no address"


def test_a_line_that_heads_footnotes_is_no_sentence() -> None:
    extraction = read(f"Costs fell.[^m]\n\nReferences:\n[^m]: {X}\n")
    assert texts(extraction) == ["Costs fell."]
    assert cited(extraction) == [X]
