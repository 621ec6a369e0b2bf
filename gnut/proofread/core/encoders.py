"""Encoders that need nothing: equal words, and words of one stem."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnut.model import Span
from gnut.proofread.contract import Encoder, Nearest, Word
from gnut.text.patterns import lazy

_TOKEN = lazy(r"[^\W_]+")
STEMMED = 0.9
"""Support of a word that stands in the sources in another form only."""


def exact() -> Encoder:
    """Return the encoder to which only equal words are near: 1 for the same token without case, else 0."""
    return Encoder("exact-word/1", lambda answer, words, texts: _nearest(words, texts, None))


def stemmed() -> Encoder:
    """Return the encoder to which words of one stem are near too (0.9): the default."""
    return Encoder("stem-word/1", lambda answer, words, texts: _nearest(words, texts, stem))


def _nearest(
    words: Sequence[Word], texts: Sequence[str], form: Callable[[str], str] | None
) -> Sequence[Nearest | None]:
    places: dict[str, tuple[int, Span]] = {}
    stems: dict[str, tuple[int, Span]] = {}
    first: tuple[int, Span] | None = None
    for number, text in enumerate(texts):
        for match in _TOKEN.finditer(text):
            place = (number, Span(*match.span()))
            first = first or place
            token = match[0].casefold()
            if token not in places:
                places[token] = place
                if form is not None:
                    stems.setdefault(form(token), place)
    return [_of(word, places, stems, first, form) for word in words]


def _of(
    word: Word,
    places: dict[str, tuple[int, Span]],
    stems: dict[str, tuple[int, Span]],
    first: tuple[int, Span] | None,
    form: Callable[[str], str] | None,
) -> Nearest | None:
    if first is None:
        return None
    tokens = [match[0].casefold() for match in _TOKEN.finditer(word.text)]
    held = [places[token] for token in tokens if token in places]
    if held:
        return Nearest(1.0, *min(held, key=lambda each: (each[0], each[1])))
    near = [stems[form(token)] for token in tokens if form(token) in stems] if form is not None else []
    if near:
        return Nearest(STEMMED, *min(near, key=lambda each: (each[0], each[1])))
    return Nearest(0.0, *first)


_ENDINGS = (
    *(
        "ations",
        "ation",
        "nesses",
        "ments",
        "ingly",
        "edly",
        "ness",
        "ment",
        "ings",
        "iest",
        "ies",
        "ing",
        "ers",
        "est",
    ),
    *("ely", "ed", "es", "er", "ly", "s"),
)
_WHOLE = frozenset("news series species always perhaps thus bus gas plus minus basis analysis crisis various".split())
"""Words that only look like a form of another."""

_LEAST = 4
"""Letters of a stem: shorter words have no other form."""


def stem(word: str) -> str:
    """Return the stem of an English word in lower case, by its ending; of other words mostly the word.

    A light stemmer: one ending is taken off where at least four letters stay, then a doubled consonant and a silent
    `e` or a `y` are brought together (`stopped`, `stop`; `agreed`, `agree`; `policies`, `policy`).
    """
    if not word.isascii() or word in _WHOLE:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST - (ending in ("ies", "ed", "ing", "s", "es")):
            word = word[: -len(ending)] + ("y" if ending in ("ies", "iest") else "")
            break
    if len(word) > _LEAST - 1 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("e") if len(word) > _LEAST - 1 else word
