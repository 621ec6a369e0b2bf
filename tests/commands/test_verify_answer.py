"""`gnut verify answer`: a decision, its reasons, and a record that is durable before anything is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from gnut.errors import StoreUnwritable
from gnut.formats.schemas import schemas

Gnut = Callable[..., Any]
BASIC = ("verify", "answer", "--answer", "answer.md", "--source", "s=s.txt")


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    (place / "answer.md").write_text("Revenue was 45 million dollars in 2023.\n")
    (place / "wrong.md").write_text("Revenue was 46 million dollars in 2023. It grew by 7 kg.\n")
    (place / "s.txt").write_text("In 2023 revenue was $45 million.\n")


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("Revenue was 45 million dollars.", 0, "PASS"),
        ("Revenue was 46 million dollars.", 1, "FAIL"),
        ("Revenue was 46 percent.", 1, "REVIEW"),
        ("", 0, "PASS"),
    ],
)
def test_only_a_pass_ends_with_zero(gnut: Gnut, answer: str, code: int, said: str) -> None:
    answered = gnut("verify", "answer", "--answer", "-", "--source", "s=s.txt", stdin=answer.encode())
    assert answered.code == code
    assert answered.out.startswith(f"{said}  policy gnut_default_v1 1.0.0  no record\n")


def test_what_is_printed(gnut: Gnut, snapshot: SnapshotAssertion) -> None:
    options = ("--policy", "eu_ai_act_high_risk_v1", "--question", "How many people?", "--log", "log.jsonl")
    said = gnut("verify", "answer", "--answer", "wrong.md", "--source", "s=s.txt", *options)
    assert (said.code, said.out, said.err) == snapshot


def test_untrusted_text_cannot_reach_the_terminal(gnut: Gnut, place: Path) -> None:
    (place / "wrong.md").write_text("Revenue \x1b[2J\u202e was 46 million dollars.\n")
    (place / "s.txt").write_text("Revenue\x1b[31m was $45 million.\n")
    said = gnut("verify", "answer", "--answer", "wrong.md", "--source", "\x1b[2J=s.txt")
    assert said.code == 1
    assert "\x1b" not in said.out + said.err
    assert "\u202e" not in said.out + said.err


def test_json_holds_the_verdict_and_the_record_that_seals_it(gnut: Gnut, place: Path) -> None:
    said = gnut(*BASIC, "--log", "log.jsonl", "--output-format", "json")
    reply = json.loads(said.out)
    (line,) = (place / "log.jsonl").read_text().splitlines()
    record = json.loads(line)
    assert (said.code, reply["schema"], reply["decision"]) == (0, "gnut-verify-answer/v1", "PASS")
    assert record["content"] == reply["verdict"]
    assert record["record_hash"] == reply["record"]["record_hash"]
    assert reply["content_hash"] == record["content_hash"]


def test_answers_are_chained_in_their_log_and_the_log_stands(gnut: Gnut) -> None:
    for _ in range(3):
        assert gnut(*BASIC, "--log", "log.jsonl").code == 0
    checked = gnut("verify", "records", "log.jsonl")
    assert checked.code == 0
    assert "3 of 3" in checked.out


def test_a_folder_that_is_named_holds_the_log(gnut: Gnut, place: Path) -> None:
    (place / "logs").mkdir()
    assert [gnut(*BASIC, "--log", "logs").code for _ in range(2)] == [0, 0]
    assert len((place / "logs" / "answers.jsonl").read_text().splitlines()) == 2
    assert gnut("verify", "records", "logs").code == 0


def test_without_a_log_the_record_goes_to_the_store(gnut: Gnut) -> None:
    gnut("init", ".")
    said = gnut(*BASIC)
    assert said.code == 0
    assert "record rec_" in said.out
    assert "is in the store, not signed" in said.err
    assert gnut("fsck").code == 0


def test_without_a_log_and_a_store_nothing_is_claimed_to_be_sealed(gnut: Gnut) -> None:
    said = gnut(*BASIC, "--output-format", "json")
    reply = json.loads(said.out)
    assert (reply["record"], reply["kept"]) == (None, None)
    plain = gnut(*BASIC)
    assert "no record" in plain.out
    assert "not on record" in plain.err


def test_a_decision_that_cannot_be_kept_is_not_told(gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise StoreUnwritable("no space left")

    monkeypatch.setattr("gnut.edge.record_log.LogSink.append", full)
    said = gnut(*BASIC, "--log", "log.jsonl")
    assert (said.code, said.out) == (2, "")
    assert "no space left" in said.err


def test_provenance_and_scope_are_given_beside_the_sources(gnut: Gnut) -> None:
    inside = gnut(*BASIC, "--provenance", "s:entity=UPS", "--scope", "entity=ups ")
    outside = gnut(*BASIC, "--provenance", "s:entity=UPS", "--scope", "entity=FedEx")
    assert (inside.code, outside.code) == (0, 1)
    assert "scope.contradicted" in outside.out


def test_the_provenance_of_an_id_with_a_colon_is_that_of_the_longest_id(gnut: Gnut) -> None:
    sources = ("--source", "s:a=s.txt", "--source", "s=s.txt")
    given = ("--provenance", "s:a:entity=UPS", "--provenance", "s:entity=FedEx", "--scope", "entity=UPS")
    assert gnut("verify", "answer", "--answer", "answer.md", *sources, *given).code == 0


def test_rules_and_policies_are_read_from_files(gnut: Gnut, place: Path) -> None:
    (place / "rules.yaml").write_text(
        'id: r\nversion: "1"\nrules:\n  - id: old\n    when: {text_matches: "45"}\n    emit: contradicted\n'
    )
    (place / "p.json").write_text('{"id": "t", "version": "1", "extends": "gnut_default_v1"}')
    said = gnut(*BASIC, "--rules", "rules.yaml", "--policy", "p.json")
    assert said.code == 1
    assert said.out.startswith("FAIL  policy t 1  ")
    assert "rules.r.contradicted" in said.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--policy", "nope"), "no shipped policy of that name"),
        (("--policy", "dir/nope.yaml"), "no such file"),
        (("--locale", "xx"), "unknown locale"),
        (("--rounding", "up"), "'up' is not one of"),
        (("--risk-class", "x"), "defines no risk_classes"),
        (("--scope", "entity"), "KEY=VALUE"),
        (("--scope", "a=1", "--scope", "a=2"), "given twice"),
        (("--provenance", "t:a=1"), "no such source"),
        (("--source", "s=s.txt"), "two sources have the id"),
        (("--source", "t=missing.txt"), "missing.txt"),
        (("--rules", "s.txt"), "s.txt: rule set: expected a map"),
        (("--policy", "s.txt"), "s.txt: policy: expected a map"),
        (("--judge-model", "m"), "names no address"),
        (("--judge", "https://judge.test"), "needs a model"),
        (("--signing-key", "key"), "no log and no store"),
        (("--log", "missing/log.jsonl"), "missing/log.jsonl"),
    ],
)
def test_what_cannot_be_done_ends_with_two_and_says_why(gnut: Gnut, options: tuple[str, ...], said: str) -> None:
    answered = gnut(*BASIC, *options)
    assert (answered.code, answered.out) == (2, "")
    assert said in answered.err


def test_two_rule_sets_of_one_id_are_refused(gnut: Gnut, place: Path) -> None:
    (place / "r.json").write_text('{"id": "r", "version": "1", "rules": []}')
    assert "two rule sets" in gnut(*BASIC, "--rules", "r.json", "--rules", "r.json").err


def test_a_record_is_signed_with_the_key_that_was_named(gnut: Gnut, place: Path) -> None:
    pytest.importorskip("cryptography")
    key = place / "key"
    key.write_text("11" * 32)
    key.chmod(0o600)
    said = gnut(*BASIC, "--log", "log.jsonl", "--signing-key", "key", "--output-format", "json")
    assert said.code == 0
    assert json.loads(said.out)["record"]["signature"]


def test_what_is_written_fits_its_published_schema(gnut: Gnut) -> None:
    reply = json.loads(gnut(*BASIC, "--log", "log.jsonl", "--output-format", "json").out)
    for name, value in (("gnut-verify-answer-v1", reply), ("gnut-answer-record-v1", reply["verdict"])):
        jsonschema.Draft202012Validator(json.loads(schemas()[f"{name}.json"])).validate(value)
