"""A receipt to verify, the bytes it stands on, and why it may be refused."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

EXECUTION_FILE = "execution.json"
REPORT_FILE = "report"
COMPANIONS, SNAPSHOTS, TEXTS, HIDDEN = "companions", "snapshots", "texts", "hidden"
"""Folders of a bundle: bibliographies by their place in the list of the run, which begins with 0; snapshots as
`SOURCE-ID.json` (`:` written `-`), visible texts as `SHA256.txt`, hidden ones as `SOURCE-ID.txt`."""


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """A run and everything it was made from, as exported bytes."""

    execution: bytes
    report: bytes
    companions: Mapping[str, bytes]
    """By name, as the run spells it."""

    snapshots: Mapping[str, bytes]
    """By source id."""

    texts: Mapping[str, bytes]
    """By SHA-256."""

    hidden: Mapping[str, bytes]
    """By source id: pages that show the same may hide different things."""


FORM = {
    "not_strict_json": "it is not one strict JSON text (a key twice, a number that is no integer, too deep, not UTF-8)",
    "not_canonical": "its bytes are not the canonical form of what they say",
    "unknown_schema": "the part carries another contract than the one that stands there",
    "downgraded_schema": "the part carries an older version of its contract, which checks less",
    "unknown_field": "the contract knows no such field",
    "missing_field": "a field that the contract requires is not there",
    "wrong_type": "the value is of another type than the contract says",
    "bad_hash": "a SHA-256 is written as 64 lower-case hex digits and in no other way",
    "bad_id": "an object id is written as b3: and 64 lower-case hex digits and in no other way",
    "self_hash": "the hash that the part carries is not the hash of the part",
}
"""Refusals of the bytes alone."""

BINDING = {
    "other_report": "the report at hand is not the one that was checked",
    "companion_missing": "a bibliography that the run read is not at hand",
    "other_companion": "a bibliography at hand is not the one that the run read",
    "mixed_report": "the part is about another report than the run",
    "mixed_run": "the part belongs to another run",
    "mixed_ledger": "the manifest names another ledger",
    "mixed_profile": "the part was made under another artifact profile than the run",
    "mixed_segmenter": "the part was made by another segmenter than the run",
    "mixed_policy": "the part was made under another policy than the run",
    "mixed_detector": "the part names another detector than the run's policy",
    "bad_terms": "a policy, profile or declaration that the run was judged under breaks its contract",
    "policy_not_frozen": "it bears the key and version of something frozen and says something else",
    "other_segmenter": "the run was read by another segmenter than the one that replays it",
    "artifact_length": "the artifact has another length than the manifest says",
    "source_identity": "the id of the source is not the id of its address",
    "snapshot_missing": "the snapshot that the source was read from is not at hand",
    "snapshot_superseded": "the snapshot at hand follows the one that the run was made on",
    "other_snapshot": "the snapshot at hand is not the one that the run names",
    "snapshot_invalid": "the snapshot is no sound snapshot of this source",
    "foreign_parent": "the snapshot names as its previous one an object that is no capture of its source",
    "text_missing": "the text that excerpts were sought in is not at hand",
    "other_text": "the text at hand is not the one that the run names",
    "other_hidden_text": "the hidden text at hand is not the one that the snapshot names",
    "unlisted_file": "a file at hand belongs to nothing that the run names",
    "unknown_mode": "the acquisition mode is outside the closed list",
    "unknown_strategy": "the acquisition strategy is outside the closed list",
    "unknown_failure": "the kind of failure is outside the closed list",
    "final_uri_required": "a source that was had names its final address",
    "identity_missing": "an identity is missing or blank",
    "moving_revision": "a revision that moves names nothing",
    "engine_inconsistent": "what is dirty is not publishable, and what is clean is",
    "manifest_unsorted": "the entries of the manifest are not in order",
    "duplicate_source": "the manifest names a source twice",
    "duplicate_policy": "the manifest names a policy twice",
    "duplicate_component": "the manifest names a component twice",
    "duplicate_artifact": "the manifest names an artifact twice",
    "no_artifacts": "a manifest binds at least one output",
    "acquisition_inconsistent": "the acquisition contradicts itself",
}
"""Refusals of parts that do not belong together."""

MEANING = {
    "other_engine": "the run was made by another engine than the one that replays it, and the two do not agree",
    "not_replayable": "the run cannot be made again from what is at hand",
    "claim_missing": "the report makes a claim that the run leaves out",
    "claim_extra": "the run states a claim that the report does not make",
    "claim_order": "the claims are not in reading order",
    "claim_count": "the count is not the number of claims",
    "claim_text": "the report says something else there",
    "claim_source": "the report cites another source there",
    "claim_excerpt": "the report quotes other words there",
    "claim_locator": "the report points to another place of the source",
    "claim_provenance": "the report declares another analytical provenance",
    "claim_lineage": "the report declares another calculation",
    "claim_question": "the report declares another verification question",
    "claim_location": "the claim stands elsewhere in the report",
    "extraction": "reading the report gives something else",
    "lines": "other lines were read and set aside",
    "noted": "other things were set aside that look like citations",
    "source_missing": "the report cites a source that the run leaves out",
    "source_extra": "the run names a source that the report does not cite",
    "source_order": "the sources are not in the order of their ids",
    "source_strategy": "the source came about in another way",
    "source_snapshot": "the source was read from another snapshot",
    "source_outcome": "whether the source could be had comes out otherwise",
    "source_final_uri": "the source was served from another address",
    "source_text": "the text of the source is another one",
    "source_window": "the evidence window is another one",
    "source_supplied": "whether the copy was supplied by the user comes out otherwise",
    "source_redirected": "whether the source was redirected comes out otherwise",
    "source_notes": "acquisition noticed other things",
    "source_failure": "the source failed in another way",
    "account_missing": "a claim has no account",
    "account_extra": "an account belongs to no claim of the report",
    "account_order": "the accounts are not in the order of their claim ids",
    "account_provenance": "the account bears another provenance than the claim",
    "anchor": "seeking the excerpt comes to another outcome",
    "anchor_method": "the verification came about in another way",
    "anchor_level": "another rung of the ladder decides",
    "anchor_place": "the passage stands elsewhere in the text",
    "anchor_occurrences": "the excerpt stands another number of times",
    "anchor_alterations": "the excerpt differs from the passage in other things",
    "anchor_hidden": "whether the excerpt stands in hidden text only comes out otherwise",
    "anchor_located": "whether the excerpt stands inside its locator comes out otherwise",
    "anchor_elsewhere": "the excerpt stands in another of the sources",
    "anchor_marks": "the warnings come out otherwise",
    "anchor_failure": "the source of the claim failed in another way",
    "facts_merged": "matching was made to say something of support",
    "calculation": "computing the declared formula comes to something else",
    "support_status": "assessing support comes to another status",
    "support_note": "the reason beside the support status comes out otherwise",
    "support_input": "support was assessed of another claim, question or source",
    "support_decision": "the detector's decision comes out otherwise",
    "support_failure": "support failed for another reason",
    "authority_kind": "the source's authority comes out otherwise",
    "authority_basis": "the authority rests on another basis",
    "authority_binding": "the authority is bound to another claim, source, declaration or assessment",
    "complete": "whether all claims were assessed comes out otherwise",
    "counts": "the counts do not follow from the accounts",
    "metric_counts": "the counts of matching do not follow from the claims",
    "metric_outcomes": "the counts of outcomes do not follow from the claims",
    "metric_classes": "the counts by provenance class do not follow from the claims",
    "metric_rates": "a rate does not follow from the counts",
    "emission": "emitting arena tasks gives something else",
    "row_missing": "a claim has no row",
    "row_extra": "a row belongs to no claim of the report",
    "row_order": "the rows are not in reading order",
    "row_fingerprint": "the fingerprint is another one",
    "row_place": "the row points to another place of the report",
    "row_bucket": "the row belongs into another bucket",
    "row_reason": "the row stands where it does for another reason",
    "row_kind": "the source is unavailable in another way",
    "row_gates": "whether the row blocks comes out otherwise",
    "row_code": "the row bears another code",
    "row_waiver": "the report waives something else",
    "row_text": "the report says something else there",
    "row_source": "the row shows another source, address, snapshot or window",
    "row_excerpt": "the row shows another excerpt",
    "row_anchor": "the row shows another anchor",
    "row_marks": "the row shows other warnings",
    "row_support": "the row shows another support status",
    "row_authority": "the row shows another authority",
    "row_provenance": "the row shows another provenance",
    "row_calculation": "the row shows another calculation",
    "row_elsewhere": "the row names another source that holds the excerpt",
    "row_findings": "the row bears other findings",
    "outcome": "the gate says something else of the report",
    "population": "the population is another one",
    "rates": "a rate of the ledger does not follow from its rows",
    "anomalies": "the report has other defects of structure",
    "ledger_path": "the ledger is of a report at another path",
    "manifest_sources": "the manifest lists other sources",
    "manifest_policies": "the manifest lists other policies",
    "manifest_components": "the manifest lists other components",
    "manifest_artifacts": "the manifest lists other artifacts",
    "difference": "the replay says something else there",
}
"""Refusals of what a replay does not confirm."""

CODES = {**FORM, **BINDING, **MEANING}
"""Closed list of refusals, each with its one sentence."""


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """One reason why a receipt does not stand."""

    code: str
    pointer: str
    """JSON pointer into the execution; empty for the whole of it."""

    message: str
    """One sentence without text of the report or of a source."""
