"""Captured results into a bundle, from the command line to the verdict."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from gnut.cli import main
from gnut.edge import outputs
from gnut.edge.vouching import KIND, REF
from gnut_store.store import open_store

NOW = "2026-01-02T03:04:05Z"
SOURCE = {
    "id": "lib",
    "type": "documents",
    "permission_model": "acl",
    "refresh_cadence": "daily",
    "citation_required": False,
    "refuse_when_unsupported": False,
}
ACL = ("--as", "acl", "--source-id", "lib")
BUNDLE = ("--into", "evidence.json")


def hits(*ids: str) -> str:
    """Return an answer of a search, whole."""
    found = [{"_index": "docs", "_id": each, "_source": {"body": "words"}} for each in ids]
    shards = {"failed": 0}
    return json.dumps({"timed_out": False, "_shards": shards, "hits": {"total": len(ids), "hits": found}})


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bundle without runs, and what two principals were given."""
    monkeypatch.chdir(tmp_path)
    bundle = {"sources": [SOURCE], "generated_at": NOW, "retrieval_quality_baseline": "evals/1"}
    (tmp_path / "evidence.json").write_text(json.dumps(bundle), encoding="utf-8")
    (tmp_path / "staff.json").write_text(hits("a", "b"), encoding="utf-8")
    (tmp_path / "guest.json").write_text(hits("a"), encoding="utf-8")
    return tmp_path


def adapt(*words: str) -> int:
    """Adapt results captured at one time."""
    return main(["ground", "adapt", *words, "--captured-at", NOW])


def runs(path: Path) -> list[dict[str, Any]]:
    """Return the probes of access of a bundle."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["acl_runs"]
    return found


def test_probes_are_gathered_in_a_bundle_and_judged(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = ("--into", "evidence.json")
    assert adapt("hits", "staff.json", *ACL, "--principal", "staff", "--entitled", *bundle) == 0
    guest = ("--principal", "guest", "--not-entitled", "--allowed", "a")
    assert adapt("hits", "guest.json", *ACL, *guest, *bundle) == 0
    assert "left behind: 2 fields" in capsys.readouterr().err
    assert [each["document_ids"] for each in runs(here / "evidence.json")] == [["a", "b"], ["a"]]
    assert main(["ground", "evidence.json"]) == 0
    assert main(["ground", "adapt", "hits", "staff.json", *ACL, *guest, *bundle, "--captured-at", NOW]) == 0
    assert main(["ground", "evidence.json"]) == 1
    assert "GRD-001" in capsys.readouterr().out


def test_without_a_bundle_the_runs_are_printed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adapt("hits", "guest.json", *ACL, "--principal", "guest") == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["acl_runs"][0]["principal"] == "guest"
    assert "nobody recorded" in said.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("hits", "staff.json", "--as", "acl", "--source-id", "lib"), 2),
        (("hits", "staff.json", "--as", "citation", "--source-id", "lib", "--principal", "p"), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--http-status", "206"), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--http-status", "401"), 2),
        (("hits", "staff.json", "staff.json", *ACL, "--principal", "p", "--into", "evidence.json"), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--into", "-"), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--knowledge-source", "ks", *BUNDLE), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--entitled", "--not-entitled", *BUNDLE), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--not-entitled", "--entitled", *BUNDLE), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--entitled", "--allowed", "a", *BUNDLE), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--allowed", " x ", "--into", "evidence.json"), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--field", "document"), 2),
        (("hits", "staff.json", *ACL, "--principal", "p", "--field", "document=_source"), 2),
        (("hits", "none.json", *ACL, "--principal", "p"), 2),
        (("hits", "staff.json", "--as", "acl", "--source-id", "web", "--principal", "p", "--into", "evidence.json"), 2),
        (("jsonl", "staff.json", *ACL, "--principal", "p", "--into", "none.json"), 2),
        (("xml", "staff.json", *ACL), 2),
    ],
)
def test_what_is_none_is_refused_and_leaves_the_bundle(words: tuple[str, ...], code: int, here: Path) -> None:
    before = (here / "evidence.json").read_bytes()
    assert adapt(*words) == code
    assert (here / "evidence.json").read_bytes() == before


@pytest.mark.parametrize("body", [b'{"a":1,"a":2}', b'{"a":NaN}', b"[" * 90 + b"]" * 90, b"\xff\xfe", b"", b"null"])
def test_hostile_results_are_refused(body: bytes, here: Path) -> None:
    (here / "odd").write_bytes(body)
    for form in ("hits", "azure-kb", "azure-docs", "graph-search"):
        assert adapt(form, "odd", *ACL, "--principal", "p", "--field", "document=k") == 2
    assert adapt("jsonl", "odd", *ACL, "--principal", "p") == (0 if not body else 2)


@pytest.mark.parametrize("said", ["yesterday", "2026-01-02", "2026-01-02T03:04:05", ""])
def test_a_time_that_is_none_is_refused(said: str, here: Path) -> None:
    words = ("ground", "adapt", "hits", "staff.json", *ACL, "--principal", "p", "--captured-at", said)
    assert main([*words]) == 2


def test_ids_that_are_allowed_stand_a_line_each(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "allowed").write_bytes("\ufeffa\r\n\nb c\n".encode())
    said = ("--principal", "guest", "--not-entitled", "--allowed-file", "allowed")
    assert adapt("hits", "guest.json", *ACL, *said) == 0
    assert json.loads(capsys.readouterr().out)["acl_runs"][0]["allowed_document_ids"] == ["a", "b c"]
    # What cannot be seen cuts no line in two, each of which would be an id.
    (here / "allowed").write_bytes("a\u2028b\n".encode())
    assert adapt("hits", "guest.json", *ACL, *said) == 2
    assert "allowed[0]" in capsys.readouterr().err


def test_lines_are_named_by_their_number(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "rows.jsonl").write_text('{"id":"a"}\n\n{"id":NaN}\n', encoding="utf-8")
    assert adapt("jsonl", "rows.jsonl", *ACL, "--principal", "p") == 2
    assert "line 3" in capsys.readouterr().err


def test_principals_are_kept_as_pseudonyms_that_still_compare(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "key").write_bytes(b"0123456789abcdef")
    assert main(["init", "."]) == 0
    bundle = ("--into", "evidence.json")
    assert adapt("hits", "staff.json", *ACL, "--principal", "ana@example.org", "--entitled", *bundle) == 0
    assert adapt("hits", "guest.json", *ACL, "--principal", "bo@example.org", "--not-entitled", *bundle) == 0
    capsys.readouterr()
    assert main(["ground", "evidence.json", "--keep", "--pseudonymise", "key", "--json"]) == 1
    said = capsys.readouterr()
    principals = [each["principal"] for each in json.loads(said.out)["acl_evidence"]]
    assert "example.org" not in said.out
    assert len(set(principals)) == 2
    store = open_store(here / ".gnut")
    (oid,) = store.refs(REF)
    receipt = json.loads(store.get(oid, KIND))
    assert receipt["kind"] == "ground-receipt/1"
    assert receipt["outcome"] == "not-passing"
    assert receipt["evidence"] is None
    assert store.get(receipt["manifest"], "blob").decode() == said.out
    assert main(["fsck"]) == 0


def test_many_probes_at_once_are_all_kept(here: Path) -> None:
    words = ["ground", "adapt", "hits", "guest.json", *ACL, "--not-entitled", "--into", "evidence.json"]
    start = [sys.executable, "-m", "gnut", *words, "--principal"]
    began = [subprocess.Popen([*start, f"p{at}"], cwd=here, stderr=subprocess.DEVNULL) for at in range(6)]
    assert [each.wait(timeout=60) for each in began] == [0] * 6
    assert {each["principal"] for each in runs(here / "evidence.json")} == {f"p{at}" for at in range(6)}


def test_a_bundle_has_one_lock_under_all_its_names(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "elsewhere").mkdir()
    (here / "elsewhere/link.json").symlink_to(here / "evidence.json")
    locked = []
    monkeypatch.setattr("fcntl.flock", lambda descriptor, _: locked.append(os.fstat(descriptor).st_ino))
    for name in ("evidence.json", "elsewhere/link.json"):
        assert adapt("hits", "guest.json", *ACL, "--principal", name, "--into", name) == 0
    assert locked == [here.stat().st_ino] * 2
    assert (here / "elsewhere/link.json").is_symlink()
    assert len(runs(here / "evidence.json")) == 2


def killed(at: int, *words: str) -> bool:
    """Run gnut in a child that is killed at the `at`-th border of a step of writing a file; whether it came so far."""
    child = os.fork()
    if child == 0:
        borders = count(1)

        def border(frame: FrameType, event: str, _: object) -> None:
            is_border = event in ("c_call", "c_return") and frame.f_code.co_filename == outputs.__file__
            if is_border and next(borders) == at:
                os.kill(os.getpid(), signal.SIGKILL)

        code = 1
        try:
            sys.setprofile(border)
            code = main([*words])
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_a_bundle_outlives_a_command_that_is_killed(here: Path) -> None:
    words = ("ground", "adapt", "hits", "guest.json", *ACL, "--principal", "guest", *BUNDLE)
    before = (here / "evidence.json").read_bytes()
    left = []
    while killed(len(left) + 1, *words):
        left.append((here / "evidence.json").read_bytes())
        (here / "evidence.json").write_bytes(before)
    after = (here / "evidence.json").read_bytes()
    assert [each["principal"] for each in runs(here / "evidence.json")] == ["guest"]
    assert len(left) > 8
    assert left == [before] * (len(left) - 1) + [after]


def test_a_secret_is_not_hashed_into_a_pseudonym(here: Path) -> None:
    (here / "key").write_bytes(b"0123456789abcdef")
    bundle = json.loads((here / "evidence.json").read_text())
    run = {"source_id": "lib", "principal": "ghp_" + "a1B2" * 9, "document_ids": []}
    (here / "evidence.json").write_text(json.dumps({**bundle, "acl_runs": [run]}))
    assert main(["ground", "evidence.json", "--pseudonymise", "key"]) == 2


def test_a_short_key_makes_no_pseudonyms(here: Path) -> None:
    (here / "key").write_bytes(b"short")
    assert main(["ground", "evidence.json", "--pseudonymise", "key"]) == 2
