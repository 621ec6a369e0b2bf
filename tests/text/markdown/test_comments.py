from __future__ import annotations

import pytest

from gnut.text.markdown.comments import Said, said
from gnut.text.markdown.tags import attributes, tags

CLASSES = {"groundnut-recommendation": "recommendation"}


def of(raw: str) -> list[tuple[str, str]]:
    found = said(raw, "groundnut-source", "groundnut-verification-question", CLASSES, ("groundnut-declared-analysis",))
    return [(one.kind, one.value) for one in found]


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("<!-- groundnut-source-quote: output rose -->", [("quote", "output rose")]),
        ("<!--groundnut-source-quote:output\n  rose in May-->", [("quote", "output rose in May")]),
        ("<!-- groundnut-source-locator: page 14, table 2 -->", [("locator", "page 14, table 2")]),
        ("<!-- groundnut-verification-question: When? -->", [("question", "When?")]),
        ("<!-- groundnut-verification-question: -->", []),
        ("<!-- groundnut-source-quote: -->", [("bad_marker", "")]),
        ('<!-- gnut: quote="output rose" -->', [("quote", "output rose")]),
        (
            '<!-- gnut: quote="he said \\"no\\" twice" locator="p. 3" -->',
            [("quote", 'he said "no" twice'), ("locator", "p. 3")],
        ),
        ("<!-- gnut: quote=“output rose” -->", [("quote", "output rose")]),
        ("<!-- gnut: quote=output -->", [("bad_marker", "")]),
        ('<!-- gnut: qoute="output" -->', [("bad_marker", "")]),
        ('<!-- gnut: quote="" -->', [("bad_marker", "")]),
        ("<!-- gnut: -->", [("bad_marker", "")]),
        ("<!-- gnut: waive GN305 seen on paper -->", [("waive", "seen on paper")]),
        ("<!-- gnut: waive GN305: seen on paper -->", [("waive", "seen on paper")]),
        ("<!-- gnut: waive GN305 -->", [("bad_waiver", "")]),
        ("<!-- gnut: waive everything -->", [("bad_waiver", "")]),
        ("<!-- groundnut-recommendation -->", [("class", "recommendation")]),
        ("<!-- groundnut-recomendation -->", [("bad_marker", "")]),
        ("<!-- groundnut-source-qoute: output rose -->", [("bad_marker", "")]),
        ("<!-- groundnut-recommendation groundnut-recomendation -->", [("bad_marker", "")]),
        ("<!-- groundnut-source markers were taken out here -->", []),
        ("<!-- groundnut-declared-analysis -->", [("legacy", "")]),
        ("<!-- we call this groundnut-recommendation -->", []),
        ("<!-- TODO: check -->", []),
        ("<!-- -->", []),
    ],
)
def test_a_comment_speaks_to_gnut_or_to_people(raw: str, found: list[tuple[str, str]]) -> None:
    assert of(raw) == found


def test_a_waiver_names_its_code_in_capitals() -> None:
    assert said("<!-- gnut: waive gn305 why -->", "e", "q", {}, ()) == (Said("waive", "why", "GN305"),)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<a href='x>y'>", ["a"]),
        ("<p>x</p><!-- <b> --><br/>", ["p", "p", "!--", "br"]),
        ("1 < 2 <b", []),
        ("<!-- never closed <b>", ["b"]),
        ("<!DOCTYPE html>", ["!"]),
        ("< a>", []),
    ],
)
def test_tags_are_told_from_text(text: str, names: list[str]) -> None:
    assert [tag.name for tag in tags(text)] == names


def test_attributes_are_read_quoted_and_unquoted() -> None:
    assert attributes("<a HREF=https://x.example/ title=\"a > b\" data-x='&amp;' hidden>") == {
        "href": "https://x.example/",
        "title": "a > b",
        "data-x": "&",
        "hidden": "",
    }


@pytest.mark.parametrize("sign", ["<!--", "<a ", "</", '<a b="', "<!", "<", "<a b='", "<a\n"])
def test_a_hundred_thousand_open_tags_are_read_in_one_pass(sign: str) -> None:
    assert len(tags(sign * 100_000)) <= 100_000


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("no_excerpt seen on paper", "GN305"),
        ("no_excerpt: seen on paper", "GN305"),
        ("no-excerpt – seen on paper", "GN305"),
        ("NO_EXCERPT seen on paper", "GN305"),
        ("no_excerpt\nseen\non paper", "GN305"),
        ("broken_citation seen on paper", "GN101"),
        ("GN305-seen on paper", "GN305"),
    ],
)
def test_a_waiver_may_name_its_finding_instead_of_the_code(written: str, code: str) -> None:
    (one,) = said(f"<!-- gnut: waive {written} -->", "e", "q", {}, ())
    assert (one.kind, one.code) == ("waive", code)


@pytest.mark.parametrize(
    "written", ["no_excerpt", "everything seen on paper", "GN999 seen", "no excerpt seen", "305 seen"]
)
def test_a_waiver_of_no_known_finding_is_named(written: str) -> None:
    assert said(f"<!-- gnut: waive {written} -->", "e", "q", {}, ()) == (Said("bad_waiver", "", ""),)
