"""Excerpts that leave something out."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Alteration, Level, Outcome
from gnut.text.anchor.elision import GAP, parted, without_outer
from tests.text.anchor.seeking import passage, seek

SOURCE = "The board met in May and held that all of the crates had been lost at sea. The owner paid."


@pytest.mark.parametrize("dots", ["…", "...", "[...]", "[…]", "(...)", "(…)", ". . .", "....", "……"])
def test_every_way_to_leave_out_is_read(dots: str) -> None:
    answer = seek(f"The board met in May {dots} all of the crates had been lost", SOURCE)
    assert answer.level is Level.ELLIPSIS
    assert passage(answer, SOURCE) == ["The board met in May", "all of the crates had been lost"]


def test_an_ellipsis_that_the_source_has_too_is_exact() -> None:
    assert seek("held that … all", "The board held that … all of it").method == "exact"


def test_three_parts_stand_in_order() -> None:
    answer = seek("The board met … held that all … lost at sea", SOURCE)
    assert len(answer.parts) == 3


def test_a_gap_has_a_bound() -> None:
    source = "The board met in May. " + "x" * GAP + " all of the crates were lost"
    answer = seek("The board met in May … all of the crates were lost", source)
    assert answer.outcome is Outcome.NOT_FOUND
    assert answer.notes == ("elision_gap",)


def test_a_gap_hides_no_negation() -> None:
    answer = seek("The board met … agree to the plan", "The board met in May and did not agree to the plan.")
    assert answer.outcome is Outcome.AMBIGUOUS
    assert answer.alterations == (Alteration("negation", "", "not"),)


def test_a_gap_hides_no_refusal() -> None:
    answer = seek("The mayor … that the plant will close", "The mayor of the town denied that the plant will close.")
    assert answer.alterations == (Alteration("negation", "", "denied"),)


def test_a_gap_hides_no_number_and_no_magnitude() -> None:
    answer = seek("Income rose to … dollars last year", "Income rose to 4 million dollars last year.")
    assert [item.kind for item in answer.alterations] == ["number", "magnitude"]


def test_a_nearer_place_without_a_negation_is_preferred() -> None:
    source = "The board met and did not agree to it. The board met and agreed to pay and then did agree to it."
    answer = seek("The board met … agree to it", source)
    assert answer.level is Level.ELLIPSIS
    assert answer.parts[0].start == source.rindex("The board")


def test_an_altered_part_is_named_and_the_others_are_not() -> None:
    answer = seek("The board met in June … all of the crates had been lost at sea", SOURCE)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert answer.alterations == (Alteration("word_changed", "June", "May"),)


def test_parts_of_a_single_short_word_prove_nothing() -> None:
    assert seek("The … the … a", SOURCE).outcome is not Outcome.FOUND


def test_dozens_of_parts_are_no_quotation() -> None:
    assert seek(" … ".join(["the crates"] * 40), SOURCE).notes == ("elision_parts",)


def test_a_table_of_contents_is_no_ellipsis() -> None:
    line = "Crates ...................................... 7"
    assert seek(line, f"{line}\nBoats .............. 9\n").method == "exact"
    assert parted(line) == ("Crates", "7")


def test_long_runs_of_dots_are_read_in_no_time() -> None:
    assert without_outer("." * 20_000 + "a") == "a"
    assert parted("a " + ". " * 20_000 + "b") == ("a", "b")
