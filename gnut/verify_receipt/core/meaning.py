"""Where a stored run and its replay part, each place under its own code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from gnut.account.contract import Execution
from gnut.text.fitted import step
from gnut.verify_receipt.contract import Refusal
from gnut.verify_receipt.core.refusals import refusal

Table = Mapping[str, str]
"""Steps from a part, `/` between them → code; the longest that fits is taken, `` stands for all others."""

CLAIM: Table = {
    "text": "claim_text",
    "source": "claim_source",
    "excerpt": "claim_excerpt",
    "locator": "claim_locator",
    "analytical_provenance/calculation_lineage": "claim_lineage",
    "analytical_provenance/calculation_lineage_status": "claim_lineage",
    "analytical_provenance": "claim_provenance",
    "declared_analysis": "claim_provenance",
    "question": "claim_question",
    "location": "claim_location",
}
EXTRACTION: Table = {
    "claim_count": "claim_count",
    "lines": "lines",
    "noted": "noted",
    "profile": "mixed_profile",
    "segmenter": "mixed_segmenter",
    "": "extraction",
}
SOURCE: Table = {
    "mode": "source_strategy",
    "strategy": "source_strategy",
    "live_attempted": "source_strategy",
    "snapshot": "source_snapshot",
    "snapshot_sha256": "source_snapshot",
    "result/ok": "source_outcome",
    "result/final_uri": "source_final_uri",
    "result/source_sha256": "source_text",
    "result/characters": "source_text",
    "result/truncation": "source_window",
    "result/window_sha256": "source_window",
    "result/supplied": "source_supplied",
    "result/redirected": "source_redirected",
    "result/notes": "source_notes",
    "result/failure": "source_failure",
    "result/detail": "source_failure",
    "": "source_identity",
}
ACCOUNT: Table = {
    "provenance": "account_provenance",
    "verification/anchor": "anchor",
    "verification/method": "anchor_method",
    "verification/level": "anchor_level",
    "verification/parts": "anchor_place",
    "verification/occurrences": "anchor_occurrences",
    "verification/alterations": "anchor_alterations",
    "verification/hidden": "anchor_hidden",
    "verification/located": "anchor_located",
    "verification/elsewhere": "anchor_elsewhere",
    "verification/marks": "anchor_marks",
    "verification/failure": "anchor_failure",
    "verification/support": "facts_merged",
    "verification/calculation": "calculation",
    "assessment/status": "support_status",
    "assessment/note": "support_note",
    "assessment/decision": "support_decision",
    "assessment/failure": "support_failure",
    "assessment/policy": "mixed_policy",
    "assessment/detector": "mixed_detector",
    "assessment": "support_input",
    "authority/kind": "authority_kind",
    "authority/basis": "authority_basis",
    "authority/assigned_by": "authority_basis",
    "authority": "authority_binding",
}
EVIDENCE: Table = {
    "support_policy": "mixed_policy",
    "authority_policy": "mixed_policy",
    "complete": "complete",
    "complete_authority": "complete",
    "summary/mechanical/counts": "metric_counts",
    "summary/mechanical/anchor_outcome_counts": "metric_outcomes",
    "summary/mechanical/by_provenance_class": "metric_classes",
    "summary/mechanical/rates": "metric_rates",
    "summary": "counts",
}
ROW: Table = {
    "fingerprint": "row_fingerprint",
    "line": "row_place",
    "column": "row_place",
    "location": "row_place",
    "bucket": "row_bucket",
    "reason": "row_reason",
    "kind": "row_kind",
    "gates": "row_gates",
    "code": "row_code",
    "waived": "row_waiver",
    "text": "row_text",
    "source": "row_source",
    "excerpt": "row_excerpt",
    "anchor": "row_anchor",
    "marks": "row_marks",
    "support": "row_support",
    "authority": "row_authority",
    "provenance": "row_provenance",
    "calculation": "row_calculation",
    "elsewhere": "row_elsewhere",
    "findings": "row_findings",
}
LEDGER: Table = {
    "path": "ledger_path",
    "outcome": "outcome",
    "policy": "mixed_policy",
    "population": "population",
    "rates": "rates",
    "anomalies": "anomalies",
}
MANIFEST: Table = {
    "sources": "manifest_sources",
    "policies": "manifest_policies",
    "components": "manifest_components",
    "artifacts": "manifest_artifacts",
}


def meaning(stored: Execution, replayed: Execution) -> Iterator[Refusal]:
    """Yield every place where a run says something else than its replay, in the order of the run.

    Hashes that only follow from such a place are not looked at: what is bound by them was judged before.
    """
    ours, theirs = msgspec.to_builtins(stored), msgspec.to_builtins(replayed)
    run, again = ours["run"], theirs["run"]
    at = "/run/extraction"
    yield from _listed(run["extraction"]["claims"], again["extraction"]["claims"], f"{at}/claims", "claim", CLAIM)
    yield from _fields(run["extraction"], again["extraction"], at, EXTRACTION, left_out=("claims",))
    yield from _listed(run["acquisitions"], again["acquisitions"], "/run/acquisitions", "source", SOURCE)
    at = "/run/evidence"
    yield from _listed(run["evidence"]["accounts"], again["evidence"]["accounts"], f"{at}/accounts", "account", ACCOUNT)
    yield from _fields(run["evidence"], again["evidence"], at, EVIDENCE, left_out=("accounts", "sha256"))
    at = "/run/arena_emission"
    yield from _fields(run["arena_emission"], again["arena_emission"], at, {"": "emission"}, left_out=("sha256",))
    at = "/ledger/ledger"
    rows, rows_again = ours["ledger"]["ledger"], theirs["ledger"]["ledger"]
    yield from _listed(rows["rows"], rows_again["rows"], f"{at}/rows", "row", ROW)
    yield from _fields(rows, rows_again, at, LEDGER, left_out=("rows",))
    yield from _manifest(ours["manifest"], theirs["manifest"])


def _manifest(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Refusal]:
    without = ("artifacts", "sha256", "engine", "domain")
    yield from _fields(ours, theirs, "/manifest", MANIFEST, left_out=without)
    # Their hashes follow from the run and the ledger, and were held against these.
    kinds = [[(one["kind"], one["schema"]) for one in each["artifacts"]] for each in (ours, theirs)]
    if kinds[0] != kinds[1]:
        yield refusal("manifest_artifacts", "/manifest/artifacts")


def _key(item: Mapping[str, Any]) -> str:
    """Return what a claim, source, account or row is called."""
    return str(item.get("claim_id") or item.get("id") or item.get("result", {}).get("source_id"))


def _listed(ours: Sequence[Any], theirs: Sequence[Any], pointer: str, name: str, table: Table) -> Iterator[Refusal]:
    """Yield what two lists of named items differ in: items, their order, then their fields."""
    here, there = _named(ours), _named(theirs)
    for key in there:
        if key not in here:
            yield refusal(f"{name}_missing", pointer)
    for key, at in here.items():
        if key not in there:
            yield refusal(f"{name}_extra", f"{pointer}/{at}")
    shared = [key for key in here if key in there]
    if shared != [key for key in there if key in here]:
        yield refusal(f"{name}_order", pointer)
    for key in shared:
        yield from _fields(ours[here[key]], theirs[there[key]], f"{pointer}/{here[key]}", table)


def _named(items: Sequence[Any]) -> dict[tuple[str, int], int]:
    """Return (name, how many of that name came before) → position."""
    seen: dict[str, int] = {}
    found = {}
    for at, item in enumerate(items):
        key = _key(item)
        seen[key] = seen.get(key, 0) + 1
        found[key, seen[key]] = at
    return found


def _fields(ours: Any, theirs: Any, pointer: str, table: Table, *, left_out: tuple[str, ...] = ()) -> Iterator[Refusal]:
    """Yield one refusal a code: the first place of a part at which the code's fields differ."""
    if ours == theirs:
        return
    met: set[str] = set()
    for steps in _differences(ours, theirs, ()):
        if steps and steps[0] in left_out:
            continue
        code = _code(steps, table)
        if code not in met:
            met.add(code)
            yield refusal(code, pointer + "".join(f"/{step(key)}" for key in steps))


def _code(steps: tuple[str, ...], table: Table) -> str:
    for length in range(len(steps), -1, -1):
        code = table.get("/".join(steps[:length]))
        if code is not None:
            return code
    return "difference"  # A field that is newer than these tables; a test keeps them whole.


def _differences(ours: Any, theirs: Any, steps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the steps to every smallest part that differs."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in (*ours, *(key for key in theirs if key not in ours)):
            if key in ours and key in theirs:
                yield from _differences(ours[key], theirs[key], (*steps, key))
            else:
                yield (*steps, key)
    elif isinstance(ours, list | tuple) and isinstance(theirs, list | tuple) and len(ours) == len(theirs):
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from _differences(one, other, (*steps, str(at)))
    elif ours != theirs or type(ours) is not type(theirs):
        yield steps
