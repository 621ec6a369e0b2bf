"""Structured JSON: one claim a row, under the names that a profile gives; every fault with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.errors import MalformedReport, ReportTooLarge
from gnut.ingest.contract import Extraction, UnitKind
from gnut.ingest.core import claims
from tests.ingest.reports import X, bound, cited, only
from tests.ingest.reports import read as read_any

A = {"claim_text": "A"}


def read(artifact: Any, chosen: str | dict[str, Any] | None = None) -> Extraction:
    body = artifact if isinstance(artifact, (str, bytes)) else json.dumps(artifact)
    return read_any(body, chosen, path="docs/claims.json")


def row(**members: Any) -> Extraction:
    return read({"claims": [{"claim_text": "The mill shut.", **members}]})


def refused(artifact: Any) -> MalformedReport:
    with pytest.raises(MalformedReport) as caught:
        read(artifact)
    return caught.value


def test_a_row_is_a_claim_with_its_source_and_excerpt() -> None:
    extraction = row(source_url=X, source_excerpt="ceased work on 4 May", source_locator="p. 3", claim_id="k")
    unit = only(extraction)
    assert (unit.kind, unit.declared_id, unit.location) == (UnitKind.CLAIM, "k", "claims[0]")
    assert bound(extraction) == [("ceased work on 4 May", (X,))]
    assert (unit.citations[0].locator, unit.bindings[0].excerpt.origin) == ("p. 3", "field")
    assert unit.place.line == 0


def test_a_claim_is_known_by_its_own_id_or_its_place_in_the_array() -> None:
    extraction = read({"claims": [{**A, "claim_id": " k "}, A, {**A, "source_url": X}]})
    assert [name for name, _, _, _ in claims(extraction)] == ["k", "c2", "c3"]


def test_a_byte_order_mark_is_no_part_of_the_json() -> None:
    assert len(read(b'\xef\xbb\xbf{"claims": [{"claim_text": "A"}]}').units) == 1


def test_members_that_nobody_maps_may_be_anything() -> None:
    made = {
        "claims": [{**A, "score": 0.75, "nested": {"claim_text": 5}, "none": None}],
        "generator": {"temperature": 0.2},
    }
    assert only(read(made)).text == "A"


@pytest.mark.parametrize("absent", ["", "  ", None])
def test_an_optional_member_that_is_blank_or_null_is_absent(absent: str | None) -> None:
    unit = only(
        row(source_url=absent, source_excerpt=absent, claim_id=absent, provenance_class=absent, calculation=None)
    )
    assert (unit.citations, unit.bindings, unit.declared_id, unit.provenance) == ((), (), "c1", "unclassified")


def test_a_question_is_the_claims_own() -> None:
    unit = only(row(source_url=X, verification_question=" When? "))
    assert (unit.question, unit.citations[0].question) == ("When?", "When?")


def test_a_locator_without_an_address_names_a_record_that_has_none() -> None:
    unit = only(row(source_locator="Board minutes, folio 9", source_excerpt="ceased work"))
    assert (unit.citations[0].unresolvable, unit.citations[0].locator) == (True, "Board minutes, folio 9")
    assert unit.bindings[0].excerpt.text == "ceased work"


def test_an_excerpt_without_any_source_is_an_unsourced_quotation() -> None:
    unit = only(row(source_excerpt="ceased work"))
    assert [one.text for one in unit.unsourced] == ["ceased work"]


def test_a_path_is_read_from_the_folder_of_the_artifact() -> None:
    assert cited(row(source_url="../src/a.txt#L2-L3")) == ["file:src/a.txt"]
    assert only(row(source_url="a.txt#L2-L3")).citations[0].locator == "L2-L3"


@pytest.mark.parametrize(
    "address", ["/etc/passwd", "../../secret", ".git/config", "mailto:a@b.example", "ftp://f.example"]
)
def test_an_address_that_names_no_source_is_a_broken_citation(address: str) -> None:
    extraction = row(source_url=address, source_excerpt="words")
    (citation,) = only(extraction).citations
    assert (citation.uri, citation.broken is not None) == (None, True)
    assert only(extraction).bindings[0].excerpt.text == "words"


def test_the_excerpt_member_goes_before_what_the_address_marks() -> None:
    marked = f"{X}#:~:text=one%20two&text=three"
    assert bound(row(source_url=marked)) == [("one two", (X,))]
    assert bound(row(source_url=marked, source_excerpt="other")) == [("other", (X,))]
    assert [len(row(source_url=marked, source_excerpt=one).noted) for one in (None, "other")] == [1, 2]


def test_a_figure_of_the_authors_own_is_seen() -> None:
    assert only(row(claim_text="Sales rose 9 %.")).numeric
    quoted = row(claim_text="They said sales rose 9 % then.", source_url=X, source_excerpt="sales rose 9 %")
    assert (only(quoted).prose, only(quoted).numeric) == ("They said then.", False)


def test_names_of_members_come_from_the_profile() -> None:
    chosen = {
        "key": "house",
        "version": "1",
        "structured_fields": {"claims": "items", "claim_text": "says", "source_uri": "link", "excerpt": "quote"},
    }
    extraction = read({"items": [{"says": "A", "link": X, "quote": "q"}]}, chosen)
    assert (bound(extraction), only(extraction).location) == ([("q", (X,))], "items[0]")


@pytest.mark.parametrize(
    ("flag", "said", "provenance", "declared"),
    [
        (False, None, "unclassified", False),
        (True, None, "analyst_inference", True),
        (True, "unclassified", "analyst_inference", True),
        (True, "recommendation", "recommendation", True),
        (False, "analyst_calculation", "analyst_calculation", True),
        (False, "open_question", "open_question", False),
    ],
)
def test_the_legacy_flag_and_the_class_agree(flag: bool, said: str | None, provenance: str, declared: bool) -> None:
    unit = only(row(declared_analysis=flag, provenance_class=said))
    assert (unit.provenance, unit.declared_analysis) == (provenance, declared)


WRONG: list[tuple[Any, str, str]] = [
    ([], "wrong_type", "/"),
    ("5", "wrong_type", "/"),
    ({"rows": []}, "claims_array_missing", "/claims"),
    ({"claims": {}}, "claims_array_missing", "/claims"),
    ({"claims": None}, "claims_array_missing", "/claims"),
    ({"claims": [A, "A"]}, "wrong_type", "/claims/1"),
    ({"claims": [None]}, "wrong_type", "/claims/0"),
    ({"claims": [{}]}, "required_field_missing", "/claims/0/claim_text"),
    ({"claims": [{"claim_text": None}]}, "required_field_missing", "/claims/0/claim_text"),
    ({"claims": [{"claim_text": " \n"}]}, "required_field_missing", "/claims/0/claim_text"),
    ({"claims": [{"claim_text": 5}]}, "wrong_type", "/claims/0/claim_text"),
    ({"claims": [{**A, "claim_id": 7}]}, "wrong_type", "/claims/0/claim_id"),
    ({"claims": [{**A, "source_url": [X]}]}, "wrong_type", "/claims/0/source_url"),
    ({"claims": [{**A, "source_excerpt": 1.5}]}, "wrong_type", "/claims/0/source_excerpt"),
    ({"claims": [{**A, "source_locator": {}}]}, "wrong_type", "/claims/0/source_locator"),
    ({"claims": [{**A, "verification_question": True}]}, "wrong_type", "/claims/0/verification_question"),
    ({"claims": [{**A, "provenance_class": 1}]}, "wrong_type", "/claims/0/provenance_class"),
    ({"claims": [{**A, "provenance_class": "rumour"}]}, "unknown_provenance_class", "/claims/0/provenance_class"),
    ({"claims": [{**A, "declared_analysis": None}]}, "wrong_type", "/claims/0/declared_analysis"),
    ({"claims": [{**A, "declared_analysis": "true"}]}, "wrong_type", "/claims/0/declared_analysis"),
    ({"claims": [{**A, "declared_analysis": 1}]}, "wrong_type", "/claims/0/declared_analysis"),
    (
        {"claims": [{**A, "declared_analysis": True, "provenance_class": "open_question"}]},
        "conflicting_provenance",
        "/claims/0",
    ),
    ({"claims": [{**A, "claim_id": "k"}] * 2}, "duplicate_claim_id", "claims[1]"),
    ({"claims": [{**A, "claim_id": "c2"}, A]}, "duplicate_claim_id", "'c2'"),
    ({"claims": [{**A, "calculation": 5}]}, "lineage_on_wrong_class", "/claims/0"),
]


@pytest.mark.parametrize(("artifact", "code", "place"), WRONG)
def test_a_fault_is_refused_with_its_code_and_its_place(artifact: Any, code: str, place: str) -> None:
    refusal = refused(artifact)
    assert refusal.code == code
    assert place in str(refusal)


@pytest.mark.parametrize(
    ("artifact", "place"),
    [
        ("", ""),
        ('{"claims": [', ""),
        ('{"claims": []} {}', ""),
        ('{"claims": [{"claim_text": "A"}], "claims": []}', "/claims"),
        ('{"claims": [{"claim_text": "A", "claim_text": "B"}]}', "/claims/0/claim_text"),
        ('{"claims": [{"claim_text": "A", "score": NaN}]}', "/claims/0/score"),
        ('{"claims": [{"claim_text": "A", "score": 1e999}]}', "/claims/0/score"),
        ('{"claims": [{"claim_text": "A\\ud800"}]}', "/claims/0/claim_text"),
        (b'{"claims": [{"claim_text": "A\xff"}]}', "/claims/0"),
        ("[" * 100 + "]" * 100, ""),
        ('{"claims": [{"claim_text": "A\x00"}]}', "/claims/0"),
        ('\ufeff\ufeff{"claims": []}', ""),
    ],
)
def test_what_is_no_strict_json_is_malformed_and_never_empty_evidence(artifact: str | bytes, place: str) -> None:
    refusal = refused(artifact)
    assert refusal.code == "malformed_json"
    assert place in str(refusal)


def test_a_name_of_the_profile_is_a_json_pointer_in_messages() -> None:
    chosen = {"key": "k", "version": "1", "structured_fields": {"claim_text": "a/b~c"}}
    with pytest.raises(MalformedReport, match="/claims/0/a~1b~0c"):
        read({"claims": [{}]}, chosen)


def test_a_million_claims_are_refused() -> None:
    with pytest.raises(ReportTooLarge):
        read('{"claims": [' + ",".join(['{"claim_text": "x"}'] * 1_000_000) + "]}")
    with pytest.raises(ReportTooLarge, match="100000 claims"):
        read('{"claims": [' + ",".join(['{"claim_text":"x"}'] * 100_001) + "]}")


def test_three_hundred_classes_of_one_row_are_one_wrong_class() -> None:
    said = " ".join(["recommendation"] * 300)
    assert refused({"claims": [{**A, "provenance_class": said}]}).code == "unknown_provenance_class"
