"""S14: a link, a pipe, a device, a socket, a folder or another name in a file's place: named, and nothing hangs."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from gnut_store import fsck, repair
from gnut_store.errors import GnutError
from gnut_store.store import init, open_store

SECONDS = 20
"""After which something hangs; all of it takes milliseconds."""


@pytest.fixture(autouse=True)
def _nothing_hangs() -> Iterator[None]:
    def late(*_: object) -> None:
        raise AssertionError("it waits for a pipe")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """Return a store that has something in every place."""
    store = init(tmp_path / "repository")
    with open_store(store).write() as batch:
        batch.ref("a/b", batch.add("blob", b"first"))
    with open_store(store).write("local") as batch:
        batch.ref("run", batch.add("blob", b"second"))
    for folder in ("cache", "trash"):
        (store / folder).mkdir(exist_ok=True)
    for name in ("tmp/left.new", "cache/index", "trash/old"):
        (store / name).write_bytes(b"left")
    return store


def link_to_itself_elsewhere(path: Path, aside: Path) -> None:
    shutil.move(path, aside)
    path.symlink_to(aside)


def special(make: Callable[[Path], None]) -> Callable[[Path, Path], None]:
    def place(path: Path, aside: Path) -> None:
        shutil.move(path, aside)
        make(path)

    return place


def bound(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # A socket's path may have 107 bytes.
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("s")
        os.rename("s", path.name)
    finally:
        os.chdir(here)


def device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero: reading it never ends.
    except PermissionError:
        pytest.skip("only root makes devices")


THINGS: dict[str, Callable[[Path, Path], None]] = {
    "link to the same": link_to_itself_elsewhere,
    "link to nothing": special(lambda path: path.symlink_to("nowhere")),
    "link to a device": special(lambda path: path.symlink_to("/dev/zero")),
    "pipe": special(os.mkfifo),
    "folder": special(os.mkdir),
    "socket": special(bound),
    "device": special(device),
}
FILES = ("pack", "local pack", "entry", "entry of a pack", "format", "config", ".gitignore", "lock", "tmp/left.new")
UNNEEDED = ("cache/index", "trash/old")
FOLDERS = ("packs", "refs", "refs/a", "refs/a/b", "refs/packs", "local", "local/packs", "local/refs", "tmp", "trash")


def place_of(top: Path, name: str) -> Path:
    patterns = {
        "pack": "packs/*",
        "local pack": "local/packs/*",
        "entry": "refs/a/b/*",
        "entry of a pack": "refs/packs/*",
    }
    return next(iter(top.glob(patterns.get(name, name))))


def use(top: Path) -> None:
    """Read everything, write something: what cannot be done is refused, and the refusal names what to do."""
    try:
        store = open_store(top)
        for oid in list(store.ids()):
            try:
                store.get(oid)
            except GnutError:
                continue
        for name in store.ref_names():
            store.refs(name)
        with store.write() as batch:
            batch.ref("new", batch.add("blob", b"third"))
    except GnutError as error:
        if error.exit_code not in (2, 4):
            raise


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("name", [*FILES, *UNNEEDED])
def test_something_else_in_a_files_place_is_named_and_nothing_waits_for_it(
    top: Path, tmp_path: Path, name: str, thing: str
) -> None:
    """S14."""
    if thing == "folder" and name in UNNEEDED:
        pytest.skip("folders may lie there")
    path = place_of(top, name)
    THINGS[thing](path, tmp_path / "aside")
    shown = path.relative_to(top).as_posix()
    assert shown in {fault.path for fault in fsck.fsck(top)}
    if not name.startswith(("cache", "trash", "tmp")):
        assert shown in {fault.path for fault in fsck.fsck(top, quick=True)}
    use(top)
    repair.repair(top)
    fsck.fsck(top)


@pytest.mark.parametrize("thing", [name for name in THINGS if name != "folder"])
@pytest.mark.parametrize("name", FOLDERS)
def test_something_else_in_a_folders_place_is_named_and_never_followed(
    top: Path, tmp_path: Path, name: str, thing: str
) -> None:
    """S14."""
    path = top / name
    THINGS[thing](path, tmp_path / "aside")
    before = sorted(tmp_path.joinpath("aside").rglob("*"))
    assert name in {fault.path for fault in fsck.fsck(top)}
    use(top)
    with suppress(GnutError):
        repair.repair(top)
    fsck.fsck(top)
    assert sorted(tmp_path.joinpath("aside").rglob("*")) == before


@pytest.mark.parametrize("mark", ["open", "gone"])
@pytest.mark.parametrize("thing", ["pipe", "folder", "link to nothing"])
def test_a_mark_that_is_no_file_stops_no_writer(top: Path, tmp_path: Path, mark: str, thing: str) -> None:
    """S14."""
    path = top / "tmp" / f"{'0' * 64}.{mark}"
    path.write_bytes(b"")
    THINGS[thing](path, tmp_path / "aside")
    with open_store(top).write() as batch:
        oid = batch.add("blob", b"third")
    assert open_store(top).get(oid) == b"third"


def test_other_names_of_the_same_file_are_no_fault_and_are_never_written_to(top: Path, tmp_path: Path) -> None:
    """S14: backups and copies that share files have several names of one; gnut writes nothing in place."""
    copy = tmp_path / "copy"
    shutil.copytree(top, copy, copy_function=os.link)
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    assert place_of(top, "pack").stat().st_nlink == 2
    assert fsck.fsck(top) == ()
    with open_store(top).write() as batch:
        batch.ref("a/b", batch.add("blob", b"third"))
    for name in ("pack", "config", "lock"):
        path = place_of(top, name)
        path.chmod(0o644)
    place_of(top, "pack").unlink()
    (top / "lock").unlink()
    (top / "lock").write_bytes(b"x")
    os.unlink(top / "tmp/left.new") if (top / "tmp/left.new").exists() else None
    repair.repair(top)
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == before


def test_a_lock_that_is_another_name_of_a_users_file_is_replaced_and_the_file_stays(top: Path, tmp_path: Path) -> None:
    """S14: nothing is ever cut to nothing."""
    precious = tmp_path / "precious"
    precious.write_bytes(b"do not touch")
    (top / "lock").unlink()
    os.link(precious, top / "lock")
    assert "lock" in {fault.path for fault in fsck.fsck(top)}
    repair.repair(top)
    assert precious.read_bytes() == b"do not touch"
    assert (top / "lock").read_bytes() == b""
