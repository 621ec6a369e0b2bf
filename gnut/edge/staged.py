"""Reports as the next commit will hold them: `gnut check --staged`, and the hook that git runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from gnut.config.globs import is_pattern, names
from gnut.edge.committed import held_target, in_view, is_excluded, unmerged
from gnut.edge.git.index import Index, head_of
from gnut.edge.git.repository import Place, place
from gnut.edge.paths import SUFFIXES, Target, legible
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, Usage


def staged(
    world: World, arguments: Sequence[str], reports: Sequence[str], exclude: Sequence[str]
) -> Iterator[Target | GnutError]:
    """Yield reports out of the index, or the refusals that stand in their places.

    Args:
        world: Where paths start from.
        arguments: Files, folders and patterns: what the index has under them, changed or not. Without any, the
            reports that the next commit adds or changes.
        reports: Patterns of the configuration that say which files are reports; without any, what ends as one.
        exclude: Patterns that are skipped; a file that is named itself is taken.

    Raises:
        Usage: An argument is no path.
        InputMissing: There is no repository, or its index cannot be read.
    """
    here = place(world)
    index = Index(here)
    seen: set[str] = set()
    found = (
        _named(world, here, index, arguments, exclude) if arguments else _changed(world, here, index, reports, exclude)
    )
    for one in found:
        key = one.path if isinstance(one, Target) else ""
        if not key or key not in seen:
            seen.add(key)
            yield one


def _named(
    world: World, here: Place, index: Index, arguments: Sequence[str], exclude: Sequence[str]
) -> Iterator[Target | GnutError]:
    for argument in arguments:
        if argument == "-" or not argument or "\0" in argument:
            raise Usage(f"--staged reads what git holds, and {argument!r} is no path there", help="name files")
        whole = Path(os.path.normpath(world.cwd / argument))
        if not whole.is_relative_to(here.top):
            yield InputMissing(f"{legible(argument)}: is not in this repository", help="name a file of it")
            continue
        inside = whole.relative_to(here.top).as_posix()
        yield from in_view(world, here, index, b"" if inside == "." else os.fsencode(inside), exclude)


def _changed(
    world: World, here: Place, index: Index, reports: Sequence[str], exclude: Sequence[str]
) -> Iterator[Target | GnutError]:
    def wanted(path: bytes) -> bool:
        return is_report(world, here.top / os.fsdecode(path), reports) and not is_excluded(world, index, path, exclude)

    for path in sorted(index.unmerged):
        if wanted(path):
            yield unmerged(legible(os.fsdecode(path)))
    try:
        for path, entry in index.changed(head_of(here), wanted):
            if entry.is_file:
                yield held_target(world, index, path, entry)
    except GnutError as error:
        yield error


def is_report(world: World, path: Path, reports: Sequence[str]) -> bool:
    """Say whether a file is one of the repository's reports.

    Args:
        world: The root that patterns count from.
        path: The file; it need not be there.
        reports: Files, folders and patterns of the configuration; without any, what ends as a report is one.
    """
    is_written = path.name.lower().endswith(SUFFIXES)
    if ".gnut" in path.parts:
        return False
    if not reports:
        return is_written
    if not path.is_relative_to(world.root):
        return False
    inside = legible(path.relative_to(world.root).as_posix())
    return any(_names(pattern.removeprefix("./").rstrip("/"), inside, is_written) for pattern in reports)


def _names(pattern: str, inside: str, is_written: bool) -> bool:
    """Say whether a pattern of the configuration names a file, as a search on disk would."""
    if pattern == inside:
        return True
    if is_pattern(pattern):
        return names(pattern, inside) and not _is_hidden(inside)
    below = inside if pattern in ("", ".") else inside.removeprefix(f"{pattern}/")
    return is_written and (below != inside or pattern in ("", ".")) and not _is_hidden(below)


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))
