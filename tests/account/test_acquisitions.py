from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account.core import account
from gnut.account.core.acquisitions import consistent
from gnut.account.records import Acquisition
from gnut.errors import BadReceipt
from gnut.model import Absence, Source, Uri
from gnut_store import canon
from tests.account.made import given, had, made

A, B, C = (Uri(f"https://{name}.example/{n}") for n, name in enumerate("abc", 1))
LIVE = {A: ("live_archived", True)}


def acquired(**changed: Any) -> dict[str, Acquisition]:
    return {one.result.uri: one for one in made(**changed).run.acquisitions}


def code_of(one: Acquisition) -> str:
    with pytest.raises(BadReceipt) as refused:
        consistent(one, "/acquisitions/0")
    assert refused.value.pointer.startswith("/acquisitions/0")
    return refused.value.code


@pytest.fixture(scope="module")
def good() -> Acquisition:
    return acquired()[A]


@pytest.fixture(scope="module")
def failed() -> Acquisition:
    return acquired()[B]


def test_a_replayed_source_names_its_snapshot_and_every_hash(good: Acquisition) -> None:
    bound = had(A).bound
    assert bound is not None
    assert (good.strategy, good.live_attempted, good.snapshot_sha256) == ("snapshot", False, bound.snapshot)
    assert (good.result.source_sha256, good.result.window_sha256) == (bound.text, bound.window)
    assert (good.result.ok, good.result.final_uri, good.result.truncation) == (True, A, "complete")


def test_what_was_not_had_is_missing_or_a_wall() -> None:
    rows = acquired()
    assert (rows[B].strategy, rows[B].result.failure) == ("snapshot_missing", "not_found")
    assert (rows[C].strategy, rows[C].result.failure) == ("snapshot", "login")
    assert (rows[B].snapshot, rows[C].snapshot_sha256) == (None, canon.sha256(b"{}"))


def test_a_fetch_of_this_call_is_told_as_such() -> None:
    rows = acquired(mode="snapshot_preferred", strategies={**LIVE, B: ("live_failed", True)})
    assert (rows[A].strategy, rows[A].live_attempted) == ("live_archived", True)
    assert (rows[B].strategy, rows[B].live_attempted) == ("live_failed", True)


def test_a_text_without_a_snapshot_is_inline_and_hashed() -> None:
    parts = given("It is so [a](https://a.example/1).")
    text = Source(A, A, None, "words", None, "complete", False, False, ())
    one = account(replace(parts, acquired={A: text})).run.acquisitions[0]
    assert (one.strategy, one.snapshot, one.result.characters) == ("inline", None, 5)
    assert one.result.source_sha256 is not None


def test_a_file_of_the_repository_is_local_had_or_not() -> None:
    for answer in (had("file:log.txt"), Absence(Uri("file:log.txt"), "not_found", "no such file")):
        parts = given("It is so <!-- x --> “words of it” [a](log.txt).", absent={"file:log.txt": "not_found"})
        finding = replace(parts.evidence.findings[0], acquired=answer, anchor=None, binding=None, marks=())
        parts = replace(
            parts, acquired={Uri("file:log.txt"): answer}, evidence=replace(parts.evidence, findings=(finding,))
        )
        assert account(parts).run.acquisitions[0].strategy == "local_file"


def test_a_snapshot_that_may_not_be_used_is_its_own_strategy() -> None:
    one = acquired(absent={B: "snapshot_invalid", C: "login"})[B]
    assert (one.strategy, one.result.ok, one.result.failure) == ("snapshot_invalid", False, "snapshot_invalid")


def test_acquisitions_stand_by_source_id() -> None:
    done = made()
    listed = [one.result.source_id for one in done.run.acquisitions]
    assert listed == sorted(listed)
    assert len(listed) == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"mode": "sometimes"}, "unknown_mode"),
        ({"mode": ""}, "unknown_mode"),
        ({"strategy": "guessed"}, "unknown_strategy"),
        ({"strategy": "snapshot_missing"}, "acquisition_inconsistent"),
        ({"strategy": "snapshot_invalid"}, "acquisition_inconsistent"),
        ({"strategy": "live_failed", "mode": "refresh", "live_attempted": True}, "acquisition_inconsistent"),
        ({"strategy": "live_archived", "live_attempted": True}, "acquisition_inconsistent"),
        ({"live_attempted": True}, "acquisition_inconsistent"),
        ({"strategy": "local_file"}, "acquisition_inconsistent"),
        ({"snapshot": None}, "acquisition_inconsistent"),
        ({"snapshot_sha256": None}, "acquisition_inconsistent"),
        ({"snapshot": None, "snapshot_sha256": None}, "invalid_hash"),
        ({"snapshot_sha256": "A" * 64}, "invalid_hash"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(good: Acquisition, change: dict[str, Any], code: str) -> None:
    assert code_of(replace(good, **change)) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"final_uri": None}, "final_uri_required"),
        ({"final_uri": " "}, "final_uri_required"),
        ({"source_sha256": None}, "invalid_hash"),
        ({"source_sha256": "0" * 63}, "invalid_hash"),
        ({"window_sha256": None}, "invalid_hash"),
        ({"truncation": "hollow"}, "acquisition_inconsistent"),
        ({"truncation": "empty"}, "acquisition_inconsistent"),
        ({"truncation": "whole"}, "acquisition_inconsistent"),
        ({"truncation": None}, "acquisition_inconsistent"),
        ({"characters": -1}, "acquisition_inconsistent"),
        ({"characters": None}, "acquisition_inconsistent"),
        ({"failure": "not_found"}, "acquisition_inconsistent"),
        ({"detail": "HTTP 404"}, "acquisition_inconsistent"),
    ],
)
def test_a_source_that_was_had_says_all_of_it(good: Acquisition, change: dict[str, Any], code: str) -> None:
    assert code_of(replace(good, result=replace(good.result, **change))) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"failure": None}, "unknown_failure"),
        ({"failure": "paywalled"}, "unknown_failure"),
        ({"failure": "snapshot_invalid"}, "acquisition_inconsistent"),
        ({"final_uri": "https://b.example/2"}, "acquisition_inconsistent"),
        ({"source_sha256": "0" * 64}, "acquisition_inconsistent"),
        ({"supplied": True}, "acquisition_inconsistent"),
        ({"redirected": True}, "acquisition_inconsistent"),
        ({"notes": ("charset_guessed",)}, "acquisition_inconsistent"),
    ],
)
def test_what_failed_has_nothing_of_a_source(failed: Acquisition, change: dict[str, Any], code: str) -> None:
    assert code_of(replace(failed, result=replace(failed.result, **change))) == code


def test_a_snapshot_in_force_does_not_fail_like_a_fetch(failed: Acquisition) -> None:
    assert code_of(replace(failed, strategy="snapshot")) == "acquisition_inconsistent"


def test_an_unknown_strategy_is_refused_when_the_account_is_made() -> None:
    with pytest.raises(BadReceipt) as refused:
        made(strategies={A: ("guessed", False)})
    assert refused.value.code == "unknown_strategy"


def test_an_unknown_mode_is_refused_when_the_account_is_made() -> None:
    with pytest.raises(BadReceipt) as refused:
        made(mode="live")
    assert refused.value.code == "unknown_mode"
