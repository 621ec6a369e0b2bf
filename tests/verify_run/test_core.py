"""Steps, gates and breaches of an agent's run."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.errors import GnutError
from gnut.verify_run.contract import RunVerdict
from gnut.verify_run.core import verify_run
from gnut.verify_run.core.policies import execution_policy, fits
from gnut.verify_run.core.traces import BadTrace


def call(number: object, tool: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, **params}}


def result(number: object, **said: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "result": {"content": [], **said}}


def judged(trace: object, *rules: dict[str, Any], default: str = "ALLOW") -> RunVerdict:
    policy = execution_policy({"id": "p", "default": default, "rules": list(rules)})
    return verify_run(trace, policy, run_id="r", system="s", started_at="2026-01-01T00:00:00Z")  # type: ignore[arg-type]


def rule(match: str, effect: str = "DENY", **more: str) -> dict[str, Any]:
    return {"id": match, "match": match, "effect": effect, **more}


def test_F35_a_denied_call_that_has_a_result_is_a_breach() -> None:
    verdict = judged([call(1, "rm"), result(1)], rule("tool", name="rm"))
    assert verdict.gate == "DENY"
    assert [each.action_id for each in verdict.breaches] == ["a1"]


@pytest.mark.parametrize(
    "answer", [[], [{"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}], [result("1")]]
)
def test_F35_a_denied_call_that_did_not_run_is_none(answer: list[dict[str, Any]]) -> None:
    assert judged([call(1, "rm"), *answer], rule("tool", name="rm")).breaches == ()


def test_F35_a_tool_that_failed_halfway_ran() -> None:
    assert len(judged([call(1, "rm"), result(1, isError=True)], rule("tool", name="rm")).breaches) == 1


def test_F35_a_call_that_is_never_answered_counts_as_run() -> None:
    note = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "rm"}}
    assert len(judged([note], rule("tool", name="rm")).breaches) == 1


@pytest.mark.parametrize(("action", "breaches"), [("accept", 0), ("decline", 1), ("cancel", 1)])
def test_F35_what_a_person_did_not_approve_is_a_breach(action: str, breaches: int) -> None:
    asked = {"jsonrpc": "2.0", "id": "e", "method": "elicitation/create", "params": {}}
    said = {"jsonrpc": "2.0", "id": "e", "result": {"action": action}}
    verdict = judged([call(1, "pay"), asked, said, result(1)], rule("tool", "REVIEW", name="pay"))
    assert (verdict.gate, len(verdict.breaches)) == ("REVIEW", breaches)


@pytest.mark.parametrize(
    ("pattern", "name", "holds"),
    [
        ("*", "anything", True),
        ("delete_*", "delete_file", True),
        ("delete_*", "undelete_file", False),
        ("*_file", "delete_file", True),
        ("d?l", "del", True),
        ("d?l", "deel", False),
        ("[a-z]", "a", False),
        ("", "", True),
        ("a*b*c", "a__b__c", True),
        ("*" * 50 + "b", "a" * 5000, False),
    ],
)
def test_F36_wildcards_of_a_tools_name_match(pattern: str, name: str, holds: bool) -> None:
    assert fits(name, pattern) is holds


@pytest.mark.parametrize(
    ("trace", "matched"),
    [
        ([call(1, "x", _meta={"risk": "medium"})], "risk_at_least"),
        ([call(1, "x")], "risk_at_least"),
        ([call(1, "x", _meta={"risk": "low"})], None),
        ([call(1, "x", _meta={"risk": "low", "operation": "write"})], "action"),
    ],
)
def test_F37_rules_on_risk_and_action_match(trace: list[dict[str, Any]], matched: str | None) -> None:
    verdict = judged(trace, rule("risk_at_least", risk="medium"), rule("action", operation="write"))
    assert verdict.steps[0].rule == matched


@pytest.mark.parametrize(
    ("hints", "risk"), [({"readOnlyHint": True}, "low"), ({"destructiveHint": False}, "medium"), ({}, "high")]
)
def test_F37_a_tools_own_annotations_tell_its_risk(hints: dict[str, bool], risk: str) -> None:
    asked = {"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
    said = {"jsonrpc": "2.0", "id": 9, "result": {"tools": [{"name": "x", "annotations": hints}]}}
    assert judged([asked, said, call(1, "x")]).steps[0].risk == risk


def test_F37_a_server_is_told_by_the_handshake() -> None:
    asked = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
    said = {"jsonrpc": "2.0", "id": 0, "result": {"serverInfo": {"name": "bank"}}}
    verdict = judged([asked, said, call(1, "pay")], rule("tool", name="pay", server="bank"))
    assert verdict.gate == "DENY"
    assert judged([call(1, "pay")], rule("tool", name="pay", server="bank")).gate == "ALLOW"


@pytest.mark.parametrize(
    "policy",
    [
        {"id": "p", "default": "ALLOW", "rule": []},
        {"id": "p", "default": "ALLOW", "rules": [{**rule("tool", name="x"), "nmae": "y"}]},
        {"id": "p", "default": "ALLOW", "rules": [rule("any", name="x")]},
        {"id": "p", "default": "ALLOW", "rules": [rule("tool", name="x"), rule("tool", name="y")]},
        {"id": "p", "default": "ALLOW", "rules": {"a": 1}},
        "id: p\ndefault: ALLOW\nid: q\n",
        "just words",
        5,
    ],
)
def test_F38_a_policy_with_what_it_does_not_know_is_refused(policy: object) -> None:
    with pytest.raises(GnutError):
        execution_policy(policy)


@pytest.mark.parametrize(
    ("trace", "line"),
    [
        ("hello", 1),
        (json.dumps(call(1, "x")) + "\n{}\n", 2),
        ('{"jsonrpc": "1.0", "method": "tools/call"}', 1),
        ('{"jsonrpc": "2.0"}', 1),
        ('{"jsonrpc": "2.0", "id": {}, "method": "x"}', 1),
        ('{"jsonrpc": "2.0", "result": 1}', 1),
        ('{"jsonrpc": "2.0", "method": 5}', 1),
        ([5], 1),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}', 1),
        ("\n\n[1]", 1),
        ("[" * 200, 1),
    ],
)
def test_F39_a_line_that_is_no_message_is_named(trace: object, line: int) -> None:
    with pytest.raises(BadTrace, match=f"trace line {line}"):
        judged(trace)


def test_F39_an_id_that_asks_again_before_it_was_answered_is_refused() -> None:
    with pytest.raises(BadTrace, match="trace line 2"):
        judged([call(1, "x"), call(1, "y")])


def test_F40_every_step_says_its_tool_effect_and_rule() -> None:
    verdict = judged([call(1, "ls"), result(1), call(2, "rm")], rule("tool", name="rm"))
    assert [(each.id, each.tool, each.effect, each.rule, each.executed) for each in verdict.steps] == [
        ("a1", "ls", "ALLOW", None, True),
        ("a2", "rm", "DENY", "tool", False),
    ]


@pytest.mark.parametrize("trace", ["", "\n", "[]", []])
def test_an_empty_trace_has_nothing_to_deny(trace: object) -> None:
    verdict = judged(trace, default="DENY")
    assert (verdict.gate, verdict.steps) == ("ALLOW", ())


def test_a_batch_and_a_list_are_read_message_by_message() -> None:
    batch = json.dumps([call(1, "x"), result(1)])
    assert len(judged(batch).steps) == len(judged(f"{batch}\n{batch}").steps) - 1 == 1


def test_arguments_and_results_are_kept_as_hashes_alone() -> None:
    verdict = judged([call(1, "x", arguments={"secret": "hunter2", "share": 0.5}), result(1, text="hunter3")])
    assert "hunter" not in repr(verdict)
    assert verdict.steps[0].result_hash is not None


def elicited(number: object, action: str) -> list[dict[str, Any]]:
    asked = {"jsonrpc": "2.0", "id": number, "method": "elicitation/create", "params": {}}
    return [asked, {"jsonrpc": "2.0", "id": number, "result": {"action": action}}]


def test_client_and_server_number_their_requests_each_for_themselves() -> None:
    ask, said = elicited(1, "decline")
    verdict = judged([call(1, "rm"), ask, result(1), said], rule("tool", name="rm"))
    assert [each.action_id for each in verdict.breaches] == ["a1"]
    sampled = {"jsonrpc": "2.0", "id": 0, "method": "sampling/createMessage", "params": {}}
    spoke = {"jsonrpc": "2.0", "id": 0, "result": {"role": "assistant", "content": {}, "model": "m"}}
    verdict = judged([call(0, "rm"), sampled, spoke, result(0)], rule("tool", name="rm"))
    assert len(verdict.breaches) == 1


def test_a_person_is_asked_about_the_last_step_that_is_open() -> None:
    refused = {"jsonrpc": "2.0", "id": 2, "error": {"code": -1, "message": "no"}}
    trace = [call(1, "pay"), call(2, "x"), refused, *elicited("e", "decline"), result(1)]
    verdict = judged(trace, rule("tool", "REVIEW", name="pay"))
    assert [each.action_id for each in verdict.breaches] == ["a1"]


def test_what_the_recorder_knows_better_counts() -> None:
    meta = {"server": "bank", "operation": "transfer", "approved": False}
    pay = rule("tool", "REVIEW", name="pay", server="bank")
    assert len(judged([call(1, "pay", _meta=meta), result(1)], pay).breaches) == 1
    assert judged([call(1, "pay", _meta={**meta, "server": "shop"}), result(1)], pay).breaches == ()
    operation = rule("action", operation="transfer")
    assert len(judged([call(1, "pay", _meta=meta), result(1)], operation).breaches) == 1
    assert len(judged([call(1, "transfer"), result(1)], operation).breaches) == 1
