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
