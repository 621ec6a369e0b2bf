"""A model that the user brings: a folder for sentence-transformers, or any object with the encoder's four names.

Texts longer than the model takes are cut on token boundaries into windows that overlap by a half; every copy of a token
counts, and a word's support is the highest of its tokens'.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gnut.errors import GnutError, InputMissing, MissingExtra
from gnut.model import Span
from gnut.proofread.contract import Encoder, Nearest, Word

if TYPE_CHECKING:
    import numpy


class NoToken(GnutError):
    """A word that a model has no token for: dropping it would hide it."""

    code = "word_without_token"


class Window(NamedTuple):
    """What a model makes of one window."""

    token_spans: Sequence[tuple[int, int]]
    vectors: Any
    """Unit vectors, a row a token."""


class Model(Protocol):
    """A contextual encoder, by its names."""

    @property
    def id(self) -> str:
        """Name and exact revision."""

    @property
    def max_tokens(self) -> int:
        """Most tokens of a window."""

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return the code points of each token, nothing embedded."""

    def encode_window(self, text: str) -> Window:
        """Return spans and unit vectors of the tokens of a text of at most `max_tokens`."""


def adapted(model: Model) -> Encoder:
    """Return a model as an encoder of words."""
    return Encoder(model.id, lambda answer, words, texts: _nearest(model, answer, words, texts))


def _windows(model: Model, text: str) -> list[tuple[int, Window]]:
    """Return (offset, window) of the windows of a text."""
    spans = list(model.token_spans(text))
    if not spans:
        return []
    found, step = [], max(1, model.max_tokens // 2)
    for first in range(0, len(spans), step):
        part = spans[first : first + model.max_tokens]
        start, end = part[0][0], part[-1][1]
        found.append((start, model.encode_window(text[start:end])))
        if first + model.max_tokens >= len(spans):
            break
    return found


def _tokens(model: Model, text: str) -> tuple[list[Span], Any]:
    import numpy

    spans: list[Span] = []
    rows: list[Any] = []
    for offset, window in _windows(model, text):
        spans += [Span(offset + start, offset + end) for start, end in window.token_spans]
        rows.append(numpy.asarray(window.vectors, dtype=numpy.float32))
    return spans, numpy.concatenate(rows) if rows else numpy.zeros((0, 1), dtype=numpy.float32)


def _nearest(model: Model, answer: str, words: Sequence[Word], texts: Sequence[str]) -> list[Nearest | None]:
    import numpy

    places: list[tuple[int, Span]] = []
    rows: list[Any] = []
    for number, text in enumerate(texts):
        spans, vectors = _tokens(model, text)
        kept = [at for at, span in enumerate(spans) if any(char.isalnum() for char in text[span.start : span.end])]
        places += [(number, spans[at]) for at in kept]
        rows.append(vectors[kept])
    if not places:
        return [None] * len(words)
    held = numpy.concatenate([each for each in rows if len(each)])
    own_spans, own = _tokens(model, answer)
    return [_of(word, own_spans, own, held, places) for word in words]


def _of(
    word: Word, spans: Sequence[Span], own: Any, held: numpy.ndarray[Any, Any], places: Sequence[tuple[int, Span]]
) -> Nearest:
    mine = [at for at, span in enumerate(spans) if span.start < word.span.end and word.span.start < span.end]
    if not mine:
        raise NoToken(f"the model has no token for {word.text!r}")
    close = own[mine] @ held.T
    top = int(close.argmax())
    support = max(0.0, min(1.0, float(close.flat[top])))
    return Nearest(round(support, 6), *places[top % held.shape[0]])


def brought(folder: Path, name: str) -> Encoder:
    """Return the encoder of a sentence-transformers model in a folder.

    Raises:
        InputMissing: There is no such folder.
        MissingExtra: sentence-transformers is not installed.
    """
    from importlib.util import find_spec

    if not folder.is_dir():
        raise InputMissing(f"{name}: no such folder", help="name the folder of a sentence-transformers model")
    if find_spec("sentence_transformers") is None:
        raise MissingExtra(
            "models are run by sentence-transformers, which is not installed", help="install it beside gnut"
        )
    from gnut.edge.words.transformers import Transformer

    return adapted(Transformer(folder))
