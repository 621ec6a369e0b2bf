"""The helpers that programs call with plain JSON values: translation to the room's contract and back, no rules.

Each takes and returns dicts, lists, texts, numbers and None, as `canon.decode` gives them, changes no argument, and
raises `GroundEvidenceError` or `ManifestValidationError` (both are ValueErrors) whose message bears the path.
`gnut.edge.grounding.write_ground_manifest` writes what they make.
"""

from __future__ import annotations

from typing import Any

from gnut.ground.contract import MUST_FIX, PASS, KnowledgeSource, Number, Run, Telemetry
from gnut.ground.core import acl, freshness, ground, reading, refusal
from gnut.ground.core import citations as cited
from gnut.ground.core.baseline import baseline
from gnut.ground.core.citations import missing_from
from gnut.ground.core.forms import finding_json, manifest_json, telemetry_json
from gnut.ground.core.shapes import EVIDENCE, MANIFEST
from gnut.ground.core.telemetry import total
from gnut.ground.core.validating import manifest as validated
from gnut.text import times


def assess_grounding(
    *,
    sources: object,
    acl_runs: object,
    citation_runs: object,
    refusal_runs: object,
    generated_at: object,
    retrieval_quality_baseline: object,
) -> dict[str, Any]:
    """Return the manifest of what captured probes prove: `threadlight.ground/v1`, validated.

    Args:
        sources: List of declared sources.
        acl_runs: List of probes of access.
        citation_runs: List of answers with what they cite and what was retrieved for them.
        refusal_runs: List of queries without support.
        generated_at: When the evidence was put together, RFC 3339 with a zone.
        retrieval_quality_baseline: Path or id of the baseline, or None.

    Raises:
        GroundEvidenceError: Something has the wrong shape, or must not be stored.
        ManifestValidationError: `generated_at` is no such time.
    """
    given = reading.evidence(
        {
            "sources": sources,
            "acl_runs": acl_runs,
            "citation_runs": citation_runs,
            "refusal_runs": refusal_runs,
            "retrieval_quality_baseline": retrieval_quality_baseline,
            "generated_at": generated_at,
        }
    )
    return manifest_json(ground(given, generated_at=given.generated_at or ""))


def assess_acl(sources: object, acl_runs: object) -> dict[str, Any]:
    """Return finding GRD-001 as `{"id", "status", "detail"}`; see `assess_grounding` for what is raised."""
    declared, known = _declared(sources)
    return finding_json(acl.assess_acl(declared, reading.read_runs(acl_runs, "acl_runs", reading.acl_run, known)))


def assess_citations(sources: object, citation_runs: object) -> dict[str, Any]:
    """Return finding GRD-002 as `{"id", "status", "detail"}`; see `assess_grounding` for what is raised."""
    declared, known = _declared(sources)
    runs = reading.read_runs(citation_runs, "citation_runs", reading.citation_run, known)
    return finding_json(cited.assess_citations(declared, runs))


def assess_refusal(sources: object, refusal_runs: object) -> dict[str, Any]:
    """Return finding GRD-003 as `{"id", "status", "detail"}`; see `assess_grounding` for what is raised."""
    declared, known = _declared(sources)
    runs = reading.read_runs(refusal_runs, "refusal_runs", reading.refusal_run, known)
    return finding_json(refusal.assess_refusal(declared, runs))


def assess_freshness_coverage(
    sources: object,
    acl_runs: object,
    citation_runs: object,
    refusal_runs: object,
    *,
    generated_at: object,
    retrieval_quality_baseline: object,
) -> dict[str, Any]:
    """Return finding GRD-004 as `{"id", "status", "detail"}`; see `assess_grounding` for what is raised."""
    declared, known = _declared(sources)
    at = times.instant(generated_at)
    if at is None:
        raise MANIFEST.refuse("is no RFC 3339 time with a zone", "generated_at")
    runs: tuple[Run, ...] = (
        *reading.read_runs(acl_runs, "acl_runs", reading.acl_run, known),
        *reading.read_runs(citation_runs, "citation_runs", reading.citation_run, known),
        *reading.read_runs(refusal_runs, "refusal_runs", reading.refusal_run, known),
    )
    said = baseline(retrieval_quality_baseline, "retrieval_quality_baseline", EVIDENCE)
    return finding_json(freshness.assess_freshness_coverage(declared, runs, at=at, baseline=said))


def validate_citations(citations: object, retrieved_ids: object) -> dict[str, Any]:
    """Return `{"status", "missing_from_retrieval"}` of one answer: `pass` or `must-fix`, and the ids, sorted, once.

    None is an empty list; nothing cited passes.

    Raises:
        GroundEvidenceError: An argument is no list of ids.
    """
    said = EVIDENCE.ids([] if citations is None else citations, "citations")
    retrieved = EVIDENCE.ids([] if retrieved_ids is None else retrieved_ids, "retrieved_ids")
    missing = list(missing_from(said, retrieved))
    return {"status": MUST_FIX if missing else PASS, "missing_from_retrieval": missing}


def oldest_timestamp(runs: object) -> str | None:
    """Return the earliest valid `captured_at` as it is written, the first of equals; None when there is none.

    What is no object, and a time that is none, is passed over.

    Raises:
        GroundEvidenceError: `runs` is no list.
    """
    return times.oldest(run.get("captured_at") for run in EVIDENCE.items(runs, "runs") if isinstance(run, dict))


def aggregate_telemetry(runs: object) -> dict[str, int | float]:
    """Return `{"retrieval_count", "subqueries", "tokens"}`: the number of runs, and the sums of what they say.

    Raises:
        GroundEvidenceError: A run is no object, a number is none, negative or not finite, or it or the sum is over
            2^53 - 1.
    """
    given = [EVIDENCE.fields(run, f"runs[{at}]") for at, run in enumerate(EVIDENCE.items(runs, "runs"))]
    return telemetry_json(Telemetry(len(given), _total(given, "subqueries"), _total(given, "tokens")))


def validate_ground_manifest(value: object) -> dict[str, Any]:
    """Return a manifest as it was given, once it is one whose parts agree.

    Raises:
        ManifestValidationError: With the path of what is wrong.
    """
    return manifest_json(validated(value))


def _total(runs: list[dict[str, Any]], name: str) -> Number:
    said = (EVIDENCE.optional(run.get(name), f"runs[{at}].{name}", EVIDENCE.number) for at, run in enumerate(runs))
    return total(said, name)


def _declared(sources: object) -> tuple[tuple[KnowledgeSource, ...], frozenset[str]]:
    read = reading.read_sources(sources)
    return read, frozenset(source.id for source in read)
