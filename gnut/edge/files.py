"""Files that people name: read within limits, and only if they are files."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from gnut.errors import GnutError, InputMissing, ReportTooLarge

READ = 16 * 1024 * 1024
"""Most bytes of one file that a command takes in; a report has a lower limit of its own."""


FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
"""How a file is opened: a pipe that nobody writes to is seen for what it is instead of waited for."""

SMALLER = "split it, or leave out what is not prose"
CHUNK = 1 << 16

POINTER = b"version https://git-lfs.github.com/spec/v1\n"
"""How what git LFS commits in the place of a file begins; it stays under a kilobyte."""


def is_pointer(body: bytes) -> bool:
    """Say whether bytes only name a file that git LFS keeps elsewhere."""
    return body.startswith(POINTER) and len(body) < 1024


def taken(descriptor: int, limit: int) -> bytes | None:
    """Return the bytes of an open regular file, one more than `limit` at most; None when it is not regular.

    Raises:
        OSError: It cannot be read.
    """
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return None
    parts = [os.read(descriptor, min(status.st_size, limit) + 1)]
    size = len(parts[0])
    if size == status.st_size > 0:
        # One byte more was asked for, and a regular file gives all that it has.
        return parts[0]
    # A file in /proc says that it is empty; a growing one says too little.
    while parts[-1] and size <= limit:
        parts.append(os.read(descriptor, min(CHUNK, limit + 1 - size)))
        size += len(parts[-1])
    return b"".join(parts) if len(parts) > 2 else parts[0]


def read(path: str | Path, *, limit: int = READ, shown: str | None = None, remedy: str = SMALLER) -> bytes:
    """Return the bytes of a regular file.

    A named pipe, a device or a socket is refused without waiting for it, and a file that grows
    while it is read cannot take more than `limit`.

    Args:
        path: What to open; symbolic links are followed.
        limit: Most bytes taken in.
        shown: Name for messages.
        remedy: What to do about a file that is too large.

    Raises:
        InputMissing: It is not there, not a regular file, or may not be read.
        ReportTooLarge: It holds more than `limit` bytes.
    """
    name = shown or str(path)
    try:
        descriptor = os.open(path, FLAGS)
    except OSError as error:
        raise refused(name, error) from None
    except ValueError:
        raise InputMissing(f"{name!r}: not a file name", help="a name holds no NUL character") from None
    try:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise InputMissing(f"{name}: is a folder", help="name a file in it")
        body = taken(descriptor, limit)
    except OSError as error:
        raise refused(name, error) from None
    finally:
        os.close(descriptor)
    if body is None:
        raise InputMissing(f"{name}: is not a regular file", help="pipes and devices are read as - on stdin")
    if len(body) > limit:
        raise ReportTooLarge(f"{name}: is larger than {limit:,} bytes", help=remedy)
    return body


def utf8(body: bytes, shown: str, *, error: type[GnutError] = InputMissing, remedy: str = "save it as UTF-8") -> str:
    """Return the text of a file that has to be UTF-8; a byte order mark is no part of it.

    Args:
        body: What the file holds.
        shown: Name for messages.
        error: What is raised.
        remedy: What to do about another encoding.

    Raises:
        GnutError: It is not UTF-8, as an `error`; the first byte that is not is named, counted from 0.
    """
    try:
        return body.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        raise error(f"{shown}: is not UTF-8 at byte {fault.start}", help=remedy) from None


def standard_input(*, limit: int = READ) -> bytes:
    """Return the bytes of standard input.

    Raises:
        InputMissing: It is a terminal, closed, or cannot be read.
        ReportTooLarge: It holds more than `limit` bytes.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise InputMissing("-: standard input is closed", help="pipe the text in")
    if sys.stdin.isatty():
        raise InputMissing("-: standard input is a terminal", help="pipe the text in, with  < FILE")
    try:
        body = sys.stdin.buffer.read(limit + 1)
    except OSError as error:
        raise refused("-", error) from None
    if len(body) > limit:
        raise ReportTooLarge(f"-: standard input is larger than {limit:,} bytes", help="split the report")
    return body


def refused(name: str, error: OSError) -> InputMissing:
    """Return why a file that a person named cannot be opened, in words."""
    said = {
        errno.ENOENT: ("no such file or folder", "look at the spelling, and at the folder you are in"),
        errno.ENOTDIR: ("no such file or folder", "a part of the path is a file"),
        errno.EACCES: ("permission denied", "look at the file's owner and mode"),
        errno.EPERM: ("permission denied", "look at the file's owner and mode"),
        errno.ELOOP: ("symbolic links go round in a circle", None),
        errno.ENAMETOOLONG: ("the name is too long", None),
        errno.ENXIO: ("is not a regular file", "pipes and devices are read as - on stdin"),
        errno.EISDIR: ("is a folder", "name a file in it"),
    }
    what, remedy = said.get(error.errno or 0, ((error.strerror or "cannot be read").lower(), None))
    return InputMissing(f"{name}: {what}", help=remedy)
