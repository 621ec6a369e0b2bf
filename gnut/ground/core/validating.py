"""A manifest, built or given: its shape, and whether its parts agree with one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from gnut.ground.contract import (
    FINDINGS,
    MANIFEST_STATUSES,
    REASONS,
    SCHEMA,
    STATUSES,
    AclEvidence,
    CitationEvidence,
    Detail,
    Finding,
    Freshness,
    KnowledgeSource,
    Manifest,
    ManifestValidationError,
    RefusalEvidence,
    Telemetry,
)
from gnut.ground.core.agreeing import require_agreement
from gnut.ground.core.baseline import baseline
from gnut.ground.core.reading import read_sources, shown
from gnut.ground.core.scanning import require_storable
from gnut.ground.core.shapes import MANIFEST
from gnut.text.times import instant

ENVELOPE = ("schema", "tool_version", "generated_at", "freshness", "status", "findings")
PAYLOAD = (
    *("sources", "acl_evidence", "citation_evidence", "refusal_evidence", "telemetry"),
    "retrieval_quality_baseline",
)
MOST_HOURS = 8_760
"""Hours of a year: longer no manifest counts."""

LISTS = (
    *("uncovered_sources", "stale_sources", "unverifiable_freshness_sources", "missing_from_retrieval"),
    *("unsupported_queries_answered", "leaked_document_ids", "missing_principals"),
)
SOURCE = ("id", "type", "permission_model", "refresh_cadence", "citation_required", "refuse_when_unsupported")


def manifest(value: object, *, scanned: bool = False) -> Manifest:
    """Return a manifest whose shape is right and whose parts agree.

    Checked are the keys and types of every part, each reason against its finding and status, the status of the whole
    against the findings, ids against the declared sources, what was found against the evidence that is stored, and
    that nothing in it has the shape of a secret. The verdict itself cannot be computed again: who is entitled to what
    is not stored.

    Args:
        value: Decoded JSON.
        scanned: Whether it was looked through for secrets already.

    Raises:
        ManifestValidationError: With the path of what is wrong, `findings[0].detail.reason`.
    """
    given = _closed(value, "", (*ENVELOPE, *PAYLOAD))
    if not scanned:
        require_storable(given, ManifestValidationError)
    if given["schema"] != SCHEMA:
        raise MANIFEST.refuse(f"is not {SCHEMA}", "schema")
    if instant(given["generated_at"]) is None:
        raise MANIFEST.refuse("is no RFC 3339 time with a zone", "generated_at")
    read = Manifest(
        schema=SCHEMA,
        tool_version=MANIFEST.id(given["tool_version"], "tool_version"),
        generated_at=given["generated_at"],
        freshness=_freshness(given["freshness"]),
        status=_one_of(given["status"], MANIFEST_STATUSES, "status"),
        findings=tuple(_finding(each, f"findings[{at}]") for at, each in _numbered(given["findings"], "findings")),
        sources=_sources(given["sources"]),
        acl_evidence=tuple(
            _acl(each, f"acl_evidence[{at}]") for at, each in _numbered(given["acl_evidence"], "acl_evidence")
        ),
        citation_evidence=tuple(
            _citation(each, f"citation_evidence[{at}]")
            for at, each in _numbered(given["citation_evidence"], "citation_evidence")
        ),
        refusal_evidence=tuple(
            _refusal(each, f"refusal_evidence[{at}]")
            for at, each in _numbered(given["refusal_evidence"], "refusal_evidence")
        ),
        telemetry=_telemetry(given["telemetry"]),
        retrieval_quality_baseline=baseline(
            given["retrieval_quality_baseline"], "retrieval_quality_baseline", MANIFEST
        ),
    )
    require_agreement(read)
    return read


def _closed(value: object, path: str, keys: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """Return an object that has each of `keys`, and no other than those and the optional ones."""
    given = MANIFEST.fields(value, path or "manifest")
    for key in given:
        if key not in keys and key not in optional:
            raise MANIFEST.refuse("is no key of a manifest", f"{path}.{shown(key)}".lstrip("."))
    for key in keys:
        if key not in given:
            raise MANIFEST.refuse("is missing", f"{path}.{key}".lstrip("."))
    return given


def _numbered(value: object, path: str) -> Iterable[tuple[int, Any]]:
    return enumerate(MANIFEST.items(value, path))


def _one_of(value: object, words: Collection[str], path: str) -> str:
    said = MANIFEST.text(value, path)
    if said not in words:
        raise MANIFEST.refuse(f"is one of {', '.join(words)}", path)
    return said


def _count(value: object, path: str) -> int:
    number = MANIFEST.number(value, path)
    if not isinstance(number, int):
        raise MANIFEST.refuse("is not a whole number", path)
    return number


def _freshness(value: object) -> Freshness:
    given = _closed(value, "freshness", ("valid_for_hours", "source_oldest_at"))
    hours = _count(given["valid_for_hours"], "freshness.valid_for_hours")
    if isinstance(given["valid_for_hours"], float) or not 1 <= hours <= MOST_HOURS:
        raise MANIFEST.refuse(f"is a whole number from 1 to {MOST_HOURS:,}", "freshness.valid_for_hours")
    oldest = given["source_oldest_at"]
    if oldest is not None and instant(oldest) is None:
        raise MANIFEST.refuse("is no RFC 3339 time with a zone", "freshness.source_oldest_at")
    return Freshness(hours, oldest)


def _finding(value: object, path: str) -> Finding:
    given = _closed(value, path, ("id", "status", "detail"))
    id = _one_of(given["id"], FINDINGS, f"{path}.id")
    status = _one_of(given["status"], STATUSES, f"{path}.status")
    detail = _detail(given["detail"], f"{path}.detail")
    if detail.reason not in REASONS[id]:
        raise MANIFEST.refuse(f"is no reason of {id}", f"{path}.detail.reason")
    if status != REASONS[id][detail.reason]:
        raise MANIFEST.refuse(f"is {REASONS[id][detail.reason]} where the reason is {detail.reason}", f"{path}.status")
    return Finding(id, status, detail)


def _detail(value: object, path: str) -> Detail:
    optional = (*LISTS, "worst_source", "coverage_complete", "by_source")
    given = _closed(value, path, ("reason",), optional)
    by_source = MANIFEST.fields(given.get("by_source", {}), f"{path}.by_source")
    worst = MANIFEST.id(given["worst_source"], f"{path}.worst_source") if "worst_source" in given else None
    flag = given.get("coverage_complete")
    return Detail(
        MANIFEST.text(given["reason"], f"{path}.reason"),
        **{name: MANIFEST.ids(given.get(name, []), f"{path}.{name}") for name in LISTS},
        worst_source=worst,
        coverage_complete=MANIFEST.flag(flag, f"{path}.coverage_complete") if "coverage_complete" in given else None,
        by_source={
            MANIFEST.id(id, f"{path}.by_source"): _one_of(status, STATUSES, f"{path}.by_source")
            for id, status in by_source.items()
        },
    )


def _sources(value: object) -> tuple[KnowledgeSource, ...]:
    for at, each in _numbered(value, "sources"):
        _closed(each, f"sources[{at}]", SOURCE, ("acl_probe_principals",))
    return read_sources(value, MANIFEST)


def _acl(value: object, path: str) -> AclEvidence:
    given = _closed(value, path, ("principal", "document_ids", "source_id"))
    documents = MANIFEST.ids(given["document_ids"], f"{path}.document_ids")
    if list(documents) != sorted(documents):
        raise MANIFEST.refuse("is not sorted", f"{path}.document_ids")
    return AclEvidence(
        MANIFEST.id(given["principal"], f"{path}.principal"),
        documents,
        MANIFEST.id(given["source_id"], f"{path}.source_id"),
    )


def _citation(value: object, path: str) -> CitationEvidence:
    given = _closed(value, path, ("source_id", "citation_count", "retrieved_count", "missing_from_retrieval"))
    return CitationEvidence(
        MANIFEST.id(given["source_id"], f"{path}.source_id"),
        _count(given["citation_count"], f"{path}.citation_count"),
        _count(given["retrieved_count"], f"{path}.retrieved_count"),
        MANIFEST.ids(given["missing_from_retrieval"], f"{path}.missing_from_retrieval"),
    )


def _refusal(value: object, path: str) -> RefusalEvidence:
    given = _closed(value, path, ("source_id", "query_id", "refused"))
    return RefusalEvidence(
        MANIFEST.id(given["source_id"], f"{path}.source_id"),
        MANIFEST.id(given["query_id"], f"{path}.query_id"),
        MANIFEST.flag(given["refused"], f"{path}.refused"),
    )


def _telemetry(value: object) -> Telemetry:
    given = _closed(value, "telemetry", ("retrieval_count", "subqueries", "tokens"))
    return Telemetry(
        _count(given["retrieval_count"], "telemetry.retrieval_count"),
        MANIFEST.number(given["subqueries"], "telemetry.subqueries"),
        MANIFEST.number(given["tokens"], "telemetry.tokens"),
    )
