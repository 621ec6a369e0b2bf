"""The footer of a pack: what its bytes may say, and the limits within which they are believed (store/FORMAT.md)."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gnut_store import oid as oids
from gnut_store.codec import HASH_SIZE, OBJECT_LIMIT
from gnut_store.errors import GnutError, ObjectCorrupt, UnsupportedFormat
from gnut_store.oid import Oid

MAGIC = b"GNUTPK1\0"
FOOTER_MAGIC = b"GNUTFT1\0"

RECORD = struct.Struct("<16sBBHIQ32s")
"""kind (NUL-padded), codec, flags, reserved, stored length, raw length, hash of the id."""

ENTRY = struct.Struct("<32sQQIBBH")
"""hash of the id, offset of the record, raw length, stored length, codec, kind number, flags."""

FOOTER = struct.Struct("<8sQIII")
"""magic, objects, bytes of kinds, bases outside the pack, bytes of refs."""

TRAILER = struct.Struct("<QII32s")
"""footer offset, CRC-32 of the footer, reserved, BLAKE3 of all before these last 32 bytes."""

SMALLEST = len(MAGIC) + FOOTER.size + TRAILER.size

MOST_OBJECTS = 600_000
"""Objects of one pack. What gnut writes is cut before it has so many; to know of each takes 300 bytes of memory."""

MOST_REFS = 1_000_000
"""Entries of refs in one pack, each of which is a file."""

MOST_REF_BYTES = 128 << 20
"""Bytes of their lines."""

MOST_KIND_BYTES = 256 * 17
"""Bytes of 256 names of 16 characters, a line each."""

_REFS = re.compile(rb"(?:[^\n ]*+ b3:[0-9a-f]{64}\n)*+")


class Entry(NamedTuple):
    """One object as a footer names it."""

    hash: bytes
    offset: int
    raw: int
    stored: int
    codec: int
    kind: int
    flags: int


class Footer(NamedTuple):
    """What a pack says about itself."""

    start: int
    """Offset of the footer: where the records end."""

    entries: bytes
    """Packed `ENTRY`, one an object, sorted by hash."""

    kinds: tuple[str, ...]
    bases: tuple[bytes, ...]
    lines: bytes
    """Refs that this write added, one a line; they are built when asked for, since all packs of a store stay open."""

    @property
    def refs(self) -> tuple[tuple[str, Oid], ...]:
        """Refs that this write added, sorted."""
        return tuple(self.each_ref())

    def each_ref(self) -> Iterator[tuple[str, Oid]]:
        """Yield the refs one by one, for those who need not hold all of them."""
        start = 0
        while start < len(self.lines):
            end = self.lines.index(b"\n", start)
            name, _, oid = self.lines[start:end].decode("ascii").partition(" ")
            yield name, Oid(oid)
            start = end + 1

    def entry(self, number: int) -> Entry:
        """Return one entry by its place in the sorted table."""
        return Entry._make(ENTRY.unpack_from(self.entries, number * ENTRY.size))


class Outline(NamedTuple):
    """As much of a footer as it takes to read one entry of it; its checksum was not computed."""

    start: int
    """Offset of the footer: where the records end."""

    objects: int
    """How many objects it names."""

    kinds: tuple[str, ...]


def read_footer(read: Callable[[int, int], bytes], size: int, name: str) -> Footer:
    """Return the footer of a pack; every number in it is checked against the file's size before use.

    Args:
        read: Returns `length` bytes from `offset`, or fewer at the end of the file.
        size: Bytes of the file.
        name: The 64 hex digits that name it.

    Raises:
        ObjectCorrupt: Anything that cannot be a pack of this name.
        UnsupportedFormat: A pack of a newer version.
    """
    start, crc = _ends(read, size, name)
    _check_head(read(start, FOOTER.size), start, size)
    footer = read(start, size - TRAILER.size - start)
    if len(footer) != size - TRAILER.size - start or zlib.crc32(footer) != crc:
        raise ObjectCorrupt("its footer does not match its checksum")
    return _parse_footer(footer, start)


def read_outline(read: Callable[[int, int], bytes], size: int, name: str) -> Outline:
    """Return where the entries of a pack stand, from three small reads; see `read_footer`.

    For packs that an index knows already. Whoever reads an object this way still hashes it.
    """
    start, _ = _ends(read, size, name)
    count, kind_bytes = _check_head(read(start, FOOTER.size), start, size)
    return Outline(start, count, _kinds(read(start + FOOTER.size + count * ENTRY.size, kind_bytes)))


def _check_head(head: bytes, start: int, size: int) -> tuple[int, int]:
    """Return the number of objects and the bytes of the kinds, before anything is built of what the footer lists."""
    if len(head) != FOOTER.size:
        raise ObjectCorrupt("ends before its footer does")
    magic, count, kind_bytes, base_count, ref_bytes = FOOTER.unpack(head)
    after = FOOTER.size + count * ENTRY.size + kind_bytes + base_count * HASH_SIZE + ref_bytes
    if magic != FOOTER_MAGIC or after != size - TRAILER.size - start:
        raise ObjectCorrupt("its footer's lengths do not add up")
    if count > MOST_OBJECTS:
        raise ObjectCorrupt(f"its footer names {count:,} objects, over {MOST_OBJECTS:,}")
    if count * RECORD.size > start - len(MAGIC):
        raise ObjectCorrupt(f"its footer names {count:,} objects, more than there is room for")
    if base_count > count:
        raise ObjectCorrupt(f"its footer names {base_count:,} prefix bases for {count:,} objects")
    if kind_bytes > MOST_KIND_BYTES:
        raise ObjectCorrupt(f"its footer holds {kind_bytes:,} bytes of kinds, over {MOST_KIND_BYTES:,}")
    if ref_bytes > MOST_REF_BYTES:
        raise ObjectCorrupt(f"its footer holds {ref_bytes:,} bytes of refs, over {MOST_REF_BYTES:,}")
    return count, kind_bytes


def _ends(read: Callable[[int, int], bytes], size: int, name: str) -> tuple[int, int]:
    """Return where the footer begins, and its checksum."""
    if size < SMALLEST:
        raise ObjectCorrupt(f"too short for a pack ({size} bytes)")
    magic = read(0, len(MAGIC))
    if magic != MAGIC:
        if magic.startswith(b"GNUTPK") and magic.endswith(b"\0"):
            raise UnsupportedFormat("the pack was written by a newer gnut", help="Update gnut.")
        raise ObjectCorrupt("does not begin like a pack")
    trailer = read(size - TRAILER.size, TRAILER.size)
    if len(trailer) != TRAILER.size:
        raise ObjectCorrupt("ends before its trailer")
    start, crc, reserved, digest = TRAILER.unpack(trailer)
    if digest.hex() != name:
        raise ObjectCorrupt(f"its last bytes name it {digest.hex()[:12]}…")
    if reserved or not len(MAGIC) <= start <= size - TRAILER.size - FOOTER.size:
        raise ObjectCorrupt(f"says that its footer begins at {start:,} of {size:,} bytes")
    return start, crc


def _parse_footer(footer: bytes, start: int) -> Footer:
    _, count, kind_bytes, base_count, _ = FOOTER.unpack_from(footer)
    after_entries = FOOTER.size + count * ENTRY.size
    after_kinds = after_entries + kind_bytes
    after_bases = after_kinds + base_count * HASH_SIZE
    kinds = _kinds(footer[after_entries:after_kinds])
    lines = footer[after_bases:]
    if not lines.isascii() or (lines and not lines.endswith(b"\n")):
        raise ObjectCorrupt("its footer holds words that are no lines of ASCII")
    if (count_of_refs := lines.count(b"\n")) > MOST_REFS:
        raise ObjectCorrupt(f"{count_of_refs:,} entries of refs, over {MOST_REFS:,}")
    if not _REFS.fullmatch(lines):
        raise ObjectCorrupt("its footer names a ref entry that is no id")
    bases = tuple(footer[i : i + HASH_SIZE] for i in range(after_kinds, after_bases, HASH_SIZE))
    return Footer(start, footer[FOOTER.size : after_entries], kinds, bases, lines)


def _kinds(data: bytes) -> tuple[str, ...]:
    kinds = _lines(data)
    for kind in kinds:
        try:
            oids.parse_kind(kind)
        except GnutError as error:
            raise ObjectCorrupt(f"its footer: {error}") from None
    return kinds


def _lines(data: bytes) -> tuple[str, ...]:
    if not data:
        return ()
    if not data.endswith(b"\n") or not data.isascii():
        raise ObjectCorrupt("its footer holds words that are no lines of ASCII")
    return tuple(data[:-1].decode("ascii").split("\n"))


def in_bounds(entry: Entry, footer: Footer | Outline) -> bool:
    """Say whether an entry's record lies among the records and promises a length that is allowed."""
    return (
        len(MAGIC) <= entry.offset
        and entry.offset + RECORD.size + entry.stored <= footer.start
        and entry.raw <= OBJECT_LIMIT
        and entry.kind < len(footer.kinds)
    )
