"""The bytes of a pack as they are built: records, footer, trailer (store/FORMAT.md). Knows no files."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable

from gnut_store import oid as oids
from gnut_store.codec import HASH_SIZE as HASH_SIZE
from gnut_store.codec import OBJECT_LIMIT as OBJECT_LIMIT
from gnut_store.codec import PREFIX as PREFIX
from gnut_store.codec import RAW as RAW
from gnut_store.codec import SHORTEST_BASE, compress_with_prefix, compressor
from gnut_store.codec import ZSTD as ZSTD
from gnut_store.codec import unpack as unpack
from gnut_store.errors import GnutError
from gnut_store.footer import ENTRY as ENTRY
from gnut_store.footer import FOOTER as FOOTER
from gnut_store.footer import FOOTER_MAGIC as FOOTER_MAGIC
from gnut_store.footer import MAGIC as MAGIC
from gnut_store.footer import MOST_OBJECTS, MOST_REF_BYTES, MOST_REFS
from gnut_store.footer import RECORD as RECORD
from gnut_store.footer import SMALLEST as SMALLEST
from gnut_store.footer import TRAILER as TRAILER
from gnut_store.footer import Entry as Entry
from gnut_store.footer import Footer as Footer
from gnut_store.footer import Outline as Outline
from gnut_store.footer import in_bounds as in_bounds
from gnut_store.footer import read_footer as read_footer
from gnut_store.footer import read_outline as read_outline
from gnut_store.oid import Oid

LEVEL = 1
"""zstd level of a command's pack: over 10,000 real texts two thirds of the CPU of level 3 for 5 % more bytes.
What is to stay is packed anew by `gnut gc`, at its own level."""

GATHERED = 1 << 18
"""Bytes of records that are hashed together for the name: record by record costs four times as much."""

PREFIX_DEPTH = 8
"""Most prefix bases behind each other."""


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
        refs = sorted(refs)
        if len(refs) > MOST_REFS or len(self.entries) > MOST_OBJECTS:
            raise GnutError(f"a pack holds at most {MOST_OBJECTS:,} objects and {MOST_REFS:,} entries of refs")
        kinds = "".join(f"{kind}\n" for kind in self._kinds).encode("ascii")
        bases = b"".join(sorted(self._bases - self.entries.keys()))
        lines = "".join(f"{name} {oid}\n" for name, oid in refs).encode("ascii")
        if len(lines) > MOST_REF_BYTES:
            raise GnutError(f"a pack holds at most {MOST_REF_BYTES:,} bytes of refs")
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
