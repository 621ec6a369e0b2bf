"""What lies in `trash/`, and when it goes for good."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from typing import NamedTuple, Protocol

from gnut_store import layout
from gnut_store.errors import GnutError
from gnut_store.files import Files, unreadable
from gnut_store.index import PackFile
from gnut_store.pack import ENTRY

DAYS = 14
"""Days that a file stays in `trash/`, and days that a pack must be old before anything of it is dropped."""

DAY = 86_400


class Trash(NamedTuple):
    """What lies in `trash/`, and what of it goes."""

    removed: tuple[str, ...]
    removed_bytes: int
    kept: int
    kept_bytes: int
    future: tuple[str, ...]
    """Files that say they were moved after now: a clock was wrong, and they are kept."""


class Holders(Protocol):
    """What is asked before anything goes for good; see `gnut_store.holders`."""

    def sound(self) -> bool:
        """Say whether every pack of the store is there, and is what its name says."""
        ...

    def hold(self, hashes: Collection[bytes]) -> bool:
        """Say whether the store holds all of some objects."""
        ...


def empty(
    top: str, now: float | None, files: Files, holders: Holders, *, dry_run: bool, at_once: bool = False
) -> Trash:
    """Remove what has lain in `trash/` for long enough, and return what lies there.

    Nothing goes as long as a pack of the store is damaged or lost: what lies here may be the last good copy.

    Args:
        top: The store's own folder.
        now: Seconds since the epoch; None when nothing goes for its age.
        files: The way to the file system.
        holders: The store's packs; they are read when something is about to go.
        dry_run: Whether to remove nothing.
        at_once: Whether packs of which the store holds every object go before their time. Others were dropped,
            or are damaged, and keep their days.
    """
    removed, future = [], []
    removed_bytes = kept = kept_bytes = 0
    for name in sorted(files.names(f"{top}/trash")):
        path = f"{top}/trash/{name}"
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise unreadable(error, path) from None
        if not stat.S_ISREG(found.st_mode):
            continue
        # A rename sets the second, and neither a copy nor `touch -d` can set it back. Both are what some
        # clock said: the later one is believed, so that at worst a file stays too long.
        since = max(found.st_mtime, found.st_ctime)
        if now is not None and since > now + DAY:
            future.append(name)
        is_due = now is not None and now - since >= DAYS * DAY
        may_go = (is_due or at_once) and holders.sound()
        if may_go and (is_due or _is_elsewhere(path, name, holders, files)):
            removed.append(name)
            removed_bytes += found.st_size
        else:
            kept, kept_bytes = kept + 1, kept_bytes + found.st_size
    if removed and not dry_run:
        for name in removed:
            files.unlink(f"{top}/trash/{name}")
        files.sync_folder(f"{top}/trash")
    return Trash(tuple(removed), removed_bytes, kept, kept_bytes, tuple(name for name in future if name not in removed))


def _is_elsewhere(path: str, name: str, holders: Holders, files: Files) -> bool:
    """Say whether the store holds every object of a pack in the trash."""
    pack = layout.pack_of(name)
    if pack is None:
        return False
    try:
        file = PackFile(files, path, pack)
    except (GnutError, FileNotFoundError):
        return False
    file.close()
    return holders.hold([hash for hash, *_ in ENTRY.iter_unpack(file.footer.entries)])
