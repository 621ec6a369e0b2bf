"""The line that says what to type or to change, for each finding."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote

from gnut.acquire.whys import known, remedy
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
    if row is not None and entry.name == "source_unavailable" and known(row.kind or "") is not None:
        return _to_have(entry, row, quote(shown), left_out)
    if row is not None and entry.name in NOT_THERE and any(mark.name == "redirected_home" for mark in row.marks):
        # What the front page says is nobody's business here: the cited page was not seen.
        return BY_NAME["redirected_home"].help
    rule = BY_NAME.get(entry.name)
    return rule.help if rule else None


NOT_THERE = ("excerpt_not_found", "excerpt_altered", "ambiguous", "evidence_window_incomplete", "found_hidden_only")
"""Findings of an excerpt that does not stand where it was looked for."""


def _to_have(entry: Entry, row: Row, report: str, left_out: Mapping[str, str]) -> str | None:
    """Return how a source that could not be had is had."""
    uri = row.source.uri if row.source and row.source.uri else "URL"
    if uri.startswith("file:") and row.kind == "blocked_target":
        return "cite a file of this repository that git may show to others"
    why = why_left(row, left_out)
    if why is not None and row.kind == "not_acquired":
        return (
            f"bring a copy:  gnut acquire --saved {quote(uri)}=FILE, "
            f"or take out {why}, which keeps it from being fetched"
        )
    said = remedy(row.kind or "", report, quote(uri), entry.message)
    return said if why is None else f"{said}; take out {why} first, which keeps it from being fetched again"


def why_left(row: Row, left_out: Mapping[str, str]) -> str | None:
    """Return what keeps a source that could not be had from being fetched; None when nothing does."""
    if row.kind is None or row.source is None or row.source.uri is None:
        return None
    return left_out.get(row.source.uri)
