"""What a plain folder of packs needs beyond the client of object storage: no link followed, and writes that last."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from gnut_store.files import Files


def listed(folder: str) -> Iterator[str]:
    """Yield the paths below `packs/`, whatever lies there; none when there is no such folder.

    Raises:
        OSError: It cannot be read.
    """
    try:
        with os.scandir(f"{folder}/packs") as entries:
            yield from (f"packs/{entry.name}" for entry in entries)
    except FileNotFoundError:
        return


def make_durable(folder: str, paths: Iterable[str], files: Files) -> None:
    """Make what was put into a folder durable: the client leaves that to chance."""
    for path in paths:
        fd = files.open(f"{folder}/{path}")
        try:
            files.sync(fd)
        finally:
            files.close(fd)
    files.sync_folder(f"{folder}/packs")
    files.sync_folder(folder)
