"""What holds of every text."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from gnut.text.anchor.contract import Outcome
from gnut.text.anchor.edges import bounded
from gnut.text.words import tokens
from tests.strategies import texts
from tests.text.anchor.seeking import found, seek

WORDS = st.sampled_from(
    [
        "the",
        "gate",
        "closes",
        "not",
        "at",
        "1,204",
        "4.2",
        "$4.2",
        "12",
        "3",
        "million",
        "nine",
        "Straße",
        "café",
        "港口",
        "−3",
    ]
)
PROSE = st.lists(WORDS, min_size=3, max_size=40).map(" ".join)


@st.composite
def cut(draw: st.DrawFn, source: st.SearchStrategy[str]) -> tuple[str, int, int]:
    """Return a text and a stretch of it from the start of one token to the end of another."""
    text = draw(source)
    listed = tokens(text)
    assume(listed)
    first = draw(st.integers(0, len(listed) - 1))
    last = draw(st.integers(first, len(listed) - 1))
    return text, listed[first].start, listed[last].end


@given(cut(texts()))
def test_what_stands_between_tokens_is_found(made: tuple[str, int, int]) -> None:
    text, start, end = made
    piece = text[start:end]
    assume(bounded(text, start, end) and any(map(str.isalnum, piece)))
    answer = seek(piece, text)
    assert answer.outcome is Outcome.FOUND
    assert answer.occurrences >= 1
    if answer.method == "exact":
        assert text[answer.parts[0].start : answer.parts[0].end] in piece


@given(cut(PROSE), st.sampled_from(["\n", "  ", "\u00a0", "\r\n", "\u2009 "]))
def test_white_space_never_matters(made: tuple[str, int, int], blank: str) -> None:
    text, start, end = made
    assume(bounded(text, start, end))
    piece = text[start:end]
    assert found(piece.replace(" ", blank), text)
    assert found(piece, text.replace(" ", blank))


@given(cut(PROSE))
def test_letter_case_never_matters(made: tuple[str, int, int]) -> None:
    text, start, end = made
    assume(bounded(text, start, end))
    assert found(text[start:end].upper(), text)


@given(cut(PROSE), st.integers(0, 200), st.sampled_from("0123456789"))
def test_an_altered_digit_is_never_found(made: tuple[str, int, int], which: int, digit: str) -> None:
    text, start, end = made
    piece = text[start:end]
    digits = [at for at, sign in enumerate(piece) if sign.isdecimal()]
    assume(digits)
    at = digits[which % len(digits)]
    altered = piece[:at] + digit + piece[at + 1 :]
    assume(altered not in text)
    assert not found(altered, text)


@given(cut(PROSE), st.integers(0, 200))
def test_a_digit_left_out_is_never_found(made: tuple[str, int, int], which: int) -> None:
    text, start, end = made
    piece = text[start:end]
    # Of a number of one digit no digit can be left out: that leaves no number.
    inner = range(1, len(piece) - 1)
    digits = [at for at in inner if piece[at].isdecimal() and any(map(str.isdecimal, piece[at - 1] + piece[at + 1]))]
    assume(digits)
    at = digits[which % len(digits)]
    altered = piece[:at] + piece[at + 1 :]
    assume(" ".join(altered.split()) not in text)
    assert not found(altered, text)


@given(cut(PROSE), st.integers(0, 200))
def test_a_denial_put_in_is_never_found(made: tuple[str, int, int], which: int) -> None:
    text, start, end = made
    words = text[start:end].split()
    assume(len(words) > 1)
    at = 1 + which % (len(words) - 1)
    altered = " ".join([*words[:at], "never", *words[at:]])
    assert not found(altered, text)


@given(texts(), texts(60))
def test_every_answer_points_into_the_text(text: str, excerpt: str) -> None:
    answer = seek(excerpt, text)
    end = 0
    for part in answer.parts:
        assert 0 <= part.start < part.end <= len(text)
        assert part.start >= end
        end = part.end
    assert (answer.occurrences > 0) == (answer.outcome is Outcome.FOUND)
    assert answer.method != "fuzzy" or answer.outcome is Outcome.AMBIGUOUS


@given(texts(), texts(60))
def test_asking_twice_gives_the_same(text: str, excerpt: str) -> None:
    assert seek(excerpt, text) == seek(excerpt, text)
