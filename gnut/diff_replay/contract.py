"""What comparing runs gives: an equivalence of a live run and its replays, or the rows that two runs part over."""

from __future__ import annotations

from msgspec import Struct

from gnut.account.contract import Engine
from gnut.ingest.contract import Identity
from gnut.ledger.contract import PolicyView
from gnut_store.oid import Oid

PROJECTION = "groundnut-live-replay-evidence-projection/v2"
EQUIVALENCE = "groundnut-live-replay-equivalence/v2"
RUN_DIFF = "gnut-run-diff/v1"


class Exclusion(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an execution that is not compared, and why."""

    path: str
    """JSON pointer; `*` stands for every element."""

    reason: str


_WAY = "how a source was reached is what a live run and a replay differ in by design"
_DERIVED = "it covers the acquisitions with their mode, strategy and live attempt"

EXCLUSIONS = (
    Exclusion("/request_sha256", "a request names its own mode and paths; it stands beside an execution, not in it"),
    Exclusion("/run/acquisitions/*/mode", _WAY),
    Exclusion("/run/acquisitions/*/strategy", _WAY),
    Exclusion("/run/acquisitions/*/live_attempted", _WAY),
    Exclusion("/run/sha256", _DERIVED),
    Exclusion("/ledger/run_sha256", _DERIVED),
    Exclusion("/ledger/sha256", _DERIVED),
    Exclusion("/manifest/artifacts/*/sha256", _DERIVED),
    Exclusion("/manifest/artifacts/*/bytes", _DERIVED),
    Exclusion("/manifest/sha256", _DERIVED),
    Exclusion("/sha256", _DERIVED),
)
"""Frozen: whatever is not listed is compared, fields of later contracts included."""


class Difference(Struct, frozen=True, forbid_unknown_fields=True):
    """One place where two projections part, by hashes: no text of a report or source."""

    path: str
    """Where, as a JSON pointer; elements of unordered lists by their identity."""

    left_sha256: str | None
    """Of the canonical form of what stands there; None where nothing does."""

    right_sha256: str | None


class Equivalence(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a run and its replays gave the same evidence (`groundnut-live-replay-equivalence/v2`)."""

    schema: str
    equivalent: bool
    """No differences, and two replays of the same bytes."""

    projection_schema: str
    live_projection_sha256: str
    replay_projection_sha256: str
    second_replay_identical: bool
    first_replay_sha256: str
    """Of the bytes of the first replay, as written."""

    second_replay_sha256: str

    sources: int
    """Cited sources that were compared."""

    exclusions: tuple[Exclusion, ...]
    """Always `EXCLUSIONS`."""

    differences: tuple[Difference, ...]
    """Sorted by path."""

    sha256: str


CAUSES = ("report", "profile", "source", "policy", "support", "authority", "engine")
"""What can have changed between two runs. `report` includes bibliographies beside it; `profile` is how it is read."""

SEVERAL, UNKNOWN = "several", "unknown"

CHANGES = ("added", "gone", "changed")

STANDING = ("bucket", "reason", "kind", "gates", "waived", "support", "authority", "provenance", "calculation")
"""What a row says; a row whose standing is the same is no change, however its sentence was edited."""


class RunRef(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two runs."""

    execution_sha256: str
    path: str
    report_sha256: str
    outcome: str
    rows: int
    policy: PolicyView
    profile: Identity
    engine: Engine


class SourceState(Struct, frozen=True, forbid_unknown_fields=True):
    """What a run had of a source."""

    snapshot: Oid | None
    text_sha256: str | None
    final_uri: str | None
    truncation: str | None
    failure: str | None


class SourceChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A source that both runs cite and that they had differently."""

    source_id: str
    uri: str
    before: SourceState
    after: SourceState


class RowRef(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of one of the runs (its texts are untrusted)."""

    id: str
    line: int | None
    bucket: str
    reason: str | None
    kind: str | None
    gates: bool
    waived: str | None
    support: str
    authority: str
    provenance: str
    calculation: str | None
    text: str
    uri: str | None
    """Identity of the source, or the citation as written where it has none."""

    excerpt: str | None
    snapshot: Oid | None


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A row that is new, gone, or says something else, and why."""

    change: str
    """One of `CHANGES`."""

    before: RowRef | None
    after: RowRef | None
    fields: tuple[str, ...]
    """Those of `STANDING` that differ; empty for a row that is new or gone."""

    edited: tuple[str, ...]
    """What the report says otherwise in a changed row: of `text`, `uri`, `excerpt`, `declaration`."""

    cause: str
    """One of `CAUSES` when nothing else could be it, else `several` or `unknown`."""

    causes: tuple[str, ...]
    """Those of `CAUSES` that could be it, in that order."""

    sources: tuple[str, ...]
    """Ids of the changed sources that could be it."""


class RunDiff(Struct, frozen=True, forbid_unknown_fields=True):
    """What changed between two runs (`gnut-run-diff/v1`); for people and scripts, never hashed."""

    schema: str
    before: RunRef
    after: RunRef
    inputs: tuple[str, ...]
    """Those of `CAUSES` that differ between the runs at all, whether a row shows it or not."""

    sources: tuple[SourceChange, ...]
    """Sorted by source id."""

    changes: tuple[Change, ...]
    """In reading order; a row that is gone stands where it stood."""

    unchanged: int
    """Rows that say the same."""

    reworded: int
    """How many of those stand in an edited sentence."""

    anomalies_added: tuple[str, ...]
    anomalies_gone: tuple[str, ...]
