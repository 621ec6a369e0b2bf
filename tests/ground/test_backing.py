"""Findings that the evidence stored beside them does not back, or could not have come to."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.ground.compat import assess_grounding, validate_ground_manifest
from gnut.ground.contract import ManifestValidationError
from tests.ground.test_core import NOW, probe, source

Change = Callable[[dict[str, Any]], object]
OLD = "2020-01-01T00:00:00Z"


def made(*sources: dict[str, Any], acl: Any = (), cited: Any = (), refused: Any = ()) -> dict[str, Any]:
    """Return a manifest with a baseline."""
    runs = {"acl_runs": list(acl), "citation_runs": list(cited), "refusal_runs": list(refused)}
    return assess_grounding(sources=list(sources), **runs, generated_at=NOW, retrieval_quality_baseline="b/1")


ONE = made(source("a", acl_probe_principals=["x"]), acl=[probe("x", True, "1", of="a"), probe("y", False, of="a")])
LEAK = made(source("a"), acl=[probe("x", True, "1", of="a"), probe("y", False, "1", of="a")])
TWO = made(source("a"), source("b"), acl=[probe("x", True, "1", of="a"), probe("y", False, of="a")])
OPEN = made(source("a", permission_model="none"), acl=[probe("x", True, "1", of="a")])
RBAC = made(source("a", permission_model="rbac"), acl=[probe("x", True, "1", of="a")])
CITED = made(
    source("a", permission_model="none", citation_required=True),
    cited=[{"source_id": "a", "citations": ["1"], "retrieved_ids": ["1"], "captured_at": NOW}],
)
STALE = made(
    source("a", permission_model="none"),
    source("b", permission_model="none"),
    acl=[probe("x", True, of="a", captured_at=OLD), probe("x", True, of="b", captured_at=NOW)],
)


def detail(manifest: dict[str, Any], at: int) -> dict[str, Any]:
    found: dict[str, Any] = manifest["findings"][at]["detail"]
    return found


def said(at: int, status: str, **told: Any) -> Change:
    """Return the change of one finding to another."""

    def change(manifest: dict[str, Any]) -> None:
        manifest["findings"][at].update(status=status, detail=told)
        statuses = {each["status"] for each in manifest["findings"]}
        manifest["status"] = "partial" if "not-verified" in statuses else "complete"

    return change


def aged(at: str | None) -> Change:
    """Return the change of the oldest time."""
    return lambda manifest: manifest["freshness"].update(source_oldest_at=at)


@pytest.mark.parametrize(
    ("manifest", "path", "change"),
    [
        (ONE, "[0].detail.reason", said(0, "pass", reason="no-acl-protected-sources")),
        (ONE, "[0].detail.reason", said(0, "not-verified", reason="insufficient-principals")),
        (ONE, "[0].detail.reason", said(0, "not-verified", reason="permission-model-unproven")),
        (
            ONE,
            "[0].detail.uncovered_sources",
            said(0, "not-verified", reason="acl-source-uncovered", uncovered_sources=["a"]),
        ),
        (
            ONE,
            "[0].detail.missing_principals",
            said(0, "not-verified", reason="declared-principal-uncovered", missing_principals=["x"]),
        ),
        (ONE, "[0].detail.reason", lambda m: m["acl_evidence"][1].update(principal="X")),
        (ONE, "[0].detail.reason", lambda m: m["acl_evidence"][0].update(principal="z")),
        (ONE, "[0].detail.reason", lambda m: m["acl_evidence"][0].update(document_ids=[])),
        (
            ONE,
            "[0].detail.leaked_document_ids",
            said(0, "must-fix", reason="unauthorized-documents", leaked_document_ids=["2"]),
        ),
        (LEAK, "[0].detail.coverage_complete", lambda m: m["sources"][0].update(acl_probe_principals=["z"])),
        (TWO, "[0].detail.by_source", said(0, "pass", reason="acl-enforced")),
        (TWO, "[0].detail.by_source", lambda m: detail(m, 0)["by_source"].pop("a")),
        (TWO, "[0].detail.uncovered_sources", lambda m: detail(m, 0).update(uncovered_sources=["a", "b"])),
        (OPEN, "[0].detail.reason", said(0, "pass", reason="acl-enforced")),
        (RBAC, "[0].detail.reason", said(0, "not-verified", reason="ambiguous-entitlement", uncovered_sources=["a"])),
        (RBAC, "[0].detail.uncovered_sources", said(0, "pass", reason="acl-enforced")),
        (CITED, "[1].detail.reason", said(1, "pass", reason="no-citation-required")),
        (CITED, "[1].detail.uncovered_sources", lambda m: m["citation_evidence"][0].update(citation_count=0)),
        (OPEN, "[1].detail.reason", said(1, "pass", reason="citations-grounded")),
        (OPEN, "[2].detail.reason", said(2, "pass", reason="all-unsupported-refused")),
        (STALE, "[3].detail.stale_sources", aged(NOW)),
        (STALE, "[3].detail.unverifiable_freshness_sources", aged(None)),
        (STALE, "[3].detail.stale_sources", said(3, "pass", reason="fresh-and-covered")),
        (STALE, "[3].detail.reason", said(3, "pass", reason="fresh-and-covered", stale_sources=["a"])),
        (STALE, "[3].detail.reason", lambda m: m.update(retrieval_quality_baseline=None)),
        (STALE, "[3].detail.uncovered_sources", lambda m: m["acl_evidence"][1].update(source_id="a")),
        (
            STALE,
            "[3].detail.stale_sources",
            said(
                3,
                "not-verified",
                reason="freshness-unverifiable",
                stale_sources=["a"],
                unverifiable_freshness_sources=["a"],
            ),
        ),
        (STALE, "[3].detail.unverifiable_freshness_sources", lambda m: m["sources"][1].update(refresh_cadence="often")),
    ],
)
def test_what_the_evidence_does_not_back_is_refused(manifest: dict[str, Any], path: str, change: Change) -> None:
    changed = copy.deepcopy(manifest)
    change(changed)
    with pytest.raises(ManifestValidationError, match="is not what the evidence tells") as refusal:
        validate_ground_manifest(changed)
    assert refusal.value.path == f"findings{path}"


names = st.sampled_from(["a", "b", "c"])
times = st.sampled_from([NOW, OLD, "2025-12-31T00:00:00Z", "2031-01-01T00:00:00Z", "soon", None])
few = st.lists(st.sampled_from(["1", "2", "3"]), max_size=3)
entitled = st.sampled_from([{}, {"expected_entitled": True}, {"expected_entitled": False}])
acl = st.builds(
    lambda of, who, ids, may, at: {"source_id": of, "principal": who, "document_ids": ids, "captured_at": at, **may},
    *(names, st.sampled_from(["x", "X", "y", "z"]), few, entitled, times),
)
answers = st.builds(
    lambda of, cited, got, at: {"source_id": of, "citations": cited, "retrieved_ids": got, "captured_at": at},
    *(names, few, few, times),
)
refusals = st.builds(
    lambda of, refused, at: {"source_id": of, "query_id": "q", "refused": refused, "captured_at": at},
    *(names, st.booleans(), times),
)
declared = st.tuples(
    *(
        st.builds(
            lambda model, often, cites, refuses, who, id=id: source(
                id,
                permission_model=model,
                refresh_cadence=often,
                citation_required=cites,
                refuse_when_unsupported=refuses,
                acl_probe_principals=who,
            ),
            st.sampled_from(["acl", "none", "rbac"]),
            st.sampled_from(["hourly", "yearly", "often"]),
            *(st.booleans(), st.booleans(), st.lists(st.sampled_from(["x", "w"]), max_size=2)),
        )
        for id in "abc"
    )
)


@given(declared, st.lists(acl, max_size=5), st.lists(answers, max_size=3), st.lists(refusals, max_size=3))
def test_what_is_assessed_is_always_backed(sources: Any, acl: Any, cited: Any, refused: Any) -> None:
    manifest = made(*sources, acl=acl, cited=cited, refused=refused)
    assert validate_ground_manifest(manifest) == manifest
