"""A live run against two replays of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.account.contract import Execution
from gnut.diff_replay.contract import EXCLUSIONS, Equivalence
from gnut.diff_replay.core import diff_replay, parse_equivalence, projection
from gnut.errors import BadReceipt, NotCanonical
from gnut.model import Absence, sealed
from gnut_store import canon
from tests.casefile import rows
from tests.diff_replay.making import REPORT, TEXTS, A, B, C, live, made, resealed, source


def compared(one: Execution, other: Execution, second: bytes | None = None) -> Equivalence:
    first = canon.encode(other)
    return diff_replay(one, other, first=first, second=first if second is None else second)


def paths(found: Equivalence) -> list[str]:
    return [each.path for each in found.differences]


def test_a_live_run_and_its_replays_are_equivalent() -> None:
    found = compared(live(), made())
    assert found.equivalent
    assert found.second_replay_identical
    assert found.differences == ()
    assert found.live_projection_sha256 == found.replay_projection_sha256
    assert found.sources == 3
    assert found.exclusions == EXCLUSIONS


def test_a_second_replay_that_differs_in_one_byte_is_a_result() -> None:
    first = canon.encode(made())
    found = compared(live(), made(), first[:-2] + b"0}")
    assert not found.equivalent
    assert not found.second_replay_identical
    assert found.differences == ()


def test_another_anchor_is_shown_as_hashes_only() -> None:
    found = compared(live(), made(texts={B: "In 2024 the guard counted 1,280 visitors."}))
    assert not found.equivalent
    assert any(path.startswith("/run/evidence/accounts/c2/verification/anchor") for path in paths(found))
    assert any(path.startswith("/ledger/ledger/rows/1/bucket") for path in paths(found))


def test_a_shorter_window_is_a_difference() -> None:
    short = source(A, TEXTS[A])
    assert short.bound is not None
    short = replace(short, truncation="truncated", bound=replace(short.bound, window=canon.sha256(b"shorter")))
    found = compared(live(), made(texts={A: short}))
    acquired = [path for path in paths(found) if path.startswith("/run/acquisitions/")]
    assert [path.rpartition("/")[2] for path in acquired] == ["truncation", "window_sha256"]


HANDED = {
    "live-vs-replay": lambda: compared(live(), made()),
    "evidence-differs": lambda: compared(live(), made(texts={A: "The gate shuts at ten every evening."})),
    "second-replay-differs": lambda: compared(live(), made(), canon.encode(made()) + b" "),
    "window-differs": lambda: compared(live(), made(texts={A: replace(source(A, TEXTS[A]), truncation="unknown")})),
}


@pytest.mark.parametrize("row", [row for row in rows("groundnut/seed_only") if row["area"] == "equivalence"])
def test_a_handed_case_of_equivalence_comes_out_right(row: dict[str, Any]) -> None:
    assert HANDED[row["id"]]().equivalent is row["expect"]["equivalent"]


# One fact changed at a time, on the side of the replay.


def _run(change: Callable[[Execution], Any]) -> Callable[[Execution], Execution]:
    return lambda one: resealed(one, run=change(one))


def _ledger(change: Callable[[Execution], Any]) -> Callable[[Execution], Execution]:
    return lambda one: resealed(one, ledger=change(one))


def _manifest(change: Callable[[Execution], Any]) -> Callable[[Execution], Execution]:
    return lambda one: resealed(one, manifest=change(one))


def _with_acquisition(one: Execution, at: int, **changed: Any) -> Any:
    acquired = list(one.run.acquisitions)
    acquired[at] = replace(acquired[at], **changed)
    return replace(one.run, acquisitions=tuple(acquired))


def _with_result(one: Execution, at: int, **changed: Any) -> Any:
    return _with_acquisition(one, at, result=replace(one.run.acquisitions[at].result, **changed))


def _with_claim(one: Execution, **changed: Any) -> Any:
    claims = one.run.extraction.claims
    told = (replace(claims[0], **changed), *claims[1:])
    return replace(one.run, extraction=replace(one.run.extraction, claims=told))


def _with_account(one: Execution, **changed: Any) -> Any:
    accounts = one.run.evidence.accounts
    told = (replace(accounts[0], **changed), *accounts[1:])
    return replace(one.run, evidence=replace(one.run.evidence, accounts=told))


def _with_row(one: Execution, **changed: Any) -> Any:
    held = one.ledger.ledger
    return replace(one.ledger, ledger=replace(held, rows=(replace(held.rows[0], **changed), *held.rows[1:])))


def _account(one: Execution) -> Any:
    return one.run.evidence.accounts[0]


FIRST = made().run.acquisitions[0].result.source_id
X = "f" * 64
OID = "b3:" + "0" * 64

COMPARED: dict[str, Callable[[Execution], Execution]] = {
    "/run/report/sha256": _run(lambda one: replace(one.run, report=replace(one.run.report, sha256=X))),
    "/run/report/path": _run(lambda one: replace(one.run, report=replace(one.run.report, path="other.md"))),
    "/run/terms/profile/sha256": _run(
        lambda one: replace(one.run, terms=replace(one.run.terms, profile=replace(one.run.terms.profile, sha256=X)))
    ),
    "/run/terms/standing/waivers": _run(
        lambda one: replace(
            one.run, terms=replace(one.run.terms, standing=replace(one.run.terms.standing, waivers=False))
        )
    ),
    "/run/terms/support/version": _run(
        lambda one: replace(one.run, terms=replace(one.run.terms, support=replace(one.run.terms.support, version="9")))
    ),
    "/run/extraction/input_sha256": _run(
        lambda one: replace(one.run, extraction=replace(one.run.extraction, input_sha256=X))
    ),
    "/run/extraction/segmenter/version": _run(
        lambda one: replace(
            one.run,
            extraction=replace(one.run.extraction, segmenter=replace(one.run.extraction.segmenter, version="9")),
        )
    ),
    "/run/extraction/claims/0/text": _run(lambda one: _with_claim(one, text="Other words.")),
    "/run/extraction/claims/0/question": _run(lambda one: _with_claim(one, question="When?")),
    "/run/extraction/claim_count": _run(
        lambda one: replace(one.run, extraction=replace(one.run.extraction, claim_count=9))
    ),
    f"/run/acquisitions/{FIRST}/snapshot": _run(lambda one: _with_acquisition(one, 0, snapshot=OID)),
    f"/run/acquisitions/{FIRST}/snapshot_sha256": _run(lambda one: _with_acquisition(one, 0, snapshot_sha256=X)),
    f"/run/acquisitions/{FIRST}/result/source_sha256": _run(lambda one: _with_result(one, 0, source_sha256=X)),
    f"/run/acquisitions/{FIRST}/result/final_uri": _run(
        lambda one: _with_result(one, 0, final_uri="https://z.example/")
    ),
    f"/run/acquisitions/{FIRST}/result/window_sha256": _run(lambda one: _with_result(one, 0, window_sha256=X)),
    f"/run/acquisitions/{FIRST}/result/characters": _run(lambda one: _with_result(one, 0, characters=1)),
    f"/run/acquisitions/{FIRST}/result/redirected": _run(lambda one: _with_result(one, 0, redirected=True)),
    "/run/evidence/accounts/c1/verification/anchor": _run(
        lambda one: _with_account(one, verification=replace(_account(one).verification, anchor="not_found"))
    ),
    "/run/evidence/accounts/c1/verification/occurrences": _run(
        lambda one: _with_account(one, verification=replace(_account(one).verification, occurrences=7))
    ),
    "/run/evidence/accounts/c1/assessment/status": _run(
        lambda one: _with_account(one, assessment=replace(_account(one).assessment, status="supported"))
    ),
    "/run/evidence/accounts/c1/authority/kind": _run(
        lambda one: _with_account(one, authority=replace(_account(one).authority, kind="subject_provided"))
    ),
    "/run/evidence/complete": _run(
        lambda one: replace(one.run, evidence=replace(one.run.evidence, complete=not one.run.evidence.complete))
    ),
    "/run/arena_emission": _run(lambda one: replace(one.run, arena_emission={"tasks": []})),
    "/ledger/ledger/rows/0/bucket": _ledger(
        lambda one: _with_row(one, bucket=type(one.ledger.ledger.rows[0].bucket).OWN_REASONING)
    ),
    "/ledger/ledger/rows/0/gates": _ledger(lambda one: _with_row(one, gates=True)),
    "/ledger/policy_sha256": _ledger(lambda one: replace(one.ledger, policy_sha256=X)),
    "/manifest/engine/source_sha256": _manifest(
        lambda one: replace(one.manifest, engine=replace(one.manifest.engine, source_sha256=X))
    ),
    "/manifest/engine/dirty": _manifest(
        lambda one: replace(one.manifest, engine=replace(one.manifest.engine, dirty=True))
    ),
    "/manifest/domain/key": _manifest(
        lambda one: replace(one.manifest, domain=replace(one.manifest.domain, key="law"))
    ),
    f"/manifest/sources/{FIRST}/characters": _manifest(
        lambda one: replace(
            one.manifest, sources=(replace(one.manifest.sources[0], characters=1), *one.manifest.sources[1:])
        )
    ),
    "/manifest/policies/artifact_profile/sha256": _manifest(
        lambda one: replace(
            one.manifest,
            policies=tuple(
                replace(each, sha256=X) if each.kind == "artifact_profile" else each for each in one.manifest.policies
            ),
        )
    ),
    "/manifest/components/claim_segmenter/revision": _manifest(
        lambda one: replace(
            one.manifest,
            components=tuple(
                replace(each, revision="9") if each.role == "claim_segmenter" else each
                for each in one.manifest.components
            ),
        )
    ),
    "/manifest/artifacts/claim_ledger/schema": _manifest(
        lambda one: replace(
            one.manifest,
            artifacts=tuple(
                replace(each, schema="other/v1") if each.kind == "claim_ledger" else each
                for each in one.manifest.artifacts
            ),
        )
    ),
}


@pytest.mark.parametrize("path", COMPARED)
def test_one_fact_changed_is_one_difference_at_its_place(path: str) -> None:
    found = compared(live(), COMPARED[path](made()))
    assert paths(found) == [path]
    assert found.differences[0].left_sha256 != found.differences[0].right_sha256
    assert not found.equivalent


LEFT_OUT: dict[str, Callable[[Execution], Execution]] = {
    "/run/acquisitions/*/mode": _run(lambda one: _with_acquisition(one, 0, mode="refresh")),
    "/run/acquisitions/*/strategy": _run(lambda one: _with_acquisition(one, 0, strategy="snapshot")),
    "/run/acquisitions/*/live_attempted": _run(lambda one: _with_acquisition(one, 0, live_attempted=False)),
    "/manifest/artifacts/*/sha256": _manifest(
        lambda one: replace(one.manifest, artifacts=tuple(replace(each, sha256=X) for each in one.manifest.artifacts))
    ),
    "/manifest/artifacts/*/bytes": _manifest(
        lambda one: replace(one.manifest, artifacts=tuple(replace(each, bytes=1) for each in one.manifest.artifacts))
    ),
}
"""The hashes that are left out change with each of these."""


@pytest.mark.parametrize("path", LEFT_OUT)
def test_what_is_left_out_makes_no_difference(path: str) -> None:
    # Changed on the live side: of a replay some of it would be refused.
    one = LEFT_OUT[path](live())
    assert one.sha256 != live().sha256
    found = compared(one, made())
    assert found.equivalent
    assert paths(found) == []


def test_every_exclusion_exists_and_has_a_reason() -> None:
    whole = msgspec.to_builtins(made())
    for each in EXCLUSIONS[1:]:
        assert each.reason
        node = whole
        for step in each.path.split("/")[1:]:
            node = node[0] if step == "*" else node[step]


def test_everything_else_is_compared() -> None:
    kept = json.loads(canon.encode(projection(made())))["execution"]
    whole = json.loads(canon.encode(made()))
    for acquisition in whole["run"]["acquisitions"]:
        for name in ("mode", "strategy", "live_attempted"):
            del acquisition[name]
    for artifact in whole["manifest"]["artifacts"]:
        del artifact["sha256"], artifact["bytes"]
    del whole["run"]["sha256"], whole["ledger"]["sha256"], whole["ledger"]["run_sha256"]
    del whole["manifest"]["sha256"], whole["sha256"]
    assert kept == whole


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_acquisitions_and_manifest_rows_says_nothing(order: tuple[int, ...]) -> None:
    one = made()
    turned = resealed(
        one,
        run=replace(one.run, acquisitions=tuple(one.run.acquisitions[i] for i in order)),
        manifest=replace(
            one.manifest,
            sources=tuple(one.manifest.sources[i] for i in order),
            policies=one.manifest.policies[::-1],
            components=one.manifest.components[::-1],
        ),
    )
    assert compared(live(), turned).equivalent


def test_a_source_on_one_side_only_has_one_hash() -> None:
    one = made()
    fewer = resealed(one, run=replace(one.run, acquisitions=one.run.acquisitions[1:]))
    found = compared(live(), fewer)
    assert paths(found) == [f"/run/acquisitions/{FIRST}"]
    assert found.differences[0].right_sha256 is None


def told(emission: Any) -> Execution:
    """A run that was stored with other arena tasks than any contract has."""
    one = made()
    return resealed(one, run=replace(one.run, arena_emission=emission))


def test_true_is_not_one_and_null_is_not_nothing() -> None:
    one, other = told({"tasks": True, "at": None}), told({"tasks": 1})
    found = compared(one, other)
    assert paths(found) == ["/run/arena_emission/at", "/run/arena_emission/tasks"]
    assert found.differences[0].left_sha256 == canon.sha256(b"null")
    assert found.differences[0].right_sha256 is None


# Nothing of the report or of a source leaves through a receipt.


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{4,}", text))


def test_no_word_of_report_or_source_is_in_a_receipt() -> None:
    texts = {A: "Geheimnisvolle Grüße aus Zürich.", B: "Ganz andere 秘密情報 Angaben."}
    body = REPORT.replace("boats", "Kähne") + "\nConfidential takeover of Blaustern.\n"
    found = compared(live(), made(body, texts))
    assert len(found.differences) > 50
    said = words(canon.encode(found).decode())
    # What the receipt of an equivalent run says, and the members of the contracts.
    public = words(canon.encode(compared(live(), made())).decode()) | words(" ".join(members(projection(made()))))
    secret = set().union(*(words(text) for text in (REPORT, body, *TEXTS.values(), *texts.values())))
    assert "Blaustern" in secret - public
    assert said & (secret - public) == set()


def members(node: object) -> set[str]:
    if isinstance(node, dict):
        return {*node, *(name for child in node.values() for name in members(child))}
    return {name for child in node for name in members(child)} if isinstance(node, list) else set()


def test_an_id_that_an_artifact_declares_is_hashed_in_a_path() -> None:
    one = made()
    named = replace(one.run.evidence.accounts[0], claim_id="blaustern_takeover")
    evidence = replace(one.run.evidence, accounts=(named, *one.run.evidence.accounts[1:]))
    found = compared(live(), resealed(one, run=replace(one.run, evidence=evidence)))
    assert "blaustern" not in canon.encode(found).decode()
    assert any(path.startswith("/run/evidence/accounts/sha256:") for path in paths(found))


def test_a_name_that_no_contract_gave_is_hashed_in_a_path() -> None:
    found = compared(told({"Blaustern buys": 1}), told({}))
    assert "Blaustern" not in canon.encode(found).decode()


# What is refused.


def refusal(act: Callable[[], object]) -> BadReceipt:
    with pytest.raises(BadReceipt) as caught:
        act()
    assert caught.value.exit_code == 2
    return caught.value


def test_an_execution_of_another_schema_is_refused() -> None:
    other = sealed(replace(made(), schema="groundnut-canonical-execution/v9"))
    assert refusal(lambda: compared(live(), other)).code == "unknown_schema"
    part = resealed(live(), run=replace(live().run, schema="groundnut-canonical-run/v0"))
    error = refusal(lambda: compared(part, made()))
    assert (error.code, error.pointer) == ("unknown_schema", "/run/schema")


@pytest.mark.parametrize("part", ["run", "ledger", "manifest"])
def test_an_edited_part_is_refused(part: str) -> None:
    one = made()
    edited = sealed(replace(one, **{part: replace(getattr(one, part), sha256="0" * 64)}))
    error = refusal(lambda: compared(live(), edited))
    assert (error.code, error.pointer) == ("self_hash_mismatch", f"/{part}/sha256")


def test_an_edited_live_side_is_refused_too() -> None:
    assert refusal(lambda: compared(replace(live(), sha256="0" * 64), made())).code == "self_hash_mismatch"


def test_a_replay_that_may_have_fetched_is_none() -> None:
    error = refusal(lambda: compared(live(), live()))
    assert (error.code, error.pointer) == ("not_replay_only", "/run/acquisitions/0/mode")
    tried = resealed(made(), run=_with_acquisition(made(), 1, live_attempted=True))
    error = refusal(lambda: compared(live(), tried))
    assert (error.code, error.pointer) == ("not_replay_only", "/run/acquisitions/1/live_attempted")


def test_a_source_without_a_snapshot_is_no_replay() -> None:
    unkept = made(texts={C: Absence(C, "not_acquired", "there is no snapshot")})
    assert refusal(lambda: compared(live(), unkept)).code == "snapshot_missing"
    inline = made(texts={C: replace(source(C, TEXTS[C]), snapshot=None, bound=None)})
    assert refusal(lambda: compared(live(), inline)).code == "snapshot_missing"


def test_a_refused_snapshot_is_no_replay() -> None:
    invalid = made(texts={C: Absence(C, "snapshot_invalid", "its hash differs")})
    assert refusal(lambda: compared(live(), invalid)).code == "snapshot_invalid"


@pytest.mark.parametrize("why", ["payment_required", "not_found", "timeout", "login"])
def test_a_recorded_failure_is_replayed(why: str) -> None:
    failed = {C: Absence(C, why, "HTTP 402")}
    one = live(texts=failed, strategies={A: ("live_archived", True), B: ("live_archived", True)})
    assert compared(one, made(texts=failed)).equivalent


# The receipt, read back.


def test_a_receipt_is_read_back() -> None:
    for found in (compared(live(), made()), compared(live(), made(texts={A: "Nothing."}))):
        assert parse_equivalence(canon.encode(found)) == found


def _told(**changed: Any) -> bytes:
    return canon.encode(sealed(replace(compared(live(), made()), **changed)))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (_told(schema="groundnut-live-replay-equivalence/v1"), "unknown_schema"),
        (_told(exclusions=EXCLUSIONS[1:]), "other_exclusions"),
        (_told(exclusions=(*EXCLUSIONS, replace(EXCLUSIONS[0], path="/run/evidence"))), "other_exclusions"),
        (_told(exclusions=(replace(EXCLUSIONS[0], reason="because"), *EXCLUSIONS[1:])), "other_exclusions"),
        (_told(equivalent=False), "equivalence_mismatch"),
        (_told(second_replay_identical=False), "equivalence_mismatch"),
        (_told(projection_schema="other/v1"), "equivalence_mismatch"),
        (_told(sources=-1), "equivalence_mismatch"),
        (_told().replace(b'"sources":3', b'"sources":4'), "self_hash_mismatch"),
        (_told().replace(b'"sources":3', b'"sources":3,"time":"now"'), "unknown_field"),
        (_told().replace(b',"sources":3', b""), "missing_field"),
        (b"[]", "unknown_schema"),
    ],
)
def test_a_receipt_that_breaks_a_rule_is_refused(body: bytes, code: str) -> None:
    assert refusal(lambda: parse_equivalence(body)).code == code


@pytest.mark.parametrize("body", [b"", b"{", b'{"a":1,"a":1}', b'{"a":NaN}', b"\xff", b"[" * 100_000])
def test_what_is_no_strict_json_is_refused(body: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse_equivalence(body)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_make_it_crash(body: bytes) -> None:
    with pytest.raises((NotCanonical, BadReceipt)):
        parse_equivalence(body)
