"""`gnut store export`: captures as a web archive that others read without gnut."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from gnut.edge import terminal
from gnut.edge.failures import say
from gnut.edge.modes import mask
from gnut.edge.paths import legible
from gnut.edge.store import opened
from gnut.edge.warc_records import Chosen, chosen, records
from gnut.edge.warc_write import packed, written
from gnut.edge.world import World
from gnut.errors import GnutError, Usage

if TYPE_CHECKING:
    from gnut_store.store import DiskStore

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
        Usage: The file is there already, or is none that can be written to.
        BadId: An address that was named has no snapshot.
        InputMissing: A report that was named is not there.
    """
    store = opened(world)
    if warc != "-":
        _check_target(world.cwd / warc, warc, force)
    found = chosen(world, store, names, history)
    damage = list(found.damage)
    with _made(world, warc) as file:
        for body in _bodies(store, found, damage):
            file.write(packed(body) if warc.endswith(".gz") else body)
        file.flush()
        for error in damage:
            say(str(error), error.help)
        if damage:
            terminal.note("nothing was written: what is damaged would be missing; name the sources that you need")
            return DAMAGED
        _publish(file, world, warc, force)
    _sum_up(found, warc)
    return 0


def _bodies(store: DiskStore, found: Chosen, damage: list[GnutError]) -> Iterator[bytes]:
    for record in records(store, found, damage.append):
        yield written(record)


def _made(world: World, warc: str) -> tempfile._TemporaryFileWrapper[bytes]:
    """Return the file to write to: beside its target, so that it can be put in place whole."""
    folder = None if warc == "-" else (world.cwd / warc).parent
    return tempfile.NamedTemporaryFile(dir=folder, prefix=".gnut-", delete=True)


def _check_target(path: Path, shown: str, force: bool) -> None:
    if not shown or "\0" in shown or path.is_dir():
        raise Usage(f"{legible(shown)!r}: not a file to write to", help="name a file that ends in .warc or .warc.gz")
    if os.path.lexists(path) and not (force and path.is_file()):
        raise Usage(f"{legible(shown)}: is there already", help="name another file, or add --force to replace it")
    if not path.parent.is_dir():
        raise Usage(f"{legible(shown)}: there is no such folder", help="make the folder first")


def _publish(file: tempfile._TemporaryFileWrapper[bytes], world: World, warc: str, force: bool) -> None:
    """Put a complete file in its place, durably; never over another one that came meanwhile."""
    if warc == "-":
        file.seek(0)
        sys.stdout.flush()
        _copy(file, sys.stdout.buffer)
        return
    path = world.cwd / warc
    os.fchmod(file.fileno(), 0o666 & ~mask())
    os.fsync(file.fileno())
    if force:
        # A second name is what is moved: the first one goes with the temporary file.
        beside = f"{file.name}.whole"
        os.link(file.name, beside)
        os.replace(beside, path)
    else:
        try:
            os.link(file.name, path)
        except FileExistsError:
            raise Usage(f"{legible(warc)}: is there already", help="add --force to replace it") from None
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy(source: tempfile._TemporaryFileWrapper[bytes], target: IO[bytes]) -> None:
    shutil.copyfileobj(source, target)
    target.flush()


def _sum_up(found: Chosen, warc: str) -> None:
    count = len(found.captures)
    sources = len({known.snapshot.uri for known in found.captures})
    said = f"{count} {'capture' if count == 1 else 'captures'} of {sources} {'source' if sources == 1 else 'sources'}"
    terminal.note(f"{said} written to {'standard output' if warc == '-' else legible(warc)}")
    if found.without:
        terminal.note(f"{found.without} cited {'source has' if found.without == 1 else 'sources have'} no snapshot")
