"""What a ledger counts, and over which population."""

from __future__ import annotations

from gnut.ingest.contract import Extraction
from gnut.ledger.contract import Bucket, LineView, Population, Row
from gnut.model import Rate
from gnut.text.anchor.contract import Outcome as Anchored


def population(extraction: Extraction, rows: tuple[Row, ...]) -> Population:
    """Return how much of everything a report holds."""
    citations = [citation for unit in extraction.units for citation in unit.citations]
    return Population(
        lines=LineView(extraction.lines.included, dict(extraction.lines.excluded)),
        units=len(extraction.units),
        citations=len(citations),
        excerpts=sum(len(unit.bindings) for unit in extraction.units),
        sources=len({citation.uri for citation in citations if citation.uri is not None}),
        rows=len(rows),
    )


def rates(rows: tuple[Row, ...]) -> dict[str, Rate]:
    """Return the rates people ask for, each with what it is counted over."""
    cited = [row for row in rows if row.source is not None]
    sought = [row for row in cited if row.anchor is not None and row.excerpt is not None]
    found = sum(1 for row in cited if row.bucket is Bucket.EXCERPT_FOUND)
    exact = sum(
        1 for row in sought if row.bucket is Bucket.EXCERPT_FOUND and row.anchor and row.anchor.method == "exact"
    )
    readable = sum(1 for row in cited if row.source and row.source.window is not None)
    anchored = sum(1 for row in sought if row.anchor and row.anchor.outcome == Anchored.FOUND.value)
    return {
        "citation_coverage": Rate(len(cited), len(rows), "rows"),
        "source_accessibility": Rate(readable, len(cited), "cited rows"),
        "excerpts_found": Rate(found, len(cited), "cited rows"),
        "excerpts_anchored": Rate(anchored, len(sought), "rows with an excerpt and a readable source"),
        "excerpts_exact": Rate(exact, len(sought), "rows with an excerpt and a readable source"),
        "excerpts_fuzzy": Rate(0, len(sought), "rows with an excerpt and a readable source"),
    }
