"""Where in a text a locator points: `L2-L3`, `page 14`."""

from __future__ import annotations

import re

from gnut.model import Span
from gnut.text.patterns import lazy

_LINES = lazy(r"\bL(\d{1,7})(?:\s?[-–]\s?L?(\d{1,7}))?\b")
_PAGES = lazy(r"\b(?:page=|pages?|pp?\.|S\.|Seiten?)\s?(\d{1,6})(?:\s?[-–]\s?(\d{1,6}))?", re.IGNORECASE)


def passage_of(locator: str | None, text: str) -> Span | None:
    """Return the range of `text` that a locator names; None when it names none that can be checked.

    Lines count line feeds from 1. Pages count form feeds, and only in a text that has some: a printed
    page number need not be the page's ordinal, so a page is checked with one page of slack on both sides.
    """
    if locator is None:
        return None
    lines = _LINES.search(locator)
    if lines:
        first, last = int(lines[1]), int(lines[2] or lines[1])
        return _between(text, "\n", first, last)
    pages = _PAGES.search(locator)
    if pages and "\f" in text:
        first, last = int(pages[1]), int(pages[2] or pages[1])
        return _between(text, "\f", max(1, first - 1), last + 1)
    return None


def _between(text: str, mark: str, first: int, last: int) -> Span:
    """Return the range from the start of part `first` to the end of part `last`; empty when the text has fewer."""
    start, at = 0, 1
    while at < first:
        end = text.find(mark, start)
        if end < 0:
            return Span(len(text), len(text))
        start, at = end + 1, at + 1
    stop = start
    while at <= last:
        end = text.find(mark, stop)
        if end < 0:
            return Span(start, len(text))
        stop, at = end + 1, at + 1
    return Span(start, stop)
