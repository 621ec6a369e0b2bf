"""Files that a command writes because a person named them: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from gnut.edge.modes import mask
from gnut.edge.paths import legible
from gnut.errors import Usage


def write(folder: Path, name: str, body: bytes) -> None:
    """Write `body` to the file called `name`, in place of what is there.

    A pipe or a device is written to as it is; a file is put in place once it is complete, so that nobody
    reads half of it.

    Args:
        folder: Where a relative name starts from.
        name: As typed.
        body: All of it.

    Raises:
        Usage: `name` is a folder, or no file name.
        OSError: The disk or a permission refuses; it bears the name as typed.
    """
    if not name or "\0" in name or (folder / name).is_dir():
        raise Usage(f"{legible(name)!r}: not a file to write to", help="name a file")
    try:
        _write(folder / name, body)
    except OSError as error:
        error.filename, error.filename2 = name, None
        raise


def _write(path: Path, body: bytes) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(body)
        return
    # A link is followed, as a shell's redirection does.
    path = Path(os.path.realpath(path))
    descriptor, made = tempfile.mkstemp(dir=path.parent, prefix=".gnut-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~mask())
            file.write(body)
            file.flush()
            os.fsync(descriptor)  # Else a machine that stops may keep the name and lose the bytes.
        os.replace(made, path)
    except BaseException:
        os.unlink(made)
        raise
