"""The store on disk: what every crash, error and stranger in a file's place leads to."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import batch as batches
from gnut_store import fsck, lock
from gnut_store.errors import (
    GnutError,
    NoStore,
    ObjectCorrupt,
    ObjectMissing,
    StoreBusy,
    StoreUnwritable,
    UnsupportedFormat,
)
from gnut_store.files import Files
from gnut_store.oid import Oid, oid_of
from gnut_store.store import Batch, DiskStore, init, open_store
from tests.store.breaking import BreakingFiles, Killed

OLD = [b"old %d" % i for i in range(3)]
NEW = [b"new %d" % i * 2000 for i in range(3)]


def filled(folder: Path) -> Path:
    """Return a store that acknowledged `OLD`."""
    store = init(folder)
    with open_store(store).write() as batch:
        for body in OLD:
            batch.ref("kept", batch.add("blob", body))
    return store


def write_new(store: DiskStore) -> list[Oid]:
    with store.write() as batch:
        ids = [batch.add("blob", body) for body in NEW]
        for oid in ids:
            batch.ref("fresh/ones", oid)
    return ids


def files_in(store: Path) -> set[str]:
    return {path.relative_to(store).as_posix() for path in store.rglob("*") if not path.is_dir()}


def assert_whole(store: Path) -> None:
    assert fsck.fsck(store) == ()
    fresh = open_store(store)
    assert [fresh.get(oid_of("blob", body)) for body in OLD] == OLD
    assert len(fresh.refs("kept")) == len(OLD)


def steps_of(folder: Path) -> list[str]:
    files = BreakingFiles()
    write_new(open_store(filled(folder), files=files))
    return files.taken


def test_the_steps_of_a_write_are_those_of_the_format(tmp_path: Path) -> None:
    taken = [step for step in steps_of(tmp_path) if step in ("sync", "rename", "mark", "sync_folder", "unlink")]
    entries = ["mark"] * 4
    # File durable; mark durable; pack in place and durable; entries and the pack's own, durable; mark gone.
    assert [step for step in taken if step != "sync_folder"] == ["sync", "mark", "rename", *entries, "unlink"]
    assert taken.index("sync") < taken.index("rename") < taken.index("unlink")
    assert taken[taken.index("rename") - 1] == taken[taken.index("rename") + 1] == "sync_folder"
    assert taken[-2] == "sync_folder"


def test_a_process_killed_before_any_step_loses_nothing_and_blocks_nobody(tmp_path: Path) -> None:
    steps = steps_of(tmp_path / "count")
    assert len(steps) > 15
    for at in range(1, len(steps) + 1):
        store = filled(tmp_path / str(at))
        with pytest.raises(Killed):
            write_new(open_store(store, files=BreakingFiles(at)))
        assert_whole(store)
        ids = write_new(open_store(store))
        assert_whole(store)
        assert [open_store(store).get(oid) for oid in ids] == NEW
        assert os.listdir(store / "tmp") == [], f"killed before step {at}: {steps[at - 1]}"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EMFILE])
def test_a_failed_step_acknowledges_nothing_and_the_write_can_be_run_again(tmp_path: Path, number: int) -> None:
    steps = steps_of(tmp_path / "count")
    for at in range(1, len(steps) + 1):
        store = filled(tmp_path / str(at))
        with pytest.raises(StoreUnwritable) as refusal:
            write_new(open_store(store, files=BreakingFiles(at, lambda: OSError(number, os.strerror(number)))))
        assert os.strerror(number) in str(refusal.value)
        assert refusal.value.exit_code == 2
        assert_whole(store)
        assert not [name for name in os.listdir(store / "tmp") if name.endswith(".new")] or steps[at - 1] == "unlink"
        ids = write_new(open_store(store))
        assert_whole(store)
        assert [open_store(store).get(oid) for oid in ids] == NEW


def test_a_failed_step_before_the_pack_is_in_place_leaves_no_file(tmp_path: Path) -> None:
    steps = steps_of(tmp_path / "count")
    for at in range(1, steps.index("rename") + 2):
        store = filled(tmp_path / str(at))
        before = files_in(store)
        with pytest.raises(StoreUnwritable):
            write_new(open_store(store, files=BreakingFiles(at, lambda: OSError(errno.EIO, "broken"))))
        assert files_in(store) == before, steps[at - 1]


def refuses(batch: Batch, body: bytes) -> bool:
    try:
        batch.add("blob", body)
    except StoreUnwritable:
        return True
    return False


def test_after_a_failed_write_the_batch_takes_and_publishes_nothing_more(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = files_in(store)
    at = steps_of(tmp_path / "count").index("create") + 1
    opened = open_store(store, files=BreakingFiles(at, lambda: OSError(errno.ENOSPC, "full")))
    with pytest.raises(StoreUnwritable), opened.write() as batch:
        assert [refuses(batch, body) for body in NEW] == [True, True, True]
    assert files_in(store) == before


def test_a_short_write_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(tmp_path)
    whole = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: whole(fd, bytes(data[:7])))
    ids = write_new(open_store(store))
    monkeypatch.undo()
    assert_whole(store)
    assert [open_store(store).get(oid) for oid in ids] == NEW


def test_a_write_that_adds_nothing_writes_nothing(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = files_in(store)
    with open_store(store).write() as batch:
        for body in OLD:
            batch.ref("kept", batch.add("blob", body))
    assert files_in(store) == before


def test_what_another_writer_has_not_made_durable_yet_is_made_so_before_it_is_relied_on(tmp_path: Path) -> None:
    store = filled(tmp_path)
    files = BreakingFiles()
    with open_store(store, files=files).write() as batch:
        batch.add("blob", OLD[0])
    assert files.taken[-1] == "sync_folder"


@pytest.mark.parametrize("way", ["add", "ref"])
def test_bytes_that_somebody_copied_here_are_durable_before_they_are_relied_on(tmp_path: Path, way: str) -> None:
    """Git checks a pack out without syncing it, and so does `cp`."""
    store = filled(tmp_path)
    (pack,) = (store / "packs").iterdir()
    synced: list[int] = []

    class Watched(BreakingFiles):
        def sync(self, fd: int) -> None:
            synced.append(os.fstat(fd).st_ino)
            super().sync(fd)

    with open_store(store, files=Watched()).write() as batch:
        batch.add("blob", OLD[0]) if way == "add" else batch.ref("again", oid_of("blob", OLD[0]))
    assert pack.stat().st_ino in synced


def test_a_pack_of_the_local_tier_counts_as_new_once_it_is_relied_on(tmp_path: Path) -> None:
    store = filled(tmp_path)
    with open_store(store).write("local") as batch:
        batch.add("blob", b"kept here")
    (pack,) = (store / "local/packs").iterdir()
    os.utime(pack, (1_000_000_000, 1_000_000_000))
    with open_store(store).write("local") as batch:
        batch.add("blob", b"kept here")
    assert pack.stat().st_mtime > 1_000_000_000


def test_a_ref_alone_is_a_pack_without_objects(tmp_path: Path) -> None:
    store = filled(tmp_path)
    with open_store(store).write() as batch:
        batch.ref("again", oid_of("blob", OLD[0]))
    assert open_store(store).refs("again") == (oid_of("blob", OLD[0]),)
    assert len(list((store / "packs").iterdir())) == 2
    assert_whole(store)


def test_a_long_batch_is_cut_into_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CUT", 10_000)
    store = filled(tmp_path)
    bodies = [os.urandom(3000) for _ in range(20)]
    with open_store(store).write() as batch:
        ids = [batch.add("blob", body) for body in bodies]
        assert [batch.get(oid) for oid in ids] == bodies
        for oid in ids:
            batch.ref("long", oid)
    assert len(list((store / "packs").iterdir())) == 6
    assert [open_store(store).get(oid) for oid in ids] == bodies
    assert_whole(store)


def test_packs_are_found_that_came_after_the_store_was_opened(tmp_path: Path) -> None:
    store = filled(tmp_path)
    reader = open_store(store)
    assert reader.get(oid_of("blob", OLD[0])) == OLD[0]
    ids = write_new(open_store(store))
    assert reader.get(ids[0]) == NEW[0]
    assert reader.kind(ids[1]) == "blob"
    assert reader.missing(ids) == ()


def test_packs_are_found_that_were_moved_into_another_one_while_the_store_was_open(tmp_path: Path) -> None:
    store = filled(tmp_path)
    reader = open_store(store)
    oid = oid_of("blob", OLD[0])
    reader.get(oid)
    reader.close()
    [pack] = (store / "packs").iterdir()
    keep = pack.read_bytes()
    pack.unlink()
    with pytest.raises(ObjectMissing):
        reader.get(oid)
    pack.write_bytes(keep)
    assert reader.get(oid) == OLD[0]


def test_a_thousand_packs_need_no_thousand_descriptors(tmp_path: Path) -> None:
    store = init(tmp_path)
    writer = open_store(store)
    ids = []
    for i in range(150):
        with writer.write("local") as batch:
            ids.append(batch.add("blob", b"%d" % i))
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    reader = open_store(store)
    assert [reader.get(oid) for oid in ids] == [b"%d" % i for i in range(150)]
    if before:
        assert len(os.listdir("/proc/self/fd")) - before <= 66
    assert fsck.fsck(store) == ()


def test_a_good_copy_is_read_where_another_is_damaged(tmp_path: Path) -> None:
    store = filled(tmp_path)
    [pack] = (store / "packs").iterdir()
    body = bytearray(pack.read_bytes())
    at = body.index(OLD[0])
    body[at] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(body)
    oid = oid_of("blob", OLD[0])
    with pytest.raises(ObjectCorrupt, match="its bytes hash to"):
        open_store(store).get(oid)
    with open_store(store).write() as batch:
        batch.add("blob", OLD[0])
    assert open_store(store).get(oid) == OLD[0]


def test_an_object_that_may_lie_in_an_unreadable_pack_is_called_damaged_not_missing(tmp_path: Path) -> None:
    store = filled(tmp_path)
    [pack] = (store / "packs").iterdir()
    pack.chmod(0o644)
    pack.write_bytes(pack.read_bytes()[:-1])
    with pytest.raises(ObjectCorrupt, match="in no readable pack"):
        open_store(store).get(oid_of("blob", OLD[0]))


def test_a_store_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    store = filled(tmp_path)
    for name in ("lock", "tmp", "local"):
        path = store / name
        path.unlink() if path.is_file() else subprocess.run(["rm", "-r", str(path)], check=True)
    before = files_in(store)

    class ReadOnly(Files):
        def create(self, path: str) -> int:
            raise AssertionError("created " + path)

        def mark(self, path: str) -> bool:
            raise AssertionError("marked " + path)

        def folder(self, path: str, *, durable: bool = True) -> None:
            raise AssertionError("made " + path)

    reader = open_store(store, files=ReadOnly())
    assert reader.get(oid_of("blob", OLD[0])) == OLD[0]
    assert len(reader.refs("kept")) == len(OLD)
    assert reader.resolve(oid_of("blob", OLD[1])[:12]) == oid_of("blob", OLD[1])
    assert fsck.fsck(store, files=ReadOnly()) == ()
    assert files_in(store) == before


def test_a_folder_without_permission_is_a_matter_of_permission_not_of_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(tmp_path)
    whole = os.open

    def refuse(path: str, *args: int, **named: int) -> int:
        if str(path).endswith("packs"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return whole(path, *args, **named)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(GnutError) as refusal:
        open_store(store).get(oid_of("blob", OLD[0]))
    assert refusal.value.code == "store_unreadable"
    assert refusal.value.exit_code == 2


def _link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


STRANGERS: list[Callable[[Path], None]] = [_link, _fifo, _folder]


def use(folder: Path) -> None:
    """Read every kind of file, and write."""
    store = open_store(folder)
    store.refs("kept")
    store.get(oid_of("blob", OLD[0]))
    with store.write() as batch:
        batch.add("blob", NEW[0])


@pytest.mark.parametrize("stranger", STRANGERS, ids=["link", "fifo", "folder"])
@pytest.mark.parametrize("place", ["pack", "entry", "format", "config", "lock"])
def test_a_stranger_in_the_place_of_a_file_is_refused_and_named_and_never_waited_for(
    tmp_path: Path, place: str, stranger: Callable[[Path], None]
) -> None:
    store = filled(tmp_path)
    path = {"pack": next((store / "packs").iterdir()), "entry": next((store / "refs/kept").iterdir())}.get(
        place, store / place
    )
    path.rename(path.with_name("elsewhere"))
    stranger(path)
    faults = fsck.fsck(store)
    assert any(path.relative_to(store).as_posix() in (fault.path, f"{fault.path}/{path.name}") for fault in faults)
    with pytest.raises(GnutError) as refusal:
        use(store)
    assert refusal.value.exit_code == 4


@pytest.mark.parametrize("name", ["packs", "refs", "local", "tmp"])
def test_a_link_in_the_place_of_a_folder_is_not_followed(tmp_path: Path, name: str) -> None:
    store = filled(tmp_path)
    (store / name).rename(tmp_path / "elsewhere")
    (store / name).symlink_to(tmp_path / "elsewhere")
    assert name in {fault.path for fault in fsck.fsck(store)}
    with pytest.raises(ObjectCorrupt), open_store(store).write("local") as batch:
        batch.ref("a", batch.add("blob", b"x"))


@pytest.mark.parametrize("name", ["a", "a/b"])
def test_a_link_among_the_names_of_a_ref_is_not_followed(tmp_path: Path, name: str) -> None:
    store = filled(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir()
    (store / "refs" / name).parent.mkdir(exist_ok=True)
    (store / "refs" / name).symlink_to(outside)
    with pytest.raises(ObjectCorrupt):
        open_store(store).refs("a/b/c")
    with pytest.raises(ObjectCorrupt), open_store(store).write() as batch:
        batch.ref("a/b/c", batch.add("blob", b"x"))
    assert list(outside.iterdir()) == []
    assert f"refs/{name}" in {fault.path for fault in fsck.fsck(store)}


def test_there_is_no_store_where_there_is_none(tmp_path: Path) -> None:
    for folder in (tmp_path / "none", tmp_path):
        with pytest.raises(NoStore):
            open_store(folder)
    with pytest.raises(NoStore):
        fsck.fsck(tmp_path / "none")


def test_init_completes_what_is_there_and_changes_nothing(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = {name: (store / name).read_bytes() for name in files_in(store)}
    assert init(tmp_path) == store
    assert {name: (store / name).read_bytes() for name in files_in(store)} == before
    (store / "config").unlink()
    (store / "format").unlink()
    init(tmp_path)
    assert_whole(store)


def test_init_killed_at_any_step_can_be_run_again(tmp_path: Path) -> None:
    files = BreakingFiles()
    init(tmp_path / "count", files=files)
    for at in range(1, len(files.taken) + 1):
        with pytest.raises(Killed):
            init(tmp_path / str(at), files=BreakingFiles(at))
        assert_is_a_store = init(tmp_path / str(at))
        assert fsck.fsck(assert_is_a_store) == ()


@pytest.mark.parametrize("name", ["format", "config", ".gitignore", ".gitattributes"])
def test_init_does_not_write_over_a_file_that_says_something_else(tmp_path: Path, name: str) -> None:
    store = filled(tmp_path)
    (store / name).chmod(0o644)
    (store / name).write_bytes(b"something else\n")
    with pytest.raises(GnutError):
        init(tmp_path)
    assert (store / name).read_bytes() == b"something else\n"


def test_people_may_add_lines_to_what_git_reads(tmp_path: Path) -> None:
    store = filled(tmp_path)
    for name in (".gitignore", ".gitattributes"):
        (store / name).chmod(0o644)
        (store / name).write_bytes((store / name).read_bytes() + b"# ours\n*.bak\n")
    assert fsck.fsck(store) == ()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (b"gnut-store 2\nhash b3\nrequires\n", UnsupportedFormat),
        (b"gnut-store 1\nhash b4\nrequires\n", UnsupportedFormat),
        (b"gnut-store 1\nhash b3\nrequires tombstones\n", UnsupportedFormat),
        (b"gnut-store 1\nhash b3\n", ObjectCorrupt),
        (b"gnut-store 1\nhash b3\nrequires \n", ObjectCorrupt),
        (b"", ObjectCorrupt),
        (b"gnut-store 1\r\nhash b3\r\nrequires\r\n", ObjectCorrupt),
        (b"gnut-store 1\nhash b3\nrequires\nx", ObjectCorrupt),
        (b"<<<<<<< HEAD\n", ObjectCorrupt),
        (b"x" * 100_000, ObjectCorrupt),
    ],
)
def test_a_format_that_is_not_known_is_not_touched(tmp_path: Path, words: bytes, error: type[GnutError]) -> None:
    store = filled(tmp_path)
    (store / "format").chmod(0o644)
    (store / "format").write_bytes(words)
    with pytest.raises(error):
        open_store(store)
    assert "format" in {fault.path for fault in fsck.fsck(store)}


def test_a_cloned_configuration_can_say_nothing_yet(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (store / "config").chmod(0o644)
    (store / "config").write_bytes(b"gnut-config 1\neditor vi\n")
    with pytest.raises(ObjectCorrupt, match="knows no keys"):
        open_store(store)


def test_writers_wait_for_one_that_works_alone_and_then_give_up(tmp_path: Path) -> None:
    store = filled(tmp_path)
    waited: list[float] = []
    with (
        lock.exclusive(str(store / "lock"), Files(), lock.pause),
        pytest.raises(StoreBusy) as refusal,
        open_store(store, sleep=waited.append).write(),
    ):
        pass
    assert refusal.value.exit_code == 75
    assert sum(waited) == pytest.approx(lock.PATIENCE)
    write_new(open_store(store))


def test_work_done_alone_waits_for_writers(tmp_path: Path) -> None:
    store = filled(tmp_path)
    with open_store(store).write() as batch:
        batch.add("blob", b"x")
        with pytest.raises(StoreBusy), lock.exclusive(str(store / "lock"), Files(), lambda _: None):
            pass


def test_writers_do_not_wait_for_each_other(tmp_path: Path) -> None:
    store = filled(tmp_path)

    def never(_: float) -> None:
        raise AssertionError("waited")

    first, second = (open_store(store, sleep=never) for _ in range(2))
    with first.write() as one, second.write() as two:
        ids = [batch.add("blob", body) for body in NEW for batch in (one, two)]
        one.ref("both", ids[0])
        two.ref("both", ids[2])
    assert len(open_store(store).refs("both")) == 2
    assert_whole(store)


def test_a_writer_leaves_alone_what_another_one_is_building(tmp_path: Path) -> None:
    store = filled(tmp_path)
    with open_store(store).write() as first:
        oid = first.add("blob", b"x" * 5000)
        with open_store(store, sleep=lambda _: None).write() as second:
            second.add("blob", b"y")
    assert open_store(store).get(oid) == b"x" * 5000
    assert_whole(store)


def test_two_processes_that_write_the_same_things_both_succeed(tmp_path: Path) -> None:
    store = filled(tmp_path)
    code = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from gnut_store.store import open_store
        store = open_store(Path(sys.argv[1]))
        for round in range(12):
            with store.write() as batch:
                for i in range(20):
                    batch.ref("shared", batch.add("blob", b"%d" % (round * 10 + i)))
                batch.ref("own/" + sys.argv[2], batch.add("blob", b"%d by %s" % (round, sys.argv[2].encode())))
        """
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(store), str(i)]) for i in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    fresh = open_store(store)
    assert len(fresh.refs("shared")) == 130
    assert [len(fresh.refs(f"own/{i}")) for i in range(2)] == [12, 12]
    assert_whole(store)
    assert os.listdir(store / "tmp") == []


def test_two_branches_stores_merge_in_git_without_a_conflict(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        done = subprocess.run(["git", "-C", str(tmp_path), *words], capture_output=True, text=True, check=True)
        return done.stdout

    git("init", "-q", "-b", "main")
    store = filled(tmp_path)
    with open_store(store).write("local") as batch:
        batch.add("blob", b"mine alone")
    git("add", ".")
    git("commit", "-q", "-m", "store")
    for branch in ("one", "two"):
        git("checkout", "-q", "-b", branch, "main")
        with open_store(store).write() as batch:
            batch.ref("shared", batch.add("blob", b"on both branches"))
        with open_store(store).write() as batch:
            batch.ref("shared", batch.add("blob", branch.encode()))
        git("add", ".")
        git("commit", "-q", "-m", branch)
    git("checkout", "-q", "main")
    git("merge", "-q", "-m", "one", "one")
    git("merge", "-q", "-m", "two", "two")
    assert len(open_store(store).refs("shared")) == 3
    assert_whole(store)
    tracked = git("ls-files").split()
    assert not [name for name in tracked if "/local/" in name or name.endswith("/lock") or "/tmp/" in name]
    clone = tmp_path.with_name(tmp_path.name + "-clone")
    subprocess.run(["git", "clone", "-q", str(tmp_path), str(clone)], check=True)
    assert_whole(clone / ".gnut")
    git("rm", "-rq", ".gnut/packs")
    assert {fault.kind for fault in fsck.fsck(store)} == {"pack_missing", "object_missing"}


def test_what_lies_in_tmp_is_in_nobodys_way(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (store / "tmp/folder").mkdir()
    (store / "tmp/left.new").write_bytes(b"half a pack")
    (store / "tmp" / f"{'0' * 64}.open").write_bytes(b"")
    os.mkfifo(store / "tmp/pipe")
    ids = write_new(open_store(store))
    assert [open_store(store).get(oid) for oid in ids] == NEW
    assert os.listdir(store / "tmp") == ["folder"]
    assert [(fault.kind, fault.path) for fault in fsck.fsck(store)] == [("stray_file", "tmp/folder")]
