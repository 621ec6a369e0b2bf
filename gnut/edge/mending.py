"""Where good copies of a store's lost packs may be had: the lines a person types, of those that can work here."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterator
from pathlib import Path

from gnut.edge.git.attested import is_tracked
from gnut.edge.git_files import Checkout, checkout
from gnut.errors import GnutError

NAMED = 3
"""Most packs that one line names; of more, the folder."""

CARRIED = ("refs/gnut/store", "refs/gnut/remotes")
"""Refs under which git carries a store that is handed on with `gnut sync`."""


def ways(cwd: Path, store: Path, lost: Collection[str], *, kept: bool = False) -> tuple[str, ...]:
    """Return what to type to bring lost packs back, in this order; the last line looks again.

    Args:
        cwd: Folder that the lines are typed in.
        store: The store's own folder.
        lost: Paths of lost packs, from that folder; none when nobody knows which packs held what is lost.
        kept: Whether a repair wrote what was good in them into other packs: a second copy, once they are back.
    """
    try:
        place = checkout(store.resolve().parent)
    except (GnutError, OSError):
        place = None
    lines = list(_lines(cwd, store, sorted(set(lost)), place))
    if not lines:
        what = lost_path(cwd, store, sorted(lost)[0]) if len(set(lost)) == 1 else "the packs"
        lines = [f"no good copy is known here: take {what} from another clone, a backup or an older commit; then"]
    again = "gnut fsck, then  gnut gc  to retire the second copy of what was kept" if kept else "gnut fsck"
    return (*lines, again)


def lost_path(cwd: Path, store: Path, path: str) -> str:
    """Return a file of the store as it is typed in a folder."""
    return shlex.quote(os.path.relpath(store / path, cwd))


def _lines(cwd: Path, store: Path, lost: list[str], place: Checkout | None) -> Iterator[str]:
    if place is None:
        return
    top = os.path.relpath(store.resolve(), place.top)
    tracked = [path for path in lost if is_tracked(place, os.path.normpath(f"{top}/{path}"))]
    if tracked:
        files = tracked if len(tracked) <= NAMED else sorted({os.path.dirname(path) for path in tracked})
        # From the index, where they were found: the newest commit need not have them yet.
        yield f"git checkout -- {' '.join(lost_path(cwd, store, path) for path in files)}"
    # What only this machine kept is not handed on.
    elsewhere = [path for path in lost if path not in tracked and not path.startswith("local/")]
    if (elsewhere or not lost) and _is_carried(place):
        yield "gnut sync pull"


def _is_carried(place: Checkout) -> bool:
    """Say, without git's library, whether a ref of the repository carries a store."""
    if any(os.path.lexists(place.shared / ref) for ref in CARRIED):
        return True
    try:
        return b" refs/gnut/" in (place.shared / "packed-refs").read_bytes()
    except OSError:
        return False
