"""Files that a command writes in steps: put in their place once they are complete, and over nothing unasked."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from gnut.edge.modes import mask
from gnut.edge.paths import legible
from gnut.errors import Usage


@contextmanager
def unfinished(path: Path | None) -> Iterator[tuple[IO[bytes], str]]:
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


def check_target(path: Path, shown: str, force: bool) -> None:
    """Refuse a name that no file can be put under.

    Args:
        path: Where.
        shown: As typed.
        force: Whether an existing file is replaced.

    Raises:
        Usage: It is one.
    """
    if not shown or "\0" in shown or path.is_dir():
        raise Usage(f"{legible(shown)!r}: not a file to write to", help="name a file that ends in .warc or .warc.gz")
    if os.path.lexists(path) and not (force and path.is_file()):
        raise Usage(f"{legible(shown)}: is there already", help="name another file, or add --force to replace it")
    if not path.parent.is_dir():
        raise Usage(f"{legible(shown)}: there is no such folder", help="make the folder first")


def publish(file: IO[bytes], made: str, path: Path | None, shown: str, force: bool) -> None:
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
            check_target(path, shown, force)
            os.rename(made, path)
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
