from __future__ import annotations

import io
import json
from typing import Any

import pytest

from gnut.commands import plumbing
from gnut.commands.plumbing import LINE_LIMIT, reply
from gnut.edge.world import world
from gnut.errors import Usage

URI = "https://s.example/a"


def asked(name: str, *lines: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    class Standard:
        buffer = io.BytesIO(b"".join(lines))

    monkeypatch.setattr("sys.stdin", Standard)
    assert plumbing.plumbing(world(), name) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_line_is_answered_in_order_and_a_refusal_stays_on_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [b'{"json":"{}"}\n', b"nonsense\n", b"\n", b'{"json":"[1]"}\n']
    answers = asked("canonical", *lines, monkeypatch=monkeypatch, capsys=capsys)
    assert [each.get("canonical") for each in answers] == ["{}", None, "[1]"]
    assert answers[1]["error"]["code"] == "not_canonical_json"


def test_an_overlong_line_is_refused_and_the_next_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [b'{"json":"' + b" " * LINE_LIMIT + b'"}\n', b'{"json":"[]"}\n']
    answers = asked("canonical", *lines, monkeypatch=monkeypatch, capsys=capsys)
    assert [each.get("error", {}).get("code") for each in answers] == ["request_too_large", None]


def test_an_unknown_name_is_a_usage_error_that_names_the_others() -> None:
    with pytest.raises(Usage) as refused:
        plumbing.plumbing(world(), "nothing")
    assert "canonical" in str(refused.value.help)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("canonical", {"json": 5}),
        ("canonical", []),
        ("anchor", {"excerpt": "a", "source": None}),
        ("check", {}),
        ("check", {"report": 5}),
        ("check", {"report": "x", "sources": []}),
        ("check", {"report": "x", "more": 1}),
        ("check", {"report": "x", "sources": {URI: 5}}),
        ("check", {"report": "x", "sources": {URI: {}}}),
        ("check", {"report": "x", "sources": {URI: {"text": 5}}}),
        ("check", {"report": "x", "sources": {URI: {"text": "a", "extra": "b"}}}),
        ("check", {"report": "x", "sources": {URI: {"status": "abc"}}}),
        ("check", {"report": "x", "sources": {URI: {"status": None}}}),
        ("check", {"report": "x", "sources": {URI: {"pdf_pages": 5}}}),
        ("check", {"report": "x", "sources": {URI: {"pdf_pages": [5]}}}),
        ("check", {"report": "x", "sources": {URI: {"bytes_idna": "a..b"}}}),
        ("check", {"report": "x", "sources": {URI: {"bytes_nope": "a"}}}),
        ("check", {"report": "x", "sources": {URI: {"error": "moon"}}}),
        ("check", {"report": "x", "policy": "lax"}),
        ("check", {"report": "x", "profile": "nope"}),
        ("extract", {"artifact": 5}),
        ("acquire", {"mode": 5}),
    ],
)
def test_a_malformed_request_is_refused_with_a_code_of_its_own(name: str, given: Any) -> None:
    answer = json.loads(reply(name, json.dumps(given).encode()))
    assert set(answer) == {"error"}
    assert answer["error"]["code"] != "internal_error"


def test_a_bug_answers_on_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: dict[str, Any]) -> dict[str, Any]:
        raise ZeroDivisionError

    monkeypatch.setitem(plumbing.HANDLERS, "canonical", broken)
    assert json.loads(reply("canonical", b"{}"))["error"]["code"] == "internal_error"


ASKED: dict[str, dict[str, Any]] = {
    "acquire": {"mode": "refresh", "snapshots": {}, "live": {}, "requests": []},
    "numerals": {"text": "5 %"},
    "numeric-support": {"answer": "5 %", "sources": ["5 %"]},
    "verify-answer": {"answer": "5 %", "sources": ["5 %"]},
    "proofread": {"answer": "5 %", "sources": ["5 %"]},
    "verify-records": {"records": ""},
    "verify-run": {
        **{"trace": [{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]},
        **{"policy": {"id": "p", "default": "ALLOW", "rules": []}},
        **{"run_id": "r", "system": "s", "started_at": "2026-01-01T00:00:00Z"},
    },
    "calibrate": {"labelled": [[0.1, True], [0.9, False]] * 100},
}
MEMBERS = {
    "acquire": ("mode", "requests"),
    "numerals": ("text", "locale"),
    "numeric-support": ("answer", "sources", "locale", "options"),
    "verify-answer": (
        *("answer", "sources", "locale", "rules", "policy", "metadata", "question", "scope", "risk_class"),
        *("rounding", "units", "derive", "declared_precision", "percent_as_fraction"),
    ),
    "proofread": ("answer", "sources", "locale", "k", "max_anchors", "encoder"),
    "verify-records": ("records", "trusted"),
    "verify-run": ("trace", "policy", "run_id", "system", "system_version", "started_at"),
    "calibrate": ("labelled", "target_recall", "seed"),
}


@pytest.mark.parametrize(("name", "member"), [(name, member) for name, known in MEMBERS.items() for member in known])
def test_a_member_of_another_type_is_refused_and_is_no_bug(name: str, member: str) -> None:
    right = json.loads(reply(name, json.dumps(ASKED[name])))
    assert "error" not in right
    # None of these is what any member takes: a number with a fraction, and things inside things.
    for value in (7.5, [[[1]]], {"a": {"b": 1}}, [{"a": None}]):
        if name == "calibrate" and member == "target_recall" and value == 7.5:
            continue
        if member in ("metadata", "options") and isinstance(value, dict):
            continue  # Metadata is whatever a caller says, and so are options that are not known.
        told = json.loads(reply(name, json.dumps({**ASKED[name], member: value})))
        assert told["error"]["code"] != "internal_error", (value, told)


@pytest.mark.parametrize("said", ["1e300000000", "-1e300000000", "1e-300000000", "1e999999999999999999999", "NaN", "x"])
def test_a_number_too_long_to_write_out_is_refused(said: str) -> None:
    given = ASKED["calibrate"]
    answers = [
        reply("calibrate", json.dumps({**given, "target_recall": said})),
        reply("calibrate", json.dumps({"labelled": [*given["labelled"], [said, True]]})),
    ]
    assert [json.loads(each)["error"]["code"] in ("bad_score", "bad_target_recall") for each in answers] == [True, True]
    assert all(len(each) < 300 for each in answers)


def test_a_label_is_true_or_false_and_not_a_word_for_it() -> None:
    given = {"labelled": [*ASKED["calibrate"]["labelled"], [0.5, "false"]]}
    assert json.loads(reply("calibrate", json.dumps(given)))["error"]["code"] == "bad_row"
