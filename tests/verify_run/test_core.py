"""Steps, gates and breaches of an agent's run."""

from __future__ import annotations

import json
import time
from fnmatch import fnmatchcase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize("answer", [[], [{"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}]])
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


@pytest.mark.parametrize(
    ("effect", "default", "gate"), [("DENY", "ALLOW", "DENY"), ("REVIEW", "ALLOW", "REVIEW"), ("ALLOW", "DENY", "DENY")]
)
def test_F37_where_no_server_is_named_a_rule_forbids_and_allows_nothing(effect: str, default: str, gate: str) -> None:
    bank = rule("tool", effect, name="pay", server="bank")
    assert judged([call(1, "pay")], bank, default=default).gate == gate
    assert judged([call(1, "pay", _meta={"server": "shop"})], bank, default=default).gate == default


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
def test_a_trace_without_a_message_tells_nothing(trace: object) -> None:
    with pytest.raises(BadTrace, match="no message"):
        judged(trace)


def test_a_trace_in_which_nothing_was_asked_for_is_allowed() -> None:
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert judged([listing], default="DENY").gate == "ALLOW"


@pytest.mark.parametrize(
    "messages",
    [
        [result(1)],
        [call(1, "rm"), result("1")],
        [call(1, "rm"), result(1), result(1)],
        [{"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}],
        [call(1, "rm") | {"result": {}}],
        [call(1, "rm") | {"error": {}}],
        [call(1, "rm"), result(1) | {"error": {}}],
        [call(1, "rm"), {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}],
    ],
)
def test_what_cannot_be_understood_is_told_with_its_line(messages: list[dict[str, Any]]) -> None:
    with pytest.raises(BadTrace, match=f"trace line {len(messages)}"):
        judged(messages)


def asks(number: object, method: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {}}


def answers(number: object, said: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "result": said}


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("roots/list", {"roots": []}),
        ("elicitation/create", {"action": "decline"}),
        ("sampling/createMessage", {"role": "assistant", "content": {}}),
        ("ping", {}),
        ("ping", {"_meta": {}}),
    ],
)
def test_the_server_numbers_its_requests_for_itself(method: str, said: dict[str, Any]) -> None:
    trace = [call(1, "rm"), asks(1, method), answers(1, said), result(1, isError=False)]
    steps = [each for each in judged(trace).steps if each.tool == "rm"]
    assert [each.executed for each in steps] == [True]


def test_a_ping_of_the_client_is_answered_like_any_request() -> None:
    assert judged([asks(1, "ping"), answers(1, {}), call(1, "rm"), result(1)]).steps[0].executed


def lists(number: int, **hints: bool) -> list[dict[str, Any]]:
    return [asks(number, "tools/list"), answers(number, {"tools": [{"name": "rm", "annotations": hints}]})]


@pytest.mark.parametrize(
    ("trace", "risk"),
    [
        ([*lists(1, readOnlyHint=True), call(2, "rm")], "low"),
        ([call(2, "rm"), *lists(1, readOnlyHint=True)], None),
        ([*lists(1), *lists(2, readOnlyHint=True), call(3, "rm")], "high"),
        ([*lists(1, readOnlyHint=True), *lists(2, destructiveHint=False), call(3, "rm")], "medium"),
        ([*lists(1, readOnlyHint=True), call(3, "rm", _meta={"risk": "high"})], "high"),
    ],
)
def test_a_step_has_the_worst_risk_that_was_told_before_it(trace: list[dict[str, Any]], risk: str | None) -> None:
    verdict = judged(trace, rule("risk_at_least", "REVIEW", risk="high"))
    assert verdict.steps[0].risk == risk
    assert verdict.steps[0].effect == ("REVIEW" if risk in (None, "high") else "ALLOW")


def test_names_and_patterns_are_limited_so_that_matching_is_quick() -> None:
    with pytest.raises(BadTrace, match="1024"):
        judged([call(1, "a" * 1025)])
    with pytest.raises(GnutError, match="1024"):
        judged([call(1, "a")], rule("tool", name="*" * 1025))
    started = time.process_time()
    judged([call(at, "a" * 1020 + str(at % 7)) for at in range(300)], rule("tool", name="*a" * 500 + "b"))
    assert time.process_time() - started < 5


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


def asking(method: str, number: object, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def listed(number: object, **tools: dict[str, bool]) -> list[dict[str, Any]]:
    said = [{"name": name, "annotations": hints} for name, hints in tools.items()]
    return [asking("tools/list", number), {"jsonrpc": "2.0", "id": number, "result": {"tools": said}}]


def codes(verdict: RunVerdict) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in verdict.findings]


SAFE, UNSAFE = {"readOnlyHint": True}, {"destructiveHint": True}


@pytest.mark.parametrize(
    ("method", "said"), [("roots/list", {"roots": []}), ("ping", {}), ("sampling/createMessage", {"role": "assistant"})]
)
@pytest.mark.parametrize("answers", ["in order", "crosswise"])
def test_what_the_server_asks_under_a_calls_id_answers_no_call(method: str, said: dict[str, Any], answers: str) -> None:
    own, of_call = {"jsonrpc": "2.0", "id": 1, "result": said}, result(1)
    refused = {"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}
    both = [own, of_call] if answers == "in order" else [of_call, own]
    verdict = judged([call(1, "rm"), asking(method, 1), *both], rule("tool", name="rm"))
    assert verdict.steps[0].result_hash == judged([call(1, "rm"), of_call]).steps[0].result_hash
    assert (len(verdict.breaches), codes(verdict)) == (1, [])
    verdict = judged([call(1, "rm"), asking(method, 1), own, refused], rule("tool", name="rm"))
    assert (verdict.steps[0].executed, codes(verdict)) == (False, [])


def test_the_direction_of_a_trace_tells_whose_answer_it_is() -> None:
    to_client, to_server = {"direction": "server_to_client"}, {"direction": "client_to_server"}
    no = {"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}
    trace = [call(1, "rm") | to_server, asking("x/y", 1) | to_client]
    verdict = judged([*trace, no | to_client, result(1) | to_server])
    assert (verdict.steps[0].executed, codes(verdict)) == (False, [])
    with pytest.raises(BadTrace, match="which nothing before it asks"):
        judged([call(1, "rm") | to_server, result(1) | to_server])
    with pytest.raises(BadTrace, match="direction"):
        judged([call(1, "rm") | {"direction": "sideways"}])


def test_an_answer_that_may_be_either_sides_is_told_and_loses_no_call_that_ran() -> None:
    odd = {"jsonrpc": "2.0", "id": 1, "result": {"odd": 1}}
    verdict = judged([call(1, "rm"), asking("x/y", 1), odd], rule("tool", name="rm"))
    assert (len(verdict.breaches), codes(verdict)) == (1, [(3, "ambiguous_answer")])


def test_an_odd_answer_is_that_of_the_only_request_unless_it_is_a_tools() -> None:
    odd = {"jsonrpc": "2.0", "id": 2, "result": {"pong": True}}
    assert codes(judged([call(1, "x"), asking("ping", 2), odd])) == []
    with pytest.raises(BadTrace, match="trace line 3"):
        judged([call(1, "x"), asking("ping", 2), result(2)])


def test_a_tool_that_changes_its_annotations_is_told_and_keeps_the_stricter_risk() -> None:
    verdict = judged([*listed(1, x=UNSAFE), *listed(2, x=SAFE), *listed(3, x=SAFE), call(4, "x")])
    assert (verdict.steps[0].risk, codes(verdict), verdict.gate) == ("high", [(4, "risk_changed")], "REVIEW")
    verdict = judged([*listed(1, x=SAFE), call(2, "x"), result(2), *listed(3, x=UNSAFE), call(4, "x")])
    assert [each.risk for each in verdict.steps] == ["low", "high"]


@pytest.mark.parametrize(
    ("rules", "decided"),
    [
        ([rule("tool", "DENY", name="x", server="a")], ("DENY", "tool")),
        ([rule("tool", "REVIEW", name="x", server="a")], ("REVIEW", "tool")),
        ([rule("tool", "ALLOW", name="x", server="a"), rule("any", "DENY")], ("DENY", "any")),
        ([{**rule("tool", "REVIEW", name="x", server="a"), "id": "r"}, rule("tool", name="x", server="b")],
         ("DENY", "tool")),
        ([rule("tool", "DENY", name="x", server="a"), rule("any", "ALLOW")], ("DENY", "tool")),
        ([rule("tool", "DENY", name="y", server="a")], ("ALLOW", None)),
    ],
)  # fmt: skip
def test_a_rule_of_a_server_counts_where_the_server_is_not_known(
    rules: list[dict[str, Any]], decided: tuple[str, str | None]
) -> None:
    step = judged([call(1, "x")], *rules).steps[0]
    assert (step.effect, step.rule) == decided


def test_of_two_servers_one_cannot_tell_whose_a_call_is() -> None:
    def started(number: int, name: str) -> list[dict[str, Any]]:
        said = {"jsonrpc": "2.0", "id": number, "result": {"serverInfo": {"name": name}}}
        return [asking("initialize", number), said]

    pay = rule("tool", name="pay", server="bank")
    assert judged([*started(1, "bank"), *started(2, "shop"), call(3, "pay")], pay).gate == "DENY"
    assert judged([*started(2, "shop"), call(3, "pay")], pay).gate == "ALLOW"


@given(st.text("ab*?", max_size=8), st.text("ab", max_size=8))
def test_wildcards_match_as_the_shells_do(pattern: str, name: str) -> None:
    assert fits(name, pattern) is fnmatchcase(name, pattern)


def test_wildcards_cost_no_more_than_the_name_is_long() -> None:
    started = time.process_time()
    for _ in range(20):
        assert not fits("a" * 1000 + "b" * 24, "*a?" * 80 + "c")
    assert time.process_time() - started < 1


def test_a_trace_without_a_step_says_that_nothing_was_verified() -> None:
    assert judged([asking("tools/list", 1)]).outcome == "indeterminate"
    assert judged([call(1, "x")]).outcome == "clear"
