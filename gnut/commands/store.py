"""`gnut store`: put files in, take objects out, keep and count refs."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from gnut.edge.files import read
from gnut.edge.local import refusal_of
from gnut.edge.store import named, opened
from gnut.edge.world import World
from gnut.errors import InputMissing, StoreUnwritable
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.pack import OBJECT_LIMIT

ENTRY = "gnut-entry/v1"
"""Schema of the object that `ref add` makes when it is given none."""

LINES = 50
"""Ids in one write to stdout, so that a kill never leaves half an id (4 KiB holds 60)."""

SPLIT = "an object holds no more; store it in parts"

FULL = 64
"""Hex digits of an id that is typed in full."""


def add(world: World, paths: Sequence[str], *, porcelain: bool, tier: str) -> int:
    """Keep files, and all files of folders, as objects; print their ids once all of them are durable.

    Raises:
        InputMissing: A path is no regular file or folder, or cannot be read; then nothing was stored.
        StoreUnwritable: Disk or permission; then nothing was acknowledged.
    """
    store = opened(world)
    found = [file for path in paths for file in _files(world.cwd / path)]
    with store.write(tier) as batch:
        ids = [batch.add("blob", read(file, limit=OBJECT_LIMIT, shown=_shown(file), remedy=SPLIT)) for file in found]
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
    for each in ids:
        digits = oids.parse_prefix(each)
        if len(digits) < FULL and not any(oid.startswith(digits, 3) for oid in store.ids()):
            absent.add(each)
    missing = [each for each in ids if each in absent]
    _acknowledge(missing)
    return 1 if missing else 0


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


def _files(path: Path) -> Iterator[Path]:
    """Yield the files that a path stands for, sorted; links inside a folder are left out."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise InputMissing(f"{_shown(path)}: {getattr(error, 'strerror', None) or error}") from None
    if not stat.S_ISDIR(mode):
        yield path
        return
    for above, folders, names in os.walk(path, onerror=_unlisted):
        # What is git's, gnut's or a secret by its name enters the store only when it is named itself.
        folders[:] = sorted(folder for folder in folders if not refusal_of(folder))
        for name in sorted(names):
            file = Path(above, name)
            if stat.S_ISREG(file.lstat().st_mode) and not refusal_of(name):
                yield file


def _unlisted(error: OSError) -> None:
    raise InputMissing(f"{_shown(Path(error.filename))}: {error.strerror}") from None


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


def _shown(path: Path) -> str:
    from gnut.formats import escape

    return escape.path(str(path))
