"""Collecting, broken off at any step: nothing is lost, nothing is blocked, and what was begun is finished."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from gnut_store import layout
from gnut_store.errors import StoreUnwritable
from gnut_store.fsck import fsck
from gnut_store.store import init, open_store
from tests.store.breaking import BreakingFiles, Killed
from tests.store.collecting import DAY, NOW, chained, gc, packs, put, said, versions, whole

PAGES = versions(7, 3)
LATER: dict[str, Any] = {"base_of": chained(PAGES), "prune": True, "stale": {"seen/old"}}
DROPPED = {b"nothing leads here", *(b"local %d" % number * 30 for number in (0, 2))}
"""What may be dropped: nothing leads to it, or only a record that may go."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with packs to merge, a redundant one, old trash, and something to drop in the local tier."""
    folder = tmp_path_factory.mktemp("made")
    top = init(folder)
    store = open_store(top)
    for page in PAGES:
        put(store, page, ref="src/x")
    put(store, b"twice", PAGES[0] + b"!", ref="kept")
    shutil.copytree(top, folder / "copy")
    other = open_store(folder / "copy")
    gc(folder / "copy")
    (merged,) = packs(folder / "copy")
    del other
    shutil.copy(folder / "copy/packs" / f"{merged}.gpk", top / "packs")
    (top / "refs/packs" / merged).touch()
    for number, ref in enumerate(["seen/old", "mine", None]):
        put(store, b"local %d" % number * 30, ref=ref, tier="local")
    put(store, b"nothing leads here", tier="local")
    for path in (top / "local/packs").iterdir():
        os.utime(path, (NOW - 20 * DAY, NOW - 20 * DAY))
    (top / "trash").mkdir()
    (top / "trash/old").write_bytes(b"x")
    assert fsck(top) == ()
    return top


def copied(made: Path, folder: Path) -> Path:
    shutil.copytree(made, folder)
    return folder


def steps(made: Path, folder: Path) -> list[str]:
    files = BreakingFiles()
    gc(open_store(copied(made, folder), files=files), **LATER)
    return files.taken


def holds(top: Path, before: dict[str, Any]) -> None:
    """Hold a store against what it said: only what may be dropped is gone."""
    after = said(top)
    missing = before["objects"].keys() - after["objects"].keys()
    assert all(after["objects"][oid] == before["objects"][oid] for oid in before["objects"].keys() - missing)
    assert {before["objects"][oid][1] for oid in missing} <= DROPPED
    refs = {name: entries for name, entries in before["refs"].items() if name != "seen/old"}
    assert {name: after["refs"].get(name) for name in refs} == refs


def test_the_steps_of_retiring_are_those_of_the_format(made: Path, tmp_path: Path) -> None:
    class Names(BreakingFiles):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[str] = []

        def note(self, what: str, path: str) -> None:
            end = path.partition("/.gnut/")[2] or path.rpartition("/store/")[2]
            self.seen.append(f"{what} {end}")

        def mark(self, path: str) -> bool:
            self.note("mark", path)
            return super().mark(path)

        def rename(self, source: str, target: str) -> None:
            self.note("rename", target)
            super().rename(source, target)

        def sync_folder(self, path: str) -> None:
            self.note("sync", path)
            super().sync_folder(path)

        def unlink(self, path: str) -> None:
            self.note("unlink", path)
            super().unlink(path)

    top = init(tmp_path / "store")
    store = open_store(top)
    for word in (b"a", b"b"):
        put(store, word, ref="kept")
    first, second = sorted(packs(top))
    files = Names()
    gc(open_store(top, files=files))
    (new,) = packs(top)
    told = [line for line in files.seen if not line.endswith(".new") and "cache" not in line]
    retiring = told[told.index(f"unlink tmp/{new}.open") + 1 :]
    assert retiring == [
        "sync .gnut",  # The folder for the trash is new.
        f"mark tmp/{first}.gone",
        f"mark tmp/{second}.gone",
        "sync tmp",
        f"rename trash/{first}.gpk",
        f"rename trash/{second}.gpk",
        "sync trash",
        "sync packs",
        f"unlink refs/packs/{first}",
        f"unlink refs/packs/{second}",
        "sync refs/packs",
        f"unlink tmp/{first}.gone",
        f"unlink tmp/{second}.gone",
    ]


def test_killed_before_any_step_it_loses_nothing_and_the_next_write_finishes_it(made: Path, tmp_path: Path) -> None:
    taken = steps(made, tmp_path / "count")
    before = said(made)
    assert len(taken) > 60
    for at in range(1, len(taken) + 1):
        top = copied(made, tmp_path / str(at))
        with pytest.raises(Killed):
            gc(open_store(top, files=BreakingFiles(at)), **LATER)
        assert fsck(top) == (), f"killed before step {at}: {taken[at - 1]}"
        holds(top, before)
        put(open_store(top), b"the next write", ref="next")
        assert os.listdir(top / "tmp") == [], f"killed before step {at}: {taken[at - 1]}"
        assert whole(top)
        holds(top, before)
        gc(top, **LATER)
        assert whole(top)
        assert len(packs(top)) <= 2
        assert len(packs(top, "local")) == 1
        holds(top, before)
        shutil.rmtree(top)


def refused(top: Path, files: BreakingFiles) -> StoreUnwritable | None:
    try:
        gc(open_store(top, files=files), **LATER)
    except StoreUnwritable as refusal:
        return refusal
    return None


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES, errno.EMFILE])
def test_a_failed_step_loses_nothing_and_is_said(made: Path, tmp_path: Path, number: int) -> None:
    taken = steps(made, tmp_path / "count")
    before = said(made)
    for at in range(1, len(taken) + 1):
        top = copied(made, tmp_path / str(at))
        refusal = refused(top, BreakingFiles(at, lambda: OSError(number, os.strerror(number))))
        if refusal is None:
            # Only the name of a new folder, what a draft left behind, or a cache may fail unsaid.
            assert taken[at - 1] in ("unlink", "folder", "create", "write", "close"), taken[at - 1]
        else:
            assert os.strerror(number) in str(refusal)
            assert "Nothing was lost" in str(refusal.help)
            assert refusal.exit_code == 2
        assert fsck(top) == (), f"failed at step {at}: {taken[at - 1]}"
        holds(top, before)
        gc(top, **LATER)
        assert whole(top)
        assert os.listdir(top / "tmp") == []
        holds(top, before)
        shutil.rmtree(top)


@pytest.mark.parametrize("tier", ["team", "local"])
def test_a_mark_whose_pack_lies_in_neither_place_lets_the_loss_show(tmp_path: Path, tier: str) -> None:
    top = init(tmp_path)
    put(open_store(top), b"lost", ref="kept", tier=tier)
    (name,) = packs(top, tier)
    (top / layout.tier_path(tier) / "packs" / f"{name}.gpk").unlink()
    (top / "tmp" / f"{name}.gone").touch()
    put(open_store(top), b"another write")
    assert os.listdir(top / "tmp") == []
    assert {fault.code for fault in fsck(top)} >= {"GN803"}


def test_a_mark_of_a_pack_that_is_still_there_changes_nothing(tmp_path: Path) -> None:
    top = init(tmp_path)
    put(open_store(top), b"there", ref="kept")
    (name,) = packs(top)
    (top / "trash").mkdir()
    shutil.copy(top / "packs" / f"{name}.gpk", top / "trash")
    (top / "tmp" / f"{name}.gone").touch()
    before = said(top)
    assert fsck(top) == ()
    put(open_store(top), b"another write", tier="local")
    assert said(top)["refs"] == before["refs"]
    assert name in packs(top)
    assert whole(top)


def test_a_mark_in_one_tier_leaves_a_pack_of_that_name_in_the_other(tmp_path: Path) -> None:
    top = init(tmp_path)
    put(open_store(top), b"in both", ref="kept")
    (name,) = packs(top)
    for folder in ("packs", "refs"):
        shutil.copytree(top / folder, top / "local" / folder, dirs_exist_ok=True)
    # Retiring of the local one was cut off after its move.
    (top / "trash").mkdir()
    (top / "local/packs" / f"{name}.gpk").rename(top / "trash" / f"{name}.gpk")
    (top / "tmp" / f"{name}.gone").touch()
    put(open_store(top), b"another write")
    assert (top / "refs/packs" / name).exists()
    assert not (top / "local/refs/packs" / name).exists()
    assert whole(top)


@pytest.mark.parametrize("what", ["folder", "link", "fifo"])
def test_a_mark_that_is_no_file_and_trash_that_is_none_hurt_nobody(tmp_path: Path, what: str) -> None:
    top = init(tmp_path)
    put(open_store(top), b"there", ref="kept")
    (name,) = packs(top)
    (top / "trash").mkdir()
    place = top / "trash" / f"{name}.gpk"
    if what == "folder":
        place.mkdir()
    elif what == "link":
        place.symlink_to(top / "packs" / f"{name}.gpk")
    else:
        os.mkfifo(place)
    (top / "tmp" / f"{name}.gone").touch()
    put(open_store(top), b"another write")
    assert os.listdir(top / "tmp") == []
    assert (top / "refs/packs" / name).exists()
    assert name in packs(top)
