"""Closing what was only read may fail, and then nothing has happened."""

from __future__ import annotations

import errno
import fcntl
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import gnut_store
from gnut_store import fsck
from gnut_store.files import Files
from gnut_store.shelf import name_of
from gnut_store.store import open_store
from tests.store.test_faults import NEW, OLD, collect, filled, name, take_in, write, write_locally, write_long

SOURCES = Path(gnut_store.__file__).parent


def read(store: Path, files: Files) -> None:
    opened = open_store(store, files=files)
    assert all(opened.get(oid) for oid in opened.refs("kept/here"))


def check(store: Path, files: Files) -> None:
    assert fsck.fsck(store, files=files) == ()


def ask_for_the_name(store: Path, files: Files) -> None:
    [pack, *_] = (store / "packs").glob("*.gpk")
    other = pack.with_name("a pack of another name")
    other.hardlink_to(pack)
    assert name_of(str(other), files) == pack.stem
    other.unlink()


@pytest.mark.parametrize(
    "act", [read, check, ask_for_the_name, write, write_locally, write_long, name, collect, take_in]
)
@pytest.mark.parametrize("number", [errno.EIO, errno.EINTR, errno.ENOSPC])
def test_a_failing_close_after_reading_hinders_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[Path, Files], None], number: int
) -> None:
    store = filled(tmp_path / "one")
    with open_store(filled(tmp_path / "one/other")).write() as batch:
        batch.add("blob", NEW[0])
    failed = []
    close = os.close

    def closing(fd: int) -> None:
        reading = fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
        close(fd)
        if reading:
            failed.append(fd)
            raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr("os.close", closing)
        act(store, Files())
    assert failed
    opened = open_store(store)
    assert sorted(opened.get(oid) for oid in opened.refs("kept/here")) == sorted(OLD)


def test_only_the_seam_closes_descriptors() -> None:
    found = {
        path.relative_to(SOURCES).as_posix(): len(hits)
        for path in SOURCES.rglob("*.py")
        if (hits := re.findall(r"\bos\.close\(", path.read_text("utf-8")))
    }
    # git's folder is not the store's: what is closed there was written or is to be made durable.
    assert found == {"files.py": 2, "carry/moving.py": 1, "carry/repository.py": 1}
