"""Where a file goes below a folder, whatever leads out of it, and what is left when writing fails."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.edge import within
from gnut.edge.grounding import write_ground_manifest
from gnut.edge.within import OutOfBounds
from gnut.ground import compat
from gnut.ground.contract import GroundEvidenceError, ManifestValidationError
from gnut_store.files import Files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder, with one beside it whose name it begins, and links of all kinds in it."""
    inside = tmp_path / "root"
    for folder in ("root/a/b", "root-evil", "out/deep"):
        (tmp_path / folder).mkdir(parents=True)
    links = {
        "in": "a/b",
        "up": "a/../a",
        "out": "../out",
        "abs_in": str(inside / "a"),
        "abs_out": str(tmp_path / "out"),
        "round": "round",
        "there": "back",
        "back": "there",
        "final": "../out/x.json",
        "dangling": "../out/none/x.json",
        "near": "a/x.json",
        "two": "in",
        "back_in": "../root/a",
    }
    for name, target in links.items():
        (inside / name).symlink_to(target)
    (inside / "a/file").write_bytes(b"x")
    return inside


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("x.json", "x.json"),
        ("new/deep/x.json", "new/deep/x.json"),
        ("./a/./x.json", "a/x.json"),
        ("a/b/../x.json", "a/x.json"),
        ("none/../x.json", "x.json"),
        ("in/x.json", "a/b/x.json"),
        ("two/x.json", "a/b/x.json"),
        ("up/x.json", "a/x.json"),
        ("abs_in/x.json", "a/x.json"),
        ("near", "a/x.json"),
        ("{root}/x.json", "x.json"),
        ("{root}/in/x.json", "a/b/x.json"),
        ("{top}/out/../root/x.json", "x.json"),
    ],
)
def test_a_path_that_stays_inside_is_found(said: str, parts: str, root: Path) -> None:
    said = said.replace("{root}", str(root)).replace("{top}", str(root.parent))
    assert "/".join(within.place(root, said)) == parts


@pytest.mark.parametrize(
    "said",
    [
        *("", ".", "..", "a/..", "../x", "a/../../x", "no/such/../../../x", "/etc/x", "{top}/x", "{top}/root-evil/x"),
        *("out/x", "out/new/x", "abs_out/x", "final", "dangling", "in/../x", "two/../x", "out/../root/x", "back_in/x"),
        *("round", "round/x", "there/x", "{root}", "{root}/", "{root}/../x", "x/", "a/x\0", "a\nb", "a\u200bb"),
        *("a\\x", "C:x", "c:/x", "//server/share/x", "\\\\server\\x", "a/C:x", "NUL", "a/con.json", "aux/x", "lpt1"),
        *("x.", "x ", "a./x", ".git/x", "a/.GIT/x", ".gnut/x", ".hg/x", "x" * 5_000),
    ],
)
def test_a_path_that_does_not_is_refused_and_nothing_is_made(said: str, root: Path) -> None:
    said = said.replace("{root}", str(root)).replace("{top}", str(root.parent))
    before = sorted(root.parent.rglob("*"))
    with pytest.raises((OutOfBounds, OSError)) as refusal:
        within.place(root, said)
    assert isinstance(refusal.value, OutOfBounds) or refusal.value.errno == errno.ENAMETOOLONG
    assert sorted(root.parent.rglob("*")) == before


def put(root: Path, *parts: str, body: bytes = b"new") -> None:
    """Write a file without looking at what is there."""
    within.replace(root, parts, body, judge=lambda found: None, most=10)


def test_missing_folders_are_made_and_taken_away_when_writing_fails(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root, "n", "m", "x")
    assert (root / "n/m/x").read_bytes() == b"new"

    def full(self: Files, fd: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Files, "write", full)
    before = sorted(root.rglob("*"))
    with pytest.raises(OSError, match="full"):
        put(root, "q", "r", "x")
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("step", ["write", "sync", "close", "rename", "open"])
def test_what_was_there_stays_when_any_step_fails(step: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "x").write_bytes(b"old")

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "broken")

    if step in ("write", "sync"):
        monkeypatch.setattr(Files, step, fails)
    elif step == "rename":
        monkeypatch.setattr(os, "rename", fails)
    elif step == "open":
        real = os.open

        def opened(path: Any, flags: int, *rest: Any, **named: Any) -> int:
            if flags & os.O_CREAT:
                fails()
            return real(path, flags, *rest, **named)

        monkeypatch.setattr(os, "open", opened)
    else:
        closed, writing = os.close, Files.sync

        def synced(self: Files, fd: int) -> None:
            writing(self, fd)
            monkeypatch.setattr(os, "close", once(fd))

        def once(fd: int) -> Callable[[int], None]:
            def close(each: int) -> None:
                closed(each)
                if each == fd:
                    monkeypatch.setattr(os, "close", closed)
                    fails()

            return close

        monkeypatch.setattr(Files, "sync", synced)
    with pytest.raises(OSError, match="broken"):
        put(root, "x")
    monkeypatch.undo()
    assert (root / "x").read_bytes() == b"old"
    assert [path.name for path in root.iterdir() if path.name.startswith(".gnut-")] == []


@pytest.mark.parametrize("swapped", ["a", "a/b"])
def test_a_link_put_in_the_way_after_the_path_was_judged_is_not_followed(swapped: str, root: Path) -> None:
    parts = within.place(root, "a/b/x.json")
    (root / swapped).rename(root / "moved")
    (root / swapped).symlink_to(root.parent / "out" if swapped == "a" else root.parent / "out/deep")
    (root.parent / "out/b").mkdir()
    with pytest.raises(OutOfBounds):
        put(root, *parts)
    assert list((root.parent / "out").rglob("x.json")) == []


def test_a_link_put_in_the_files_place_is_not_followed(root: Path) -> None:
    parts = within.place(root, "a/x.json")
    (root.parent / "out/x.json").write_bytes(b"theirs")
    (root / "a/x.json").symlink_to(root.parent / "out/x.json")
    with pytest.raises(OutOfBounds):
        put(root, *parts)
    assert (root.parent / "out/x.json").read_bytes() == b"theirs"


def test_a_folder_that_is_moved_out_meanwhile_gets_no_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = Files.sync

    def moved(self: Files, fd: int) -> None:
        sync(self, fd)
        if (root / "a").exists():
            (root / "a").rename(root.parent / "out/a")

    monkeypatch.setattr(Files, "sync", moved)
    with pytest.raises(OutOfBounds):
        put(root, "a", "b", "x.json")
    assert [path.name for path in (root.parent / "out/a/b").iterdir()] == []


def test_a_link_that_comes_before_the_rename_is_replaced_and_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root.parent / "out/x.json").write_bytes(b"theirs")
    rename = os.rename

    def late(*arguments: Any, **named: Any) -> None:
        (root / "a/x.json").symlink_to(root.parent / "out/x.json")
        rename(*arguments, **named)

    monkeypatch.setattr(os, "rename", late)
    put(root, "a", "x.json")
    assert (root.parent / "out/x.json").read_bytes() == b"theirs"
    assert not (root / "a/x.json").is_symlink()
    assert (root / "a/x.json").read_bytes() == b"new"


def test_a_hard_link_is_replaced_and_not_written_through(root: Path) -> None:
    (root.parent / "out/x").write_bytes(b"theirs")
    os.link(root.parent / "out/x", root / "x")
    put(root, "x")
    assert (root.parent / "out/x").read_bytes() == b"theirs"


def test_a_folder_or_a_pipe_is_no_file_to_replace(root: Path) -> None:
    os.mkfifo(root / "pipe")
    for name in ("a", "pipe"):
        with pytest.raises(OutOfBounds):
            put(root, name)
    with pytest.raises(OutOfBounds):
        put(root, "a", "file", "x")


def test_the_mode_is_what_the_mask_leaves(root: Path) -> None:
    before = os.umask(0o027)
    try:
        put(root, "x")
    finally:
        os.umask(before)
    assert (root / "x").stat().st_mode & 0o777 == 0o640


def manifest() -> dict[str, Any]:
    """Return a manifest of no sources."""
    return compat.assess_grounding(
        sources=[],
        acl_runs=[],
        citation_runs=[],
        refusal_runs=[],
        generated_at="2026-01-02T03:04:05Z",
        retrieval_quality_baseline=None,
    )


@pytest.mark.parametrize(
    ("name", "there", "taken"),
    [
        ("m.json", '{"schema": "threadlight.ground/v1"}', True),
        ("m.json", '{"schema": "gnut-ground/v1"}', False),
        ("m.json", '{"prior": "manifest"}', False),
        ("m.json", "", False),
        ("m.json", "[]", False),
        ("ground-manifest.json", '{"prior": "manifest"}', True),
        ("ground-manifest.json", '{"sources": []}', False),
        ("ground-manifest.json", '{"schema": "other", "acl_runs": []}', False),
        ("ground-manifest.json", '{"cut off": ', True),
        ("a/ground-manifest.json", "", True),
    ],
)
def test_only_an_earlier_manifest_is_replaced(name: str, there: str, taken: bool, root: Path) -> None:
    (root / name).write_text(there, encoding="utf-8")
    if taken:
        assert write_ground_manifest(manifest(), root, name) == name
    else:
        with pytest.raises(GroundEvidenceError):
            write_ground_manifest(manifest(), root, name)
        assert (root / name).read_text(encoding="utf-8") == there


def test_a_manifest_is_validated_before_anything_is_written(root: Path) -> None:
    before = sorted(root.rglob("*"))
    for changes in ({"status": "partial"}, {"tool_version": "ghp_" + "Zy9" * 12}, {"payload": 1}):
        with pytest.raises(ManifestValidationError):
            write_ground_manifest(manifest() | changes, root)
    assert sorted(root.rglob("*")) == before


def test_an_error_of_the_disk_bears_the_path_as_typed(root: Path) -> None:
    (root / "locked").mkdir(mode=0o500)
    if os.access(root / "locked", os.W_OK):
        pytest.skip("nothing is locked for this user")
    with pytest.raises(OSError, match="Permission") as refusal:
        write_ground_manifest(manifest(), root, "locked/m.json")
    assert refusal.value.filename == "locked/m.json"
