"""Seek an excerpt over one page break, past the running heads, feet and notes that stand there."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator

from msgspec import Struct

from gnut.model import Span
from gnut.text.anchor.furniture import EDGE_CHARACTERS, Furniture, is_no_text
from gnut.text.anchor.places import Search
from gnut.text.fold import FoldedText

MOST_PAGES = 5_000
"""Pages of a text that has any; more page breaks than this are no pages."""

MOST_BREAKS = 64
"""Page breaks tried for one excerpt."""

FIGURES = 3
"""Page breaks that one excerpt may cross, when there is nothing but a figure between them."""

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
    """Return every page break of `source` with its furniture, those over a page without a text of its own too."""
    text = source.text
    ends = [match.start() for match in re.finditer("\f", text)]
    pages = list(zip((0, *(end + 1 for end in ends)), (*ends, len(text)), strict=True))
    furniture = Furniture(text, pages)
    cuts = [furniture.cuts(page) for page in range(len(pages))]
    resumes = [furniture.resumes(page) for page in range(len(pages))]
    found: list[_Break] = []
    for page in range(len(pages) - 1):
        after = page + 1
        found.append(_Break(pages[page][1], pages[page][0], pages[after][1], cuts[page], resumes[after]))
        while (
            after + 1 < len(pages) and after - page < FIGURES and is_no_text(text[resumes[after][-1] : cuts[after][-1]])
        ):
            after += 1
            found.append(_Break(pages[page][1], pages[page][0], pages[after][1], cuts[page], resumes[after]))
    return tuple(found)
