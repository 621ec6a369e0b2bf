"""What the tests of reading ask of a report."""

from __future__ import annotations

from typing import Any

from gnut.ingest.contract import Extraction, Unit
from gnut.ingest.core import ingest, profile
from gnut.model import Report

X, Y, Z = "https://x.example/a", "https://y.example/b", "https://z.example/c"


def read(
    text: str | bytes,
    chosen: str | dict[str, Any] | None = None,
    *,
    path: str = "docs/report.md",
    companions: tuple[tuple[str, bytes], ...] = (),
) -> Extraction:
    body = text.encode() if isinstance(text, str) else text
    return ingest(Report(path, body, companions), profile(chosen))


def bound(extraction: Extraction) -> list[tuple[str, tuple[str | None, ...]]]:
    """(excerpt, sources that may hold it) of every binding, in reading order."""
    return [
        (one.excerpt.text, tuple(unit.citations[target].uri for target in one.targets))
        for unit in extraction.units
        for one in unit.bindings
    ]


def cited(extraction: Extraction) -> list[str | None]:
    return [one.uri for unit in extraction.units for one in unit.citations]


def broken(extraction: Extraction) -> list[str]:
    return [one.written for unit in extraction.units for one in unit.citations if one.broken]


def noted(extraction: Extraction) -> list[str]:
    return [one.reason for one in extraction.noted]


def texts(extraction: Extraction) -> list[str]:
    return [unit.text for unit in extraction.units]


def only(extraction: Extraction) -> Unit:
    (unit,) = extraction.units
    return unit
