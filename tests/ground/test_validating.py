"""A manifest in which one good thing was changed is refused, with the place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from gnut.ground.compat import (
    aggregate_telemetry,
    assess_acl,
    assess_citations,
    assess_freshness_coverage,
    assess_grounding,
    assess_refusal,
    oldest_timestamp,
    validate_citations,
    validate_ground_manifest,
)
from gnut.ground.contract import GroundEvidenceError, ManifestValidationError
from tests.ground.test_core import NOW, probe, source

Change = Callable[[dict[str, Any]], object]

SOURCES = [
    source("a", citation_required=True, acl_probe_principals=["x", "z"]),
    source("b", refuse_when_unsupported=True),
    source("c", permission_model="none"),
]
ACL = [
    probe("x", True, "2", "1", of="a"),
    probe("y", False, "2", of="a"),
    probe("x", True, "3", of="b", captured_at="?"),
]
CITED = [{"source_id": "a", "citations": ["1", "9"], "retrieved_ids": ["1"], "captured_at": "2020-01-01T00:00:00Z"}]
REFUSED = [{"source_id": "b", "query_id": "q", "refused": False, "captured_at": None, "tokens": 1.5}]
RUNS = {"acl_runs": ACL, "citation_runs": CITED, "refusal_runs": REFUSED}
MANIFEST = assess_grounding(sources=SOURCES, **RUNS, generated_at=NOW, retrieval_quality_baseline="b/1")


def test_a_manifest_with_everything_in_it_stands() -> None:
    assert validate_ground_manifest(MANIFEST) == MANIFEST
    assert [each["status"] for each in MANIFEST["findings"]] == ["must-fix", "must-fix", "must-fix", "not-verified"]
    assert MANIFEST["status"] == "partial"


def detail(manifest: dict[str, Any], at: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = manifest["findings"][at]["detail"]
    return found


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("schema", lambda m: m.update(schema="threadlight.ground/v2")),
        ("tool_version", lambda m: m.update(tool_version="")),
        ("generated_at", lambda m: m.update(generated_at="2026-01-02")),
        ("freshness.valid_for_hours", lambda m: m["freshness"].update(valid_for_hours=0)),
        ("freshness.valid_for_hours", lambda m: m["freshness"].update(valid_for_hours=8761)),
        ("freshness.valid_for_hours", lambda m: m["freshness"].update(valid_for_hours=24.0)),
        ("freshness.valid_for_hours", lambda m: m["freshness"].update(valid_for_hours=True)),
        ("freshness.source_oldest_at", lambda m: m["freshness"].update(source_oldest_at="soon")),
        ("freshness.more", lambda m: m["freshness"].update(more=1)),
        ("status", lambda m: m.update(status="complete")),
        ("status", lambda m: m.update(status="passed")),
        ("more", lambda m: m.update(more=1)),
        ("payload", lambda m: m.update(payload=1)),
        ("telemetry", lambda m: m.pop("telemetry")),
        ("findings", lambda m: m["findings"].pop()),
        ("findings", lambda m: m["findings"].reverse()),
        ("findings", lambda m: m["findings"].append(m["findings"][3])),
        ("findings[0].id", lambda m: m["findings"][0].update(id="GRD-005")),
        ("findings[0].status", lambda m: m["findings"][0].update(status="pass")),
        ("findings[0].note", lambda m: m["findings"][0].update(note="words")),
        ("findings[0].detail.reason", lambda m: detail(m).update(reason="stale-evidence")),
        ("findings[0].detail.reason", lambda m: detail(m).update(reason="because")),
        ("findings[0].detail.reason", lambda m: detail(m).pop("reason")),
        ("findings[0].detail.note", lambda m: detail(m).update(note="words")),
        ("findings[0].detail.leaked_document_ids", lambda m: detail(m).update(leaked_document_ids=[])),
        ("findings[0].detail.leaked_document_ids[0]", lambda m: detail(m).update(leaked_document_ids=[1])),
        ("findings[0].detail.coverage_complete", lambda m: detail(m).update(coverage_complete=0)),
        ("findings[0].detail.worst_source", lambda m: detail(m).update(worst_source="b")),
        ("findings[0].detail.worst_source", lambda m: detail(m).pop("worst_source")),
        ("findings[0].detail.by_source", lambda m: detail(m)["by_source"].update(a="pass")),
        ("findings[0].detail.by_source", lambda m: detail(m)["by_source"].update(z="pass")),
        ("findings[0].detail.by_source", lambda m: detail(m).update(by_source=[])),
        ("findings[1].detail.missing_from_retrieval", lambda m: detail(m, 1).update(missing_from_retrieval=["8"])),
        ("findings[1].detail.uncovered_sources", lambda m: detail(m, 1).update(uncovered_sources=["z"])),
        ("findings[2].detail.unsupported_queries_answered", lambda m: m["refusal_evidence"][0].update(refused=True)),
        ("findings[3].detail.uncovered_sources", lambda m: detail(m, 3).update(uncovered_sources=[])),
        ("sources[0].extra", lambda m: m["sources"][0].update(extra=1)),
        ("sources[0].permission_model", lambda m: m["sources"][0].update(permission_model="ACL")),
        ("sources[1].id", lambda m: m["sources"][1].update(id="a")),
        ("sources[0].type", lambda m: m["sources"][0].pop("type")),
        ("acl_evidence[0].document_ids", lambda m: m["acl_evidence"][0]["document_ids"].reverse()),
        ("acl_evidence[0].entitled", lambda m: m["acl_evidence"][0].update(entitled=True)),
        ("acl_evidence[0].source_id", lambda m: m["acl_evidence"][0].update(source_id="z")),
        ("acl_evidence[0].principal", lambda m: m["acl_evidence"][0].update(principal=" x")),
        ("citation_evidence[0].citation_count", lambda m: m["citation_evidence"][0].update(citation_count=-1)),
        ("citation_evidence[0].citation_count", lambda m: m["citation_evidence"][0].update(citation_count=1.5)),
        (
            "citation_evidence[0].missing_from_retrieval",
            lambda m: m["citation_evidence"][0].update(citation_count=0),
        ),
        ("refusal_evidence[0].query", lambda m: m["refusal_evidence"][0].update(query="words")),
        ("telemetry.retrieval_count", lambda m: m["telemetry"].update(retrieval_count=4)),
        ("telemetry.tokens", lambda m: m["telemetry"].update(tokens=-1)),
        ("telemetry.tokens", lambda m: m["telemetry"].update(tokens="1")),
        ("telemetry.tokens", lambda m: m["telemetry"].update(tokens=float("inf"))),
        ("retrieval_quality_baseline", lambda m: m.update(retrieval_quality_baseline="../b")),
        ("acl_evidence[1].document_ids[0]", lambda m: m["acl_evidence"][1].update(document_ids=["AKI" + "A" * 17])),
    ],
)
def test_one_change_is_found_where_it_is(path: str, change: Change) -> None:
    manifest = copy.deepcopy(MANIFEST)
    change(manifest)
    with pytest.raises(ManifestValidationError) as refusal:
        validate_ground_manifest(manifest)
    assert refusal.value.path == path


def test_a_manifest_that_was_aborted_is_read() -> None:
    assert validate_ground_manifest(MANIFEST | {"status": "aborted"})["status"] == "aborted"


def test_a_manifest_is_bounded_in_depth() -> None:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(ManifestValidationError):
        validate_ground_manifest(MANIFEST | {"findings": nested})


def test_the_parts_of_an_assessment_are_those_of_the_whole() -> None:
    before = copy.deepcopy((SOURCES, RUNS))
    parts = [
        assess_acl(SOURCES, ACL),
        assess_citations(SOURCES, CITED),
        assess_refusal(SOURCES, REFUSED),
        assess_freshness_coverage(SOURCES, ACL, CITED, REFUSED, generated_at=NOW, retrieval_quality_baseline="b/1"),
    ]
    assert parts == MANIFEST["findings"]
    assert aggregate_telemetry([*ACL, *CITED, *REFUSED]) == MANIFEST["telemetry"]
    assert oldest_timestamp([*ACL, *CITED, *REFUSED, 1, None]) == MANIFEST["freshness"]["source_oldest_at"]
    assert before == (SOURCES, RUNS)


def test_null_is_an_empty_list_of_citations() -> None:
    assert validate_citations(None, None) == {"status": "pass", "missing_from_retrieval": []}


@pytest.mark.parametrize("value", ["ids", {"a": 1}, 1, [1], [None], [""]])
def test_citations_of_another_shape_are_refused(value: object) -> None:
    with pytest.raises(GroundEvidenceError):
        validate_citations(value, [])
    with pytest.raises(GroundEvidenceError):
        validate_citations([], value)


def test_the_errors_are_value_errors() -> None:
    for error in (GroundEvidenceError, ManifestValidationError):
        assert issubclass(error, ValueError)
