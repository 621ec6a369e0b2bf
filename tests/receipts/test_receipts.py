"""The good twin stands; each receipt that differs from it in one fact is refused under its own code."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from gnut.replay import replay as replayed
from gnut.replay import taken_over, verified
from gnut.verify_receipt.contract import CODES
from gnut_store import canon
from tests.receipts import good, make
from tests.receipts.facts import FACTS

UNSHOWN = {
    "other_engine",  # What says it is who verifies, not the receipt.
    "difference",  # Kept for fields that are newer than the tables of codes.
}
"""Codes that no folder is refused with."""

FOLDERS = sorted(good.FOLDER.glob("*_fail"))


def test_the_good_twin_gives_no_refusal() -> None:
    assert verified(make.bundle(make.read(good.GOOD)), frozen=good.FROZEN) == ()


def test_the_good_twin_comes_out_of_its_replay_byte_for_byte() -> None:
    bundle = make.bundle(make.read(good.GOOD))
    assert canon.encode(replayed(bundle)) == bundle.execution


def test_there_are_at_least_sixty_receipts_that_must_fail() -> None:
    assert len(FOLDERS) >= 60
    assert {folder.name for folder in FOLDERS} == {f"{fact.name}_fail" for fact in FACTS}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_receipt_with_one_wrong_fact_is_refused_with_exactly_its_code(folder: Path) -> None:
    files, expected = make.overlaid(folder)
    refused = verified(make.bundle(files), frozen=good.FROZEN)
    assert refused != ()
    assert (refused[0].code, refused[0].pointer) == (expected["code"], expected["pointer"])
    assert {each.code for each in refused} == {expected["code"], *expected["also"]}


def test_what_is_stored_is_what_the_maker_makes(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--golden"):
        make.write()
        make.overlaid.cache_clear()
        make.good_read.cache_clear()
    assert make.read(good.GOOD) == make.good_files()
    wrong = []
    for fact in FACTS:
        files, expected = make.overlaid(good.FOLDER / f"{fact.name}_fail")
        # How the edits are cut is how they are kept; what they come to is compared whole.
        told = {name: value for name, value in expected.items() if name != "edits"}
        if (files, told) != make.changed(fact):
            wrong.append(fact.name)
    assert wrong == []


def test_what_is_kept_of_a_receipt_is_what_the_maker_keeps() -> None:
    for fact in FACTS[::40]:
        assert make.read(good.FOLDER / f"{fact.name}_fail") == make.stored(fact)


def test_every_receipt_differs_from_the_good_twin_and_from_every_other() -> None:
    whole = [make.overlaid(folder)[0] for folder in FOLDERS] + [make.read(good.GOOD)]
    assert len({tuple(sorted(files.items())) for files in whole}) == len(whole)


def test_every_code_is_shown_by_a_receipt_or_said_to_need_none() -> None:
    shown = {fact.code for fact in FACTS} | {code for fact in FACTS for code in fact.also}
    assert set(CODES) - shown == UNSHOWN


def test_a_refusal_says_what_is_wrong_in_words_of_its_own() -> None:
    files, expected = make.overlaid(good.FOLDER / "claim_reworded_fail")
    (refused,) = verified(make.bundle(files), frozen=good.FROZEN)
    assert refused.message == CODES[expected["code"]]


def test_another_engine_is_named_first_where_a_replay_differs() -> None:
    other = replace(good.ENGINE, source_sha256="7" * 64)
    files, expected = make.overlaid(good.FOLDER / "row_bucket_fail")
    refused = verified(make.bundle(files), engine=other)
    assert [each.code for each in refused] == ["other_engine", expected["code"]]


def test_another_engine_that_comes_to_the_same_is_no_refusal() -> None:
    other = replace(good.ENGINE, source_sha256="7" * 64)
    assert verified(make.bundle(make.read(good.GOOD)), engine=other) == ()


def test_what_a_replay_takes_over_is_said() -> None:
    bundle = make.bundle(make.read(good.GOOD))
    said = taken_over(bundle, good.made())
    assert said == (
        "that 1 of 10 sources could not be had is taken from the run",
        "when, as what and by which extractor a source was read from its bytes is taken from its snapshot",
        "which engine and domain pack were in force is taken from the run",
    )
