"""The real command in a folder of its own: paths, exit codes, and what it leaves behind."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gnut.cli import main
from gnut.edge.grounding import evidence_at
from gnut.errors import GnutError
from gnut.ground.contract import SCHEMA
from tests.casefile import rows

CASES = rows("ground/cli_paths")
HOUSE = {"ok": 0, "must-fix-gated": 1, "invalid": 2, "usage": 2}
"""Class of a case → exit code without `--compat`."""

CLEAN: dict[str, Any] = CASES[0]["given"]["tree"][0]["json"]


def put(top: Path, tree: list[dict[str, Any]]) -> None:
    """Make the files, folders and links of a case."""
    for entry in tree:
        path = top / entry["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if "symlink" in entry:
            path.symlink_to(entry["symlink"])
        elif entry.get("dir"):
            path.mkdir(exist_ok=True)
        elif "hardlink" in entry:
            path.hardlink_to(top / entry["hardlink"])
        else:
            text = entry["text"] if "text" in entry else json.dumps(entry["json"])
            path.write_text(text, encoding="utf-8")


def files(top: Path) -> dict[str, bytes | None]:
    """Return what lies below a folder; of folders and links only that they are there."""
    return {
        path.relative_to(top).as_posix(): path.read_bytes() if path.is_file() and not path.is_symlink() else None
        for path in top.rglob("*")
    }


def shown(text: str) -> dict[str, Any]:
    """Return a manifest as cases have it, each finding as its status."""
    manifest: dict[str, Any] = json.loads(text)
    return manifest | {"findings": {each["id"]: each["status"] for each in manifest["findings"]}}


@pytest.mark.parametrize("compat", [True, False], ids=["compat", "house"])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_comes_out_right(
    case: dict[str, Any],
    compat: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given, expect = case["given"], case["expect"]
    put(tmp_path, given["tree"])
    words = {"{top}": str(tmp_path), "{root}": str(tmp_path / "root")}

    def spelled(text: str) -> str:
        for word, meant in words.items():
            text = text.replace(word, meant)
        return text

    monkeypatch.chdir(spelled(given["cwd"]))
    before = files(tmp_path)
    code = main(["ground", *map(spelled, given["argv"]), *(["--compat"] if compat else [])])
    after, out = files(tmp_path), capsys.readouterr().out
    if compat or not expect.get("compat_only"):
        assert code == (expect["seed_exit"] if compat else HOUSE[expect["class"]])
    assert [name for name in after if after[name] is not None and before.get(name) != after[name]] == expect[
        "files_written"
    ]
    assert [name for name in before if name not in after] == expect["files_removed"]
    if not expect["files_written"]:
        assert after == before
    if "stdout_summary" in expect:
        assert out.splitlines() == expect["stdout_summary"]
    if "stdout_json" in expect:
        assert expect["stdout_json"].items() <= shown(out).items()
    if "written_manifest" in expect:
        written = (tmp_path / expect["files_written"][0]).read_text(encoding="utf-8")
        assert expect["written_manifest"].items() <= shown(written).items()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with clean evidence, as the current folder."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "e.json").write_text(json.dumps(CLEAN), encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def test_the_same_evidence_gives_the_same_bytes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bodies = []
    for _ in range(2):
        assert main(["ground", "e.json", "--emit", "--json"]) == 0
        bodies.append((project / "specs/ground-manifest.json").read_bytes())
        assert capsys.readouterr().out.encode() == bodies[-1]
    assert bodies[0] == bodies[1]
    assert bodies[0].endswith(b"}\n")
    assert json.dumps(json.loads(bodies[0]), indent=2, sort_keys=True) + "\n" == bodies[0].decode()


def test_the_time_of_the_clock_counts_where_evidence_has_none(
    project: Path, capsys: pytest.CaptureFixture[str], one_moment: str
) -> None:
    bundle = {key: value for key, value in CLEAN.items() if key != "generated_at"}
    (project / "e.json").write_text(json.dumps(bundle), encoding="utf-8")
    main(["ground", "e.json", "--json"])
    assert json.loads(capsys.readouterr().out)["generated_at"] == one_moment


@pytest.mark.parametrize(
    ("level", "codes"), [("must-fix", (1, 0, 0)), ("should-fix", (1, 1, 0)), ("not-verified", (1, 1, 1))]
)
def test_a_level_says_what_ends_with_1(level: str, codes: tuple[int, ...], project: Path) -> None:
    leak, stale, gap = (json.loads(json.dumps(CLEAN)) for _ in range(3))
    leak["acl_runs"][1]["document_ids"] = ["doc-1"]
    for run in stale["acl_runs"]:
        run["captured_at"] = "2016-01-01T00:00:00Z"
    gap["retrieval_quality_baseline"] = None
    for bundle, code in zip((leak, stale, gap), codes, strict=True):
        (project / "e.json").write_text(json.dumps(bundle), encoding="utf-8")
        assert main(["ground", "e.json", "--fail-on", level]) == code


def test_json_for_programs_has_the_code_and_a_reason_a_finding(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ground", "e.json", "--output-format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["schema"], said["exit"], said["written"]) == ("gnut-ground/v1", 0, None)
    assert [each["reason"] for each in said["findings"]] == [
        *("acl-enforced", "no-citation-required", "no-refusal-required", "fresh-and-covered"),
    ]
    assert said["expires_at"] == "2026-08-18T12:00:00Z"


def test_evidence_comes_on_standard_input(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("e.json", encoding="utf-8") as pipe:
        monkeypatch.setattr("sys.stdin", pipe)
        assert main(["ground", "-"]) == 0


@pytest.mark.parametrize("flag", ["--emit", "--no-digest", "--keep", "--compat", "--gate", "--pseudonymise=k"])
def test_a_flag_that_verifying_has_no_use_for_is_refused(
    flag: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ground", "--verify", "e.json", flag]) == 2
    assert "--verify" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["e.json", "--evidence-file", "e.json"], ["e.json", "--verify", "m"]])
def test_one_bundle_or_one_manifest_is_named(arguments: list[str], project: Path) -> None:
    assert main(["ground", *arguments]) == 2


def test_a_file_called_as_a_command_is_named_with_its_folder(project: Path) -> None:
    os.rename("e.json", "bundle")
    assert main(["ground", "bundle"]) == 0


def test_principals_can_be_left_out(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "key").write_bytes(b"0123456789abcdef")
    assert main(["ground", "e.json", "--json", "--pseudonymise", "key"]) == 0
    out = capsys.readouterr().out
    assert "analyst" not in out
    assert '"principal": "p-' in out
    (project / "key").write_bytes(b"short")
    assert main(["ground", "e.json", "--pseudonymise", "key"]) == 2
    assert main(["ground", "e.json", "--pseudonymise", "none"]) == 2


def emitted(project: Path, **changes: object) -> dict[str, Any]:
    """Return the manifest of clean evidence, put together at the moment of the tests."""
    (project / "e.json").write_text(json.dumps(CLEAN | changes), encoding="utf-8")
    main(["ground", "e.json", "--emit", "--manifest-path", "m.json"])
    manifest: dict[str, Any] = json.loads((project / "m.json").read_text(encoding="utf-8"))
    return manifest


def fresh(one_moment: str) -> dict[str, Any]:
    """Return what makes the clean evidence one of now."""
    runs = [run | {"captured_at": one_moment} for run in CLEAN["acl_runs"]]
    return {"generated_at": one_moment, "acl_runs": runs}


def test_a_manifest_that_agrees_and_counts_passes(project: Path, one_moment: str) -> None:
    assert emitted(project, **fresh(one_moment))["schema"] == SCHEMA
    assert main(["ground", "--verify", "m.json"]) == 0


def test_a_manifest_expires_apart_from_breaking(
    project: Path, one_moment: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    emitted(project, **fresh(one_moment))
    capsys.readouterr()
    monkeypatch.setattr("gnut.edge.world._now", lambda: "2026-01-03T03:04:05Z")
    assert main(["ground", "--verify", "m.json"]) == 0
    monkeypatch.setattr("gnut.edge.world._now", lambda: "2026-01-03T03:04:06Z")
    assert main(["ground", "--verify", "m.json", "--output-format", "json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out.splitlines()[-1])["expired"] is True
    assert "expired" in said.err


def test_a_manifest_of_a_time_yet_to_come_does_not_count(
    project: Path, one_moment: str, capsys: pytest.CaptureFixture[str]
) -> None:
    emitted(project, **fresh(one_moment) | {"generated_at": "2099-01-01T00:00:00Z"}, retrieval_quality_baseline="b")
    assert main(["ground", "--verify", "m.json", "--fail-on", "must-fix"]) == 1
    assert "yet to come" in capsys.readouterr().err


def test_an_assessment_that_was_not_ended_passes_at_no_level(project: Path, one_moment: str) -> None:
    manifest = emitted(project, **fresh(one_moment))
    (project / "m.json").write_text(json.dumps(manifest | {"status": "aborted"}), encoding="utf-8")
    assert main(["ground", "--verify", "m.json", "--fail-on", "must-fix"]) == 1


def test_a_manifest_that_was_changed_is_broken(project: Path, one_moment: str) -> None:
    manifest = emitted(project, **fresh(one_moment))
    manifest["findings"][0]["status"] = "must-fix"
    (project / "m.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert main(["ground", "--verify", "m.json"]) == 2


def test_a_manifest_that_does_not_pass_is_neither(project: Path, one_moment: str) -> None:
    manifest = emitted(project, **fresh(one_moment), retrieval_quality_baseline=None)
    assert manifest["status"] == "partial"
    assert main(["ground", "--verify", "m.json"]) == 1
    assert main(["ground", "--verify", "m.json", "--fail-on", "must-fix"]) == 0


def refusal_of(project: Path) -> str:
    """Return why evidence is refused when it is read; nothing when that is later."""
    try:
        evidence_at(project, "e.json")
    except GnutError as error:
        return str(error)
    return ""


def test_no_message_shows_a_value(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = "ghp" + "_Zy9Zy9Zy9Zy9Zy9Zy9Zy9Zy9Zy9Zy9Zy9Zy9"
    for bundle in (
        CLEAN | {"acl_runs": [CLEAN["acl_runs"][0] | {"principal": secret}]},
        CLEAN | {"acl_runs": [CLEAN["acl_runs"][0] | {"source_id": secret}]},
        CLEAN | {"acl_runs": [CLEAN["acl_runs"][0] | {"document_ids": secret}]},
        CLEAN | {secret: 1},
        CLEAN | {"sources": [CLEAN["sources"][0] | {"permission_model": secret}]},
        CLEAN | {"sources": [CLEAN["sources"][0] | {"id": secret}] * 2},
        CLEAN | {"sources": [CLEAN["sources"][0] | {f"secret {secret}": 1}]},
        CLEAN | {"retrieval_quality_baseline": secret},
        CLEAN | {"generated_at": secret},
    ):
        (project / "e.json").write_text(json.dumps(bundle), encoding="utf-8")
        assert main(["ground", "e.json", "--emit"]) == 2
        assert secret not in refusal_of(project)
    said = capsys.readouterr()
    assert secret not in said.err + said.out
    assert not (project / "specs").exists()


def test_nothing_is_written_where_nothing_can_be_kept(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ground", "e.json", "--emit", "--keep"]) == 2
    assert "no store" in capsys.readouterr().err
    assert not (project / "specs/ground-manifest.json").exists()


def test_one_form_of_answer_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ground", "e.json", "--json", "--output-format", "json"]) == 2
    assert "--json" in capsys.readouterr().err
