"""Packs of other places that are not needed here: their objects and refs stand in packs that are here.

A cache, under `cache/known/`: one small file a pack, with the names of the packs that make it unnecessary, one a line,
and a last line that says that the file is whole. A pack counts as known only while all of those are here, or are known
themselves, so that a lost pack is fetched again. Anything that is not exactly that counts for nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

from gnut_store import layout
from gnut_store.errors import GnutError
from gnut_store.files import SMALL, Files

FOLDER = "cache/known"

END = "."
"""Last line: without it the file is what a killed process left."""

MOST = (SMALL - 8) // 65
"""Packs that one file can name; what needs more of them is not remembered."""


def add(top: str, names: Iterable[str], files: Files, *, within: Iterable[str] | None = None) -> None:
    """Remember packs that are not needed, because others hold all that they hold.

    It is a cache: a file system that refuses is no fault, and nothing is made durable.

    Args:
        top: The store's folder.
        names: The packs.
        files: The way to the file system.
        within: The team's packs that hold their objects and refs; None for all that are there now.
    """
    covers = sorted(set(packs_of(top, files) if within is None else within))
    if len(covers) > MOST:
        return
    body = "".join(f"{line}\n" for line in [*covers, END]).encode("ascii")
    with suppress(OSError, GnutError):
        files.folder(f"{top}/{FOLDER}", durable=False)
        for name in names:
            _write(f"{top}/{FOLDER}/{name}", body, files)


def _write(path: str, body: bytes, files: Files) -> None:
    files.unlink(path)
    fd = files.create(path)
    try:
        files.write(fd, body)
    finally:
        files.close(fd)


def names(top: str, files: Files, *, lost: Collection[str] = ()) -> frozenset[str]:
    """Return the packs that are known not to be needed, as long as what made them so is still there.

    Args:
        top: The store's folder.
        files: The way to the file system.
        lost: Packs that are there and damaged: they make nothing unneeded.
    """
    covers = _read_all(f"{top}/{FOLDER}", files)
    here = packs_of(top, files).difference(lost)
    known: set[str] = set()
    # A pack that gc merged away may have been named by others before: follow until nothing changes.
    waiting: dict[str, list[str]] = {}
    missing = {name: {cover for cover in named if cover not in here} for name, named in covers.items()}
    for name, absent in missing.items():
        for cover in absent:
            waiting.setdefault(cover, []).append(name)
    ready = [name for name, absent in missing.items() if not absent]
    while ready:
        name = ready.pop()
        known.add(name)
        for other in waiting.get(name, ()):
            missing[other].discard(name)
            if not missing[other]:
                ready.append(other)
    return frozenset(known)


def _read_all(folder: str, files: Files) -> dict[str, frozenset[str]]:
    found = {}
    with suppress(GnutError):
        for name in files.names(folder):
            if is_pack_name(name):
                named = _read(f"{folder}/{name}", files)
                if named is not None:
                    found[name] = named
    return found


def _read(path: str, files: Files) -> frozenset[str] | None:
    """Return the packs that a file names; None when it is not whole, or not ours."""
    try:
        lines = files.read_small(path).decode("ascii").split("\n")
    except (OSError, GnutError, UnicodeDecodeError):
        return None
    if len(lines) < 2 or lines[-2:] != [END, ""] or not all(map(is_pack_name, lines[:-2])):
        return None
    return frozenset(lines[:-2])


def is_pack_name(name: str) -> bool:
    """Say whether a word may name a pack: 64 lower-case hex digits."""
    return layout.pack_of(name + layout.PACK_SUFFIX) is not None


def packs_of(top: str, files: Files) -> frozenset[str]:
    """Return the names of the team's packs, as they are listed now."""
    found = map(layout.pack_of, files.names(f"{top}/packs"))
    return frozenset(name for name in found if name is not None)
