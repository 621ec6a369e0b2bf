"""`gnut fsck`: is every byte of the store what its name says?"""

from __future__ import annotations

from gnut.edge import terminal
from gnut.edge.store import folder
from gnut.edge.world import World
from gnut.formats import escape
from gnut_store.fsck import fsck as examine

DAMAGED = 4


def fsck(world: World, *, quick: bool, connectivity: bool) -> int:
    """Print every fault of the store, one a line; 4 if there is any.

    Raises:
        NoStore: There is no store.
    """
    faults = examine(folder(world), quick=quick, connectivity=connectivity)
    for fault in faults:
        terminal.out(f"{fault.code} {fault.kind} {escape.path(fault.path)}: {escape.terminal(fault.detail)}\n")
    if faults:
        files = len({fault.path for fault in faults})
        words = ("fault" if len(faults) == 1 else "faults", "file" if files == 1 else "files")
        terminal.note(f"{len(faults)} {words[0]} in {files} {words[1]} of the store")
        return DAMAGED
    terminal.note("The store is sound")
    return 0
