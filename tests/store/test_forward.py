"""Records read a block at a time are the bytes that stand in the file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnut_store.files import Files
from gnut_store.forward import BLOCK, Forward
from gnut_store.fsck import fsck
from gnut_store.oid import Oid
from gnut_store.store import init, open_store

BYTES = os.urandom(3 * BLOCK)


class Counted(Files):
    """Counts reads, and fails those that touch one place."""

    def __init__(self, bad: int = -1) -> None:
        self.reads: list[tuple[int, int]] = []
        self.bad = bad

    def read_at(self, fd: int, length: int, offset: int) -> bytes:
        self.reads.append((offset, length))
        if offset <= self.bad < offset + length:
            raise OSError(errno.EIO, "Input/output error")
        return super().read_at(fd, length, offset)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("forward") / "file"
    path.write_bytes(BYTES)
    return path


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(BYTES) + 9), st.integers(0, BLOCK + 9)), max_size=9))
def test_any_places_in_any_order_give_the_bytes_of_the_file(file: Path, places: list[tuple[int, int]]) -> None:
    forward = Forward(Files())
    with file.open("rb") as opened:
        for offset, length in places:
            found = forward.record(str(file), opened.fileno(), offset, length)
            assert bytes(found) == BYTES[offset : offset + length]


def test_records_behind_each_other_are_read_by_the_block(file: Path) -> None:
    files = Counted()
    forward = Forward(files)
    with file.open("rb") as opened:
        for offset in range(0, BLOCK, 64):
            forward.record(str(file), opened.fileno(), offset, 64)
    assert files.reads == [(0, BLOCK)]


def test_another_file_is_not_answered_from_the_block_of_the_one_before(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(BYTES[::-1])
    forward = Forward(Files())
    with file.open("rb") as one, other.open("rb") as two:
        forward.record(str(file), one.fileno(), 0, 9)
        assert bytes(forward.record(str(other), two.fileno(), 0, 9)) == BYTES[:-10:-1]


def test_a_bad_place_on_a_disk_takes_only_its_own_record(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(BYTES)
    forward = Forward(Counted(bad=BLOCK // 2))
    lost = []
    with path.open("rb") as opened:
        for offset in range(0, len(BYTES), 512):
            try:
                assert bytes(forward.record(str(path), opened.fileno(), offset, 512)) == BYTES[offset : offset + 512]
            except OSError:
                lost.append(offset)
    assert lost == [BLOCK // 2]


def test_a_record_longer_than_a_block_is_checked_too(tmp_path: Path) -> None:
    with open_store(init(tmp_path)).write() as batch:
        long: Oid = batch.add("blob", os.urandom(2 * BLOCK))
        batch.add("blob", b"short")
    assert fsck(tmp_path / ".gnut") == ()
    [pack] = (tmp_path / ".gnut/packs").iterdir()
    damaged = bytearray(pack.read_bytes())
    damaged[BLOCK] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(damaged)
    assert [fault.oid for fault in fsck(tmp_path / ".gnut") if fault.kind == "object_damaged"] == [long]
