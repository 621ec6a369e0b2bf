"""`gnut ground --verify ID`: what was kept, by its own id or by that of the receipt around it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gnut.cli import main
from gnut.edge.vouching import KIND, REF
from gnut_store import canon
from gnut_store.oid import Oid
from gnut_store.store import open_store

SOURCE = {
    "id": "lib",
    "type": "documents",
    "permission_model": "acl",
    "refresh_cadence": "daily",
    "citation_required": False,
    "refuse_when_unsupported": False,
}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """The ids of a manifest that passes in part and was kept, and of the receipt around it."""
    monkeypatch.chdir(tmp_path)
    assert main(["init", "."]) == 0
    (tmp_path / "now.json").write_text(json.dumps({"sources": [SOURCE]}), encoding="utf-8")
    assert main(["ground", "now.json", "--keep", "--no-digest"]) == 1
    capsys.readouterr()
    store = open_store(tmp_path / ".gnut")
    (oid,) = store.refs(REF)
    return json.loads(store.get(oid, KIND))["manifest"], str(oid)


def test_a_kept_manifest_is_verified_by_its_id_and_by_its_receipts(
    kept: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    manifest, receipt = kept
    assert main(["ground", "--verify", manifest, "--fail-on", "must-fix"]) == 0
    assert "receipt:" not in capsys.readouterr().err
    assert main(["ground", "--verify", receipt[:16], "--fail-on", "must-fix"]) == 0
    assert "agrees with the manifest; it is not signed" in capsys.readouterr().err
    assert main(["ground", "--verify", receipt]) == 1
    assert main(["ground", "--verify", "b3:00000000"]) == 2


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"outcome": "pass"}, "receipt.outcome"),
        ({"assessed_at": "2026-01-01T00:00:00Z"}, "receipt.assessed_at"),
        ({"kind": "ground-receipt/2"}, "receipt.kind"),
        ({"manifest": "b3:none"}, "receipt.manifest"),
        ({"more": 1}, "receipt"),
    ],
)
def test_a_receipt_that_says_something_else_than_its_manifest_is_broken(
    change: dict[str, Any], path: str, kept: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(tmp_path / ".gnut")
    said = {**json.loads(store.get(Oid(kept[1]), KIND)), **change}
    with store.write("local") as batch:
        forged = batch.add(KIND, canon.encode(said))
    assert main(["ground", "--verify", str(forged), "--fail-on", "must-fix"]) == 2
    assert f"{path}: " in capsys.readouterr().err


def test_what_is_no_manifest_is_broken(tmp_path: Path, kept: tuple[str, str]) -> None:
    with open_store(tmp_path / ".gnut").write("local") as batch:
        forged = batch.add("blob", b"words")
    assert main(["ground", "--verify", str(forged)]) == 2


TOKEN = "ghp_" + "a1B2" * 9
PROBE = {"source_id": "lib", "principal": "x", "document_ids": [], "expected_entitled": False}
CITED = {"source_id": "lib", "citations": [TOKEN], "retrieved_ids": [TOKEN]}


@pytest.mark.parametrize(
    ("more", "flags", "digest"),
    [
        ({}, [], True),
        ({"acl_runs": [PROBE]}, [], True),
        ({}, ["--no-digest"], False),
        ({"acl_runs": [{**PROBE, "allowed_document_ids": [TOKEN]}]}, [], False),
        ({"acl_runs": [{**PROBE, "access_token": "short"}]}, [], False),
        ({"citation_runs": [CITED]}, ["--digest"], False),
        ({"acl_runs": [PROBE]}, ["--pseudonymise", "key"], False),
    ],
)
def test_no_digest_is_kept_of_what_it_could_betray(
    more: dict[str, Any],
    flags: list[str],
    digest: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["init", "."]) == 0
    Path("key").write_bytes(b"0123456789abcdef")
    body = json.dumps({"sources": [SOURCE], **more}).encode()
    Path("e.json").write_bytes(body)
    assert main(["ground", "e.json", "--keep", *flags]) == 1
    store = open_store(tmp_path / ".gnut")
    (oid,) = store.refs(REF)
    expected = f"sha256:{canon.sha256(body)}" if digest else None
    assert json.loads(store.get(oid, KIND))["evidence"] == expected
    said = capsys.readouterr().err
    assert ("bears no digest" in said) is (not digest and "--no-digest" not in flags)
    assert TOKEN not in said
