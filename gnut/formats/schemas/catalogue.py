"""Every published contract, and the closed lists of its fields."""

from __future__ import annotations

from msgspec import Struct

from gnut.account import contract as account
from gnut.account import records
from gnut.acquire import contract as acquire
from gnut.arena import contract as arena
from gnut.authority import contract as authority
from gnut.check import contract as check
from gnut.diff_replay import contract as diff_replay
from gnut.formats import (
    acquired_json,
    came,
    captures,
    collected,
    decided,
    examined,
    grounded,
    log,
    moved,
    stored,
    synced,
)
from gnut.ground import contract as ground
from gnut.ingest import contract as ingest
from gnut.ledger import contract as ledger
from gnut.measure import contract as measure
from gnut.proofread import contract as proofread
from gnut.render_receipt import contract as render_receipt
from gnut.sign import contract as sign
from gnut.support import contract as support
from gnut.text.anchor.contract import Alteration, Level, Outcome
from gnut.verify_answer import contract as verify_answer
from gnut.verify_records import contract as verify_records
from gnut.verify_run import contract as verify_run

OPEN = (
    ledger.CHECK,
    acquired_json.ACQUIRE,
    log.LOG,
    captures.CAPTURES,
    sign.SIGNATURES,
    collected.GC,
    examined.FSCK,
    stored.LISTING,
    stored.FIGURES,
    moved.MOVED,
    synced.SYNC,
    diff_replay.RUN_DIFF,
    decided.VERIFIED,
    proofread.SCHEMA,
    grounded.REPORT,
)
"""What commands print and nobody hashes: fields may be added without a new version."""

UNSEALED = (arena.PROFILE,)
"""What a person writes as a file, without the hash that it has inside a receipt."""

PUBLISHED: dict[str, tuple[type[Struct], str]] = {
    ledger.CHECK: (ledger.CheckReport, "What `gnut check --output-format json` writes."),
    acquired_json.ACQUIRE: (acquired_json.AcquireReport, "What `gnut acquire --output-format json` writes."),
    acquire.SNAPSHOT: (acquire.Snapshot, "One capture of one source, as stored."),
    acquire.FAILURE: (acquire.Failure, "A fetch that failed, as recorded; never a source."),
    acquire.EXCHANGE: (
        acquire.Exchange,
        "One exchange with the server of a source, beside its snapshot; no part of a run.",
    ),
    acquire.WINDOW: (acquire.Window, "How much of what was served a stored text stands for."),
    ingest.SCHEMA: (records.ExtractionReceipt, "A report, read: one claim a row of its ledger."),
    ingest.LINEAGE: (ingest.Lineage, "How an analyst's figure was computed, as declared."),
    records.PROVENANCE: (records.Provenance, "Analytical provenance of a claim, as declared."),
    records.ACQUISITION: (records.Acquisition, "How one cited source was acquired, and what became of it."),
    records.VERIFICATION: (records.Verification, "What matching found of one claim; nothing of support."),
    records.ENVELOPE: (records.Envelope, "A rate with its class and population, as two integers."),
    records.METRICS: (records.Metrics, "What matching came to over a whole report."),
    records.ACCOUNT: (records.Account, "The four facts of one claim, side by side."),
    records.EVIDENCE: (records.EvidenceReport, "Every account of a run, with its counts."),
    ledger.POLICY: (ledger.Policy, "What blocks a report; frozen and hashed."),
    ledger.NUMERICS: (ledger.NumericsGate, "Whether an author owns every figure that is not cited."),
    ledger.NUMERICS_WAIVER: (ledger.NumericsWaiver, "Who answers for the figures that nobody declared."),
    support.POLICY: (support.SupportPolicy, "Which detector is asked of support, and what its answer must reach."),
    support.ASSESSMENT: (support.Assessment, "The support of one claim under a policy."),
    authority.POLICY: (authority.AuthorityPolicy, "The kinds of authority in force."),
    authority.DECLARATION: (authority.Declaration, "Who says what authority a claim's source has."),
    authority.ASSESSMENT: (authority.Authority, "The authority of one claim."),
    account.RUN: (account.Run, "The evidence of one run."),
    account.LEDGER: (account.ClaimLedger, "The three buckets, bound to the run they were read from."),
    account.MANIFEST: (account.Manifest, "What a run was made from and what it made."),
    account.EXECUTION: (account.Execution, "One run with its ledger and manifest: what is stored and exchanged."),
    account.DOMAIN: (account.DomainPack, "What a domain asks of its documents."),
    arena.PROFILE: (arena.EmissionProfile, "Which sentences of a report are proposed for attack."),
    arena.EMISSION: (arena.Emission, "The assertions of a report that are proposed for attack."),
    arena.POLICY: (arena.ArenaPolicy, "What a task has to withstand; frozen and hashed."),
    arena.REPORT: (arena.ArenaReport, "What became of every task, with all it was computed from."),
    captures.CAPTURES: (captures.ShownSource, "What `gnut show URL --output-format json` writes."),
    examined.FSCK: (examined.StoreCheck, "What `gnut fsck --output-format json` writes."),
    collected.GC: (collected.Collection, "What `gnut gc --output-format json` writes."),
    stored.LISTING: (stored.Listing, "What `gnut store ls --output-format json` writes."),
    stored.FIGURES: (stored.Figures, "What `gnut store stat --output-format json` writes."),
    moved.MOVED: (moved.Moved, "What `gnut store import` and `export --to` write with `--output-format json`."),
    synced.SYNC: (synced.Synced, "What `gnut sync` writes with `--output-format json`."),
    log.LOG: (log.Log, "The runs of reports, the newest first."),
    render_receipt.SCHEMA: (render_receipt.RenderReceipt, "A rendering that keeps the evidence of its report."),
    diff_replay.EQUIVALENCE: (diff_replay.Equivalence, "Whether a run and its replays gave the same evidence."),
    sign.STATEMENT: (sign.Statement, "What a key signs of a run: an in-toto Statement, version 1."),
    sign.SIGNATURE: (sign.Signature, "A signature over a stored statement."),
    sign.SIGNATURES: (sign.Verdict, "What `gnut sign --verify --output-format json` writes."),
    diff_replay.RUN_DIFF: (diff_replay.RunDiff, "What `gnut diff-replay RUN RUN --output-format json` writes."),
    verify_records.RUN: (verify_run.RunVerdict, "What a policy decided of a run: the content of its record."),
    verify_records.MEASUREMENT: (
        measure.Measurement,
        "How many answers that passed were wrong, by labels of a sample.",
    ),
    verify_records.REPLAY: (measure.Replayed, "Past traffic under another policy."),
    proofread.SCHEMA: (proofread.Proofread, "What `gnut proofread --output-format json` writes."),
    verify_records.ANSWER: (verify_answer.Verdict, "What a policy decided of an answer: the content of its record."),
    grounded.REPORT: (grounded.GroundReport, "What `gnut ground --output-format json` writes."),
    decided.VERIFIED: (decided.Verified, "What `gnut verify answer --output-format json` writes."),
}
"""Schema string → (form, what it is)."""

CONSTANT: dict[type[Struct], str] = {
    struct: schema for schema, (struct, _) in PUBLISHED.items() if "schema" in struct.__struct_fields__
}
"""The one schema string that a struct may carry."""

FREE = frozenset(
    {(verify_answer.Finding, "source_id"), (proofread.Anchor, "evidence_id"), (verify_run.RunVerdict, "run_id")}
)
"""Fields that callers name as they like, though others of the same name have one spelling."""

_METHODS = ("exact", "normalised", "fuzzy")
_LEVELS = tuple(level.value for level in Level)
_OUTCOMES = tuple(outcome.value for outcome in Outcome)

CLOSED: dict[tuple[type[Struct], str], tuple[str, ...]] = {
    (acquire.Snapshot, "charset_from"): acquire.CHARSETS,
    (acquire.Window, "truncation"): acquire.TRUNCATIONS,
    (acquire.Failure, "why"): acquire.WHYS,
    (acquired_json.SourceCame, "outcome"): tuple(came.OUTCOMES),
    (acquired_json.SourceCame, "why"): acquire.WHYS,
    (acquire.Exchange, "outcome"): acquire.OUTCOMES,
    (captures.ShownCapture, "window"): acquire.TRUNCATIONS,
    (captures.ShownCapture, "hollow"): acquire.HOLLOWS,
    (captures.ShownFailure, "kind"): acquire.WHYS,
    (records.ExtractionReceipt, "kind"): ingest.KINDS,
    (records.Provenance, "class_"): ingest.PROVENANCE,
    (records.Provenance, "calculation_lineage_status"): records.LINEAGE_STATUSES,
    (records.Acquisition, "mode"): tuple(mode.value for mode in acquire.Mode),
    (records.Acquisition, "strategy"): records.STRATEGIES,
    (records.Result, "truncation"): acquire.TRUNCATIONS,
    (records.Result, "failure"): acquire.WHYS,
    (records.Verification, "anchor"): _OUTCOMES,
    (records.Verification, "method"): records.METHODS,
    (records.Verification, "level"): _LEVELS,
    (records.Verification, "support"): ("not_assessed",),
    (records.Verification, "failure"): acquire.WHYS,
    (records.Account, "provenance"): ingest.PROVENANCE,
    (check.Calculation, "status"): check.CALCULATIONS,
    (ledger.Row, "reason"): (*ledger.UNCONFIRMED, *ledger.OWN),
    (ledger.Row, "kind"): acquire.WHYS,
    (ledger.Row, "support"): support.STATUSES,
    (ledger.Row, "authority"): authority.KINDS,
    (ledger.Row, "provenance"): ingest.PROVENANCE,
    (ledger.NumericsGate, "faults"): ledger.UNCOUNTED,
    (ledger.Waived, "faults"): ledger.VOID,
    (ledger.SourceView, "window"): acquire.TRUNCATIONS,
    (ledger.AnchorView, "outcome"): _OUTCOMES,
    (ledger.AnchorView, "method"): _METHODS,
    (ledger.AnchorView, "level"): _LEVELS,
    (support.Assessment, "status"): support.STATUSES,
    (support.Assessment, "failure"): acquire.WHYS,
    (support.Decision, "label"): support.LABELS,
    (authority.AuthorityPolicy, "kinds"): authority.KINDS,
    (authority.Declaration, "kind"): tuple(kind for kind in authority.KINDS if kind != "unknown_authority"),
    (authority.Declaration, "basis"): ("source_metadata", "human_adjudication", "domain_policy"),
    (authority.Authority, "kind"): authority.KINDS,
    (authority.Authority, "basis"): authority.BASES,
    (verify_answer.Verdict, "decision"): verify_answer.DECISIONS,
    (verify_answer.ClaimDecision, "decision"): verify_answer.DECISIONS,
    (verify_answer.Claim, "kind"): verify_answer.CLAIM_KINDS,
    (verify_answer.Finding, "result"): verify_answer.RESULTS,
    (verify_answer.Finding, "determinism"): verify_answer.DETERMINISM,
    (grounded.GroundReport, "status"): ground.MANIFEST_STATUSES,
    (grounded.Said, "id"): ground.FINDINGS,
    (grounded.Said, "status"): ground.STATUSES,
    (grounded.Said, "reason"): tuple(reason for reasons in ground.REASONS.values() for reason in reasons),
    (decided.Verified, "decision"): verify_answer.DECISIONS,
    (proofread.Anchor, "kind"): proofread.KINDS,
    (verify_run.RunVerdict, "gate"): verify_run.GATES,
    (verify_run.RunVerdict, "outcome"): verify_run.OUTCOMES,
    (verify_run.Step, "effect"): verify_run.GATES,
    (measure.Stratum, "decision"): verify_answer.DECISIONS,
    (measure.Change, "before"): verify_answer.DECISIONS,
    (measure.Change, "after"): verify_answer.DECISIONS,
    (Alteration, "kind"): (
        *("number", "sign", "unit", "magnitude", "negation", "word_changed", "word_added", "word_lost"),
        *("words_swapped", "letters", "punctuation", "left_out"),
    ),
    (account.DomainEvidence, "status"): account.DOMAIN_STATES,
    (arena.Emission, "kind"): arena.KINDS,
    (synced.Synced, "command"): synced.COMMANDS,
    (arena.Attack, "severity"): arena.SEVERITIES,
    (arena.Ruling, "ruling"): arena.RULINGS,
    (arena.Bout, "consensus"): arena.CONSENSUS,
    (arena.Finding, "verdict"): arena.VERDICTS,
    (account.ManifestPolicy, "kind"): ("artifact_profile", "support", "authority", "standing", "arena_emission"),
    (account.Component, "role"): ("semantic_support_detector", "claim_segmenter", "excerpt_matcher"),
    (render_receipt.Side, "kind"): ingest.KINDS,
    (render_receipt.RenderReceipt, "disclosure"): (render_receipt.DISCLOSURE,),
    (sign.Statement, "type_"): (sign.TYPE,),
    (sign.Statement, "predicate_type"): (sign.PREDICATE,),
    (sign.Verifier, "id"): (sign.VERIFIER,),
    (sign.Predicate, "outcome"): tuple(outcome.value for outcome in ledger.Outcome),
    (sign.Signature, "format"): sign.FORMATS,
    (sign.AtHand, "standing"): tuple(sign.STANDINGS),
    (sign.Judged, "format"): sign.FORMATS,
    (sign.Judged, "outcome"): tuple(outcome for outcome in sign.OUTCOMES if outcome != "unsigned"),
    (sign.Judged, "reason"): tuple(sign.REASONS),
    (sign.Judged, "commit_state"): tuple(sign.COMMITS),
    (sign.Judged, "at_from"): ("argument", "statement", "clock"),
    (sign.Verdict, "outcome"): sign.OUTCOMES,
    (diff_replay.Equivalence, "projection_schema"): (diff_replay.PROJECTION,),
    (diff_replay.Exclusion, "path"): tuple(each.path for each in diff_replay.EXCLUSIONS),
    (diff_replay.Change, "change"): diff_replay.CHANGES,
    (diff_replay.Change, "fields"): diff_replay.STANDING,
    (diff_replay.Change, "cause"): (*diff_replay.CAUSES, diff_replay.SEVERAL, diff_replay.UNKNOWN),
    (diff_replay.Change, "causes"): diff_replay.CAUSES,
    (diff_replay.RunDiff, "inputs"): diff_replay.CAUSES,
    (diff_replay.SourceState, "truncation"): acquire.TRUNCATIONS,
    (diff_replay.SourceState, "failure"): acquire.WHYS,
    (diff_replay.RowRef, "bucket"): tuple(bucket.value for bucket in ledger.Bucket),
    (diff_replay.RowRef, "reason"): (*ledger.UNCONFIRMED, *ledger.OWN),
    (diff_replay.RowRef, "kind"): acquire.WHYS,
    (diff_replay.RowRef, "support"): support.STATUSES,
    (diff_replay.RowRef, "authority"): authority.KINDS,
    (diff_replay.RowRef, "provenance"): ingest.PROVENANCE,
    (diff_replay.RowRef, "calculation"): check.CALCULATIONS,
}
"""Values that a field may have, besides null where its type allows it."""

KEYED: dict[tuple[type[Struct], str], tuple[str, ...]] = {
    (acquired_json.AcquireReport, "counts"): tuple(came.OUTCOMES),
    (sign.Subject, "digest"): ("sha256", "gitCommit"),
    (records.Summary, "support_status_counts"): support.STATUSES,
    (records.Summary, "authority_kind_counts"): authority.KINDS,
    (records.Summary, "provenance_class_counts"): ingest.PROVENANCE,
    (records.Metrics, "by_provenance_class"): ingest.PROVENANCE,
}
"""Keys that an object with counted keys may have."""
