"""Whether the parts of a manifest agree with one another."""

from __future__ import annotations

from gnut.ground.contract import (
    ABORTED,
    ACL_ENFORCEMENT,
    FINDINGS,
    MUST_FIX,
    WORST_FIRST,
    Detail,
    Finding,
    Manifest,
    ManifestValidationError,
)
from gnut.ground.core.backing import require_backed
from gnut.ground.core.standing import status_of

NEEDED = {
    "acl-source-uncovered": "uncovered_sources",
    "declared-principal-uncovered": "missing_principals",
    "unauthorized-documents": "leaked_document_ids",
    "citation-source-uncovered": "uncovered_sources",
    "citations-outside-retrieval": "missing_from_retrieval",
    "refusal-source-uncovered": "uncovered_sources",
    "unsupported-query-answered": "unsupported_queries_answered",
    "sources-uncovered": "uncovered_sources",
    "freshness-unverifiable": "unverifiable_freshness_sources",
    "stale-evidence": "stale_sources",
}
"""Reason → the list that says of what."""

OF_SOURCES = ("uncovered_sources", "stale_sources", "unverifiable_freshness_sources")


def require_agreement(manifest: Manifest) -> None:
    """Refuse a manifest that contradicts itself.

    Raises:
        ManifestValidationError: The findings are not the four in order; a list that a reason needs is empty; a source
            is named that is not declared; the status, a list or a sum is not what it comes to.
    """
    if tuple(finding.id for finding in manifest.findings) != FINDINGS:
        raise ManifestValidationError(f"are not {', '.join(FINDINGS)}, each once and in order", path="findings")
    declared = frozenset(source.id for source in manifest.sources)
    for at, finding in enumerate(manifest.findings):
        _require_detail(finding, declared, f"findings[{at}].detail")
    _require_sources(manifest, declared)
    count = len(manifest.acl_evidence) + len(manifest.citation_evidence) + len(manifest.refusal_evidence)
    if manifest.telemetry.retrieval_count != count:
        raise ManifestValidationError(f"is not the number of runs, {count}", path="telemetry.retrieval_count")
    require_backed(manifest)
    computed = status_of(manifest.findings)
    if manifest.status not in (computed, ABORTED):
        raise ManifestValidationError(f"the findings come to {computed}", path="status")


def _require_detail(finding: Finding, declared: frozenset[str], path: str) -> None:
    detail = finding.detail
    needed = NEEDED.get(detail.reason)
    if needed is not None and not getattr(detail, needed):
        raise ManifestValidationError(f"says nothing where the reason is {detail.reason}", path=f"{path}.{needed}")
    for name in OF_SOURCES:
        if not declared.issuperset(getattr(detail, name)):
            raise ManifestValidationError("names a source that is not declared", path=f"{path}.{name}")
    if not declared.issuperset(detail.by_source):
        raise ManifestValidationError("names a source that is not declared", path=f"{path}.by_source")
    if detail.leaked_document_ids and finding.status != MUST_FIX:
        raise ManifestValidationError("a leak is must-fix", path=f"{path}.leaked_document_ids")
    _require_worst(finding, detail, path)


def _require_worst(finding: Finding, detail: Detail, path: str) -> None:
    if (detail.worst_source is None) is bool(detail.by_source):
        raise ManifestValidationError("stands beside `by_source`, and only there", path=f"{path}.worst_source")
    if not detail.by_source:
        return
    worst = min(detail.by_source.values(), key=WORST_FIRST.index)
    if finding.id != ACL_ENFORCEMENT or worst != finding.status:
        raise ManifestValidationError("its worst is not the status of the finding", path=f"{path}.by_source")
    if detail.by_source.get(str(detail.worst_source)) != worst:
        raise ManifestValidationError("is not the worst of `by_source`", path=f"{path}.worst_source")


def _require_sources(manifest: Manifest, declared: frozenset[str]) -> None:
    for name in ("acl_evidence", "citation_evidence", "refusal_evidence"):
        for at, each in enumerate(getattr(manifest, name)):
            if each.source_id not in declared:
                raise ManifestValidationError("is no declared source", path=f"{name}[{at}].source_id")
    for at, each in enumerate(manifest.citation_evidence):
        if len(each.missing_from_retrieval) > each.citation_count:
            raise ManifestValidationError(
                "holds more than was cited", path=f"citation_evidence[{at}].missing_from_retrieval"
            )
