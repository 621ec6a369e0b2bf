"""Results that are not all of an answer, and would pass for a principal who was given nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gnut.errors import Usage
from gnut.ground.adapters.azure_kb import from_azure_kb
from gnut.ground.adapters.contract import Probe
from gnut.ground.adapters.pages import from_azure_docs, from_graph_search, from_hits
from gnut.ground.adapters.rows import from_rows
from gnut.ground.adapters.taking import Partial
from gnut.ground.contract import AclRun, CitationRun, GroundEvidenceError
from tests.ground.adapters.captured import sample

GUEST = Probe("acl", "handbook", principal="guest", entitled=False)
KEYED = replace(GUEST, fields={"document": "memoId"})
ASKED = replace(GUEST, knowledge_source="handbook-ks")
CITES = Probe("citation", "handbook", knowledge_source="handbook-ks")


def test_the_same_page_twice_does_not_stand_for_another() -> None:
    hits = sample("hits-staff")
    hits["hits"]["hits"] = hits["hits"]["hits"][:2]
    docs = sample("azure-docs-staff")
    docs["value"] = docs["value"][:2]
    with pytest.raises(Partial, match="stands twice"):
        from_hits([hits, hits], GUEST)
    with pytest.raises(Partial, match="stands twice"):
        from_azure_docs([docs, docs], KEYED)


@pytest.mark.parametrize(
    "said", [{"terminated_early": False}, {"_clusters": {"total": 2, "successful": 2, "skipped": 0}}]
)
def test_a_search_that_says_it_was_not_cut_short_is_evidence(said: dict[str, Any]) -> None:
    assert from_hits([{**sample("hits-guest"), **said}], GUEST).runs


def test_documents_inside_of_hits_are_not_left_behind_unread() -> None:
    hits = sample("hits-guest")
    hits["hits"]["hits"][0]["inner_hits"] = {"parts": {"hits": {"hits": [{"_id": "memo-7"}]}}}
    with pytest.raises(GroundEvidenceError, match="inner_hits"):
        from_hits([hits], GUEST)


@pytest.mark.parametrize("name", ["aggregations", "suggest"])
def test_what_tells_of_documents_beside_the_hits_is_told_of(name: str) -> None:
    assert from_hits([{**sample("hits-guest"), name: {}}], GUEST).remarks


def test_an_answer_that_says_there_is_nothing_is_evidence() -> None:
    page = {"value": [{"hitsContainers": [{"total": 0, "moreResultsAvailable": False}]}]}
    (run,) = from_graph_search([page], GUEST).runs
    assert isinstance(run, AclRun)
    assert run.document_ids == ()


def test_a_name_that_is_mistyped_is_no_principal_who_was_given_nothing() -> None:
    for probe in (GUEST, replace(CITES, knowledge_source="handbok-ks")):
        with pytest.raises(Partial, match="was not asked"):
            from_azure_kb([sample("azure-kb-staff")], probe)


def test_documents_that_were_found_and_are_not_named_are_no_evidence_of_access() -> None:
    answer = {**sample("azure-kb-guest"), "references": []}
    with pytest.raises(Partial, match="references none"):
        from_azure_kb([answer], ASKED)
    answer = sample("azure-kb-guest")
    answer["activity"][1]["count"] = 4
    assert from_azure_kb([answer], ASKED).remarks
    assert not from_azure_kb([sample("azure-kb-guest")], ASKED).remarks


def test_two_activities_under_one_number_are_refused() -> None:
    answer = sample("azure-kb-staff")
    answer["activity"][3]["id"] = 1
    with pytest.raises(GroundEvidenceError, match="stands twice"):
        from_azure_kb([answer], ASKED)


@pytest.mark.parametrize(
    "cited",
    [
        "[ref_id:9",
        "(ref_id:9)",
        "\u3010ref_id:9\u3011",
        "ref_id: 9",
        "[ref_id:0 and 9]",
        "[ref_id 9]",
        "[ref_id:]",
        "[ref_id:\u0669]",
        "[ref_id:1234567890]",
    ],
)
def test_a_citation_of_another_form_is_not_passed_over(cited: str) -> None:
    answer = sample("azure-kb-guest")
    answer["response"][0]["content"][0]["text"] = f"Open at nine [ref_id:0]. Closed at five {cited}."
    with pytest.raises(GroundEvidenceError, match="cannot be read") as caught:
        from_azure_kb([answer], CITES)
    assert "nine" not in str(caught.value)


@pytest.mark.parametrize(
    "cited",
    [
        "[ref_id: 9]",
        "[ref_id:0, ref_id:9]",
        "[ref_id:0,9]",
        "[Ref_ID:9]",
        "[ ref_id : 9 ]",
        "[ref_id:09]",
        "\uff3bref_id\uff1a9\uff3d",
        "[ref\u200b_id:9]",
    ],
)
def test_a_citation_with_blanks_capitals_or_several_positions_is_one(cited: str) -> None:
    answer = sample("azure-kb-guest")
    answer["response"][0]["content"][0]["text"] = f"Open at nine [ref_id:0]. Closed at five {cited}."
    (run,) = from_azure_kb([answer], CITES).runs
    assert isinstance(run, CitationRun)
    assert run.citations == ("memo-1", "ref_id:9")


def test_a_position_that_no_reference_has_is_outside_of_what_was_retrieved() -> None:
    answer = sample("azure-kb-guest")
    answer["response"][0]["content"][0]["text"] = "Open at nine [ref_id:4]."
    (run,) = from_azure_kb([answer], CITES).runs
    assert isinstance(run, CitationRun)
    assert (run.citations, run.retrieved_ids) == (("ref_id:4",), ("memo-1",))


def test_extracted_data_is_not_taken_for_an_answer_that_cites() -> None:
    answer = sample("azure-kb-guest")
    answer["response"][0]["content"][0]["text"] = '[{"ref_id":0,"title":"Opening hours","content":"Words."}]'
    (run,) = from_azure_kb([answer], CITES).runs
    assert isinstance(run, CitationRun)
    assert run.citations == ()


def test_an_empty_capture_is_told_of() -> None:
    assert "a capture that failed looks the same" in from_rows([], CITES).remarks[0]


def test_an_id_that_opens_something_is_none() -> None:
    signed = "https://memos.example/memo-1?sv=2026&se=2027&sig=0123456789abcdef"
    with pytest.raises(GroundEvidenceError, match=r"rows\[1\]\.id: has the shape of a signed address") as caught:
        from_rows([{"id": "memo-1"}, {"id": signed}], GUEST)
    assert "0123456789" not in str(caught.value)


@pytest.mark.parametrize(
    ("probe", "path"),
    [
        (replace(GUEST, allowed=("",)), "allowed[0]"),
        (replace(GUEST, allowed=("memo-1\u200b",)), "allowed[0]"),
        (replace(GUEST, captured_at="yesterday"), "captured at"),
        (replace(GUEST, principal=None), "principal"),
        (replace(GUEST, source_id=""), "source id"),
    ],
)
def test_what_an_operator_says_is_looked_at_before_anything_is_read(probe: Probe, path: str) -> None:
    with pytest.raises(GroundEvidenceError) as caught:
        from_rows([{"id": "memo-1"}], probe)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("read", "name"), [(from_azure_kb, "azure-kb-guest"), (from_graph_search, "graph-search-guest")]
)
def test_a_form_with_names_of_its_own_takes_no_mapping(read: Any, name: str) -> None:
    with pytest.raises(Usage, match="maps nothing here"):
        read([sample(name)], replace(ASKED, fields={"document": "id"}))


def test_a_mapping_that_has_no_effect_on_a_kind_is_refused() -> None:
    with pytest.raises(Usage, match="'query' maps nothing here"):
        from_rows([{"id": "memo-1"}], replace(GUEST, fields={"query": "q"}))
    with pytest.raises(Usage, match="'principal' maps nothing here"):
        from_rows([], replace(CITES, fields={"principal": "current_user"}))


def test_each_query_of_a_search_has_to_be_answered_whole() -> None:
    page = sample("graph-search-staff")
    other = sample("graph-search-staff")["value"][0]
    page["value"].append(other)
    (run,) = from_graph_search([page], GUEST).runs
    assert isinstance(run, AclRun)
    assert run.document_ids == ("memo-1", "memo-2", "memo-7")
    other["hitsContainers"][0]["hits"].pop()
    with pytest.raises(Partial, match="holds 2 of 3"):
        from_graph_search([page], GUEST)
