"""The verifier that knows nothing of gnut: what it takes, what it refuses, and what it needs."""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.receipts import good, make

PROGRAM = Path(__file__).parents[2] / "examples" / "verify_receipt" / "verify_receipt.py"
FOLDERS = sorted(good.FOLDER.glob("*_fail"))

FLOOR = 120
"""Must-fail receipts that it refuses at least, of more than 160."""

PASSES = {
    "lines_miscounted",
    "decision_of_the_detector",
    "row_fingerprint",
    "id_in_capitals",
    "engine_at_main",
}
"""Some that nobody can see who neither reads the report nor computes BLAKE3: its own words say so."""


MODULE = runpy.run_path(str(PROGRAM))


def judged(files: Mapping[str, bytes], folder: Path) -> int:
    """Return what the verifier exits with on a bundle of files; what a bundle before it left there is put right."""
    before = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    for name in set(before) - set(files):
        before[name].unlink()
    for name, body in files.items():
        target = folder / name
        if name not in before or target.stat().st_size != len(body) or target.read_bytes() != body:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)
    MODULE["faults"].clear()
    code: int = MODULE["main"](folder)
    return code


def test_the_good_twin_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(make.read(good.GOOD), tmp_path) == 0
    said = capsys.readouterr().out
    assert said.startswith("every hash and verdict holds\nnot checked:")


def test_most_of_the_receipts_that_must_fail_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = {
        folder.name.removesuffix("_fail") for folder in FOLDERS if judged(make.overlaid(folder)[0], tmp_path) == 1
    }
    assert "Traceback" not in capsys.readouterr().out
    assert len(refused) >= FLOOR
    assert not refused & PASSES


@pytest.mark.parametrize(
    "name",
    [
        *("key_twice", "indented", "older_manifest", "seal_of_the_run", "other_report", "companion_edited"),
        *("ledger_of_another_run", "ledger_of_another_policy", "text_edited", "snapshot_of_another_source"),
        *(
            "absent_said_found",
            "altered_said_found",
            "not_run_said_found",
            "hidden_said_visible",
            "presence_as_support",
        ),
        *("row_bucket", "row_reason", "row_that_does_not_block", "row_gone", "claims_emptied", "outcome_clear"),
    ],
)
def test_an_edited_verdict_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(make.overlaid(good.FOLDER / f"{name}_fail")[0], tmp_path) == 1
    assert capsys.readouterr().out.startswith("REFUSED  ")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b'{"run":1}', b'{"run":NaN}', b"\xff", b"[" * 100_000, b"1" * 5000]
)
def test_rubbish_is_refused_and_does_not_crash(body: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged({**make.read(good.GOOD), "execution.json": body}, tmp_path) == 1
    assert capsys.readouterr().out.startswith("REFUSED  ")


def test_it_needs_the_standard_library_alone() -> None:
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"hashlib", "json", "pathlib", "sys", "unicodedata"}
    assert imported <= sys.stdlib_module_names


def test_it_is_short_enough_to_be_read() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 240
