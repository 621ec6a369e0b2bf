"""Every regular expression of the product, run over text that was made to make it slow."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gnut.text.patterns import lazy
from gnut.text.source import read
from tests.text.patterns_in_use import Use, assembled, uses

SIZE = 2000
SECONDS = 1.0
"""CPU allowed for one pattern over one text; a pattern that backtracks takes minutes."""

HOSTILE = ["a", " ", "1,", "(", "[", "<", '"', "*", "-", "a ", "1 ", "&#", "</", "<!--", "。", "．１", "\n", "\n "]
LONG = {"a": 50_000, " ": 50_000, "1,": 25_000, "(": 50_000}
"""Unit → how often, for patterns that search: work that grows with the square takes seconds."""

AT_A_PLACE = {
    "gnut.text.anchor.qualifiers.AFTER": "matched at the end of an excerpt",
    "gnut.text.anchor.qualifiers.AFTER_UNSPACED": "matched at the end of an excerpt",
    "gnut.text.html.leaves._LINE_ENDS": "blanks are folded before it is asked",
    "gnut.text.html.prescan._ATTRIBUTE": "matched where a tag goes on",
    "gnut.text.markdown.comments._NAMED": "matched where a comment goes on",
    "gnut.text.markdown.comments._PAIR": "matched where a comment goes on",
    "gnut.text.markdown.divs._ATTRIBUTE": "asked of one line that opens a block",
    "gnut.text.markdown.front._TOML": "matched at the start of a line",
    "gnut.text.markdown.front._YAML": "matched at the start of a line",
    "gnut.text.markdown.wording._BEFORE_STOP": "asked of one unit, whose blanks are folded",
    "gnut.text.quantities.movement._PERIOD": "matched behind a number",
    "gnut.text.sniff._HTML_START": "matched at the start of a page",
    "gnut.text.sniff._XHTML_START": "matched at the start of a page",
}
"""Patterns that would be slow if they searched a long text, and why they never do."""

ASSEMBLED = {
    "gnut.arena.core.vocabulary",
    "gnut.edge.guarded",
    "gnut.edge.net.masking",
    "gnut.ground.core.shapes",
    "gnut.text.anchor.elision",
    "gnut.text.anchor.figures",
    "gnut.text.anchor.joints",
    "gnut.text.anchor.kinds",
    "gnut.text.anchor.lexicon",
    "gnut.text.anchor.marks",
    "gnut.text.anchor.noise",
    "gnut.text.anchor.qualifiers",
    "gnut.text.anchor.weights",
    "gnut.text.fold",
    "gnut.text.html.prescan",
    "gnut.text.patterns",
    "gnut.text.words",
    "gnut_store.refs",
}
"""Modules whose patterns are put together from their own tables; those of the arena and of `guarded` are vetted.
Those of `masking` are spelled from values that the user gives, one way to read each."""

USES = uses()
IDS = [f"{use.module}.{use.name or use.pattern.pattern!r}"[:90] for use in USES]


class TooSlow(Exception):
    """A pattern that had its time."""


@contextmanager
def soon() -> Iterator[None]:
    """Stop a pattern that takes more CPU than it is allowed."""

    def stop(*_: object) -> None:
        raise TooSlow

    handler = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)


def run(use: Use, text: str) -> None:
    """Use a pattern on a text as its module does, and once on a text that ends otherwise."""
    subject = text.encode() if isinstance(use.pattern.pattern, bytes) else text
    with soon():
        if use.searches:
            for _ in use.pattern.finditer(subject):
                pass
        else:
            use.pattern.match(subject)
    with soon():
        use.pattern.search(subject[:SIZE])


def run_long(use: Use) -> None:
    """Use a pattern on long texts of one sign."""
    for unit, times in LONG.items():
        run(use, unit * times)


def own_words(use: Use) -> list[str]:
    """Return what a pattern spells out itself."""
    source = use.pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    return list(dict.fromkeys(word for word in re.split(r"[\\\[\](){}?*+|^$.\s]+", text) if word))[:6]


def test_most_of_the_product_was_looked_at() -> None:
    assert len(USES) > 450
    assert any(isinstance(use.pattern.pattern, bytes) for use in USES)


@pytest.mark.parametrize("use", USES, ids=IDS)
def test_a_pattern_is_done_with_hostile_text_soon(use: Use) -> None:
    for unit in (*HOSTILE, *own_words(use)):
        run(use, unit * max(1, SIZE // len(unit)))
        run(use, unit * max(1, SIZE // len(unit)) + "!")


@pytest.mark.parametrize("use", USES, ids=IDS)
def test_a_pattern_that_searches_takes_time_in_proportion(use: Use) -> None:
    if f"{use.module}.{use.name}" in AT_A_PLACE:
        return
    run_long(use)


def test_the_exceptions_are_still_there_and_still_needed() -> None:
    names = {f"{use.module}.{use.name}": use for use in USES}
    for name in AT_A_PLACE:
        with pytest.raises(TooSlow):
            run_long(names[name])


def test_no_other_module_puts_a_pattern_together() -> None:
    assert assembled() <= ASSEMBLED


@pytest.mark.parametrize("unit", ["a", " ", "1,", "(", "\n", "\t"])
@pytest.mark.parametrize(
    ("start", "media_type"),
    [
        ("<p>x", "text/html"),
        ("<pre>x", "text/html"),
        ("<a title='", "text/html"),
        ("<a ", "text/html"),
        ("<style>", "text/html"),
        ("<p>x", "application/xhtml+xml"),
        ("x", "text/markdown"),
        ("<div>", "text/markdown"),
        ("x", "text/plain"),
        ('["', "application/json"),
        ("[", "application/json"),
    ],
)
def test_a_million_signs_of_one_kind_are_read_soon(start: str, media_type: str, unit: str) -> None:
    body = (start + unit * (1_000_000 // len(unit))).encode()
    started = time.process_time()
    read(body, media_type, "u")
    assert time.process_time() - started < 3.0


def test_a_lazy_pattern_says_what_a_compiled_one_says() -> None:
    pattern = lazy(r"(?P<word>\w+)")
    assert pattern.findall("a b") == ["a", "b"]
    assert pattern.groupindex == {"word": 1}
    assert pattern.sub("x", "a b") == "x x"
