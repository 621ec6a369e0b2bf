"""A report as it stands on disk, with the bibliographies beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from gnut.edge.files import read, standard_input
from gnut.edge.paths import Target, legible
from gnut.errors import GnutError
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
    """
    if target.file is None:
        return Report("-", standard_input(limit=limit), ())
    body = read(target.file, limit=limit, shown=target.shown)
    written = not target.path.lower().endswith((".html", ".htm", ".json"))
    companions = _beside(target.file, noted) if written and b"@" in body else ()
    return Report(target.path, body, companions)


def about(error: Exception, target: Target) -> Exception:
    """Return the error with the report's name in it, for those that cannot know it; a bug as it is."""
    if not isinstance(error, GnutError) or str(error).startswith((target.shown, target.path)):
        return error
    told = GnutError(f"{target.shown}: {error}", help=error.help, code=error.code)
    told.exit_code = error.exit_code
    return told


def _beside(report: Path, noted: Callable[[str], None]) -> tuple[tuple[str, bytes], ...]:
    found: list[tuple[str, bytes]] = []
    try:
        names = sorted(name for name in os.listdir(report.parent) if name.lower().endswith((".bib", ".json")))
    except OSError as error:
        noted(f"{legible(str(report.parent))}: bibliographies were not looked for: {error.strerror}")
        return ()
    for name in names:
        if name.startswith("."):
            continue
        if len(found) == BESIDE:
            noted(f"{legible(str(report.parent))}: more than {BESIDE} bibliographies, the rest is not read")
            break
        try:
            body = read(report.parent / name, limit=BIBLIOGRAPHY, shown=legible(name))
        except GnutError as error:
            noted(f"bibliography {error}")
            continue
        if name.lower().endswith(".bib") or _is_csl(body):
            found.append((legible(name), body))
    return tuple(found)


def _is_csl(body: bytes) -> bool:
    """Return whether a JSON file looks like CSL: a list (or an object with `references`) of items with an id."""
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] in (b"[", b"{") and b'"id"' in body and (b'"type"' in body or b'"title"' in body)
