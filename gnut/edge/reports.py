"""A report as it stands on disk or in git, with the bibliographies beside it there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from gnut.edge.files import is_pointer, read, standard_input
from gnut.edge.paths import Target, legible
from gnut.errors import GnutError, MalformedReport
from gnut.model import Report

BESIDE = 50
"""Most bibliographies that are read from one folder."""

BIBLIOGRAPHY = 8 * 1024 * 1024
"""Most bytes of one."""


def report_at(target: Target, *, limit: int, noted: Callable[[str], None]) -> Report:
    """Return the report that `target` names.

    Bibliographies are looked for only if the report is Markdown and holds an `@`, which every citation key begins
    with: a rendered page has its citations written out, a structured artifact names its sources.

    Args:
        target: Where it stands.
        limit: Most bytes of the report.
        noted: Told of each bibliography that could not be read.

    Raises:
        InputMissing: It is not there, not a file, or may not be read.
        ReportTooLarge: It is over `limit`.
        MalformedReport: A pointer of git LFS stands in its place (code `lfs_pointer`).
    """
    if target.file is None:
        return Report("-", standard_input(limit=limit), ())
    held = target.held
    body = read(target.file, limit=limit, shown=target.shown) if held is None else held.body(limit, target.shown)
    if is_pointer(body):
        raise MalformedReport(
            f"{target.shown}: is a pointer of git LFS, not the report",
            help="fetch it with  git lfs pull, and check the file in the work tree",
            code="lfs_pointer",
        )
    written = not target.path.lower().endswith((".html", ".htm", ".json"))
    return Report(target.path, body, _beside(target, target.file, noted) if written and b"@" in body else ())


def about(error: Exception, target: Target) -> Exception:
    """Return the error with the report's name in it, for those that cannot know it; a bug as it is."""
    if not isinstance(error, GnutError) or str(error).startswith((target.shown, target.path)):
        return error
    told = GnutError(f"{target.shown}: {error}", help=error.help, code=error.code)
    told.exit_code = error.exit_code
    return told


def _beside(target: Target, report: Path, noted: Callable[[str], None]) -> tuple[tuple[str, bytes], ...]:
    found: list[tuple[str, bytes]] = []
    held = target.held
    try:
        there = os.listdir(report.parent) if held is None else held.beside()
    except OSError as error:
        noted(f"{legible(str(report.parent))}: bibliographies were not looked for: {error.strerror}")
        return ()
    names = sorted(name for name in there if name.lower().endswith((".bib", ".json")))
    for name in names:
        if name.startswith("."):
            continue
        if len(found) == BESIDE:
            noted(f"{legible(str(report.parent))}: more than {BESIDE} bibliographies, the rest is not read")
            break
        try:
            if held is None:
                body = read(report.parent / name, limit=BIBLIOGRAPHY, shown=legible(name))
            else:
                body = held.sibling(name, BIBLIOGRAPHY, legible(name))
        except GnutError as error:
            noted(f"bibliography {error}")
            continue
        if is_pointer(body):
            noted(f"bibliography {legible(name)}: is a pointer of git LFS: git lfs pull fetches the file")
        elif name.lower().endswith(".bib") or _is_csl(body):
            found.append((legible(name), body))
    return tuple(found)


def _is_csl(body: bytes) -> bool:
    """Return whether a JSON file looks like CSL: a list (or an object with `references`) of items with an id."""
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] in (b"[", b"{") and b'"id"' in body and (b'"type"' in body or b'"title"' in body)
