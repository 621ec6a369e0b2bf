"""An answer and its sources, what verifiers find of its claims, and what a policy decides."""

from __future__ import annotations

from msgspec import Struct

from gnut.model import Span

DECISIONS = ("PASS", "REVIEW", "FAIL")
"""From the best to the worst."""

CLAIM_KINDS = ("numeric", "word", "statement")
RESULTS = ("supported", "contradicted", "unsupported", "not_applicable", "error")
DETERMINISM = ("exact", "reproducible", "non_deterministic")
"""From the strictest on."""


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """One source of an answer."""

    id: str
    text: str
    provenance: dict[str, str] = {}
    """What the operator says the passage is about: entity, period, …; compared trimmed and without case."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that an answer says."""

    id: str
    """`c0`, `c1`, … in reading order."""

    kind: str
    """One of `CLAIM_KINDS`."""

    text: str
    span: Span
    """Code points of the normalised answer."""


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """What one verifier found of one claim: evidence, never a verdict."""

    claim: str
    verifier: str
    """`gnut.numeric | gnut.scope | gnut.intent | gnut.rules.ID | llm_judge.ID`."""

    version: str
    result: str
    """One of `RESULTS`."""

    determinism: str
    """One of `DETERMINISM`."""

    rationale: str
    source_id: str | None
    source_span: Span | None
    """Code points of the normalised source."""

    source_text: str | None
    notes: tuple[str, ...]


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a decision is not PASS."""

    code: str
    """`numeric.contradicted`, `scope.contradicted`, `intent.unsupported`, `rules.ID.contradicted`, `conflict`,
    `unresolved`, `missing_scope`, `mandatory_review`, `judge_missing`, `verifier_failed`, `other`; those of a verifier
    begin with its id without `gnut.`"""

    claim: str | None
    text: str


class ClaimDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """What the policy made of one claim."""

    claim: str
    decision: str
    reasons: tuple[Reason, ...]


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What was decided of an answer, and everything that it was decided from; the content of an answer record."""

    schema: str
    decision: str
    policy_id: str
    policy_version: str
    policy_hash: str
    """`sha256:` and the SHA-256 of the resolved policy's canonical form."""

    input_hash: str
    """The same of answer, passages, question, scope, options and metadata."""

    locale: str
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    decisions: tuple[ClaimDecision, ...]
    reasons: tuple[Reason, ...]
    """Of the whole: those of the claims in reading order, then those of the request."""

    excluded_verifiers: tuple[str, ...]
    missing_required: tuple[str, ...]
    regulatory_mapping: tuple[dict[str, str], ...]
    """`framework`, `article`, `control`, `requirement` of each entry that the decision triggers."""

    risk_class: str | None
    pass_means: str | None
    warnings: tuple[str, ...]
    engine: str
    """Version of gnut."""
