"""Seek an excerpt over one page break, past the running heads, feet and notes that stand there."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct

from gnut.model import Span
from gnut.text.anchor.places import Search
from gnut.text.fold import FoldedText, folded

EDGE_LINES = 8
"""Lines at either end of a page that may be furniture."""

EDGE_CHARACTERS = 600
"""Characters at either end of a page that may be furniture, a short foot-note between head and foot included."""

MOST_PAGES = 5_000
"""Pages of a text that has any; more page breaks than this are no pages."""

MOST_BREAKS = 64
"""Page breaks tried for one excerpt."""

_PAGE_NUMBER = re.compile(
    r"\W{0,3}(?:page|seite|p\.?|s\.|página|pagina|стр\.?|第)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:页|頁|ページ)?(?:\s*(?:of|/|von|de|sur|di|из)\s*\d{1,4})?\W{0,3}"
)
_OUTER = re.compile(r"^(\d{1,5})(?=\s)|(?<=\s)(\d{1,5})$")
_DIGITS = re.compile(r"\d+")
_SEED = 10


class _Break(Struct, frozen=True):
    """A page break with the places where the pages' own words may stop and go on."""

    at: int
    floor: int
    """Start of the page before it."""

    roof: int
    """End of the page after it."""

    cuts: tuple[int, ...]
    """Ends of the text before it, the real end first."""

    resumes: tuple[int, ...]
    """Starts of the text after it, the real start first."""


def over_page(
    search: Search, quote: str, seek: Callable[[Search, str], tuple[Span, ...] | None]
) -> tuple[Span, Span] | None:
    """Return the two parts of `quote` at either side of one page break, or None.

    `seek` looks for the excerpt in a text of the two page ends put together.
    """
    source = search.source
    if not 0 < source.text.count("\f") <= MOST_PAGES:
        return None
    breaks = source.made(_breaks)
    for number in _candidates(source, quote, breaks):
        here = breaks[number]
        for cut in here.cuts:
            for resume in here.resumes:
                if (parts := _over(search, quote, here, cut, resume, seek)) is not None:
                    return parts
    return None


def _over(
    search: Search,
    quote: str,
    here: _Break,
    cut: int,
    resume: int,
    seek: Callable[[Search, str], tuple[Span, ...] | None],
) -> tuple[Span, Span] | None:
    """Return the parts of `quote` in the text with everything between `cut` and `resume` left out."""
    text = search.source.text
    reach = 2 * len(quote) + 200
    start = max(here.floor, cut - reach)
    head = text[start:cut].rstrip()
    tail = text[resume : min(here.roof, resume + reach)]
    spans = seek(search.within(FoldedText(f"{head}\n{tail}")), quote)
    if spans is None or len(spans) != 1:
        return None
    span, joint = spans[0], len(head) + 1
    skipped = len(tail) - len(tail.lstrip())
    if span.start >= len(head) or span.end <= joint + skipped:
        return None
    return Span(start + span.start, start + len(head)), Span(resume + skipped, resume + span.end - joint)


def _candidates(source: FoldedText, quote: str, breaks: tuple[_Break, ...]) -> Iterator[int]:
    """Yield the breaks near a place of the excerpt's first or last characters."""
    squeezed = FoldedText(quote).squeezed.text
    text = source.squeezed.text
    near = EDGE_CHARACTERS * 2 + 3 * len(quote)
    places = [here.at for here in breaks]
    seen: set[int] = set()
    for seed, ahead in ((squeezed[:_SEED], True), (squeezed[-_SEED:], False)):
        at, tried = text.find(seed), 0
        while at >= 0 and tried < MOST_BREAKS:
            tried += 1
            place = source.squeezed.origin(at, at + 1).start
            low, high = (place, place + near) if ahead else (place - near, place)
            for number in range(bisect_left(places, low), bisect_right(places, high)):
                if number not in seen and len(seen) < MOST_BREAKS:
                    seen.add(number)
                    yield number
            at = text.find(seed, at + 1)


def _breaks(source: FoldedText) -> tuple[_Break, ...]:
    """Return every page break of `source` with its furniture, found by what the pages repeat."""
    ends = [match.start() for match in re.finditer("\f", source.text)]
    pages = list(zip((0, *(end + 1 for end in ends)), (*ends, len(source.text)), strict=True))
    heads = [list(_lines(source.text, start, end, first=True)) for start, end in pages]
    tails = [list(_lines(source.text, start, end, first=False)) for start, end in pages]
    furniture = _Furniture(source.text, [(*head, *tail) for head, tail in zip(heads, tails, strict=True)])
    return tuple(
        _Break(
            pages[number][1],
            *(pages[number][0], pages[number + 1][1]),
            (pages[number][1], *(line.start for line in furniture.among(tails[number], number))),
            (pages[number + 1][0], *(line.end + 1 for line in furniture.among(heads[number + 1], number + 1))),
        )
        for number in range(len(pages) - 1)
    )


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


class _Furniture:
    """What the edges of a document's pages repeat: the same line but for digits, or a number that counts pages."""

    def __init__(self, text: str, edges: list[tuple[Span, ...]]) -> None:
        """Learn from the first and last lines of every page."""
        self._text = text
        lines: Counter[str] = Counter()
        numbering: Counter[int] = Counter()
        for page, spans in enumerate(edges):
            words = {self._words(span) for span in spans}
            lines.update({_DIGITS.sub("#", line) for line in words})
            numbering.update({number - page for line in words for number in _outer_numbers(line)})
        self._repeated = {line for line, count in lines.items() if count > 1 and len(line) > 2}
        self._numbering = {offset for offset, count in numbering.items() if count > 1}

    def _words(self, line: Span) -> str:
        return " ".join(folded(self._text[line.start : line.end]).split())

    def among(self, lines: list[Span], page: int) -> Iterator[Span]:
        """Yield the furniture among the edge lines of a page, if the outermost is; notes may stand between."""
        if lines and self._is_furniture(lines[0], page):
            yield from (line for line in lines if self._is_furniture(line, page))

    def _is_furniture(self, line: Span, page: int) -> bool:
        words = self._words(line)
        if _DIGITS.sub("#", words) in self._repeated or _PAGE_NUMBER.fullmatch(words):
            return True
        return len(words) < 80 and any(number - page in self._numbering for number in _outer_numbers(words))


def _outer_numbers(line: str) -> list[int]:
    """Return the whole numbers at the start and end of a line."""
    return [int(match[1] or match[2]) for match in _OUTER.finditer(line)]
