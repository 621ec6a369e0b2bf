"""Checks one pack against its name and each record against its id, and saves what is still readable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.errors import GnutError, NotCanonical, ObjectCorrupt
from gnut_store.files import Files
from gnut_store.index import MOST_OPEN
from gnut_store.oid import Oid
from gnut_store.pack import (
    ENTRY,
    HASH_SIZE,
    MAGIC,
    OBJECT_LIMIT,
    PREFIX,
    PREFIX_DEPTH,
    RECORD,
    Entry,
    Footer,
    in_bounds,
    read_footer,
    unpack,
)

CHUNK = 1 << 20


class PackReport:
    """What is known of one pack file."""

    def __init__(self, path: str) -> None:
        """Know only where the file lies, from the store's folder on."""
        self.path = path
        self.damage = ""
        """What is wrong with the file as such; empty when nothing is."""

        self.footer: Footer | None = None
        self.objects: list[tuple[str, Oid, str]] = []
        """(kind of fault, object, what is wrong with it)."""

    def blame(self, damage: str) -> None:
        """Keep the first thing that is wrong with the file."""
        self.damage = self.damage or damage


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

        self.references: dict[bytes, tuple[str, tuple[tuple[str, Oid], ...]]] = {}
        """For JSON objects: the pack's path, and (JSON pointer, id) of every reference in it."""

    def take(self, report: PackReport, path: str, records: Iterable[tuple[Entry, str]]) -> None:
        """Take in the records of one pack."""
        for entry, kind in records:
            self._records.setdefault(entry.hash, []).append((report, path, entry, kind))

    def holds(self, hash: bytes) -> bool:
        """Say whether at least one record of an object is there and, as far as it was read, good."""
        return hash in self._records and hash not in self._bad

    def read_objects(self, *, data: bool, json: bool) -> None:
        """Read every record (`data`), or only those of JSON kinds and what they refer to (`json`)."""
        if not data and not json:
            return
        # In the order of the files, so that a cold disk is read forwards.
        rows = [row for rows in self._records.values() for row in rows]
        rows.sort(key=lambda row: (row[1], row[2].offset))
        good: set[bytes] = set()
        for report, path, entry, kind in rows:
            is_json = kind not in oids.BYTES_KINDS and kind not in oids.TEXT_KINDS
            if not data and not is_json:
                good.add(entry.hash)
                continue
            try:
                body = self._body(path, entry, kind, 0)
            except OSError as error:
                report.blame(f"cannot be read: {error.strerror}")
                continue
            except GnutError as error:
                report.objects.append(("object_damaged", oids.from_bytes(entry.hash), str(error)))
                continue
            good.add(entry.hash)
            if is_json:
                self._read_json(report, entry, body, follow=json)
            elif kind in oids.TEXT_KINDS and not _is_utf8(body):
                report.objects.append(("not_canonical", oids.from_bytes(entry.hash), f"a {kind} that is not UTF-8"))
        self._bad = self._records.keys() - good

    def _read_json(self, report: PackReport, entry: Entry, body: bytes, *, follow: bool) -> None:
        try:
            at = canon.first_difference(body)
        except NotCanonical as error:
            report.objects.append(("not_canonical", oids.from_bytes(entry.hash), str(error)))
            return
        if at is not None:
            report.objects.append(
                ("not_canonical", oids.from_bytes(entry.hash), f"byte {at} differs from the canonical form")
            )
        elif follow:
            self.references[entry.hash] = (report.path, tuple(references(canon.decode(body, limit=OBJECT_LIMIT))))

    def _body(self, path: str, entry: Entry, kind: str, depth: int) -> bytes:
        record = self._files.read_at(self._descriptor(path), RECORD.size + entry.stored, entry.offset)
        if len(record) != RECORD.size + entry.stored:
            raise ObjectCorrupt("ends before its record does")
        expected = (
            kind.encode("ascii").ljust(16, b"\0"),
            entry.codec,
            entry.flags,
            0,
            entry.stored,
            entry.raw,
            entry.hash,
        )
        if RECORD.unpack_from(record) != expected:
            raise ObjectCorrupt("its record and the footer say different things")
        body = unpack(entry.codec, record[RECORD.size :], entry.raw, lambda base: self._base(base, depth))
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
        raise failure

    def _descriptor(self, path: str) -> int:
        if path not in self._open:
            if len(self._open) >= MOST_OPEN:
                os.close(self._open.pop(next(iter(self._open))))
            self._open[path] = self._files.open(path)
        return self._open[path]

    def close(self) -> None:
        """Give all descriptors back."""
        for fd in self._open.values():
            os.close(fd)
        self._open = {}


def check_pack(path: str, name: str, report: PackReport, salvage: Salvage, files: Files) -> None:
    """Hold one pack file against its name and its footer; hand its records to `salvage`."""
    try:
        fd = files.open(path)
    except FileNotFoundError:
        report.blame("went away while it was looked at")
        return
    except GnutError as error:
        report.blame(str(error).partition(": ")[2])
        return
    try:
        _examine(fd, path, name, report, salvage, files)
    except OSError as error:
        report.blame(f"cannot be read: {error.strerror}")
    finally:
        os.close(fd)


def _examine(fd: int, path: str, name: str, report: PackReport, salvage: Salvage, files: Files) -> None:
    size = os.fstat(fd).st_size
    try:
        report.footer = read_footer(lambda offset, length: files.read_at(fd, length, offset), size, name)
    except GnutError as error:
        report.blame(str(error))
    found = _hash(files, fd, size - HASH_SIZE)
    if found != name:
        report.blame(f"its bytes hash to {found[:12]}…")
    if report.footer is None:
        salvage.take(report, path, _scan(files, fd, size))
        return
    footer = report.footer
    entries = [Entry._make(row) for row in ENTRY.iter_unpack(footer.entries)]
    problem = _layout_fault(footer, entries)
    if problem:
        report.blame(problem)
    salvage.take(report, path, ((entry, footer.kinds[entry.kind]) for entry in entries if in_bounds(entry, footer)))


def _layout_fault(footer: Footer, entries: list[Entry]) -> str | None:
    """Return why the footer cannot be that of well-formed records; None when it can."""
    if any(a.hash >= b.hash for a, b in pairwise(entries)):
        return "its footer is not sorted, or names an object twice"
    place = len(MAGIC)
    for entry in sorted(entries, key=lambda entry: entry.offset):
        if not in_bounds(entry, footer) or entry.flags:
            return f"its footer gives object {entry.hash.hex()[:12]}… a record that cannot be"
        if entry.offset != place:
            return f"its records overlap or leave a gap at byte {place:,}"
        place = entry.offset + RECORD.size + entry.stored
    if place != footer.start:
        return f"bytes {place:,} to {footer.start:,} belong to no record"
    if list(footer.refs) != sorted(set(footer.refs)) or list(footer.bases) != sorted(set(footer.bases)):
        return "its footer is not sorted"
    return None


def _scan(files: Files, fd: int, size: int) -> Iterator[tuple[Entry, str]]:
    """Yield the records of a pack without a usable footer, as far as they follow each other."""
    offset = len(MAGIC)
    while offset + RECORD.size <= size:
        head = files.read_at(fd, RECORD.size, offset)
        if len(head) < RECORD.size:
            return
        word, codec, flags, reserved, stored, raw, hash = RECORD.unpack(head)
        kind = word.rstrip(b"\0").decode("ascii", "replace")
        if flags or reserved or codec > PREFIX or raw > OBJECT_LIMIT or offset + RECORD.size + stored > size:
            return
        try:
            oids.parse_kind(kind)
        except GnutError:
            return
        yield Entry(hash, offset, raw, stored, codec, 0, flags), kind
        offset += RECORD.size + stored


def references(value: Any) -> Iterator[tuple[str, Oid]]:
    """Yield (JSON pointer, id) of every reference in a JSON object.

    A string that is an id is a reference, unless its key ends in `_oid`: such a member names bytes
    that may have been left out on purpose.
    """
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        pointer, node = waiting.pop()
        if isinstance(node, dict):
            for key, child in node.items():
                if not (key.endswith("_oid") and isinstance(child, str)):
                    waiting.append((f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}", child))
        elif isinstance(node, list):
            waiting.extend((f"{pointer}/{i}", child) for i, child in enumerate(node))
        elif isinstance(node, str) and oids.is_oid(node):
            yield pointer, Oid(node)


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _hash(files: Files, fd: int, length: int) -> str:
    """Return the hash of the first `length` bytes of a file, as a pack is named."""
    hasher = oids.FileHash()
    offset = 0
    while offset < length:
        part = files.read_at(fd, min(CHUNK, length - offset), offset)
        if not part:
            break
        hasher.update(part)
        offset += len(part)
    return hasher.digest().hex()
