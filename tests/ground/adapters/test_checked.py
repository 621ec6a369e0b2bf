"""Checked documents as evidence: what was shown, what was not, and what of it is never said."""

from __future__ import annotations

import pytest

from gnut.acquire.contract import WHYS
from gnut.ground.adapters.checked import Cited, Document, from_checks
from gnut.ground.contract import Evidence
from gnut.ground.core import ground

STAMP = "2026-01-02T03:00:00Z"
GOOD = Document((Cited("b3:1"),), ("b3:1", "b3:2"), (STAMP, "2026-01-01T03:00:00Z"))


def bundle(*documents: Document) -> tuple[Evidence, int]:
    """Return the bundle of documents, and how many gave no run."""
    return from_checks(
        documents, source_id="gnut-store", permission_model="none", refresh_cadence="monthly", baseline="evals/1"
    )


def reason(*documents: Document) -> str:
    """Return what GRD-002 says of documents."""
    return ground(bundle(*documents)[0], generated_at="2026-01-02T04:00:00Z").findings[1].detail.reason


def test_a_run_has_the_sets_of_its_document_and_the_oldest_time() -> None:
    evidence, unchecked = bundle(GOOD, Document((Cited("b3:3"),), ("b3:3",), ()))
    assert unchecked == 0
    assert [run.retrieved_ids for run in evidence.citation_runs] == [("b3:1", "b3:2"), ("b3:3",)]
    assert [run.captured_at for run in evidence.citation_runs] == ["2026-01-01T03:00:00Z", None]


def test_what_another_document_acquired_does_not_count() -> None:
    assert reason(GOOD, Document((Cited("b3:1"),), ("b3:9",), (STAMP,))) == "citations-outside-retrieval"


@pytest.mark.parametrize("kind", WHYS)
def test_only_what_was_shown_to_lead_nowhere_is_missing(kind: str) -> None:
    is_shown = kind in ("not_found", "gone", "soft_404", "bad_url")
    expected = "citations-outside-retrieval" if is_shown else "citation-source-uncovered"
    assert reason(Document((Cited("citation:1", kind),), (), ())) == expected


def test_what_was_not_seen_neither_passes_nor_hides_a_failure() -> None:
    unseen = Cited("citation:2", "timeout")
    assert reason(GOOD, Document((unseen,), (), ())) == "citation-source-uncovered"
    assert reason(Document((Cited("b3:1"), unseen), ("b3:1",), ())) == "citation-source-uncovered"
    evidence, unchecked = bundle(Document((Cited("citation:1"), unseen), ("b3:1",), ()))
    assert unchecked == 0
    assert evidence.citation_runs[0].citations == ("citation:1",)
    assert [source.id for source in evidence.sources] == ["gnut-store", "gnut-store-unseen"]


def test_documents_that_were_all_seen_are_one_source() -> None:
    assert [source.id for source in bundle(GOOD, GOOD)[0].sources] == ["gnut-store"]
    assert [source.id for source in bundle(Document((Cited("c", "timeout"),), (), ()))[0].sources] == ["gnut-store"]
