"""One pack on disk, open for reading."""

from __future__ import annotations

import os
from collections.abc import Callable

from gnut_store import oid as oids
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import Files, unreadable
from gnut_store.pack import ENTRY, FOOTER, RECORD, Entry, Footer, Outline, in_bounds, read_footer, read_outline, unpack


def _alone(_: PackFile) -> None:
    return None


class PackFile:
    """One pack on disk; its footer is read at once or, when a table knows its objects already, as needed."""

    def __init__(
        self,
        files: Files,
        path: str,
        name: str,
        opened: Callable[[PackFile], None] = _alone,
        *,
        later: bool = False,
    ) -> None:
        """Open the pack and read its footer, or do both `later`.

        Args:
            files: The way to the file system.
            path: Where it lies.
            name: The 64 hex digits that name it.
            opened: Hears of every time that it is opened.
            later: Touch nothing now.

        Raises:
            FileNotFoundError: It is gone.
            ObjectCorrupt: It cannot be a pack of this name.
            UnsupportedFormat: It was written by a newer version.
        """
        self.name = name
        self._files, self._path, self._opened = files, path, opened
        self._fd = -1
        self._size = -1
        self._footer: Footer | None = None
        self._outline: Footer | Outline | None = None
        if not later:
            try:
                self._read_footer()
            except GnutError:
                self.close()
                raise

    @property
    def size(self) -> int:
        """Bytes of the file."""
        if self._size < 0:
            self._open()
        return self._size

    @property
    def footer(self) -> Footer:
        """What the pack says about itself; its checksum was compared."""
        return self._footer or self._read_footer()

    def _read_footer(self) -> Footer:
        try:
            self._outline = self._footer = footer = read_footer(self._read, self.size, self.name)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(error, self._path) from None
        return footer

    @property
    def outline(self) -> Footer | Outline:
        """Where its records end, and the kinds of its objects."""
        return self._outline or self._read_outline()

    def _read_outline(self) -> Outline:
        try:
            self._outline = outline = read_outline(self._read, self.size, self.name)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(error, self._path) from None
        return outline

    def _open(self) -> None:
        self._fd = self._files.open(self._path)
        self._size = os.fstat(self._fd).st_size
        self._opened(self)

    def _read(self, offset: int, length: int) -> bytes:
        if self._fd < 0:
            self._open()
        return self._files.read_at(self._fd, length, offset)

    def entry(self, number: int) -> Entry:
        """Return one entry by its place in the sorted table.

        Raises:
            FileNotFoundError: The pack was moved since it was listed.
            ObjectCorrupt: There is no such entry.
            StoreUnreadable: The disk would not give it.
        """
        if self._footer is not None:
            return self._footer.entry(number)
        outline = self.outline
        if isinstance(outline, Footer):
            return outline.entry(number)
        if number >= outline.objects:
            raise ObjectCorrupt("has no entry of this number")
        row = self._at(outline.start + FOOTER.size + number * ENTRY.size, ENTRY.size)
        if len(row) != ENTRY.size:
            raise ObjectCorrupt("ends before its entries do")
        return Entry._make(ENTRY.unpack(row))

    def _at(self, offset: int, length: int) -> bytes:
        """Return bytes of the file."""
        try:
            return self._read(offset, length)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(error, self._path) from None

    def kind(self, entry: Entry) -> str:
        """Return the kind that an entry names.

        Raises:
            ObjectCorrupt: The footer does not list it.
        """
        kinds = self.outline.kinds
        if entry.kind >= len(kinds):
            raise ObjectCorrupt("its footer gives an object a kind that it does not list")
        return kinds[entry.kind]

    def body(self, entry: Entry, base: Callable[[bytes], bytes]) -> bytes:
        """Return the bytes of one object after they hash to its id.

        Args:
            entry: Where they stand; nothing of it is believed.
            base: Returns the bytes of another object by its hash.

        Raises:
            FileNotFoundError: The pack was moved since it was listed.
            ObjectCorrupt: The record lies out of bounds, does not unpack, or is another object.
            StoreUnreadable: The disk would not give it.
        """
        outline = self._outline or self._read_outline()
        if not in_bounds(entry, outline):
            raise ObjectCorrupt("its record lies out of bounds")
        hash, offset, raw, stored, codec, kind, _ = entry
        body = unpack(codec, self._at(offset + RECORD.size, stored), raw, base)
        found = oids.hash_of(outline.kinds[kind], body)
        if found != hash:
            raise ObjectCorrupt(f"its bytes hash to {found.hex()[:12]}…")
        return body

    def close(self) -> None:
        """Give the descriptor back; the next read opens the file again."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            self._files.release(fd)
