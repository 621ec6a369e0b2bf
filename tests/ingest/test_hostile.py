"""Reports made to stall or to flood: refused by name, or read in a time that grows with their length."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from gnut.errors import MalformedReport, ReportTooLarge
from tests.ingest.reports import read

SMALL, FACTOR = 1, 6
ALLOWED = 18.0
"""How much longer a text six times as long may take; quadratic would be thirty-six times."""

LEAST = 0.08
"""Seconds under which a time says nothing."""

RUNS = 5
"""Runs of which the fastest counts: a busy machine makes some slow, quadratic work makes all slow."""

GROWING: dict[str, Callable[[int], str]] = {
    "nested emphasis": lambda n: "*a **a " * (1500 * n) + "b" + " a** a*" * (1500 * n),
    "link openers": lambda n: "[a" * (6000 * n),
    "link closers": lambda n: "a]" * (6000 * n),
    "links without an end": lambda n: "[a](<b" * (4000 * n),
    "empty links and a quote": lambda n: '[]( "' * (3000 * n),
    "images and links": lambda n: "![[]()" * (3000 * n),
    "nested quotes": lambda n: "> " * (5000 * n) + "a",
    "nested lists": lambda n: "".join("  " * i + "* a\n" for i in range(300 * n)),
    "definitions": lambda n: "".join(f"[{i}]: https://x.example/{i}\n" for i in range(1250 * n)) + "x [1][2].\n",
    "one definition used": lambda n: "[x]: " + "x" * 500 + "\n\n" + "[x]" * (1250 * n),
    "footnotes": lambda n: "".join(f"x[^{i}]\n\n[^{i}]: https://x.example/{i}\n\n" for i in range(600 * n)),
    "a wide table": lambda n: "|a" * 200 + "\n" + "|-" * 200 + "\n" + ("|x" * 200 + "\n") * (5 * n),
    "sentences of one line": lambda n: "Word one two. " * (6000 * n),
    "citations of one line": lambda n: "Word one [1]. " * (2000 * n) + "\n\n[1] https://x.example/\n",
    "links of one line": lambda n: "See [a](https://x.example/1). " * (1500 * n),
    "quotations of one line": lambda n: '"a b c d e" ' * (4000 * n),
    "short quotations and marks": lambda n: "“a” [1] " * (700 * n) + "\n\n[1] https://x.example/\n",
    "quotations and marks": lambda n: "“a b c d e” [1] " * (500 * n) + "\n\n[1] https://x.example/\n",
    "links in a quotation": lambda n: "“" + "a [b](https://x.example/1) " * (700 * n) + "”",
    "raised numbers in a quotation": lambda n: "“" + "word<sup>1</sup> " * (1500 * n) + "”",
    "undefined notes": lambda n: "x[^1] " * (2500 * n),
    "bare schemes": lambda n: "http://" * (20000 * n),
    "comments of one line": lambda n: 'a [b](https://x.example)<!-- gnut: quote="q w" --> ' * (800 * n),
    "a list in one paragraph": lambda n: (
        "Sources:\n" + "".join(f"[{i}] T https://x.example/{i}\n" for i in range(800 * n))
    ),
    "a list of items": lambda n: "".join(f"- [{i}] T https://x.example/{i}\n" for i in range(800 * n)),
    "addresses": lambda n: "https://x.example/a " * (2000 * n),
    "schemes": lambda n: "https://" * (6000 * n),
    "identifiers": lambda n: "10.1000/a " * (2000 * n),
    "keys": lambda n: "[@a; @b] " * (1500 * n),
    "names": lambda n: "@a " * (5000 * n),
    "leftovers": lambda n: "[cite: 1, 2] turn0search1 " * (1000 * n),
    "superscripts": lambda n: "word¹ " * (5000 * n),
    "money": lambda n: "$a " * (12000 * n),
    "attribute lists": lambda n: "x{.a} " * (4000 * n),
    "block quotes": lambda n: "Said [x](https://x.example):\n\n> q w e r t\n\n" * (300 * n),
    "html elements": lambda n: "<p>hello <a href='https://x.example'>x</a></p>\n" * (500 * n),
    "open html": lambda n: "<div><p>x " * (800 * n),
    "open comments": lambda n: "<!--" * (6000 * n),
    "open tags": lambda n: '<a b="' * (4000 * n),
    "fenced divs": lambda n: "::: a\n" * (3000 * n),
    "code fences": lambda n: "```\n" * (3001 * n),
    "backticks": lambda n: "".join("e" + "`" * i for i in range(1, int(400 * n**0.5))),
    "entities": lambda n: "&amp;" * (10000 * n),
    "carriage returns": lambda n: "a\r" * (10000 * n),
    "two line ends": lambda n: "a\r\n\n\r" * (2000 * n),
    "han": lambda n: "量子计算机。" * (6000 * n),
    "numbers": lambda n: "1," * (60000 * n),
    "abbreviations": lambda n: "e.g. " * (12000 * n),
    "combining marks": lambda n: "e" + "\u0301" * (60000 * n),
}


def seconds(text: str, enough: float) -> float:
    return seconds_of(lambda: read(text), enough)


def seconds_of(work: Callable[[], object], enough: float) -> float:
    """CPU time of the fastest run; of the first that is below `enough`."""
    best = float("inf")
    for _ in range(RUNS):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
        if best <= enough:
            break
    return best


@pytest.mark.parametrize("name", GROWING)
def test_the_time_grows_with_the_length(name: str) -> None:
    make = GROWING[name]
    read(make(SMALL)[:2000])
    small = seconds(make(SMALL), LEAST)
    allowed = max(LEAST, small) * ALLOWED
    large = seconds(make(SMALL * FACTOR), allowed)
    assert large <= allowed, f"{small:.3f} s, then {large:.3f} s"


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
