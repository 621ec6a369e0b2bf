"""The packs of one tier as a collection sees them: what they hold, and whether every byte of it is good."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property

from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.batch import check_body
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import Files, unreadable
from gnut_store.fsck_pack import PackReport, Salvage, check_pack
from gnut_store.gc_plan import Holding
from gnut_store.index import PackFile
from gnut_store.pack import ENTRY, PREFIX_DEPTH, RECORD, Entry

Base = Callable[[bytes], bytes]
"""Returns the bytes of an object by its hash, wherever it stands."""


class Pack:
    """One pack whose footer was read."""

    def __init__(self, folder: str, name: str, files: Files) -> None:
        """Read the footer of a pack.

        Args:
            folder: Where the packs of the tier lie.
            name: The 64 hex digits that name it.
            files: The way to the file system.

        Raises:
            FileNotFoundError: It is gone.
            ObjectCorrupt: It cannot be a pack of this name, or names refs that cannot be.
            UnsupportedFormat: It was written by a newer version.
        """
        self.name, self._files = name, files
        self.path = f"{folder}/{name}{layout.PACK_SUFFIX}"
        self._file = PackFile(files, self.path, name)
        self._file.close()
        self.footer, self.size = self._file.footer, self._file.size
        self.modified = os.stat(self.path, follow_symlinks=False).st_mtime
        """Seconds since the epoch, as the file system says; what it says is a claim."""

        # Its entries are about to be written again: a name must not lead out of the store.
        bad = next((ref for ref, _ in self.footer.refs if not refs.is_name(ref)), None)
        if bad is not None:
            raise ObjectCorrupt(f"its footer names the ref {bad[:80]!r}, which no ref may be called")

    @cached_property
    def entries(self) -> dict[bytes, Entry]:
        """Every object with its record."""
        rows = map(Entry._make, ENTRY.iter_unpack(self.footer.entries))
        return {entry.hash: entry for entry in rows}

    @cached_property
    def holding(self) -> Holding:
        """What it holds, for planning."""
        return Holding(self.name, self.size, frozenset(self.entries), frozenset(self.footer.refs))

    def kind(self, hash: bytes) -> str:
        """Return the kind of one of its objects."""
        number = self.entries[hash].kind
        if number >= len(self.footer.kinds):
            raise ObjectCorrupt("its footer gives an object a kind that it does not list")
        return self.footer.kinds[number]

    def body(self, hash: bytes, base: Base) -> bytes:
        """Return one of its objects after the bytes hash to its id."""
        try:
            return self._file.body(self.entries[hash], base)
        except FileNotFoundError:
            raise ObjectCorrupt("went away while it was read") from None

    def stored(self, hash: bytes) -> bytes:
        """Return the bytes of one of its records as they lie on disk; whoever writes them elsewhere reads them back."""
        entry = self.entries[hash]
        fd = self._files.open(self.path)
        try:
            return self._files.read_at(fd, entry.stored, entry.offset + RECORD.size)
        finally:
            self._files.release(fd)

    def own(self, hash: bytes, depth: int = 0) -> bytes:
        """Return one of its objects, read from this file alone.

        Raises:
            ObjectCorrupt: It needs an object of another pack, or too many of this one.
        """
        if depth > PREFIX_DEPTH or hash not in self.entries:
            raise ObjectCorrupt(f"{hash.hex()[:12]}… is packed against what is not in the pack")
        return self.body(hash, lambda base: self.own(base, depth + 1))

    def damage(self, base: Base) -> str | None:
        """Return the first thing that is wrong with any byte of it, read from disk; None when nothing is."""
        report = PackReport(self.path)
        check_pack(self.path, self.name, report, Salvage(self._files), self._files)
        if report.damage:
            return report.damage
        return self.first_bad(lambda hash: self.body(hash, base))

    def first_bad(self, read: Callable[[bytes], bytes]) -> str | None:
        """Return what is wrong with the first object that is not as it should be; None when all are."""
        try:
            # In the order of the file, so that a cold disk is read forwards.
            for entry in sorted(self.entries.values(), key=lambda entry: entry.offset):
                try:
                    check_body(self.kind(entry.hash), read(entry.hash))
                except GnutError as error:
                    return f"{oids.short(oids.from_bytes(entry.hash))}… {error}"
        finally:
            self.close()
        return None

    def close(self) -> None:
        """Give the descriptor back."""
        self._file.close()


def listed(folder: str, files: Files) -> tuple[dict[str, Pack], dict[str, str]]:
    """Return the packs in a folder, and why others cannot be read."""
    packs: dict[str, Pack] = {}
    damaged: dict[str, str] = {}
    for file in sorted(files.names(folder)):
        name = layout.pack_of(file)
        if name is None:
            continue
        try:
            packs[name] = Pack(folder, name, files)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise unreadable(error, f"{folder}/{file}") from None
        except GnutError as error:
            if error.code == "store_unreadable":
                raise
            damaged[name] = str(error)
    return packs, damaged
