"""The rungs below `exact`: white space down to page breaks; each declares what it leaves out of account."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnut.model import Span
from gnut.text.anchor.contract import Level
from gnut.text.anchor.elision import elided, without_outer
from gnut.text.anchor.hit import Hit
from gnut.text.anchor.joints import Sought
from gnut.text.anchor.marks import marks_fit, readings, unmarked
from gnut.text.anchor.pages import over_page
from gnut.text.anchor.places import Search
from gnut.text.anchor.unit_case import units_of
from gnut.text.fold import BLANKS, FoldedText, folded
from gnut.text.spans import Squeezed

_MARKS = ("'", '"')
_INNER_MARKS = "'\"‘’‚‛‹›“”„‟«»「」『』"
_SINGLE = re.compile(r"(?<!\w)['‘‚‹『]([^'‘’‚‹›『』]*)['’‘›』](?!\w)")
_DOUBLE = re.compile(r"(?<!\w)[\"“„«»「]([^\"“”„«»「」]*)[\"”“»«」](?!\w)")


def climb_on(search: Search, quote: str) -> Hit | None:
    """Return where `quote`, which nowhere stands as written, stands on the strictest rung that holds it, or None."""
    search.excerpt, search.units = quote, units_of(quote)
    for number, wording in enumerate(wordings(quote)):
        if (hit := _contiguous(search, wording)) is not None:
            # Signs that quoting put at the ends are typography.
            white = number > 0 and hit.level is Level.WHITE_SPACE
            return Hit(Level.TYPOGRAPHY, hit.places, hit.notes) if white else hit
    for wording in wordings(quote):
        if (hit := _marked(search, wording)) is not None:
            return hit
    if (parts := elided(search.source, quote)) is not None and parts.parts and not parts.left_out:
        return Hit(Level.ELLIPSIS, (parts.parts,) * parts.count)
    for wording in wordings(quote):
        if (over := over_page(search, wording, _whole)) is not None:
            return Hit(Level.PAGE_BREAK, (over,), ("page_break_crossed",))
    return None


def _whole(search: Search, quote: str) -> tuple[Span, ...] | None:
    hit = _contiguous(search, quote) or _marked(search, quote)
    return None if hit is None else hit.places[0]


def wordings(quote: str) -> Iterator[str]:
    """Yield `quote` as written, then without what the act of quoting puts around it."""
    yield quote
    bare = without_outer(quote).rstrip(".,;:。，、؛،" + BLANKS)
    if bare != quote and bare:
        yield bare
    if len(quote) > 2 and folded(quote[0]) in _MARKS and folded(quote[-1]) in _MARKS:
        yield quote[1:-1].strip()
    if any(mark in quote for mark in _INNER_MARKS):
        # A quotation inside a quotation changes its marks from double to single, or the other way.
        for pattern, mark in ((_SINGLE, '"'), (_DOUBLE, "'")):
            if (inner := pattern.sub(rf"{mark}\1{mark}", bare)) != bare:
                yield inner


def _contiguous(search: Search, quote: str) -> Hit | None:
    """Return the hit on the rungs from white space to blank-blind; they share one necessary condition."""
    source, wanted = search.source, FoldedText(quote)
    if not wanted.squeezed.text or wanted.squeezed.text not in source.squeezed.text:
        return None
    if places := search.places(source.spaced, wanted.spaced.text.strip()):
        return Hit(Level.WHITE_SPACE, places)
    if places := search.places(source.typed, wanted.typed.text.strip()):
        return Hit(Level.TYPOGRAPHY, places)
    if places := search.places(source.joined, wanted.joined.text.strip()):
        return Hit(Level.LINE_END_HYPHENS, places)
    sought = Sought(wanted.joined.text, quote, wanted.unhyphenated)
    if places := search.places(source.unhyphenated, wanted.unhyphenated.text.strip(), sought):
        return Hit(Level.HYPHEN_BLIND, places)
    sought = Sought(wanted.joined.text, quote, wanted.squeezed)
    if places := search.places(source.squeezed, wanted.squeezed.text, sought):
        return Hit(Level.BLANK_BLIND, places, ("spaces_ignored",))
    return None


def _marked(search: Search, quote: str) -> Hit | None:
    """Return the hit without reference marks, markup and editorial brackets, then without blanks too."""
    source, wanted = search.source, FoldedText(quote)
    form = unmarked(source)
    for reading, marks in readings(wanted):
        if places := _with_marks(source, search.places(form, reading), marks):
            return Hit(Level.REFERENCE_MARKS, places)
    if form is source.joined and unmarked(wanted) is wanted.joined and "[" not in quote:
        return None
    squeezed = source.made(_unmarked_squeezed)
    for reading, marks in readings(wanted):
        needle = reading.replace(" ", "").replace("-", "")
        if needle and (places := _with_marks(source, search.places(squeezed, needle, Sought(reading)), marks)):
            return Hit(Level.REFERENCE_MARKS, places, ("spaces_ignored",))
    return None


def _with_marks(
    source: FoldedText, places: tuple[tuple[Span, ...], ...], marks: tuple[str, ...]
) -> tuple[tuple[Span, ...], ...]:
    """Return the places whose own reference marks do not contradict those of the excerpt."""
    return tuple(place for place in places if marks_fit(source, place[0].start, place[-1].end, marks))


def _unmarked_squeezed(source: FoldedText) -> Squeezed:
    return Squeezed(unmarked(source), " -")
