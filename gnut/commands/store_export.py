"""`gnut store export`: captures as a web archive that others read without gnut."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge import terminal
from gnut.edge.failures import say
from gnut.edge.paths import legible
from gnut.edge.store import opened
from gnut.edge.unfinished import check_target, publish, unfinished
from gnut.edge.warc.records import Chosen, chosen, records
from gnut.edge.warc.write import packed, written
from gnut.edge.world import World
from gnut.errors import Usage

DAMAGED = 4


def export(world: World, names: Sequence[str], *, warc: str, history: bool, force: bool) -> int:
    """Write captures into a WARC file, and return the exit code.

    The file is there once it is complete. As with an exported run, it is not there at all when something that
    belongs into it is damaged.

    Args:
        world: Folders, and where the store is.
        names: Addresses, and reports for the sources that they cite; everything that the store holds when empty.
        warc: File to write, compressed when its name ends in `.gz`; `-` for standard output.
        history: Whether all captures are written, not only those in force.
        force: Whether an existing file is replaced.

    Returns:
        0 it is written, 4 something is damaged, and nothing was written.

    Raises:
        Usage: The file is there already, or is none that can be written to; or there is nothing to write.
        BadId: An address that was named has no snapshot.
        InputMissing: A report that was named is not there.
    """
    store = opened(world)
    path = None if warc == "-" else world.cwd / warc
    if path is not None:
        check_target(path, warc, force)
    found = chosen(world, store, names, history)
    damage = list(found.damage)
    if not found.captures and not damage:
        what = "what is named" if names else "anything"
        raise Usage(f"nothing to write: the store holds no snapshot of {what}", help="gnut acquire  takes snapshots")
    try:
        with unfinished(path) as (file, made):
            for record in records(store, found, damage.append):
                file.write(packed(written(record)) if warc.endswith(".gz") else written(record))
            if not damage:
                publish(file, made, path, warc, force)
    except OSError as error:
        error.filename, error.filename2 = warc, None
        raise
    for each in damage:
        say(str(each), each.help)
    if damage:
        terminal.note("nothing was written: what is damaged would be missing; name the sources that you need")
        return DAMAGED
    _sum_up(found, warc)
    return 0


def _sum_up(found: Chosen, warc: str) -> None:
    count = len(found.captures)
    sources = len({known.snapshot.uri for known in found.captures})
    said = f"{count} {'capture' if count == 1 else 'captures'} of {sources} {'source' if sources == 1 else 'sources'}"
    terminal.note(f"{said} written to {'standard output' if warc == '-' else legible(warc)}")
    if found.without:
        terminal.note(f"{found.without} cited {'source has' if found.without == 1 else 'sources have'} no snapshot")
