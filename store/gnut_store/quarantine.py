"""Packs from outside, aside in `tmp/`, before anything of them counts: streamed, bounded, and checked byte by byte."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from gnut_store import oid as oids
from gnut_store import refs
from gnut_store.carrier import PACK_LIMIT
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import Files
from gnut_store.footer import ENTRY, MAGIC, Footer
from gnut_store.fsck_pack import Holder, PackReport, Salvage, check_pack
from gnut_store.links import Links
from gnut_store.needs import find_needs, find_references
from gnut_store.pack import HASH_SIZE
from gnut_store.pack_file import PackFile

RAW_LIMIT = 32 << 30
"""Most bytes that the objects of one pack may unpack to: a minute of work, 500 times what a pack is cut at."""

NAMED_LIMIT = 2_100_000
"""Most ids that the JSON objects of one pack may name: in one that is cut in time there is no room for so many."""

STAGED_LIMIT = 16 << 30
"""Bytes of packs that are fetched in one call."""

UNPACKED_LIMIT = 256 << 30
"""Bytes that the objects of all packs of one call may unpack to: ten minutes of work."""

ROWS_LIMIT = 2_000_000
"""Objects, entries of refs and needs that are kept in memory in one call, at some hundred bytes each."""


class Candidate:
    """One pack in quarantine."""

    def __init__(self, name: str, path: str) -> None:
        """Know the name that it must have, and where its bytes lie."""
        self.name, self.path = name, path
        self.footer: Footer | None = None
        self.size = 0
        """Bytes that came."""

        self.raw = 0
        """Bytes that its objects unpack to."""

        self.fault = ""
        """The first thing that is wrong with it; empty when nothing is."""

        self.checked = False
        """Whether every byte was looked at."""

        self.objects: dict[bytes, str] = {}
        """Hash of every object that it holds, with the kind."""

        self.needs: dict[bytes, str] = {}
        """Hash of every object that its refs, its prefixes and its objects need and that it does not hold, with who
        needs it."""

        self.kinds: dict[bytes, str] = {}
        """Of those, the kind that an object wants where only one will do."""

    def blame(self, fault: str) -> None:
        """Keep the first thing that is wrong with it, and nothing else of what has a fault: there may be many."""
        self.fault = self.fault or fault
        if self.fault:
            self.footer, self.objects, self.needs, self.kinds = None, {}, {}, {}


class Budget:
    """How much one call may still fetch, unpack and keep in memory."""

    def __init__(self) -> None:
        """Have everything left."""
        self._staged, self._unpacked, self._rows = STAGED_LIMIT, UNPACKED_LIMIT, ROWS_LIMIT

    def fetched(self, candidate: Candidate) -> bool:
        """Count the bytes of a pack that came; False when there is nothing left."""
        self._staged -= candidate.size
        return self._staged >= 0

    def described(self, candidate: Candidate) -> bool:
        """Count what a pack says that it holds, before any of it is unpacked; False when there is nothing left."""
        if candidate.footer is not None:
            self._unpacked -= candidate.raw
            rows = len(candidate.footer.entries) // ENTRY.size + candidate.footer.lines.count(b"\n")
            # What needs bases of others waits for them, and more is kept of it then.
            self._rows -= rows * 4 if candidate.footer.bases else rows
        return self._unpacked >= 0 and self._rows >= 0

    def checked(self, candidate: Candidate) -> bool:
        """Count what is kept of what a pack needs; False when there is nothing left."""
        self._rows -= len(candidate.needs)
        return self._rows >= 0


class _Counted(dict[bytes, Holder]):
    """What JSON objects name, as long as it is not too much."""

    def __init__(self) -> None:
        super().__init__()
        self._left = NAMED_LIMIT

    def __setitem__(self, hash: bytes, holder: Holder) -> None:
        self._left -= len(holder.named)
        if self._left < 0:
            raise ObjectCorrupt(f"its objects name more than {NAMED_LIMIT:,} others")
        super().__setitem__(hash, holder)


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
        hasher, size = oids.PackHash(), 0
        for part in parts:
            size += len(part)
            candidate.size = size
            if size > PACK_LIMIT:
                candidate.blame(f"longer than {PACK_LIMIT:,} bytes")
                return
            files.write(fd, part)
            hasher.update(part)
        if size < len(MAGIC) + HASH_SIZE:
            candidate.blame(f"too short for a pack ({size:,} bytes)")
            return
        if fault := hasher.fault(candidate.name):
            candidate.blame(fault)
            return
        files.sync(fd)
    finally:
        files.close(fd)


def describe(candidate: Candidate, files: Files) -> None:
    """Read what a pack says about itself, before any of it is unpacked; blame what would take too much."""
    try:
        pack = PackFile(files, candidate.path, candidate.name)
    except GnutError as error:
        candidate.blame(str(error))
        return
    candidate.footer = footer = pack.footer
    pack.close()
    candidate.raw = sum(entry[2] for entry in ENTRY.iter_unpack(footer.entries))
    if candidate.raw > RAW_LIMIT:
        candidate.blame(f"its objects would unpack to {candidate.raw:,} bytes, over {RAW_LIMIT:,}")
    for name, _ in footer.each_ref():
        if not refs.is_name(name):
            candidate.blame(f"{name[:80]!r} is no ref name")
            return


def check(
    candidates: Sequence[Candidate],
    base: Callable[[bytes, int], bytes],
    files: Files,
    *,
    links: Links | None = None,
    kind: Callable[[bytes], str | None] = lambda _: None,
) -> None:
    """Check every byte of the candidates as `gnut fsck` does; what is wrong is left in `Candidate.fault`.

    Args:
        candidates: Packs whose bytes hash to their names, described; all those that may hold bases of each other.
        base: Returns a prefix base that the store holds, by its hash and by how many records lie in front of it.
        files: The way to the file system.
        links: How objects name others; None when nobody asks whether those are there.
        kind: Returns the kind of an object that the store holds; None for any other.
    """
    salvage = Salvage(files, base)
    salvage.named = _Counted()
    reports = []
    try:
        for candidate in candidates:
            report = PackReport(candidate.path)
            check_pack(candidate.path, candidate.name, report, salvage, files)
            reports.append((candidate, report))
        try:
            salvage.read_objects(data=True, json=False)
        except ObjectCorrupt as error:
            for candidate in candidates:
                candidate.blame(str(error))
        for candidate, report in reports:
            for _, oid, detail in report.objects[:1]:
                candidate.blame(f"{oids.short(oid)}… {detail}")
            candidate.blame(report.damage)
            candidate.checked = True
            if not candidate.fault:
                candidate.objects = {entry.hash: sys.intern(kind) for entry, kind in report.records}
                find_needs(candidate)
                if links is not None:
                    find_references(candidate, salvage, links, kind)
    finally:
        salvage.close()


def remove(candidates: Iterable[Candidate], files: Files) -> None:
    """Remove what is left of candidates in `tmp/`; what resists is swept by a later writer."""
    for candidate in candidates:
        with suppress(OSError):
            files.unlink(candidate.path)
