"""Seek an excerpt by declared normal forms, the strictest first; nothing here is a similarity."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.model import Span
from gnut.text.anchor.contract import Level
from gnut.text.anchor.edges import bounded
from gnut.text.fold import BLANKS, INVISIBLE, FoldedText, folded
from gnut.text.spans import Form, Squeezed
from gnut.text.words import is_unspaced, is_wordy, numbers, tokens

MOST = 10_000
"""Occurrences counted; a text that holds an excerpt more often is no evidence anyway."""

WORK = 50_000_000
"""Characters compared for one excerpt on one rung before the search gives up (hostile repetition)."""

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
        return Hit(Level.EXACT, places)
    for wording in wordings(quote):
        if (hit := _contiguous(source, wording)) is not None:
            return hit
    return None


def wordings(quote: str) -> Iterator[str]:
    """Yield `quote` as written, then without what the act of quoting puts around it."""
    yield quote
    bare = quote.rstrip(".,;:。，、؛،" + BLANKS)
    if bare != quote and bare:
        yield bare
    if len(quote) > 2 and folded(quote[0]) in ("'", '"') and folded(quote[-1]) in ("'", '"'):
        yield quote[1:-1].strip()


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
    said = numbers(wanted.typed.text)
    if places := _places(source, source.unhyphenated, wanted.unhyphenated.text, said):
        return Hit(Level.HYPHEN_BLIND, places)
    if places := _places(source, source.squeezed, wanted.squeezed.text, said):
        return Hit(Level.BLANK_BLIND, places, ("spaces_ignored",))
    return None


def _places(
    source: FoldedText, form: Form | Squeezed, needle: str, said: tuple[str, ...] | None = None
) -> tuple[tuple[Span, ...], ...]:
    """Return every place of `needle` in `form` that ends at token borders and says the numbers `said`."""
    found: list[tuple[Span, ...]] = []
    at, work = form.text.find(needle), 0
    spaced = isinstance(form, Form)
    while at >= 0 and work < WORK and len(found) < MOST:
        work += len(needle) + 100
        span = form.origin(at, at + len(needle))
        if bounded(source.text, span.start, span.end) and (said is None or _numbers(source.text, span) == said):
            found.append((span,))
            at = form.text.find(needle, at + len(needle))
        else:
            at = form.text.find(needle, _next_start(form.text, at, needle) if spaced else at + 1)
    return tuple(found)


def _next_start(text: str, at: int, needle: str) -> int:
    """Return the next position where `needle` can start: after the word that it starts inside of."""
    first = needle[0]
    if not is_wordy(first) or is_unspaced(first):
        return at + 1
    at += 1
    while at < len(text) and text[at] not in " \n\t" and is_wordy(text[at]) and not is_unspaced(text[at]):
        at += 1
    return at


def _numbers(text: str, span: Span) -> tuple[str, ...]:
    return numbers(folded(text[span.start : span.end]))
