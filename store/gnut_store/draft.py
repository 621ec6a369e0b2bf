"""A pack under construction in `tmp/`."""

from __future__ import annotations

import errno
import os
from contextlib import suppress

from gnut_store.errors import ObjectCorrupt
from gnut_store.files import Files
from gnut_store.oid import Oid
from gnut_store.pack import LEVEL, RECORD, Builder, unpack

BUFFER = 1 << 20
"""Bytes that are gathered before they are written."""


class Draft:
    """Records are written as they come; the footer, the name and the fsync at the end."""

    def __init__(self, folder: str, files: Files, level: int = LEVEL) -> None:
        """Create the file, for a pack whose objects are compressed at a zstd level."""
        self._files = files
        self.builder = Builder(level=level)
        self.path = f"{folder}/{os.urandom(8).hex()}.new"
        self._fd = files.create(self.path)
        self._buffer = [self.builder.begin()]
        self._buffered = len(self._buffer[0])
        self._torn = False
        self._reader = -1
        self._kinds: dict[bytes, str] = {}

    def add(self, kind: str, hash: bytes, body: bytes) -> None:
        """Write one record."""
        self._take(kind, hash, self.builder.add(kind, hash, body))

    def copy(self, kind: str, hash: bytes, raw: int, codec: int, payload: bytes) -> None:
        """Write the record of an object that is packed already; `Builder.copy` says what the arguments are."""
        self._take(kind, hash, self.builder.copy(kind, hash, raw, codec, payload))

    def _take(self, kind: str, hash: bytes, record: bytes) -> None:
        self._kinds[hash] = kind
        self._buffer.append(record)
        self._buffered += len(record)
        if self._buffered >= BUFFER:
            self._flush()

    def kind(self, hash: bytes) -> str:
        """Return the kind of an object that was added before."""
        return self._kinds[hash]

    def body(self, hash: bytes) -> bytes:
        """Return an object that was added before."""
        self._flush()
        if self._reader < 0:
            self._reader = self._files.open(self.path)
        entry = self.builder.entries[hash]
        payload = self._files.read_at(self._reader, entry.stored, entry.offset + RECORD.size)
        return unpack(entry.codec, payload, entry.raw, _no_base)

    def _flush(self) -> None:
        data = b"".join(self._buffer)
        self._buffer, self._buffered = [], 0
        # Whatever ends this write early, an error or an interrupt that somebody catches, leaves a file
        # without some of its bytes. It must not get a name.
        if self._torn:
            raise OSError(errno.EIO, "an earlier write was not finished", self.path)
        self._torn = True
        self._files.write(self._fd, data)
        self._torn = False

    def finish(self, entries: frozenset[tuple[str, Oid]]) -> str:
        """Write the footer, make the file durable and return its name."""
        footer, name = self.builder.finish(entries)
        self._buffer.append(footer)
        self._flush()
        self._files.sync(self._fd)
        fd, self._fd = self._fd, -1
        self._close_reader()
        self._files.close(fd)
        return name

    def drop(self) -> None:
        """Remove the file; the error that led here is the one to report."""
        self._close_reader()
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with suppress(OSError):
                self._files.close(fd)
        with suppress(OSError):
            self._files.unlink(self.path)

    def _close_reader(self) -> None:
        if self._reader >= 0:
            self._files.release(self._reader)
            self._reader = -1


def _no_base(_: bytes) -> bytes:
    raise ObjectCorrupt("a pack of one command holds no prefix records")
