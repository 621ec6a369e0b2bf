"""Whether the evidence that a manifest stores backs its findings.

Citations, refusals and coverage follow from what is stored, and are judged once more. Of access and of ages a part is
stored: not who is entitled to what, and of the times the oldest alone. There a finding is refused that no evidence
could have come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from gnut.ground.contract import (
    FINDINGS,
    MUST_FIX,
    NOT_VERIFIED,
    PASS,
    PROTECTED,
    UNPROVEN_MODELS,
    AclEvidence,
    Detail,
    Finding,
    KnowledgeSource,
    Manifest,
    ManifestValidationError,
)
from gnut.ground.core import acl, citations, freshness, refusal
from gnut.ground.core.cadences import window
from gnut.ground.core.grouping import by_source
from gnut.ground.core.shapes import folded
from gnut.text.times import instant


def require_backed(manifest: Manifest) -> None:
    """Refuse a manifest whose findings are not what its evidence tells, as far as it tells.

    Args:
        manifest: With the four findings in order, of declared sources.

    Raises:
        ManifestValidationError: With the path of what is told otherwise.
    """
    access, cited, refused, fresh = manifest.findings
    _require_access(manifest, access)
    _require_same(cited, citations.judged(manifest.sources, manifest.citation_evidence))
    _require_same(refused, refusal.assess_refusal(manifest.sources, manifest.refusal_evidence))
    _require_fresh(manifest, fresh)


def _contradicted(finding: Finding, name: str) -> NoReturn:
    path = f"findings[{FINDINGS.index(finding.id)}].detail.{name}"
    raise ManifestValidationError("is not what the evidence tells", path=path)


def _require_same(finding: Finding, told: Finding) -> None:
    reason, *lists = Detail.__struct_fields__
    for name in (*lists, reason):
        if getattr(finding.detail, name) != getattr(told.detail, name):
            _contradicted(finding, name)


def _require_access(manifest: Manifest, finding: Finding) -> None:
    guarded = [each for each in manifest.sources if each.permission_model in (PROTECTED, *UNPROVEN_MODELS)]
    if not guarded:
        _require_same(finding, Finding(finding.id, PASS, Detail("no-acl-protected-sources")))
        return
    detail, probed = finding.detail, by_source(manifest.acl_evidence)
    statuses = dict(detail.by_source) if len(guarded) > 1 else {guarded[0].id: finding.status}
    if statuses.keys() != {each.id for each in guarded} or (detail.by_source and len(guarded) == 1):
        _contradicted(finding, "by_source")
    bare = {each.id for each in guarded if each.permission_model != PROTECTED or each.id not in probed}
    if detail.uncovered_sources != tuple(sorted(bare)):
        _contradicted(finding, "uncovered_sources")
    given = {id for each in guarded if each.id not in bare for run in probed[each.id] for id in run.document_ids}
    if not given.issuperset(detail.leaked_document_ids):
        _contradicted(finding, "leaked_document_ids")
    gaps = {each.id for each in guarded if each.id in bare or _is_gap(each, probed[each.id])}
    for id, status in statuses.items():
        if (status == PASS and id in gaps) or (status != NOT_VERIFIED and id in bare):
            _contradicted(finding, "by_source" if detail.by_source else "reason")
    if finding.status == MUST_FIX and gaps and detail.coverage_complete is None:
        _contradicted(finding, "coverage_complete")
    worst = next(each for each in guarded if each.id == (detail.worst_source or guarded[0].id))
    _require_reason(finding, worst, probed.get(worst.id, []))


def _require_reason(finding: Finding, source: KnowledgeSource, runs: Sequence[AclEvidence]) -> None:
    """Require a reason that the probes of the source can have come to."""
    reason, count = finding.detail.reason, len({folded(run.principal) for run in runs})
    unproven = source.permission_model != PROTECTED
    possible = {
        "no-acl-protected-sources": False,
        "permission-model-unproven": unproven,
        "acl-source-uncovered": not unproven and not runs,
        "ambiguous-entitlement": count > 0,
        "insufficient-principals": count == 1,
        "missing-entitled-or-unentitled-probe": count > 1,
        "declared-principal-uncovered": count > 1,
        "unauthorized-documents": count > 0,
        "acl-enforced": count > 1,
    }
    if not possible[reason] or (unproven and reason != "permission-model-unproven"):
        _contradicted(finding, "reason")
    if finding.detail.missing_principals not in ((), acl.unprobed(source, runs)):
        _contradicted(finding, "missing_principals")


def _is_gap(source: KnowledgeSource, runs: Sequence[AclEvidence]) -> bool:
    """Whether probes leave something unproven, whoever is entitled."""
    few = len({folded(run.principal) for run in runs}) < 2
    return few or not any(run.document_ids for run in runs) or bool(acl.unprobed(source, runs))


def _require_fresh(manifest: Manifest, finding: Finding) -> None:
    detail = finding.detail
    seen = {run.source_id for run in manifest.acl_evidence}
    seen |= {run.source_id for run in manifest.citation_evidence}
    seen |= {run.source_id for run in manifest.refusal_evidence}
    stale, unknown = set(detail.stale_sources), set(detail.unverifiable_freshness_sources)
    windows = {each.id: window(each.refresh_cadence) for each in manifest.sources if each.id in seen}
    states = {
        "uncovered": tuple(sorted(each.id for each in manifest.sources if each.id not in seen)),
        "unverifiable": tuple(sorted(unknown)),
        "stale": tuple(sorted(stale)),
    }
    _require_same(finding, freshness.finding(manifest.sources, states, manifest.retrieval_quality_baseline))
    for name, listed in (("unverifiable_freshness_sources", unknown), ("stale_sources", stale)):
        if not seen.issuperset(listed) or listed & (unknown if listed is stale else set()):
            _contradicted(finding, name)
    if any(allowed is None and id not in unknown for id, allowed in windows.items()):
        _contradicted(finding, "unverifiable_freshness_sources")
    _require_ages(manifest, finding, windows)


def _require_ages(manifest: Manifest, finding: Finding, windows: dict[str, int | None]) -> None:
    """Require ages that the oldest time of all can have come to: no source's own is older."""
    at, oldest = instant(manifest.generated_at), instant(manifest.freshness.source_oldest_at)
    unknown = finding.detail.unverifiable_freshness_sources
    known = {id: allowed for id, allowed in windows.items() if allowed is not None and id not in unknown}
    if at is None or not known:
        return
    if oldest is None:
        _contradicted(finding, "unverifiable_freshness_sources")
    if any(not at.after(oldest, known[id]) for id in finding.detail.stale_sources):
        _contradicted(finding, "stale_sources")
    # The oldest time is that of some source; of one whose age could not be told, it says nothing of the others.
    if not finding.detail.stale_sources and not unknown and at.after(oldest, max(known.values())):
        _contradicted(finding, "stale_sources")
