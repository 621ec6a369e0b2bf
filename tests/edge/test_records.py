"""Where records are kept: a log or the store, durable before they are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest
from msgspec import to_builtins

from gnut.cli import main
from gnut.edge.crash import Private
from gnut.edge.keys import crypto, raw
from gnut.edge.record_log import LogSink, TornLog
from gnut.edge.records import KIND, PREFIX, TIER, StoreSink, held, lines, stored
from gnut.edge.store import opened
from gnut.edge.world import World, world
from gnut.errors import BadSignature, GnutError, InputMissing, MalformedReport, StoreUnwritable
from gnut.verify_records.core import seal, verify_records
from gnut_store import canon

NOW = "2026-01-02T03:04:05Z"
CONTENT = {"schema": "gnut-answer-record/v1", "decision": "PASS"}


def sink(path: Path) -> LogSink:
    return LogSink(path, path.name, lambda: NOW)


def put(path: Path, count: int = 1) -> None:
    for _ in range(count):
        sink(path).append(CONTENT, prefix="rec", signer=None)


def test_records_follow_each_other_in_a_log_that_nobody_else_reads(tmp_path: Path) -> None:
    log = tmp_path / "answers.jsonl"
    put(log, 3)
    verdict = verify_records(log.read_text(), verifies=None)
    assert (verdict.ok, verdict.verified) == (True, 3)
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_last_record_that_is_whole_but_for_its_line_feed_is_built_upon(tmp_path: Path) -> None:
    log = tmp_path / "answers.jsonl"
    put(log, 2)
    log.write_bytes(log.read_bytes()[:-1])
    put(log)
    assert verify_records(log.read_text(), verifies=None).verified == 3


@pytest.mark.parametrize("cut", [2, 20, 200])
def test_a_last_line_that_was_not_written_to_its_end_is_never_built_upon(tmp_path: Path, cut: int) -> None:
    log = tmp_path / "answers.jsonl"
    put(log, 2)
    body = log.read_bytes()
    log.write_bytes(body[:-cut])
    with pytest.raises(TornLog):
        put(log)
    assert log.read_bytes() == body[:-cut]
    log.write_bytes(body[: body.index(b"\n") + 1])
    put(log)
    assert verify_records(log.read_text(), verifies=None).verified == 2


def test_a_last_record_that_was_changed_is_never_built_upon(tmp_path: Path) -> None:
    log = tmp_path / "answers.jsonl"
    put(log)
    log.write_text(log.read_text().replace("03:04:05", "03:04:06"))
    with pytest.raises(TornLog):
        put(log)


def test_what_cannot_be_written_is_taken_back_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "answers.jsonl"
    put(log)
    before = log.read_bytes()
    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        real(descriptor, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gnut.edge.record_log.os.write", full)
    with pytest.raises(StoreUnwritable):
        put(log)
    assert log.read_bytes() == before


def test_a_record_is_on_the_disk_before_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    real = os.fsync
    monkeypatch.setattr(
        "gnut.edge.record_log.os.fsync", lambda descriptor: (synced.append(descriptor), real(descriptor))
    )
    put(tmp_path / "log")
    assert len(synced) == 2  # The log, and the folder that it is new in.
    put(tmp_path / "log")
    assert len(synced) == 3


def test_a_link_a_pipe_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "none/log"):
        with pytest.raises(GnutError):
            put(tmp_path / name)
    assert not (tmp_path / "elsewhere").exists()
    with pytest.raises(GnutError, match="is a symbolic link"):
        put(tmp_path / "link")


WRITER = """
import sys
from pathlib import Path
from gnut.edge.record_log import LogSink
for _ in range(12):
    LogSink(Path(sys.argv[1]), "log", lambda: "2026-01-02T03:04:05Z").append(
        {"schema": "gnut-answer-record/v1", "decision": "PASS"}, prefix="rec", signer=None)
"""


def test_writers_beside_each_other_make_one_chain(tmp_path: Path) -> None:
    log = tmp_path / "answers.jsonl"
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(log)]) for _ in range(4)]
    assert [each.wait(60) for each in running] == [0] * 4
    verdict = verify_records(log.read_text(), verifies=None)
    assert (verdict.ok, verdict.verified) == (True, 48)


def test_the_store_keeps_a_chain_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answer.md").write_text("It is 30 days.")
    (tmp_path / "source.txt").write_text("The term is 30 days.")
    assert main(["init"]) == 0
    for _ in range(2):
        assert main(["verify", "answer", "--answer", "answer.md", "--source", "a=source.txt"]) == 0
    text = "\n".join(line.decode() for line in stored(world(), "rec"))
    assert verify_records(text, verifies=None).verified == 2
    assert main(["verify", "records", "store"]) == 0
    assert main(["fsck"]) == 0
    assert "2 of 2 records of answers" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"PASS"', b'"FAIL"', "content hash"),
        (b'"content_hash"', b'"content_hass"', "is none"),
        (b"", b"", "of run records"),
    ],
)
def test_a_last_record_of_the_store_that_does_not_fit_is_never_built_upon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["init"]) == 0
    kept = StoreSink(world())
    content = CONTENT if old else {"schema": "gnut-run-record/v1"}
    sealed = canon.encode(to_builtins(seal(content, previous=None, timestamp=NOW, prefix="rec", signer=None)))
    with opened(world()).write(TIER) as batch:
        batch.ref(f"{PREFIX['rec']}/{1:012}", batch.add(KIND, sealed.replace(old, new) if old else sealed))
    with pytest.raises(GnutError, match=said):
        kept.append(CONTENT, prefix="rec", signer=None)
    assert len(list(stored(world(), "rec"))) == 1


def test_a_log_of_the_other_kind_is_measured_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sink(tmp_path / "log.jsonl").append({"schema": "gnut-run-record/v1"}, prefix="run", signer=None)
    with pytest.raises(MalformedReport, match="is a log of run records"):
        held(world(), "log.jsonl", "rec")


def test_a_log_that_does_not_stand_is_measured_by_nobody(tmp_path: Path) -> None:
    log = tmp_path / "answers.jsonl"
    put(log, 2)
    log.write_text(log.read_text().split("\n", 1)[1])
    with pytest.raises(MalformedReport):
        held(world(str(tmp_path)), log.name, "rec")
    with pytest.raises(InputMissing):
        list(lines(tmp_path / "none", "none"))


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("ab" * 32)
    os.chmod(tmp_path / "key", 0o644)
    here = world(str(tmp_path))
    with pytest.raises(BadSignature) as refused:
        raw.signer(here, "key")
    assert refused.value.code == "key_exposed"
    os.chmod(tmp_path / "key", 0o600)
    signer = raw.signer(here, "key")
    assert signer is not None
    assert signer.public_key == crypto.of_seed(bytes.fromhex("ab" * 32)).public.numbers.octets.hex()  # type: ignore[union-attr]


@pytest.mark.parametrize("said", ["", "abc", "ssh-ed25519 AAAA", "x" * 64])
def test_what_is_no_key_is_trusted_by_nobody(tmp_path: Path, said: str) -> None:
    (tmp_path / "keys").write_text(f"# keys\n{said or 'rubbish'}\n")
    with pytest.raises(BadSignature):
        raw.trusted(world(str(tmp_path)), ["keys"], [])


def test_a_log_is_checked_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "log.jsonl", 2)
    assert main(["verify", "records", "log.jsonl"]) == 0
    assert "2 of 2 records of answers, none signed\n" in capsys.readouterr().out
    body = (tmp_path / "log.jsonl").read_text()
    (tmp_path / "log.jsonl").write_text(body.replace('"PASS"', '"FAIL"', 1))
    capsys.readouterr()
    assert main(["verify", "records", "log.jsonl", "--output-format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["faults"][0]["code"], said["faults"][0]["line"]) == (False, "content_hash_mismatch", 1)


SEED = "0123456789abcdef" * 4


def env(tmp_path: Path, value: str) -> World:
    return world(str(tmp_path))._replace(environ={"GNUT_SIGNING_KEY": value})


@pytest.mark.parametrize("around", ["{}\n", " {} ", "\t{}\r\n"])
def test_blanks_around_a_key_of_the_environment_are_none_of_it(tmp_path: Path, around: str) -> None:
    signer = raw.signer(env(tmp_path, around.format(SEED)), None)
    assert signer is not None
    assert signer.public_key == crypto.of_seed(bytes.fromhex(SEED)).public.numbers.octets.hex()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value",
    [f"{SEED}\n{SEED}", SEED[:-1], f"0x{SEED}", f"{SEED[:32]} {SEED[32:]}", f"-----BEGIN PRIVATE KEY-----\n{SEED}"],
)
def test_a_key_that_is_refused_is_never_shown(tmp_path: Path, value: str) -> None:
    for here, named in ((env(tmp_path, value), None), (env(tmp_path, ""), value)):
        with pytest.raises(GnutError) as refused:
            raw.signer(here, named)
        told = f"{refused.value} {refused.value.help}"
        assert SEED[:16] not in told
        assert "SIGNING_KEY" in told or "--signing-key" in told


@pytest.mark.parametrize("value", [b64encode(bytes(range(32))).decode(), b64encode(bytes(range(1, 65))).decode()])
def test_a_key_in_base64_is_never_shown_but_a_mistyped_path_is(tmp_path: Path, value: str) -> None:
    with pytest.raises(InputMissing) as refused:
        raw.signer(env(tmp_path, ""), value)
    assert value[:8] not in f"{refused.value} {refused.value.help}"
    assert "64 hex digits" in str(refused.value.help)
    with pytest.raises(InputMissing, match=r"keys/team-records\.key"):
        raw.signer(env(tmp_path, ""), "keys/team-records.key")


def test_the_other_half_of_a_key_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNza\n")
    (tmp_path / "key.pub").write_text("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA team\n")
    with pytest.raises(BadSignature, match="is a private key") as private:
        raw.trusted(world(str(tmp_path)), ["key"], [])
    assert "b3Bl" not in str(private.value)
    with pytest.raises(BadSignature, match="is a public key"):
        raw.signer(env(tmp_path, ""), "key.pub")


def test_a_key_file_is_sought_from_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "key").write_text(SEED)
    (tmp_path / "key").chmod(0o600)
    assert raw.signer(env(tmp_path, "~/key"), None) is not None
    with pytest.raises(GnutError, match="empty"):
        raw.signer(env(tmp_path, ""), "")


@pytest.mark.parametrize("said", ["nope.pub", "", "\x1b[2J"])
def test_a_trusted_key_that_is_neither_a_file_nor_hex_says_so(tmp_path: Path, said: str) -> None:
    with pytest.raises(BadSignature, match="no public key in hex") as refused:
        raw.trusted(world(str(tmp_path)), [], [said])
    assert "64 hex digits" in str(refused.value.help)


def test_a_key_typed_in_place_of_its_file_stands_in_no_crash_log(tmp_path: Path) -> None:
    for typed in (["--signing-key", SEED], [f"--signing-key={SEED}"]):
        told = Private(["verify", "run", *typed], world(str(tmp_path)))
        assert SEED not in repr(told.arguments) + told.told(f"no key: {SEED}")


def test_a_last_record_whose_signature_was_changed_is_never_built_upon(tmp_path: Path) -> None:
    log = tmp_path / "answers.jsonl"
    signed = raw.RawSigner(crypto.of_seed(b"\1" * 32))
    record = sink(log).append(CONTENT, prefix="rec", signer=signed)
    put(log)
    log.write_text(log.read_text().splitlines(keepends=True)[0].replace(record.signature or "", "00" * 64))
    with pytest.raises(TornLog, match="signature does not verify"):
        put(log)
