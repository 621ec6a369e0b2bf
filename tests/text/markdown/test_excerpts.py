from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given

from gnut.text.markdown.excerpts import is_title, passed_over, quotations, quotes
from tests import strategies


def runs(text: str) -> list[str]:
    return [text[one.inner : one.outer] for one in quotations(text)]


@pytest.mark.parametrize(
    "text",
    [
        "a “one two” b",
        'a "one two" b',
        "a „one two“ b",
        "a „one two” b",
        'a „one two" b',
        "a ❝one two❞ b",
        "a «one two» b",
        "a »one two« b",
        "a ‹one two› b",
        "a ”one two” b",
        "a 「one two」 b",
        "a 『one two』 b",
        "a ＂one two＂ b",
        "a ``one two'' b",
        "a 〝one two〞 b",
        '中"one two"文',
        "a “one two“ b",
        "(“one two”)",
        "—“one two”—",
    ],
)
def test_a_quoted_run_is_seen_in_any_marks(text: str) -> None:
    assert runs(text) == ["one two"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('a 5" pipe and "one two"', ["one two"]),
        ('12" 13" 14"', []),
        ("it's the boys' room", []),
        ("the '90s and ’80s", []),
        ("“open and never closed", []),
        ("“open and “one two” closed", ["one two"]),
        ('" lonely and then more', []),
        ("“outer ‘inner words are here’ end”", ["outer ‘inner words are here’ end"]),
        ("「外「内」外」", ["外「内」外"]),
        ("“one two” and “three four”", ["one two", "three four"]),
        ("‘four words stand here’ ok", ["four words stand here"]),
        ("‘two words’ ok", []),
        ("'four words stand here' ok", ["four words stand here"]),
        ("don't 'quote' it's", []),
        ('"a" "b c"', ["a", "b c"]),
        ('a „one “two” three" b „four five"', ["one “two” three", "four five"]),
        ('a „one "two" three“ b', ['one "two" three']),
    ],
)
def test_marks_pair_and_unpaired_ones_hide_nothing(text: str, found: list[str]) -> None:
    assert runs(text) == found


@pytest.mark.parametrize(
    ("text", "followed", "label", "answer"),
    [
        ("“contributor”", True, False, False),
        ("“the tenant”", True, False, True),
        ("“core team”", False, False, False),
        ("“we will never sell it”", False, False, True),
        ("“14.2%”", True, False, True),
        ("“港口规划”", True, False, True),
        ("“拓扑量子”", False, False, False),
        ("“正如生物学和化学在几年前结合”", False, False, True),
        ("“Attention Is All You Need”", False, False, False),
        ("“Frühjahrsmüdigkeit im Hafen”", True, False, True),
        ("“An inside look at open source”", True, True, False),
        ("“We will never sell the harbour to anybody at all”", True, True, True),
        ("“We stopped.”", True, True, True),
    ],
)
def test_scare_quotes_and_titles_quote_nobody(text: str, followed: bool, label: bool, answer: bool) -> None:
    (run,) = quotations(text)
    assert quotes(text, run, followed, label) is answer


def test_a_title_has_its_longer_words_in_capitals() -> None:
    assert is_title("The Pull Request Hack")
    assert not is_title("The pull request was merged")
    assert not is_title("Two Words")


@given(strategies.texts())
def test_quoted_runs_stand_in_order_and_apart(text: str) -> None:
    found = quotations(text)
    assert all(first.to <= second.at for first, second in pairwise(found))
    assert all(one.at < one.inner <= one.outer < one.to <= len(text) for one in found)


@pytest.mark.parametrize("sign", ['"', "“", "”", "'", "‘a ", '"a" ', "„a“", "“a ", "«»", "``", "''"])
def test_thousands_of_marks_are_paired_in_one_pass(sign: str) -> None:
    started = time.process_time()
    assert len(quotations(sign * 25_000)) <= 25_000
    assert time.process_time() - started < 2.0, "with the square it would be a minute"


@pytest.mark.parametrize(
    ("text", "followed", "answer"),
    [
        ('"nine empty berths"', False, True),
        ('"unsafe quay"', False, True),
        ("„unsicherer Kai“", False, True),
        ("「安全でない」", False, True),
        ('"nine empty berths"', True, False),
        ('"smart"', False, False),
        ('"the quay is unsafe now"', False, False),
        ('"31 free berths"', False, False),
        ('"The Long Quay"', False, False),
    ],
)
def test_a_short_run_that_is_not_sought_is_told(text: str, followed: bool, answer: bool) -> None:
    assert passed_over(text, quotations(text)[0], followed, False) is answer


@pytest.mark.parametrize("text", ['"31 free berths"', '"$31 per berth"', '"4.5% of boats"'])
def test_a_count_of_things_is_a_quotation(text: str) -> None:
    assert quotes(text, quotations(text)[0], False, False)


@pytest.mark.parametrize("text", ['"5G network"', '"31 berths"'])
def test_a_name_that_begins_with_a_number_is_none(text: str) -> None:
    assert not quotes(text, quotations(text)[0], False, False)
