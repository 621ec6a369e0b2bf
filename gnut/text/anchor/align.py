"""Lay the words of an excerpt beside the words of a passage, its ends open."""

from __future__ import annotations

from itertools import accumulate, zip_longest
from typing import NamedTuple

from gnut.text.words import Token

MOST_CELLS = 400_000
"""Pairs of words compared for one passage; beyond, rapidfuzz lays a whole passage beside it."""

_PIN = 3
_ADDED = 10
"""What it costs that the excerpt has a word of its own: more than that the passage has one more, because a
passage that leaves out the excerpt's first words is cheaper to find than the true one."""

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
    the longer of both, or what it grew by. What stands in `source` before and after the
    stretch is free. Where three words at either end stand once, they pin that end.
    """
    mine, other = [token.text for token in excerpt], [token.text for token in source]
    head, start = _pinned(mine, other)
    tail, stop = _pinned(mine[: head - 1 if head else None : -1], other[: start + head - 1 if head else None : -1])
    left = list(map(Pair, excerpt[:head], source[start : start + head]))
    right = list(map(Pair, excerpt[len(excerpt) - tail :], source[len(source) - stop - tail : len(source) - stop]))
    middle = excerpt[head : len(excerpt) - tail]
    between = source[start + head if head else 0 : len(source) - stop - tail if tail else None]
    if not middle and not (head and tail):
        return left + right
    # No passage with three tenths of its characters changed is longer than this.
    most = len(middle) * 3 // 2 + 16
    if head and not tail:
        between = between[:most]
    elif tail and not head:
        between = between[-most:]
    if len(middle) * len(between) > MOST_CELLS:
        return left + _by_edits(middle, between, bool(head), bool(tail)) + right
    choices, last = _table(middle, between, open_start=not head, open_end=not tail)
    return left + _trace(middle, between, choices, last, open_start=not head) + right


def _pinned(mine: list[str], other: list[str]) -> tuple[int, int]:
    """Return how many words at the start of `mine` stand in `other`, and where; (0, 0) unless they stand once."""
    if len(mine) < _PIN:
        return 0, 0
    first = mine[:_PIN]
    places = [at for at, word in enumerate(other) if word == first[0] and other[at : at + _PIN] == first]
    if len(places) != 1:
        return 0, 0
    size, at = _PIN, places[0]
    while size < len(mine) and at + size < len(other) and mine[size] == other[at + size]:
        size += 1
    return size, at


def _table(
    excerpt: list[Token], source: list[Token], *, open_start: bool, open_end: bool
) -> tuple[list[bytearray], int]:
    """Return the choice at every pair of words, and the column where the cheapest pairing ends."""
    words = [token.text for token in source]
    sizes = [len(word) for word in words]
    above = [0] if open_start else list(accumulate(sizes, lambda total, size: total + size + 1, initial=0))
    if open_start:
        above *= len(words) + 1
    choices = []
    for token in excerpt:
        word, size = token.text, len(token.text)
        row = bytearray(len(words) + 1)
        row[0] = _EXCERPT
        left = above[0] + size + _ADDED
        here = [left]
        for column, other in enumerate(words):
            wide = sizes[column]
            if other == word:
                both = above[column]
            elif other in word or word in other:
                both = above[column] + (size - wide if size > wide else wide - size)
            else:
                both = above[column] + (size if size > wide else wide) + 2
            lost = above[column + 1] + size + _ADDED
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
    return choices, min(range(len(above)), key=above.__getitem__) if open_end else len(words)


def _trace(
    excerpt: list[Token], source: list[Token], choices: list[bytearray], column: int, *, open_start: bool
) -> list[Pair]:
    pairs: list[Pair] = []
    row = len(excerpt)
    while row or (column and not open_start):
        choice = choices[row - 1][column] if row else _SOURCE
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


def _by_edits(excerpt: list[Token], source: list[Token], start: bool, end: bool) -> list[Pair]:
    """Return the pairing of passages too long for the table, by fewest edits; what is left over at open ends goes."""
    from rapidfuzz.distance import Levenshtein

    pairs: list[Pair] = []
    for block in Levenshtein.opcodes([token.text for token in excerpt], [token.text for token in source]):
        ours, theirs = excerpt[block.src_start : block.src_end], source[block.dest_start : block.dest_end]
        pairs.extend(Pair(*pair) for pair in zip_longest(ours, theirs))
    same = [at for at, pair in enumerate(pairs) if pair.same]
    if same and not start:
        pairs = _beside(pairs[: same[0]], last=True) + pairs[same[0] :]
    if same and not end:
        after = len(pairs) - next(at for at, pair in enumerate(reversed(pairs)) if pair.same)
        pairs = pairs[:after] + _beside(pairs[after:], last=False)
    return pairs


def _beside(pairs: list[Pair], *, last: bool) -> list[Pair]:
    """Return the words of the excerpt at an open end, each beside the word of the source next to what agrees."""
    ours = [pair.excerpt for pair in pairs if pair.excerpt is not None]
    theirs: list[Token | None] = [pair.source for pair in pairs if pair.source is not None]
    missing: list[Token | None] = [None] * max(0, len(ours) - len(theirs))
    if not ours:
        return []
    return list(map(Pair, ours, missing + theirs[-len(ours) :] if last else theirs[: len(ours)] + missing))
