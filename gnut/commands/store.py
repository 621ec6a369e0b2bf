"""`gnut store`: put files in, take objects out, keep and count refs."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence

from gnut.edge.files import read
from gnut.edge.hidden import refusal_of
from gnut.edge.store import named, opened
from gnut.edge.world import World
from gnut.errors import BadId, InputMissing, StoreUnwritable
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.pack import OBJECT_LIMIT
from gnut_store.store import Store

ENTRY = "gnut-entry/v1"
"""Schema of the object that `ref add` makes when it is given none."""

LINES = 50
"""Ids in one write to stdout, so that a kill never leaves half an id (4 KiB holds 60)."""

SPLIT = "an object holds no more; store it in parts"


def add(world: World, paths: Sequence[str], *, porcelain: bool, tier: str) -> int:
    """Keep files, and all files of folders, as objects; print their ids once all of them are durable.

    Raises:
        InputMissing: A path is no regular file or folder, or cannot be read; then nothing is acknowledged.
        StoreUnwritable: Disk or permission; then nothing was acknowledged.
    """
    store = opened(world)
    found = [file for path in paths for file in _files(str(world.cwd / path))]
    with store.write(tier) as batch:
        ids = [batch.add("blob", read(file, limit=OBJECT_LIMIT, shown=_told(file), remedy=SPLIT)) for file in found]
    _acknowledge(ids if porcelain else [f"{oid}  {_shown(path)}" for oid, path in zip(ids, found, strict=True)])
    return 0


def cat(world: World, oid: str) -> int:
    """Write the bytes of an object to stdout, after they hash to its id.

    Raises:
        ObjectMissing: The store does not hold it.
        ObjectCorrupt: Its stored bytes are damaged.
    """
    store = opened(world)
    body = store.get(named(store, oid))
    sys.stdout.flush()
    sys.stdout.buffer.write(body)
    sys.stdout.buffer.flush()
    return 0


def has(world: World, ids: Sequence[str]) -> int:
    """Print the ids that the store does not hold, one a line; 1 if there are any."""
    store = opened(world)
    absent: set[str] = set(store.missing(Oid(each) for each in ids if oids.is_oid(each)))
    absent |= {each for each in ids if not oids.is_oid(each) and not _begins(store, each)}
    missing = [each for each in ids if each in absent]
    _acknowledge(missing)
    return 1 if missing else 0


def _begins(store: Store, prefix: str) -> bool:
    """Say whether the id of an object, or of several, begins so."""
    try:
        store.resolve(prefix)
    except BadId as error:
        if error.code not in ("ambiguous_id", "unknown_id"):
            raise
        return error.code == "ambiguous_id"
    return True


def ref_add(world: World, name: str, ids: Sequence[str]) -> int:
    """Add objects to a ref of the team's, or an entry of its own when none is given; print what was added.

    Raises:
        BadName: `name` may not name a ref.
        ObjectMissing: The team's tier does not hold an object.
    """
    store = opened(world)
    added = [named(store, each) for each in ids]
    with store.write() as batch:
        if not ids:
            # Two entries made at the same moment must not become one: their objects differ.
            body = canon.encode({"entry": os.urandom(16).hex(), "schema": ENTRY})
            added = [batch.add("entry", body)]
        for oid in added:
            batch.ref(name, oid)
    _acknowledge(added)
    return 0


def ref_count(world: World, name: str) -> int:
    """Print how many entries stand at and under a ref."""
    store = opened(world)
    sys.stdout.write(f"{sum(len(store.refs(each)) for each in store.ref_names(name))}\n")
    return 0


def _files(path: str) -> Iterator[str]:
    """Yield the files that a path stands for, sorted folder by folder; links inside a folder are left out."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        raise InputMissing(f"{_shown(path)}: {getattr(error, 'strerror', None) or error}") from None
    if not stat.S_ISDIR(mode):
        yield path
        return
    waiting = [path]
    while waiting:
        above = waiting.pop()
        folders, files = _inside(above)
        yield from files
        waiting.extend(reversed(folders))


def _inside(folder: str) -> tuple[list[str], list[str]]:
    """Return the folders and the regular files right inside a folder, sorted.

    What is git's, gnut's or a secret by its name enters the store only when it is named itself.
    """
    folders: list[str] = []
    files: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=_name):
                if entry.is_file(follow_symlinks=False):
                    kept = files
                elif entry.is_dir(follow_symlinks=False):
                    kept = folders
                else:
                    continue
                if not refusal_of(entry.name):
                    kept.append(entry.path)
    except OSError as error:
        raise InputMissing(f"{_shown(folder)}: {error.strerror}") from None
    return folders, files


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _acknowledge(lines: Sequence[str]) -> None:
    """Print lines, whole ones at a time."""
    try:
        for start in range(0, len(lines), LINES):
            sys.stdout.write("".join(f"{line}\n" for line in lines[start : start + LINES]))
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreUnwritable(f"stdout: {error.strerror}", help="What was printed is stored.") from None


def _told(path: str) -> str | None:
    """Return a path as a message shows it; None for a plain one, which is shown as it is."""
    return None if path.isascii() and path.isprintable() and path[0] == "/" else _shown(path)


def _shown(path: str) -> str:
    from gnut.formats import escape

    return escape.path(path)
