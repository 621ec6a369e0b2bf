"""Ground: what captured probes prove of the declared sources. Pure."""

from __future__ import annotations

from gnut._version import __version__
from gnut.ground.contract import (
    SCHEMA,
    VALID_FOR_HOURS,
    AclEvidence,
    Evidence,
    Freshness,
    GroundEvidenceError,
    Manifest,
    RefusalEvidence,
    Run,
)
from gnut.ground.core import acl, citations, freshness, refusal, telemetry
from gnut.ground.core.forms import manifest_json
from gnut.ground.core.scanning import require_storable
from gnut.ground.core.shapes import MANIFEST
from gnut.ground.core.standing import status_of
from gnut.ground.core.validating import manifest as validated
from gnut.text import times


def ground(evidence: Evidence, *, generated_at: str) -> Manifest:
    """Return the manifest of what an evidence bundle proves, validated.

    Judged is what was captured: no index is queried and no model asked. What is stored is built anew from the fields
    that the contract names.

    Args:
        evidence: As `reading.evidence` read it.
        generated_at: Time that counts when the evidence bears none, RFC 3339.

    Raises:
        GroundEvidenceError: Something that would be stored has the shape of a secret; a sum is too large.
        ManifestValidationError: The time is no RFC 3339 time.
    """
    said = evidence.generated_at if evidence.generated_at is not None else generated_at
    at = times.instant(said)
    if at is None:
        raise MANIFEST.refuse("is no RFC 3339 time with a zone", "generated_at")
    runs: tuple[Run, ...] = (*evidence.acl_runs, *evidence.citation_runs, *evidence.refusal_runs)
    answers = tuple(citations.stored(run) for run in evidence.citation_runs)
    findings = (
        acl.assess_acl(evidence.sources, evidence.acl_runs),
        citations.judged(evidence.sources, answers),
        refusal.assess_refusal(evidence.sources, evidence.refusal_runs),
        freshness.assess_freshness_coverage(
            evidence.sources, runs, at=at, baseline=evidence.retrieval_quality_baseline
        ),
    )
    made = Manifest(
        schema=SCHEMA,
        tool_version=__version__,
        generated_at=said,
        freshness=Freshness(VALID_FOR_HOURS, times.oldest(run.captured_at for run in runs)),
        status=status_of(findings),
        findings=findings,
        sources=evidence.sources,
        acl_evidence=tuple(
            AclEvidence(run.principal, tuple(sorted(run.document_ids)), run.source_id) for run in evidence.acl_runs
        ),
        citation_evidence=answers,
        refusal_evidence=tuple(
            RefusalEvidence(run.source_id, run.query_id, run.refused) for run in evidence.refusal_runs
        ),
        telemetry=telemetry.summed(runs),
        retrieval_quality_baseline=evidence.retrieval_quality_baseline,
    )
    stored = manifest_json(made)
    require_storable(stored, GroundEvidenceError)
    return validated(stored, scanned=True)
