"""Tell the running heads, feet, page numbers and notes at the edges of pages from the pages' own words.

A line is furniture when the edges of other pages hold it too, digits apart, or when it holds a number
that counts pages. Only what reaches to the edge of its page is left out: a line further in is the
page's own, but for notes that begin with their mark, and for what stands between a head and a foot
that a quarter of all pages repeat (files often draw both before the page, with the notes between).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile

from msgspec import Struct

from gnut.model import Span
from gnut.text.fold import folded
from gnut.text.patterns import lazy

EDGE_LINES = 8
"""Lines at either end of a page that may be furniture."""

EDGE_CHARACTERS = 600
"""Characters at either end of a page that may be furniture, a short foot-note between head and foot included."""

OUTER_LINES = 3
"""Lines at either end of a page in which its number stands."""

LONGEST = 80
"""Characters of a running head that differs from page to page and is known by its number alone."""

NUMBERS = 6
"""Numbers of one line that may count pages, and their digits."""

MOST_DIGITS = 5

OFTEN = 4
"""One page in so many repeats a line that may have notes between it and the edge."""

CAPTION = 400
"""Characters of the caption of a figure that has a page to itself."""

# For folded lines: no blank at either end, and one between words.
_PAGE_NUMBER = lazy(
    r"\W{0,3}+(?P<word>page|seite|p\.?|s\.|página|pagina|стр\.?|第)? ?(?:(?P<digits>\d{1,4})|(?P<roman>[ivxlc]{1,7}+))"
    r" ?(?P<after>页|頁|ページ)?(?P<of> ?(?:of|/|von|de|sur|di|из) ?\d{1,4})?\W{0,3}+"
)
_OUTER = lazy(r"^(\d{1,5})(?=\s)|(?<=\s)(\d{1,5})$")
_DIGITS = lazy(r"\d+")
_NOTE = lazy(r"[¹²³⁰⁴-⁹]+|[*†‡]++(?=[^\s*])")
_CAPTION = lazy(
    r"(?:figure|fig\.|table|tab\.|chart|plate|exhibit|abbildung|abb\.|tabelle|tableau|figura|tabla|рис\.|рисунок|图|圖|図|表)"
    r" ?(?:[a-z]\.?)?\d",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class _Line(Struct, frozen=True):
    """A line near an edge of its page."""

    span: Span
    words: str
    """Folded, with single blanks."""

    shape: str
    """Its words with every number as one sign."""

    numbers: tuple[tuple[str, int], ...]
    """Numbers that may count pages, `1` or `i`: at its start and end, or all of it."""

    inside: tuple[int, ...]
    """All its numbers, the first few."""

    spelled: bool
    """It has letters, not numbers and signs alone."""

    alone: bool
    """Nothing but a page number, or a number."""

    named: bool
    """A page number that says that it is one."""


class Furniture:
    """What the edges of a document's pages repeat."""

    def __init__(self, text: str, pages: list[tuple[int, int]]) -> None:
        """Learn from the first and last lines of every page."""
        self._text = text
        self._pages = pages
        self._heads = [[_line(text, span) for span in _lines(text, start, end, first=True)] for start, end in pages]
        self._tails = [[_line(text, span) for span in _lines(text, start, end, first=False)] for start, end in pages]
        exact: Counter[str] = Counter()
        counted: Counter[tuple[str, int]] = Counter()
        shapes: Counter[str] = Counter()
        numbering: Counter[tuple[str, int]] = Counter()
        for page, (head, tail) in enumerate(zip(self._heads, self._tails, strict=True)):
            edges = [line for line in (*head, *tail) if line.spelled]
            exact.update({line.words for line in edges})
            counted.update({(line.shape, number - page) for line in edges for number in line.inside})
            shapes.update({line.shape for line in edges})
            outer = (*head[:OUTER_LINES], *tail[:OUTER_LINES])
            numbering.update({(kind, number - page) for line in outer for kind, number in line.numbers})
        self._exact = {words for words, count in exact.items() if count > 1}
        self._counted = {shape for shape, count in counted.items() if count > 1}
        self._often = {shape for shape, count in shapes.items() if count > 1 and count * OFTEN >= len(pages)}
        self._numbering = {offset for offset, count in numbering.items() if count > 1} | {("1", 1)}

    def cuts(self, page: int) -> tuple[int, ...]:
        """Return the places where the page's own words may end, its real end first."""
        return (self._pages[page][1], *(line.span.start for line in self._outer(page, self._tails[page], head=False)))

    def resumes(self, page: int) -> tuple[int, ...]:
        """Return the places where the page's own words may begin, its real start first."""
        ends = (line.span.end + 1 for line in self._outer(page, self._heads[page], head=True))
        return (self._pages[page][0], *(min(end, self._pages[page][1]) for end in ends))

    def _outer(self, page: int, lines: list[_Line], *, head: bool) -> Iterator[_Line]:
        """Yield the lines, from the edge inwards, up to which everything may be left out."""
        edge = list(takewhile(lambda line: self._is_furniture(line, page), lines))
        yield from edge
        # On a short page the edge of the other side is near: between them stand the page's own words.
        other = self._tails[page] if head else self._heads[page]
        beyond = {line.span for line in takewhile(lambda line: self._is_furniture(line, page), other)}
        for line in lines[len(edge) :]:
            if edge and line.span not in beyond and line.shape in self._often and self._is_repeated(line, page):
                # Notes between a head and a foot.
                yield line
            elif not head and _NOTE.match(line.words):
                yield line

    def _is_repeated(self, line: _Line, page: int) -> bool:
        """Return whether other pages have the same line, or the same but for a number that counts pages."""
        return line.words in self._exact or any((line.shape, number - page) in self._counted for number in line.inside)

    def _is_furniture(self, line: _Line, page: int) -> bool:
        if line.named or self._is_repeated(line, page):
            return True
        counted = {number for number in line.numbers if (number[0], number[1] - page) in self._numbering}
        if line.alone or not counted:
            return bool(counted)
        # The number of a page stands on it once: beside it, a line that begins with the same number is text.
        return len(line.words) < LONGEST and not any(
            other is not line and (other.alone or self._is_repeated(other, page)) and counted & set(other.numbers)
            for other in (*self._heads[page][:OUTER_LINES], *self._tails[page][:OUTER_LINES])
        )


def is_no_text(body: str) -> bool:
    """Return whether a page without its furniture holds no text but the caption of a figure."""
    bare = body.strip()
    return not bare or (len(bare) <= CAPTION and _CAPTION.match(bare) is not None)


def _lines(text: str, start: int, end: int, *, first: bool) -> Iterator[Span]:
    """Yield the lines of a page from its start, or from its end backwards; blank ones are left out."""
    count = 0
    at = start if first else end
    while count < EDGE_LINES and start <= at <= end and abs(at - (start if first else end)) < EDGE_CHARACTERS:
        if first:
            stop = text.find("\n", at, end)
            line = Span(at, end if stop < 0 else stop)
            at = line.end + 1
        else:
            line = Span(text.rfind("\n", start, at) + 1 or start, at)
            at = line.start - 1
        if text[line.start : line.end].strip():
            count += 1
            yield line
        if (first and at > end) or (not first and at < start):
            return


def _line(text: str, span: Span) -> _Line:
    words = " ".join(folded(text[span.start : span.end]).split())
    whole = _PAGE_NUMBER.fullmatch(words)
    numbers = [("1", int(match[1] or match[2])) for match in _OUTER.finditer(words)]
    if whole is not None and whole["digits"]:
        numbers.append(("1", int(whole["digits"])))
    elif whole is not None:
        numbers.append(("i", _roman(whole["roman"])))
    named = whole is not None and any(whole[group] for group in ("word", "after", "of"))
    inside = tuple(int(match[0]) for match in islice(_DIGITS.finditer(words), NUMBERS) if len(match[0]) <= MOST_DIGITS)
    spelled = sum(map(str.isalpha, words)) > 1
    return _Line(span, words, _DIGITS.sub("#", words), tuple(numbers), inside, spelled, whole is not None, named)


def _roman(numeral: str) -> int:
    values = [_ROMAN[sign] for sign in numeral]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))
