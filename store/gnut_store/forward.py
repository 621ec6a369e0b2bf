"""Reads a pack's records in the order in which they lie, a block at a time instead of one by one."""

from __future__ import annotations

from gnut_store.files import Files

BLOCK = 1 << 18
"""Bytes read at once: few enough to stay in a processor's cache until they are unpacked."""


class Forward:
    """One block of one file; the next one is read when a record lies outside."""

    def __init__(self, files: Files) -> None:
        """Hold nothing."""
        self._files = files
        self._path = ""
        self._start = 0
        self._block = memoryview(b"")

    def record(self, path: str, fd: int, offset: int, length: int) -> bytes | memoryview:
        """Return bytes of an open file, or fewer at its end; a record over a block is read on its own.

        Args:
            path: Which file; it is not opened.
            fd: A descriptor of it.
            offset: Where the bytes stand.
            length: How many.

        Raises:
            OSError: They cannot be read.
        """
        if length > BLOCK:
            return self._files.read_at(fd, length, offset)
        at = offset - self._start
        if path != self._path or at < 0 or at + length > len(self._block):
            try:
                self._block = memoryview(self._files.read_at(fd, BLOCK, offset))
            except OSError:
                # One bad place on a disk must not take the records around it along.
                self._path = ""
                return self._files.read_at(fd, length, offset)
            self._path, self._start, at = path, offset, 0
        return self._block[at : at + length]
