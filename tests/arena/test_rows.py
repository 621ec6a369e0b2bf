"""Policies and rows from JSON: everything that is not as the contract says has its code and its place."""

from __future__ import annotations

from typing import Any

import pytest

from gnut.arena.core.listing import listed, tasks_of
from gnut.arena.core.rows import attack, policy, ruling, task
from gnut.errors import GnutError, MalformedReport, NotCanonical
from gnut_store import canon
from tests.arena.made import a_policy, a_ruling, a_task, an_attack, no_attack


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"schema": "groundnut-arena-policy/v9"}, "policy_schema_unsupported"),
        ({"lenses": "abc"}, "policy_incomplete"),
        ({"lenses": []}, "policy_incomplete"),
        ({"lenses": ["a", " "]}, "policy_incomplete"),
        ({"lenses": ["a", "—"]}, "policy_incomplete"),
        ({"lenses": ["a", 1]}, "policy_incomplete"),
        ({"lenses": ["leap", "Leap "]}, "duplicate_lens"),
        ({"lenses": ["a"] * 33}, "policy_incomplete"),
        ({"required_rulings": 0}, "policy_incomplete"),
        ({"required_rulings": True}, "policy_incomplete"),
        ({"required_rulings": "2"}, "policy_incomplete"),
        ({"frozen_at": ""}, "policy_incomplete"),
        ({"key": None}, "policy_incomplete"),
        ({"strict": True}, "unknown_field"),
    ],
)
def test_an_invalid_policy_is_refused(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(MalformedReport) as refused:
        policy(a_policy(**changed))
    assert refused.value.code == code


def test_two_rulings_are_required_unless_the_policy_says_otherwise() -> None:
    given = a_policy()
    del given["required_rulings"]
    assert policy(given).required_rulings == 2


@pytest.mark.parametrize("given", [None, [], "policy", 7])
def test_a_policy_is_an_object(given: Any) -> None:
    with pytest.raises(MalformedReport):
        policy(given)


ROWS: list[tuple[Any, dict[str, Any], str, str]] = [
    (task, a_task(score=3), "unknown_field", "p/score"),
    (task, a_task(task_id=" "), "required_field_missing", "p/task_id"),
    (task, a_task(task_id="x\u202e1"), "wrong_type", "p/task_id"),
    (task, a_task(assertion=None), "wrong_type", "p/assertion"),
    (task, a_task(section=-1), "wrong_type", "p/section"),
    (task, a_task(section=True), "wrong_type", "p/section"),
    (task, a_task(context="x" * 100_001), "too_long", "p/context"),
    (attack, an_attack(severity="grave"), "unknown_severity", "p/severity"),
    (attack, an_attack(severity=None), "severity_missing", "p/severity"),
    (attack, no_attack() | {"severity": "minor"}, "null_attack", "p/attack"),
    (attack, no_attack() | {"premise_probe": "Is it so?"}, "null_attack", "p/attack"),
    (attack, an_attack(attack=" "), "required_field_missing", "p/attack"),
    (attack, an_attack(model_family=""), "required_field_missing", "p/model_family"),
    (attack, an_attack(model_family="\u200b-"), "required_field_missing", "p/model_family"),
    (attack, an_attack(session_id="…"), "required_field_missing", "p/session_id"),
    (attack, an_attack(confidence="0.9"), "unknown_field", "p/confidence"),
    (ruling, a_ruling("fb", "maybe"), "unknown_ruling", "p/ruling"),
    (ruling, a_ruling("fb", reason=""), "required_field_missing", "p/reason"),
    (ruling, a_ruling("fb", model_family=7), "wrong_type", "p/model_family"),
    (ruling, a_ruling(""), "required_field_missing", "p/model_family"),
]


@pytest.mark.parametrize(("one", "row", "code", "place"), ROWS)
def test_an_invalid_row_is_refused_with_code_and_place(one: Any, row: dict[str, Any], code: str, place: str) -> None:
    with pytest.raises(MalformedReport) as refused:
        one(row, "p")
    assert refused.value.code == code
    assert str(refused.value).startswith(place)


@pytest.mark.parametrize("name", ["task_id", "lens", "attack", "model", "model_family", "session_id"])
def test_a_required_member_that_is_not_there_is_named(name: str) -> None:
    row = an_attack()
    del row[name]
    with pytest.raises(MalformedReport) as refused:
        attack(row, "p")
    assert (refused.value.code, str(refused.value)) == ("required_field_missing", f"p/{name}: is missing")


@pytest.mark.parametrize("row", [[], "x", 3, None])
def test_a_row_is_an_object(row: Any) -> None:
    with pytest.raises(MalformedReport) as refused:
        ruling(row, "p")
    assert refused.value.code == "malformed_row"


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (b'{"a":1}\n\n{"a":1,"a":2}\n', "f.jsonl:3: "),
        (b'{"a":NaN}', "f.jsonl:1: "),
        (b'{"a":0.5}', "f.jsonl:1: "),
        (b'\n\n{"a":"\\ud800"}', "f.jsonl:3: "),
        (b'[{"a":1},', "f.jsonl: "),
        (b"\xff", "f.jsonl:1: "),
        (b"[" * 100_000, "f.jsonl: "),
    ],
)
def test_what_is_no_strict_json_is_refused_by_file_and_line(body: bytes, place: str) -> None:
    with pytest.raises(NotCanonical) as refused:
        listed(body, "f.jsonl")
    assert str(refused.value).startswith(place)


def test_rows_come_as_a_list_or_one_a_line() -> None:
    rows = [a_task(1), a_task(2)]
    lines = b"".join(canon.encode(row) + b"\r\n" for row in rows)
    assert list(listed(canon.encode(rows), "f").rows) == rows == list(listed(lines, "f").rows)
    assert listed(b"", "f").rows == ()
    assert tasks_of(lines, "f").tasks == tasks_of(canon.encode(rows), "f").tasks


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnut.arena.core.listing.MOST_ROWS", 2)
    with pytest.raises(GnutError) as refused:
        listed(b"1\n2\n3\n", "f")
    assert refused.value.code == "too_many_rows"
