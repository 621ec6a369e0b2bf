"""Where in a text a locator points: `L2-L3`, `page 14`, `pp. ii–iv`."""

from __future__ import annotations

import re

from gnut.model import Span
from gnut.text.patterns import lazy

_LINES = lazy(r"\bL(\d{1,7})(?:\s?[-–—]\s?(L?)(\d{1,7}))?\b")

_NUMBER = r"(?:\d{1,6}(?!\d)|(?![lL]\b)(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?!\w))"
"""A page in digits, or of the front matter in Roman ones (below 100)."""

_MARK = r"\b(?:page=|pages?|pp?\.|S\.|Seiten?)\s?"
_LIST = r"(?:\s?(?:[-–—,;&]|and|und|et)\s?NUMBER){0,20}".replace("NUMBER", _NUMBER)
_PAGES = lazy(rf"{_MARK}({_NUMBER}{_LIST})(\s?(?:ff\b|et seq|sqq))?", re.IGNORECASE)
_ONE = lazy(rf"([-–—]?)\s?({_NUMBER})", re.IGNORECASE)

_COVER = 4
"""Pages that may stand before Roman page one, and bear no number: two leaves of a cover and a title."""

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def passage_of(locator: str | None, text: str) -> Span | None:
    """Return the range of `text` that a locator names; None when it names none that can be checked.

    Lines count line feeds from 1. Pages count form feeds, and only in a text that has some: a printed
    page number need not be the page's ordinal, so a page is checked with one page of slack on both sides.
    A page past the last one shows that the numbers are those of a journal or a volume (p. 4532 of ten pages): no
    passage can be told from them. Of several pages the passage is from the first to the last.
    """
    if locator is None:
        return None
    lines = _LINES.search(locator)
    if lines:
        first = int(lines[1])
        last = first if lines[3] is None else int(lines[3]) if lines[2] else _whole(lines[1], lines[3])
        return _between(text, "\n", min(first, last), max(first, last))
    pages = _PAGES.search(locator)
    if pages and "\f" in text:
        count = text.count("\f") + 1
        first, last = _hull(pages[1])
        if last > count + 1:
            return None
        return _between(text, "\f", max(1, first - 1), count if pages[2] else last + 1)
    return None


def _hull(listed: str) -> tuple[int, int]:
    """Return the first and the last page of a list such as `3, 5–7`, where a Roman one may be a few pages later."""
    first, last, before = 10**6, 0, ""
    for one in _ONE.finditer(listed):
        dash, number = one[1], one[2]
        if not number.isdecimal():
            page = _roman(number)
            first, last = min(first, page), max(last, page + _COVER)
        else:
            page = _whole(before, number) if dash else int(number)
            first, last = min(first, page), max(last, page)
        before = number
    return first, last


def _whole(first: str, last: str) -> int:
    """Return the end of a range of which only the last digits are written: 123–8 ends at 128."""
    cut = first.isdecimal() and len(last) < len(first) and int(last) < int(first)
    return int(first[: -len(last)] + last) if cut else int(last)


def _roman(number: str) -> int:
    values = [_ROMAN[sign] for sign in number.lower()]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


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
