"""What matching found of each claim, in the closed words of a receipt."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.account.records import VERIFICATION, Verification
from gnut.check.contract import Finding
from gnut.ingest.contract import Excerpt, Extraction, Unit
from gnut.model import Absence, Source, Uri
from gnut.text.anchor.contract import Anchor, Outcome
from gnut.text.fold import folded
from gnut.text.words import tokens

NOT_ASSESSED = "not_assessed"
"""Matching says nothing of support; another record does."""


def verifications(
    extraction: Extraction, findings: tuple[Finding, ...], acquired: Mapping[Uri, object]
) -> tuple[Verification, ...]:
    """Return one verification a finding, in its order.

    Args:
        extraction: The artifact, read.
        findings: What was found.
        acquired: By their identity, the sources that were acquired: a citation of another one is of the report
            itself.
    """
    return tuple(_verification(extraction.units[each.unit], each, acquired) for each in findings)


def _verification(unit: Unit, finding: Finding, acquired: Mapping[Uri, object]) -> Verification:
    anchor = finding.anchor
    return Verification(
        schema=VERIFICATION,
        anchor=None if anchor is None else anchor.outcome.value,
        method=_method(unit, finding, acquired),
        level=None if anchor is None or anchor.level is None else anchor.level.value,
        parts=() if anchor is None else anchor.parts,
        occurrences=0 if anchor is None else anchor.occurrences,
        alterations=() if anchor is None else anchor.alterations,
        hidden=finding.hidden,
        located=finding.located,
        elsewhere=finding.elsewhere,
        marks=finding.marks,
        support=NOT_ASSESSED,
        failure=finding.acquired.why if isinstance(finding.acquired, Absence) else None,
        calculation=finding.calculation,
    )


def _method(unit: Unit, finding: Finding, acquired: Mapping[Uri, object]) -> str:
    if finding.citation is None:
        return "no_source" if unit.provenance == "unclassified" else "provenance"
    citation = unit.citations[finding.citation]
    if citation.unresolvable:
        return "unresolvable"
    if citation.broken is not None or citation.uri is None or citation.uri not in acquired:
        return "broken"
    if not isinstance(finding.acquired, Source):
        return "fetch_failed"
    if finding.anchor is None:
        # An element id alone is navigation, as in the ledger.
        named = citation.locator is not None and not citation.locator.startswith("#")
        return "locator" if named else "no_excerpt"
    excerpt = None if finding.binding is None else unit.bindings[finding.binding].excerpt
    return _matched(finding.anchor, excerpt)


def _matched(anchor: Anchor, excerpt: Excerpt | None) -> str:
    match anchor.outcome:
        case Outcome.FOUND:
            return "exact" if anchor.method == "exact" else "normalised"
        case Outcome.AMBIGUOUS:
            return "located"
        case Outcome.NOT_FOUND:
            return "absent" if excerpt is None or tokens(folded(excerpt.text)) else "empty"
