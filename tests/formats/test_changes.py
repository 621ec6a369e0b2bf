"""How the change of a source is shown: like git's word diff, in linear time, harmless on a terminal."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.formats.changes import AROUND, passages
from gnut.formats.paint import Paint
from gnut.formats.sequences import Hunk, hunks

PLAIN = Paint(on=False)


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("The gate shuts at nine.", "The gate shuts at ten.", ["The gate shuts at [-nine-]{+ten+}."]),
        ("Revenue: $4.2M.", "Revenue: $14.2M.", ["Revenue: [-$4.2M-]{+$14.2M+}."]),
        ("It did grow.", "It did not grow.", ["It did {+not+} grow."]),
        ("It did not grow.", "It did grow.", ["It did [-not-] grow."]),
        ("One.\nTwo.\n", "One.\nNew.\nTwo.\n", ["{+New.+}"]),
        ("One.\nOld.\nTwo.\n", "One.\nTwo.\n", ["[-Old.-]"]),
        ("", "Words.", ["{+Words.+}"]),
        ("Words.", "", ["[-Words.-]"]),
        ("人口は1,400万人です。", "人口は1,300万人です。", ["人口は[-1,400-]{+1,300+}万人です。"]),
        ("Цена 5 рублей.", "Цена 7 рублей.", ["Цена [-5-]{+7+} рублей."]),
        ("السعر ٥ دنانير", "السعر ٧ دنانير", ["السعر [-٥-]{+٧+} دنانير"]),
        ("Wort", "Wört", ["[-Wort-]{+Wört+}"]),
        ("a\tb", "a\tc", ["a [-b-]{+c+}"]),
    ],
)
def test_a_change_is_shown_with_the_words_around_it(before: str, after: str, shown: list[str]) -> None:
    assert passages(before, after, PLAIN) == shown


def test_blanks_that_differ_are_no_change() -> None:
    assert passages("One  two\n\nthree\n", "One two\nthree", PLAIN) == []
    assert passages("same", "same", PLAIN) == []


def test_far_changes_are_passages_of_their_own_with_a_little_around() -> None:
    words = [f"word{n}" for n in range(200)]
    after = words.copy()
    after[20], after[150] = "X", "Y"
    first, second = passages(" ".join(words), " ".join(after), PLAIN)
    assert first.startswith("… ")
    assert "[-word20-]{+X+}" in first
    assert first.endswith(" …")
    assert "[-word150-]{+Y+}" in second
    assert len(first.split()) <= AROUND + 4


def test_many_passages_are_cut_with_a_count() -> None:
    before = "\n".join(f"Block {n} says {n}." for n in range(100))
    after = "\n".join(f"Block {n} says {n + 1}." for n in range(100))
    shown = passages(before, after, PLAIN, most=5)
    assert len(shown) == 6
    assert shown[-1].startswith("… and ")
    assert "more changed block" in shown[-1]
    words = " ".join(f"same words of a long text that go on and on and on and on {n}" for n in range(100))
    *shown, last = passages(words, words.replace("same", "SAME"), PLAIN, most=5)
    assert last.startswith("… and ")
    assert last.endswith(" more in this block")
    assert max(map(len, shown)) < 2000


def test_a_long_passage_is_cut_with_a_count() -> None:
    (shown,) = passages("kept", "x" * 5000, PLAIN)
    assert "(4,700 characters more)" in shown
    assert len(shown) < 500


def test_no_text_of_a_source_moves_the_terminal() -> None:
    shown = passages("a b\x1b[2J", "a \u202ec\x07 \x9b31m d\x1b[2J", PLAIN)
    assert not set("".join(shown)) & {"\x1b", "\u202e", "\x07", "\x9b"}


TEXTS = st.text(alphabet="ab \n.é人\x1b", max_size=60)


@given(TEXTS, TEXTS)
def test_two_texts_of_other_words_always_show_something(before: str, after: str) -> None:
    shown = passages(before, after, PLAIN)
    assert bool(shown) == (before.split() != after.split() and _blocks(before) != _blocks(after))
    assert all("\n" not in line and "\x1b" not in line for line in shown)


def _blocks(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("\n") if line.strip()]


ITEMS = st.lists(st.sampled_from("abcdefg"), max_size=40)


@given(ITEMS, ITEMS)
def test_hunks_turn_the_first_sequence_into_the_second(left: list[str], right: list[str]) -> None:
    made: list[str] = []
    at = 0
    for a, b, c, d in hunks(left, right):
        assert a >= at
        assert left[at:a] == right[len(made) : len(made) + a - at]
        made += left[at:a] + right[c:d]
        at = b
    assert made + left[at:] == right


def test_what_is_alike_has_no_hunks() -> None:
    assert hunks(["a", "b"], ["a", "b"]) == []
    assert hunks([], []) == []
    assert hunks(["a"], ["b"]) == [Hunk(0, 1, 0, 1)]


def long_texts() -> list[tuple[str, str, str]]:
    rng = random.Random(7)
    letters = ["\n".join(rng.choice("abcdefgh") * 5 for _ in range(300_000)) for _ in range(2)]
    lines = [f"line {n} of the text" for n in range(100_000)]
    shuffled = lines.copy()
    rng.shuffle(shuffled)
    words = " ".join(str(n) for n in range(300_000))
    tenth = "\n".join(one + "!" if not at % 10 else one for at, one in enumerate(lines))
    return [
        ("few kinds of lines", letters[0], letters[1]),
        (
            "every tenth line",
            "\n".join(lines),
            tenth,
        ),
        ("another order", "\n".join(lines), "\n".join(shuffled)),
        ("one line, two words", words, words.replace(" 1000 ", " X ").replace(" 299000 ", " Y ")),
        ("one line, all other", "ab" * 1_000_000, "ba" * 1_000_000),
        ("one word", "a" * 2_000_000, "a" * 1_999_999 + "b"),
        ("blank lines", "\n" * 1_000_000 + "a", "\n" * 999_999 + "b"),
        ("alternating", "a\nb\n" * 200_000, "b\na\n" * 200_000),
    ]


@pytest.mark.parametrize(("before", "after"), [pytest.param(*texts, id=name) for name, *texts in long_texts()])
def test_long_texts_are_compared_in_linear_time(before: str, after: str) -> None:
    began = time.process_time()
    shown = passages(before, after, PLAIN)
    assert time.process_time() - began < 8
    assert 0 < len(shown) <= 21
    assert sum(map(len, shown)) < 30_000
