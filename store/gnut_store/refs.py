"""Refs: grow-only sets of ids under a name, one empty file an entry (store/FORMAT.md)."""

from __future__ import annotations

import re

from gnut_store.errors import BadName, ObjectCorrupt
from gnut_store.files import Files
from gnut_store.oid import Oid

PACKS = "packs"
"""The one reserved name: its entries are pack names, not ids, and say which packs must be there."""

MOST_BYTES = 200
MOST_SEGMENT = 64

_SEGMENT = re.compile(rf"[0-9a-z_][0-9a-z._-]{{0,{MOST_SEGMENT - 1}}}\Z")
_HEX = re.compile(r"[0-9a-f]{64}\Z")
# Names that Windows gives to devices: a store must survive a checkout there.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)")


def parse_name(name: str) -> str:
    """Return `name` when it may name a ref.

    Raises:
        BadName: A segment is empty, longer than `MOST_SEGMENT`, not of `[0-9a-z._-]`, begins or ends in a way
            that some file system changes, or looks like an entry; or the first one is reserved.
    """
    reason = _fault(name)
    if reason is not None:
        shown = name if len(name) <= 80 else name[:77] + "…"
        raise BadName(f"{shown!r} is no ref name: {reason}", help="Use 0-9 a-z . _ - and / between parts.")
    return name


def is_name(name: str) -> bool:
    """Say whether `name` may name a ref."""
    return _fault(name) is None


def _fault(name: str) -> str | None:
    if len(name) > MOST_BYTES:
        return f"longer than {MOST_BYTES} characters"
    segments = name.split("/")
    if segments[0] == PACKS:
        return "packs is kept for the store itself"
    return next((reason for reason in map(_segment_fault, segments) if reason), None)


def _segment_fault(segment: str) -> str | None:
    if not _SEGMENT.match(segment):
        return f"{segment[:80]!r} is empty, too long or has other characters"
    if segment.endswith("."):
        return f"{segment!r} ends in a dot"
    if _HEX.match(segment):
        return f"{segment[:12]}… looks like an entry"
    if _DEVICE.match(segment):
        return f"{segment!r} is a device on Windows"
    return None


def entry_of(name: str) -> str | None:
    """Return the 64 hex digits when a file name is an entry; None otherwise."""
    return name if _HEX.match(name) else None


def parents(name: str) -> list[str]:
    """Return the names above a name, outermost first: a link among them must not be followed."""
    parts = name.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


def read(files: Files, folder: str, name: str) -> list[Oid]:
    """Return the entries of one name in one tier, unsorted.

    Args:
        files: The way to the file system.
        folder: The tier's `refs` folder.
        name: A name that `parse_name` let pass.
    """
    found = []
    for above in parents(name):
        files.check_folder(f"{folder}/{above}")
    for entry, _, plain, size in files.walk(f"{folder}/{name}"):
        if entry_of(entry):
            if not plain or size:
                raise ObjectCorrupt(f"refs/{name}/{entry}: not an empty file", help="Run gnut fsck.")
            found.append(Oid("b3:" + entry))
    return found


def parts(files: Files, folder: str, name: str) -> list[str]:
    """Return the folders right under a name in one tier, unsorted; one listing, whatever stands in them."""
    for above in parents(name):
        files.check_folder(f"{folder}/{above}")
    found = files.walk(f"{folder}/{name}")
    return [entry for entry, is_folder, _, _ in found if is_folder and not entry_of(entry) and entry[:1] != "."]


def names(files: Files, folder: str) -> list[str]:
    """Return every name in one tier that holds at least one entry, unsorted."""
    return list({name for name, _, _, _ in walk(files, folder) if name and name.split("/")[0] != PACKS})


def walk(files: Files, folder: str) -> list[tuple[str, str, bool, int]]:
    """Return (name, file, regular, size) of everything under one tier's refs that is no folder.

    A file straight in `refs/` has the empty name. Files whose names begin with a dot are the
    file manager's, not ours, and are left out.
    """
    found = []
    waiting = [""]
    while waiting:
        name = waiting.pop()
        for entry, is_folder, plain, size in files.walk(f"{folder}/{name}" if name else folder):
            if is_folder and not entry_of(entry):
                if len(name) + len(entry) < 2 * MOST_BYTES:
                    waiting.append(f"{name}/{entry}" if name else entry)
                else:
                    found.append((name, entry, False, 0))
            elif not entry.startswith("."):
                found.append((name, entry, plain, size))
    return found


def is_under(name: str, prefix: str) -> bool:
    """Say whether `name` is `prefix` or stands under it; everything stands under the empty prefix."""
    return not prefix or name == prefix or name.startswith(prefix.rstrip("/") + "/")
