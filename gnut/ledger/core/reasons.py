"""Why a row stands in its bucket: the first reason that applies, in the order of the contract."""

from __future__ import annotations

from gnut.check.contract import Finding
from gnut.ingest.contract import Citation, Excerpt, Unit
from gnut.ledger.contract import Bucket
from gnut.model import Absence, Source, Uri
from gnut.text.anchor.contract import Outcome
from gnut.text.anchor.seek import too_short

COMPLETE = "complete"
"""Only in a complete window may absence be said; found is found in any but a hollow or empty one."""


def unconfirmed(finding: Finding, citation: Citation, excerpt: Excerpt | None, own_uri: Uri | None) -> str | None:
    """Return the reason why a citation is unconfirmed, or None when its excerpt is found.

    Order of the clauses: docs/ledger.md, also `ledger.contract.UNCONFIRMED`.
    """
    if citation.broken is not None:
        return "broken_citation"
    if own_uri is not None and citation.uri == own_uri:
        return "self_citation"
    if citation.unresolvable or citation.uri is None:
        return "unresolvable_source"
    if not isinstance(finding.acquired, Source):
        return "source_unavailable"
    if excerpt is None or finding.anchor is None:
        return "locator_only" if _names_a_place(citation) else "no_excerpt"
    return _of_anchor(finding, finding.acquired, excerpt)


def _of_anchor(finding: Finding, source: Source, excerpt: Excerpt) -> str | None:
    anchor = finding.anchor
    assert anchor is not None
    if anchor.outcome is Outcome.FOUND:
        if not finding.located:
            return "locator_mismatch"
        return "too_short" if too_short(excerpt.text, anchor.occurrences) else None
    if finding.hidden:
        return "found_hidden_only"
    if anchor.outcome is Outcome.AMBIGUOUS:
        return "excerpt_altered" if anchor.alterations else "ambiguous"
    if finding.elsewhere is not None:
        return "wrong_source"
    return "excerpt_not_found" if source.truncation == COMPLETE else "evidence_window_incomplete"


def _names_a_place(citation: Citation) -> bool:
    """Return whether the author named a place inside the source; an element id alone is navigation."""
    return citation.locator is not None and not citation.locator.startswith("#")


def kind_of(finding: Finding) -> str | None:
    """Return the kind of `source_unavailable`."""
    return finding.acquired.why if isinstance(finding.acquired, Absence) else None


def own_reasoning(unit: Unit) -> str:
    """Return the split of a unit that cites nothing."""
    if unit.declared_analysis or unit.provenance in ("recommendation", "open_question"):
        return "declared"
    return "numeric" if unit.numeric else "narrative"


def bucket_of(reason: str | None) -> Bucket:
    """Return the bucket of a cited row."""
    return Bucket.EXCERPT_FOUND if reason is None else Bucket.CITATION_UNCONFIRMED
