"""Packs made by hand: well-formed ones, and ones whose sums are right and whose meaning is wrong."""

from __future__ import annotations

import zlib
from pathlib import Path

from gnut_store import oid as oids
from gnut_store.pack import ENTRY, FOOTER, FOOTER_MAGIC, MAGIC, RECORD, TRAILER, Builder
from gnut_store.store import DiskStore, init, open_store


def sealed(start: int, before: bytes, footer: bytes) -> tuple[str, bytes]:
    """Return name and bytes of a pack with the right checksum and the right name, whatever it holds."""
    body = before + footer + TRAILER.pack(start, zlib.crc32(footer), 0, bytes(32))[:-32]
    name = bytes.fromhex(oids.digest(body))
    return name.hex(), body + name


def built(*objects: tuple[str, bytes], refs: tuple[tuple[str, oids.Oid], ...] = ()) -> tuple[str, bytes]:
    """Return name and bytes of an honest pack."""
    builder = Builder()
    out = [builder.begin()]
    out += [builder.add(kind, oids.hash_of(kind, body), body) for kind, body in objects]
    footer, name = builder.finish(refs)
    return name, b"".join([*out, footer])


def one_record(payload: bytes, raw: int, codec: int, hash: bytes, kind: str = "blob") -> tuple[str, bytes]:
    """Return a pack with one record that says what it is told to say."""
    record = RECORD.pack(kind.encode(), codec, 0, 0, len(payload), raw, hash) + payload
    entry = ENTRY.pack(hash, len(MAGIC), raw, len(payload), codec, 0, 0)
    words = f"{kind}\n".encode()
    footer = FOOTER.pack(FOOTER_MAGIC, 1, len(words), 0, 0) + entry + words
    return sealed(len(MAGIC) + len(record), MAGIC + record, footer)


def records_of(*records: tuple[bytes, int, bytes]) -> tuple[str, bytes]:
    """Return a pack of blobs from (payload, codec, bytes that it claims to hold), whatever the payloads are."""
    data, entries = MAGIC, []
    for payload, codec, body in records:
        hash = oids.hash_of("blob", body)
        entries.append(ENTRY.pack(hash, len(data), len(body), len(payload), codec, 0, 0))
        data += RECORD.pack(b"blob", codec, 0, 0, len(payload), len(body), hash) + payload
    footer = FOOTER.pack(FOOTER_MAGIC, len(entries), 5, 0, 0) + b"".join(sorted(entries)) + b"blob\n"
    return sealed(len(data), data, footer)


def store_with(folder: Path, *packs: tuple[str, bytes]) -> DiskStore:
    """Return a store that holds the given pack files and the entries that name them."""
    store = init(folder)
    for name, body in packs:
        (store / "packs" / f"{name}.gpk").write_bytes(body)
        (store / "refs" / "packs").mkdir(exist_ok=True)
        (store / "refs" / "packs" / name).write_bytes(b"")
    return open_store(store)
