"""Who may write: any number of writers together, or one that rearranges the store alone.

The kernel drops a lock with its process, so that no stale lock exists.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gnut_store.errors import StoreBusy
from gnut_store.files import Files

STEP = 0.05
PATIENCE = 10.0
"""Seconds a writer waits for one that holds the store alone, before it gives up (exit 75)."""


NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EBADF)
"""What a file system without locks answers; the last for a lock held alone on a file that is open for reading (NFS)."""


@contextmanager
def shared(path: str, files: Files, sleep: Callable[[float], None]) -> Iterator[int]:
    """Hold the store as one writer of many; yield the lock's descriptor."""
    yield from _hold(path, files, sleep, fcntl.LOCK_SH)


@contextmanager
def exclusive(path: str, files: Files, sleep: Callable[[float], None]) -> Iterator[int]:
    """Hold the store alone, for work that removes or moves packs."""
    yield from _hold(path, files, sleep, fcntl.LOCK_EX)


def alone(fd: int, sleep: Callable[[float], None]) -> bool:
    """Try to turn a shared lock into an exclusive one; False when another process holds it too."""
    try:
        if _try(fd, fcntl.LOCK_EX):
            return True
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return False
    # flock(2): a conversion drops the old lock first, so that a refused one leaves none.
    share(fd, sleep)
    return False


def share(fd: int, sleep: Callable[[float], None]) -> None:
    """Turn an exclusive lock back into a shared one."""
    wait(fd, fcntl.LOCK_SH, sleep)


def pause(seconds: float) -> None:
    """Wait; the default for callers that bring no way of waiting."""
    import select

    select.select([], [], [], seconds)


def _hold(path: str, files: Files, sleep: Callable[[float], None], mode: int) -> Iterator[int]:
    fd = _taken(path, files, sleep, mode)
    try:
        yield fd
    finally:
        files.release(fd)


def _taken(path: str, files: Files, sleep: Callable[[float], None], mode: int) -> int:
    """Return a descriptor of the locked file that lies at `path` now: `git clean -xdf` may take it away meanwhile."""
    while True:
        fd = _open(path, files)
        try:
            wait(fd, mode, sleep)
            if _lies_at(path, fd):
                return fd
        except BaseException:
            files.release(fd)
            raise
        files.release(fd)


def _lies_at(path: str, fd: int) -> bool:
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(fd))


def _open(path: str, files: Files) -> int:
    try:
        return files.open(path)
    except FileNotFoundError:
        files.mark(path)
        return files.open(path)


def wait(fd: int, mode: int, sleep: Callable[[float], None]) -> None:
    """Lock an open file.

    Raises:
        StoreBusy: Others kept it for `PATIENCE`.
        OSError: One of `NO_LOCKS`, for a lock that is to be held alone.
    """
    waited = 0.0
    while not _try(fd, mode):
        if waited >= PATIENCE:
            others = "others have been at work in it" if mode == fcntl.LOCK_EX else "another process has held it alone"
            raise StoreBusy(f"the store is busy: {others} for {PATIENCE:.0f} s", help="Try again later.")
        sleep(STEP)
        waited += STEP


def _try(fd: int, mode: int) -> bool:
    try:
        fcntl.flock(fd, mode | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EINTR):
            return False
        if error.errno in NO_LOCKS and mode == fcntl.LOCK_SH:
            # NOTE: no locks here (some network file systems). Writers never need one against each
            # other, since names are hashes and renames are atomic; only work done alone refuses.
            return True
        raise
    return True
