"""Markdown, HTML and JSON: told apart by the name, and saying the same of the same report."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pyromark
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.errors import GnutError, MalformedReport, ReportTooLarge
from gnut.ingest.contract import Extraction
from gnut.ingest.core import claims
from gnut.ingest.core.kinds import kind_of
from tests.ingest.reports import X, Y, read, texts
from tests.ingest.test_hostile import reading, refuse_square

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_GFM
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.md", "markdown"),
        ("A.MARKDOWN", "markdown"),
        ("a.mdx", "markdown"),
        ("a.qmd", "markdown"),
        ("a.txt", "markdown"),
        ("README", "markdown"),
        ("-", "markdown"),
        (".hidden", "markdown"),
        ("docs.html/a.md", "markdown"),
        ("a.html", "rendered_html"),
        ("a.md.HTM", "rendered_html"),
        ("a.json", "structured_json"),
        ("A.JSON", "structured_json"),
    ],
)
def test_the_ending_of_a_name_tells_the_kind(name: str, kind: str) -> None:
    assert kind_of(name) == kind


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.ipynb", "a.xhtml", "a.jsonl", "a.yaml", "a.md.bak", "a.png"])
def test_any_other_ending_is_refused(name: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read("x", path=name)
    assert (caught.value.code, bool(caught.value.help)) == ("unsupported_artifact", True)


# The same report, rendered.


REPORTS = {
    "links and quotations": f'He said "the mill ceased work" ([a]({X})), and «it shut again then» [b]({Y}). It was.',
    "a lead-in": f"As [the record]({X}) says:\n\n> The mill *ceased* work on 4 May.\n>\n> It shut.\n\nNext.",
    "a quote with its source": f"> The mill ceased work on 4 May. — [Record]({X})\n\nNext.",
    "numbers and a list": f'Up "nine per cent in all" [1][2].[3]\n\n## Sources\n\n1. A: {X}\n2. [B]({Y})\n3. {X}?3\n',
    "brackets and a list": f"Up [1, 2]. Down [1-3].\n\n[1] A, {X}\n[2] B, {Y}\n[3] C, {X}?3\n",
    "footnotes": f'Up "nine per cent in all".[^a] Down.[^b]\n\n[^a]: See [A]({X}).\n[^b]: A remark.\n',
    "a table": f'| Year | Sales |\n|---|---|\n| 2018 | "five of the ships" [a]({X}) |\n| 2019 | 6 |\n',
    "comments": f'Shut [in 2018]({X})<!-- gnut: quote="ceased work" -->. Up [b]({Y}) <!-- gnut: question="When?" -->.',
    "classes": "Hold it. <!-- groundnut-recommendation --> Sell.\n\nWe grew. <!-- groundnut-company-assertion -->",
    "a calculation": f'It is 60. <!-- gnut: calc="a * b" a="12 from c2" b="5" --> The price is 12 [a]({X}).',
    "code and maths": "Use `n = 5`, or:\n\n    sold 6 ships\n\nIt costs $x^2$ or $5.",
    "line breaks": f"Cost up  \nSales [down]({X})\nand out.\n\n- One.\n- Two [a]({Y}).\n",
    "fragments": f"Up [a]({X}#:~:text=the%20words,in%20it) and [b](#x) and [c](rel.md).",
    "headings": f"# Sales [a]({X})\n\n## Costs\n\nUp.",
    "no Latin letters": f"据报道，“公司去年亏损了三亿元人民币”，详见[公告]({X})。It is。[1]\n\n## 参考文献\n\n1. {Y}\n",
    "left by a chat": f"Up【4†source】. Down [cite: 2]. Also [a]({X}).",
    "raised numbers": f"Output<sup>1</sup> rose. In 10<sup>2</sup> m.\n\n## Sources\n\n1. {X}\n2. {Y}\n",
}


def told(extraction: Extraction) -> list[tuple[str, str | None, str | None, str | None, str]]:
    """(text, source, excerpt, question, class) of every claim."""
    found = []
    for _, index, citation, binding in claims(extraction):
        unit = extraction.units[index]
        cited = unit.citations[citation] if citation is not None else None
        found.append(
            (
                unit.text,
                cited.uri or cited.written if cited else None,
                unit.bindings[binding].excerpt.text if binding is not None else None,
                cited.question if cited else None,
                unit.provenance,
            )
        )
    return found


@pytest.mark.parametrize("chosen", ["report", "groundnut-default"])
@pytest.mark.parametrize("name", REPORTS)
def test_a_report_and_its_rendering_say_the_same(name: str, chosen: str) -> None:
    page = f"<!doctype html><meta charset=utf-8><title>T</title>{pyromark.html(REPORTS[name], options=OPTIONS)}"
    written, rendered = read(REPORTS[name], chosen), read(page, chosen, path="docs/report.html")
    assert told(rendered) == told(written)
    assert [unit.kind for unit in rendered.units] == [unit.kind for unit in written.units]
    assert [unit.numeric for unit in rendered.units] == [unit.numeric for unit in written.units]
    assert [unit.calculation for unit in rendered.units] == [unit.calculation for unit in written.units]


# Hostile pages.


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("<div>" * 100_000, "elements open at once"),
        ("<p " + "a=b " * 200_000 + ">x", "attributes in one tag"),
        ("<br>" * 400_001, "start tags"),
        ("<p>x" * 100_001, "blocks"),
        ("<p>A b. " + "Word two. " * 100_001, "sentences"),
        ("<p>" + "x" * (4 << 20), "bytes"),
        ("<p>" + "[" * 200_001, "brackets"),
        ("<p>" + "[1-200] " * 600 + f"<p>[1] {X}", "citations"),
    ],
)
def test_a_page_over_a_limit_is_refused_by_name(page: str, why: str) -> None:
    with pytest.raises(ReportTooLarge, match=why):
        read(page, path="report.html")


GROWING = {
    "one attribute": lambda n: f"<p title='{'a' * 15_000 * n}'>x <a href='{X}' title='{'b' * 15_000 * n}'>y</a></p>",
    "one address": lambda n: f"<p><a href='{X}{'a' * 15_000 * n}'>y</a></p>",
    "entities": lambda n: "<p>" + "&amp;&#x41;&notit;" * 1500 * n,
    "links": lambda n: "<p>" + f"See <a href='{X}'>a</a>. " * 200 * n,
    "empty links": lambda n: "<p>" + f"<a href='{X}'></a>" * 375 * n,
    "links in one quotation": lambda n: "<p>“" + f"a <a href='{X}'>b</a> " * 125 * n + "”",
    "open elements with a class": lambda n: (
        "<p>" + "<span class=groundnut-recommendation>" * 400 + "x <b>y</b>. " * 200 * n
    ),
    "elements with classes": lambda n: "<p>" + "<span class=groundnut-recommendation>x.</span> " * 200 * n,
    "excluded elements": lambda n: "<p>" + f"<i data-groundnut-evidence-exclude>x</i> <a href='{X}'>b</a> " * 150 * n,
    "nested exclusions": lambda n: "<div class=groundnut-references>" * 300 + "<p>x" * 200 * n,
    "footnotes": lambda n: (
        "<p>"
        + "".join(f"<a id=r{i} href=#n{i}>1</a> " for i in range(75 * n))
        + "".join(f"<li id=n{i}>See {X} <a href=#r{i}>b</a>" for i in range(75 * n))
    ),
    "footnotes with one way back": lambda n: (
        "<p><span id=r>"
        + "".join(f"<a href=#n{i}>1</a> " for i in range(100 * n))
        + "</span>"
        + "".join(f"<li id=n{i}>t <a href=#r>b</a>" for i in range(100 * n))
    ),
    "nested bodies": lambda n: (
        "<p><a href=#b id=a>1</a>" * 100 * n + "<div id=b>" * 300 + "x <a href=#a>y</a>" * 100 * n
    ),
    "nested quotes": lambda n: f"<blockquote><q cite='{X}'>" * 120 + "a b " * 750 * n,
    "comments": lambda n: f"<p>a <a href='{X}'>b</a><!-- gnut: quote='q w' --> " * 75 * n,
    "comments apart": lambda n: "<!-- a -->\n" * 1000 * n,
    "hidden parts": lambda n: "<p>" + f"<i hidden>a <a href='{X}'>b</a></i> " * 200 * n,
    "raised numbers": lambda n: "<p>" + "word<sup>1</sup> 5<sub>2</sub> " * 200 * n,
    "rows": lambda n: "<table>" + "<tr>" + "<td>a" * 100 + "</tr>" + "<tr><td>a" * 200 * n,
    "a wide row": lambda n: "<table><tr>" + "<th>a" * 250 * n,
    "items": lambda n: "<ol>" + "<li>a b" * 375 * n,
    "breaks": lambda n: "<p>" + "Ab<br>" * 500 * n,
    "signs": lambda n: "<" * 7500 * n,
}


@pytest.mark.parametrize("name", GROWING)
def test_the_time_for_a_page_grows_with_its_length(name: str) -> None:
    refuse_square(lambda n: reading(GROWING[name](n), "report.html"))


def test_three_hundred_classes_of_one_element_are_read() -> None:
    page = f"<p class='{' '.join(f'c{i}' for i in range(300))} groundnut-recommendation'>Hold.</p>"
    assert read(page, path="report.html").units[0].provenance == "recommendation"


def test_a_nul_ends_nothing() -> None:
    extraction = read(f"<p>a\0b <a href='{X}\0'>c</a></p><p>Next.</p>", path="report.html")
    assert texts(extraction)[1] == "Next."


# No input is a bug.


PIECES = st.sampled_from(
    [
        *"""<p> </p> <div> </div> <span> </span> <blockquote> </blockquote> <table> <tr> <td> <th> </table> <ol> <li>
    </ol> <h2> </h2> <q> </q> <sup> </sup> <pre> </pre> <code> </code> <br> <hr> <img> <template> </template>
    <svg> </svg>
    <math> <mi> </math> <details> <summary> <style> </style> <script> </script> <noscript> <a> </a> <!-- --> <b> </b>
    class=groundnut-recommendation [1] [2] 【3†x】 Sources “ ” " ' « » 。 . 5 % word Wort 词 $ ^ { } [@k]
    @k &amp; &#0; \x00
    """.split(),
        " ",
        "\n",
        "\n\n",
        "<a href='https://x.example/a'>",
        "<a href='#n' id=r>",
        "<a href='#r'>",
        "<li id=n>",
        "<p hidden>",
        "<p class=groundnut-company-assertion>",
        "<div data-groundnut-evidence-exclude>",
        "<i class=groundnut-open-question>",
        "<blockquote cite=y.txt>",
        "<p style='display:none'>",
        "<!-- gnut: quote='a b' -->",
        "<!-- gnut: calc='a' a='1 from c1' -->",
        "<!-- groundnut-calculation: {} -->",
        "<!-- groundnut-declared-analysis -->",
        "<!-- gnut: waive GN305 because -->",
        "\ufffc",
        "\u2028",
        "\ud7ff",
        "https://x.example/b",
    ]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["report", "groundnut-default"]))
def test_no_page_is_more_than_refused(pieces: list[str], chosen: str) -> None:
    page = "".join(pieces)
    try:
        extraction = read(page.encode("utf-8", "replace"), chosen, path="report.html")
    except GnutError:
        return
    assert [unit.place.start for unit in extraction.units] == list(range(len(extraction.units)))
    for unit in extraction.units:
        assert unit.text
        assert all(0 <= target < len(unit.citations) for one in unit.bindings for target in one.targets)


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                """claims claim_text claim_id source_url source_excerpt source_locator provenance_class
            declared_analysis verification_question calculation formula inputs name value source_claim_ids
            note""".split()
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(VALUES)
def test_no_structured_artifact_is_more_than_refused(value: Any) -> None:
    for made in (
        value,
        {"claims": value},
        {"claims": [value]},
        {"claims": [{"claim_text": "A", "provenance_class": "analyst_calculation", "calculation": value}]},
    ):
        try:
            extraction = read(json.dumps(made), path="claims.json")
        except GnutError:
            continue
        assert len({name for name, _, _, _ in claims(extraction)}) == len(extraction.units)


@given(st.binary(max_size=60), st.sampled_from(["report.html", "claims.json", "report.md"]))
def test_no_bytes_are_more_than_refused(body: bytes, path: str) -> None:
    with contextlib.suppress(GnutError):
        read(body, path=path)
