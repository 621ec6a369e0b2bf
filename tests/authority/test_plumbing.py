from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.commands.plumbing import reply

TEXT = "The yard was sold in 2020."
URI = "https://registry.example/f1"
ROW: dict[str, Any] = {"claim_id": "k1", "text": TEXT, "source_uri": URI, "excerpt": TEXT}
WORD: dict[str, Any] = {
    "kind": "independent_primary",
    "basis": "human_adjudication",
    "assigned_by": "desk",
    "note": "read",
    "source_uri": URI,
}


def asked(**given: Any) -> dict[str, Any]:
    request = {"claims": [ROW], "sources": {URI: TEXT}, "declarations": {}, "policy": None} | given
    answered: dict[str, Any] = json.loads(reply("authority", json.dumps(request)))
    return answered


def code(**given: Any) -> str:
    told: str = asked(**given)["error"]["code"]
    return told


@pytest.mark.parametrize("failure", ["source_paywalled", "source_changed", "timeout"])
def test_authority_can_be_declared_for_a_source_that_could_not_be_had(failure: str) -> None:
    account = asked(sources={URI: {"failure": failure}}, declarations={"k1": WORD})["accounts"]["k1"]
    assert (account["kind"], account["support_status"]) == ("independent_primary", "source_unavailable")
    assert account["anchor"] is None


def test_an_analysts_claim_that_cites_a_source_is_not_assessed() -> None:
    account = asked(claims=[ROW | {"provenance_class": "analyst_inference"}])["accounts"]["k1"]
    assert (account["support_status"], account["support_note"]) == ("not_assessed", "analyst_derived")
    assert (account["kind"], account["anchor"]) == ("analyst_derived", "found")


def test_the_account_is_complete_only_when_every_authority_is_known() -> None:
    rows = [ROW, ROW | {"claim_id": "k2"}]
    assert asked(claims=rows, declarations={"k1": WORD})["complete_authority"] is False
    assert asked(claims=rows, declarations={"k1": WORD, "k2": WORD})["complete_authority"] is True


def test_a_policy_given_inline_is_in_force() -> None:
    policy = {"schema": "groundnut-authority-policy/v1", "key": "a", "version": "1", "frozen_at": "t"}
    assert asked(policy=policy)["accounts"]["k1"]["kind"] == "unknown_authority"
    assert code(policy=policy | {"kinds": ["unknown_authority"]}) == "policy_vocabulary_incomplete"
    assert code(policy=policy | {"version": ""}) == "policy_incomplete"
    assert code(policy="default") == "wrong_type"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"claims": None}, "claims_array_missing"),
        ({"claims": ["k1"]}, "claims_array_missing"),
        ({"claims": [ROW | {"colour": "red"}]}, "unknown_field"),
        ({"claims": [ROW | {"text": " "}]}, "required_field_missing"),
        ({"claims": [ROW | {"provenance_class": "rumour"}]}, "unknown_provenance_class"),
        ({"sources": ["x"]}, "wrong_type"),
        ({"sources": []}, "wrong_type"),
        ({"sources": ""}, "wrong_type"),
        ({"declarations": []}, "wrong_type"),
        ({"declarations": False}, "wrong_type"),
        ({"sources": {URI: 5}}, "malformed_request"),
        ({"sources": {URI: {"failure": "bored"}}}, "malformed_request"),
        ({"sources": {"javascript:1": "x"}}, "malformed_request"),
        ({"declarations": ["k1"]}, "wrong_type"),
        ({"declaration": {}}, "unknown_field"),
    ],
)
def test_a_request_that_means_nothing_is_refused(given: dict[str, Any], expected: str) -> None:
    assert code(**given) == expected
