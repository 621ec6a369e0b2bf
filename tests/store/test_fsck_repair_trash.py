"""`gnut fsck --repair` takes from the trash, in one run, all that a store has lost; and forgets no promise."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import time
from pathlib import Path

import pytest

from gnut_store import canon, fsck, repair
from gnut_store.errors import StoreUnwritable
from gnut_store.oid import Oid, oid_of
from gnut_store.store import init, open_store
from tests.store.breaking import BreakingFiles, Killed
from tests.store.collecting import gc, put
from tests.store.test_fsck_repair import mend, objects_of, refs_of


def merged(folder: Path) -> Path:
    """Return a store whose packs `gc` merged: loose objects, a chain, and a text that only `text_oid` names."""
    top = init(folder)
    store = open_store(top)
    put(store, b"apart")
    put(store, b"kept", ref="keep/x")
    [text] = put(store, b"a text", kind="text")
    [inner] = put(store, canon.encode({"text_oid": text}), kind="capture")
    put(store, canon.encode({"of": inner}), ref="runs", kind="run")
    put(store, b"of this machine", ref="mine", tier="local")
    put(store, b"of this one too", ref="mine", tier="local")
    gc(top)
    return top


def lose(top: Path, way: str) -> None:
    [pack] = (top / "packs").glob("*.gpk")
    pack.chmod(0o644)
    if way == "cut":
        os.truncate(pack, 40)
        return
    pack.unlink()
    if way == "link":
        pack.symlink_to(top / "nowhere")
    if way == "folder":
        pack.mkdir()


@pytest.mark.parametrize("way", ["delete", "link", "folder", "cut"])
def test_one_repair_takes_all_that_the_packs_in_the_trash_hold_of_a_lost_one(tmp_path: Path, way: str) -> None:
    top = merged(tmp_path)
    objects, names = objects_of(top), refs_of(top)
    lose(top, way)
    done = mend(top)
    assert {fault.kind for fault in done.remaining} == {"pack_missing"}
    assert (objects_of(top), refs_of(top)) == (objects, names)
    assert any("taken from other packs there: 5 objects" in step.done for step in done.steps if step.left)
    assert len(list((top / "local/packs").glob("*.gpk"))) == 1


def test_entries_come_back_with_the_packs_that_were_written_with_them(tmp_path: Path) -> None:
    top = merged(tmp_path)
    names = refs_of(top)
    lose(top, "delete")
    shutil.rmtree(top / "refs/keep")
    shutil.rmtree(top / "refs/runs")
    mend(top)
    assert refs_of(top) == names


def test_once_the_promise_of_the_lost_pack_is_taken_back_the_store_is_sound_and_keeps_its_refs(tmp_path: Path) -> None:
    top = merged(tmp_path)
    objects, names = objects_of(top), refs_of(top)
    lose(top, "delete")
    [fault] = mend(top).remaining
    (top / "refs/packs" / Path(fault.path).stem).unlink()
    assert mend(top).steps == ()
    assert (objects_of(top), refs_of(top)) == (objects, names)


def test_without_the_cache_what_something_leads_to_comes_back_and_nothing_goes_where_others_read(
    tmp_path: Path,
) -> None:
    top = merged(tmp_path)
    objects, names = objects_of(top), refs_of(top)
    shutil.rmtree(top / "cache/known")
    lose(top, "delete")
    mend(top)
    assert objects_of(top) == objects - {oid_of("blob", b"apart")}
    assert refs_of(top) == names
    # A text may have been left out on purpose: it is read again here, and is not handed on.
    local = b"".join(path.read_bytes() for path in (top / "local/packs").glob("*.gpk"))
    team = b"".join(path.read_bytes() for path in (top / "packs").glob("*.gpk"))
    assert (b"a text" in local, b"a text" in team) == (True, False)


def test_what_was_dropped_on_purpose_stays_dropped(tmp_path: Path) -> None:
    top = merged(tmp_path)
    [junk] = put(open_store(top), b"junk", tier="local")
    for pack in (top / "local/packs").glob("*.gpk"):
        os.utime(pack, (1e9, 1e9))
    gc(top, prune=True, now=time.time())
    assert any(b"junk" in path.read_bytes() for path in (top / "trash").iterdir())
    assert junk not in objects_of(top)
    objects = objects_of(top)
    lose(top, "delete")
    for pack in (top / "local/packs").glob("*.gpk"):
        pack.unlink()
    mend(top)
    assert objects_of(top) == objects
    assert b"of this machine" not in b"".join(path.read_bytes() for path in (top / "packs").glob("*.gpk"))


def promised(folder: Path) -> tuple[Path, Path]:
    """Return a store that lost its only pack, and the entry that promises what was in it."""
    top = init(folder)
    [oid] = put(open_store(top), b"hi", ref="keep/x")
    for path in [*(top / "packs").iterdir(), *(top / "refs/packs").iterdir()]:
        path.unlink()
    return top, top / "refs/keep/x" / oid[3:]


def spoil(entry: Path, way: str) -> None:
    entry.unlink()
    if way == "bytes":
        entry.write_bytes(b"J")
    elif way == "fifo":
        os.mkfifo(entry)
    elif way == "link":
        entry.symlink_to("/etc/passwd")
    else:
        entry.mkdir()


@pytest.mark.parametrize("way", ["bytes", "fifo", "link", "folder"])
def test_a_damaged_entry_that_promises_a_lost_object_is_written_anew(tmp_path: Path, way: str) -> None:
    top, entry = promised(tmp_path)
    spoil(entry, way)
    done = mend(top)
    assert [(fault.kind, fault.oid) for fault in done.remaining] == [("object_missing", Oid("b3:" + entry.name))]
    assert stat.S_ISREG(entry.lstat().st_mode)
    assert entry.read_bytes() == b""
    assert len(list((top / "trash").iterdir())) == 1


@pytest.mark.parametrize("way", ["bytes", "folder", "none"])
def test_an_entry_comes_back_with_its_object(tmp_path: Path, way: str) -> None:
    top = init(tmp_path)
    [oid] = put(open_store(top), b"hi", ref="keep/x")
    (top / "trash").mkdir()
    for path in (top / "packs").iterdir():
        path.rename(top / "trash" / path.name)
    shutil.rmtree(top / "refs/packs")
    if way != "none":
        spoil(top / "refs/keep/x" / oid[3:], way)
    assert mend(top).remaining == ()
    assert refs_of(top) == {"keep/x": (oid,)}
    assert open_store(top).get(oid) == b"hi"


def test_a_damaged_entry_whose_pack_is_lost_is_kept_although_its_object_stands_elsewhere(tmp_path: Path) -> None:
    top = init(tmp_path)
    [oid] = put(open_store(top), b"hi")
    with open_store(top).write() as batch:
        batch.ref("keep/x", oid)
        batch.add("blob", b"named by nobody")
    [lost] = [path for path in (top / "packs").iterdir() if b"keep/x" in path.read_bytes()]
    lost.unlink()
    spoil(top / "refs/keep/x" / oid[3:], "bytes")
    assert [fault.kind for fault in mend(top).remaining] == ["pack_missing"]
    assert refs_of(top) == {"keep/x": (oid,)}


def broken(folder: Path) -> Path:
    top = merged(folder)
    lose(top, "link")
    spoil(next((top / "refs/keep/x").iterdir()), "bytes")
    lost = top / "refs/lost" / ("0" * 64)
    lost.parent.mkdir()
    lost.mkdir()
    return top


@pytest.mark.parametrize("error", [None, errno.ENOSPC])
def test_a_kill_or_a_full_disk_at_any_step_loses_nothing_of_the_trash(tmp_path: Path, error: int | None) -> None:
    whole = merged(tmp_path / "whole")
    objects, names = objects_of(whole), refs_of(whole) | {"lost": (Oid("b3:" + "0" * 64),)}
    at = 0
    while True:
        at += 1
        top = broken(tmp_path / str(at))
        files = BreakingFiles(at, (lambda: OSError(error, "No space left on device")) if error else Killed)
        try:
            repair.repair(top, files=files)
        except (Killed, StoreUnwritable):
            pass
        else:
            break
        repair.repair(top)
        assert {fault.kind for fault in fsck.fsck(top)} == {"pack_missing", "object_missing"}, at
        assert (objects_of(top), refs_of(top)) == (objects, names), at
        assert {step.left for step in repair.repair(top).steps} == {True}, at
    assert at > 15
