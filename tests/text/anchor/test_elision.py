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
    assert answer.alterations == (Alteration("left_out", "", "not"),)


def test_a_gap_hides_no_refusal() -> None:
    answer = seek("The mayor … that the plant will close", "The mayor of the town denied that the plant will close.")
    assert answer.alterations == (Alteration("left_out", "", "denied"),)


def test_a_gap_hides_no_number_and_no_magnitude() -> None:
    answer = seek("Income rose to … dollars last year", "Income rose to 4 million dollars last year.")
    assert [(item.kind, item.source) for item in answer.alterations] == [("left_out", "4"), ("left_out", "million")]


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


DENIALS = "keineswegs keinesfalls rarely seldom unable mai ej icke není нисколько μη koskaan nergens noch nie değildir"


@pytest.mark.parametrize("word", DENIALS.split())
def test_a_gap_hides_no_denial_of_any_language(word: str) -> None:
    answer = seek("The port of the town … open to the boats", f"The port of the town is {word} open to the boats.")
    assert [item.source for item in answer.alterations] == [word]


@pytest.mark.parametrize(
    ("source", "excerpt"),
    [
        ("港口现在请别再开放使用", "港口现在 … 开放使用"),
        ("この港は今年誰も知らず開きます", "この港は今年 … 開きます"),
        ("この港は今年知らぬ開きます", "この港は今年 … 開きます"),
        ("この港は今年問題なしに開きます", "この港は今年 … 開きます"),
        ("この港は今年決して開きます", "この港は今年 … 開きます"),
        ("ท่าเรือแห่งนี้ไม่เปิดให้บริการ", "ท่าเรือแห่งนี้ … เปิดให้บริการ"),
        ("港口损失船只三艘之多啊", "港口损失船只 … 艘之多啊"),
        ("港口损失船只十二艘之多啊", "港口损失船只 … 艘之多啊"),
        ("港口损失船只百艘之多啊", "港口损失船只 … 艘之多啊"),
    ],
)
def test_a_gap_hides_nothing_in_scripts_without_blanks(source: str, excerpt: str) -> None:
    assert seek(excerpt, source).outcome is Outcome.AMBIGUOUS


NUMBERS = (
    "five twelve half third twice once double quarter zero zwölf fünf fünfundzwanzig cinq douze doce пять двенадцать "
    "trzy δώδεκα iki सात xii IV"
)


@pytest.mark.parametrize("word", NUMBERS.split())
def test_a_gap_hides_no_number_that_is_written_out(word: str) -> None:
    answer = seek("The owners lost … boats of the harbour", f"The owners lost {word} boats of the harbour.")
    assert [(item.kind, item.source) for item in answer.alterations] == [("left_out", word)]


@pytest.mark.parametrize("dash", "−–—-")
def test_a_gap_hides_no_minus(dash: str) -> None:
    answer = seek("the result was … 4.2 million", f"the result was {dash} 4.2 million")
    assert answer.outcome is not Outcome.FOUND


def test_words_that_deny_in_another_language_alone_may_be_left_out() -> None:
    assert seek("Der Hafen … offen für Boote", "Der Hafen war im Mai offen für Boote.").outcome is Outcome.FOUND
    assert seek("der Hafen … offen für Boote", "Und der Hafen ist noch offen für Boote.").outcome is Outcome.FOUND
    assert seek("港口开放 … 使用方便", "港口开放特别使用方便").outcome is Outcome.FOUND


def test_the_passage_shown_holds_what_was_left_out() -> None:
    source = "In May the board met in 2021 in the town hall."
    answer = seek("the board met … in the town hall", source)
    assert passage(answer, source) == ["the board met in 2021 in the town hall"]


def test_a_turkish_syllable_that_denies_is_not_seen_in_other_words() -> None:
    assert seek("Liman bugün … dedi müdür", "Liman bugün açılmadı dedi müdür.").outcome is Outcome.AMBIGUOUS
    source = "The old Señor Gomez, a comedian, left the port immediately and paid him."
    assert seek("The old Señor … left the port … and paid him", source).outcome is Outcome.FOUND
