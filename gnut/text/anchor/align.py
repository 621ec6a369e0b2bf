"""Lay the words of an excerpt beside the words of a passage, its ends open."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.words import Token

MOST_CELLS = 400_000
"""Pairs of words compared for one passage; a longer one is cut into what agrees and the rest."""

_BOTH, _EXCERPT, _SOURCE = 0, 1, 2


class Pair(NamedTuple):
    """A word of the excerpt and the word of the passage that stands in its place; one may be missing."""

    excerpt: Token | None
    source: Token | None

    @property
    def same(self) -> bool:
        """Whether both are there and read the same."""
        return self.excerpt is not None and self.source is not None and self.excerpt.text == self.source.text


def align(excerpt: list[Token], source: list[Token]) -> list[Pair]:
    """Return the cheapest pairing of all of `excerpt` with a stretch of `source`.

    Costs are characters: a word more or less costs its length and a little, a word changed
    the longer of both, or what it grew by. What stands in `source` before and after the stretch is free.
    """
    if len(excerpt) * len(source) > MOST_CELLS:
        return _cut(excerpt, source)
    choices, last = _table(excerpt, source)
    return _trace(excerpt, source, choices, last)


def _table(excerpt: list[Token], source: list[Token]) -> tuple[list[bytearray], int]:
    """Return the choice at every pair of words, and the column where the cheapest pairing ends."""
    words = [token.text for token in source]
    sizes = [len(word) for word in words]
    above = [0] * (len(words) + 1)
    choices = []
    for token in excerpt:
        word, size = token.text, len(token.text)
        row = bytearray(len(words) + 1)
        row[0] = _EXCERPT
        left = above[0] + size + 2
        here = [left]
        for column, other in enumerate(words):
            wide = sizes[column]
            if other == word:
                both = above[column]
            elif other in word or word in other:
                both = above[column] + (size - wide if size > wide else wide - size)
            else:
                both = above[column] + (size if size > wide else wide)
            lost = above[column + 1] + size + 2
            added = left + wide + 1
            if both <= lost and both <= added:
                left = both
            elif lost <= added:
                left = lost
                row[column + 1] = _EXCERPT
            else:
                left = added
                row[column + 1] = _SOURCE
            here.append(left)
        choices.append(row)
        above = here
    return choices, min(range(len(above)), key=above.__getitem__)


def _trace(excerpt: list[Token], source: list[Token], choices: list[bytearray], column: int) -> list[Pair]:
    pairs: list[Pair] = []
    row = len(excerpt)
    while row:
        choice = choices[row - 1][column]
        if choice == _BOTH:
            row, column = row - 1, column - 1
            pairs.append(Pair(excerpt[row], source[column]))
        elif choice == _EXCERPT:
            row -= 1
            pairs.append(Pair(excerpt[row], None))
        else:
            column -= 1
            pairs.append(Pair(None, source[column]))
    pairs.reverse()
    return pairs


def _cut(excerpt: list[Token], source: list[Token]) -> list[Pair]:
    """Return the pairing for long passages: what agrees at both ends word by word, the middle by edits."""
    from rapidfuzz.distance import Levenshtein

    pairs: list[Pair] = []
    blocks = Levenshtein.opcodes([token.text for token in excerpt], [token.text for token in source])
    for tag, start, end, other, other_end in blocks:
        ours, theirs = excerpt[start:end], source[other:other_end]
        if tag == "equal" or tag == "replace":
            pairs.extend(map(Pair, ours, theirs))
        else:
            pairs.extend(Pair(token, None) for token in ours)
            pairs.extend(Pair(None, token) for token in theirs)
    while pairs and pairs[0].excerpt is None:
        pairs.pop(0)
    while pairs and pairs[-1].excerpt is None:
        pairs.pop()
    return pairs
