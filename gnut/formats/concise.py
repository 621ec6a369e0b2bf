"""One line a finding: `path:line:column: CODE message`, as compilers do; without lines `path: claims[0] (c1): …`."""

from __future__ import annotations

from collections.abc import Callable

from gnut.formats.entries import Entry, entries
from gnut.formats.escape import one_line, path
from gnut.ledger.contract import CheckReport


def render(checked: CheckReport, *, verbose: bool = False, shown: Callable[[str], str] = str) -> str:
    """Return the findings, one a line, each line ended.

    Args:
        checked: What was checked.
        verbose: Also print what is allowed, notes and found rows.
        shown: From a report's path to the one that the reader can open.
    """
    return "".join(f"{head(entry, shown)}\n" for entry in entries(checked, verbose=verbose))


def head(entry: Entry, shown: Callable[[str], str] = str) -> str:
    """Return the line of one finding; what does not block says so after its code."""
    said = "" if entry.severity == "error" else f"{entry.severity}: "
    return f"{place(entry, shown)}: {entry.code or 'OK'} {said}{one_line(entry.message)}"


def place(entry: Entry, shown: Callable[[str], str] = str) -> str:
    """Return `path:line:column`, or `path: location (row)` of an artifact without lines, escaped."""
    name = path(shown(entry.path))
    if entry.line is not None:
        return f"{name}:{entry.line}:{entry.column}"
    spot = where(entry)
    return f"{name}: {one_line(spot)}" if spot else name


def where(entry: Entry) -> str:
    """Return the location with the row's id, since several rows may share a block; not escaped, maybe empty."""
    parts = [entry.location or "", f"({entry.row.id})" if entry.row is not None else ""]
    return " ".join(part for part in parts if part)
