from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.account.compat import OLD_FAILURES, old_failure
from gnut.acquire.contract import WHYS
from gnut.commands.plumbing import reply
from tests.casefile import rows

URI = "https://registry.example/f1"
TEXT = "Minutes: The kiln was relit in 2022. Output stayed low."


def asked(name: str, /, **given: Any) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(reply(name, json.dumps(given).encode()))
    return answered


def check(*claims: dict[str, Any], **sources: Any) -> dict[str, Any]:
    return asked("metrics", kind="check", claims=list(claims), sources={URI: TEXT, **sources})


def claim(identity: str = "a", **more: Any) -> dict[str, Any]:
    return {"claim_id": identity, "text": "The kiln was relit in 2022.", "source_uri": URI, "excerpt": None} | more


def test_what_only_differs_in_case_is_what_the_original_calls_exact() -> None:
    got = check(claim(excerpt="the KILN was relit"))
    assert got["per_claim"]["a"]["method"] == "exact"
    assert got["anchor_outcome_counts"]["exact_found"] == 1
    assert got["rates"]["exact_anchor_share"] == [1, 1, 1.0]


def test_every_outcome_of_the_original_has_its_slot() -> None:
    slots = rows("groundnut/metrics")[0]["expect"]["anchor_outcome_counts"]
    got = check(claim())["anchor_outcome_counts"]
    assert set(slots) <= set(got)
    assert sum(got.values()) == 1


@pytest.mark.parametrize("word", sorted(OLD_FAILURES))
def test_an_old_word_for_a_failure_comes_back_as_it_went_in(word: str) -> None:
    got = check(claim(source_uri="https://press.example/"), **{"https://press.example/": {"failure": word}})
    assert got["per_claim"]["a"]["failure"] == got["per_claim"]["a"]["support_failure"] == word


@pytest.mark.parametrize("why", WHYS)
def test_every_kind_of_absence_has_an_old_word(why: str) -> None:
    assert old_failure(why) in OLD_FAILURES


def test_an_excerpt_without_words_has_a_slot_of_its_own() -> None:
    got = check(claim(excerpt="!!!"))
    assert (got["per_claim"]["a"]["anchor"], got["per_claim"]["a"]["method"]) == ("not_found", "exact")
    assert (got["anchor_outcome_counts"]["empty_excerpt"], got["anchor_outcome_counts"]["fuzzy_not_found"]) == (1, 0)


def test_a_source_that_the_request_does_not_give_is_unreachable() -> None:
    got = check(claim(source_uri="https://nowhere.example/"))
    assert got["per_claim"]["a"]["failure"] == "source_unreachable"


@pytest.mark.parametrize(
    "given",
    [
        {"claims": {}},
        {"claims": [1]},
        {"claims": [claim(colour="red")]},
        {"claims": [claim(text=" ")]},
        {"claims": [claim(lineage={"formula": ""}, provenance_class="analyst_calculation")]},
        {"claims": [claim(lineage=True, calculation={})]},
        {"claims": [claim()], "sources": []},
        {"claims": [claim()], "sources": {URI: 5}},
        {"claims": [claim()], "sources": {URI: {"failure": "bored"}}},
        {"claims": [claim()], "sources": {URI: {"failure": "login", "text": "x"}}},
        {"claims": [claim()], "sources": {"javascript:1": "x"}},
        {"claims": [claim()], "extra": 1},
    ],
)
def test_a_request_means_the_same_to_metrics_and_to_authority(given: dict[str, Any]) -> None:
    assert asked("metrics", kind="check", **given)["error"] == asked("authority", **given)["error"]


def test_a_source_of_blanks_holds_no_text_whoever_asks() -> None:
    measured = check(claim(), **{URI: " \u3000\n"})["per_claim"]["a"]
    assert (measured["method"], measured["support"]) == ("fetch_failed", "source_unavailable")
    judged = asked("authority", claims=[claim()], sources={URI: " \u3000\n"})["accounts"]["a"]
    assert judged["support_status"] == "source_unavailable"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "malformed_request"),
        ({"kind": "x"}, "malformed_request"),
        ({"kind": "check", "claims": {}, "sources": {}}, "claims_array_missing"),
        ({"kind": "check", "claims": [1], "sources": {}}, "claims_array_missing"),
        ({"kind": "check", "claims": [], "sources": []}, "wrong_type"),
        ({"kind": "check", "claims": [], "sources": {}, "extra": 1}, "unknown_field"),
        ({"kind": "check", "claims": [{"claim_id": "a", "text": "t", "x": 1}], "sources": {}}, "unknown_field"),
        ({"kind": "check", "claims": [], "sources": {"https://a.example/": 1}}, "malformed_request"),
        ({"kind": "check", "claims": [], "sources": {"https://a.example/": {"failure": "x"}}}, "malformed_request"),
        ({"kind": "check", "claims": [], "sources": {"mailto:a@b.c": "t"}}, "malformed_request"),
        ({"kind": "envelope"}, "missing_field"),
        (
            {"kind": "envelope", "name": "m", "class": "k", "population": "p", "numerator": "1", "denominator": 2},
            "wrong_type",
        ),
        (
            {"kind": "envelope", "name": "", "class": "k", "population": "p", "numerator": 1, "denominator": 2},
            "invalid_metric",
        ),
    ],
)
def test_a_request_for_metrics_that_cannot_be_met_says_why(given: dict[str, Any], code: str) -> None:
    assert asked("metrics", **given)["error"]["code"] == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"kind": "x"}, "malformed_request"),
        ({"extra": 1}, "unknown_field"),
        ({"engine": None}, "wrong_type"),
        ({"publication_grade": 1}, "wrong_type"),
        ({"artifacts": [{"kind": "k", "value": {"schema": "s/v1"}, "x": 1}]}, "unknown_field"),
        ({"artifacts": [{"kind": "k", "value": None}]}, "artifact_without_schema"),
        (
            {"components": [{"role": "r", "name": "n", "revision": "1", "configuration_sha256": "b" * 64}] * 2},
            "duplicate_component",
        ),
        (
            {"sources": [{"source_id": "s", "sha256": "b" * 64, "characters": -1, "snapshot_sha256": None}]},
            "negative_count",
        ),
    ],
)
def test_a_request_for_a_manifest_that_cannot_be_met_says_why(change: dict[str, Any], code: str) -> None:
    good = rows("groundnut/manifest")[0]["given"]
    assert asked("manifest", **(good | change))["error"]["code"] == code


def test_a_refusal_names_the_place() -> None:
    good = rows("groundnut/manifest")[0]["given"]
    said = asked("manifest", **(good | {"sources": [{"source_id": "s"}]}))["error"]
    assert "/sources/0/sha256" in said["message"]


def test_a_tree_without_python_is_refused() -> None:
    assert asked("manifest", kind="source_tree", files={"a.txt": "x"})["error"]["code"] == "no_source_files"
    assert asked("manifest", kind="source_tree", files={"a.py": 1})["error"]["code"] == "wrong_type"
