from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from gnut.account.core import (
    account,
    parse,
    parse_acquisition,
    parse_execution,
    parse_ledger,
    parse_manifest,
    parse_run,
)
from gnut.errors import BadReceipt, GnutError, NotCanonical
from gnut.model import self_hash
from gnut_store import canon
from tests.account.made import given, made

Tree = dict[str, Any]
SEALED = ("/run/evidence", "/run", "/ledger", "/manifest", "")


@cache
def stored() -> bytes:
    return canon.encode(made())


@pytest.fixture
def good() -> bytes:
    return stored()


def at(tree: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


def put(tree: Tree, pointer: str, value: Any) -> None:
    parent, _, last = pointer.rpartition("/")
    node = at(tree, parent)
    if isinstance(node, list):
        node[int(last)] = value
    else:
        node[last] = value


def resealed(tree: Tree) -> Tree:
    """Hash everything again, from the inside out, so that only the meaning is wrong."""
    for pointer in SEALED[:2]:
        at(tree, pointer)["sha256"] = self_hash(at(tree, pointer))
    tree["ledger"]["run_sha256"] = tree["run"]["sha256"]
    tree["ledger"]["sha256"] = self_hash(tree["ledger"])
    for one in tree["manifest"]["artifacts"]:
        body = canon.encode(tree[{"canonical_run": "run", "claim_ledger": "ledger"}[one["kind"]]])
        one["sha256"], one["bytes"] = canon.sha256(body), len(body)
    tree["manifest"]["sha256"] = self_hash(tree["manifest"])
    tree["sha256"] = self_hash(tree)
    return tree


def refusal(tree: Any) -> BadReceipt:
    with pytest.raises(BadReceipt) as refused:
        parse_execution(json.dumps(tree).encode())
    return refused.value


def test_an_execution_is_read_back_as_it_was_made(good: bytes) -> None:
    assert parse_execution(good) == made()
    assert canon.encode(parse_execution(good)) == good


def test_every_receipt_inside_is_read_by_its_schema_alone() -> None:
    done = made()
    for part in (
        done,
        done.run,
        done.ledger,
        done.manifest,
        done.run.evidence,
        done.run.extraction,
        *done.run.acquisitions,
        *done.run.evidence.accounts,
        done.run.evidence.accounts[0].verification,
        done.run.evidence.summary.mechanical,
        done.run.evidence.summary.mechanical.rates["citation_coverage"],
    ):
        assert parse(canon.encode(part)) == part


def test_hashing_again_what_was_not_changed_changes_nothing(good: bytes) -> None:
    tree = json.loads(good)
    assert canon.encode(resealed(copy.deepcopy(tree))) == good


@pytest.mark.parametrize("pointer", SEALED)
def test_a_hash_that_is_not_of_the_content_is_refused(good: bytes, pointer: str) -> None:
    tree = json.loads(good)
    at(tree, pointer)["sha256"] = "f" * 64
    error = refusal(tree)
    assert (error.code, error.pointer) == ("self_hash_mismatch", f"{pointer}/sha256")


@pytest.mark.parametrize(
    ("pointer", "value", "inside"),
    [
        ("/run/extraction/claims/0/text", "It says otherwise.", "/run"),
        ("/run/evidence/accounts/0/verification/occurrences", 2, "/run/evidence"),
        ("/run/acquisitions/0/result/detail", "other", "/run"),
        ("/ledger/ledger/rows/0/gates", True, "/ledger"),
        ("/ledger/ledger/outcome", "clear", "/ledger"),
        ("/manifest/engine/version", "9", "/manifest"),
    ],
)
def test_an_edit_breaks_the_hash_around_it(good: bytes, pointer: str, value: Any, inside: str) -> None:
    tree = json.loads(good)
    put(tree, pointer, value)
    error = refusal(tree)
    assert (error.code, error.pointer) == ("self_hash_mismatch", f"{inside}/sha256")


@pytest.mark.parametrize(
    ("pointer", "value", "code", "where"),
    [
        ("/schema", "groundnut-canonical-execution/v2", "unknown_schema", "/schema"),
        ("/run/schema", "groundnut-canonical-run/v0", "unknown_schema", "/run/schema"),
        (
            "/run/acquisitions/1/schema",
            "groundnut-source-acquisition/v2",
            "unknown_schema",
            "/run/acquisitions/1/schema",
        ),
        (
            "/run/evidence/accounts/2/assessment/schema",
            "x",
            "unknown_schema",
            "/run/evidence/accounts/2/assessment/schema",
        ),
        ("/ledger/extra", 1, "unknown_field", "/ledger/extra"),
        ("/run/terms/standing/waivers", 1, "wrong_type", "/run/terms/standing/waivers"),
        ("/run/acquisitions/0/result/ok", "yes", "wrong_type", "/run/acquisitions/0/result/ok"),
        (
            "/run/evidence/accounts/0/verification/parts/0/0",
            "1",
            "wrong_type",
            "/run/evidence/accounts/0/verification/parts/0/0",
        ),
        ("/ledger/ledger/rows/0/bucket", "true", "wrong_type", "/ledger/ledger/rows/0/bucket"),
        ("/run/acquisitions/2/result/uri", 5, "wrong_type", "/run/acquisitions/2/result/uri"),
        ("/run/report/body", None, "wrong_type", "/run/report/body"),
        ("/run/extraction/noted", {"a/b~c": "1"}, "wrong_type", "/run/extraction/noted/a~1b~0c"),
    ],
)
def test_a_part_of_another_form_is_refused_where_it_stands(
    good: bytes, pointer: str, value: Any, code: str, where: str
) -> None:
    tree = json.loads(good)
    put(tree, pointer, value)
    error = refusal(tree)
    assert (error.code, error.pointer) == (code, where)


def test_a_missing_field_is_named(good: bytes) -> None:
    tree = json.loads(good)
    del tree["run"]["extraction"]["claims"][1]["question"]
    error = refusal(tree)
    assert (error.code, error.pointer) == ("missing_field", "/run/extraction/claims/1/question")


def _drop_account(tree: Tree) -> None:
    del tree["run"]["evidence"]["accounts"][0]


def _swap_accounts(tree: Tree) -> None:
    listed = tree["run"]["evidence"]["accounts"]
    listed[0], listed[1] = listed[1], listed[0]


def _swap_claims(tree: Tree) -> None:
    listed = tree["run"]["extraction"]["claims"]
    listed[0], listed[1] = listed[1], listed[0]


def _swap_acquisitions(tree: Tree) -> None:
    tree["run"]["acquisitions"].reverse()


def _drop_acquisition(tree: Tree) -> None:
    del tree["run"]["acquisitions"][0]


def _drop_row(tree: Tree) -> None:
    del tree["ledger"]["ledger"]["rows"][0]


def _drop_source(tree: Tree) -> None:
    del tree["manifest"]["sources"][0]


def _mix_modes(tree: Tree) -> None:
    tree["run"]["acquisitions"][0]["mode"] = "refresh"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("/run/extraction/input_sha256", "b" * 64), "artifact_mismatch"),
        (("/run/report/sha256", "b" * 64), "artifact_mismatch"),
        (("/run/extraction/profile/sha256", "b" * 64), "profile_mismatch"),
        (("/run/terms/profile/sha256", "b" * 64), "profile_mismatch"),
        (("/run/extraction/segmenter/key", "other"), "segmenter_mismatch"),
        (("/run/extraction/claim_count", 7), "claims_miscounted"),
        (("/run/extraction/claims/1/claim_id", "c1"), "duplicate_claim_id"),
        (("/run/extraction/claims/0/analytical_provenance/class", "fact"), "unknown_word"),
        (("/run/evidence/summary/claims", 5), "summary_mismatch"),
        (("/run/evidence/summary/mechanical/by_provenance_class/unclassified/no_source", 0), "metrics_mismatch"),
        (("/run/evidence/summary/mechanical/counts/cited_claims", 6), "metrics_mismatch"),
        (("/run/evidence/complete", True), "summary_mismatch"),
        (("/run/evidence/complete_authority", True), "summary_mismatch"),
        (("/run/evidence/support_policy/key", "exact"), "mixed_policies"),
        (("/run/evidence/accounts/0/assessment/policy/sha256", "b" * 64), "mixed_policies"),
        (("/run/terms/support/version", "2"), "mixed_policies"),
        (("/run/terms/authority/frozen_at", "2020-01-01"), "mixed_policies"),
        (("/run/terms/standing/allows", ["no_excerpt"]), "ledger_mismatch"),
        (("/run/evidence/accounts/0/verification/method", "guessed"), "unknown_word"),
        (("/run/evidence/accounts/0/verification/anchor", "not_found"), "verification_inconsistent"),
        (("/run/evidence/accounts/0/verification/support", "supported"), "verification_inconsistent"),
        (("/run/evidence/accounts/0/verification/occurrences", 0), "verification_inconsistent"),
        (("/run/evidence/accounts/0/verification/hidden", True), "verification_inconsistent"),
        (("/run/evidence/accounts/0/verification/parts", []), "verification_inconsistent"),
        (("/run/evidence/accounts/0/verification/failure", "not_found"), "verification_inconsistent"),
        (("/run/evidence/accounts/0/assessment/status", "true"), "unknown_word"),
        (("/run/evidence/accounts/0/assessment/status", "supported"), "assessment_inconsistent"),
        (("/run/evidence/accounts/0/assessment/status", "source_unavailable"), "assessment_inconsistent"),
        (("/run/evidence/accounts/0/authority/kind", "trusted"), "unknown_word"),
        (("/run/evidence/accounts/0/authority/claim_id", "c2"), "accounts_mismatch"),
        (("/run/evidence/accounts/0/authority/source_id", "url:0"), "accounts_mismatch"),
        (("/run/evidence/accounts/0/authority/support_input_sha256", "b" * 64), "accounts_mismatch"),
        (("/run/evidence/accounts/0/provenance", "recommendation"), "summary_mismatch"),
        (("/run/acquisitions/0/strategy", "guessed"), "unknown_strategy"),
        (("/run/acquisitions/1/result/final_uri", None), "final_uri_required"),
        (_mix_modes, "mixed_modes"),
        (_drop_account, "summary_mismatch"),
        (_swap_accounts, "accounts_mismatch"),
        (_swap_claims, "ledger_mismatch"),
        (_swap_acquisitions, "unsorted"),
        (_drop_acquisition, "acquisitions_mismatch"),
        (("/ledger/artifact_sha256", "b" * 64), "ledger_mismatch"),
        (("/ledger/profile_sha256", "b" * 64), "ledger_mismatch"),
        (("/ledger/segmenter_sha256", "b" * 64), "ledger_mismatch"),
        (("/ledger/policy_sha256", "b" * 64), "ledger_mismatch"),
        (("/ledger/ledger/policy/sha256", "b" * 64), "ledger_mismatch"),
        (("/ledger/ledger/path", "other.md"), "ledger_mismatch"),
        (("/ledger/ledger/rows/0/id", "c9"), "ledger_mismatch"),
        (("/ledger/ledger/rows/0/support", "supported"), "ledger_mismatch"),
        (("/ledger/ledger/rows/0/authority", "independent_primary"), "ledger_mismatch"),
        (("/ledger/ledger/rows/0/provenance", "recommendation"), "ledger_mismatch"),
        (_drop_row, "ledger_mismatch"),
        (("/manifest/engine/dirty", False), "engine_inconsistent"),
        (("/manifest/engine/revision", "main"), "moving_revision"),
        (("/manifest/policies/0/sha256", "b" * 64), "manifest_mismatch"),
        (("/manifest/components/0/revision", "9"), "manifest_mismatch"),
        (("/manifest/sources/0/characters", 1), "manifest_mismatch"),
        (_drop_source, "manifest_mismatch"),
    ],
)
def test_one_wrong_fact_is_refused_though_every_hash_was_made_again(
    good: bytes, change: tuple[str, Any] | Callable[[Tree], None], code: str
) -> None:
    tree = json.loads(good)
    if callable(change):
        change(tree)
    else:
        put(tree, *change)
    assert refusal(resealed(tree)).code == code


def test_the_ledger_of_another_run_is_refused(good: bytes) -> None:
    tree = json.loads(good)
    tree["ledger"] = json.loads(canon.encode(made("Nobody knows.").ledger))
    assert refusal(tree).code == "ledger_mismatch"


def test_the_manifest_of_another_run_is_refused(good: bytes) -> None:
    tree = json.loads(good)
    other = made("“The harbour log is short.” [a](https://a.example/1)")
    tree["manifest"] = json.loads(canon.encode(other.manifest))
    tree["sha256"] = self_hash(tree)
    error = refusal(tree)
    assert (error.code, error.pointer) == ("manifest_mismatch", "/manifest/artifacts")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b'{"schema": NaN}',
        b'{"schema": "a", "schema": "b"}',
        b'{"n": 1.5}',
        b'{"n": 9007199254740992}',
        b'{"s": "\\ud800"}',
        b"\xef\xbb\xbf{}",
        b"[" * 65 + b"]" * 65,
    ],
)
def test_what_is_not_strict_json_is_no_receipt(body: bytes) -> None:
    for reader in (parse, parse_execution, parse_run, parse_ledger, parse_manifest, parse_acquisition):
        with pytest.raises(NotCanonical):
            reader(body)


@pytest.mark.parametrize("body", [b"[]", b"null", b"1", b'"x"', b"{}", b'{"schema": 1}', b'{"schema": "x/v1"}'])
def test_what_names_no_known_schema_is_refused(body: bytes) -> None:
    for reader in (parse, parse_execution, parse_run, parse_ledger, parse_manifest, parse_acquisition):
        with pytest.raises(BadReceipt) as refused:
            reader(body)
        assert (refused.value.code, refused.value.pointer) == ("unknown_schema", "/schema")


def test_nan_in_any_receipt_is_refused_with_its_place(good: bytes) -> None:
    body = good.replace(b'"bytes":', b'"bytes":NaN,"b":', 1)
    with pytest.raises(NotCanonical) as refused:
        parse_execution(body)
    assert refused.value.pointer == "/manifest/artifacts/0/bytes"


def test_a_receipt_for_people_reads_like_the_canonical_one(good: bytes) -> None:
    assert parse_execution(json.dumps(json.loads(good), indent=2).encode()) == made()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@examples(st.data())
def test_whatever_stands_in_place_of_a_part_ends_in_a_refusal_or_in_the_same_receipt(data: Any) -> None:
    tree = json.loads(stored())
    pointer = ""
    node = tree
    for _ in range(data.draw(st.integers(1, 7))):
        if isinstance(node, dict) and node:
            key = data.draw(st.sampled_from(sorted(node)))
        elif isinstance(node, list) and node:
            key = str(data.draw(st.integers(0, len(node) - 1)))
        else:
            break
        pointer, node = f"{pointer}/{key}", at(node, f"/{key}")
    value = data.draw(JSON)
    put(tree, pointer, value)
    try:
        parse_execution(json.dumps(tree).encode())
    except GnutError:
        return
    assert value == node


def test_an_account_can_be_read_back_for_every_mode() -> None:
    live = {"https://a.example/1": ("live_archived", True), "https://b.example/2": ("live_failed", True)}
    for mode in ("snapshot_preferred", "refresh"):
        done = account(given(mode=mode, strategies=live))
        assert parse_execution(canon.encode(done)) == done
