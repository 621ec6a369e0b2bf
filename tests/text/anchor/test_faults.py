"""What other tools got wrong in matching, each with the answer that was right (ids of the field's fault list)."""

from __future__ import annotations

import pytest

from gnut.model import Span
from gnut.text.anchor.contract import Alteration, Level, Outcome, Wanted
from gnut.text.anchor.seek import short, stands, too_short
from gnut.text.fold import FoldedText
from tests.text.anchor.seeking import kinds, passage, seek

ALTERED = {
    "RW-001 a percentage": (
        "stands at 6% for all berths",
        "From May the levy stands at 5% for all berths.",
        ["number"],
    ),
    "RW-003 a model number": (
        "the KX-60 bilge pump fitted aft",
        "We tested the KX-40 bilge pump fitted aft.",
        ["number"],
    ),
    "RW-004 a negation and a number of days": (
        "The berth holder is liable for repairs within 10 days",
        "The berth holder is not liable for repairs within 30 days.",
        ["negation", "number"],
    ),
    "RW-005 a blank as thousands mark": ("816 t in 2012–13", "Exports reached 816 000 t in 2012–13.", ["number"]),
    "RW-009 a stripped group mark": ("11,11 hulls", "The fleet has 11,111 hulls.", ["number"]),
    "RW-011 a leading decimal mark": ("89 per cent", "Losses fell to .89 per cent.", ["number"]),
    "RW-027 a name": (
        "Crew North cut turnaround by twelve minutes on every route",
        "Crew South cut turnaround by twelve minutes on every route.",
        ["word_changed"],
    ),
    "a letter that makes another word": (
        "a causal link between dredging and the loss of eelgrass",
        "We saw a casual link between dredging and the loss of eelgrass.",
        ["word_changed"],
    ),
}

FOUND = {
    "RW-007 narrow blanks in a number": ("12 345,6 crowns", "Dues were 12\u202f345,6 crowns in total.", "normalised"),
    "RW-012 figures beside a derived one": (
        "85, 86 and 89.4",
        "The berths were rated 85, 86 and 89.4 respectively.",
        "exact",
    ),
    "RW-016 a bracketed abbreviation": (
        "crews at risk need load cell [LC]-guided lifting",
        "We conclude that crews at risk need load cell [LC]-guided lifting in swell.",
        "exact",
    ),
    "RW-018 a reference mark of the source": (
        "Only one winch (unit 7) showed wear",
        "Only one winch (unit 7) [38] showed wear, with all ropes [steel] intact.",
        "normalised",
    ),
    "RW-031 words inside a sentence": ("Baltic pilots object", "Some Baltic pilots object, others do not.", "exact"),
    "RW-033 a lost line break": ("rivers orcanals carry the load", "rivers or\ncanals carry the load.", "normalised"),
    "RW-035 moved blanks": ("the  lock keeper’s log", "He read the lock keeper’s   log aloud.", "normalised"),
    "RW-039 emphasis": ("the *old* sluice", "the old sluice", "normalised"),
    "RW-053 soft hyphens": (
        "Unternehmen sowie Freiberufler",
        "Wir fördern Unter\u00adnehmen sowie Frei\u00adberufler.",
        "normalised",
    ),
    "RW-055 cells": ("Tue 9–17", "Tue\t9–17\n", "normalised"),
    "RW-062 a lost hyphen at a line end": (
        "the deduction is permitted only once",
        "the deduction is permit\nted only once",
        "normalised",
    ),
    "RW-064 soft hyphens at line ends": (
        "Immobilien und Rohstoffe",
        "Immo\u00ad\nbilien und Roh\n\u00ad\nstoffe",
        "normalised",
    ),
    "RW-070 false blanks": (
        "post-surgery (strabismus, cataract)",
        "p ost-surgery (strabism us ,cataract)",
        "normalised",
    ),
}


@pytest.mark.parametrize(("excerpt", "source", "expected"), ALTERED.values(), ids=ALTERED)
def test_what_differs_is_named(excerpt: str, source: str, expected: list[str]) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert kinds(answer) == expected


@pytest.mark.parametrize(("excerpt", "source", "method"), FOUND.values(), ids=FOUND)
def test_an_honest_quotation_is_found(excerpt: str, source: str, method: str) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.FOUND
    assert answer.method == method


def test_both_sides_of_an_alteration_are_shown() -> None:
    excerpt, source, _ = ALTERED["RW-027 a name"]
    assert seek(excerpt, source).alterations == (Alteration("word_changed", "North", "South"),)


def test_parts_out_of_order_and_far_apart_are_not_one_passage() -> None:
    source = "dredging ends in March." + " Filler sentence about tides." * 40 + " berths are free in June."
    answer = seek("berths are free in June ... dredging ends in March", source)
    assert answer.outcome is Outcome.NOT_FOUND
    assert answer.notes == ("elision_order",)


def test_an_own_sentence_in_quotation_marks_is_not_found() -> None:
    answer = seek("Free plan with five seats and no time limit", "Plans\nStart free. Up to 5 seats.\n")
    assert answer.outcome is Outcome.NOT_FOUND


def test_words_of_another_paper_do_not_stand_here_and_do_stand_there() -> None:
    wanted = Wanted("Most variants lower the level of the pump protein")
    assert not stands(FoldedText("We describe gate wear."), wanted)
    assert stands(FoldedText("Most variants lower the level of the pump protein."), wanted)


def test_a_locator_chooses_among_places_and_decides_nothing() -> None:
    source = "The gate closes at nine.\nFour lines on.\nThe gate closes at nine."
    second = source.rindex("The gate")
    answer = seek("The gate closes at nine", source, within=Span(second, len(source)))
    assert answer.parts[0].start == second
    assert answer.occurrences == 2
    elsewhere = seek("The gate closes at nine", source, within=Span(25, 38))
    assert elsewhere.outcome is Outcome.FOUND
    assert elsewhere.parts[0].start == 0


def test_two_words_that_every_lease_holds_are_too_short() -> None:
    answer = seek("the tenant", "The tenant pays. The tenant leaves. The tenant returns.")
    assert answer.occurrences == 3
    assert too_short("the tenant", answer.occurrences)


def test_two_words_that_stand_once_are_short_and_no_more() -> None:
    assert short("two speeds")
    assert not too_short("two speeds", 1)


def test_a_single_word_is_too_short_even_if_it_stands_once() -> None:
    assert too_short("sluice", 1)
    assert not short("sluice-keeper's yearbook")


def test_four_han_characters_are_four_tokens() -> None:
    assert not short("港口规划")
    assert too_short("规划", 2)
    assert not too_short("规划", 1)


def test_the_span_is_the_quotation_byte_for_byte() -> None:
    source = "Some Baltic pilots object, others do not."
    assert passage(seek("Baltic pilots object", source), source) == ["Baltic pilots object"]


def test_a_capital_that_grows_when_lowered_moves_no_span() -> None:
    source = "İ İ İ. Istanbul dues rose."
    assert passage(seek("istanbul dues rose", source), source) == ["Istanbul dues rose"]


def test_the_nearest_passage_runs_to_its_true_end() -> None:
    source = "Yes. They have got nothing at all out of the spring budget. More follows."
    answer = seek("They got nothing out of the spring budget.", source)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert answer.method == "fuzzy"
    assert passage(answer, source) == ["They have got nothing at all out of the spring budget."]
    assert kinds(answer) == ["word_lost", "word_lost"]


def test_three_thousand_different_characters_do_no_harm() -> None:
    letters = "".join(chr(0x4E00 + number) for number in range(3200))
    answer = seek("一致します", letters.replace("一致", "") + "一致します")
    assert answer.method == "exact"


def test_a_bad_text_layer_is_said_and_called_neither_found_nor_altered() -> None:
    answer = seek("two different fields after this", "two di˙erent ˛elds a˚er ˜is")
    assert answer.outcome is Outcome.AMBIGUOUS
    assert answer.notes == ("bad_text_layer",)
    assert answer.alterations == ()


def test_a_page_break_with_its_furniture_is_crossed() -> None:
    source = (
        "one spot lies near the head of the\nHarbour Letters, page 1 of 9\fHarbour Letters, page 2 of 9\nsecond jetty"
    )
    answer = seek("one spot lies near the head of the second jetty", source)
    assert answer.level is Level.PAGE_BREAK
    assert "page_break_crossed" in answer.notes
    assert passage(answer, source) == ["one spot lies near the head of the", "second jetty"]


def test_spaces_ignored_is_noted() -> None:
    assert seek("rivers orcanals carry", "rivers or\ncanals carry the load.").notes == ("spaces_ignored",)


def test_a_range_runs_from_its_first_to_its_last_term() -> None:
    source = "On Monday, pumps failed.\n\nBy noon they ran dry.\n\nSecond part."
    answer = seek("On Monday, pumps", source, range_end="ran dry.")
    assert answer.method == "exact"
    assert answer.notes == ("range",)
    assert passage(answer, source) == ["On Monday, pumps", "ran dry."]
