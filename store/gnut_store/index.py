"""Where each object stands: the footers of one tier's packs, read once and looked up by hash."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from gnut_store import oid as oids
from gnut_store.errors import GnutError, ObjectCorrupt, UnsupportedFormat
from gnut_store.files import Files, unreadable
from gnut_store.layout import PACK_SUFFIX, pack_of
from gnut_store.pack import ENTRY, RECORD, Entry, Footer, in_bounds, read_footer, unpack

MOST_OPEN = 64
"""Packs that are kept open for reading."""


def _alone(_: PackFile) -> None:
    return None


class PackFile:
    """One pack on disk, open for reading."""

    def __init__(self, files: Files, path: str, name: str, opened: Callable[[PackFile], None] = _alone) -> None:
        """Open the pack and read its footer; `opened` hears of every time that it is opened.

        Raises:
            FileNotFoundError: It is gone.
            ObjectCorrupt: It cannot be a pack of this name.
            UnsupportedFormat: It was written by a newer version.
        """
        self.name = name
        self._files, self._path, self._opened = files, path, opened
        self._fd = -1
        self._open()
        try:
            self.size = os.fstat(self._fd).st_size
            self.footer: Footer = read_footer(self._read, self.size, name)
        except OSError as error:
            self.close()
            raise unreadable(error, path) from None
        except GnutError:
            self.close()
            raise

    def _open(self) -> None:
        self._fd = self._files.open(self._path)
        self._opened(self)

    def _read(self, offset: int, length: int) -> bytes:
        if self._fd < 0:
            self._open()
        return self._files.read_at(self._fd, length, offset)

    def body(self, entry: Entry, base: Callable[[bytes], bytes]) -> bytes:
        """Return the bytes of one object after they hash to its id.

        Raises:
            FileNotFoundError: The pack was moved since it was listed.
            ObjectCorrupt: The record lies out of bounds, does not unpack, or is another object.
            StoreUnreadable: The disk would not give it.
        """
        if not in_bounds(entry, self.footer):
            raise ObjectCorrupt("its record lies out of bounds")
        try:
            payload = self._read(entry.offset + RECORD.size, entry.stored)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(error, self._path) from None
        body = unpack(entry.codec, payload, entry.raw, base)
        found = oids.hash_of(self.footer.kinds[entry.kind], body)
        if found != entry.hash:
            raise ObjectCorrupt(f"its bytes hash to {found.hex()[:12]}…")
        return body

    def close(self) -> None:
        """Give the descriptor back; the next read opens the file again."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


class Index:
    """The objects of one tier."""

    def __init__(self, files: Files, folder: str) -> None:
        """Know nothing yet; `refresh` reads the packs in `folder`."""
        self._files, self.folder = files, folder
        self.packs: dict[str, PackFile] = {}
        self.damaged: dict[str, GnutError] = {}
        """Packs that could not be opened, with the reason: their objects may be missing."""

        self._where: dict[bytes, tuple[tuple[PackFile, int], ...]] = {}
        self._open: dict[str, PackFile] = {}
        """Packs with a descriptor, the one opened first in front."""

    def refresh(self) -> bool:
        """List the packs again; True when there was a change."""
        present = {name[: -len(PACK_SUFFIX)] for name in self._files.names(self.folder) if pack_of(name)}
        gone = self.packs.keys() - present
        for name in gone:
            self._open.pop(name, None)
            self.packs.pop(name).close()
        for name in self.damaged.keys() - present:
            del self.damaged[name]
        if gone:
            # Work done alone moved packs: what is left is indexed anew.
            self._where = {}
            for pack in self.packs.values():
                self._take(pack)
        fresh = sorted(present - self.packs.keys() - self.damaged.keys())
        for name in fresh:
            self._add(name)
        return bool(gone or fresh)

    def _add(self, name: str) -> None:
        try:
            pack = PackFile(self._files, f"{self.folder}/{name}{PACK_SUFFIX}", name, self._opened)
        except FileNotFoundError:
            return
        except (ObjectCorrupt, UnsupportedFormat) as error:
            self.damaged[name] = error
            return
        self.packs[name] = pack
        self._take(pack)

    def _opened(self, pack: PackFile) -> None:
        self._open.pop(pack.name, None)
        self._open[pack.name] = pack
        if len(self._open) > MOST_OPEN:
            self._open.pop(next(iter(self._open))).close()

    def _take(self, pack: PackFile) -> None:
        where = self._where
        for number, (hash, *_) in enumerate(ENTRY.iter_unpack(pack.footer.entries)):
            known = where.get(hash)
            where[hash] = ((pack, number),) if known is None else (*known, (pack, number))

    def places(self, hash: bytes) -> tuple[tuple[PackFile, int], ...]:
        """Return every (pack, entry number) that holds an object, oldest listing first."""
        return self._where.get(hash, ())

    def hashes(self) -> Iterator[bytes]:
        """Yield the hash of every object once."""
        return iter(self._where)

    def close(self) -> None:
        """Give all descriptors back."""
        for pack in self._open.values():
            pack.close()
        self._open = {}
