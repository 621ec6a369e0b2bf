"""`gnut init`: make a store beside the repository's `.git`."""

from __future__ import annotations

from pathlib import Path

from gnut.edge import terminal
from gnut.edge.store import safe
from gnut.edge.world import World, users
from gnut_store.init import init as make


def init(world: World, folder: str | None) -> int:
    """Make a store in `folder`, by default at the top of the repository, or complete the one there.

    Raises:
        ForeignStore: The one there is another user's, or a link leads to it.
        ObjectCorrupt: Something else lies where the store's folders or files belong.
        StoreUnwritable: Disk or permission.
    """
    made = make(_root(world.cwd) if folder is None else world.cwd / folder, uids=users(), safe=safe)
    terminal.note(f"The store is in {made}")
    return 0


def _root(folder: Path) -> Path:
    """Return the nearest folder upwards that has a store or is the top of a repository, else `folder`."""
    for candidate in (folder, *folder.parents):
        if any((candidate / name).exists() for name in (".gnut", ".git")):
            return candidate
    return folder
