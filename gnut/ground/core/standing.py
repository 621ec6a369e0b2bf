"""What the findings come to: whether a manifest is complete, and whether it passes."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.ground.contract import COMPLETE, NOT_VERIFIED, PARTIAL, Finding

GAPS = ("uncovered_sources", "unverifiable_freshness_sources", "missing_principals")
"""Lists of a detail that name what was left unproven."""


def status_of(findings: Iterable[Finding]) -> str:
    """Return `partial` when something declared was left unproven, `complete` otherwise.

    A failure whose coverage is full leaves a manifest complete; one beside a gap does not.
    """
    return PARTIAL if any(is_partial(each) for each in findings) else COMPLETE


def is_partial(finding: Finding) -> bool:
    """Return whether a finding says that something was left unproven."""
    detail = finding.detail
    return (
        finding.status == NOT_VERIFIED
        or detail.coverage_complete is False
        or any(getattr(detail, name) for name in GAPS)
        or NOT_VERIFIED in detail.by_source.values()
    )
