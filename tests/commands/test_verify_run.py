"""`gnut verify run` and `gnut verify records`: what ends with what, and that the record is what was asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gnut = Callable[..., Any]
RUN = ("verify", "run", "trace.jsonl", "--policy", "tools.yaml")


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rm"}}
    done = {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}
    (place / "trace.jsonl").write_text(json.dumps(call) + "\n" + json.dumps(done) + "\n")
    (place / "tools.yaml").write_text("id: tools\ndefault: ALLOW\nrules: []\n")
    (place / "deny.yaml").write_text("id: no\ndefault: DENY\n")


def test_only_an_allowed_run_ends_with_zero(gnut: Gnut) -> None:
    assert gnut(*RUN).code == 0
    denied = gnut("verify", "run", "trace.jsonl", "--policy", "deny.yaml")
    assert denied.code == 1
    assert denied.out.startswith("DENY  policy=no")
    assert "breach a1" in denied.out
    assert gnut("verify", "run", "none.jsonl", "--policy", "deny.yaml").code == 2


@pytest.mark.parametrize("time", ["", "yesterday", "2026-01-01", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00"])
def test_a_time_that_is_none_is_refused(gnut: Gnut, time: str) -> None:
    said = gnut(*RUN, "--started-at", time)
    assert (said.code, said.out) == (2, "")
    assert "RFC 3339" in said.err


def test_a_trace_without_a_message_ends_with_two(gnut: Gnut, place: Path) -> None:
    (place / "trace.jsonl").write_text("\n")
    assert gnut(*RUN).code == 2


@pytest.mark.parametrize("rules", ['""', "{}", "0", "false", "null", "text"])
def test_rules_that_are_no_list_are_no_empty_list(gnut: Gnut, place: Path, rules: str) -> None:
    (place / "tools.yaml").write_text(f"id: tools\ndefault: ALLOW\nrules: {rules}\n")
    assert gnut(*RUN).code == 2


def test_a_key_without_a_place_for_records_is_refused_before_anything_is_said(gnut: Gnut) -> None:
    said = gnut(*RUN, "--signing-key", "none.pem")
    assert (said.code, said.out) == (2, "")


def test_a_run_is_signed_and_its_log_stands_by_that_key_alone(gnut: Gnut, place: Path) -> None:
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    keys = []
    for name in ("mine", "other"):
        key = Ed25519PrivateKey.generate()
        (place / f"{name}.key").write_text(key.private_bytes_raw().hex())
        (place / f"{name}.key").chmod(0o600)
        keys.append(key.public_key().public_bytes_raw().hex())
    assert gnut(*RUN, "--log", "runs.jsonl", "--signing-key", "mine.key").code == 0
    record = json.loads((place / "runs.jsonl").read_text())
    assert record["signer_public_key"] == keys[0]
    assert gnut("verify", "records", "runs.jsonl", "--trusted-key", keys[0]).code == 0
    distrusted = gnut("verify", "records", "runs.jsonl", "--trusted-key", keys[1])
    assert distrusted.code == 1
    assert "signer_not_trusted" in distrusted.out


def test_records_past_the_faults_that_are_listed_are_wrong_all_the_same() -> None:
    from gnut.verify_records.core import verify_records
    from gnut.verify_records.core.chain import MAX_FAULTS

    verdict = verify_records('{"content":{},"record_id":5}\n' * (MAX_FAULTS + 5), verifies=None)
    assert (verdict.verified, verdict.ok, len(verdict.faults)) == (0, False, MAX_FAULTS)


def test_a_log_takes_records_of_one_kind(gnut: Gnut, place: Path) -> None:
    (place / "s.txt").write_text("It cost $5.")
    answer = ("verify", "answer", "--answer", "-", "--source", "s=s.txt", "--log", "log.jsonl")
    assert gnut(*answer, stdin=b"It cost $5.").code == 0
    before = (place / "log.jsonl").read_bytes()
    refused = gnut(*RUN, "--log", "log.jsonl")
    assert (refused.code, refused.out) == (2, "")
    assert "answer records" in refused.err
    assert (place / "log.jsonl").read_bytes() == before
    (place / "logs").mkdir()
    assert gnut(*answer[:-1], "logs", stdin=b"It cost $5.").code == 0
    assert gnut(*RUN, "--log", "logs").code == 0
    assert gnut("verify", "records", "logs").code == 0


def test_nothing_is_built_on_a_record_that_was_changed(gnut: Gnut, place: Path) -> None:
    log = place / "log.jsonl"
    assert gnut(*RUN, "--log", "log.jsonl").code == 0
    log.write_text(log.read_text().replace('"gate":"ALLOW"', '"gate":"DENY"'))
    said = gnut(*RUN, "--log", "log.jsonl")
    assert (said.code, said.out) == (2, "")
    assert "content hash mismatch" in said.err


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n", "\n  \n"])
def test_a_log_goes_on_behind_blank_lines_and_without_an_end(gnut: Gnut, place: Path, end: str) -> None:
    log = place / "log.jsonl"
    assert gnut(*RUN, "--log", "log.jsonl").code == 0
    log.write_text(log.read_text().rstrip() + end)
    assert gnut(*RUN, "--log", "log.jsonl").code == 0
    said = gnut("verify", "records", "log.jsonl")
    assert (said.code, "2 of 2" in said.out) == (0, True)


@pytest.mark.parametrize("log", ["", "  "])
def test_a_log_without_a_name_is_refused(gnut: Gnut, place: Path, log: str) -> None:
    before = sorted(place.iterdir())
    assert gnut(*RUN, "--log", log).code == 2
    assert sorted(place.iterdir()) == before


def test_an_empty_log_is_said_to_hold_nothing(gnut: Gnut, place: Path) -> None:
    (place / "log.jsonl").write_text("\n")
    said = gnut("verify", "records", "log.jsonl")
    assert (said.code, "holds no record" in said.out) == (1, True)
    assert "nothing to verify" in said.err
    assert gnut("verify", "records", "log.jsonl", "--allow-empty").code == 0


def test_a_trace_without_a_step_passes_only_if_that_is_allowed(gnut: Gnut, place: Path) -> None:
    (place / "trace.jsonl").write_text('{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n')
    said = gnut(*RUN)
    assert (said.code, said.out.split()[0]) == (1, "INDETERMINATE")
    assert "nothing to verify" in said.err
    assert gnut(*RUN, "--allow-empty").code == 0


def test_what_is_told_of_a_trace_is_printed_harmlessly(gnut: Gnut, place: Path) -> None:
    def listing(number: int, safe: bool) -> str:
        asked = {"jsonrpc": "2.0", "id": number, "method": "tools/list"}
        tool = {"name": "x\x1b[2J", "annotations": {"readOnlyHint": safe}}
        return f"{json.dumps(asked)}\n{json.dumps({'jsonrpc': '2.0', 'id': number, 'result': {'tools': [tool]}})}\n"

    (place / "trace.jsonl").write_text(listing(1, False) + listing(2, True))
    said = gnut(*RUN)
    assert (said.code, said.out.split()[0]) == (1, "REVIEW")
    assert "line 4: risk_changed" in said.out
    assert "\x1b" not in said.out


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("id: a\n---\nid: b\n", "tools.yaml: execution policy: no YAML"),
        ("id: a\n", "tools.yaml: execution policy: missing field `default`"),
    ],
)
def test_a_policy_that_is_refused_is_named(gnut: Gnut, place: Path, body: str, said: str) -> None:
    (place / "tools.yaml").write_text(body)
    answered = gnut(*RUN)
    assert answered.code == 2
    assert said in answered.err
    (place / "tools.yaml").unlink()
    assert gnut(*RUN).err.startswith("error: tools.yaml: no such file")


@pytest.mark.parametrize("key", ["a" * 64 + "\nb", "secret\n", "k" * 5000])
def test_a_key_that_is_none_is_never_shown(gnut: Gnut, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("GNUT_SIGNING_KEY", key)
    said = gnut(*RUN, "--log", "log.jsonl")
    assert said.code == 2
    assert not [part for part in ("secret", "aaaa", "kkkk") if part in said.err]


def test_a_trusted_key_that_is_neither_a_file_nor_a_key_is_told_so(gnut: Gnut) -> None:
    assert gnut(*RUN, "--log", "log.jsonl").code == 0
    said = gnut("verify", "records", "log.jsonl", "--trusted-key", "nope.pub")
    assert (said.code, "no file of that name" in said.err) == (2, True)
    low = gnut("verify", "records", "log.jsonl", "--trusted-key", "00" * 32)
    assert (low.code, "small order" in low.err) == (2, True)


def test_a_head_is_printed_harmlessly(gnut: Gnut, place: Path) -> None:
    record = {"record_id": "r", "timestamp": "t", "content": {}, "content_hash": "c", "record_hash": "\u202ex\x1b[2J"}
    (place / "log.jsonl").write_text(json.dumps(record) + "\n")
    said = gnut("verify", "records", "log.jsonl")
    assert said.code == 1
    assert "\\u202ex\\x1b[2J" in said.out
    assert not {"\x1b", "\u202e"} & set(said.out)
    said = gnut("verify", "records", "log.jsonl", "--output-format", "json")
    assert json.loads(said.out)["head"] == record["record_hash"]
    assert not {"\x1b", "\u202e"} & set(said.out)
