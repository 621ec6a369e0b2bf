"""The bytes of a pack: records, footer, trailer (store/FORMAT.md). Knows no files."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gnut_store import oid as oids
from gnut_store.codec import HASH_SIZE as HASH_SIZE
from gnut_store.codec import OBJECT_LIMIT as OBJECT_LIMIT
from gnut_store.codec import PREFIX as PREFIX
from gnut_store.codec import RAW as RAW
from gnut_store.codec import SHORTEST_BASE, compress_with_prefix, compressor
from gnut_store.codec import ZSTD as ZSTD
from gnut_store.codec import unpack as unpack
from gnut_store.errors import GnutError, ObjectCorrupt, UnsupportedFormat
from gnut_store.oid import Oid

MAGIC = b"GNUTPK1\0"
FOOTER_MAGIC = b"GNUTFT1\0"

LEVEL = 1
"""zstd level of a command's pack: over 10,000 real texts two thirds of the CPU of level 3 for 5 % more bytes.
What is to stay is packed anew by `gnut gc`, at its own level."""

GATHERED = 1 << 18
"""Bytes of records that are hashed together for the name: record by record costs four times as much."""

PREFIX_DEPTH = 8
"""Most prefix bases behind each other."""

RECORD = struct.Struct("<16sBBHIQ32s")
"""kind (NUL-padded), codec, flags, reserved, stored length, raw length, hash of the id."""

ENTRY = struct.Struct("<32sQQIBBH")
"""hash of the id, offset of the record, raw length, stored length, codec, kind number, flags."""

FOOTER = struct.Struct("<8sQIII")
"""magic, objects, bytes of kinds, bases outside the pack, bytes of refs."""

TRAILER = struct.Struct("<QII32s")
"""footer offset, CRC-32 of the footer, reserved, BLAKE3 of all before these last 32 bytes."""

SMALLEST = len(MAGIC) + FOOTER.size + TRAILER.size


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
    refs: tuple[tuple[str, Oid], ...]
    """Refs that this write added, sorted."""

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


class Builder:
    """Collects the records of one pack; the caller writes what each call returns, in order."""

    def __init__(self, level: int = LEVEL) -> None:
        """Start an empty pack whose objects are compressed at a zstd level."""
        self.level = level
        self._compress: Callable[[bytes], bytes] | None = None
        self._hash = oids.FileHash()
        self._unhashed: list[bytes] = []
        self._waiting = 0
        self._kinds: dict[str, int] = {}
        self._bases: set[bytes] = set()
        self.entries: dict[bytes, Entry] = {}
        self.size = 0

    def begin(self) -> bytes:
        """Return the first bytes of the file."""
        return self._out(MAGIC)

    def add(self, kind: str, hash: bytes, body: bytes) -> bytes:
        """Return the record of one object, zstd or raw: raw when zstd saves less than 5 %."""
        if self._compress is None:
            self._compress = compressor(self.level)
        payload = self._compress(body)
        if len(payload) * 20 > len(body) * 19:
            return self.copy(kind, hash, len(body), RAW, body)
        return self.copy(kind, hash, len(body), ZSTD, payload)

    def add_with_prefix(self, kind: str, hash: bytes, body: bytes, base_hash: bytes, base: bytes) -> bytes:
        """Return the record of one object, compressed against another one's bytes.

        A base of a few bytes is none: the object then stands alone.
        """
        if len(base) < SHORTEST_BASE:
            return self.add(kind, hash, body)
        payload = base_hash + compress_with_prefix(body, base, self.level)
        return self.copy(kind, hash, len(body), PREFIX, payload)

    def copy(self, kind: str, hash: bytes, raw: int, codec: int, payload: bytes) -> bytes:
        """Return the record of one object that is packed already: of another pack, or of this builder's making.

        Args:
            kind: Its kind.
            hash: The 32 bytes of its id.
            raw: Its length.
            codec: What `payload` is; for `PREFIX` it begins with the hash of the base.
            payload: The stored bytes; nobody looks into them again before a reader does.
        """
        if codec == PREFIX:
            self._bases.add(payload[:HASH_SIZE])
        number = self._kinds.setdefault(kind, len(self._kinds))
        if number > 255:
            raise GnutError("a pack holds at most 256 kinds of objects")
        self.entries[hash] = Entry(hash, self.size, raw, len(payload), codec, number, 0)
        return self._out(RECORD.pack(kind.encode("ascii"), codec, 0, 0, len(payload), raw, hash) + payload)

    def finish(self, refs: Iterable[tuple[str, Oid]]) -> tuple[bytes, str]:
        """Return the footer with the trailer, and the hash that names the file."""
        start = self.size
        kinds = "".join(f"{kind}\n" for kind in self._kinds).encode("ascii")
        bases = b"".join(sorted(self._bases - self.entries.keys()))
        lines = "".join(f"{name} {oid}\n" for name, oid in sorted(refs)).encode("ascii")
        table = b"".join(ENTRY.pack(*self.entries[hash]) for hash in sorted(self.entries))
        head = FOOTER.pack(FOOTER_MAGIC, len(self.entries), len(kinds), len(bases) // HASH_SIZE, len(lines))
        footer = head + table + kinds + bases + lines
        tail = TRAILER.pack(start, zlib.crc32(footer), 0, bytes(HASH_SIZE))[:-HASH_SIZE]
        self._hash_all()
        self._hash.update(footer + tail)
        name = self._hash.digest()
        return footer + tail + name, name.hex()

    def _out(self, data: bytes) -> bytes:
        self._unhashed.append(data)
        self._waiting += len(data)
        if self._waiting >= GATHERED:
            self._hash_all()
        self.size += len(data)
        return data

    def _hash_all(self) -> None:
        self._hash.update(b"".join(self._unhashed))
        self._unhashed, self._waiting = [], 0


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
    footer = read(start, size - TRAILER.size - start)
    if len(footer) != size - TRAILER.size - start or zlib.crc32(footer) != crc:
        raise ObjectCorrupt("its footer does not match its checksum")
    return _parse_footer(footer, start)


def read_outline(read: Callable[[int, int], bytes], size: int, name: str) -> Outline:
    """Return where the entries of a pack stand, from three small reads; see `read_footer`.

    For packs that an index knows already. Whoever reads an object this way still hashes it.
    """
    start, _ = _ends(read, size, name)
    head = read(start, FOOTER.size)
    if len(head) != FOOTER.size:
        raise ObjectCorrupt("ends before its footer does")
    magic, count, kind_bytes, base_count, ref_bytes = FOOTER.unpack(head)
    after = FOOTER.size + count * ENTRY.size + kind_bytes + base_count * HASH_SIZE + ref_bytes
    if magic != FOOTER_MAGIC or after != size - TRAILER.size - start:
        raise ObjectCorrupt("its footer's lengths do not add up")
    return Outline(start, count, _kinds(read(start + FOOTER.size + count * ENTRY.size, kind_bytes)))


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
    magic, count, kind_bytes, base_count, ref_bytes = FOOTER.unpack_from(footer)
    after_entries = FOOTER.size + count * ENTRY.size
    after_kinds = after_entries + kind_bytes
    after_bases = after_kinds + base_count * HASH_SIZE
    if magic != FOOTER_MAGIC or after_bases + ref_bytes != len(footer):
        raise ObjectCorrupt("its footer's lengths do not add up")
    kinds = _kinds(footer[after_entries:after_kinds])
    refs = []
    for line in _lines(footer[after_bases:]):
        name, _, oid = line.partition(" ")
        if not oids.is_oid(oid):
            raise ObjectCorrupt("its footer names a ref entry that is no id")
        refs.append((name, Oid(oid)))
    bases = tuple(footer[i : i + HASH_SIZE] for i in range(after_kinds, after_bases, HASH_SIZE))
    return Footer(start, footer[FOOTER.size : after_entries], kinds, bases, tuple(refs))


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
