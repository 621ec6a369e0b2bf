"""Seek an excerpt by declared normal forms, the strictest first; nothing here is a similarity."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from gnut.model import Span
from gnut.text.anchor.contract import Level
from gnut.text.anchor.disguise import BIDI
from gnut.text.anchor.edges import bounded
from gnut.text.anchor.elision import elided, without_outer
from gnut.text.anchor.lexicon import negations
from gnut.text.anchor.marks import readings, unmarked
from gnut.text.anchor.pages import over_page
from gnut.text.fold import BLANKS, INVISIBLE, FoldedText, folded
from gnut.text.spans import Form, Squeezed
from gnut.text.words import is_unspaced, is_wordy, numbers, tokens

MOST = 10_000
"""Occurrences counted; a text that holds an excerpt more often is no evidence anyway."""

WORK = 50_000_000
"""Characters compared for one excerpt on one rung before the search gives up (hostile repetition)."""

_STRAY_BEFORE = re.compile(r"(?<=(?<!\w)[b-df-hj-np-tv-xz]) (?=[a-z])")
_STRAY_AFTER = re.compile(r"(?<=[a-z]) (?=[b-df-hj-np-tv-xz](?!\w))")
_GLUED = re.compile(
    r"(?<!\w)(is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)not(?!\w)"
)
_MARKS = ("'", '"')
_INNER_MARKS = "'\"‘’‚‛‹›“”„‟«»「」『』"
_SINGLE = re.compile(r"(?<!\w)['‘‚‹『]([^'‘’‚‹›『』]*)['’‘›』](?!\w)")
_DOUBLE = re.compile(r"(?<!\w)[\"“„«»「]([^\"“”„«»「」]*)[\"”“»«」](?!\w)")
_TRIMMED = BLANKS + "".join(INVISIBLE)


class Hit(Struct, frozen=True):
    """An excerpt that stands in a text."""

    level: Level
    places: tuple[tuple[Span, ...], ...]
    """Every occurrence in order, each with one span a part."""

    notes: tuple[str, ...] = ()


def climb(source: FoldedText, excerpt: str) -> Hit | None:
    """Return where `excerpt` stands in `source` on the strictest rung that holds it, or None."""
    quote = excerpt.strip(_TRIMMED)
    if not tokens(folded(quote)):
        return None
    if places := _places(source, Form(source.text), quote):
        return Hit(_exactness(source.text, places[0][0]), places)
    for number, wording in enumerate(wordings(quote)):
        if (hit := _contiguous(source, wording)) is not None:
            # Signs that quoting put at the ends are typography.
            white = number > 0 and hit.level is Level.WHITE_SPACE
            return Hit(Level.TYPOGRAPHY, hit.places, hit.notes) if white else hit
    for wording in wordings(quote):
        if (hit := _marked(source, wording)) is not None:
            return hit
    if (parts := elided(source, quote)) is not None and parts.parts and not parts.left_out:
        return Hit(Level.ELLIPSIS, (parts.parts,) * parts.count)
    for wording in wordings(quote):
        if (over := over_page(source, wording, _whole)) is not None:
            return Hit(Level.PAGE_BREAK, (over,), ("page_break_crossed",))
    return None


def _exactness(text: str, span: Span) -> Level:
    """Return `exact`, but never for words that direction marks reorder before the reader's eyes."""
    return Level.TYPOGRAPHY if any(sign in text[span.start : span.end] for sign in BIDI) else Level.EXACT


def _whole(source: FoldedText, quote: str) -> tuple[Span, ...] | None:
    hit = _contiguous(source, quote) or _marked(source, quote)
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


def _contiguous(source: FoldedText, quote: str) -> Hit | None:
    """Return the hit on the rungs from white space to blank-blind; they share one necessary condition."""
    wanted = FoldedText(quote)
    if not wanted.squeezed.text or wanted.squeezed.text not in source.squeezed.text:
        return None
    if places := _places(source, source.spaced, wanted.spaced.text):
        return Hit(Level.WHITE_SPACE, places)
    if places := _places(source, source.typed, wanted.typed.text):
        return Hit(Level.TYPOGRAPHY, places)
    if places := _places(source, source.joined, wanted.joined.text):
        return Hit(Level.LINE_END_HYPHENS, places)
    said = _says(wanted.joined.text)
    if places := _places(source, source.unhyphenated, wanted.unhyphenated.text, said):
        return Hit(Level.HYPHEN_BLIND, places)
    if places := _places(source, source.squeezed, wanted.squeezed.text, said):
        return Hit(Level.BLANK_BLIND, places, ("spaces_ignored",))
    return None


def _marked(source: FoldedText, quote: str) -> Hit | None:
    """Return the hit without reference marks, markup and editorial brackets, then without blanks too."""
    form, wanted = unmarked(source), FoldedText(quote)
    for reading in readings(wanted):
        if places := _places(source, form, reading):
            return Hit(Level.REFERENCE_MARKS, places)
    if form is source.joined and unmarked(wanted) is wanted.joined and "[" not in quote:
        return None
    squeezed = source.made(_unmarked_squeezed)
    for reading in readings(wanted):
        needle = reading.replace(" ", "").replace("-", "")
        if needle and (places := _places(source, squeezed, needle, _says(reading))):
            return Hit(Level.REFERENCE_MARKS, places, ("spaces_ignored",))
    return None


def _unmarked_squeezed(source: FoldedText) -> Squeezed:
    return Squeezed(unmarked(source), " -")


def _places(
    source: FoldedText, form: Form | Squeezed, needle: str, said: tuple[str, ...] | None = None
) -> tuple[tuple[Span, ...], ...]:
    """Return every place of `needle` in `form` that ends at token borders and, without blanks, says `said`."""
    found: list[tuple[Span, ...]] = []
    at, work = form.text.find(needle), 0
    while at >= 0 and work < WORK and len(found) < MOST:
        work += len(needle) + 100
        end = at + len(needle)
        span = form.origin(at, end)
        says = said is None or isinstance(form, Form) or _says(form.reading(at, end)) == said
        if says and bounded(source.text, span.start, span.end):
            found.append((span,))
            at = form.text.find(needle, end)
        else:
            at = form.text.find(needle, _next_start(form.text, at, needle) if isinstance(form, Form) else at + 1)
    return tuple(found)


def _next_start(text: str, at: int, needle: str) -> int:
    """Return the next position where `needle` can start: after the word that it starts inside of."""
    first = needle[0]
    at += 1
    if is_wordy(first) and not is_unspaced(first):
        while at < len(text) and is_wordy(text[at]) and not is_unspaced(text[at]):
            at += 1
    return at


def _says(reading: str) -> tuple[str, ...]:
    """Return the numbers and denials of a reading: what taking blanks and hyphens out must not change.

    "1 000" is not "1000" and "notable" is not "not able"; "n ot" and "didnot" are a text
    layer's blanks, so a stray consonant joins its word and an auxiliary lets its "not" go.
    """
    reading = _STRAY_BEFORE.sub("", reading)
    reading = _STRAY_AFTER.sub("", reading)
    denials = negations(_GLUED.sub(r"\1 not", reading.replace("-", " ")))
    # "non-normal" parted at a line end reads "nonnormal": the prefix is judged by its letters.
    return (*numbers(reading), *(word for word in denials if word != "non"))
