"""A folder of prompts, from which those that nobody has to answer any more are taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from pathlib import Path

KINDS = ("attack", "ruling")


def cleared(folder: Path, due: Collection[str], written: Iterable[tuple[str, bytes]]) -> tuple[int, tuple[str, ...]]:
    """Remove prompts that are not due, as far as they are byte for byte what was written.

    Args:
        folder: Of the prompts.
        due: Names of the prompts that are to be answered.
        written: Name and bytes of prompts that may have been written before.

    Returns:
        How many were removed; and the names of what else looks like a prompt and is not due, sorted. That stays:
        somebody wrote into it, or it asks about other tasks.

    Raises:
        OSError: The folder cannot be read or changed.
    """
    removed = 0
    for name, body in written:
        path = folder / name
        if name not in due and path.is_file() and not path.is_symlink() and _holds(path, body):
            path.unlink()
            removed += 1
    found = chain.from_iterable(folder.glob(f"[0-9][0-9][0-9]*-*.{kind}.md") for kind in KINDS)
    return removed, tuple(sorted(path.name for path in found if path.name not in due))


def _holds(path: Path, body: bytes) -> bool:
    return path.stat().st_size == len(body) and path.read_bytes() == body
