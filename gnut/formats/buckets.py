"""The rows of a ledger as the cells of three tables, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.formats.judged import said as judged
from gnut.formats.markdown import TITLES
from gnut.ledger.contract import Bucket, Ledger, Row

SHORT = 160
"""Most characters of a text in a cell."""

HEADS = ("line", "row", "statement", "source", "what was seen")


def buckets(ledger: Ledger) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Yield the title and the cells of each bucket that holds a row; cells are not escaped yet."""
    for bucket in Bucket:
        rows = [row for row in ledger.rows if row.bucket is bucket]
        if rows:
            yield f"{TITLES[bucket]} ({len(rows)} of {len(ledger.rows)} rows)", [_cells(row) for row in rows]


def where(row: Row) -> str:
    """Return the line of a row, or its location in an artifact without lines."""
    return str(row.line) if row.line is not None else row.location or ""


def _cells(row: Row) -> tuple[str, ...]:
    source = (row.source.uri or row.source.written) if row.source else ""
    return (where(row), row.id, _short(row.text), _short(source), _seen(row))


def _seen(row: Row) -> str:
    said = [f"{row.code} " if row.code else "", (row.reason or "found").replace("_", " ")]
    if row.kind:
        said.append(f" ({row.kind})")
    if row.reason is None and row.anchor is not None and row.anchor.level:
        said.append(f" ({row.anchor.level.replace('_', ' ')})")
    own = next((finding for finding in row.findings if finding.name == row.reason), None)
    if own is not None:
        said.append(f": {_short(own.message)}")
    waived = f", waived: {_short(row.waived)}" if row.waived else ""
    marks = "".join(f"; {mark.name.replace('_', ' ')}" for mark in row.marks)
    marks += "".join(f"; {name} {word}" for name, word in judged(row))
    return "".join(said) + marks + waived + (", blocks" if row.gates else "")


def _short(text: str) -> str:
    return text if len(text) <= SHORT else text[: SHORT - 2] + " …"
