"""Every step of every operation on a store fails once, in every way: nothing promised is lost, nothing is half said."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from gnut_store import batch as batches
from gnut_store import fsck, gc, lock
from gnut_store.errors import GnutError, StoreBusy, StoreUnreadable, StoreUnwritable
from gnut_store.files import Files
from gnut_store.oid import Oid, oid_of
from gnut_store.receive import receive
from gnut_store.store import init, open_store
from tests.store.breaking import READS, STEPS, BreakingFiles, BreakingReads, Killed
from tests.store.places import Shelf, packs_of

OLD = [b"old %d" % i for i in range(3)]
NEW = [b"new %d" % i * 2000 for i in range(3)]
ERRORS = [
    errno.ENOSPC,
    errno.EIO,
    errno.EROFS,
    errno.EMFILE,
    errno.ENFILE,
    errno.EDQUOT,
    errno.EINTR,
    errno.EACCES,
    errno.ESTALE,
    errno.EFBIG,
    errno.ENOMEM,
]


def failing(number: int) -> Callable[[], OSError]:
    return lambda: OSError(number, os.strerror(number))


WAYS: dict[str, Callable[[], BaseException]] = {errno.errorcode[number]: failing(number) for number in ERRORS}
WAYS["KILL"] = Killed


def filled(folder: Path) -> Path:
    """Return a store that acknowledged `OLD`, one pack for each."""
    store = init(folder)
    for body in OLD:
        with open_store(store).write() as batch:
            batch.ref("kept/here", batch.add("blob", body))
    return store


def write(store: Path, files: Files) -> None:
    with open_store(store, files=files).write() as batch:
        for body in NEW:
            batch.ref("fresh/ones", batch.add("blob", body))


def write_locally(store: Path, files: Files) -> None:
    with open_store(store, files=files).write("local") as batch:
        batch.ref("fresh/ones", batch.add("blob", OLD[0]))
        for body in NEW:
            batch.ref("fresh/ones", batch.add("blob", body))


def write_long(store: Path, files: Files) -> None:
    """Write in several packs, reading back between."""
    with open_store(store, files=files).write() as batch:
        for body in NEW:
            oid = batch.add("blob", body)
            assert batch.get(oid) == body
            batch.ref("fresh/ones", oid)


def name(store: Path, files: Files) -> None:
    with open_store(store, files=files).write() as batch:
        batch.ref("fresh/ones", oid_of("blob", OLD[0]))


def collect(store: Path, files: Files) -> None:
    gc.collect(
        open_store(store, files=files),
        now=1_800_000_000.0,
        base_of={},
        keep=frozenset(),
        prune=False,
        dry_run=False,
        everything=True,
    )


def take_in(store: Path, files: Files) -> None:
    received = receive(open_store(store, files=files), Shelf(packs_of(open_store(store.parent / "other/.gnut"))))
    if received.refused:
        raise StoreUnreadable(received.refused[0][1])


class Work(NamedTuple):
    """One operation, with what it gives."""

    run: Callable[[Path, Files], None]
    bodies: list[bytes]
    refs: set[Oid]


ALL_NEW = {oid_of("blob", body) for body in NEW}
WORKS = {
    "write": Work(write, NEW, ALL_NEW),
    "write_locally": Work(write_locally, NEW, ALL_NEW | {oid_of("blob", OLD[0])}),
    "write_long": Work(write_long, NEW, ALL_NEW),
    "name": Work(name, [], {oid_of("blob", OLD[0])}),
    "collect": Work(collect, [], set()),
    "take_in": Work(take_in, NEW, ALL_NEW),
}


FEW = ("ENOSPC", "EIO", "KILL")
"""Ways for the operations that share their steps with `write`, which is tried in all."""

SWEPT = [(work, way) for work in WORKS for way in WAYS if work == "write" or way in FEW]


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what only a power cut could tell (tests/store/test_faults_power.py plays those)."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


@pytest.fixture(autouse=True)
def short_packs(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "write_long" in request.node.name:
        monkeypatch.setattr(batches, "CUT", 300)


def assert_whole(store: Path, why: str) -> None:
    assert fsck.fsck(store) == (), why
    fresh = open_store(store)
    assert [fresh.get(oid_of("blob", body)) for body in OLD] == OLD, why
    assert len(fresh.refs("kept/here")) == len(OLD), why
    named = fresh.refs("fresh/ones")
    # A name without its object would be a promise that nobody gave.
    assert fresh.missing(named) == (), why


def assert_done(store: Path, work: Work, why: str) -> None:
    assert_whole(store, why)
    fresh = open_store(store)
    assert [fresh.get(oid_of("blob", body)) for body in work.bodies] == work.bodies, why
    assert set(fresh.refs("fresh/ones")) == work.refs, why


def prepared(folder: Path, work: Work) -> Path:
    """Return a store that acknowledged `OLD`; copied, since making one takes longer."""
    template = folder.with_name("template")
    if not template.exists():
        filled(template)
        if work.run is take_in:
            write(init(template / "other"), Files())
    shutil.copytree(template, folder)
    return folder / ".gnut"


def refusal_of(work: Work, store: Path, files: Files) -> BaseException | None:
    """Return how an operation ended before its end; None when it came there."""
    try:
        work.run(store, files)
    except (Killed, GnutError) as error:
        return error
    return None


@pytest.mark.parametrize(("work", "way"), SWEPT)
def test_whatever_step_fails_nothing_is_lost_and_the_same_again_succeeds(tmp_path: Path, work: str, way: str) -> None:
    at = 0
    while True:
        at += 1
        store = prepared(tmp_path / str(at), WORKS[work])
        files = BreakingFiles(at, WAYS[way])
        refusal = refusal_of(WORKS[work], store, files)
        if refusal is None:
            # Past the last step, or a step that nothing hangs on: then all of it must be there.
            assert_done(store, WORKS[work], f"step {at} of {files.taken}")
            if len(files.taken) < at:
                break
        else:
            expected = Killed if way == "KILL" else StoreUnwritable
            assert isinstance(refusal, expected), f"{refusal!r} at step {at}: {files.taken[-1]}"
        why = f"{way} at step {at}: {files.taken[-1]}"
        assert_whole(store, why)
        WORKS[work].run(store, Files())
        assert_done(store, WORKS[work], why)
    assert at > 8


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE])
@pytest.mark.parametrize("work", WORKS)
def test_whatever_cannot_be_read_nothing_is_lost_and_the_same_again_succeeds(
    tmp_path: Path, work: str, number: int
) -> None:
    at = 0
    while True:
        at += 1
        store = prepared(tmp_path / str(at), WORKS[work])
        files = BreakingReads(at, failing(number))
        refusal = refusal_of(WORKS[work], store, files)
        if refusal is None:
            assert_done(store, WORKS[work], f"read {at}: {files.taken[-1]}")
            if len(files.taken) < at:
                break
        else:
            assert getattr(refusal, "exit_code", None) in (2, 4), f"{refusal!r} at read {at}: {files.taken[-1]}"
        why = f"{errno.errorcode[number]} at read {at}: {files.taken[-1]}"
        assert_whole(store, why)
        WORKS[work].run(store, Files())
        assert_done(store, WORKS[work], why)
    assert at > 4


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE, errno.ESTALE, errno.EACCES])
def test_a_store_that_cannot_be_read_whole_is_never_called_sound(tmp_path: Path, number: int) -> None:
    store = filled(tmp_path)
    at = 0
    while True:
        at += 1
        files = BreakingReads(at, failing(number))
        try:
            faults = fsck.fsck(store, files=files)
        except GnutError:
            continue
        if len(files.taken) < at:
            break
        # What lies there is nothing that anybody was promised.
        passing = files.failed.rpartition("/")[2] in ("tmp", "trash", "cache", "known")
        assert faults or passing, f"read {at}: {files.taken[-1]} {files.failed}"
    assert at > 10
    assert faults == ()


def test_the_steps_that_can_fail_are_all_that_change_or_read_something() -> None:
    public = {name for name in vars(Files) if not name.startswith("_")}
    # Releasing cannot fail (tests/store/test_faults_closing.py).
    assert public - {*STEPS, *READS} <= {"check_folder", "sync_folders", "release"}


@pytest.mark.parametrize("work", ["write", "write_long", "collect", "take_in"])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_a_failed_sync_is_final(tmp_path: Path, work: str, number: int) -> None:
    """After a failed fsync the kernel may call the lost pages clean: a second one would succeed and mean nothing."""

    class OnceBroken(Files):
        def __init__(self, at: int) -> None:
            self.at, self.count = at, 0
            self.failed = (0, 0)
            self.again = False

        def sync(self, fd: int) -> None:
            inode = (os.fstat(fd).st_dev, os.fstat(fd).st_ino)
            self.again = self.again or (inode == self.failed)
            self.count += 1
            if self.count == self.at:
                self.failed = inode
                raise OSError(number, os.strerror(number))
            super().sync(fd)

    at = 0
    while True:
        at += 1
        store = prepared(tmp_path / str(at), WORKS[work])
        files = OnceBroken(at)
        try:
            WORKS[work].run(store, files)
        except StoreUnwritable:
            assert not files.again, f"sync {at}"
            continue
        break
    assert files.count < at
    assert at > 3


class InterruptedOnce(Files):
    """A write that ends early once, by what somebody may catch."""

    done = False

    def write(self, fd: int, data: bytes) -> None:
        if not self.done:
            self.done = True
            raise KeyboardInterrupt
        super().write(fd, data)


def goes_on(store: Path) -> None:
    with open_store(store, files=InterruptedOnce()).write() as batch:
        oid = batch.add("blob", NEW[0])
        with suppress(KeyboardInterrupt):
            batch.get(oid)
        batch.add("blob", NEW[1])


def test_a_batch_that_was_interrupted_in_a_write_gets_no_name_even_if_somebody_goes_on(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = sorted((store / "packs").iterdir())
    with pytest.raises(StoreUnwritable):
        goes_on(store)
    assert sorted((store / "packs").iterdir()) == before
    assert_whole(store, "interrupted")


def swallows(store: Path, files: Files, seen: list[str]) -> None:
    with open_store(store, files=files).write() as batch:
        oid = batch.add("blob", NEW[0])
        for look in (lambda: batch.get(oid), lambda: batch.add("blob", NEW[0]), lambda: batch.add("blob", NEW[1])):
            try:
                look()
            except StoreUnwritable as error:
                seen.append(error.code)


def test_a_read_back_that_cannot_write_what_was_gathered_ends_the_batch(tmp_path: Path) -> None:
    store = filled(tmp_path / "count")
    probe = BreakingFiles()
    swallows(store, probe, [])
    store = filled(tmp_path / "real")
    seen: list[str] = []
    at = probe.taken.index("write") + 1
    with pytest.raises(StoreUnwritable):
        swallows(store, BreakingFiles(at, failing(errno.ENOSPC)), seen)
    assert seen == ["store_unwritable"] * 3
    assert_whole(store, "read back")


@pytest.mark.parametrize("first", [1, 7, 72, 150])
def test_a_write_cut_short_and_then_refused_acknowledges_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    """The disk takes some bytes, then none at all, then says why."""
    store = filled(tmp_path)
    whole = os.write
    calls: list[int] = []

    def short(fd: int, data: bytes) -> int:
        calls.append(len(data))
        if len(calls) == 1:
            return whole(fd, bytes(data[:first]))
        if len(calls) == 2:
            return 0
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", short)
    with pytest.raises(StoreUnwritable):
        write(store, Files())
    monkeypatch.undo()
    assert len(calls) == 3
    assert_whole(store, "cut short")
    assert os.listdir(store / "tmp") == []


def test_a_file_that_may_grow_no_more_is_refused_by_the_kernel_itself(tmp_path: Path) -> None:
    store = filled(tmp_path)
    code = textwrap.dedent(
        """
        import os, resource, sys
        from pathlib import Path
        from gnut_store.errors import StoreUnwritable
        from gnut_store.store import open_store
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
        try:
            with open_store(Path(sys.argv[1])).write() as batch:
                batch.add("blob", bytes(range(256)) * 40)
                batch.add("blob", os.urandom(3000))
        except StoreUnwritable:
            sys.exit(75)
        """
    )
    for size, expected in ((1, 75), (8, 75), (100, 75), (3100, 75), (20_000, 0)):
        done = subprocess.run([sys.executable, "-c", code, str(store), str(size)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (expected, "")
        assert_whole(store, f"at most {size} bytes")


def test_three_hundred_packs_are_read_checked_and_written_with_thirty_two_descriptors(tmp_path: Path) -> None:
    store = init(tmp_path)
    writer = open_store(store)
    for i in range(300):
        with writer.write("local" if i % 2 else "team") as batch:
            batch.ref("all", batch.add("blob", b"%d" % i))
    code = textwrap.dedent(
        """
        import resource, sys
        resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
        from pathlib import Path
        from gnut_store import fsck
        from gnut_store.oid import oid_of
        from gnut_store.store import open_store
        store = open_store(Path(sys.argv[1]))
        assert all(store.get(oid_of("blob", b"%d" % i)) == b"%d" % i for i in range(300))
        assert len(store.refs("all")) == 300
        with store.write() as batch:
            batch.ref("all", batch.add("blob", b"one more"))
        assert fsck.fsck(Path(sys.argv[1])) == ()
        """
    )
    done = subprocess.run([sys.executable, "-c", code, str(store)], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 32


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_where_no_file_can_be_locked_writers_write_and_collecting_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(fd: int, mode: int) -> None:
        raise OSError(number, os.strerror(number))

    store = filled(tmp_path)
    (store / "tmp/left.new").write_bytes(b"half a pack")
    monkeypatch.setattr(lock.fcntl, "flock", refuse)
    write(store, Files())
    assert_done(store, WORKS["write"], "no locks")
    with pytest.raises(GnutError) as refusal:
        collect(store, Files())
    assert refusal.value.exit_code in (2, 75)
    assert_done(store, WORKS["write"], "no locks")


def test_a_lock_call_that_a_signal_interrupts_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(tmp_path)
    whole = lock.fcntl.flock
    calls: list[int] = []

    def interrupted(fd: int, mode: int) -> None:
        calls.append(mode)
        if len(calls) % 3:
            raise InterruptedError(errno.EINTR, "Interrupted system call")
        whole(fd, mode)

    monkeypatch.setattr(lock.fcntl, "flock", interrupted)
    with open_store(store, sleep=lambda _: None).write() as batch:
        batch.add("blob", NEW[0])
    assert len(calls) >= 3
    assert_whole(store, "interrupted")


def test_a_lock_file_that_is_taken_away_while_one_waits_is_made_again_and_held(tmp_path: Path) -> None:
    store = filled(tmp_path)
    path = str(store / "lock")
    first = ExitStack()
    first.enter_context(lock.exclusive(path, Files(), lock.pause))

    def taken_away(_: float) -> None:
        # `git clean -xdf` takes ignored files away under everybody's feet; who works alone goes on, and ends.
        (store / "lock").unlink(missing_ok=True)
        first.close()

    with lock.shared(path, Files(), taken_away) as fd:
        assert os.path.samestat(os.fstat(fd), os.lstat(path))
        with pytest.raises(StoreBusy), lock.exclusive(path, Files(), lambda _: None):
            pass


def test_a_store_that_is_cleaned_while_two_write_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    store = filled(tmp_path)
    kept: list[bytes] = []
    with suppress(StoreUnwritable):
        with open_store(store).write() as batch:
            batch.add("blob", NEW[0])
            for path in (store / "lock", *(store / "tmp").iterdir()):
                path.unlink()
            with open_store(store).write() as other:
                other.add("blob", NEW[1])
                with pytest.raises(StoreBusy):
                    collect_at_once(store)
            kept.append(NEW[1])
        kept.append(NEW[0])
    fresh = open_store(store)
    assert [fresh.get(oid_of("blob", body)) for body in kept] == kept
    assert kept
    assert_whole(store, "cleaned")


def collect_at_once(store: Path) -> None:
    gc.collect(
        open_store(store, sleep=lambda _: None),
        now=1_800_000_000.0,
        base_of={},
        keep=frozenset(),
        prune=False,
        dry_run=False,
        everything=True,
    )


@pytest.mark.parametrize("now", [0.0, -1.0, 1.0, 4_102_444_800.0, 2.0**40, 1_800_000_000.5])
def test_a_clock_that_is_wrong_makes_collecting_neither_lose_nor_fail(tmp_path: Path, now: float) -> None:
    store = filled(tmp_path)
    for moment in (now, 1_800_000_000.0, now):
        gc.collect(
            open_store(store),
            now=moment,
            base_of={},
            keep=frozenset(),
            prune=True,
            dry_run=False,
            everything=True,
        )
        assert_whole(store, f"clock at {moment}")


@pytest.mark.parametrize("moment", [0, 1, 4_102_444_800])
def test_files_from_another_time_are_read_like_any_other(tmp_path: Path, moment: int) -> None:
    store = filled(tmp_path)
    for path in store.rglob("*"):
        os.utime(path, (moment, moment))
    assert_whole(store, f"files of {moment}")
    write(store, Files())
    assert_done(store, WORKS["write"], f"files of {moment}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes where nobody may")
def test_a_store_without_write_permission_is_read_and_refuses_to_be_written(tmp_path: Path) -> None:
    store = filled(tmp_path)
    for path in (store, *store.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert_whole(store, "read-only")
        with pytest.raises(StoreUnwritable):
            write(store, Files())
        assert_whole(store, "read-only")
    finally:
        for path in (store, *store.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_a_pack_that_was_read_may_fail_to_be_closed_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(filled(tmp_path))
    assert store.get(oid_of("blob", OLD[0])) == OLD[0]
    whole = os.close

    def fails(fd: int) -> None:
        whole(fd)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("gnut_store.pack_file.os.close", fails)
    store.close()
    monkeypatch.undo()
    assert store.get(oid_of("blob", OLD[0])) == OLD[0]
