"""The three-bucket claim ledger and the frozen policy that says what blocks."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from gnut.check.contract import Calculation, Mark
from gnut.model import Rate, Span
from gnut.text.anchor.contract import Alteration
from gnut_store.oid import Oid

CHECK = "gnut-check/v1"
POLICY = "groundnut-standing-policy/v1"


class Bucket(Enum):
    """Where a row stands. None of them says that a claim is true."""

    EXCERPT_FOUND = "excerpt_found"
    CITATION_UNCONFIRMED = "citation_unconfirmed"
    OWN_REASONING = "own_reasoning"


UNCONFIRMED = (
    "broken_citation",
    "self_citation",
    "unresolvable_source",
    "source_unavailable",
    "locator_only",
    "no_excerpt",
    "locator_mismatch",
    "too_short",
    "found_hidden_only",
    "excerpt_altered",
    "ambiguous",
    "wrong_source",
    "evidence_window_incomplete",
    "excerpt_not_found",
)
"""Reasons of `citation_unconfirmed`, in the order in which the first that applies is taken."""

OWN = ("declared", "numeric", "narrative")


class Outcome(Enum):
    """What the gate says of a report."""

    CLEAR = "clear"
    WAIVED = "waived"
    FAILED = "failed"
    INDETERMINATE = "indeterminate"


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """What blocks; frozen and hashed."""

    schema: str
    key: str
    version: str
    blocks: tuple[str, ...]
    """`REASON` of citation_unconfirmed, `own_reasoning:REASON`, `finding:NAME`, `mark:NAME`, `mark:*`; sorted."""

    allows: tuple[str, ...]
    """Reasons that `--allow` takes out of `blocks`; sorted."""

    waivers: bool
    """Whether waiver comments in the report are honoured."""


class SourceView(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of a row, as the ledger shows it."""

    uri: str | None
    written: str
    """As the report writes it, without credentials."""

    final_uri: str | None
    snapshot: Oid | None
    window: str | None
    supplied: bool


class AnchorView(Struct, frozen=True, forbid_unknown_fields=True):
    """The anchor of a row, as the ledger shows it."""

    outcome: str | None
    method: str | None
    level: str | None
    parts: tuple[Span, ...]
    occurrences: int
    alterations: tuple[Alteration, ...]
    notes: tuple[str, ...]
    passage: str | None
    """Source text at `parts`, parts joined by ` … `, at most 400 characters (untrusted)."""

    longest_run: str | None
    stops_at: str | None


class RowFinding(Struct, frozen=True, forbid_unknown_fields=True):
    """A finding on a row, by its stable code."""

    code: str
    name: str
    blocks: bool
    message: str
    """One sentence without untrusted text beyond what is quoted in it, escaped by the writer."""

    waived: str | None
    """Reason of the waiver comment; None when there is none."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the ledger."""

    id: str
    """As the artifact declares it, else `c1…` for cited or typed claims in reading order, `u1…` for the others."""

    fingerprint: str
    """BLAKE3-128 over reason, folded unit text, URI, folded excerpt, ordinal; no path, no line."""

    line: int | None
    """From 1; None for HTML and JSON artifacts."""

    column: int | None
    bucket: Bucket
    reason: str | None
    kind: str | None
    """Kind of `source_unavailable`."""

    gates: bool
    """Whether this row fails the report under the policy, waivers included."""

    code: str | None
    """Code of the row's reason; None for a found row and for own reasoning that is no finding."""

    waived: str | None
    text: str
    source: SourceView | None
    excerpt: str | None
    anchor: AnchorView | None
    marks: tuple[Mark, ...]
    support: str
    """Status of `gnut.support`; `not_assessed` under the policy `none`."""

    authority: str
    """Kind of `gnut.authority`; `unknown_authority` until declared."""

    provenance: str
    calculation: Calculation | None
    """What computing the declared lineage again came to; None without one."""

    elsewhere: str | None
    """Another source of the run that holds the excerpt word for word."""

    findings: tuple[RowFinding, ...]
    location: str | None = None
    """`claims[0]` in a structured artifact, `block 3` in a rendered one; None where `line` says it."""


class PolicyView(Struct, frozen=True, forbid_unknown_fields=True):
    """Policy in force, with the hash that binds it."""

    key: str
    allows: tuple[str, ...]
    sha256: str


class LineView(Struct, frozen=True, forbid_unknown_fields=True):
    """Lines read and lines set aside."""

    included: int
    excluded: dict[str, int]


class Population(Struct, frozen=True, forbid_unknown_fields=True):
    """What every rate is counted over."""

    lines: LineView
    units: int
    citations: int
    excerpts: int
    sources: int
    rows: int


class Anomaly(Struct, frozen=True, forbid_unknown_fields=True):
    """A defect of the report's own structure."""

    name: str
    code: str
    blocks: bool
    """Whether the policy fails the report for it."""

    line: int | None
    column: int | None


class Ledger(Struct, frozen=True, forbid_unknown_fields=True):
    """One report's ledger; also an element of `reports` in the JSON of `check`."""

    path: str
    outcome: Outcome
    policy: PolicyView
    population: Population
    rates: dict[str, Rate]
    rows: tuple[Row, ...]
    anomalies: tuple[Anomaly, ...]


class CheckReport(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `gnut check`."""

    schema: str
    exit: int
    reports: tuple[Ledger, ...]
    runs: tuple[Oid | None, ...] = ()
    """The run of each report, in their order; null where the store keeps none. Empty where no report was to be kept."""


NUMERICS = "groundnut-undeclared-numerics/v1"
NUMERICS_WAIVER = "groundnut-numerics-waiver/v1"

UNCOUNTED = (
    *("bad_artifact_hash", "bad_ledger_hash", "no_units", "rows_miscounted"),
    *("bad_row_id", "duplicate_row_id", "bad_reason"),
)
"""Why a population of own reasoning is no population: the gate is `indeterminate`, and nobody can waive that."""

VOID = (
    *("blank_approver", "blank_reason", "artifact_mismatch", "ledger_mismatch", "missing_unit", "unknown_unit"),
    *("duplicate_unit", "nothing_to_waive", "population_indeterminate"),
)
"""Why a waiver of undeclared figures is void."""


class NumericsWaiver(Struct, frozen=True, forbid_unknown_fields=True):
    """Who answers for figures that nobody declared; it gives attribution, not independence."""

    schema: str
    approver: str
    reason: str
    artifact_sha256: str
    ledger_sha256: str
    unit_ids: tuple[str, ...]
    """Every failing unit, and no other."""


class Undeclared(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure of the author's own that is neither cited nor marked as analysis."""

    id: str
    fingerprint: str
    line: int | None
    """From 1; None for HTML and JSON artifacts."""

    text: str


class Waived(Struct, frozen=True, forbid_unknown_fields=True):
    """A waiver that was handed in, and what it is worth."""

    approver: str
    reason: str
    sha256: str
    """Of the waiver's canonical form."""

    accepted: bool
    faults: tuple[str, ...]
    """Of `VOID`, in its order; empty when it is accepted."""


class OwnReasoning(Struct, frozen=True, forbid_unknown_fields=True):
    """What the gate counted: units without a citation, by their reason."""

    units: int
    declared: int
    numeric: int
    narrative: int


class NumericsGate(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a report's author owns every figure that it does not cite (`groundnut-undeclared-numerics/v1`)."""

    schema: str
    outcome: Outcome
    artifact_sha256: str
    ledger_sha256: str
    population: OwnReasoning
    undeclared: tuple[Undeclared, ...]
    """In reading order."""

    faults: tuple[str, ...]
    """Of `UNCOUNTED`, in its order; empty unless the outcome is `indeterminate`."""

    waiver: Waived | None
    sha256: str
