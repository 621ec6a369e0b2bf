"""What is noted of a passage that was found."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Level, Outcome, Wanted
from gnut.text.anchor.notes import wrapped
from gnut.text.anchor.seek import anchor
from gnut.text.fold import FoldedText
from tests.text.anchor.seeking import seek

BEFORE_A_QUALIFIER = {
    "only if": ("The drug works only if it is taken daily.", "The drug works"),
    "unless": ("The gate stays open, unless the wind rises.", "The gate stays open"),
    "except": ("All boats are free except those in dock.", "All boats are free"),
    "but": ("The plan was sound, but nobody followed it.", "The plan was sound"),
    "provided that": ("We will sell provided that the board agrees.", "We will sell"),
    "closed by the writer": ("The drug works only in mice.", "The drug works."),
    "German": ("Das Tor bleibt offen, sofern kein Sturm kommt.", "Das Tor bleibt offen"),
    "French": ("La porte reste ouverte, sauf en hiver.", "La porte reste ouverte"),
    "Spanish": ("La puerta sigue abierta, salvo en invierno.", "La puerta sigue abierta"),
    "Russian": ("Порт открыт, кроме зимы.", "Порт открыт"),
    "Chinese": ("港口开放，除非有台风。", "港口开放"),
    "Greek": ("Το λιμάνι είναι ανοιχτό, εκτός τον χειμώνα.", "Το λιμάνι είναι ανοιχτό"),
}

AFTER_A_DENIAL = {
    "false that": ("It is false that the gate closes at nine.", "the gate closes at nine"),
    "not": ("The board did not approve the plan in May.", "approve the plan in May"),
    "contracted": ("The board didn't approve the plan.", "approve the plan"),
    "failed to": ("The crew failed to close the gate in time.", "close the gate in time"),
    "no evidence that": ("There is no evidence that dredging kills eelgrass.", "dredging kills eelgrass"),
    "denied": ("The mayor denied that the plant will close.", "the plant will close"),
    "German": ("Es ist falsch, dass der Hafen schließt.", "der Hafen schließt"),
    "French": ("Il est faux que le port ferme ce soir.", "le port ferme ce soir"),
    "Russian": ("Неверно, что порт закрыт на зиму.", "порт закрыт на зиму"),
    "Chinese": ("今年不可能完成港口规划。", "可能完成港口规划"),
}

HONEST = {
    "a whole sentence": ("The gate closes at nine. But nobody comes.", "The gate closes at nine."),
    "a whole sentence without its stop": ("The gate closes at nine. Only if asked.", "The gate closes at nine"),
    "a clause before more": ("The gate closes at nine in the evening.", "The gate closes at nine"),
    "a sentence after a denial": ("It did not rain. The gate closes at nine.", "The gate closes at nine."),
    "a paragraph after a heading": ("What we do not know\n\nThe gate closes.", "The gate closes."),
    "after an ordinary that": ("The board said that the gate closes.", "the gate closes"),
    "before a plain and": ("The gate closes and the dog barks.", "The gate closes"),
}


@pytest.mark.parametrize(("source", "excerpt"), BEFORE_A_QUALIFIER.values(), ids=BEFORE_A_QUALIFIER)
def test_stopping_before_a_qualifier_is_noted(source: str, excerpt: str) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.FOUND
    assert "truncated_before_qualifier" in answer.notes


@pytest.mark.parametrize(("source", "excerpt"), AFTER_A_DENIAL.values(), ids=AFTER_A_DENIAL)
def test_starting_after_a_denial_is_noted(source: str, excerpt: str) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.FOUND
    assert "truncated_before_qualifier" in answer.notes


@pytest.mark.parametrize(("source", "excerpt"), HONEST.values(), ids=HONEST)
def test_an_honest_excerpt_draws_no_note(source: str, excerpt: str) -> None:
    assert seek(excerpt, source).notes == ()


def test_a_blank_line_a_cell_and_a_block_are_borders() -> None:
    for source in ("The board\n\nheld it.", "The board\theld it.", "Crates.\nThe board\nheld it.\n"):
        assert seek("The board held it", source).notes == ("crosses_block",)


def test_a_wrapped_line_is_no_border() -> None:
    source = "The board\nheld it."
    assert seek("The board held it", source).notes == ()


def test_the_caller_knows_best_whether_lines_are_wraps() -> None:
    source = "The board\nheld it."
    assert anchor(FoldedText(source, wrapped=False), Wanted("The board held it")).notes == ("crosses_block",)
    lines = "Crates.\nThe board\nheld it.\n"
    assert anchor(FoldedText(lines, wrapped=True), Wanted("The board held it")).notes == ()


def test_lines_of_one_length_look_wrapped_and_blocks_do_not() -> None:
    paragraph = "A line of about the same length as its neighbours has wraps.\n" * 6
    assert wrapped(FoldedText(paragraph))
    assert not wrapped(FoldedText("Menu\nHome\nA paragraph that is much longer than a title.\nFooter\n"))


def test_signs_without_width_inside_words_are_noted() -> None:
    answer = seek("the samples were dry", "Here the sam\u200bples were dry.")
    assert answer.notes == ("zero_width",)
    assert answer.level is Level.TYPOGRAPHY


def test_joiners_that_a_script_needs_are_not_noted() -> None:
    assert seek("می\u200cرود به بندر", "او می\u200cرود به بندر").notes == ()
    assert seek("ท่า\u200bเรือเปิด", "ท่า\u200bเรือเปิด").notes == ()


def test_words_that_direction_controls_reorder_are_never_exact() -> None:
    source = "The rate was \u202e2.41\u202c percent of all."
    answer = seek("The rate was \u202e2.41\u202c percent", source)
    assert answer.method == "normalised"
    assert answer.notes == ("bidi",)


def test_direction_marks_of_ordinary_text_are_not_noted() -> None:
    assert seek("قال التقرير اليوم", "قال \u200fالتقرير\u200f اليوم").notes == ()


def test_a_word_with_look_alike_letters_is_noted_though_it_stands() -> None:
    answer = seek("the c\u043emmittee met", "Then the c\u043emmittee met.")
    assert answer.method == "exact"
    assert answer.notes == ("look_alike",)


def test_words_of_science_that_mix_scripts_are_not_look_alikes() -> None:
    for word in ("TNFα", "β-blocker", "Δx", "µm"):
        assert seek(f"the {word} level fell", f"Then the {word} level fell.").notes == ()


def test_tags_that_nobody_sees_are_noted_and_those_of_a_flag_are_not() -> None:
    tags = "".join(chr(0xE0000 + ord(letter)) for letter in "all sank")
    assert "zero_width" in seek("the boats came in", f"Then the boats{tags} came in.").notes
    assert "zero_width" in seek("the boats came in", f"Then the boats {tags} came in.").notes
    flag = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbsct") + "\U000e007f"
    assert "zero_width" not in seek("the boats came in", f"Then the boats {flag} came in.").notes
