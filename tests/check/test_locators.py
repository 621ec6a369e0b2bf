from __future__ import annotations

import pytest

from gnut.check.core.locators import passage_of
from gnut.model import Span

LINES = "one\ntwo\nthree\nfour\n"
PAGES = "first page\fsecond page\fthird page\ffourth page"


@pytest.mark.parametrize(
    ("locator", "passage"), [("L2-L3", "two\nthree\n"), ("L4", "four\n"), ("L1-2", "one\ntwo\n"), ("L9", "")]
)
def test_a_line_locator_names_whole_lines(locator: str, passage: str) -> None:
    span = passage_of(locator, LINES)
    assert span is not None
    assert LINES[span.start : span.end] == passage


@pytest.mark.parametrize("locator", ["page=3", "page 3", "p. 3", "S. 3"])
def test_a_page_locator_allows_a_page_of_slack(locator: str) -> None:
    span = passage_of(locator, PAGES)
    assert span is not None
    assert PAGES[span.start : span.end] == "second page\fthird page\ffourth page"


@pytest.mark.parametrize(
    ("locator", "text"), [(None, LINES), ("page 3", LINES), ("#intro", PAGES), ("chapter x", PAGES)]
)
def test_a_locator_that_cannot_be_checked_names_no_passage(locator: str | None, text: str) -> None:
    assert passage_of(locator, text) is None


def test_a_line_beyond_the_end_is_an_empty_passage_there() -> None:
    assert passage_of("L99-L100", LINES) == Span(len(LINES), len(LINES))


TEN = "\f".join(f"[{number}]" for number in range(1, 11))


def pages(locator: str) -> list[int] | None:
    """Return the pages that a locator names in a text of ten."""
    span = passage_of(locator, TEN)
    return None if span is None else [int(one.strip("[]")) for one in TEN[span.start : span.end].split("\f") if one]


@pytest.mark.parametrize(
    "locator", ["p. 4532", "page=12", "pp. 4532–4540", "pp. 8-4532", "pp. 4532–40", "p. 1234567", "p. 3, 2019", "p. xc"]
)
def test_a_page_past_the_last_is_a_printed_number_that_cannot_be_checked(locator: str) -> None:
    assert pages(locator) is None


@pytest.mark.parametrize(
    ("locator", "named"),
    [
        ("p. 10", [9, 10]),
        ("p. 11", [10]),
        ("p. 0", [1]),
        ("pp. 3, 5", [2, 3, 4, 5, 6]),
        ("pp. 3 and 5", [2, 3, 4, 5, 6]),
        ("S. 3 und 4", [2, 3, 4, 5]),
        ("pp. 5, 3", [2, 3, 4, 5, 6]),
        ("pp. 10-1", [9, 10]),
        ("pp. 7-5", [4, 5, 6, 7, 8]),
        ("p. 7 ff.", [6, 7, 8, 9, 10]),
        ("p. 7f.", [6, 7, 8]),
        ("page 2 of the annex", [1, 2, 3]),
        ("p. 2, line 40", [1, 2, 3]),
    ],
)
def test_several_pages_are_read_as_all_from_the_first_to_the_last(locator: str, named: list[int]) -> None:
    assert pages(locator) == named


@pytest.mark.parametrize(
    ("locator", "named"),
    [("p. ii", range(1, 8)), ("p. IV", range(3, 10)), ("pp. i–iii", range(1, 9)), ("p. vi, 9", range(5, 11))],
)
def test_a_roman_page_is_one_of_the_front_matter_behind_a_cover(locator: str, named: range) -> None:
    assert pages(locator) == list(named)


@pytest.mark.parametrize("locator", ["p. civil", "p. mix", "p. l", "pp. iiii", "p. vx", "page living", "p. e12"])
def test_what_is_no_roman_number_names_no_page(locator: str) -> None:
    assert pages(locator) is None


@pytest.mark.parametrize(
    ("locator", "passage"), [("L12-4", "12\n13\n14\n"), ("L12-L4", "4\n5\n6\n7\n8\n9\n10\n11\n12\n")]
)
def test_a_range_of_lines_may_be_cut_short_or_turned_round(locator: str, passage: str) -> None:
    text = "".join(f"{number}\n" for number in range(1, 21))
    span = passage_of(locator, text)
    assert span is not None
    assert text[span.start : span.end] == passage
