"""Where a git repository keeps what all its work trees share, read without git's library."""

from __future__ import annotations

import os

from gnut_store.files import Files

_MOST = 4096
"""Bytes of a path that are read."""


def shared_folder(folder: str) -> str:
    """Return the git folder that all work trees of a repository share.

    Args:
        folder: The git folder of one of them. Where its `commondir` cannot be read, it is the one.
    """
    try:
        # A pipe of that name is not waited for.
        fd = os.open(os.path.join(folder, "commondir"), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            named = os.read(fd, _MOST)
        finally:
            Files().release(fd)
    except OSError:
        return folder
    told = named.decode("utf-8", "surrogateescape").strip()
    return os.path.normpath(os.path.join(folder, told)) if told and "\0" not in told else folder
