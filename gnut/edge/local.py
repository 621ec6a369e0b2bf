"""Sources in the repository itself: read as files, never followed out of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from gnut.edge import files
from gnut.edge.hidden import hidden as hidden
from gnut.edge.hidden import refusal_of as refusal_of
from gnut.edge.paths import native
from gnut.model import Absence, Fetched, Uri

MOST = 64 * 1024 * 1024
"""Bytes of one local source; a PDF may need as much (the reader has lower limits for the rest)."""


def read_local(root: Path, relative: str) -> Fetched | Absence:
    """Return a regular file under `root` as a source, or the named reason why it is none.

    Links are followed as long as they stay inside; what they lead to is opened step by step from the root
    without following any more, so that a link made in between leads nowhere.

    Args:
        root: Root of the repository.
        relative: Path from it with `/`, as in a `file:` identity.
    """
    uri = Uri(f"file:{relative}")
    fault = refusal_of(relative)
    if fault is not None:
        return Absence(uri, "blocked_target", fault)
    top = os.path.realpath(root)
    try:
        real = os.path.realpath(os.path.join(top, native(relative)), strict=True)
    except (OSError, ValueError) as error:
        return _absent(uri, error)
    if os.path.commonpath((top, real)) != top:
        return Absence(uri, "blocked_target", "a link leads out of the repository")
    inside = os.path.relpath(real, top).replace(os.sep, "/")
    fault = refusal_of(inside)
    if fault is not None:
        return Absence(uri, "blocked_target", f"a link leads to a hidden file: {fault}")
    try:
        body = _read(top, inside.split("/"))
    except OSError as error:
        return _absent(uri, error)
    if body is None:
        return Absence(uri, "blocked_target", "not a regular file")
    if len(body) > MOST:
        return Absence(uri, "too_large", f"over {MOST} bytes")
    return Fetched(uri, uri, 200, None, body, (), supplied=False)


def _read(top: str, parts: list[str]) -> bytes | None:
    """Return the bytes of a file, one more than `MOST` at most; None when it is not a regular file."""
    folder = os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            os.close(folder)
            folder = deeper
        descriptor = os.open(parts[-1], files.FLAGS | os.O_NOFOLLOW, dir_fd=folder)
    finally:
        os.close(folder)
    try:
        return files.taken(descriptor, MOST)
    finally:
        os.close(descriptor)


def _absent(uri: Uri, error: OSError | ValueError) -> Absence:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOENT, errno.ENOTDIR):
        return Absence(uri, "not_found", "no such file in the repository")
    if number in (errno.EACCES, errno.EPERM):
        return Absence(uri, "access_denied", "the file may not be read")
    if number == errno.ELOOP:
        return Absence(uri, "redirect_loop", "links go round in a circle, or a link appeared while it was read")
    return Absence(uri, "unreachable", "the file cannot be read")
