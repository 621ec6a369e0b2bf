"""`gnut store export`: captures as a web archive that others read without gnut."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from gnut.edge import terminal
from gnut.edge.failures import say
from gnut.edge.modes import mask
from gnut.edge.paths import legible
from gnut.edge.store import opened
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
        Usage: The file is there already, or is none that can be written to.
        BadId: An address that was named has no snapshot.
        InputMissing: A report that was named is not there.
    """
    store = opened(world)
    path = None if warc == "-" else world.cwd / warc
    if path is not None:
        _check_target(path, warc, force)
    found = chosen(world, store, names, history)
    damage = list(found.damage)
    try:
        with _made(path) as (file, made):
            for record in records(store, found, damage.append):
                file.write(packed(written(record)) if warc.endswith(".gz") else written(record))
            if not damage:
                _publish(file, made, path, warc, force)
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


@contextmanager
def _made(path: Path | None) -> Iterator[tuple[IO[bytes], str]]:
    """Yield the file to write to and its name: beside its target, to be put in place whole; gone afterwards."""
    if path is None:
        with tempfile.TemporaryFile() as file:
            yield file, ""
        return
    descriptor, made = tempfile.mkstemp(dir=path.parent, prefix=".gnut-")
    try:
        with os.fdopen(descriptor, "w+b") as file:
            os.fchmod(descriptor, 0o666 & ~mask())
            yield file, made
    finally:
        with suppress(FileNotFoundError):
            os.unlink(made)


def _check_target(path: Path, shown: str, force: bool) -> None:
    if not shown or "\0" in shown or path.is_dir():
        raise Usage(f"{legible(shown)!r}: not a file to write to", help="name a file that ends in .warc or .warc.gz")
    if os.path.lexists(path) and not (force and path.is_file()):
        raise Usage(f"{legible(shown)}: is there already", help="name another file, or add --force to replace it")
    if not path.parent.is_dir():
        raise Usage(f"{legible(shown)}: there is no such folder", help="make the folder first")


def _publish(file: IO[bytes], made: str, path: Path | None, shown: str, force: bool) -> None:
    """Put a complete file in its place, durably; never over another one that came meanwhile.

    Raises:
        Usage: Another one came.
    """
    file.flush()
    if path is None:
        file.seek(0)
        sys.stdout.flush()
        shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    os.fsync(file.fileno())
    if force:
        os.replace(made, path)
    else:
        try:
            os.link(made, path)
        except FileExistsError:
            raise Usage(f"{legible(shown)}: is there already", help="add --force to replace it") from None
        except OSError:  # A file system without second names.
            _check_target(path, shown, force)
            os.rename(made, path)
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sum_up(found: Chosen, warc: str) -> None:
    count = len(found.captures)
    sources = len({known.snapshot.uri for known in found.captures})
    said = f"{count} {'capture' if count == 1 else 'captures'} of {sources} {'source' if sources == 1 else 'sources'}"
    terminal.note(f"{said} written to {'standard output' if warc == '-' else legible(warc)}")
    if found.without:
        terminal.note(f"{found.without} cited {'source has' if found.without == 1 else 'sources have'} no snapshot")
