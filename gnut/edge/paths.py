"""The reports that a command line names: files, folders, patterns, standard input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnut.config.globs import excluded, is_pattern, names
from gnut.edge.world import World, root_of
from gnut.errors import GnutError, InputMissing, MalformedReport
from gnut.text.patterns import lazy

if TYPE_CHECKING:
    from gnut.edge.committed import Held

SUFFIXES = (".md", ".markdown", ".qmd", ".mdx")
"""What a report's name ends in, when a folder is searched: HTML and JSON are read only when they are named, for
most such files in a repository are saved sources, data and settings."""

MOST = 100_000
"""Most files that a folder is searched for."""

_SPELLED = lazy(r"\\x([89a-f][0-9a-f])")


class Target(NamedTuple):
    """One report to read."""

    file: Path | None
    """None for standard input; of a report that git holds, where it would stand."""

    path: str
    """From the root of its repository, with `/`; `-` for standard input."""

    shown: str
    """As the reader can open it from the current folder."""

    root: Path
    """Root of the repository that it stands in."""

    held: Held | None = None
    """Where git holds it; None for a report that is read from disk."""


def targets(world: World, arguments: Sequence[str], exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    """Yield each report once, in the order named, or the refusal that stands in its place.

    Args:
        world: Where the paths start from.
        arguments: Files, folders, patterns, `-`, or `REVISION:PATH` of what git holds.
        exclude: Patterns that are skipped in folders and patterns; a file that is named itself is taken.
    """
    seen: set[str] = set()
    for argument in arguments:
        for found in _named(world, argument, exclude):
            key = "-" if isinstance(found, Target) and found.file is None else ""
            if isinstance(found, Target) and found.file is not None:
                key = os.path.realpath(found.file) if found.held is None else f":{found.shown}"
            if not key or key not in seen:
                seen.add(key)
                yield found


def _named(world: World, argument: str, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    if argument == "-":
        yield Target(None, "-", "-", world.root)
        return
    if not argument or "\0" in argument:
        yield InputMissing(f"{argument!r}: not a file name", help="name a report, a folder, or - for stdin")
        return
    if (address := _address(world, argument)) is not None:
        yield InputMissing(f"{address}: an address, and no report", help=f"gnut acquire --url {address}")
        return
    path = world.cwd / argument
    if path.is_dir():
        yield from _in_folder(world, path, argument, exclude)
        return
    if ":" in argument and not os.path.lexists(path):
        from gnut.edge.committed import in_git

        held = in_git(world, argument, exclude)
        if held is not None:
            yield from held
            return
    if is_pattern(argument) and not os.path.lexists(path):
        yield from _matching(world, argument, exclude)
    else:
        yield _report(world, path, argument)


def _address(world: World, argument: str) -> str | None:
    """Return an address that was given as a report, quoted for a shell; None for what may be a path."""
    from gnut.text.identifiers import addressed

    known = "://" in argument or addressed(argument) is not None
    if not known or os.path.lexists(world.cwd / argument):
        return None
    from shlex import quote

    from gnut.formats.addresses import bare

    return quote(legible(bare(argument)))


def _report(world: World, path: Path, argument: str) -> Target | GnutError:
    """Return the report at `path`; a refusal for a name that ends in what no reader takes, before it is opened."""
    from gnut.ingest.core.kinds import kind_of

    try:
        kind_of(path.name)
    except MalformedReport as error:
        return MalformedReport(f"{legible(argument)}: {error}", help=error.help, code=error.code)
    return target(world, path)


def _in_folder(world: World, folder: Path, argument: str, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    found = list(_walk(world, folder, exclude, lambda path: path.suffix.lower() in SUFFIXES))
    if not found:
        yield InputMissing(
            f"{legible(argument)}: no reports in this folder",
            help=f"reports end in {' '.join(SUFFIXES)}; hidden and excluded folders are skipped, and HTML and JSON "
            "files are read when they are named",
        )
    yield from found


def _matching(world: World, pattern: str, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    parts = pattern.split("/")
    fixed = next(index for index, part in enumerate(parts) if is_pattern(part))
    base = world.cwd / "/".join(parts[:fixed] or ["."]) if not pattern.startswith("/") else Path("/", *parts[:fixed])
    rest = "/".join(parts[fixed:])

    def wanted(path: Path) -> bool:
        return names(legible(rest), legible(path.relative_to(base).as_posix()))

    found = list(_walk(world, base, exclude, wanted)) if base.is_dir() else []
    if not found:
        yield InputMissing(
            f"{legible(pattern)}: no file matches this pattern", help="** stands for any number of folders"
        )
    yield from found


def _walk(
    world: World, folder: Path, exclude: Sequence[str], wanted: Callable[[Path], bool]
) -> Iterator[Target | GnutError]:
    """Yield the reports below `folder`, sorted; hidden and excluded names and links out of the root are not entered."""
    met = 0
    for here, folders, files in os.walk(folder):
        base = Path(here)
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and not _skipped(world, base / name, exclude)
        )
        for name in sorted(files):
            met += 1
            if met > MOST:
                yield InputMissing(f"{legible(str(folder))}: more than {MOST:,} files", help="name a smaller folder")
                return
            path = base / name
            if name.startswith(".") or not wanted(path) or _skipped(world, path, exclude):
                continue
            made = target(world, path)
            if not path.is_symlink() or Path(os.path.realpath(path)).is_relative_to(os.path.realpath(made.root)):
                yield made


def _skipped(world: World, path: Path, exclude: Sequence[str]) -> bool:
    return (
        bool(exclude)
        and path.is_relative_to(world.root)
        and excluded(exclude, legible(path.relative_to(world.root).as_posix()))
    )


def target(world: World, path: Path) -> Target:
    """Return the report at `path` with the repository that it belongs to.

    A report outside the repository of the current folder, or without one, belongs to the nearest one
    around itself.
    """
    path = Path(os.path.normpath(path))
    shown = legible(os.path.relpath(path, world.cwd) if path.is_relative_to(world.cwd) else str(path))
    marked = any((world.root / name).exists() for name in (".gnut", ".git"))
    root = world.root if marked and path.is_relative_to(world.root) else root_of(path.parent)
    return Target(path, legible(path.relative_to(root).as_posix()), shown, root)


def legible(name: str) -> str:
    r"""Return a file name as text: bytes that are not UTF-8 are spelled `\xff`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def unspelled(name: str) -> bytes:
    r"""Return the bytes of a name of which `legible` spelled some as `\xff`; a name may hold that as it is, too."""
    spelled = _SPELLED.sub(lambda byte: chr(0xDC00 + int(byte[1], 16)), name)
    return spelled.encode("utf-8", "surrogateescape")


def native(name: str) -> str:
    """Return a name that is text, from a report or a file, as the file system has it: in UTF-8, whatever the locale.

    Raises:
        UnicodeEncodeError: It holds half a character.
    """
    return os.fsdecode(name.encode("utf-8"))
