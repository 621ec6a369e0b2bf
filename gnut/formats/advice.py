"""The line that says what to type or to change, for each finding."""

from __future__ import annotations

from gnut.acquire.whys import KNOWN, remedy
from gnut.findings import BY_NAME
from gnut.formats.entries import Entry


def advice(entry: Entry, shown: str) -> str | None:
    """Return what to do about a finding, unescaped, or None for a found row.

    Args:
        entry: The finding.
        shown: The report's path as the reader can type it.
    """
    if entry.code is None:
        return None
    row = entry.row
    if row is not None and entry.name == "source_unavailable" and row.kind in KNOWN:
        return remedy(row.kind, shown, row.source.uri if row.source and row.source.uri else "URL")
    rule = BY_NAME.get(entry.name)
    return rule.help if rule else None
