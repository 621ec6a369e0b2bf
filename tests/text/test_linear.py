"""Regular expressions in linear time: what they find is what Python's find, and no pattern runs away."""

from __future__ import annotations

import contextlib
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.linear import MAX_PATTERN, MAX_STATES, BadPattern, Linear

PATTERNS = [
    *("45", r"\bguarantee\w*", r"(?i)Stra[sß]e", "^a+$", "(a|ab)*c", r"(?:\w+\s+){0,3}risk", "x{2,4}y", "[^a-c]z"),
    *(r"\d{1,3}(?:,\d{3})*", "a.c", "(?s)a.c", "(?m)^b$", "a$", r"\Aa\Z", r"\Bb", "", "a?b??c*?d", "(?i:AB)c"),
    *("(?P<n>a)b", r"[\w-]+@[\w.]+", r"\S\s\D", "(|a)+b", "(a*)*b", "(?i)[k-m]", "(?i)ſ", "a{0}b", "(?:a|b|)c"),
    *(r"[^\W\d_]x", "(?i)é", "(?x) a b # c", r"a\b", r"^\s*$"),
]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet="aabbcd xyz45,1.\nABCKk ſsßéÉrisk", max_size=12))
def test_it_finds_what_pythons_patterns_find(pattern: str, text: str) -> None:
    assert Linear(pattern).search(text) == bool(re.search(pattern, text))


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(a)\1", "(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", "(?P<n>a)(?P=n)", "(a)?(?(1)b|c)"),
        *(
            "(",
            "a{2,1}",
            "[z-a]",
            "*",
            "(?z)a",
            "x" * (MAX_PATTERN + 1),
            "a{2000}",
            "(a{100}){100}",
            "((?:){1000}){1000}",
        ),
    ],
    ids=lambda pattern: pattern[:20],
)
def test_what_needs_going_back_or_is_too_large_is_refused(pattern: str) -> None:
    with pytest.raises(BadPattern) as refused:
        Linear(pattern)
    assert refused.value.code == "bad_pattern"


def test_a_pattern_that_is_deeper_than_the_interpreter_reads_is_refused() -> None:
    with contextlib.suppress(BadPattern):
        assert Linear("(" * 490 + ")" * 490).search("")


@pytest.mark.parametrize(
    "pattern", ["(a+)+b", "(a|a)*b", r"(\w+\s?)*!", "(a|ab)*(c|d)*!", "a{0,100}a{0,100}a{0,100}b", ".*.*.*x!"]
)
def test_hostile_text_costs_a_step_a_character(pattern: str) -> None:
    made = Linear(pattern)
    began = time.process_time()
    assert not made.search("a" * 200_000)
    assert time.process_time() - began < 1.0


def test_states_are_bounded_where_a_pattern_has_very_many() -> None:
    made = Linear("[ab]*a[ab]{12}c")
    assert not made.search("".join("ab"[(i * i // 7) % 2] for i in range(5_000)))
    assert len(made._states) <= MAX_STATES
