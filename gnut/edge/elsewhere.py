"""Stores and packs outside the store that a command works on."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from gnut.edge.paths import legible
from gnut.edge.store import PARTS, open_store, safe
from gnut.edge.world import World, users
from gnut.errors import GnutError, InputMissing, Usage
from gnut_store.files import Files
from gnut_store.init import init
from gnut_store.shelf import name_of, packs_in
from gnut_store.store import DiskStore

STORE = ".gnut"
PACKS = "packs"


def store_in(world: World, name: str) -> DiskStore | None:
    """Return the store that a folder is, or holds; None when it is and holds none.

    Raises:
        ForeignStore: It is another user's, anybody may write to it, or a link leads to it.
        ObjectCorrupt: It is damaged.
        UnsupportedFormat: A newer version wrote it.
    """
    folder = world.cwd / name
    if os.path.lexists(folder / STORE):
        return open_store(folder / STORE)
    if sum(os.path.lexists(folder / part) for part in PARTS) >= 3:
        return open_store(folder)
    return None


def target(world: World, name: str, *, dry_run: bool) -> DiskStore | None:
    """Return the store in a folder, or a new one when the folder is empty or is not there.

    Args:
        world: Where paths start from.
        name: The folder.
        dry_run: Make nothing: None stands for a store that would be made.

    Raises:
        Usage: Something else lies there.
    """
    found = store_in(world, name)
    if found is not None:
        return found
    folder = world.cwd / name
    try:
        inside = os.listdir(folder)
    except FileNotFoundError:
        inside = []
    except NotADirectoryError:
        raise Usage(f"{legible(name)} is a file", help="name a folder that holds a store, or an empty one") from None
    if inside:
        raise Usage(
            f"{legible(name)} holds other things and no store", help="run gnut init there, or name an empty folder"
        )
    if dry_run:
        return None
    return open_store(init(folder, uids=users(), safe=safe))


def packs_at(world: World, name: str, tier: str) -> dict[str, str]:
    """Return name and path of the packs that a path stands for.

    Args:
        world: Where paths start from.
        name: A store, a folder that holds one, a folder of packs, or a pack.
        tier: Tier of a store that is meant.

    Raises:
        InputMissing: It is not there, or is none of these.
        GnutError: The store, or the folder, is not one to take anything from.
    """
    files, path = Files(), world.cwd / name
    try:
        mode = os.lstat(path).st_mode
    except (OSError, ValueError) as error:
        raise InputMissing(f"{legible(name)}: {getattr(error, 'strerror', None) or error}") from None
    if stat.S_ISLNK(mode) or not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
        raise InputMissing(f"{legible(name)}: a link or something else that is no file", help="name what it leads to")
    if stat.S_ISREG(mode):
        try:
            return {name_of(str(path), files): str(path)}
        except FileNotFoundError:
            raise InputMissing(f"{legible(name)}: went away") from None
    store = store_in(world, name)
    if store is not None:
        return packs_in(f"{store.folder}/{'' if tier == 'team' else 'local/'}{PACKS}", files)
    found = packs_in(str(path), files) or _below(path, files)
    if not found:
        raise InputMissing(
            f"{legible(name)}: no store and no packs", help="name a store, a folder that holds one, or packs"
        )
    return found if tier == "team" else {}


def _below(path: Path, files: Files) -> dict[str, str]:
    """Return the packs in `packs/` of a folder, as object storage is laid out."""
    try:
        return packs_in(str(path / PACKS), files)
    except GnutError:
        return {}
