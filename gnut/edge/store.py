"""The store that a command works on, found through the world."""

from __future__ import annotations

import os
from pathlib import Path

from gnut.edge.world import World, environment, users
from gnut.errors import NoStore
from gnut_store import oid as oids
from gnut_store import store as stores
from gnut_store.oid import Oid
from gnut_store.store import DiskStore, Store

PARTS = ("format", "config", "packs", "refs", "local")
"""What lies in a store: three of these make a folder without `.gnut` one, so that a copy can be checked."""


def folder(world: World) -> Path:
    """Return the store's folder: the one the world found, or the current folder when it is a store itself.

    Raises:
        NoStore: There is none.
    """
    inside = sum(os.path.lexists(world.cwd / part) for part in PARTS)
    if inside >= 3 and not os.path.lexists(world.cwd / ".gnut"):
        return world.cwd
    if world.store is None:
        raise NoStore("there is no store here", help="Run gnut init.")
    return world.store


def open_store(folder: Path) -> DiskStore:
    """Return the store in a folder (`.gnut`): the one way in which commands open one.

    Raises:
        ForeignStore: It is another user's, anybody may write to it, or a link leads to it, and git does not list it.
        NoStore: There is none.
        ObjectCorrupt: Its `format` or `config` is damaged.
        UnsupportedFormat: A newer version wrote it.
    """
    return stores.open_store(folder, uids=users(), safe=safe)


def safe(folder: str, by_name: bool) -> bool:
    """Say whether the user's own git configuration lists a folder (`safe.directory`)."""
    # Read only where there is something to refuse.
    from gnut.edge.owning import listed

    return listed(environment())(folder, by_name)


def opened(world: World) -> DiskStore:
    """Return the store that a command works on.

    Raises:
        NoStore: There is none.
        ObjectCorrupt: Its `format` or `config` is damaged.
        UnsupportedFormat: A newer version wrote it.
    """
    return open_store(folder(world))


def named(store: Store, text: str) -> Oid:
    """Return the object that a person means by an id or by the beginning of one."""
    return Oid(text) if oids.is_oid(text) else store.resolve(text)
