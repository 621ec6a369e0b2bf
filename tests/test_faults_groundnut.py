"""Faults of an earlier tool in anchoring, reading and acquiring, each with the answer a user expects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.acquire.contract import EPOCH
from gnut.acquire.core import load, snapshot
from gnut.commands.plumbing import reply
from gnut.ingest.core import ingest, profile
from gnut.model import Absence, Fetched, Report, Uri
from gnut.text.extracted import Extracted
from gnut.text.source import read
from gnut_store import canon
from tests.casefile import rows, superseded

URI = Uri("https://source.example/")

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


def _fault(identity: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in FAULTS if each["id"] == identity)
    return found


def test_inline_tags_do_not_split_words() -> None:
    row = _fault("inline-tags-split-words")
    read_ = read(row["given"]["html"].encode(), "text/html; charset=utf-8", URI)
    assert isinstance(read_, Extracted)
    assert read_.text.strip() == row["expected"]


def test_a_noscript_that_never_ends_does_not_swallow_the_page() -> None:
    read_ = read(_fault("unclosed-noscript")["given"]["html"].encode(), "text/html", URI)
    assert isinstance(read_, Extracted)
    assert "Body text" in read_.text or read_.truncation in ("hollow", "empty")


def test_a_declared_charset_is_obeyed() -> None:
    row = _fault("charset-ignored")
    read_ = read(row["given"]["body_latin1"].encode("latin-1"), row["given"]["content_type"], URI)
    assert isinstance(read_, Extracted)
    assert read_.text.strip() == row["expected"]


def test_a_page_that_only_scripts_fill_is_no_source() -> None:
    http = _fault("empty-body-ok")["given"]["http"]
    source = {"bytes_utf-8": http["body"], "content_type": http["content_type"]}
    report = f'It says "the lamp was lit for the first time" [a]({URI}).\n'
    row = _ask("check", {"report": report, "sources": {URI: source}})["rows"][0]
    assert (row["reason"], row["kind"]) == ("source_unavailable", "no_text")


def test_a_rate_limit_is_no_paywall() -> None:
    status = _fault("429-as-paywall")["given"]["http"]["status"]
    answered = _ask("check", {"report": f"It says so [a]({URI}).\n", "sources": {URI: {"status": status}}})
    assert answered["rows"][0]["kind"] == "rate_limited"


@pytest.mark.parametrize(("member", "value"), [("fetched_at", "1999-01-01T00:00:00Z"), ("status", 404)])
def test_a_snapshot_whose_record_was_changed_is_refused(member: str, value: object) -> None:
    text = b"Some words."
    extracted = read(text, "text/plain", URI)
    assert isinstance(extracted, Extracted)
    known, objects = snapshot(Fetched(URI, URI, 200, "text/plain", text, (), False), extracted, None, EPOCH)
    body = objects[-1].body
    assert load(body, URI) == known.snapshot
    members = canon.decode(body)
    assert isinstance(members, dict)
    answer = load(canon.encode(members | {member: value}), URI)
    assert isinstance(answer, Absence)
    assert answer.detail.startswith("snapshot_hash_mismatch")


ELSEWHERE = {
    "non-atomic-archive": "tests/store: every step of a write is killed, and what was there before stays",
    "unknown-request-fields": "tests/commands/test_check_request.py",
    "hard-wrapped-conclusion": "tests/arena",
    "comment-emitted": "tests/arena",
    "abbreviation-split": "tests/arena",
    "bullet-kept": "tests/arena",
    "family-spelling": "tests/arena",
    "policy-lenses-string": "tests/arena",
}
"""Rows that stand as tests in the folder of their room."""

LATER = {
    "empty-document-clear": "there is no extraction by domain packs yet",
    "stale-outputs-kept": "the same",
    "self-review": "there is no annotation yet",
    "missing-registry": "there is no registry of domain packs yet",
}
"""Rows about capabilities that gnut does not have."""


def test_every_row_is_a_test_or_is_said_to_be_none() -> None:
    here = {
        *(each.id for area in ("anchoring", "extraction_md", "extraction_html") for each in _of(area)),
        *("duplicate-json-keys", "json-bom", "inline-tags-split-words", "unclosed-noscript", "charset-ignored"),
        *("empty-body-ok", "429-as-paywall", "snapshot-metadata-unbound"),
    }
    decided_otherwise = {identity for file, identity in superseded() if file == "faults/groundnut"}
    assert here | decided_otherwise | set(ELSEWHERE) | set(LATER) == {row["id"] for row in FAULTS}
