"""Receipts whose parts and files do not belong together."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from gnut_store.oid import oid_of
from tests.receipts import good
from tests.receipts.copies import Copy, canonical, seal, sha256
from tests.receipts.fact import OTHER, Change, Fact, put, put_in, swap


def _other_artifact(kind: str) -> Change:
    def change(one: Copy) -> None:
        artifacts = one.at("/manifest/artifacts")
        at = next(at for at, each in enumerate(artifacts) if each["kind"] == kind)
        one.put(f"/manifest/artifacts/{at}/sha256", OTHER)

    return change


def _other_length(one: Copy) -> None:
    one.put("/manifest/artifacts/0/bytes", one.at("/manifest/artifacts/0/bytes") + 1)


def _weaker_policy(one: Copy) -> None:
    standing = one.at("/run/terms/standing")
    standing["blocks"].remove("excerpt_not_found")
    hashed = sha256(canonical(standing))
    one.put("/ledger/policy_sha256", hashed)
    one.put("/ledger/ledger/policy/sha256", hashed)
    for each in one.at("/manifest/policies"):
        if each["kind"] == "standing":
            each["sha256"] = hashed
    row = one.at(one.row("c3"))
    row["gates"] = False
    for each in row["findings"]:
        each["blocks"] = False


def _support_of_none(one: Copy) -> None:
    from gnut.edge.policies import support_policy
    from gnut.support.core import ref

    other = ref(support_policy("none"))
    one.put(f"{one.account('c1')}/assessment/policy", {"key": other.key, "sha256": other.sha256})


def _superseded(one: Copy) -> None:
    """Put a later capture of the same page beside a run that was made on the earlier one."""
    place = one.source(good.GATE)
    source_id = one.at(place)["result"]["source_id"]
    members = json.loads(one.snapshots[source_id])
    members["previous"], members["fetched_at"] = one.at(place)["snapshot"], "2026-03-04T05:06:07Z"
    seal(members)
    one.snapshots[source_id] = canonical(members)
    one.first = f"{place}/snapshot"


def _another_capture(one: Copy) -> None:
    place = one.source(good.GATE)
    source_id = one.at(place)["result"]["source_id"]
    members = json.loads(one.snapshots[source_id])
    members["fetched_at"] = "2025-03-04T05:06:07Z"
    seal(members)
    one.snapshots[source_id] = canonical(members)
    one.first = f"{place}/snapshot"


def _of_another_source(one: Copy) -> None:
    """Let a page with the same words stand for the cited one."""
    one.recaptured(good.GATE, {"uri": "https://mirror.example/page"})


def _contradicting(change: dict[str, Any]) -> Change:
    return lambda one: one.recaptured(good.GATE, change)


def _emission(pointer: str, value: Any) -> Change:
    def change(one: Copy) -> None:
        emission = one.at("/run/arena_emission")
        before = emission["profile"]["sha256"]
        one.put(f"/run/arena_emission{pointer}", value)
        seal(emission["profile"])
        seal(emission)
        for each in one.at("/manifest/policies"):
            each["sha256"] = emission["profile"]["sha256"] if each["sha256"] == before else each["sha256"]

    return change


def _said_empty(one: Copy) -> None:
    members = json.loads(one.snapshots[one.at(one.source(good.GATE))["result"]["source_id"]])
    members["window"]["truncation"] = "empty"
    seal(members["window"])
    one.recaptured(good.GATE, {"window": members["window"]})


def _parent(of: str) -> Change:
    def change(one: Copy) -> None:
        members = json.loads(one.snapshots[one.at(one.source(good.MAYOR))["result"]["source_id"]])
        parent = one.at(one.source(good.GATE))["snapshot"] if of == "another source" else members["text"]
        one.recaptured(good.MAYOR, {"previous": parent})

    return change


def _text(name: str, edit: Callable[[bytes], bytes] | None) -> Change:
    def change(one: Copy) -> None:
        place = one.source(good.TOLL)
        key = one.at(place)["result"]["source_id" if name == "hidden" else "source_sha256"]
        folder = getattr(one, name)
        if edit is None:
            del folder[key]
        else:
            folder[key] = edit(folder[key])
        one.first = f"{place}/snapshot" if name == "hidden" else f"{place}/result/source_sha256"

    return change


def _without_snapshot(one: Copy) -> None:
    place = one.source(good.TOLL)
    del one.snapshots[one.at(place)["result"]["source_id"]]
    one.first = f"{place}/snapshot"


def _hidden_text_of_nothing(one: Copy) -> None:
    """Let a page that hides nothing hide what another one does."""
    told = {uri: one.at(one.source(uri))["result"]["source_id"] for uri in (good.TOLL, good.GATE)}
    one.hidden[told[good.GATE]] = one.hidden[told[good.TOLL]]
    one.first = "/run/acquisitions"


def _snapshot_too_many(one: Copy) -> None:
    one.snapshots["url:00000000000000ff"] = one.snapshots[one.at(one.source(good.GATE))["result"]["source_id"]]
    one.first = "/run/acquisitions"


def _report(edit: Callable[[bytes], bytes]) -> Change:
    def change(one: Copy) -> None:
        one.report = edit(one.report)
        one.first = "/run/report"

    return change


def _companion(edit: Callable[[bytes], bytes] | None) -> Change:
    def change(one: Copy) -> None:
        if edit is None:
            del one.companions["books.bib"]
        else:
            one.companions["books.bib"] = edit(one.companions["books.bib"])
        one.first = "/run/companions/0"

    return change


def _twice(name: str) -> Change:
    def change(one: Copy) -> None:
        listed = one.at(f"/manifest/{name}")
        listed.insert(0, json.loads(json.dumps(listed[0])))
        one.first = f"/manifest/{name}/1"

    return change


def _without_address(one: Copy) -> None:
    """Let a text that was captured pass for one that nobody keeps."""
    place = one.source(good.GATE)
    one.at(place)["snapshot"] = None
    one.put(f"{place}/snapshot_sha256", None)


def _declared_for_nobody(one: Copy) -> None:
    declarations = one.at("/run/terms/declarations")
    declarations.append(["c99", {**declarations[0][1]}])
    one.first = ""


def _segmenter(one: Copy) -> None:
    profile = one.at("/run/terms/profile")
    profile["segmenter"]["sha256"] = OTHER
    covered = {"schema": "groundnut-artifact-profile/v1", **{k: v for k, v in profile.items() if k != "sha256"}}
    profile["sha256"] = sha256(canonical(covered))
    one.first = "/run/terms/profile/segmenter"


BINDING = (
    Fact(
        "other_report",
        "other_report",
        "presented for another report",
        _report(lambda _: b"# Day gates\n\nNothing is cited.\n"),
    ),
    Fact(
        "older_report",
        "other_report",
        "presented for a version of the report with one figure changed",
        _report(lambda body: body.replace(b"1,280", b"1,208")),
    ),
    Fact(
        "report_of_another_length",
        "other_report",
        "the run gives the report one byte less",
        lambda one: one.put("/run/report/bytes", len(one.report) - 1),
        "/run/report",
    ),
    Fact(
        "report_as_a_text",
        "other_report",
        "the report's address is that of the same bytes as another kind of object",
        lambda one: one.put("/run/report/body", oid_of("text", one.report)),
        "/run/report",
    ),
    Fact(
        "companion_edited",
        "other_companion",
        "the bibliography leads the key to another address",
        _companion(lambda body: body.replace(b"book.example", b"look.example")),
    ),
    Fact("companion_gone", "companion_missing", "the bibliography is not at hand", _companion(None)),
    Fact(
        "extraction_of_another_report",
        "mixed_report",
        "the extraction is of another report",
        put("/run/extraction/input_sha256", OTHER),
    ),
    Fact(
        "ledger_of_another_report",
        "mixed_report",
        "the ledger is of another report",
        put("/ledger/artifact_sha256", OTHER),
    ),
    Fact(
        "ledger_of_another_run",
        "mixed_run",
        "the ledger is of another run of the same report",
        put("/ledger/run_sha256", OTHER),
    ),
    Fact("manifest_of_another_run", "mixed_run", "the manifest is of another run", _other_artifact("canonical_run")),
    Fact(
        "manifest_of_another_ledger",
        "mixed_ledger",
        "the manifest is of another ledger",
        _other_artifact("claim_ledger"),
    ),
    Fact(
        "artifact_of_another_length", "artifact_length", "the manifest gives an artifact one byte more", _other_length
    ),
    Fact(
        "ledger_of_another_profile",
        "mixed_profile",
        "the ledger was made under another profile",
        put("/ledger/profile_sha256", OTHER),
    ),
    Fact(
        "ledger_of_another_segmenter",
        "mixed_segmenter",
        "the ledger was made by another segmenter",
        put("/ledger/segmenter_sha256", OTHER),
    ),
    Fact(
        "ledger_of_another_policy",
        "mixed_policy",
        "the ledger was made under another standing policy",
        put("/ledger/policy_sha256", OTHER),
    ),
    Fact(
        "rows_of_another_policy",
        "mixed_policy",
        "the rows were judged under another standing policy than the ledger names",
        put("/ledger/ledger/policy/sha256", OTHER),
        "/ledger/ledger/policy",
    ),
    Fact(
        "support_of_another_policy",
        "mixed_policy",
        "one claim was assessed under another support policy",
        _support_of_none,
    ),
    Fact(
        "authority_of_another_policy",
        "mixed_policy",
        "one authority was assigned under another policy",
        put_in("account", "c1", "authority/policy_sha256", OTHER),
    ),
    Fact(
        "detector_of_another_policy",
        "mixed_detector",
        "one claim was assessed by another revision of the detector",
        put_in("account", "c1", "assessment/detector/revision", "2"),
        "/run/evidence/accounts/0/assessment/detector",
    ),
    Fact(
        "policy_weakened_under_its_name",
        "policy_not_frozen",
        "`default` version 1 blocks one thing less, and the row follows it",
        _weaker_policy,
        "/run/terms/standing",
    ),
    Fact(
        "emission_profile_under_its_name",
        "policy_not_frozen",
        "the emission profile `default` version 1 takes other words for an inference",
        _emission("/profile/patterns/inferential", ["zzz"]),
        "/run/arena_emission/profile",
    ),
    Fact(
        "emission_of_no_hash",
        "bad_hash",
        "the tasks are of an artifact whose hash is no hash",
        _emission("/input_sha256", "0"),
    ),
    Fact(
        "segmenter_under_its_name",
        "other_segmenter",
        "the profile names a segmenter that this engine's is not",
        _segmenter,
    ),
    Fact("snapshot_gone", "snapshot_missing", "a snapshot is not at hand", _without_snapshot),
    Fact("snapshot_followed", "snapshot_superseded", "made on the capture before the one at hand", _superseded),
    Fact("snapshot_of_another_day", "other_snapshot", "another capture of the same words", _another_capture),
    Fact(
        "snapshot_of_another_source",
        "snapshot_invalid",
        "a capture of another address with the same words",
        _of_another_source,
    ),
    Fact(
        "snapshot_edited",
        "snapshot_invalid",
        "a final address edited inside a snapshot that keeps its hash",
        lambda one: one.recaptured(good.GATE, {"final_uri": "https://gate.example/other"}, sealed=False),
    ),
    Fact("snapshot_said_empty", "snapshot_invalid", "a capture with words is an empty one", _said_empty),
    *(
        Fact(name, "snapshot_invalid", what, _contradicting(change))
        for name, what, change in (
            ("snapshot_of_a_wall", "a page that served as a source is a challenge", {"hollow": "challenge"}),
            ("snapshot_of_an_error", "a source was answered with status 404", {"status": 404}),
            ("snapshot_of_no_status", "a source was answered with status 0", {"status": 0}),
            ("snapshot_of_no_time", "a capture of yesterday evening", {"fetched_at": "yesterday evening"}),
            ("snapshot_of_no_day", "a capture of the thirtieth of February", {"fetched_at": "2026-02-30T00:00:00Z"}),
            ("snapshot_of_another_text", "a capture whose text has another id", {"text": "b3:" + OTHER}),
            ("snapshot_of_no_text", "a capture whose text has no id", {"text": "y"}),
            ("snapshot_of_other_bytes", "a capture that keeps other bytes than it read", {"raw_oid": "b3:" + OTHER}),
            ("snapshot_after_nothing", "a capture that follows what is no id", {"previous": "x"}),
            ("snapshot_by_way_of_a_query", "a redirect with its query", {"hops": ["https://a.example/?token=1"]}),
            ("snapshot_with_fewer_than_none", "a capture with replacements below zero", {"replacements": -1}),
            ("snapshot_in_a_wished_charset", "a character set out of a wish", {"charset_from": "wish"}),
            ("snapshot_with_a_note_of_its_own", "a note that nothing makes", {"notes": ["verified"]}),
        )
    ),
    Fact(
        "parent_of_another_source",
        "foreign_parent",
        "a snapshot follows a capture of another source",
        _parent("another source"),
    ),
    Fact("parent_that_is_a_text", "foreign_parent", "a snapshot follows its own text", _parent("its text")),
    Fact("text_gone", "text_missing", "a text is not at hand", _text("texts", None)),
    Fact(
        "text_edited",
        "other_text",
        "a text says three euros",
        _text("texts", lambda body: body.replace(b"two", b"three")),
    ),
    Fact(
        "hidden_text_edited",
        "other_hidden_text",
        "the hidden text is another one",
        _text("hidden", lambda body: body.replace(b"all", b"no")),
    ),
    Fact(
        "hidden_text_of_a_page_without",
        "unlisted_file",
        "a hidden text of a page whose snapshot names none",
        _hidden_text_of_nothing,
    ),
    Fact("hidden_text_gone", "other_hidden_text", "the hidden text is not at hand", _text("hidden", None)),
    Fact("snapshot_too_many", "unlisted_file", "a snapshot of a source that the run does not name", _snapshot_too_many),
    Fact(
        "mode_unknown",
        "unknown_mode",
        "a source was acquired in a mode that does not exist",
        put("/run/acquisitions/0/mode", "live"),
    ),
    Fact(
        "strategy_unknown",
        "unknown_strategy",
        "a source was acquired in a way that does not exist",
        put("/run/acquisitions/0/strategy", "remembered"),
    ),
    Fact(
        "failure_unknown",
        "unknown_failure",
        "a source failed in a way that does not exist",
        put_in("source", good.ARCHIVE, "result/failure", "source_paywalled"),
    ),
    Fact(
        "final_address_gone",
        "final_uri_required",
        "a source that was had has no final address",
        put_in("source", good.GATE, "result/final_uri", None),
    ),
    Fact(
        "fetched_in_a_replay",
        "acquisition_inconsistent",
        "a replay tried a fetch",
        put_in("source", good.GATE, "live_attempted", True),
    ),
    Fact(
        "failed_and_had",
        "acquisition_inconsistent",
        "a source that was had also failed",
        put_in("source", good.GATE, "result/failure", "timeout"),
    ),
    Fact(
        "engine_dirty_and_publishable",
        "engine_inconsistent",
        "a dirty engine is fit to publish",
        put("/manifest/engine/dirty", True),
        "/manifest/engine/publishable",
    ),
    Fact("engine_at_main", "moving_revision", "the engine is at `main`", put("/manifest/engine/revision", "main")),
    Fact("domain_without_a_name", "identity_missing", "the domain pack has no key", put("/manifest/domain/key", " ")),
    Fact(
        "source_under_another_id",
        "source_identity",
        "a source bears the id of another address",
        lambda one: one.put(f"{one.source(good.ARCHIVE)}/result/source_id", "url:00000000000000ff"),
    ),
    Fact(
        "snapshot_of_none",
        "bad_hash",
        "a source that was had from a snapshot names none",
        _without_address,
    ),
    Fact("source_twice", "duplicate_source", "the manifest names a source twice", _twice("sources")),
    Fact("policy_twice", "duplicate_policy", "the manifest names a policy twice", _twice("policies")),
    Fact("component_twice", "duplicate_component", "the manifest names a component twice", _twice("components")),
    Fact("artifact_twice", "duplicate_artifact", "the manifest names the run twice", _twice("artifacts")),
    Fact("manifest_of_nothing", "no_artifacts", "the manifest names no output", put("/manifest/artifacts", [])),
    Fact(
        "manifest_out_of_order",
        "manifest_unsorted",
        "two sources of the manifest changed places",
        swap("/manifest/sources", 0, 1),
        "/manifest/sources/1",
    ),
    Fact(
        "declaration_for_nobody",
        "not_replayable",
        "a declaration of authority for a claim that the report does not make",
        _declared_for_nobody,
    ),
    Fact(
        "declaration_of_no_kind",
        "bad_terms",
        "a declaration of authority is of a kind that does not exist",
        put("/run/terms/declarations/0/1/kind", "independent_tertiary"),
        "/run/terms/declarations",
    ),
    Fact(
        "domain_under_its_name",
        "policy_not_frozen",
        "the domain pack `general` version 1 is another one",
        put("/manifest/domain/manifest_sha256", OTHER),
        "/manifest/domain",
    ),
)
