"""Receipts that fit together and say what no replay confirms."""

from __future__ import annotations

import json
from typing import Any

from tests.receipts import good
from tests.receipts.copies import Copy, seal, sha256
from tests.receipts.fact import OTHER, Change, Fact, more, named, put, put_in, swap


def _claims_emptied(one: Copy) -> None:
    one.put("/run/extraction/claims", [])


def _had_after_all(one: Copy) -> None:
    """Say of a source that was had that its page holds no text."""
    result = one.at(f"{one.source(good.BOOK)}/result")
    result.update(ok=False, final_uri=None, source_sha256=None, characters=None, truncation=None, window_sha256=None)
    result.update(failure="no_text", detail="the source was captured and holds no text that could be read")
    one.first = f"{one.source(good.BOOK)}/result/ok"


def _complete_window(one: Copy) -> None:
    one.put(f"{one.source(good.MAYOR)}/result/truncation", "truncated")


def _one_more(one: Copy, pointer: str) -> None:
    one.put(pointer, one.at(pointer) + 1)


def _uncited(one: Copy) -> None:
    """Name a source that the report does not cite, and that nobody could have."""
    listed = one.at("/run/acquisitions")
    archive = json.loads(json.dumps(one.at(one.source(good.ARCHIVE))))
    uri = "https://nowhere.example/page"
    archive["result"].update(uri=uri, source_id=f"url:{sha256(uri.encode())[:16]}")
    at = next((at for at, each in enumerate(listed) if _id(each) > _id(archive)), len(listed))
    listed.insert(at, archive)
    one.first = f"/run/acquisitions/{at}"


def _id(acquisition: Any) -> str:
    return str(acquisition["result"]["source_id"])


def _capture_left_out(one: Copy) -> None:
    """Let a source that was captured, and is a wall, name no capture."""
    place = one.source(good.LOGIN)
    one.put(f"{place}/snapshot", None)
    one.put(f"{place}/snapshot_sha256", None)


def _forged(uri: str, member: str, value: Any) -> Change:
    """Put the same untruth into a capture and into what the run says of it."""

    def change(one: Copy) -> None:
        one.first = f"{one.source(uri)}/result/{member}"
        one.put(one.first, value)
        one.recaptured(uri, {member: value})

    return change


def _moved_unsaid(one: Copy) -> None:
    one.first = f"{one.source(good.GATE)}/result/final_uri"
    one.recaptured(good.GATE, {"final_uri": "https://mirror.example/page"})


def _task_reworded(one: Copy) -> None:
    one.put("/run/arena_emission/tasks/0/assertion", "The lamplighters stay on the quay through the whole winter.")
    seal(one.at("/run/arena_emission"))


MEANING = (
    Fact(
        "lineage_of_another_value",
        "claim_lineage",
        "a calculation starts from another fee than the report declares",
        lambda one: one.put(f"{one.claim('c13')}/analytical_provenance/calculation_lineage/inputs/0/value", "9"),
    ),
    Fact(
        "formula_of_another_hash",
        "claim_lineage",
        "a calculation bears the hash of another formula",
        lambda one: one.put(f"{one.claim('c13')}/analytical_provenance/calculation_lineage/formula_sha256", OTHER),
    ),
    Fact(
        "calculation_not_done",
        "calculation",
        "a calculation that comes out passes for one that cannot be done",
        put_in("account", "c13", "verification/calculation/status", "not_recomputable"),
    ),
    Fact(
        "row_of_another_result",
        "row_calculation",
        "a row shows another result than its calculation has",
        put_in("row", "c13", "calculation/computed", "35"),
    ),
    Fact("source_invented", "source_extra", "a source that the report does not cite", _uncited),
    Fact(
        "wall_without_its_snapshot",
        "source_snapshot",
        "a source that was captured, and is a wall, names no capture",
        _capture_left_out,
    ),
    Fact("task_reworded", "emission", "a task for the arena leaves out the doubt of its sentence", _task_reworded),
    Fact("claims_emptied", "claim_missing", "the report is said to make no claim", _claims_emptied),
    Fact(
        "claim_gone",
        "claim_missing",
        "a claim that fails is left out",
        lambda one: one.drop(one.claim("c3")),
        "/run/extraction/claims",
    ),
    Fact(
        "claim_invented",
        "claim_extra",
        "one claim more than the report makes",
        more("/run/extraction/claims", named(claim_id="c99")),
    ),
    Fact(
        "claims_out_of_order",
        "claim_order",
        "two claims changed places",
        swap("/run/extraction/claims", 0, 1),
        "/run/extraction/claims",
    ),
    Fact("claims_miscounted", "claim_count", "one claim less is counted", put("/run/extraction/claim_count", 14)),
    Fact(
        "claim_reworded",
        "claim_text",
        "a claim says something else",
        put_in("claim", "c2", "text", "In 2024 the guard “counted 1,208 visitors in one night” visits."),
    ),
    Fact(
        "claim_of_another_source",
        "claim_source",
        "a claim cites another source",
        lambda one: one.put(f"{one.claim('c1')}/source", one.at(f"{one.claim('c3')}/source")),
        "/run/extraction/claims/0/source/source_id",
    ),
    Fact(
        "claim_of_another_excerpt",
        "claim_excerpt",
        "a claim quotes what its source does say",
        put_in("claim", "c2", "excerpt", "counted 1,208 visitors in one night"),
    ),
    Fact(
        "claim_with_a_locator", "claim_locator", "a claim points to a page", put_in("claim", "c2", "locator", "page 14")
    ),
    Fact(
        "claim_of_another_class",
        "claim_provenance",
        "a company's assertion passes for external evidence",
        put_in("claim", "c11", "analytical_provenance/class", "external_evidence"),
    ),
    Fact(
        "claim_with_a_question",
        "claim_question",
        "a question that the report does not ask",
        put_in("claim", "c1", "question", "When does the gate shut?"),
    ),
    Fact(
        "claim_on_another_line",
        "claim_location",
        "a claim stands elsewhere",
        put_in("claim", "c1", "location", "line 1"),
    ),
    Fact("lines_miscounted", "lines", "fewer lines were read", put("/run/extraction/lines/included", 1)),
    Fact(
        "noted_left_out",
        "noted",
        "something that looks like a citation is not accounted for",
        put("/run/extraction/noted/mail", 3),
    ),
    Fact("kind_of_artifact", "extraction", "the report was read as HTML", put("/run/extraction/kind", "rendered_html")),
    Fact(
        "source_gone",
        "source_missing",
        "a cited source is left out",
        lambda one: one.drop(one.source(good.ARCHIVE)),
        "/run/acquisitions",
        also=("anchor_failure", "support_failure", "row_kind", "row_findings"),
    ),
    Fact(
        "sources_out_of_order",
        "source_order",
        "two sources changed places",
        swap("/run/acquisitions", 0, 1),
        "/run/acquisitions",
    ),
    Fact(
        "source_from_elsewhere",
        "source_final_uri",
        "a source was served from another address",
        put_in("source", good.GATE, "result/final_uri", "https://mirror.example/page"),
    ),
    Fact(
        "source_longer",
        "source_text",
        "a source has one character more",
        put_in("source", good.GATE, "result/characters", 999),
    ),
    Fact("window_of_another_size", "source_window", "a complete window passes for a truncated one", _complete_window),
    Fact(
        "window_of_another_hash",
        "source_window",
        "the evidence window is another one",
        put_in("source", good.GATE, "result/window_sha256", OTHER),
    ),
    Fact(
        "copy_of_the_user",
        "source_supplied",
        "a fetched page passes for a copy that the user brought",
        put_in("source", good.GATE, "result/supplied", True),
    ),
    Fact(
        "redirect_hidden",
        "source_redirected",
        "a redirected source passes for the cited one",
        put_in("source", good.LAMPS, "result/redirected", False),
    ),
    Fact(
        "redirect_hidden_in_its_capture",
        "source_redirected",
        "a redirected source passes for the cited one, and its capture says so too",
        _forged(good.LAMPS, "redirected", False),
    ),
    Fact(
        "note_forged_in_its_capture",
        "source_notes",
        "a page of the site passes for a web archive's copy, and its capture says so too",
        _forged(good.GATE, "notes", ["archive_copy"]),
    ),
    Fact(
        "snapshot_moved_unsaid",
        "source_final_uri",
        "a capture from elsewhere that the run says is from the cited address",
        _moved_unsaid,
        also=("source_redirected", "row_source", "row_marks", "row_findings", "anchor_marks"),
    ),
    Fact(
        "notes_of_a_source",
        "source_notes",
        "acquisition noticed something that it did not",
        put_in("source", good.GATE, "result/notes", ["charset_guessed"]),
    ),
    Fact(
        "wall_of_another_kind",
        "source_failure",
        "a sign-in page passes for a challenge",
        put_in("source", good.LOGIN, "result/failure", "challenge"),
    ),
    Fact(
        "had_and_denied",
        "source_outcome",
        "a source that was captured passes for an empty page",
        _had_after_all,
        also=("source_final_uri", "source_text", "source_window", "source_failure"),
    ),
    Fact(
        "acquired_in_another_mode",
        "source_strategy",
        "one source of a replay was acquired in another mode",
        put("/run/acquisitions/3/mode", "snapshot_preferred"),
    ),
    Fact(
        "account_gone",
        "account_missing",
        "a claim has no account",
        lambda one: one.drop(one.account("c3")),
        "/run/evidence/accounts",
    ),
    Fact(
        "account_invented",
        "account_extra",
        "an account of no claim",
        more("/run/evidence/accounts", named(claim_id="a1")),
    ),
    Fact(
        "accounts_out_of_order",
        "account_order",
        "two accounts changed places",
        swap("/run/evidence/accounts", 0, 1),
        "/run/evidence/accounts",
    ),
    Fact(
        "account_of_another_class",
        "account_provenance",
        "an account bears a class that its claim does not",
        put_in("account", "c11", "provenance", "unclassified"),
    ),
    Fact(
        "absent_said_found",
        "anchor",
        "an excerpt that stands nowhere is found",
        put_in("account", "c3", "verification/anchor", "found"),
    ),
    Fact(
        "altered_said_found",
        "anchor",
        "an altered figure is found",
        put_in("account", "c2", "verification/anchor", "found"),
    ),
    Fact(
        "not_run_said_found",
        "anchor",
        "an excerpt of a source that nobody could read is found",
        put_in("account", "c7", "verification/anchor", "found"),
    ),
    Fact(
        "normalised_said_exact",
        "anchor_method",
        "an altered excerpt passes for an exact one",
        put_in("account", "c2", "verification/method", "exact"),
    ),
    Fact(
        "rung_of_the_ladder",
        "anchor_level",
        "another rung decided",
        put_in("account", "c1", "verification/level", "typography"),
    ),
    Fact(
        "place_of_the_passage",
        "anchor_place",
        "the passage stands elsewhere",
        put_in("account", "c1", "verification/parts", [[0, 5]]),
        "/run/evidence/accounts/0/verification/parts/0/0",
    ),
    Fact(
        "places_miscounted",
        "anchor_occurrences",
        "the excerpt stands twice",
        put_in("account", "c1", "verification/occurrences", 2),
    ),
    Fact(
        "alteration_left_out",
        "anchor_alterations",
        "the changed figure is not listed",
        put_in("account", "c2", "verification/alterations", []),
    ),
    Fact(
        "hidden_said_visible",
        "anchor_hidden",
        "what no reader sees passes for visible",
        put_in("account", "c4", "verification/hidden", False),
    ),
    Fact(
        "outside_its_locator",
        "anchor_located",
        "a passage is said to stand outside its locator",
        put_in("account", "c1", "verification/located", False),
    ),
    Fact(
        "stands_elsewhere",
        "anchor_elsewhere",
        "that another source holds the excerpt is left out",
        put_in("account", "c5", "verification/elsewhere", None),
    ),
    Fact("marks_left_out", "anchor_marks", "a warning is left out", put_in("account", "c6", "verification/marks", [])),
    Fact(
        "failure_of_the_source",
        "anchor_failure",
        "a paywall passes for a page that was not found",
        put_in("account", "c7", "verification/failure", "not_found"),
    ),
    Fact(
        "presence_as_support",
        "facts_merged",
        "matching says that the claim is supported",
        put_in("account", "c1", "verification/support", "supported"),
    ),
    Fact(
        "support_upgraded",
        "support_status",
        "insufficient passes for supported",
        put_in("account", "c1", "assessment/status", "supported"),
    ),
    Fact(
        "support_note",
        "support_note",
        "a reason beside the support status",
        put_in("account", "c1", "assessment/note", "below_confidence"),
    ),
    Fact(
        "support_of_another_claim",
        "support_input",
        "support was assessed of another claim",
        put_in("account", "c1", "assessment/input_sha256", OTHER),
    ),
    Fact(
        "decision_of_the_detector",
        "support_decision",
        "the detector is said to have been less sure",
        put_in("account", "c1", "assessment/decision/confidence", "0.500000"),
    ),
    Fact(
        "support_failure",
        "support_failure",
        "support failed for another reason",
        put_in("account", "c7", "assessment/failure", "timeout"),
    ),
    Fact(
        "authority_upgraded",
        "authority_kind",
        "an unknown witness passes for an independent one",
        put_in("account", "c3", "authority/kind", "independent_primary"),
    ),
    Fact(
        "authority_on_another_basis",
        "authority_basis",
        "a person's judgement passes for the source's own metadata",
        put_in("account", "c1", "authority/basis", "source_metadata"),
    ),
    Fact(
        "authority_without_its_declaration",
        "authority_binding",
        "the declaration behind an authority is left out",
        put_in("account", "c1", "authority/declaration_sha256", None),
    ),
    Fact("said_complete", "complete", "all claims are said to be assessed", put("/run/evidence/complete", True)),
    Fact(
        "counts_of_support",
        "counts",
        "one more claim is counted as supported",
        put("/run/evidence/summary/support_status_counts/supported", 1),
    ),
    Fact(
        "counts_of_matching",
        "metric_counts",
        "one more excerpt is counted as anchored",
        lambda one: _one_more(one, "/run/evidence/summary/mechanical/counts/anchored_excerpts"),
    ),
    Fact(
        "counts_of_outcomes",
        "metric_outcomes",
        "one more exact match is counted",
        lambda one: _one_more(one, "/run/evidence/summary/mechanical/anchor_outcome_counts/exact_found"),
    ),
    Fact(
        "counts_of_a_class",
        "metric_classes",
        "one more cited claim of a class is counted",
        lambda one: _one_more(one, "/run/evidence/summary/mechanical/by_provenance_class/unclassified/cited_claims"),
    ),
    Fact(
        "rate_of_accessibility",
        "metric_rates",
        "a rate has another numerator than its count",
        lambda one: _one_more(one, "/run/evidence/summary/mechanical/rates/source_accessibility/numerator"),
    ),
    Fact(
        "row_gone",
        "row_missing",
        "a row that blocks is left out",
        lambda one: one.drop(one.row("c3")),
        "/ledger/ledger/rows",
    ),
    Fact("row_invented", "row_extra", "one row more, and it is found", more("/ledger/ledger/rows", named(id="c99"))),
    Fact(
        "rows_out_of_order",
        "row_order",
        "two rows changed places",
        swap("/ledger/ledger/rows", 0, 1),
        "/ledger/ledger/rows",
    ),
    Fact(
        "row_fingerprint",
        "row_fingerprint",
        "a row bears the fingerprint that a baseline accepts",
        put_in("row", "c3", "fingerprint", "0" * 32),
    ),
    Fact("row_on_another_line", "row_place", "a row points to another line", put_in("row", "c3", "line", 1)),
    Fact(
        "row_bucket",
        "row_bucket",
        "a row that is not confirmed stands among the found",
        put_in("row", "c3", "bucket", "excerpt_found"),
    ),
    Fact(
        "row_reason",
        "row_reason",
        "not found passes for a window that was incomplete",
        put_in("row", "c3", "reason", "evidence_window_incomplete"),
    ),
    Fact(
        "row_kind",
        "row_kind",
        "a paywall passes for a page that was not found",
        put_in("row", "c7", "kind", "not_found"),
    ),
    Fact(
        "row_that_does_not_block",
        "row_gates",
        "a row that blocks lets the report pass",
        put_in("row", "c3", "gates", False),
    ),
    Fact("row_code", "row_code", "a row bears another finding's code", put_in("row", "c3", "code", "GN302")),
    Fact(
        "row_waived",
        "row_waiver",
        "a waiver that the report does not hold",
        put_in("row", "c3", "waived", "agreed with the editor"),
    ),
    Fact(
        "row_reworded",
        "row_text",
        "a row shows other words of the report",
        put_in("row", "c2", "text", "The guard counted visitors."),
    ),
    Fact(
        "row_of_another_address",
        "row_source",
        "a row shows another final address",
        put_in("row", "c6", "source/final_uri", "https://lamps.example/page"),
    ),
    Fact(
        "row_of_another_excerpt",
        "row_excerpt",
        "a row shows another excerpt",
        put_in("row", "c2", "excerpt", "counted 1,208 visitors in one night"),
    ),
    Fact(
        "row_passage",
        "row_anchor",
        "a row shows a passage that the source does not hold",
        put_in("row", "c2", "anchor/passage", "counted 1,280 visitors in one night"),
    ),
    Fact("row_without_its_mark", "row_marks", "a row does not warn of a redirect", put_in("row", "c6", "marks", [])),
    Fact(
        "row_supported",
        "row_support",
        "a row shows a support that nobody assessed",
        put_in("row", "c1", "support", "supported"),
    ),
    Fact(
        "row_of_another_authority",
        "row_authority",
        "a row shows another authority than its account",
        put_in("row", "c3", "authority", "independent_primary"),
    ),
    Fact(
        "row_of_another_class",
        "row_provenance",
        "a row shows another class than its claim",
        put_in("row", "c11", "provenance", "external_evidence"),
    ),
    Fact(
        "row_without_the_other_source",
        "row_elsewhere",
        "a row does not say which source holds the excerpt",
        put_in("row", "c5", "elsewhere", None),
    ),
    Fact(
        "row_without_findings",
        "row_findings",
        "a row that blocks bears no finding",
        put_in("row", "c3", "findings", []),
    ),
    Fact("outcome_clear", "outcome", "a report that fails is clear", put("/ledger/ledger/outcome", "clear")),
    Fact("outcome_waived", "outcome", "a report that fails is waived", put("/ledger/ledger/outcome", "waived")),
    Fact(
        "population_smaller", "population", "fewer excerpts are counted", put("/ledger/ledger/population/excerpts", 1)
    ),
    Fact(
        "rate_of_the_ledger",
        "rates",
        "one more row is counted as found",
        lambda one: _one_more(one, "/ledger/ledger/rates/excerpts_found/numerator"),
    ),
    Fact(
        "defect_of_the_report",
        "anomalies",
        "a defect that the report does not have",
        lambda one: one.at("/ledger/ledger/anomalies").append(
            {"name": "unclosed_fence", "code": "GN101", "blocks": False, "line": 1, "column": 1}
        ),
        "/ledger/ledger/anomalies",
    ),
    Fact(
        "ledger_at_another_path",
        "ledger_path",
        "the ledger is of the same bytes at another path",
        put("/ledger/ledger/path", "other.md"),
    ),
    Fact(
        "manifest_without_a_source",
        "manifest_sources",
        "the manifest leaves out a source",
        lambda one: one.drop("/manifest/sources/0"),
        "/manifest/sources",
    ),
    Fact(
        "manifest_of_another_snapshot",
        "manifest_sources",
        "the manifest names another snapshot of a source",
        put("/manifest/sources/0/snapshot_sha256", OTHER),
    ),
    Fact(
        "manifest_of_another_policy",
        "manifest_policies",
        "the manifest names another policy",
        put("/manifest/policies/0/sha256", OTHER),
    ),
    Fact(
        "manifest_of_another_matcher",
        "manifest_components",
        "the manifest names another matcher",
        put("/manifest/components/1/revision", "2"),
    ),
    Fact(
        "manifest_with_one_artifact_more",
        "manifest_artifacts",
        "the manifest names an artifact that no run makes",
        lambda one: one.at("/manifest/artifacts").append(
            {"kind": "summary", "schema": "groundnut-summary/v1", "sha256": OTHER, "bytes": 2}
        ),
        "/manifest/artifacts",
    ),
)
