"""Where a passage may begin and end."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Outcome
from gnut.text.anchor.edges import bounded
from tests.text.anchor.seeking import seek

WHOLE = {
    "words": ("the old harbour wall", "old harbour"),
    "a whole text": ("harbour", "harbour"),
    "a number with its marks": ("it fell by -3.5% in May", "-3.5%"),
    "a number before a full stop": ("it was 4.2. Then", "4.2"),
    "a number in a sentence's brackets": ("rates (5% of all users) rose", "5% of all users"),
    "a number after a colon": ("total: 45 boats", "45 boats"),
    "a number after a dash of punctuation": ("the sum—45 boats—sank", "45 boats"),
    "a bulleted number": ("- 45 boats", "45 boats"),
    "a list of numbers": ("in 2019, 2020 and 2021", "2019"),
    "a year before another sentence": ("in 2019. 120 boats", "in 2019"),
    "a number before a count of other things": ("in 2019 45 boats", "in 2019"),
    "a number before a word": ("5 biologists came", "5"),
    "numbers of cells": ("Sum\t45\t120\n", "45"),
    "a number before a Han word": ("在2024年完成", "在2024"),
    "a word before a raised note mark": ("the crates² float", "the crates"),
    "a word after a raised note mark": ("¹Crates float", "Crates"),
    "a word before a possessive": ("the board's view", "the board"),
    "a word after an elision": ("selon l’avis", "avis"),
    "a compound's second part": ("a well-known wall", "known wall"),
}

CUT = {
    "a word": ("the harbours", "harbour"),
    "a word at its start": ("therefore", "fore"),
    "a decimal": ("was .89 then", "89"),
    "a decimal with a nought": ("was 0.89 then", "89"),
    "a decimal after the mark": ("was 4.2 then", "4"),
    "a decimal at the mark": ("was 4.2 then", "4."),
    "a group": ("was 1,000 then", "000"),
    "a group's head": ("was 1,000 then", "1"),
    "a blank group": ("was 816 000 t", "816"),
    "a blank group's tail": ("was 816 000 t", "000 t"),
    "a minus": ("was -4.2 then", "4.2"),
    "a true minus": ("was −4.2 then", "4.2"),
    "a plus-minus": ("was ±5% then", "5%"),
    "a comparison": ("with p < 0.05 then", "0.05"),
    "a per cent": ("was 5% then", "5"),
    "a per cent after a blank": ("was 5 % then", "5"),
    "a per cent in words": ("was 5 percent then", "5"),
    "a currency": ("was $4.2 then", "4.2"),
    "a currency after": ("was 4.2 € then", "4.2"),
    "a currency with its country": ("was US$4.2 then", "$4.2"),
    "a loss in brackets": ("was (4.2) then", "4.2"),
    "a magnitude": ("was $4.2 million then", "was $4.2"),
    "a magnitude letter": ("was $4.2m then", "was $4.2"),
    "a Han magnitude": ("增长3万", "增长3"),
    "a power": ("was 14² then", "14"),
    "a power of ten": ("was 1.5 × 10⁶ then", "1.5"),
    "a square of a unit": ("was 50 m² then", "50 m"),
    "a fraction": ("was 1½ then", "1"),
    "a code": ("the KX-60 pump", "60 pump"),
    "a range": ("in 2019–2022 then", "2022 then"),
    "a range's start": ("in 2019–2022 then", "in 2019"),
    "a date": ("on 2019-02-15 then", "2019-02"),
    "a time": ("at 15:47 then", "15"),
    "a ratio": ("the 3/4 mark", "3"),
    "more than": ("over 500+ boats", "500"),
    "a contraction": ("they don't know", "they don"),
    "a denying prefix": ("a non-profit body", "profit body"),
    "a vowel sign": ("बंदरगाह", "बंदरग"),
    "an accent": ("cafe\u0301 au lait", "cafe"),
    "a width-less word": ("sam\u200bples", "ples"),
    "a split number": ("1\x004.2", "4.2"),
}


@pytest.mark.parametrize(("text", "piece"), WHOLE.values(), ids=WHOLE)
def test_a_passage_may_end_between_tokens(text: str, piece: str) -> None:
    start = text.index(piece)
    assert bounded(text, start, start + len(piece))


@pytest.mark.parametrize(("text", "piece"), CUT.values(), ids=CUT)
def test_a_passage_may_not_cut_a_token(text: str, piece: str) -> None:
    start = text.index(piece)
    assert not bounded(text, start, start + len(piece))


def test_nothing_is_no_passage() -> None:
    assert not bounded("a b", 1, 1)


def test_a_dash_that_begins_a_line_is_no_sign_of_the_number_after_it() -> None:
    assert seek("5 tonnes were landed", "It was late.\n—5 tonnes were landed.").outcome is Outcome.FOUND
    assert seek("5 tonnes were landed", "A change of −5 tonnes were landed.").outcome is not Outcome.FOUND


def test_a_minus_belongs_to_its_number_over_a_blank() -> None:
    assert seek("4.2 million crowns", "A result of − 4.2 million crowns.").outcome is not Outcome.FOUND
