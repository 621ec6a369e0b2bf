"""What differs is marked, and what a reader takes for the same is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.formats.paint import Paint
from gnut.formats.worddiff import marked

PLAIN = Paint(on=False)


@pytest.mark.parametrize(
    ("excerpt", "passage", "left", "right"),
    [
        ("raised $14.2M in May", "raised $4.2M in May", "raised [-$14.2M-] in May", "raised {+$4.2M+} in May"),
        ("it did not rise", "it did rise", "it did [-not-] rise", "it did rise"),
        ("fell by -3%", "fell by 3%", "fell by [--3%-]", "fell by {+3%+}"),
        ("The local records", "Local records", "[-The-] local records", "Local records"),
        ("“ships” – sold", '"ships" - sold', "“ships” – sold", '"ships" - sold'),
        ("one big red car", "one small blue car", "one [-big red-] car", "one {+small blue+} car"),
        ("亏损三亿元", "亏损二亿元", "亏损[-三-]亿元", "亏损{+二+}亿元"),
        ("", "words", "", "{+words+}"),
        ("same", "same", "same", "same"),
    ],
)
def test_words_are_marked(excerpt: str, passage: str, left: str, right: str) -> None:
    assert marked(excerpt, passage, PLAIN) == (left, right)


def test_colour_comes_on_top_of_the_signs() -> None:
    assert marked("a 1", "a 2", Paint(on=True)) == ("a \x1b[31m[-1-]\x1b[0m", "a \x1b[32m{+2+}\x1b[0m")


def test_long_texts_are_cut_before_they_are_compared() -> None:
    left, _ = marked("a b " * 10_000, "b a " * 10_000, PLAIN)
    assert len(left) < 4_000
    assert left.endswith("…")


@given(st.text(), st.text())
def test_nothing_is_lost_and_nothing_hostile_passes(excerpt: str, passage: str) -> None:
    left, right = marked(excerpt, passage, PLAIN)
    assert not set("\x1b\u202e\n") & set(left + right)
