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
