"""Lets a ref name another commit, by comparison, so that nobody's commit is ever overwritten.

Git guards a ref by a file beside it, which stays behind when its process is killed, and then blocks everybody until a
person removes it. So a mark says while we move a ref, under a lock that dies with its holder: whoever finds the mark
and gets the lock knows that a move was killed, and takes away the file that it left.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from gnut_store.carry.repository import shared_folder, tip
from gnut_store.errors import StoreBusy
from gnut_store.files import Files
from gnut_store.lock import NO_LOCKS, pause, wait

if TYPE_CHECKING:
    import pygit2

LOCK, MARK = "gnut.lock", "gnut.moving"
"""Files in the git folder: one is only ever locked, the other is there while a ref is moved."""


def move(git: pygit2.Repository, ref: str, base: pygit2.Oid | None, commit: pygit2.Oid, message: str = "gnut") -> bool:
    """Let a ref name a commit if it still names `base`, or is not there for None; git compares under its own lock.

    Args:
        git: As `gnut_store.carry.repository.opened` gives it: only then the ref is on the disk before its name is.
        ref: One of ours: below `refs/gnut/`, or notes.
        base: What it named when it was read.
        commit: What it is to name.
        message: For git's log of the ref.

    Returns:
        False when it names another one, or somebody is just moving it.
    """
    import pygit2

    with _alone(shared_folder(git), ref) as free:
        if not free:
            return False
        try:
            if base is None:
                git.create_reference_direct(ref, commit, False, message)
                return True
            reference = git.references[ref]
            if reference.target != base:
                return False
            reference.set_target(commit, message)
        except (pygit2.GitError, ValueError, KeyError, OSError) as error:
            # Git itself may be moving it at this moment.
            if tip(git, ref) == base and "lock" not in str(error):
                raise
            return False
    return True


@contextmanager
def _alone(folder: str, ref: str) -> Iterator[bool]:
    """Hold the right to move refs of a repository; False when somebody else holds on to it."""
    fd = os.open(os.path.join(folder, LOCK), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    mark = os.path.join(folder, MARK)
    try:
        held = _wait(fd)
        if held is None:
            # NOTE: no locks on this file system: git's own file guards the ref, and nobody tidies up.
            yield True
            return
        if not held:
            yield False
            return
        _tidy(folder, mark)
        _write(mark, ref)
        try:
            yield True
        finally:
            with suppress(OSError):
                os.unlink(mark)
    finally:
        Files().release(fd)


def _wait(fd: int) -> bool | None:
    try:
        wait(fd, fcntl.LOCK_EX, pause)
    except StoreBusy:
        return False
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return None
    return True


def _write(mark: str, ref: str) -> None:
    fd = os.open(mark, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    try:
        os.write(fd, ref.encode("ascii"))
    finally:
        os.close(fd)


def _tidy(folder: str, mark: str) -> None:
    """Remove the file that a killed move left beside its ref; the mark says which, and only refs of ours count."""
    try:
        fd = os.open(mark, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    try:
        ref = os.read(fd, 4096).decode("ascii", "replace")
    finally:
        Files().release(fd)
    parts = ref.split("/")
    ours = len(parts) > 2 and parts[0] == "refs" and parts[1] in ("gnut", "notes")
    if ours and not {"", ".", ".."} & set(parts):
        with suppress(OSError):
            os.unlink(os.path.join(folder, f"{ref}.lock"))
