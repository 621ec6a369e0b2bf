"""Captured results of each form, written from their public documentation, and what is refused of them."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.ground.adapters.azure_kb import from_azure_kb
from gnut.ground.adapters.contract import Adapted, Probe
from gnut.ground.adapters.pages import from_azure_docs, from_graph_search, from_hits
from gnut.ground.adapters.rows import csv_rows, from_rows, typed
from gnut.ground.adapters.taking import Partial
from gnut.ground.contract import AclRun, CitationRun, Evidence, GroundEvidenceError, RefusalRun
from gnut.ground.core import ground
from gnut.ground.core.forms import evidence_json
from gnut.ground.core.reading import evidence

NOW = "2026-01-02T03:04:05Z"
GUEST = Probe("acl", "lib", principal="guest", entitled=False, allowed=("a",))
CITES = Probe("citation", "lib")
SECRET = "sk-live-0123456789abcdef0123456789abcdef"

HITS: dict[str, Any] = {
    "took": 3,
    "timed_out": False,
    "_shards": {"total": 2, "successful": 2, "skipped": 0, "failed": 0},
    "hits": {
        "total": {"value": 2, "relation": "eq"},
        "max_score": 1.5,
        "hits": [
            {"_index": "docs", "_id": "a", "_score": 1.5, "_source": {"body": SECRET}},
            {"_index": "docs", "_id": "b", "_score": 1.0, "_source": {"body": "words"}},
        ],
    },
}
DOCS: dict[str, Any] = {
    "@odata.context": "https://search.example/indexes('docs')/$metadata#docs(*)",
    "@odata.count": 2,
    "value": [{"@search.score": 1.0, "HotelId": "a", "Description": SECRET}, {"@search.score": 0.5, "HotelId": 7}],
}
GRAPH: dict[str, Any] = {
    "value": [
        {
            "searchTerms": ["plan"],
            "hitsContainers": [
                {
                    "total": 2,
                    "moreResultsAvailable": False,
                    "hits": [
                        {"hitId": "a", "rank": 1, "summary": SECRET, "resource": {"webUrl": "https://x.example"}},
                        {"hitId": "b", "rank": 2, "summary": "words"},
                    ],
                }
            ],
        }
    ]
}
KB: dict[str, Any] = {
    "response": [{"content": [{"type": "text", "text": f"{SECRET} [ref_id:0], but [ref_id:2][ref_id:9]."}]}],
    "activity": [
        {"type": "modelQueryPlanning", "id": 0, "inputTokens": 100, "outputTokens": 20},
        {"type": "searchIndex", "id": 1, "knowledgeSourceName": "lib", "queryTime": "2026-01-02T01:00:00Z", "count": 2},
        {"type": "searchIndex", "id": 2, "knowledgeSourceName": "web", "queryTime": "2026-01-01T01:00:00Z", "count": 1},
        {"type": "agenticReasoning", "id": 3, "reasoningTokens": 7},
    ],
    "references": [
        {"type": "searchIndex", "id": "0", "activitySource": 1, "docKey": "a", "sourceData": {"text": SECRET}},
        {"type": "searchIndex", "id": "1", "activitySource": 1, "docKey": "b", "sourceData": None},
        {"type": "searchIndex", "id": "2", "activitySource": 2, "docKey": "c", "sourceData": None},
    ],
}
ROWS = [{"id": "a", "current_user": "guest", "body": SECRET}, {"id": "b", "current_user": "guest", "body": "words"}]


def changed(value: dict[str, Any], path: str, to: object) -> dict[str, Any]:
    """Return a copy of a result with one place of it changed; None takes it away."""
    made = copy.deepcopy(value)
    *parts, last = (int(part) if part.isdigit() else part for part in path.split("/"))
    inner: Any = made
    for part in parts:
        inner = inner[part]
    if to is None:
        del inner[last]
    else:
        inner[last] = to
    return made


def judged(adapted: Adapted) -> dict[str, str]:
    """Finding → status of runs alone; what is kept of them holds nothing of the results' texts."""
    lists: dict[str, list[Any]] = {"acl_runs": [], "citation_runs": [], "refusal_runs": []}
    for run in adapted.runs:
        name = {AclRun: "acl_runs", CitationRun: "citation_runs", RefusalRun: "refusal_runs"}[type(run)]
        lists[name].append(run)
    said = evidence_json(Evidence((), **{name: tuple(runs) for name, runs in lists.items()}))
    assert "sk-live" not in json.dumps(said)
    source = {"id": "lib", "type": "documents", "permission_model": "acl", "refresh_cadence": "daily"}
    bundle = evidence({**said, "sources": [{**source, "citation_required": True, "refuse_when_unsupported": True}]})
    return {each.id: each.detail.reason for each in ground(bundle, generated_at=NOW).findings}


@pytest.mark.parametrize(
    "adapted",
    [
        from_hits([HITS], GUEST),
        from_azure_docs(
            [changed(DOCS, "value/1/HotelId", "b")],
            replace(GUEST, fields={"document": "HotelId"}),
        ),
        from_graph_search([GRAPH], GUEST),
        from_azure_kb([KB], GUEST),
        from_rows(
            ROWS,
            Probe(
                "acl", "lib", principal="guest", entitled=False, allowed=("a",), fields={"principal": "current_user"}
            ),
        ),
        from_rows(csv_rows("id,body\na,x\nb,y\n"), GUEST),
    ],
    ids=["hits", "azure-docs", "graph-search", "azure-kb", "jsonl", "csv"],
)
def test_what_a_guest_was_given_is_a_probe_of_access_and_leaks(adapted: Adapted) -> None:
    (run,) = adapted.runs
    assert isinstance(run, AclRun)
    assert (run.principal, run.document_ids, run.expected_entitled) == ("guest", ("a", "b"), False)
    assert judged(adapted)["GRD-001"] == "unauthorized-documents"
    assert adapted.dropped["fields"] > 0


def test_a_knowledge_base_cites_documents_and_not_positions() -> None:
    adapted = from_azure_kb([KB], CITES)
    (run,) = adapted.runs
    assert isinstance(run, CitationRun)
    assert (run.citations, run.retrieved_ids) == (("a", "ref_id:9"), ("a", "b"))
    assert (run.subqueries, run.tokens, run.captured_at) == (1, 127, "2026-01-02T01:00:00Z")
    assert judged(adapted)["GRD-002"] == "citations-outside-retrieval"
    assert adapted.dropped == {
        "activities of other sources": 1,
        "citations of other sources": 1,
        "fields": 3,
        "references of other sources": 1,
        "texts": 1,
    }


def test_a_source_of_a_knowledge_base_may_have_a_name_of_its_own() -> None:
    (run,) = from_azure_kb([KB], Probe("citation", "lib", knowledge_source="web")).runs
    assert isinstance(run, CitationRun)
    assert (run.retrieved_ids, run.captured_at) == (("c",), "2026-01-01T01:00:00Z")


def test_hits_of_several_indices_are_told_apart_when_asked() -> None:
    (run,) = from_hits([HITS], Probe("acl", "lib", principal="p", fields={"document": "_index/_id"})).runs
    assert isinstance(run, AclRun)
    assert run.document_ids == ("docs/a", "docs/b")


def test_pages_are_one_probe() -> None:
    one = changed(HITS, "hits/hits", HITS["hits"]["hits"][:1])
    two = changed(HITS, "hits/hits", HITS["hits"]["hits"][1:])
    (run,) = from_hits([one, two], GUEST).runs
    assert isinstance(run, AclRun)
    assert run.document_ids == ("a", "b")
    with pytest.raises(Partial):
        from_hits([one], GUEST)


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (from_hits, changed(HITS, "timed_out", True)),
        (from_hits, changed(HITS, "timed_out", None)),
        (from_hits, changed(HITS, "_shards/failed", 1)),
        (from_hits, changed(HITS, "hits/total", {"value": 2, "relation": "gte"})),
        (from_hits, changed(HITS, "hits/total", 3)),
        (from_hits, {**HITS, "terminated_early": True}),
        (from_hits, {**HITS, "_clusters": {"total": 2, "successful": 1, "skipped": 1}}),
        (from_hits, changed(HITS, "_shards", {"total": 5, "successful": 1, "failed": 0})),
        (from_hits, changed(HITS, "hits/hits/1/_id", "a")),
        (from_hits, {"error": {"type": "security_exception"}, "status": 403}),
        (from_azure_kb, changed(KB, "activity/1/knowledgeSourceName", "mistyped")),
        (from_azure_kb, changed(KB, "references", [])),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers/0/total", 50)),
        (from_graph_search, {"value": []}),
        (from_graph_search, changed(GRAPH, "value/0/hitsContainers", [])),
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
    probe = Probe("acl", "lib", principal="p", fields={"document": "HotelId"})
    with pytest.raises(Partial):
        from_azure_docs([{**DOCS, link: "https://x.example"}], probe)
    with pytest.raises(Partial):
        from_azure_docs([changed(DOCS, "@odata.count", 9)], probe)
    for more in ({"@search.coverage": 40.0}, {"error": {"code": "Forbidden"}}):
        with pytest.raises(Partial):
            from_azure_docs([{**DOCS, **more}], probe)
    with pytest.raises(Partial):
        from_azure_docs([changed(DOCS, "value", DOCS["value"][:1])] * 2, probe)
    assert from_azure_docs([{**DOCS, link: "x"}, {"value": []}], probe).runs


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
        (from_hits, "text"),
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
    assert "sk-live" not in str(caught.value)
    assert caught.value.path


def test_another_principal_than_the_one_probed_is_noticed() -> None:
    probe = Probe("acl", "lib", principal="staff", fields={"principal": "current_user"})
    with pytest.raises(GroundEvidenceError, match="another principal"):
        from_rows(ROWS, probe)


def test_answers_and_refusals_are_runs_a_row() -> None:
    answers = [{"citations": ["a"], "retrieved_ids": ["a", "b"], "tokens": 5, "captured_at": NOW, "answer": "words"}]
    (run,) = from_rows(answers, CITES).runs
    assert run == CitationRun("lib", ("a",), ("a", "b"), NOW, None, 5)
    rows = typed(
        csv_rows("q,no\nq-1,true\nq-2,false\n"), Probe("refusal", "lib", fields={"query": "q", "refused": "no"})
    )
    refusals = from_rows(rows, Probe("refusal", "lib", fields={"query": "q", "refused": "no"}))
    assert [each.refused for each in refusals.runs if isinstance(each, RefusalRun)] == [True, False]
    assert judged(refusals)["GRD-003"] == "unsupported-query-answered"


@pytest.mark.parametrize("refused", ["yes", "I cannot answer that", 1, None, "true"])
def test_a_refusal_is_a_recorded_flag_and_never_a_text(refused: object) -> None:
    with pytest.raises(GroundEvidenceError):
        from_rows([{"query_id": "q", "refused": refused}], Probe("refusal", "lib"))


@pytest.mark.parametrize("text", ["", "a,a\n1,2\n", "id,b\n1\n", 'id\n"x\n', "id\n" + "x," * 3 + "\n"])
def test_csv_without_a_head_or_of_uneven_rows_is_refused(text: str) -> None:
    with pytest.raises(GroundEvidenceError):
        csv_rows(text)


def test_entitlement_that_nobody_recorded_is_told_of_and_proves_nothing() -> None:
    adapted = from_hits([HITS], Probe("acl", "lib", principal="public-guest"))
    assert adapted.remarks
    assert judged(adapted)["GRD-001"] == "ambiguous-entitlement"


@pytest.mark.parametrize("form", [from_hits, from_azure_docs, from_graph_search])
def test_a_search_records_neither_citations_nor_refusals(form: Any) -> None:
    for kind in ("citation", "refusal"):
        with pytest.raises(GroundEvidenceError, match="does not record"):
            form([HITS], Probe(kind, "lib"))


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
