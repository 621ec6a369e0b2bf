"""Metrics and manifests in the shape that hosts of the original exchange: quotients, and its own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from gnut.account.contract import Component, Domain, Engine, ManifestPolicy, ManifestSource
from gnut.account.core import artifact, envelope, manifest, metrics, source_tree_sha256
from gnut.account.core.claims import Sources, claims
from gnut.account.core.verifications import verifications
from gnut.account.records import Claim, Envelope, Metrics, Verification
from gnut.acquire.contract import Acquired
from gnut.check.contract import Finding
from gnut.errors import MalformedReport
from gnut.ingest.contract import Extraction
from gnut.model import Uri
from gnut.support.contract import LABELS, STATUSES, Assessment
from gnut.text.fitted import fitted

OLD_FAILURES = {
    "source_paywalled": "payment_required",
    "source_unreachable": "unreachable",
    "source_changed": "snapshot_invalid",
    "pdf_unsupported": "unsupported_type",
}
"""The original's word for a source that could not be had → gnut's own."""

_FROM_OWN = {own: old for old, own in OLD_FAILURES.items()} | dict.fromkeys(
    ("access_denied", "rate_limited", "login"), "source_paywalled"
)
_METHODS = {"normalised": "exact", "located": "fuzzy", "absent": "fuzzy", "empty": "exact", "broken": "no_source"}
"""Method → the original's, which calls exact what any of its normal forms holds."""

_FOLDED = {"exact_found": "normalised_found"}
_FOLDED_COUNTS = {"exact_anchored_excerpts": "normalised_anchored_excerpts"}


class EngineGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine as a host names it."""

    package: str
    version: str
    revision: str
    source_sha256: str
    dirty: bool


class ArtifactGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """An output in full."""

    kind: str
    value: Any


class ManifestRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut plumbing manifest` is asked for."""

    kind: str
    engine: EngineGiven
    domain: Domain
    sources: tuple[ManifestSource, ...]
    policies: tuple[ManifestPolicy, ...]
    components: tuple[Component, ...]
    artifacts: tuple[ArtifactGiven, ...]
    publication_grade: bool = False


class TreeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A source tree to hash."""

    kind: str
    files: dict[str, str]


class EnvelopeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A rate to put into its envelope."""

    kind: str
    name: str
    class_: str = msgspec.field(name="class")
    population: str
    numerator: int
    denominator: int


def manifest_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest of the parts that a request names, or the hash of a source tree.

    Raises:
        MalformedReport: The request is of no known kind.
        BadReceipt: It breaks a rule of `groundnut-run-manifest/v2`, or has an unknown, missing or mistyped field.
    """
    if given.get("kind") == "source_tree":
        files = fitted(given, TreeRequest).files
        return {"sha256": source_tree_sha256((path, text.encode()) for path, text in files.items())}
    if given.get("kind") != "manifest":
        raise MalformedReport("`kind` is manifest or source_tree", code="malformed_request")
    asked = fitted(given, ManifestRequest)
    own = asked.engine
    made = manifest(
        Engine(own.package, own.version, own.revision, own.source_sha256, own.dirty, not own.dirty),
        asked.domain,
        sources=asked.sources,
        policies=asked.policies,
        components=asked.components,
        artifacts=[artifact(one.kind, one.value) for one in asked.artifacts],
        publication=asked.publication_grade,
    )
    return {"manifest": msgspec.to_builtins(made)}


def envelope_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return an envelope with its quotient.

    Raises:
        BadReceipt: It is no rate (`invalid_metric`), or has an unknown, missing or mistyped field.
    """
    asked = fitted(given, EnvelopeRequest)
    made = envelope(asked.name, asked.class_, asked.numerator, asked.denominator, asked.population)
    answer: dict[str, Any] = msgspec.to_builtins(made)
    return answer | {"value": quotient(made)}


def quotient(one: Envelope) -> float | None:
    """Return what the original adds to an envelope; None for an empty population."""
    return one.numerator / one.denominator if one.denominator else None


def check_reply(
    extraction: Extraction,
    findings: tuple[Finding, ...],
    acquired: Mapping[Uri, Acquired],
    support: tuple[Assessment, ...],
) -> dict[str, Any]:
    """Return what a run over given claims measured, in the original's shape and words."""
    told = claims(extraction, findings, Sources())
    found = verifications(extraction, findings, acquired)
    statuses = Counter(one.status for one in support)
    rows = sorted(zip(told, found, support, strict=True), key=lambda row: row[0].claim_id)
    return {
        **_metrics(metrics((claim, one) for claim, one, _ in rows)),
        "support_status_counts": {status: statuses[status] for status in STATUSES},
        "complete": all(one.status in LABELS for one in support),
        "per_claim": {claim.claim_id: _per_claim(claim, one, assessed) for claim, one, assessed in rows},
    }


def _metrics(made: Metrics) -> dict[str, Any]:
    counts = _folded(made.counts, _FOLDED_COUNTS)
    rates = {name: _ratio(one) for name, one in made.rates.items()}
    exact = counts["exact_anchored_excerpts"], counts["anchored_excerpts"]
    rates["exact_anchor_share"] = [*exact, exact[0] / exact[1] if exact[1] else None]
    del rates["normalised_anchor_share"]
    return {
        "counts": counts,
        "anchor_outcome_counts": _folded(made.anchor_outcome_counts, _FOLDED),
        "by_provenance_class": {
            class_: {
                "claims": one.claims,
                "cited_claims": one.cited_claims,
                "no_source": one.no_source,
                "typed_provenance": one.typed_provenance,
                "fuzzy_anchored_excerpts": one.fuzzy_anchored_excerpts,
                "coverage": _ratio(one.citation_coverage),
            }
            for class_, one in made.by_provenance_class.items()
        },
        "rates": rates,
    }


def _ratio(one: Envelope) -> list[Any]:
    return [one.numerator, one.denominator, quotient(one)]


def _folded(counts: Mapping[str, int], into: Mapping[str, str]) -> dict[str, int]:
    """Return counts with some of gnut's own taken into the original's."""
    folded = dict(counts)
    for old, own in into.items():
        folded[old] += folded.pop(own)
    return folded


def _per_claim(claim: Claim, one: Verification, assessed: Assessment) -> dict[str, Any]:
    return {
        "text": claim.text,
        "anchor": one.anchor,
        "method": _METHODS.get(one.method, one.method),
        "failure": old_failure(one.failure),
        "support": assessed.status,
        "support_failure": old_failure(assessed.failure) or assessed.note,
    }


def old_failure(why: str | None) -> str | None:
    """Return the original's word for a kind of absence; None for none."""
    return None if why is None else _FROM_OWN.get(why, "source_unreachable")
