"""A sorted table of where objects stand, for tiers with too many of them for a dictionary; its cache on disk.

A table names packs and the numbers of entries in their footers. An entry found through it is held against the
pack's own footer, and the bytes against the id; so what a table says can be wrong in one way only that matters,
by leaving an object out. Its cache therefore carries the hash of all its bytes, and is believed only when this
user owns it and nobody else may write to it (docs/adr/0028-index-cache.md).
"""

from __future__ import annotations

import os
import stat
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from gnut_store import oid as oids
from gnut_store.errors import GnutError
from gnut_store.files import Files

MAGIC = b"GNUTIX1\0"

HEAD = struct.Struct("<8sQI")
"""magic, rows, packs."""

PACK = struct.Struct("<32sQ")
"""name, size; in the order by which rows number packs, from 0."""

FANOUT = struct.Struct("<257Q")
"""For each first byte of a hash the first row, then the number of rows."""

ROW = struct.Struct("<32sII")
"""hash of an object's id, number of the pack, number of the entry in its footer; sorted by hash."""

HASH_SIZE = 32
HASHES = struct.Struct("<32s24x")
"""Hash of an entry in a footer."""

PLACE = struct.Struct("<II")
DENSEST = 120
"""Fewest bytes of a pack that one object takes: its record's head and its entry."""

STEP = 102
"""Rows read at once to find one: 4 KiB. Hashes are spread evenly, so that one read mostly has it."""

CHUNK = 1 << 20


class TableLost(Exception):
    """The file behind a table does not give what it gave before."""


class Listed(NamedTuple):
    """A pack as its folder lists it."""

    name: str
    size: int


class Table:
    """Rows sorted by hash, in memory or in a file."""

    def __init__(
        self,
        packs: Sequence[Listed],
        fanout: Sequence[int],
        read: Callable[[int, int], bytes],
        release: Callable[[], None] = lambda: None,
    ) -> None:
        """Take what was checked.

        Args:
            packs: What the rows number.
            fanout: See `FANOUT`.
            read: Returns bytes of the rows: offset, length.
            release: Gives back what it reads from.
        """
        self.packs, self.rows = tuple(packs), fanout[256]
        self._fanout, self._read, self._release = fanout, read, release

    def find(self, hash: bytes) -> list[tuple[int, int]]:
        """Return (pack, entry) for every copy of an object.

        Raises:
            TableLost: The file was cut, or cannot be read any more.
        """
        low, high = self._fanout[hash[0]], self._fanout[hash[0] + 1]
        guess = low + (int.from_bytes(hash[1:5], "big") * (high - low) >> 32)
        first = max(low, min(guess - STEP // 2, high - STEP))
        last = min(high, first + STEP)
        block = self.take(first, last)
        around = (first == low or block[:HASH_SIZE] < hash) and (last == high or block[-ROW.size : -PLACE.size] > hash)
        if not around:
            first = bisect_left(range(low, high), hash, key=self.hash_at) + low
            last = bisect_right(range(first, high), hash, key=self.hash_at) + first
            block = self.take(first, last)
        return (
            [(pack, entry) for found, pack, entry in ROW.iter_unpack(block) if found == hash] if hash in block else []
        )

    def hash_at(self, row: int) -> bytes:
        """Return the hash of one row."""
        return self.take(row, row + 1)[:HASH_SIZE]

    def between(self, low: bytes, high: bytes) -> Iterator[bytes]:
        """Yield the hashes from `low` to `high`, both included, in order; a copy more yields a hash again."""
        row = bisect_left(range(self.rows), low, key=self.hash_at)
        while row < self.rows:
            for found, _, _ in ROW.iter_unpack(self.take(row, min(row + STEP, self.rows))):
                if found > high:
                    return
                yield found
            row += STEP

    def hashes(self) -> Iterator[bytes]:
        """Yield the hash of every row, in order."""
        for first in range(0, self.rows, CHUNK // ROW.size):
            for found, _, _ in ROW.iter_unpack(self.take(first, min(first + CHUNK // ROW.size, self.rows))):
                yield found

    def take(self, first: int, last: int) -> bytes:
        """Return the bytes of some rows."""
        length = (last - first) * ROW.size
        try:
            data = self._read(first * ROW.size, length)
        except OSError as error:
            raise TableLost from error
        if len(data) != length:
            raise TableLost
        return data

    def close(self) -> None:
        """Give the descriptor back; the table cannot be used any more."""
        if self._read is not _closed:
            self._read = _closed
            self._release()


def _closed(offset: int, length: int) -> bytes:
    raise TableLost


def build(
    packs: Sequence[Listed], entries: Iterable[tuple[int, bytes]], older: Table | None = None
) -> tuple[Table, bytes]:
    """Return a table in memory, and the bytes of its rows.

    Args:
        packs: All packs, those of `older` first and in its order.
        entries: For each pack that is new, its number and the table of its footer.
        older: What is known already.
    """
    rows: list[bytes] = []
    if older is not None:
        known = older.take(0, older.rows)
        rows += [known[at : at + ROW.size] for at in range(0, len(known), ROW.size)]
    place = PLACE.pack
    for number, table in entries:
        rows += [hash + place(number, entry) for entry, (hash,) in enumerate(HASHES.iter_unpack(table))]
    rows.sort()
    fanout = [bisect_left(rows, bytes([byte])) for byte in range(256)]
    fanout.append(len(rows))
    data = b"".join(rows)
    return Table(packs, fanout, lambda offset, length: data[offset : offset + length]), data


def save(table: Table, rows: bytes, top: str, name: str, files: Files) -> None:
    """Write a table's cache, if the store can be written to; nothing depends on it, so nothing is made durable."""
    body = HEAD.pack(MAGIC, table.rows, len(table.packs))
    body += b"".join(PACK.pack(bytes.fromhex(pack.name), pack.size) for pack in table.packs)
    body += FANOUT.pack(*table._fanout)
    hasher = oids.FileHash()
    hasher.update(body)
    hasher.update(rows)
    draft = f"{top}/tmp/{os.urandom(8).hex()}.index"
    try:
        for folder in ("tmp", "cache", "cache/index"):
            files.folder(f"{top}/{folder}", durable=False)
        fd = files.create(draft, 0o600)
        try:
            for part in (body, rows, hasher.digest()):
                files.write(fd, part)
        finally:
            files.close(fd)
        files.rename(draft, f"{top}/cache/index/{name}")
    except (OSError, GnutError):
        with suppress(OSError):
            files.unlink(draft)


def load(top: str, name: str, present: Mapping[str, int], files: Files) -> Table | None:
    """Return the table of a cache; None when there is none that can be believed, for whatever reason.

    Args:
        top: The store's own folder.
        name: The tier's.
        present: Every pack that is there, with its size; a table may know fewer, but none that is not.
        files: The way to the file system.
    """
    try:
        for folder in ("cache", "cache/index"):
            files.check_folder(f"{top}/{folder}")
        fd = files.open(f"{top}/cache/index/{name}")
    except (OSError, GnutError):
        return None
    table = None
    try:
        table = _checked(fd, present, files)
    except (OSError, struct.error):
        pass
    finally:
        if table is None:
            files.release(fd)
    return table


def _checked(fd: int, present: Mapping[str, int], files: Files) -> Table | None:
    status = os.fstat(fd)
    if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return None
    magic, rows, count = HEAD.unpack(files.read_at(fd, HEAD.size, 0))
    at = HEAD.size + count * PACK.size
    start = at + FANOUT.size
    # What it promises is held against what is there before anything of that size is read.
    if (
        magic != MAGIC
        or count > len(present)
        or rows * DENSEST > sum(present.values())
        or status.st_size != start + rows * ROW.size + HASH_SIZE
        or not _hashed(fd, status.st_size - HASH_SIZE, files)
    ):
        return None
    packs = [Listed(name.hex(), size) for name, size in PACK.iter_unpack(files.read_at(fd, at - HEAD.size, HEAD.size))]
    fanout = FANOUT.unpack(files.read_at(fd, FANOUT.size, at))
    if fanout[0] or fanout[256] != rows or list(fanout) != sorted(fanout):
        return None
    if len(set(packs)) != count or any(present.get(pack.name) != pack.size for pack in packs):
        return None

    def read(offset: int, length: int) -> bytes:
        return files.read_at(fd, length, start + offset)

    return Table(packs, fanout, read, lambda: files.release(fd))


def _hashed(fd: int, length: int, files: Files) -> bool:
    """Say whether the bytes hash to what stands after them."""
    hasher = oids.FileHash()
    for offset in range(0, length, CHUNK):
        hasher.update(files.read_at(fd, min(CHUNK, length - offset), offset))
    return hasher.digest() == files.read_at(fd, HASH_SIZE, length)
