"""Seek an excerpt by declared normal forms, the strictest first; nothing here is a similarity."""

from __future__ import annotations

from gnut.model import Span
from gnut.text.anchor.contract import Level
from gnut.text.anchor.disguise import BIDI
from gnut.text.anchor.hit import Hit
from gnut.text.anchor.places import Search
from gnut.text.fold import BLANKS, INVISIBLE
from gnut.text.spans import Form

_TRIMMED = BLANKS + "".join(INVISIBLE)


def climb(search: Search, excerpt: str) -> Hit | None:
    """Return where `excerpt` stands on the strictest rung that holds it, or None.

    An excerpt without a letter or digit stands nowhere.
    """
    source = search.source
    quote = excerpt.strip(_TRIMMED)
    if not any(map(str.isalnum, quote)):
        return None
    if places := search.places(Form(source.text), quote):
        return Hit(_exactness(source.text, places[0][0]), places)
    # Most excerpts stand as written: the other rungs are not even loaded for them.
    from gnut.text.anchor.rungs import climb_on

    return climb_on(search, quote)


def _exactness(text: str, span: Span) -> Level:
    """Return `exact`, but never for words that direction marks reorder before the reader's eyes."""
    return Level.TYPOGRAPHY if any(sign in text[span.start : span.end] for sign in BIDI) else Level.EXACT
