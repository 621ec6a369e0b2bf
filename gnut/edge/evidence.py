"""Answers and sources that a command line names: texts, pages and PDFs as files, captures by id, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gnut.edge.files import read, standard_input, utf8
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import InputMissing, MalformedReport, Usage
from gnut.model import Absence, Fetched, Source, Uri

if TYPE_CHECKING:
    from gnut.edge.sources import Reader

ANSWER = 4 << 20
"""Most bytes of an answer."""

SOURCE = 64 << 20
"""Most bytes of a source file."""


def answer(world: World, named: str) -> str:
    """Return the text of an answer: of a file, or of standard input for `-`.

    Raises:
        InputMissing: It cannot be read.
        MalformedReport: It is not UTF-8.
    """
    body = standard_input(limit=ANSWER) if named == "-" else read(world.cwd / named, limit=ANSWER, shown=legible(named))
    return utf8(body, legible(named), error=MalformedReport, remedy="save the answer as UTF-8")


def sources(world: World, named: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return (id, visible text) of each source on a command line, `ID=FILE` or `FILE`, in order.

    A file may be text, HTML or PDF: it is read as a captured page is, in a limited child process.

    Raises:
        InputMissing: A file cannot be read, or holds no text.
        Usage: Two sources have one id.
    """
    from gnut.edge.sources import Reader

    found: dict[str, str] = {}
    reader = Reader()
    try:
        for each in named:
            name, path = _parted(world, each)
            if name in found:
                raise Usage(f"two sources have the id {name!r}", help="name them  --source a=FILE --source b=FILE")
            found[name] = _text(world, path, reader)
    finally:
        reader.close()
    return tuple(found.items())


def _parted(world: World, named: str) -> tuple[str, str]:
    """Return id and path of `ID=FILE`; a file whose whole name that is comes first."""
    name, mark, path = named.partition("=")
    if not mark or os.path.lexists(world.cwd / named):
        return named, named
    if not name or not path:
        raise Usage(f"{named!r} names no source", help="write  --source ID=FILE")
    return name, path


def _text(world: World, path: str, reader: Reader) -> str:
    body = read(world.cwd / path, limit=SOURCE, shown=legible(path))
    if not body.strip():
        return ""
    found = reader(Fetched(Uri(f"file:{legible(path)}"), path, 200, None, body, (), supplied=False))
    if isinstance(found, Absence):
        raise InputMissing(f"{legible(path)}: {found.detail or found.why}", help="name a text, HTML or PDF file")
    assert isinstance(found, Source)
    return found.text
