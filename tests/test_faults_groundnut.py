"""Faults of an earlier tool in anchoring and in reading reports, each with the answer a user expects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.commands.plumbing import reply
from gnut.ingest.core import ingest, profile
from gnut.model import Report
from tests.casefile import rows, superseded

FAULTS = rows("faults/groundnut")


def _of(area: str) -> list[Any]:
    return [
        pytest.param(row, id=row["id"])
        for row in FAULTS
        if row["area"] == area and ("faults/groundnut", row["id"]) not in superseded()
    ]


def _ask(name: str, given: Any) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(reply(name, json.dumps(given).encode()))
    return answered


@pytest.mark.parametrize("row", [each for each in _of("anchoring") if each.id != "crosses-headings"])
def test_an_anchoring_fault_is_not_repeated(row: dict[str, Any]) -> None:
    assert _ask("anchor", row["given"])["anchor"] in row["expected"]["anchor_in"]


def test_a_match_over_separate_blocks_is_noted() -> None:
    row = next(each for each in FAULTS if each["id"] == "crosses-headings")
    answered = _ask("anchor", row["given"])
    assert answered["anchor"] != "found" or "crosses_block" in answered["notes"]


BY_HAND = {"uncited-claims-invisible", "fragment-of-same-page"}


@pytest.mark.parametrize("row", [each for each in _of("extraction_md") if each.id not in BY_HAND])
def test_a_markdown_fault_is_not_repeated(row: dict[str, Any]) -> None:
    answered = _ask("extract", row["given"] | {"format": "markdown"})
    expected = dict(row["expected"])
    if "claim_count" in expected:
        assert answered["claim_count"] == expected.pop("claim_count")
    for key, value in expected.items():
        assert answered["claims"][0][key] == value


@pytest.mark.parametrize("row", [each for each in _of("extraction_html") if each.id != "ignored-attribute-false"])
def test_an_html_fault_is_not_repeated(row: dict[str, Any]) -> None:
    answered = _ask("extract", row["given"] | {"format": "html"})
    expected = dict(row["expected"])
    if "claim_count" in expected:
        assert answered["claim_count"] == expected.pop("claim_count")
    for key, value in expected.items():
        assert [claim[key] for claim in answered["claims"]] == [value] * answered["claim_count"]


@pytest.mark.parametrize("value", ["", '="false"', '="true"'])
def test_the_presence_of_an_ignored_attribute_alone_decides_and_is_counted(value: str) -> None:
    row = next(each for each in FAULTS if each["id"] == "ignored-attribute-false")
    page = row["given"]["artifact"].replace('="false"', value)
    assert _ask("extract", {"artifact": page, "format": "html", "profile": None})["claims"] == []
    noted = ingest(Report("report.html", page.encode(), ()), profile("groundnut-default")).noted
    assert [one.reason for one in noted] == ["excluded", "excluded"]


def test_a_key_twice_is_a_malformed_artifact_and_no_empty_evidence() -> None:
    row = next(each for each in FAULTS if each["id"] == "duplicate-json-keys")
    answered = _ask("extract", row["given"] | {"format": "json"})
    assert answered["error"]["code"] == "malformed_json"
    assert "/claims" in answered["error"]["message"]


def test_a_byte_order_mark_before_the_json_is_accepted() -> None:
    row = next(each for each in FAULTS if each["id"] == "json-bom")
    artifact = row["given"]["artifact"].replace("\\ufeff", "\ufeff")
    assert artifact.startswith("\ufeff")
    assert _ask("extract", {"artifact": artifact, "format": "json"})["claim_count"] == 0


def test_uncited_statements_are_counted() -> None:
    row = next(each for each in FAULTS if each["id"] == "uncited-claims-invisible")
    answered = _ask("check", {"report": row["given"]["artifact"], "sources": {}})
    own = [each for each in answered["rows"] if each["bucket"] == "own_reasoning"]
    assert [each["reason"] for each in own] == ["numeric"]


def test_two_fragments_of_a_page_are_one_source() -> None:
    row = next(each for each in FAULTS if each["id"] == "fragment-of-same-page")
    answered = _ask("check", {"report": row["given"]["artifact"], "sources": {}})
    assert answered["reports"][0]["population"]["sources"] == 1
    assert answered["reports"][0]["population"]["citations"] == 2
