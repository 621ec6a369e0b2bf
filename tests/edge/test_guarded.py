"""Patterns that somebody else wrote: bounded in length, in memory and in time, together."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from gnut.edge.guarded import COUNTED, LENGTH, Budget, Pattern
from gnut.errors import Usage


def search(pattern: str, text: str, budget: Budget | None = None) -> bool:
    one = Pattern(pattern, "--exclude")
    return (budget or Budget()).spend(one, lambda compiled: compiled.search(text) is not None)


def test_a_plain_pattern_is_tried() -> None:
    assert search(r"^https://[a-z.]+/\d{4}-\d{2}-\d{2}$", "https://s.example/2026-01-02")
    assert not search("x", "y")


def test_a_pattern_at_its_length_is_taken_and_one_past_it_is_not() -> None:
    assert not search("x" * LENGTH, "y")
    with pytest.raises(Usage, match="longer than"):
        Pattern("x" * (LENGTH + 1), "--exclude")


@pytest.mark.parametrize("pattern", [f"a{{{COUNTED}}}", "(a{10}){100}", "(a{0,10}b{,10}){10}"])
def test_counted_repeats_at_the_limit_are_taken(pattern: str) -> None:
    search(pattern, "aaa")


@pytest.mark.parametrize(
    "pattern", [f"a{{{COUNTED + 1}}}", "(a{10}){101}", "((a{11}){10}){10}", "a{99999999999999999999}", "(a{,1001})"]
)
def test_counted_repeats_past_the_limit_are_refused_before_they_take_memory(pattern: str) -> None:
    with pytest.raises(Usage, match="counted"):
        Pattern(pattern, "--exclude")


def test_the_time_is_shared_so_that_many_slow_patterns_take_no_longer_than_one() -> None:
    budget = Budget(0.3)
    began = time.process_time()

    def many() -> None:
        for _ in range(20_000):
            search("(a|a)+$", "a" * 14 + "b", budget)

    with pytest.raises(Usage, match="takes too long"):
        many()
    assert time.process_time() - began < 5
    with pytest.raises(Usage, match="takes too long"):
        search("(a+)+$", "a" * 40 + "b", budget)


def test_the_signal_is_left_as_it_was_found() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(Usage):
        search("(a+)+$", "a" * 40 + "b", Budget(0.05))
    search("a", "a")
    assert signal.getsignal(signal.SIGVTALRM) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_where_no_signal_is_heard_a_pattern_is_refused_and_never_tried_unguarded() -> None:
    met: list[str] = []

    def elsewhere() -> None:
        try:
            search("a", "a")
        except Usage as error:
            met.append(error.code)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert met == ["bad_pattern"]
