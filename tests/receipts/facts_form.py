"""Receipts whose bytes alone are wrong."""

from __future__ import annotations

import json

from tests.receipts.fact import Fact, put, put_in, text_of

FORM = (
    Fact(
        "key_twice",
        "not_strict_json",
        "the ledger says its outcome twice, and readers would take one or the other",
        text_of(lambda body: body.replace(b'"outcome":"failed"', b'"outcome":"clear","outcome":"failed"')),
        "/ledger/ledger/outcome",
    ),
    Fact(
        "rate_as_a_float",
        "not_strict_json",
        "a count is written with a fraction",
        text_of(lambda body: body.replace(b'"claim_count":15', b'"claim_count":15.0')),
        "/run/extraction/claim_count",
    ),
    Fact(
        "indented",
        "not_canonical",
        "the same value, laid out for people",
        text_of(lambda body: json.dumps(json.loads(body), ensure_ascii=False, indent=2, sort_keys=True).encode()),
        "",
    ),
    Fact(
        "escaped",
        "not_canonical",
        "the same value, with escapes for what stands as it is",
        text_of(lambda body: json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()),
        "",
    ),
    Fact(
        "other_contract",
        "unknown_schema",
        "the ledger calls itself a run",
        put("/ledger/schema", "groundnut-canonical-run/v1"),
    ),
    Fact(
        "newer_contract",
        "unknown_schema",
        "the run is of a version that does not exist",
        put("/run/schema", "groundnut-canonical-run/v2"),
    ),
    Fact(
        "older_extraction",
        "downgraded_schema",
        "the extraction calls itself v2, under which table cells were not counted",
        put("/run/extraction/schema", "groundnut-artifact-extraction/v2"),
    ),
    Fact(
        "older_acquisition",
        "downgraded_schema",
        "an acquisition calls itself v2, under which a final address may be absent",
        put("/run/acquisitions/0/schema", "groundnut-source-acquisition/v2"),
    ),
    Fact(
        "older_manifest",
        "downgraded_schema",
        "the manifest calls itself v1",
        put("/manifest/schema", "groundnut-run-manifest/v1"),
    ),
    Fact(
        "one_more_field", "unknown_field", "a row has a member `verified`", put("/ledger/ledger/rows/1/verified", True)
    ),
    Fact("one_more_field_on_top", "unknown_field", "the execution has a member `note`", put("/note", "looked at")),
    Fact(
        "check_left_out",
        "missing_field",
        "an account does not say what became of its marks",
        lambda one: one.drop(f"{one.account('c2')}/verification/marks"),
    ),
    Fact(
        "number_as_text",
        "wrong_type",
        "occurrences are a string",
        put_in("account", "c1", "verification/occurrences", "1"),
    ),
    Fact(
        "hash_in_capitals",
        "bad_hash",
        "a hash in upper case",
        lambda one: one.put("/run/report/sha256", one.at("/run/report/sha256").upper()),
    ),
    Fact(
        "hash_cut_short",
        "bad_hash",
        "a hash of 32 digits",
        lambda one: one.put("/manifest/engine/source_sha256", "5e" * 16),
    ),
    Fact(
        "hash_with_a_prefix",
        "bad_hash",
        "a hash that names its algorithm",
        lambda one: one.put("/ledger/policy_sha256", "sha256:" + one.at("/ledger/policy_sha256")),
    ),
    Fact(
        "id_of_another_algorithm",
        "bad_id",
        "a snapshot's address is spelled with SHA-256",
        lambda one: one.put("/run/acquisitions/0/snapshot", "sha256:" + one.at("/run/acquisitions/0/snapshot_sha256")),
    ),
    Fact(
        "id_in_capitals",
        "bad_id",
        "an address in upper case",
        lambda one: one.put("/run/report/body", "b3:" + one.at("/run/report/body")[3:].upper()),
    ),
    Fact(
        "seal_of_the_run",
        "self_hash",
        "a verdict was edited and nothing hashed again",
        put_in("account", "c3", "verification/anchor", "found"),
        "/run/evidence/sha256",
        False,
    ),
    Fact(
        "seal_of_the_ledger",
        "self_hash",
        "an outcome was edited and nothing hashed again",
        put("/ledger/ledger/outcome", "clear"),
        "/ledger/sha256",
        False,
    ),
    Fact(
        "seal_of_the_profile",
        "self_hash",
        "a marker was taken from the profile, which still bears its hash",
        put("/run/terms/profile/evidence_prefix", "other"),
        "/run/terms/profile/sha256",
    ),
    Fact(
        "seal_of_the_emission",
        "self_hash",
        "a task for the arena was edited, and the emission still bears its hash",
        put("/run/arena_emission/tasks/0/assertion", "The lamplighters stay."),
        "/run/arena_emission/sha256",
    ),
)
