"""`gnut fsck --repair`: damage goes to the trash, what is good is kept, and what is lost goes on being named."""

from __future__ import annotations

import errno
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import canon, fsck, layout, lock, repair
from gnut_store.errors import NoStore, StoreBusy, StoreUnwritable, UnsupportedFormat
from gnut_store.files import Files
from gnut_store.guard import ForeignStore
from gnut_store.oid import Oid, hash_of, oid_of
from gnut_store.pack import RAW, Builder
from gnut_store.repair import Repaired
from gnut_store.store import init, open_store
from tests.store.breaking import BreakingFiles, Killed
from tests.store.packs import built, one_record, store_with
from tests.store.test_fsck import WAYS, store_of_everything

NOISE = random.Random(11)
BODIES = [NOISE.randbytes(300) for _ in range(4)]


def mend(top: Path, **named: object) -> Repaired:
    """Repair, and hold what repair says remains against a check of its own."""
    done = repair.repair(top, **named)  # type: ignore[arg-type]
    if not named.get("dry_run"):
        assert done.remaining == fsck.fsck(top)
        again = repair.repair(top)
        assert again.remaining == done.remaining
        assert {step.left for step in again.steps} <= {True}
    return done


def objects_of(top: Path) -> set[Oid]:
    """Return every object that reads back."""
    store = open_store(top)
    found = set()
    for oid in store.ids():
        try:
            store.get(oid)
        except Exception:
            continue
        found.add(oid)
    return found


def refs_of(top: Path) -> dict[str, tuple[Oid, ...]]:
    store = open_store(top)
    return {name: store.refs(name) for name in store.ref_names()}


def filled(tmp_path: Path) -> Path:
    """Return a store with one pack of four objects under a ref, and another pack."""
    top = init(tmp_path)
    with open_store(top).write() as batch:
        for body in BODIES:
            batch.ref("r/a", batch.add("blob", body))
    with open_store(top).write() as batch:
        batch.ref("r/b", batch.add("blob", b"other"))
    return top


def pack_with(top: Path, body: bytes) -> Path:
    """Return the pack that holds these bytes raw."""
    [found] = [path for path in sorted(top.glob("**/packs/*.gpk")) if body in path.read_bytes()]
    return found


def spoil(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.chmod(0o644)
    path.write_bytes(change(path.read_bytes()))


def flipped(part: bytes) -> Callable[[bytes], bytes]:
    """Return what flips a bit in the middle of a part of a file."""

    def change(body: bytes) -> bytes:
        at = body.index(part) + len(part) // 2
        return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]

    return change


def test_a_sound_store_needs_no_repair(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in top.rglob("*") if path.is_file()}
    assert repair.repair(top)[:2] == ((), ())
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*") if path.is_file()} == before


def test_a_pack_with_a_damaged_trailer_is_written_again_and_nothing_is_lost(tmp_path: Path) -> None:
    top = filled(tmp_path)
    ids, names = objects_of(top), refs_of(top)
    spoil(pack := pack_with(top, BODIES[0]), lambda body: body[:-1] + bytes([body[-1] ^ 1]))
    done = mend(top)
    assert done.remaining == ()
    assert [(step.fault.kind, step.left) for step in done.steps] == [("pack_damaged", False)]
    assert (objects_of(top), refs_of(top)) == (ids, names)
    assert pack.exists()  # Made of the same objects and entries, it is the same pack.
    assert sorted(path.name for path in top.iterdir() if path.name == "trash") == []


def test_a_damaged_pack_goes_to_the_trash_after_what_is_good_stands_in_another(tmp_path: Path) -> None:
    top = filled(tmp_path)
    ids, names = objects_of(top), refs_of(top)
    with open_store(top).write() as batch:
        batch.add("blob", b"apart")
    base, later = NOISE.randbytes(900), b""
    later = base + b"more"
    builder = Builder()
    parts = [builder.begin(), builder.add("blob", hash_of("blob", base), base)]
    parts.append(builder.add_with_prefix("blob", hash_of("blob", later), later, hash_of("blob", base), base))
    footer, name = builder.finish(())
    body = b"".join([*parts, footer])
    (top / "packs" / f"{name}.gpk").write_bytes(body[:-1] + bytes([body[-1] ^ 1]))
    (top / "refs/packs" / name).write_bytes(b"")
    assert mend(top).remaining == ()
    assert objects_of(top) == ids | {oid_of("blob", b"apart"), oid_of("blob", base), oid_of("blob", later)}
    assert refs_of(top) == names
    assert [path.name for path in (top / "trash").iterdir()] == [f"packs+{name}.gpk.damaged"]
    assert not (top / "refs/packs" / name).exists()


def test_a_damaged_object_is_lost_by_name_and_its_neighbours_are_kept(tmp_path: Path) -> None:
    top = filled(tmp_path)
    names = refs_of(top)
    lost = oid_of("blob", BODIES[1])
    spoil(pack := pack_with(top, BODIES[1]), flipped(BODIES[1]))
    done = mend(top)
    assert {(fault.kind, fault.oid) for fault in done.remaining} == {("object_missing", lost), ("pack_missing", None)}
    assert any(step.left and lost in step.done for step in done.steps if step.fault.kind == "pack_damaged")
    assert objects_of(top) == {oid_of("blob", body) for body in (*BODIES, b"other")} - {lost}
    assert refs_of(top) == names
    assert (top / "refs/packs" / pack.stem).exists()


def test_once_the_pack_comes_back_from_git_the_store_is_whole_again(tmp_path: Path) -> None:
    top = filled(tmp_path)
    good = (pack := pack_with(top, BODIES[1])).read_bytes()
    spoil(pack, flipped(BODIES[1]))
    mend(top)
    pack.write_bytes(good)
    assert mend(top).remaining == ()
    assert len(objects_of(top)) == 5


@pytest.mark.parametrize("where", ["local", "trash", "team"])
def test_a_damaged_object_is_written_again_from_any_good_copy(tmp_path: Path, where: str) -> None:
    top = filled(tmp_path)
    ids = objects_of(top)
    pack = pack_with(top, BODIES[1])
    name, body = built(("blob", BODIES[1]), ("blob", b"more"))
    if where == "trash":
        (top / "trash").mkdir()
        (top / "trash" / f"{name}.gpk").write_bytes(body)
    else:
        folder = top / layout.tier_path(where)
        (folder / "packs" / f"{name}.gpk").write_bytes(body)
        (folder / "refs/packs").mkdir(exist_ok=True)
        (folder / "refs/packs" / name).write_bytes(b"")
    spoil(pack, flipped(BODIES[1]))
    assert mend(top).remaining == ()
    assert objects_of(top) >= ids
    for other in top.glob("local/packs/*"):
        other.unlink()
    assert open_store(top).get(oid_of("blob", BODIES[1])) == BODIES[1]


def test_a_missing_pack_is_put_back_from_the_trash(tmp_path: Path) -> None:
    top = filled(tmp_path)
    ids = objects_of(top)
    pack = pack_with(top, BODIES[0])
    (top / "trash").mkdir()
    pack.rename(top / "trash" / pack.name)
    done = mend(top)
    assert done.remaining == ()
    assert {step.done for step in done.steps} == {"put back from the trash", "taken from the trash"}
    assert objects_of(top) == ids
    assert pack.exists()


def test_a_damaged_pack_gives_way_to_a_good_copy_from_the_trash(tmp_path: Path) -> None:
    top = filled(tmp_path)
    pack = pack_with(top, BODIES[0])
    (top / "trash").mkdir()
    (top / "trash" / pack.name).write_bytes(pack.read_bytes())
    spoil(pack, lambda body: body[: len(body) // 2])
    assert mend(top).remaining == ()
    assert len(objects_of(top)) == 5


def test_a_damaged_pack_in_the_trash_is_named_and_never_put_back(tmp_path: Path) -> None:
    top = filled(tmp_path)
    pack = pack_with(top, BODIES[0])
    (top / "trash").mkdir()
    pack.rename(top / "trash" / pack.name)
    spoil(top / "trash" / pack.name, flipped(BODIES[0]))
    assert f"trash/{pack.name}" in {fault.path for fault in fsck.fsck(top)}
    done = mend(top)
    assert {fault.kind for fault in done.remaining} == {"pack_missing", "object_missing"}
    assert not pack.exists()


def test_objects_of_a_lost_pack_are_taken_from_the_packs_it_was_merged_from(tmp_path: Path) -> None:
    top = init(tmp_path)
    name, body = built(("blob", b"old"), ("blob", b"unneeded"))
    (top / "trash").mkdir()
    (top / "trash" / f"{name}.gpk").write_bytes(body)
    with open_store(top).write() as batch:
        batch.ref("r", batch.add("blob", b"old"))
        batch.add("blob", b"named by nobody")
    [pack] = (top / "packs").iterdir()
    pack.unlink()
    done = mend(top)
    assert [fault.kind for fault in done.remaining] == ["pack_missing"]
    assert objects_of(top) == {oid_of("blob", b"old")}


def test_a_lost_pack_comes_out_byte_for_byte_when_all_of_it_stands_in_the_trash(tmp_path: Path) -> None:
    top = init(tmp_path)
    name, body = built(("blob", b"old"), ("blob", b"unneeded"))
    (top / "trash").mkdir()
    (top / "trash" / f"{name}.gpk").write_bytes(body)
    with open_store(top).write() as batch:
        batch.ref("r", batch.add("blob", b"old"))
    [pack] = (top / "packs").iterdir()
    pack.unlink()
    assert mend(top).remaining == ()
    assert pack.exists()


def test_entries_are_written_again_and_strays_go_to_the_trash(tmp_path: Path) -> None:
    top = filled(tmp_path)
    names = refs_of(top)
    entry = top / "refs/r/a" / oid_of("blob", BODIES[0])[3:]
    entry.unlink()
    marked = top / "refs/r/a" / oid_of("blob", BODIES[1])[3:]
    spoil(marked, lambda _: b"<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    (top / "packs/notes.txt").write_bytes(b"x")
    (top / "refs/stray").mkdir()
    (top / "refs/stray" / oid_of("blob", b"other")[3:]).write_bytes(b"")
    (top / "refs/link").symlink_to("/etc")
    os.mkfifo(top / "refs/r/pipe")
    (top / "tmp/folder").mkdir()
    done = mend(top)
    assert done.remaining == ()
    assert refs_of(top) == names
    assert entry.read_bytes() == marked.read_bytes() == b""
    assert len(list((top / "trash").iterdir())) == 6
    assert os.readlink(top / "trash/refs+link.damaged") == "/etc"


def test_a_folder_of_refs_that_is_a_link_is_replaced_by_what_was_written(tmp_path: Path) -> None:
    top = filled(tmp_path)
    names = refs_of(top)
    (top / "refs/r/a").rename(tmp_path / "elsewhere")
    (top / "refs/r/a").symlink_to(tmp_path / "elsewhere")
    assert mend(top).remaining == ()
    assert refs_of(top) == names
    assert len(list((tmp_path / "elsewhere").iterdir())) == 4


def test_an_entry_that_names_a_lost_object_is_a_promise_and_stays(tmp_path: Path) -> None:
    top = filled(tmp_path)
    promise = top / "refs/mine" / ("0" * 64)
    promise.parent.mkdir()
    promise.write_bytes(b"")
    done = mend(top)
    assert {fault.kind for fault in done.remaining} == {"object_missing", "stray_file"}
    assert promise.exists()


def test_a_pack_whose_footer_is_damaged_keeps_its_objects_and_its_entries(tmp_path: Path) -> None:
    top = filled(tmp_path)
    ids, names = objects_of(top), refs_of(top)
    spoil(pack_with(top, BODIES[0]), flipped(b"r/a b3:"))
    assert mend(top).remaining == ()
    assert (objects_of(top), refs_of(top)) == (ids, names)


def test_a_pack_that_is_cut_keeps_what_stands_before_the_cut(tmp_path: Path) -> None:
    top = filled(tmp_path)
    pack = pack_with(top, BODIES[0])
    spoil(pack, lambda body: body[: body.index(BODIES[2])])
    done = mend(top)
    assert {fault.kind for fault in done.remaining} == {"pack_missing", "object_missing"}
    assert {oid_of("blob", body) for body in BODIES[:2]} <= objects_of(top)
    assert any("nobody knows what else it held" in step.done for step in done.steps)


def test_what_is_no_pack_at_all_goes_without_a_promise(tmp_path: Path) -> None:
    top = filled(tmp_path)
    (top / "packs" / f"{'0' * 64}.gpk").write_bytes(b"noise")
    (top / "packs" / f"{'1' * 64}.gpk").symlink_to("/etc/passwd")
    os.mkfifo(top / "packs" / f"{'2' * 64}.gpk")
    (top / "packs" / f"{'3' * 64}.gpk").mkdir()
    assert mend(top).remaining == ()
    assert len(objects_of(top)) == 5


def test_a_damaged_base_is_told_from_what_depends_on_it_and_both_are_lost_by_name(tmp_path: Path) -> None:
    body, later = NOISE.randbytes(5000), b""
    later = body[:2500] + b"changed" + body[2500:]
    builder = Builder()
    parts = [builder.begin(), builder.add("blob", hash_of("blob", body), body)]
    parts.append(builder.add_with_prefix("blob", hash_of("blob", later), later, hash_of("blob", body), body))
    parts.append(builder.add("blob", hash_of("blob", b"apart"), b"apart"))
    footer, name = builder.finish(())
    top = Path(store_with(tmp_path, (name, b"".join([*parts, footer]))).folder)
    assert fsck.fsck(top) == ()
    spoil(top / "packs" / f"{name}.gpk", flipped(body))
    faults = {fault.oid: fault.detail for fault in fsck.fsck(top) if fault.kind == "object_damaged"}
    assert set(faults) == {oid_of("blob", body), oid_of("blob", later)}
    assert "its bytes hash to" in faults[oid_of("blob", body)]
    assert (
        f"its prefix base {oid_of('blob', body)[:15]}… is damaged: its bytes hash to" in faults[oid_of("blob", later)]
    )
    done = mend(top)
    assert [fault.kind for fault in done.remaining] == ["pack_missing"]
    assert objects_of(top) == {oid_of("blob", b"apart")}


def test_a_good_record_against_a_base_of_a_damaged_pack_survives(tmp_path: Path) -> None:
    body = NOISE.randbytes(5000)
    later = body + b"more"
    base = built(("blob", body), ("blob", b"beside"))
    builder = Builder()
    parts = [builder.begin()]
    parts.append(builder.add_with_prefix("blob", hash_of("blob", later), later, hash_of("blob", body), body))
    footer, name = builder.finish(())
    top = Path(store_with(tmp_path, base, (name, b"".join([*parts, footer]))).folder)
    spoil(top / "packs" / f"{base[0]}.gpk", lambda whole: whole[:-1] + b"\0")
    assert mend(top).remaining == ()
    assert open_store(top).get(oid_of("blob", later)) == later


def test_an_object_that_is_not_canonical_is_left_out_and_its_neighbours_are_kept(tmp_path: Path) -> None:
    bad = b'{"a": 1}'
    top = Path(store_with(tmp_path, one_record(bad, len(bad), RAW, hash_of("run", bad), "run")).folder)
    assert mend(top).remaining == ()
    assert objects_of(top) == set()
    assert len(list((top / "trash").iterdir())) == 1


@pytest.mark.parametrize("name", ["format", "config", ".gitignore", ".gitattributes"])
def test_a_small_file_is_never_guessed(tmp_path: Path, name: str) -> None:
    top = filled(tmp_path)
    spoil(top / name, lambda _: b"else\n")
    done = mend(top)
    assert [(step.fault.path, step.left) for step in done.steps] == [(name, True)]
    assert (top / name).read_bytes() == b"else\n"
    (top / name).unlink()
    assert [fault.path for fault in mend(top).remaining] == [name]
    init(tmp_path)
    assert mend(top).remaining == ()


def test_without_a_format_nothing_is_touched(tmp_path: Path) -> None:
    top = filled(tmp_path)
    (top / "format").unlink()
    (top / "packs/stray").write_bytes(b"")
    done = mend(top)
    assert {(step.fault.path, step.left) for step in done.steps} == {("format", True), ("packs/stray", True)}
    assert (top / "packs/stray").exists()
    (top / "format").write_bytes(b"gnut-store 1\nhash b3\nrequires rings\n")
    with pytest.raises(UnsupportedFormat):
        repair.repair(top)


@pytest.mark.parametrize("thing", ["bytes", "fifo", "link", "folder", "missing"])
def test_a_lock_that_cannot_be_locked_is_made_anew(tmp_path: Path, thing: str) -> None:
    top = filled(tmp_path)
    (top / "lock").unlink()
    if thing == "bytes":
        (top / "lock").write_bytes(b"pid 4")
    elif thing == "fifo":
        os.mkfifo(top / "lock")
    elif thing == "link":
        (top / "lock").symlink_to(tmp_path / "none")
    elif thing == "folder":
        (top / "lock").mkdir()
    assert [fault.path for fault in fsck.fsck(top)] == ["lock"]
    assert mend(top).remaining == ()
    assert (top / "lock").read_bytes() == b""
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("name", ["tmp", "cache"])
def test_a_folder_that_nobody_needs_is_made_anew(tmp_path: Path, name: str) -> None:
    top = filled(tmp_path)
    if (top / name).exists():
        (top / name).rmdir()
    (top / name).symlink_to(tmp_path)
    assert name in {fault.path for fault in fsck.fsck(top)}
    assert mend(top).remaining == ()
    assert (top / name).is_dir()
    assert not (top / name).is_symlink()


def test_what_cannot_be_read_now_is_not_moved(tmp_path: Path) -> None:
    top = filled(tmp_path)
    pack = pack_with(top, BODIES[0])

    class Refusing(Files):
        def read_at(self, fd: int, length: int, offset: int) -> bytes:
            if os.fstat(fd).st_ino == pack.stat().st_ino:
                raise OSError(errno.EIO, "Input/output error")
            return super().read_at(fd, length, offset)

    done = repair.repair(top, files=Refusing())
    assert pack.exists()
    assert any(step.left and "Input/output error" in step.done for step in done.steps)
    assert fsck.fsck(top) == ()


def test_a_pack_of_a_newer_version_is_not_moved(tmp_path: Path) -> None:
    from gnut_store import oid as oids

    top = filled(tmp_path)
    body = b"GNUTPK2\0" + b"x" * 200
    name = oids.digest(body)
    (top / "packs" / f"{name}.gpk").write_bytes(body + bytes.fromhex(name))
    (top / "refs/packs" / name).write_bytes(b"")
    done = mend(top)
    assert [step.left for step in done.steps] == [True]
    assert "newer gnut" in done.steps[0].done
    assert (top / "packs" / f"{name}.gpk").exists()


def test_others_who_use_the_store_are_not_disturbed(tmp_path: Path) -> None:
    top = filled(tmp_path)
    (top / "packs/stray").write_bytes(b"")
    with lock.shared(str(top / "lock"), Files(), lambda _: None):
        with pytest.raises(StoreBusy) as caught:
            repair.repair(top, sleep=lambda _: None)
        assert caught.value.exit_code == 75
        assert repair.repair(top, dry_run=True).steps[0].done == "moved to the trash"
    assert (top / "packs/stray").exists()


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path) -> None:
    top = filled(tmp_path)
    spoil(pack_with(top, BODIES[1]), flipped(BODIES[1]))
    (top / "packs/stray").write_bytes(b"")

    class Sealed(BreakingFiles):
        """Fails at the first step that would write."""

    told = repair.repair(top, dry_run=True, files=Sealed(1))
    before = {path.relative_to(top) for path in top.rglob("*")}
    assert {path.relative_to(top) for path in top.rglob("*")} == before
    done = repair.repair(top)
    assert told.steps == done.steps
    assert {fault.path for fault in told.remaining} >= {fault.path for fault in done.remaining if fault.oid}


def test_repair_of_another_users_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ForeignStore):
        repair.repair(filled(tmp_path), uids=(os.geteuid() + 1,))
    with pytest.raises(NoStore):
        repair.repair(tmp_path / "none")


@pytest.mark.parametrize("way", WAYS)
def test_every_damage_of_every_file_can_be_repaired_as_far_as_it_can(tmp_path: Path, way: str) -> None:
    """What is left afterwards is a promise, or a small file that a person takes from git."""
    top = store_of_everything(tmp_path / "a")
    for name in sorted(path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()):
        copy = tmp_path / "b" / ".gnut"
        import shutil

        shutil.rmtree(tmp_path / "b", ignore_errors=True)
        shutil.copytree(top, copy)
        damaged = WAYS[way]((copy / name).read_bytes())
        if damaged is None and way != "delete":
            continue
        good = objects_of(copy)
        (copy / name).chmod(0o644)
        (copy / name).unlink() if damaged is None else (copy / name).write_bytes(damaged)
        done = mend(copy)
        assert {fault.kind for fault in done.remaining} <= {"file_damaged", "pack_missing", "object_missing"}, name
        if not name.endswith((".gpk", "format", "config")):
            assert objects_of(copy) == good


def damaged_everywhere(folder: Path) -> Path:
    """Return a store with every kind of damage that is repaired."""
    top = filled(folder)
    with open_store(top).write("local") as batch:
        batch.ref("runs", batch.add("run", canon.encode({"a": 1})))
    spoil(pack_with(top, BODIES[1]), flipped(BODIES[1]))
    spoil(next(iter((top / "local/packs").iterdir())), lambda body: body[:-1] + b"\0")
    spoil(top / "refs/r/a" / oid_of("blob", BODIES[2])[3:], lambda _: b"x")
    (top / "refs/r/b" / oid_of("blob", b"other")[3:]).unlink()
    (top / "packs/stray").write_bytes(b"")
    return top


def test_a_kill_at_any_step_loses_nothing_and_another_repair_finishes(tmp_path: Path) -> None:
    kept = {oid_of("blob", body) for body in (*BODIES, b"other")} - {oid_of("blob", BODIES[1])}
    at = 0
    while True:
        at += 1
        top = damaged_everywhere(tmp_path / str(at))
        files = BreakingFiles(at)
        try:
            repair.repair(top, files=files)
        except Killed:
            pass
        else:
            break
        assert objects_of(top) >= kept, at
        assert mend(top).remaining == mend(damaged_everywhere(tmp_path / f"{at}-whole")).remaining, at
        assert objects_of(top) >= kept, at
    assert at > 30


def test_a_full_disk_at_any_step_is_an_error_and_loses_nothing(tmp_path: Path) -> None:
    kept = {oid_of("blob", body) for body in (*BODIES, b"other")} - {oid_of("blob", BODIES[1])}
    at = 0
    while True:
        at += 1
        top = damaged_everywhere(tmp_path / str(at))
        try:
            repair.repair(top, files=BreakingFiles(at, lambda: OSError(errno.ENOSPC, "No space left on device")))
        except StoreUnwritable:
            assert objects_of(top) >= kept, at
            continue
        if not [step for step in BreakingFiles(at).taken]:
            break
    assert at > 30


def test_a_store_with_an_index_of_its_packs_is_repaired(tmp_path: Path) -> None:
    top = filled(tmp_path)
    (top / "cache/index").mkdir(parents=True)
    for tier in ("team", "local"):
        (top / "cache/index" / tier).write_bytes(b"of the packs that were here")
    spoil(pack_with(top, BODIES[1]), flipped(BODIES[1]))
    mend(top)
    assert os.listdir(top / "cache/index") == []


@pytest.mark.parametrize("place", ["cache", "cache/index", "cache/index/team"])
def test_no_cache_refuses_a_repair_nor_leads_out_of_the_store(tmp_path: Path, place: str) -> None:
    top = filled(tmp_path / "store")
    outside = tmp_path / "outside"
    (outside / "index").mkdir(parents=True)
    (outside / "index/team").write_bytes(b"mine")
    (outside / "team").write_bytes(b"mine")
    shutil.rmtree(top / "cache", ignore_errors=True)
    (top / place).parent.mkdir(parents=True, exist_ok=True)
    (top / place).symlink_to(outside)
    spoil(pack_with(top, BODIES[1]), flipped(BODIES[1]))
    done = repair.repair(top)
    assert {step.fault.kind for step in done.steps} >= {"pack_damaged"}
    assert (outside / "index/team").read_bytes() == (outside / "team").read_bytes() == b"mine"


@pytest.mark.parametrize("suffix", [".open", ".gone"])
def test_a_link_in_the_way_of_an_unfinished_write_blocks_no_writer_and_no_repair(tmp_path: Path, suffix: str) -> None:
    top = filled(tmp_path / "store")
    (outside := tmp_path / "outside").mkdir()
    pack = pack_with(top, BODIES[1])
    if suffix == ".gone":
        (top / "trash").mkdir(exist_ok=True)
        pack.rename(top / "trash" / pack.name)
    (top / "tmp" / f"{pack.stem}{suffix}").touch()
    shutil.rmtree(top / "refs/r")
    (top / "refs/r").symlink_to(outside)
    with open_store(top).write() as batch:
        oid = batch.add("blob", b"written all the same")
    assert open_store(top).get(oid) == b"written all the same"
    assert os.listdir(outside) == []
    mend(top)
    assert os.listdir(outside) == []
    assert not list((top / "tmp").glob("*.open"))
    assert not (top / "refs/r").is_symlink()
    assert refs_of(top).get("r/b") == (oid_of("blob", b"other"),)
