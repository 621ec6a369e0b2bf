"""Checks one pack against its name and each record against its id, and saves what is still readable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.codec import ZSTD, decompress
from gnut_store.errors import GnutError, NotCanonical, ObjectCorrupt, StoreUnreadable, UnsupportedFormat
from gnut_store.files import Files
from gnut_store.forward import Forward
from gnut_store.fsck_layout import bases_fault, bytes_fault, ends_at, layout_fault, records
from gnut_store.index import MOST_OPEN
from gnut_store.links import Named, scan
from gnut_store.oid import Oid
from gnut_store.pack import ENTRY, PREFIX_DEPTH, RECORD, Entry, Footer, in_bounds, read_footer, unpack

LARGEST_FLAGS = 0xFF
"""What a record's flags hold; an entry's field is wider."""


class PackReport:
    """What is known of one pack file."""

    def __init__(self, path: str) -> None:
        """Know only where the file lies, from the store's folder on."""
        self.path = path
        self.size = 0
        """Bytes of the file."""

        self.damage = ""
        """What is wrong with the file as such; empty when nothing is."""

        self.footer: Footer | None = None
        self.objects: list[tuple[str, Oid, str]] = []
        """(kind of fault, object, what is wrong with it)."""

        self.records: list[tuple[Entry, str]] = []
        """(entry, kind) of everything that was found in it."""

        self.hands_off = ""
        """Why nobody may move the file although something is wrong with it: it cannot be read now, or is newer."""

        self.whole = False
        """Whether every record that the pack ever held is among those that were found in it."""

    def good(self) -> list[Entry]:
        """Return the records that gave the bytes of their ids when they were read."""
        bad = {oids.to_bytes(oid) for kind, oid, _ in self.objects if kind == "object_damaged"}
        return [entry for entry, _ in self.records if entry.hash not in bad]

    def blame(self, damage: str, *, hands_off: bool = False) -> None:
        """Keep the first thing that is wrong with the file."""
        self.damage = self.damage or damage
        if hands_off:
            self.hands_off = self.hands_off or damage


class Holder(NamedTuple):
    """A JSON object that names others."""

    report: PackReport
    kind: str
    named: Named


class Salvage:
    """All records of all packs, to be read by hash; what verifies is held."""

    def __init__(self, files: Files, elsewhere: Callable[[bytes, int], bytes] | None = None) -> None:
        """Hold nothing.

        Args:
            files: The way to the file system.
            elsewhere: Returns a prefix base that none of the packs holds, by its hash and by how many records lie
                in front of it; raises a `GnutError` when it cannot.
        """
        self._files, self._elsewhere = files, elsewhere
        self._records: dict[bytes, list[tuple[PackReport, str, Entry, str]]] = {}
        """Hash to every (pack, its absolute path, entry, kind)."""

        self._open: dict[str, int] = {}
        """Paths of packs with a descriptor, the one opened first in front."""

        self._bad: set[bytes] = set()
        self._failed: dict[bytes, int] = {}
        """Bases that did not unpack: the smallest depth they were tried at. Trying again from further down is vain."""

        self.named: dict[bytes, Holder] = {}
        """What every JSON object may name, of those that name anything."""

    def take(self, report: PackReport, path: str, records: Iterable[tuple[Entry, str]]) -> None:
        """Take in the records of one pack."""
        for entry, kind in records:
            self._records.setdefault(entry.hash, []).append((report, path, entry, kind))
            report.records.append((entry, kind))

    def holds(self, hash: bytes) -> bool:
        """Say whether at least one record of an object is there and, as far as it was read, good."""
        return hash in self._records and hash not in self._bad

    def kind(self, hash: bytes) -> str | None:
        """Return the kind of an object that is held; None for any other."""
        if not self.holds(hash):
            return None
        oid = oids.from_bytes(hash)
        rows = self._records[hash]
        # A damaged record may lie about it beside a good one.
        good = (kind for report, _, _, kind in rows if all(oid != bad for _, bad, _ in report.objects))
        return next(good, rows[0][3])

    def body(self, hash: bytes) -> bytes:
        """Return the bytes of an object after they hash to its id.

        Raises:
            GnutError: No record of it is good.
            OSError: A pack cannot be read.
        """
        return self._base(hash, 0)

    def read(self, hash: bytes) -> tuple[str, bytes]:
        """Return kind and bytes of an object, as `body` does."""
        failure: GnutError = ObjectCorrupt(f"b3:{hash.hex()[:12]}… is in no pack")
        for _, path, entry, kind in self._records.get(hash, ()):
            try:
                return kind, self._body(path, entry, kind, 0)
            except GnutError as error:
                failure = error
        raise failure

    def read_objects(self, *, data: bool, json: bool, each_pack: Callable[[], None] | None = None) -> None:
        """Read every record (`data`), or only those of JSON kinds (`json`); say so after each pack."""
        if not data and not json:
            return
        # In the order of the files, so that a cold disk is read forwards.
        rows = [row for rows in self._records.values() for row in rows]
        rows.sort(key=lambda row: (row[1], row[2].offset))
        good: set[bytes] = set()
        forward = Forward(self._files)
        last = rows[0][1] if rows else ""
        for report, path, entry, kind in rows:
            if path != last:
                last = path
                if each_pack is not None:
                    each_pack()
            is_json = kind not in oids.BYTES_KINDS and kind not in oids.TEXT_KINDS
            if not data and not is_json:
                good.add(entry.hash)
                continue
            try:
                fd = self._descriptor(path)
                record = forward.record(path, fd, entry.offset, RECORD.size + entry.stored)
                body = self._unpacked(record, entry, kind, 0)
            except OSError as error:
                report.blame(f"cannot be read: {error.strerror}", hands_off=True)
                continue
            except GnutError as error:
                if isinstance(error, UnsupportedFormat | StoreUnreadable):
                    report.hands_off = report.hands_off or str(error)
                report.objects.append(("object_damaged", oids.from_bytes(entry.hash), str(error)))
                continue
            good.add(entry.hash)
            if is_json:
                self._read_json(report, entry, body, kind)
            elif kind in oids.TEXT_KINDS and not _is_utf8(body):
                report.objects.append(("not_canonical", oids.from_bytes(entry.hash), f"a {kind} that is not UTF-8"))
        self._bad = self._records.keys() - good

    def _read_json(self, report: PackReport, entry: Entry, body: bytes, kind: str) -> None:
        try:
            at = canon.first_difference(body)
        except NotCanonical as error:
            report.objects.append(("not_canonical", oids.from_bytes(entry.hash), str(error)))
            return
        if at is not None:
            report.objects.append(
                ("not_canonical", oids.from_bytes(entry.hash), f"byte {at} differs from the canonical form")
            )
        elif named := scan(body):
            # The team's packs are read last, so that what stands in both tiers counts as the team's.
            self.named[entry.hash] = Holder(report, kind, named)

    def _body(self, path: str, entry: Entry, kind: str, depth: int) -> bytes:
        record = self._files.read_at(self._descriptor(path), RECORD.size + entry.stored, entry.offset)
        return self._unpacked(record, entry, kind, depth)

    def _unpacked(self, record: bytes | memoryview, entry: Entry, kind: str, depth: int) -> bytes:
        """Return the bytes of an object from those of its record, after they hash to its id."""
        if len(record) != RECORD.size + entry.stored:
            raise ObjectCorrupt("ends before its record does")
        if entry.flags > LARGEST_FLAGS or record[: RECORD.size] != RECORD.pack(
            kind.encode("ascii"), entry.codec, entry.flags, 0, entry.stored, entry.raw, entry.hash
        ):
            raise ObjectCorrupt("its record and the footer say different things")
        payload = memoryview(record)[RECORD.size :]
        if entry.codec == ZSTD:
            body = decompress(payload, entry.raw, None)
        else:
            body = unpack(entry.codec, bytes(payload), entry.raw, lambda base: self._base(base, depth))
        found = oids.hash_of(kind, body)
        if found != entry.hash:
            raise ObjectCorrupt(f"its bytes hash to {found.hex()[:12]}…")
        return body

    def _base(self, hash: bytes, depth: int) -> bytes:
        if depth >= PREFIX_DEPTH:
            raise ObjectCorrupt(f"more than {PREFIX_DEPTH} prefix bases behind each other")
        # Without this, k copies of records that name each other as bases would be tried k^8 times.
        if depth >= self._failed.get(hash, PREFIX_DEPTH):
            raise ObjectCorrupt(f"its prefix base b3:{hash.hex()[:12]}… does not unpack")
        failure: GnutError = ObjectCorrupt(f"its prefix base b3:{hash.hex()[:12]}… is in no pack")
        for _, path, entry, kind in self._records.get(hash, ()):
            try:
                return self._body(path, entry, kind, depth + 1)
            except GnutError as error:
                failure = error
        try:
            if self._elsewhere is not None:
                return self._elsewhere(hash, depth)
        except GnutError as error:
            failure = failure if hash in self._records else error
        self._failed[hash] = depth
        words = str(failure)
        if not words.startswith("its prefix base"):
            failure = type(failure)(f"its prefix base b3:{hash.hex()[:12]}… is damaged: {words}")
        raise failure

    def _descriptor(self, path: str) -> int:
        if path not in self._open:
            if len(self._open) >= MOST_OPEN:
                self._files.release(self._open.pop(next(iter(self._open))))
            self._open[path] = self._files.open(path)
        return self._open[path]

    def close(self) -> None:
        """Give all descriptors back."""
        for fd in self._open.values():
            self._files.release(fd)
        self._open = {}


def check_pack(path: str, name: str, report: PackReport, salvage: Salvage, files: Files) -> None:
    """Hold one pack file against its name and its footer; hand its records to `salvage`."""
    try:
        fd = files.open(path)
    except FileNotFoundError:
        report.blame("went away while it was looked at")
        return
    except GnutError as error:
        report.blame(str(error).partition(": ")[2], hands_off=isinstance(error, StoreUnreadable))
        return
    try:
        _examine(fd, path, name, report, salvage, files)
    except OSError as error:
        report.blame(f"cannot be read: {error.strerror}", hands_off=True)
    finally:
        files.release(fd)


def _examine(fd: int, path: str, name: str, report: PackReport, salvage: Salvage, files: Files) -> None:
    size = report.size = os.fstat(fd).st_size
    newer = False
    try:
        report.footer = read_footer(lambda offset, length: files.read_at(fd, length, offset), size, name)
    except GnutError as error:
        report.blame(str(error))
        newer = isinstance(error, UnsupportedFormat)
    if fault := bytes_fault(fd, name, files):
        report.blame(fault)
    elif newer:
        report.hands_off = report.damage
    if report.footer is None:
        found_here, end = records(files, fd, size)
        report.whole = ends_at(files, fd, size, end)
        salvage.take(report, path, found_here)
        return
    footer = report.footer
    entries = [Entry._make(row) for row in ENTRY.iter_unpack(footer.entries)]
    problem = layout_fault(footer, entries) or bases_fault(files, fd, footer, entries)
    if problem:
        report.blame(problem)
    taken = [(entry, footer.kinds[entry.kind]) for entry in entries if in_bounds(entry, footer)]
    report.whole = len(taken) == len(entries)
    salvage.take(report, path, taken)


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
