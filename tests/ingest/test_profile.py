from __future__ import annotations

from typing import Any

import pytest

from gnut.errors import MalformedReport
from gnut.ingest.core import profile
from gnut.ingest.core.profile import segmenter
from tests.ingest.reports import X, Y, bound, cited, read


def given(**members: Any) -> dict[str, Any]:
    return {"schema": "groundnut-artifact-profile/v1", "key": "house", "version": "3", **members}


def test_report_is_the_profile_that_nobody_has_to_name() -> None:
    assert profile(None) == profile("report")
    assert profile(None).labels is False
    assert profile("groundnut-default").labels is True


def test_a_profile_is_known_by_its_hash() -> None:
    first = profile(given())
    assert first.sha256 != profile(given(version="4")).sha256
    assert first.sha256 != profile(given(html={"evidence_comment_prefix": "ev"})).sha256
    assert first.sha256 == profile(dict(reversed(list(given().items())))).sha256


def test_markers_are_sorted_before_they_are_hashed() -> None:
    one = {"b": "recommendation", "a": "open_question"}
    assert profile(given(html={"provenance_class_markers": one})) == profile(
        given(html={"provenance_class_markers": dict(sorted(one.items()))})
    )


def test_given_lists_replace_the_defaults() -> None:
    made = profile(given(html={"ignored_container_classes": ["refs"]}))
    assert made.ignored_classes == ("refs",)


@pytest.mark.parametrize(
    "chosen",
    [
        "nobody",
        given(schema="groundnut-artifact-profile/v9"),
        given(extra=1),
        given(key=" "),
        given(version=3),
        given(html=[]),
        given(html={"unknown": "x"}),
        given(html={"evidence_comment_prefix": ""}),
        given(html={"declared_analysis_classes": ["a", "a"]}),
        given(html={"declared_analysis_classes": "a"}),
        given(html={"provenance_class_markers": {"m": "unclassified"}}),
        given(html={"provenance_class_markers": {"m": "truth"}}),
        given(html={"provenance_class_markers": {"m": "recommendation"}, "declared_analysis_classes": ["m"]}),
        given(html={"ignored_container_attributes": ["not a name"]}),
        given(structured_fields={"claim": "x"}),
        given(structured_fields={"claims": ""}),
        given(segmenter={"key": "k", "version": "1", "strategies": {}}),
        given(segmenter={"key": "k", "version": "1", "strategies": {"markdown": " "}}),
        given(segmenter={"key": "k"}),
        given(segmenter={}),
        given(segmenter=[]),
        given(segmenter={"key": "k", "version": "1", "strategies": {" ": "by line"}}),
        given(segmenter={"key": "k", "version": "1", "strategies": {"markdown": "by line"}, "extra": 1}),
        given(segmenter={"schema": "other/v1", "key": "k", "version": "1", "strategies": {"markdown": "by line"}}),
        given(html={"provenance_class_markers": {" ": "recommendation"}}),
        given(html={"ignored_container_classes": ["a", " "]}),
        given(structured_fields={"claim_text": " "}),
        given(structured_fields=[]),
        {"schema": "groundnut-artifact-profile/v1", "version": "1"},
    ],
)
def test_a_profile_that_breaks_its_contract_is_refused(chosen: Any) -> None:
    with pytest.raises(MalformedReport) as caught:
        profile(chosen)
    assert caught.value.code == "invalid_profile"


def test_the_segmentation_of_each_kind_is_described_and_bound() -> None:
    own = segmenter()
    assert (own.key, own.version) == ("gnut.artifact-segmenter", "2")
    for name, text in (("a.md", "x"), ("a.html", "<p>x"), ("a.json", '{"claims": []}')):
        extraction = read(text, path=name)
        assert extraction.segmenter == own
        assert extraction.profile.sha256 == profile(None).sha256


def test_a_segmenter_of_its_own_is_part_of_the_profile() -> None:
    own = {
        "schema": "groundnut-segmenter-identity/v1",
        "key": "k",
        "version": "1",
        "strategies": {"markdown": "by line"},
    }
    assert profile(given(segmenter=own)).segmenter.key == "k"
    assert profile(given(segmenter=own)).sha256 != profile(given()).sha256


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        (f"Rise [output rose]({X}).", "output rose"),
        (f"Rise [a]({X} 'quote: output rose').", "output rose"),
        (f'Rise [a]({X} "p. 3 | QUOTE: output rose").', "output rose"),
        (f"Rise [a]({X} 'Parish minutes').", "a"),
        (f"Rise [a]({X} 'quote: b')<!-- groundnut-source-quote: output rose -->", "output rose"),
        (f"Rise <a href='{X}' title='quote: output rose'>a</a>.", "output rose"),
    ],
)
def test_labels_and_titles_are_excerpts_only_under_groundnuts_profile(text: str, excerpt: str) -> None:
    assert bound(read(text, "groundnut-default")) == [(excerpt, (X,))]
    assert [one for one, _ in bound(read(text))] in ([], ["output rose"])


@pytest.mark.parametrize("text", [f"Rise [[p. 4]]({X}).", f"Rise [a]({X} 'quote: [p. 4]')."])
def test_a_value_in_square_brackets_is_a_locator(text: str) -> None:
    unit = read(text, "groundnut-default").units[0]
    assert (unit.citations[0].locator, unit.bindings) == ("p. 4", ())


def test_quotation_marks_declare_nothing_under_groundnuts_profile() -> None:
    assert bound(read(f"He said “one two three four” [a]({X}).", "groundnut-default")) == [("a", (X,))]


def test_relative_links_are_no_citations_under_groundnuts_profile() -> None:
    assert cited(read(f'See [notes](a.md)<!-- gnut: quote="one two" --> and [b]({Y}).', "groundnut-default")) == [Y]


@pytest.mark.parametrize(
    ("comments", "code"),
    [
        ("<!-- groundnut-source-quote: a --><!-- groundnut-source-locator: b -->", "duplicate_evidence_marker"),
        (
            "<!-- groundnut-verification-question: a? --><!-- groundnut-verification-question: b? -->",
            "duplicate_question_marker",
        ),
    ],
)
def test_two_markers_on_one_citation_are_an_error_only_under_groundnuts_profile(comments: str, code: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read(f"Rise [a]({X}){comments}", "groundnut-default")
    assert caught.value.code == code
    read(f"Rise [a]({X}){comments}")


def test_two_quotes_on_one_citation_are_two_excerpts() -> None:
    text = f'Rise [a]({X})<!-- gnut: quote="one two" --><!-- gnut: quote="three four" -->'
    assert [one for one, _ in bound(read(text))] == ["one two", "three four"]
