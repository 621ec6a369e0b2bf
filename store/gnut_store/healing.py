"""Packs here that are not what their names say: found by their hash, moved aside when good bytes are at hand."""

from __future__ import annotations

from collections.abc import Iterable

from gnut_store import layout
from gnut_store.errors import GnutError, StoreUnreadable
from gnut_store.files import Files
from gnut_store.fsck_layout import bytes_fault
from gnut_store.repair_write import aside


def damaged(folder: str, names: Iterable[str], files: Files) -> dict[str, str]:
    """Return the packs whose bytes do not hash to their names, each with what is wrong.

    Everything is read once, a gigabyte in about a second. One that cannot be read now may be as good as any, and
    does not count; nor does one that went away.

    Args:
        folder: The folder of packs.
        names: Packs in it.
        files: The way to the file system.
    """
    found = {name: fault(f"{folder}/{name}{layout.PACK_SUFFIX}", name, files) for name in sorted(names)}
    return {name: why for name, why in found.items() if why}


def fault(path: str, name: str, files: Files) -> str:
    """Return why the bytes of a pack are not those of its name; empty when they are, or cannot be read now."""
    try:
        fd = files.open(path)
    except (FileNotFoundError, StoreUnreadable):
        return ""
    except GnutError as error:
        return str(error).partition(": ")[2] or str(error)
    try:
        return bytes_fault(fd, name, files)
    except OSError:
        return ""
    finally:
        files.release(fd)


def make_room(top: str, tier: str, names: Iterable[str], files: Files) -> None:
    """Move damaged packs to the trash, so that good ones of the same name can take their places.

    Each is looked at once more: another process may have put good bytes there meanwhile.

    Args:
        top: The store's folder.
        tier: The tier's folder, with a slash at its end.
        names: Packs that were found damaged.
        files: The way to the file system.
    """
    below = tier.removeprefix(f"{top}/")
    for name in names:
        file = f"{name}{layout.PACK_SUFFIX}"
        if fault(f"{tier}packs/{file}", name, files):
            aside(top, f"{below}packs/{file}", files)
