"""Captured probes of knowledge sources, and the manifest of what they prove: findings GRD-001 to GRD-004."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from gnut.errors import GnutError

SCHEMA = "threadlight.ground/v1"
"""Schema string of a manifest: the form is shared with the tool that it comes from, byte order and all."""

VALID_FOR_HOURS = 24
"""How long a manifest counts as a gate, from `generated_at` on."""

ACL_ENFORCEMENT, CITATION_GROUNDING, REFUSAL, FRESHNESS = FINDINGS = ("GRD-001", "GRD-002", "GRD-003", "GRD-004")
"""Ids of the findings, in the order of a manifest."""

PASS, SHOULD_FIX, MUST_FIX, NOT_VERIFIED = STATUSES = ("pass", "should-fix", "must-fix", "not-verified")
"""What a finding may say. `not-verified` is evidence that is absent or ambiguous, never a failure and never a pass."""

WORST_FIRST = (MUST_FIX, SHOULD_FIX, NOT_VERIFIED, PASS)
"""Of several sources the first of these decides."""

COMPLETE, PARTIAL, ABORTED = MANIFEST_STATUSES = ("complete", "partial", "aborted")
"""Whether everything declared was proven or disproven; `aborted` is never written here, only read."""

REASONS: dict[str, dict[str, str]] = {
    ACL_ENFORCEMENT: {
        "no-acl-protected-sources": PASS,
        "acl-source-uncovered": NOT_VERIFIED,
        "ambiguous-entitlement": NOT_VERIFIED,
        "insufficient-principals": NOT_VERIFIED,
        "missing-entitled-or-unentitled-probe": NOT_VERIFIED,
        "declared-principal-uncovered": NOT_VERIFIED,
        "permission-model-unproven": NOT_VERIFIED,
        "unauthorized-documents": MUST_FIX,
        "acl-enforced": PASS,
    },
    CITATION_GROUNDING: {
        "no-citation-required": PASS,
        "citation-source-uncovered": NOT_VERIFIED,
        "citations-outside-retrieval": MUST_FIX,
        "citations-grounded": PASS,
    },
    REFUSAL: {
        "no-refusal-required": PASS,
        "refusal-source-uncovered": NOT_VERIFIED,
        "unsupported-query-answered": MUST_FIX,
        "all-unsupported-refused": PASS,
    },
    FRESHNESS: {
        "no-knowledge-sources": PASS,
        "sources-uncovered": NOT_VERIFIED,
        "freshness-unverifiable": NOT_VERIFIED,
        "retrieval-quality-baseline-missing": NOT_VERIFIED,
        "stale-evidence": SHOULD_FIX,
        "fresh-and-covered": PASS,
    },
}
"""Finding → reason → the one status that it goes with."""

PROTECTED = "acl"
"""The permission model whose enforcement probes prove."""

UNPROVEN_MODELS = ("rbac", "custom")
"""Access controls that no probe of this form proves: they are never a pass, and never `no-acl-protected-sources`."""

OPEN_MODELS = ("public", "none")

PERMISSION_MODELS = (PROTECTED, *UNPROVEN_MODELS, *OPEN_MODELS)
"""What `permission_model` may be, exactly as written: `ACL` would otherwise mean that no control is asked for."""

Number = int | Decimal
"""A count as given, never negative: a whole number where it is one; summed exactly."""


class GroundEvidenceError(GnutError, ValueError):
    """Evidence of a wrong shape, or with something in it that must not be stored; the message bears its path."""

    code = "evidence"

    def __init__(self, message: str, *, path: str = "", help: str | None = None) -> None:
        """Build the error; `path` is the place in the evidence, as `acl_runs[1].source_id`."""
        super().__init__(f"{path}: {message}" if path else message, help=help)
        self.path = path


class ManifestValidationError(GnutError, ValueError):
    """A manifest, built or given, that is of a wrong shape or contradicts itself; the message bears the path."""

    code = "manifest"

    def __init__(self, message: str, *, path: str = "", help: str | None = None) -> None:
        """Build the error; `path` is the place in the manifest, as `findings[0].detail.reason`."""
        super().__init__(f"{path}: {message}" if path else message, help=help)
        self.path = path


class KnowledgeSource(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One declared knowledge source; exactly what of a declaration is stored."""

    id: str
    type: str
    """`documents | database | search-index | api`, or another word."""

    permission_model: str
    """One of `PERMISSION_MODELS`."""

    refresh_cadence: str
    """How often it is brought up to date: `daily`, `6h`, `P1D`."""

    citation_required: bool
    refuse_when_unsupported: bool
    acl_probe_principals: tuple[str, ...] | None = None
    """Principals that have to be probed; None when none are declared."""


class AclRun(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one principal was given by one source."""

    source_id: str
    principal: str
    document_ids: tuple[str, ...]
    """As given, repeats and all; empty when nothing was."""

    expected_entitled: bool | None = None
    """Whether this principal is entitled to the source, as the operator recorded; None when nobody did."""

    allowed_document_ids: tuple[str, ...] | None = None
    """What an unentitled principal may have all the same; None allows nothing."""

    captured_at: str | None = None
    """When, RFC 3339; None when it is not known, or was no text."""

    subqueries: Number | None = None
    tokens: Number | None = None


class CitationRun(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one answer cited, and what had been retrieved for it."""

    source_id: str
    citations: tuple[str, ...]
    retrieved_ids: tuple[str, ...]
    """Of this answer alone, and not of all that the source holds."""

    captured_at: str | None = None
    subqueries: Number | None = None
    tokens: Number | None = None


class RefusalRun(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whether a query that the source cannot support was refused."""

    source_id: str
    query_id: str
    refused: bool
    captured_at: str | None = None
    subqueries: Number | None = None
    tokens: Number | None = None


Run = AclRun | CitationRun | RefusalRun


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """The evidence bundle: what an operator captured of the declared sources."""

    sources: tuple[KnowledgeSource, ...]
    acl_runs: tuple[AclRun, ...] = ()
    citation_runs: tuple[CitationRun, ...] = ()
    refusal_runs: tuple[RefusalRun, ...] = ()
    retrieval_quality_baseline: str | None = None
    """Path or id of the baseline that retrieval was measured against; None when there is none."""

    generated_at: str | None = None
    """When it was put together, RFC 3339; None for the time of the assessment."""


class Detail(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Why a finding says what it says: names and ids only, never a text. Lists are sorted, without repeats."""

    reason: str
    uncovered_sources: tuple[str, ...] = ()
    stale_sources: tuple[str, ...] = ()
    unverifiable_freshness_sources: tuple[str, ...] = ()
    missing_from_retrieval: tuple[str, ...] = ()
    unsupported_queries_answered: tuple[str, ...] = ()
    leaked_document_ids: tuple[str, ...] = ()
    missing_principals: tuple[str, ...] = ()
    worst_source: str | None = None
    """Of several sources the one that the reason is of."""

    coverage_complete: bool | None = None
    """False beside a failure when not everything was probed; None otherwise."""

    by_source: dict[str, str] = {}
    """Source id → status, of several sources."""


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four findings."""

    id: str
    status: str
    detail: Detail


class Freshness(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a manifest counts, and how old its evidence is."""

    valid_for_hours: int
    """1 to 8760, from `generated_at` on."""

    source_oldest_at: str | None
    """Earliest valid `captured_at` of all runs, as written; None when there is none."""


class AclEvidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What of a probe of access is stored: neither entitlement nor what is allowed."""

    principal: str
    document_ids: tuple[str, ...]
    """Sorted, repeats kept."""

    source_id: str


class CitationEvidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What of an answer is stored: what was grounded is only counted."""

    source_id: str
    citation_count: int
    retrieved_count: int
    missing_from_retrieval: tuple[str, ...]


class RefusalEvidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What of an unsupported query is stored."""

    source_id: str
    query_id: str
    refused: bool


class Telemetry(Struct, frozen=True, forbid_unknown_fields=True):
    """What the probes took."""

    retrieval_count: int
    """Number of runs of all kinds."""

    subqueries: Number
    tokens: Number


RECEIPT = "ground-receipt/1"
"""Form of a receipt around a manifest. Its names hold none of the words that a manifest's keys may not have."""


class GroundReceipt(Struct, frozen=True, forbid_unknown_fields=True):
    """That a manifest was made, kept in the store around it; true of the time that it bears, however old it is."""

    kind: str
    """`RECEIPT`."""

    manifest: str
    """Id of the stored file: its exact bytes."""

    evidence: str | None
    """`sha256:` and the digest of the evidence file, which is kept nowhere; None when it was left out."""

    tool: str
    assessed_at: str
    """`generated_at` of the manifest."""

    outcome: str
    """`pass | not-passing`"""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What captured probes prove of the declared sources; the only thing that is stored."""

    schema: str
    tool_version: str
    generated_at: str
    freshness: Freshness
    status: str
    """`partial` when something declared was not proven, either way."""

    findings: tuple[Finding, ...]
    sources: tuple[KnowledgeSource, ...]
    acl_evidence: tuple[AclEvidence, ...]
    citation_evidence: tuple[CitationEvidence, ...]
    refusal_evidence: tuple[RefusalEvidence, ...]
    telemetry: Telemetry
    retrieval_quality_baseline: str | None
