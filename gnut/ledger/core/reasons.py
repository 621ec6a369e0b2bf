"""Why a row stands in its bucket: the first reason that applies, in the order of the contract."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.check.contract import Finding
from gnut.ingest.contract import ANALYST, Citation, Excerpt, Unit
from gnut.ledger.contract import Bucket
from gnut.model import Absence, Source, Uri
from gnut.text.anchor.contract import Outcome
from gnut.text.anchor.seek import too_short

OWNED = (*ANALYST, "open_question")
"""Classes by which an author says that a claim comes from no source."""

OUTSIDE = ("external_evidence", "company_assertion")
"""Classes by which an author says that somebody else has said it."""

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
    """Return the split of a unit that cites nothing.

    The author owns what is marked as analysis, recommendation or open question. A mark of evidence from outside or
    of a company's word owns nothing: without a citation its figures are as undeclared as any.
    """
    if unit.declared_analysis or unit.provenance in OWNED:
        return "declared"
    return "numeric" if unit.numeric else "narrative"


def of_class(unit: Unit, *, cited: bool) -> Iterator[str]:
    """Yield what is worth saying of a unit's class: it moves no row to another bucket."""
    if unit.provenance == "analyst_calculation" and unit.calculation is None:
        yield "calculation_without_lineage"
    if not cited and unit.provenance in OUTSIDE:
        yield "evidence_without_citation"
    if cited and (unit.declared_analysis or unit.provenance in ANALYST):
        yield "cited_analysis"


def bucket_of(reason: str | None) -> Bucket:
    """Return the bucket of a cited row."""
    return Bucket.EXCERPT_FOUND if reason is None else Bucket.CITATION_UNCONFIRMED
