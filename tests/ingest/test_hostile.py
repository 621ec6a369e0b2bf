"""Reports made to stall or to flood: refused by name, or read in a time that grows with their length."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable

import pytest

from gnut.errors import MalformedReport, ReportTooLarge
from tests.ingest.reports import read

FACTOR = 8
ALLOWED = 18.0
"""How much longer a text eight times as long may take; quadratic would be sixty-four times."""

LEAST = 0.01
"""Seconds under which a time says nothing."""

RUNS = 5
"""Rounds, of which one must be fast enough: a busy machine makes some slow, quadratic work makes all slow."""

GROWING: dict[str, Callable[[int], str]] = {
    "nested emphasis": lambda n: "*a **a " * (375 * n) + "b" + " a** a*" * (375 * n),
    "link openers": lambda n: "[a" * (1500 * n),
    "link closers": lambda n: "a]" * (1500 * n),
    "links without an end": lambda n: "[a](<b" * (1000 * n),
    "empty links and a quote": lambda n: '[]( "' * (750 * n),
    "images and links": lambda n: "![[]()" * (750 * n),
    "nested quotes": lambda n: "> " * (1250 * n) + "a",
    "nested lists": lambda n: "".join("  " * i + "* a\n" for i in range(int(200 * n**0.5))),
    "definitions": lambda n: "".join(f"[{i}]: https://x.example/{i}\n" for i in range(312 * n)) + "x [1][2].\n",
    "one definition used": lambda n: "[x]: " + "x" * 500 + "\n\n" + "[x]" * (312 * n),
    "footnotes": lambda n: "".join(f"x[^{i}]\n\n[^{i}]: https://x.example/{i}\n\n" for i in range(150 * n)),
    "a wide table": lambda n: "|a" * 200 + "\n" + "|-" * 200 + "\n" + ("|x" * 200 + "\n") * n,
    "sentences of one line": lambda n: "Word one two. " * (1500 * n),
    "citations of one line": lambda n: "Word one [1]. " * (500 * n) + "\n\n[1] https://x.example/\n",
    "links of one line": lambda n: "See [a](https://x.example/1). " * (375 * n),
    "quotations of one line": lambda n: '"a b c d e" ' * (1000 * n),
    "short quotations and marks": lambda n: "“a” [1] " * (175 * n) + "\n\n[1] https://x.example/\n",
    "quotations and marks": lambda n: "“a b c d e” [1] " * (125 * n) + "\n\n[1] https://x.example/\n",
    "links in a quotation": lambda n: "“" + "a [b](https://x.example/1) " * (175 * n) + "”",
    "raised numbers in a quotation": lambda n: "“" + "word<sup>1</sup> " * (375 * n) + "”",
    "undefined notes": lambda n: "x[^1] " * (625 * n),
    "bare schemes": lambda n: "http://" * (5000 * n),
    "comments of one line": lambda n: 'a [b](https://x.example)<!-- gnut: quote="q w" --> ' * (200 * n),
    "a list in one paragraph": lambda n: (
        "Sources:\n" + "".join(f"[{i}] T https://x.example/{i}\n" for i in range(200 * n))
    ),
    "a list of items": lambda n: "".join(f"- [{i}] T https://x.example/{i}\n" for i in range(200 * n)),
    "addresses": lambda n: "https://x.example/a " * (500 * n),
    "schemes": lambda n: "https://" * (1500 * n),
    "identifiers": lambda n: "10.1000/a " * (500 * n),
    "keys": lambda n: "[@a; @b] " * (375 * n),
    "names": lambda n: "@a " * (1250 * n),
    "leftovers": lambda n: "[cite: 1, 2] turn0search1 " * (250 * n),
    "superscripts": lambda n: "word¹ " * (1250 * n),
    "money": lambda n: "$a " * (3000 * n),
    "attribute lists": lambda n: "x{.a} " * (1000 * n),
    "block quotes": lambda n: "Said [x](https://x.example):\n\n> q w e r t\n\n" * (75 * n),
    "html elements": lambda n: "<p>hello <a href='https://x.example'>x</a></p>\n" * (125 * n),
    "open html": lambda n: "<div><p>x " * (200 * n),
    "open comments": lambda n: "<!--" * (1500 * n),
    "open tags": lambda n: '<a b="' * (1000 * n),
    "fenced divs": lambda n: "::: a\n" * (750 * n),
    "code fences": lambda n: "```\n" * (751 * n),
    "backticks": lambda n: "".join("e" + "`" * i for i in range(1, int(200 * n**0.5))),
    "entities": lambda n: "&amp;" * (2500 * n),
    "carriage returns": lambda n: "a\r" * (2500 * n),
    "two line ends": lambda n: "a\r\n\n\r" * (500 * n),
    "han": lambda n: "量子计算机。" * (1500 * n),
    "numbers": lambda n: "1," * (15000 * n),
    "abbreviations": lambda n: "e.g. " * (3000 * n),
    "combining marks": lambda n: "e" + "\u0301" * (15000 * n),
}


def refuse_square(work: Callable[[int], Callable[[], object]], clock: Callable[[], float] = time.process_time) -> None:
    """Fail when `work(FACTOR)` takes more than `ALLOWED` times as long as `work(1)`.

    The long run is timed once, and again only when that was too slow. A round in which both were timed one
    after the other decides: a machine may be twice as fast in one second as in the next.
    """

    def seconds(run: Callable[[], object]) -> float:
        began = clock()
        run()
        return clock() - began

    small, large = work(1), work(FACTOR)
    small()  # What is made once, such as a compiled pattern, is no time of a text.
    rounds: list[tuple[float, float]] = []
    gc.freeze()  # What other tests left is not gone through in the time of this one.
    try:
        for _ in range(RUNS):
            long = seconds(large)
            if long <= LEAST * ALLOWED:
                return
            short = max(LEAST, min(seconds(small) for _ in range(3)))
            if long <= short * ALLOWED:
                return
            rounds.append((short, long))
    finally:
        gc.unfreeze()
    pytest.fail("; ".join(f"{short:.3f} s, then {long:.3f} s" for short, long in rounds))


def reading(text: str, path: str = "docs/report.md") -> Callable[[], object]:
    return lambda: read(text, path=path)


@pytest.mark.parametrize("name", GROWING)
def test_the_time_grows_with_the_length(name: str) -> None:
    refuse_square(lambda n: reading(GROWING[name](n)))


@pytest.mark.parametrize(
    ("cost", "seen"),
    [
        (lambda n: 0.05 * n, False),
        (lambda n: 0.05 * n + 0.004 * n * n, False),
        (lambda n: 0.05 * n + 0.02 * n * n, True),
        (lambda n: 0.005 * n * n, True),
        (lambda n: 0.002 + 0.003 * n * n, True),
    ],
)
def test_work_that_grows_with_the_square_is_seen(cost: Callable[[int], float], seen: bool) -> None:
    spent = [0.0]

    def work(n: int) -> Callable[[], object]:
        return lambda: spent.append(spent[-1] + cost(n))

    with pytest.raises(pytest.fail.Exception, match="then") if seen else contextlib.nullcontext():
        refuse_square(work, lambda: spent[-1])


@pytest.mark.parametrize("sign", [b"[", b"]", b"[]"])
def test_eight_mebibytes_of_brackets_are_refused_unread(sign: bytes) -> None:
    # Unread: the body is bytes that cannot be decoded, and the refusal speaks of its size all the same.
    body = sign * ((8 << 20) // len(sign)) + b"\xff"
    with pytest.raises(ReportTooLarge, match="bytes"):
        read(body)


def test_too_many_brackets_are_refused_in_a_small_report() -> None:
    with pytest.raises(ReportTooLarge):
        read(b"[" * 200_001)


def test_a_range_that_names_millions_of_sources_is_refused() -> None:
    with pytest.raises(ReportTooLarge):
        read("[1-200] " * 600 + "\n\n[1] https://x.example/\n")


def test_a_hundred_thousand_paragraphs_are_refused() -> None:
    with pytest.raises(ReportTooLarge):
        read("a\n\n" * 100_001)


def test_a_hundred_thousand_sentences_are_refused() -> None:
    with pytest.raises(ReportTooLarge):
        read("A b. " * 100_001)


@pytest.mark.parametrize(
    "body", [b"\x00\x01\x02" * 400, bytes(range(128, 256)) * 20, b"\x89PNG\r\n\x1a\n" + b"\x00\xff\x13" * 300]
)
def test_what_is_no_text_is_refused_by_name(body: bytes) -> None:
    with pytest.raises(MalformedReport) as caught:
        read(body)
    assert caught.value.code == "unreadable_report"


def test_a_nul_and_a_byte_order_mark_are_characters_like_others() -> None:
    extraction = read(b"\xef\xbb\xbfA b\x00c [link](https://x.example/a).\r\nD.\r")
    assert [unit.text for unit in extraction.units] == ["A b\ufffdc link.", "D."]
    assert extraction.units[0].citations[0].place.column == 7
