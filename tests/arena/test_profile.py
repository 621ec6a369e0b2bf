"""Emission profiles: whose words make a task, and which patterns are taken from a file."""

from __future__ import annotations

import re
import time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.arena.contract import Patterns
from gnut.arena.core import emit, profile, vocabulary
from gnut.arena.core.about import about_itself
from gnut.arena.core.vetted import MOST_STEPS, Unfit, vetted
from gnut.arena.core.vocabulary import Vocabulary
from gnut.errors import MalformedReport
from gnut.model import self_hash
from tests.arena.made import DEFAULT

PATTERNS = [*DEFAULT.patterns.absence, *DEFAULT.patterns.derived, *DEFAULT.patterns.inferential]


def a_profile(**changed: Any) -> dict[str, Any]:
    return {"key": "p", "version": "1"} | changed


def test_what_a_profile_leaves_out_is_the_defaults_and_what_it_gives_replaces_it() -> None:
    chosen = profile(a_profile(patterns={"derived": ["x"]}, bounds={"min_characters": 5}), DEFAULT)
    assert chosen.patterns.derived == ("x",)
    assert chosen.patterns.absence == DEFAULT.patterns.absence
    assert (chosen.bounds.min_characters, chosen.bounds.max_characters) == (5, 500)
    assert chosen.sha256 == self_hash(chosen) != DEFAULT.sha256


@pytest.mark.parametrize(
    "changed",
    [
        {"schema": "groundnut-arena-emission-profile/v2"},
        {"key": ""},
        {"version": 1},
        {"patterns": []},
        {"patterns": {"inferential": []}},
        {"patterns": {"inferential": "thus"}},
        {"patterns": {"inferential": [""]}},
        {"patterns": {"inferential": [7]}},
        {"patterns": {"inferential": ["x"] * 101}},
        {"patterns": {"guess": ["x"]}},
        {"bounds": {"min_characters": 0}},
        {"bounds": {"min_characters": 501}},
        {"bounds": {"max_characters": 2001}},
        {"bounds": {"max_characters": "500"}},
        {"bounds": {"context_max_sentences": True}},
        {"bounds": {"words": 3}},
        {"hidden": 1},
        {"sha256": "0" * 64},
    ],
)
def test_an_invalid_profile_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(MalformedReport) as refused:
        profile(a_profile(**changed), DEFAULT)
    assert refused.value.code == "invalid_profile"


HOSTILE = [
    "(a+)+$",
    "(a|a)*b",
    "(a*)*",
    "(?:a|aa)+$",
    "(.*)(.*)(.*)(.*)b",
    ".*.*=.*",
    r"(\w+)\1",
    r"(?P<x>a)(?P=x)",
    "(?=a)a",
    "(?<!a)b",
    "(?i)a",
    "(?#note)a",
    "(?>a)",
    "a++",
    "a{1000}",
    "a{2,1}",
    "a{,5}",
    "a{2}{3}",
    "(a{1,200}){1,200}",
    "(" * 9 + "a" + ")" * 9,
    "(a",
    "a)",
    "[a",
    "[]",
    "*a",
    "a\\",
    r"\Z",
    r"\x41",
    r"\N{BULLET}",
    "[[:alpha:]]",
    "[z-a]",
    "x" * 1001,
    "a?" * 40,
    "",
    "a*",
    "|",
]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_pattern_outside_the_subset_is_refused(pattern: str) -> None:
    with pytest.raises(MalformedReport) as refused:
        profile(a_profile(patterns={"inferential": [pattern]}), DEFAULT)
    assert refused.value.code == "invalid_profile"
    assert str(refused.value).startswith("/patterns/inferential/0: ")


@pytest.mark.parametrize(
    "pattern",
    [
        r"\bhunch\b",
        r"\b(?:may|might)\s+well\b",
        r"[^a-z]{2,5}!",
        r"[]x-]{1,3}",
        r"no\s+.{0,60}?found",
        r"100\s?%",
        r"что",
        r"因此",
        r"a\{2\}",
        r"\w+ly",
    ],
)
def test_ordinary_patterns_are_taken(pattern: str) -> None:
    assert profile(a_profile(patterns={"inferential": [pattern]}), DEFAULT).patterns.inferential == (pattern,)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_shipped_patterns_are_within_the_limit_they_set(pattern: str) -> None:
    assert 0 < vetted(pattern).steps <= MOST_STEPS


@pytest.mark.parametrize("unit", ["a", " ", "no ", "no,", "kein e ", "1", "implied ", "n'", "a ", "needs a 1"])
def test_the_shipped_patterns_are_done_with_hostile_text_soon(unit: str) -> None:
    text = unit * (2000 // len(unit))
    started = time.process_time()
    for pattern in PATTERNS:
        re.compile(pattern, re.IGNORECASE).search(text)
    about_itself(text)
    assert time.process_time() - started < 2


@given(st.text(alphabet=r"ab.\*+?{}()[]|^$12,-w", max_size=24))
def test_a_pattern_that_is_taken_is_a_pattern_and_ends_soon(pattern: str) -> None:
    try:
        cost = vetted(pattern)
    except Unfit:
        return
    try:
        compiled = re.compile(pattern)
    except re.error:
        return
    for text in ("ab" * 250 + "!", "a.b|1,2-w", "^{1}", pattern):
        if cost.head:
            heads = {found.start() for found in re.finditer(cost.head, text)}
            assert {found.start() for found in compiled.finditer(text)} <= heads
    started = time.process_time()
    compiled.search("ab" * 250 + "!")
    compiled.search("a" * 500)
    assert time.process_time() - started < 2


def hostile(patterns: int, pattern: str = "[a-z ]*0{i:03d}") -> list[str]:
    return [pattern.format(i=at) for at in range(patterns)]


def test_patterns_that_are_cheap_alone_are_refused_when_they_are_not_together() -> None:
    profile(a_profile(patterns={"absence": hostile(3)}), DEFAULT)
    with pytest.raises(MalformedReport) as refused:
        profile(a_profile(patterns={"absence": hostile(30)}), DEFAULT)
    assert refused.value.code == "invalid_profile"
    assert str(refused.value).startswith("/patterns: together could take ")


def test_every_profile_that_is_taken_is_done_with_a_sentence_soon() -> None:
    chosen = profile(
        a_profile(
            patterns={"absence": hostile(2), "derived": hostile(1), "inferential": hostile(1)},
            bounds={"max_characters": 2000},
        ),
        DEFAULT,
    )
    text = "T" + "he quick brown fox jumps over the lazy dog " * 46
    started = time.process_time()
    assert emit(text.encode(), "plain_text", chosen).tasks == ()
    assert time.process_time() - started < 2


def test_a_report_in_which_the_patterns_would_not_end_is_refused_by_count_not_by_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = "\n\n".join(f"The quick brown fox jumps over the lazy dog number {at}." for at in range(40)).encode()
    chosen = profile(a_profile(patterns={"absence": hostile(3)}), DEFAULT)
    monkeypatch.setattr(vocabulary, "BUDGET", 10_000_000)
    for _ in range(2):
        with pytest.raises(MalformedReport) as refused:
            emit(body, "plain_text", chosen)
        assert (refused.value.code, refused.value.exit_code) == ("too_tangled", 2)
    assert emit(body, "plain_text", DEFAULT).tasks == ()


def test_a_sentence_is_only_searched_where_a_pattern_can_begin() -> None:
    assert vetted(r"\bno\s+[a-z ]{1,60}found").head == r"(?=\b(?:no\s))"
    assert vetted(r"(?:x?y|z+)w").head == "(?=(?:x|y|z))"
    assert vetted(r"\ba|b").head == "(?=(?:a|b))"
    assert vetted("x*").head == ""


def test_the_first_trigger_in_order_is_named() -> None:
    text = b"There is therefore no record of an implied price in the county."
    assert [one.trigger for one in emit(text, "markdown", DEFAULT).tasks] == ["absence"]


def test_the_patterns_of_a_profile_are_vetted_once_however_often_it_emits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(vocabulary, "vetted", lambda pattern: asked.append(pattern) or vetted(pattern))
    words = Patterns(("vetted once a",), ("vetted once b",), ("vetted once c",))
    first, second = Vocabulary(words), Vocabulary(Patterns(*msgspec.structs.astuple(words)))
    assert asked == ["vetted once a", "vetted once b", "vetted once c"]
    assert first.trigger("It was vetted once b.") == second.trigger("It was vetted once b.") == "derived"
    Vocabulary(msgspec.structs.replace(words, derived=("vetted once d",)))
    assert asked[3:] == ["vetted once a", "vetted once d", "vetted once c"]


def test_patterns_that_are_refused_are_refused_again() -> None:
    for _ in range(2):
        with pytest.raises(MalformedReport):
            Vocabulary(Patterns(("(a+)+",), ("b",), ("c",)))
