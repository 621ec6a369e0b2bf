"""Packs from outside, aside in `tmp/`, before anything of them counts: streamed, bounded, and checked byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from gnut_store import oid as oids
from gnut_store import refs
from gnut_store.carrier import PACK_LIMIT
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.fsck_pack import PackReport, Salvage, check_pack
from gnut_store.index import PackFile
from gnut_store.pack import ENTRY, HASH_SIZE, MAGIC, PREFIX, RECORD, Entry, Footer

RAW_LIMIT = 32 << 30
"""Most bytes that the objects of one pack may unpack to: a minute of work, 500 times what a pack is cut at."""


class Candidate:
    """One pack in quarantine."""

    def __init__(self, name: str, path: str) -> None:
        """Know the name that it must have, and where its bytes lie."""
        self.name, self.path = name, path
        self.footer: Footer | None = None
        self.fault = ""
        """The first thing that is wrong with it; empty when nothing is."""

        self.hashes: frozenset[bytes] = frozenset()
        self.needs: dict[bytes, str] = {}
        """Hash of every object that its refs and its prefixes need and that it does not hold, with who needs it."""

    def blame(self, fault: str) -> None:
        """Keep the first thing that is wrong with it."""
        self.fault = self.fault or fault


def stream(parts: Iterable[bytes], candidate: Candidate, files: Files) -> None:
    """Write a pack's bytes into its file, durably; one that cannot be that pack is blamed and cut short.

    Args:
        parts: The bytes as they come.
        candidate: Says where they go, and what their hash must be.
        files: The way to the file system.

    Raises:
        CarrierFailed: `parts` raised it.
        OSError: The file system refused.
    """
    fd = files.create(candidate.path)
    try:
        hasher, tail, size = oids.FileHash(), b"", 0
        for part in parts:
            size += len(part)
            if size > PACK_LIMIT:
                candidate.blame(f"longer than {PACK_LIMIT:,} bytes")
                return
            files.write(fd, part)
            # The last 32 bytes are the name, and are not hashed themselves.
            tail += part
            hasher.update(tail[:-HASH_SIZE])
            tail = tail[-HASH_SIZE:]
        if size < len(MAGIC) + HASH_SIZE:
            candidate.blame(f"too short for a pack ({size:,} bytes)")
            return
        found = hasher.digest().hex()
        if found != candidate.name:
            candidate.blame(f"its bytes hash to {found[:12]}…")
            return
        files.sync(fd)
    finally:
        files.close(fd)


def check(candidates: Iterable[Candidate], base: Callable[[bytes, int], bytes], files: Files) -> Salvage:
    """Check every byte of the candidates as `gnut fsck` does; what is wrong is left in `Candidate.fault`.

    Returns what was read, for more questions; its descriptors are given back, and `close` does so again.

    Args:
        candidates: Packs whose bytes hash to their names.
        base: Returns a prefix base that the store holds, by its hash and by how many records lie in front of it.
        files: The way to the file system.
    """
    salvage = Salvage(files, base)
    reports = []
    try:
        for candidate in candidates:
            candidate.footer = _footer(candidate, files)
            if not candidate.fault:
                report = PackReport(candidate.path)
                check_pack(candidate.path, candidate.name, report, salvage, files)
                reports.append((candidate, report))
        salvage.read_objects(data=True, json=False)
    finally:
        salvage.close()
    for candidate, report in reports:
        for _, oid, detail in report.objects[:1]:
            candidate.blame(f"{oids.short(oid)}… {detail}")
        candidate.blame(report.damage)
        if not candidate.fault:
            _find_needs(candidate, files)
    return salvage


def _footer(candidate: Candidate, files: Files) -> Footer | None:
    """Return what a pack says about itself, before any of it is unpacked; blame what would take too much."""
    try:
        pack = PackFile(files, candidate.path, candidate.name)
    except GnutError as error:
        candidate.blame(str(error))
        return None
    footer = pack.footer
    pack.close()
    raw = sum(entry[2] for entry in ENTRY.iter_unpack(footer.entries))
    if raw > RAW_LIMIT:
        candidate.blame(f"its objects would unpack to {raw:,} bytes, over {RAW_LIMIT:,}")
    for name, _ in footer.refs:
        if not refs.is_name(name):
            candidate.blame(f"{name[:80]!r} is no ref name")
    return footer


def _find_needs(candidate: Candidate, files: Files) -> None:
    """Say which objects a pack holds, and which it needs from others."""
    footer = candidate.footer
    assert footer is not None
    entries = [Entry._make(row) for row in ENTRY.iter_unpack(footer.entries)]
    candidate.hashes = frozenset(entry.hash for entry in entries)
    bases: set[bytes] = set()
    fd = files.open(candidate.path)
    try:
        for entry in entries:
            if entry.codec == PREFIX:
                bases.add(files.read_at(fd, HASH_SIZE, entry.offset + RECORD.size))
    finally:
        files.release(fd)
    if sorted(bases - candidate.hashes) != list(footer.bases):
        candidate.blame("its footer does not name the prefix bases that its records need")
    for base in footer.bases:
        candidate.needs[base] = "a prefix"
    for name, oid in footer.refs:
        hash = oids.to_bytes(oid)
        if hash not in candidate.hashes:
            candidate.needs[hash] = f"ref {name}"


def remove(candidates: Iterable[Candidate], files: Files) -> None:
    """Remove what is left of candidates in `tmp/`; what resists is swept by a later writer."""
    for candidate in candidates:
        with suppress(OSError):
            files.unlink(candidate.path)


def name_fault(path: str, name: str, files: Files) -> str:
    """Return why a pack file is not what its name says; empty when it is. Nothing is unpacked."""
    report = PackReport(path)
    check_pack(path, name, report, Salvage(files), files)
    return report.damage
