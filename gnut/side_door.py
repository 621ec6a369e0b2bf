"""The plain lines of the store that need not go through typer: programs call them often, and with much.

Loading typer costs five times a bare interpreter. A line that is not understood to the last word goes to
`gnut.cli`, which has the one definition of the options; tests/cli/test_side_door.py holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def plain_store(arguments: Sequence[str]) -> Callable[[], int] | None:
    """Return what a plain line of `store` or `fsck` does; None for any other line."""
    rest = list(arguments)
    folder = None
    if len(rest) > 1 and rest[0] == "-C":
        folder, rest = rest[1], rest[2:]
    match rest:
        case ["fsck"]:
            return lambda: _fsck(folder, quick=False)
        case ["fsck", "--quick"]:
            return lambda: _fsck(folder, quick=True)
        case ["store", "add", "--porcelain", *paths] if paths and _plain(paths):
            return lambda: _add(folder, paths, porcelain=True)
        case ["store", "add", *paths] if paths and _plain(paths):
            return lambda: _add(folder, paths, porcelain=False)
        case ["store", "cat", "--batch"]:
            return lambda: _batch(folder, contents=True)
        case ["store", "cat", "--batch-check"]:
            return lambda: _batch(folder, contents=False)
        case ["store", "cat", oid] if _plain([oid]):
            return lambda: _cat(folder, oid)
    return None


def _plain(words: Sequence[str]) -> bool:
    """Say whether no word is an option."""
    return not any(word.startswith("-") for word in words)


def _fsck(folder: str | None, *, quick: bool) -> int:
    from gnut.commands.fsck import fsck
    from gnut.edge.world import world

    return fsck(world(folder), quick=quick, connectivity=False)


def _add(folder: str | None, paths: list[str], *, porcelain: bool) -> int:
    from gnut.commands.store import add
    from gnut.edge.world import world

    return add(world(folder), paths, porcelain=porcelain, tier="team")


def _batch(folder: str | None, *, contents: bool) -> int:
    from gnut.commands.store_batch import cat_batch
    from gnut.edge.world import world

    return cat_batch(world(folder), contents=contents)


def _cat(folder: str | None, oid: str) -> int:
    from gnut.commands.store import cat
    from gnut.edge.world import world

    return cat(world(folder), oid)
