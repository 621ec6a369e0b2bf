"""Captured results of each form, written from their public documentation, and what is refused of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.ground.adapters.azure_kb import from_azure_kb
from gnut.ground.adapters.contract import Adapted, Probe
from gnut.ground.adapters.pages import from_azure_docs, from_graph_search, from_hits
from gnut.ground.adapters.rows import csv_rows, from_rows
from gnut.ground.adapters.taking import Partial
from gnut.ground.contract import AclRun, CitationRun, Evidence, GroundEvidenceError, RefusalRun
from gnut.ground.core import ground
from gnut.ground.core.forms import evidence_json
from gnut.ground.core.reading import evidence
from tests.ground.adapters.captured import SAMPLES, changed, sample

NOW = "2026-01-02T03:04:05Z"
GUEST = Probe("acl", "handbook", principal="guest", entitled=False, allowed=("memo-1",), knowledge_source="handbook-ks")
CITES = Probe("citation", "handbook", knowledge_source="handbook-ks")
KEYED = replace(GUEST, fields={"document": "memoId"})

MEMOS = ["memo-1", "memo-2", "memo-7"]
HITS = sample("hits-staff")
DOCS = sample("azure-docs-staff")
GRAPH = sample("graph-search-staff")
KB = sample("azure-kb-staff")
ROWS = [{"id": f"memo-{at}", "current_user": "guest", "body": "Words of a document."} for at in (1, 2, 7)]


def judged(adapted: Adapted) -> dict[str, str]:
    """Finding → status of runs alone; what is kept of them holds nothing of the results' texts."""
    lists: dict[str, list[Any]] = {"acl_runs": [], "citation_runs": [], "refusal_runs": []}
    for run in adapted.runs:
        name = {AclRun: "acl_runs", CitationRun: "citation_runs", RefusalRun: "refusal_runs"}[type(run)]
        lists[name].append(run)
    said = evidence_json(Evidence((), **{name: tuple(runs) for name, runs in lists.items()}))
    assert "Words of" not in json.dumps(said)
    source = {"id": "handbook", "type": "documents", "permission_model": "acl", "refresh_cadence": "daily"}
    bundle = evidence({**said, "sources": [{**source, "citation_required": True, "refuse_when_unsupported": True}]})
    return {each.id: each.detail.reason for each in ground(bundle, generated_at=NOW).findings}


@pytest.mark.parametrize(
    "adapted",
    [
        from_hits([HITS], GUEST),
        from_azure_docs([DOCS], KEYED),
        from_graph_search([GRAPH], GUEST),
        from_azure_kb([KB], GUEST),
        from_rows(ROWS, replace(GUEST, fields={"principal": "current_user"})),
        from_rows(csv_rows((SAMPLES / "csv-staff.csv").read_text(encoding="utf-8"), GUEST), GUEST),
    ],
    ids=["hits", "azure-docs", "graph-search", "azure-kb", "jsonl", "csv"],
)
def test_what_a_guest_was_given_is_a_probe_of_access_and_leaks(adapted: Adapted) -> None:
    (run,) = adapted.runs
    assert isinstance(run, AclRun)
    assert (run.principal, sorted(run.document_ids), run.expected_entitled) == ("guest", MEMOS, False)
    assert judged(adapted)["GRD-001"] == "unauthorized-documents"
    assert adapted.dropped["fields"] > 0


def test_a_knowledge_base_cites_documents_and_not_positions() -> None:
    text = "Words of an answer [ref_id:0], but [ref_id:3][ref_id:9]."
    adapted = from_azure_kb([changed(KB, "response/0/content/0/text", text)], CITES)
    (run,) = adapted.runs
    assert isinstance(run, CitationRun)
    assert (run.citations, run.retrieved_ids) == (("memo-1", "ref_id:9"), ("memo-1", "memo-7", "memo-2"))
    assert (run.subqueries, run.tokens, run.captured_at) == (2, 9181, "2026-01-02T02:00:00.125Z")
    assert judged(adapted)["GRD-002"] == "citations-outside-retrieval"
    assert adapted.dropped == {
        "activities of other sources": 1,
        "citations of other sources": 1,
        "fields": 17,
        "references of other sources": 1,
        "texts": 1,
    }


def test_another_source_of_a_knowledge_base_is_taken_by_its_name() -> None:
    (run,) = from_azure_kb([KB], replace(CITES, knowledge_source="timetable-ks")).runs
    assert isinstance(run, CitationRun)
    assert (run.retrieved_ids, run.captured_at) == (("line-4",), "2026-01-02T02:00:00.300Z")


def test_hits_of_several_indices_are_told_apart_when_asked() -> None:
    (run,) = from_hits([HITS], replace(GUEST, fields={"document": "_index/_id"})).runs
    assert isinstance(run, AclRun)
    assert run.document_ids == tuple(f"handbook-v3/{memo}" for memo in MEMOS)
    with pytest.raises(Partial, match="stands twice") as caught:
        from_hits([changed(HITS, "hits/hits/1", {"_index": "handbook-v4", "_id": "memo-1"})], GUEST)
    assert "_index/_id" in str(caught.value.help)


def test_pages_are_one_probe() -> None:
    one = changed(HITS, "hits/hits", HITS["hits"]["hits"][:1])
    two = changed(HITS, "hits/hits", HITS["hits"]["hits"][1:])
    (run,) = from_hits([one, two], GUEST).runs
    assert isinstance(run, AclRun)
    assert list(run.document_ids) == MEMOS
    with pytest.raises(Partial):
        from_hits([one], GUEST)


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (from_hits, changed(HITS, "timed_out", True)),
        (from_hits, changed(HITS, "timed_out", None)),
        (from_hits, changed(HITS, "_shards/failed", 1)),
        (from_hits, changed(HITS, "hits/total", {"value": 3, "relation": "gte"})),
        (from_hits, changed(HITS, "hits/total", 4)),
        (from_hits, {**HITS, "terminated_early": True}),
        (from_hits, {**HITS, "_clusters": {"total": 2, "successful": 1, "skipped": 1}}),
        *((from_hits, {**HITS, "_clusters": {state: 1}}) for state in ("skipped", "partial", "failed", "running")),
        (from_hits, changed(HITS, "_shards", {"total": 5, "successful": 1, "failed": 0})),
        (from_hits, changed(HITS, "hits/hits/1/_id", "memo-1")),
        (from_hits, {"error": {"type": "security_exception"}, "status": 403}),
        (from_azure_kb, changed(KB, "references", [])),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers/0/total", 50)),
        (from_graph_search, {"value": []}),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers", [])),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers/0/hits", None)),
        (from_graph_search, {"error": {"code": "Forbidden"}, "value": []}),
        (from_azure_kb, changed(KB, "activity/1/error", {"code": "timeout"})),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers/0/moreResultsAvailable", True)),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers/0/moreResultsAvailable", None)),
    ],
)
def test_a_part_of_a_result_is_no_evidence(read: Any, value: object) -> None:
    with pytest.raises(Partial):
        read([value], GUEST)


@pytest.mark.parametrize("link", ["@odata.nextLink", "@search.nextPageParameters"])
def test_a_query_of_documents_with_another_page_is_no_evidence(link: str) -> None:
    with pytest.raises(Partial):
        from_azure_docs([{**DOCS, link: "https://x.example"}], KEYED)
    with pytest.raises(Partial):
        from_azure_docs([changed(DOCS, "@odata.count", 9)], KEYED)
    for more in ({"@search.coverage": 99.5}, {"error": {"code": "Forbidden"}}):
        with pytest.raises(Partial):
            from_azure_docs([{**DOCS, **more}], KEYED)
    with pytest.raises(Partial):
        from_azure_docs([changed(DOCS, "value", DOCS["value"][:2])] * 2, KEYED)
    assert from_azure_docs([{**DOCS, link: "x"}, {"value": []}], KEYED).runs


def test_a_result_without_a_count_is_told_of() -> None:
    assert from_hits([changed(HITS, "hits/total", None)], GUEST).remarks
    assert not from_hits([HITS], GUEST).remarks


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (from_hits, changed(HITS, "hits/hits/0/_id", None)),
        (from_hits, changed(HITS, "hits/hits/0/_id", "")),
        (from_hits, changed(HITS, "hits/hits/0/_id", True)),
        (from_hits, changed(HITS, "hits/hits/0/_id", "a\u202eb")),
        (from_hits, changed(HITS, "hits/hits/0/_id", "AKIAIOSFODNN7EXAMPLE")),
        (from_hits, changed(HITS, "hits/hits/0/_id", "ghp_" + "a1B2" * 9)),
        (from_hits, changed(HITS, "hits", [])),
        (from_hits, "Words of a text"),
        (from_azure_kb, changed(KB, "references/0/docKey", None)),
        (from_azure_kb, changed(KB, "references/1/id", "0")),
        (from_azure_kb, changed(KB, "activity/0/inputTokens", -1)),
        (from_azure_kb, changed(KB, "response/0/content/0/text", 5)),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers/0/hits/0/hitId", None)),
        (from_graph_search, {"value": [5]}),
    ],
)
def test_another_shape_is_refused_by_its_place(read: Any, value: object) -> None:
    with pytest.raises(GroundEvidenceError) as caught:
        read([value], GUEST)
    assert "Words of" not in str(caught.value)
    assert caught.value.path


@pytest.mark.parametrize("field", ["document", "captured_at", "principal"])
def test_a_field_that_was_mapped_has_to_be_there(field: str) -> None:
    probe = replace(GUEST, fields={field: "mistyped"})
    with pytest.raises(GroundEvidenceError, match=f"has no field for the {field}"):
        from_rows(ROWS, probe)
    with pytest.raises(GroundEvidenceError, match=f"has no field for the {field}"):
        csv_rows("id,current_user,body\n", probe)


def test_another_principal_than_the_one_probed_is_noticed() -> None:
    probe = replace(GUEST, principal="staff", fields={"principal": "current_user"})
    with pytest.raises(GroundEvidenceError, match="another principal"):
        from_rows(ROWS, probe)


def test_answers_and_refusals_are_runs_a_row() -> None:
    answers = [{"citations": ["a"], "retrieved_ids": ["a", "b"], "tokens": 5, "captured_at": NOW, "answer": "words"}]
    (run,) = from_rows(answers, CITES).runs
    assert run == CitationRun("handbook", ("a",), ("a", "b"), NOW, None, 5)
    probe = Probe("refusal", "handbook", fields={"query": "q", "refused": "no"})
    refusals = from_rows(csv_rows("q,no\nq-1,true\nq-2,false\n", probe), probe)
    assert [each.refused for each in refusals.runs if isinstance(each, RefusalRun)] == [True, False]
    assert judged(refusals)["GRD-003"] == "unsupported-query-answered"


@pytest.mark.parametrize("refused", ["yes", "I cannot answer that", 1, None, "true"])
def test_a_refusal_is_a_recorded_flag_and_never_a_text(refused: object) -> None:
    with pytest.raises(GroundEvidenceError):
        from_rows([{"query_id": "q", "refused": refused}], Probe("refusal", "handbook"))


HEADLESS = ["", "id,id\n1,2\n", "id;b\n", "ID\n", "id\ra\r", "id,b\n1\n", 'id\n"x\n', "id\nx,x,x,\n"]


@pytest.mark.parametrize("text", HEADLESS)
def test_csv_without_a_head_or_of_uneven_rows_is_refused(text: str) -> None:
    with pytest.raises(GroundEvidenceError):
        csv_rows(text, GUEST)


def test_entitlement_that_nobody_recorded_is_told_of_and_proves_nothing() -> None:
    adapted = from_hits([HITS], Probe("acl", "handbook", principal="public-guest"))
    assert adapted.remarks
    assert judged(adapted)["GRD-001"] == "ambiguous-entitlement"


@pytest.mark.parametrize("form", [from_hits, from_azure_docs, from_graph_search])
def test_a_search_records_neither_citations_nor_refusals(form: Any) -> None:
    for kind in ("citation", "refusal"):
        with pytest.raises(GroundEvidenceError, match="does not record"):
            form([HITS], Probe(kind, "handbook"))


def test_fewer_references_than_results_and_unreadable_times_are_told_of() -> None:
    assert from_azure_kb([changed(KB, "activity/1/count", 9)], GUEST).remarks
    adapted = from_rows([{"id": "a", "captured_at": "yesterday"}], GUEST)
    assert adapted.dropped == {"times that cannot be read": 1}
    assert from_rows([], GUEST).remarks


@pytest.mark.parametrize("changes", [{"principal": "ghp_" + "a1B2" * 9}, {"allowed": ("ghp_" + "a1B2" * 9,)}])
def test_a_secret_of_the_operator_is_no_id_either(changes: dict[str, Any]) -> None:
    with pytest.raises(GroundEvidenceError, match="shape of") as caught:
        from_hits([HITS], replace(GUEST, **changes))
    assert "ghp_" not in str(caught.value)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(GroundEvidenceError, match="over 100,000"):
        from_rows([{"id": "a"}] * 100_001, GUEST)
