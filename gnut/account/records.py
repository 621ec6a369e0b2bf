"""The records that a run is made of: claims, acquisitions, verifications, metrics, and the four facts side by side."""

from __future__ import annotations

from msgspec import Struct, field

from gnut.acquire.contract import Strategy
from gnut.authority.contract import Authority
from gnut.check.contract import Calculation, Mark
from gnut.ingest.contract import Identity, Lineage
from gnut.ledger.contract import LineView
from gnut.model import Span, Uri
from gnut.support.contract import Assessment, PolicyRef
from gnut.text.anchor.contract import Alteration
from gnut_store.oid import Oid

ACQUISITION = "groundnut-source-acquisition/v3"
VERIFICATION = "groundnut-claim-verification/v1"
METRICS = "groundnut-verification-metrics/v2"
ENVELOPE = "groundnut-metric-envelope/v1"
PROVENANCE = "groundnut-analytical-provenance/v1"
ACCOUNT = "groundnut-claim-evidence-account/v1"
EVIDENCE = "groundnut-claim-evidence-report/v1"

STRATEGIES = (*(each.value for each in Strategy), "local_file", "inline")
"""Ways to a source: those of an acquisition; `local_file`, read from the repository as it stood; `inline`, a text
that came with a request of plumbing and stands in no store."""

LINEAGE_STATUSES = ("declared", "missing", "not_applicable")

METHODS = (
    "no_source",
    "provenance",
    "broken",
    "unresolvable",
    "fetch_failed",
    "locator",
    "no_excerpt",
    "exact",
    "normalised",
    "located",
    "absent",
    "empty",
)
"""How a verification came about. `no_source`: no citation, no class; `provenance`: no citation, a class; `broken`:
the citation points to nothing or to the report itself; `unresolvable`: to a record without an address; `located`: a
passage was found that is not the excerpt; `empty`: the excerpt holds no word that could stand anywhere."""


class SourceRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A source by its id and identity."""

    source_id: str
    uri: str


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    """Analytical provenance of a claim, as declared."""

    schema: str
    class_: str = field(name="class")
    calculation_lineage_status: str
    """One of `LINEAGE_STATUSES`."""

    calculation_lineage: Lineage | None


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """One row's claim, as the artifact states it."""

    claim_id: str
    text: str
    source: SourceRef | None
    """None without a citation, and for one that points to nothing or to a record without an address. One acquisition
    belongs to each but the report itself."""

    excerpt: str | None
    locator: str | None
    declared_analysis: bool
    analytical_provenance: Provenance
    question: str | None
    location: str
    """`line 3` or `claims[0]`."""


class ExtractionReceipt(Struct, frozen=True, forbid_unknown_fields=True):
    """The artifact, read (`groundnut-artifact-extraction/v3`)."""

    schema: str
    kind: str
    input_sha256: str
    profile: Identity
    segmenter: Identity
    claim_count: int
    claims: tuple[Claim, ...]
    """In reading order; one a row of the ledger."""

    lines: LineView
    noted: dict[str, int]
    """What looks like a citation and is none: reason → count."""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of one source."""

    ok: bool
    source_id: str
    uri: Uri
    final_uri: str | None
    """Required when ok; None otherwise."""

    source_sha256: str | None
    """Of the text; None when not ok."""

    characters: int | None
    truncation: str | None
    window_sha256: str | None
    supplied: bool
    redirected: bool
    notes: tuple[str, ...]
    failure: str | None
    """Kind of `source_unavailable`; None when ok."""

    detail: str | None


class Acquisition(Struct, frozen=True, forbid_unknown_fields=True):
    """How one source was acquired (`groundnut-source-acquisition/v3`)."""

    schema: str
    mode: str
    """Value of `gnut.acquire.contract.Mode`."""

    strategy: str
    """One of `STRATEGIES`."""

    live_attempted: bool
    snapshot: Oid | None
    """Address of the snapshot in a store; None for a text given inline and when there is none."""

    snapshot_sha256: str | None
    """Of the snapshot's stored bytes."""

    result: Result


class Verification(Struct, frozen=True, forbid_unknown_fields=True):
    """What matching found of one claim (`groundnut-claim-verification/v1`)."""

    schema: str
    anchor: str | None
    """`found | ambiguous | not_found`; None when nothing was matched."""

    method: str
    """One of `METHODS`."""

    level: str | None
    parts: tuple[Span, ...]
    occurrences: int
    alterations: tuple[Alteration, ...]
    hidden: bool
    located: bool
    elsewhere: str | None
    marks: tuple[Mark, ...]
    support: str
    """Always `not_assessed`: matching says nothing of support."""

    failure: str | None
    calculation: Calculation | None


class Account(Struct, frozen=True, forbid_unknown_fields=True):
    """The four facts of one claim, side by side (`groundnut-claim-evidence-account/v1`)."""

    schema: str
    claim_id: str
    provenance: str
    verification: Verification
    assessment: Assessment
    authority: Authority


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    """A rate that carries its class and population (`groundnut-metric-envelope/v1`); no quotient is hashed."""

    schema: str
    name: str
    class_: str = field(name="class")
    numerator: int
    denominator: int
    population: str


class ClassCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """Counts over the claims of one provenance class."""

    claims: int
    cited_claims: int
    no_source: int
    typed_provenance: int
    fuzzy_anchored_excerpts: int
    citation_coverage: Envelope


class Metrics(Struct, frozen=True, forbid_unknown_fields=True):
    """What matching came to over a whole report (`groundnut-verification-metrics/v2`); derived from rows only."""

    schema: str
    counts: dict[str, int]
    anchor_outcome_counts: dict[str, int]
    by_provenance_class: dict[str, ClassCounts]
    rates: dict[str, Envelope]


class Summary(Struct, frozen=True, forbid_unknown_fields=True):
    """An evidence report, counted."""

    claims: int
    support_status_counts: dict[str, int]
    """All of `gnut.support.contract.STATUSES`."""

    semantic_assessments: int
    unresolved_assessments: int
    authority_kind_counts: dict[str, int]
    provenance_class_counts: dict[str, int]
    mechanical: Metrics


class EvidenceReport(Struct, frozen=True, forbid_unknown_fields=True):
    """Every account of a run (`groundnut-claim-evidence-report/v1`)."""

    schema: str
    support_policy: PolicyRef
    authority_policy: PolicyRef
    complete: bool
    """Whether every support status is a detector's label."""

    complete_authority: bool
    """Whether no authority is unknown."""

    summary: Summary
    accounts: tuple[Account, ...]
    """Sorted by claim id."""

    sha256: str
