"""The line that says what to type or to change, for each finding."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.acquire.whys import KNOWN, remedy
from gnut.findings import BY_NAME
from gnut.formats.entries import Entry
from gnut.ledger.contract import Row


def advice(entry: Entry, shown: str, left_out: Mapping[str, str]) -> str | None:
    """Return what to do about a finding, unescaped, or None for a found row.

    Args:
        entry: The finding.
        shown: The report's path as the reader can type it.
        left_out: By source, what keeps `gnut acquire` from fetching it.
    """
    if entry.code is None:
        return None
    row = entry.row
    if row is not None and entry.name == "source_unavailable" and row.kind in KNOWN:
        uri = row.source.uri if row.source and row.source.uri else "URL"
        why = why_left(row, left_out)
        if why is not None:
            return (
                f"bring a copy:  gnut acquire --saved {uri}=FILE, or take out {why}, which keeps it from being fetched"
            )
        return remedy(row.kind, shown, uri)
    rule = BY_NAME.get(entry.name)
    return rule.help if rule else None


def why_left(row: Row, left_out: Mapping[str, str]) -> str | None:
    """Return what keeps a source without a snapshot from being fetched; None when nothing does."""
    if row.kind != "not_acquired" or row.source is None or row.source.uri is None:
        return None
    return left_out.get(row.source.uri)
