"""Pack files on this machine as a carrier: another store's, a folder's, or single ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from gnut_store import layout
from gnut_store.carrier import CHUNK, CarrierFailed
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.pack import HASH_SIZE


class Shelf:
    """A carrier over files; it gives and does not take."""

    def __init__(self, place: str, paths: Mapping[str, str], files: Files) -> None:
        """Know where packs lie.

        Args:
            place: How messages call them.
            paths: Name to the absolute path of its file.
            files: The way to the file system.
        """
        self.place, self._paths, self._files = place, dict(paths), files

    def names(self) -> frozenset[str]:
        """Return the names of all packs there."""
        return frozenset(self._paths)

    def read(self, name: str) -> Iterator[bytes]:
        """Yield a pack's bytes."""
        try:
            fd = self._files.open(self._paths[name])
        except FileNotFoundError:
            raise CarrierFailed(f"{self.place}: pack {name[:12]}… went away", help="Try again.") from None
        except GnutError as error:
            raise CarrierFailed(f"{self.place}: pack {name[:12]}…: {error}", help=error.help) from None
        try:
            offset = 0
            while part := self._files.read_at(fd, CHUNK, offset):
                offset += len(part)
                yield part
        finally:
            self._files.release(fd)

    def write(self, packs: Mapping[str, str]) -> None:
        """Refuse."""
        raise CarrierFailed(f"{self.place}: packs are only taken from here")


def packs_in(folder: str, files: Files) -> dict[str, str]:
    """Return name and path of every pack that lies in a folder.

    Raises:
        ObjectCorrupt: A link or a file lies in the folder's place.
        StoreUnreadable: It cannot be listed.
    """
    found = ((layout.pack_of(name), name) for name in files.names(folder))
    return {pack: f"{folder}/{name}" for pack, name in found if pack is not None}


def name_of(path: str, files: Files) -> str:
    """Return the name of the pack in a file, whatever the file is called: its last bytes say it.

    Raises:
        FileNotFoundError: It is not there.
        GnutError: It is no regular file, cannot be read, or is too short for a pack.
    """
    named = layout.pack_of(os.path.basename(path))
    if named is not None:
        return named
    fd = files.open(path)
    try:
        size = os.fstat(fd).st_size
        tail = files.read_at(fd, HASH_SIZE, max(0, size - HASH_SIZE))
    finally:
        files.release(fd)
    if len(tail) < HASH_SIZE:
        raise GnutError(f"{os.path.basename(path)}: too short for a pack ({size:,} bytes)", code="no_pack")
    return tail.hex()
