"""Find the passage nearest to an excerpt that is not there, to explain the miss; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.text.anchor.align import Pair, align
from gnut.text.anchor.budget import Budget
from gnut.text.words import Token, has_bad, tokens

EDITS_IN_TEN = 3
"""A passage is near when at most this many tenths of the excerpt's characters must change (docs/anchoring.md)."""

SEED = 64
"""Longest seed: rapidfuzz compares up to 64 characters in one machine word, whatever the text (docs/quality.md)."""

SLICE = 100_000
"""Characters searched in one step of the budget; rapidfuzz cannot be interrupted."""

_CUTOFF = 70.0
_MOST_SEEDS = 6
_MOST_PIECES = 24
_MOST_PLACES = 256
_MOST_WINDOWS = 5


class Passage(Struct, frozen=True):
    """A stretch of a normal form of a source, laid beside an excerpt."""

    start: int
    end: int
    edits: int
    """Characters to change, add or take away between excerpt and passage."""

    pairs: tuple[Pair, ...]
    """Word by word; positions count in the normal forms of excerpt and source."""


class Located(Struct, frozen=True):
    """What the locator saw."""

    passage: Passage | None
    rivals: int
    """Other passages, worded otherwise, that are exactly as near."""

    gave_up: bool


def locate(text: str, wanted: str, budget: Budget) -> Located:
    """Return the passage of `text` nearest to `wanted`, if any is near; both are normal forms of one kind."""
    best = _nearest(text, wanted, _voted(text, wanted))
    if best.passage is None and not budget.is_spent():
        windows, gave_up = _similar(text, wanted, budget)
        best = _nearest(text, wanted, windows)
        return Located(best.passage, best.rivals, gave_up and best.passage is None)
    return best


def _nearest(text: str, wanted: str, windows: list[tuple[int, int]]) -> Located:
    passages = [passage for window in windows if (passage := _passage(text, wanted, *window)) is not None]
    if not passages:
        return Located(None, 0, False)
    best = min(passages, key=lambda passage: (passage.edits, passage.start))
    reading = text[best.start : best.end]
    rivals = {
        other
        for one in passages
        if one.edits == best.edits and (one.end <= best.start or best.end <= one.start)
        if (other := text[one.start : one.end]) != reading
    }
    return Located(best, len(rivals), False)


def _passage(text: str, wanted: str, start: int, end: int) -> Passage | None:
    """Return the best stretch of a window of the source, or None when it is not near."""
    from rapidfuzz.distance import Levenshtein

    start, end = _widened(text, start, end)
    excerpt, around = tokens(wanted), tokens(text[start:end])
    if not has_bad(text[start:end]) and not _shares(excerpt, around):
        return None
    pairs = [_moved(pair, start) for pair in align(excerpt, around)]
    ours = [pair.source for pair in pairs if pair.source is not None]
    if not ours:
        return None
    low = _with_signs(text, ours[0].start, wanted[: excerpt[0].start], before=True)
    high = _with_signs(text, ours[-1].end, wanted[excerpt[-1].end :], before=False)
    most = len(wanted) * EDITS_IN_TEN // 10
    edits = Levenshtein.distance(wanted, text[low:high], score_cutoff=most)
    return Passage(low, high, edits, tuple(pairs)) if edits <= most else None


def _shares(excerpt: list[Token], around: list[Token]) -> bool:
    """Return whether a window keeps enough words of the excerpt to be worth laying beside it."""
    there = {token.text for token in around}
    kept = sum(len(token.text) for token in excerpt if token.text in there)
    return kept * 4 >= sum(len(token.text) for token in excerpt)


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the window with whole words at its ends."""
    start, end = max(0, start), min(len(text), end)
    left = text.rfind(" ", max(0, start - 40), start)
    right = text.find(" ", end, end + 40)
    return (left + 1 if left >= 0 else start), (right if right >= 0 else end)


def _moved(pair: Pair, by: int) -> Pair:
    if pair.source is None:
        return pair
    return Pair(pair.excerpt, pair.source._replace(start=pair.source.start + by, end=pair.source.end + by))


def _with_signs(text: str, at: int, signs: str, *, before: bool) -> int:
    """Return `at` moved over the excerpt's outer punctuation, as far as the text has the same."""
    for sign in reversed(signs) if before else signs:
        here = text[at - 1 : at] if before else text[at : at + 1]
        if here != sign:
            break
        at += -1 if before else 1
    return at


def _voted(text: str, wanted: str) -> list[tuple[int, int]]:
    """Return the windows where most pieces of the excerpt stand letter for letter, the fullest first."""
    size = len(wanted)
    step = 16 if size >= 120 else 12 if size >= 60 else max(3, size // 5)
    offsets = list(range(0, max(1, size - step + 1), step))
    if len(offsets) > _MOST_PIECES:
        offsets = [offsets[number * len(offsets) // _MOST_PIECES] for number in range(_MOST_PIECES)]
    starts: list[tuple[int, int]] = []
    for offset in offsets:
        piece = wanted[offset : offset + step]
        at, tried = text.find(piece), 0
        while at >= 0 and tried < _MOST_PLACES:
            starts.append((at - offset, offset))
            tried += 1
            at = text.find(piece, at + step)
    starts.sort()
    # One piece of many stands by chance; what is near keeps more, or shows when seeds are compared.
    least = 2 if len(offsets) >= 6 else 1
    slack = size * EDITS_IN_TEN // 10 + step
    return [(low - slack, high + size + slack) for low, high in _crowds(starts, slack, least)]


def _crowds(starts: list[tuple[int, int]], slack: int, least: int) -> list[tuple[int, int]]:
    """Return the ranges of starts, `slack` wide and apart, that most different pieces vote for."""
    ranked: list[tuple[int, int, int]] = []
    seen: dict[int, int] = {}
    first = 0
    for start, offset in starts:
        seen[offset] = seen.get(offset, 0) + 1
        while starts[first][0] < start - slack:
            gone = starts[first][1]
            seen[gone] -= 1
            if not seen[gone]:
                del seen[gone]
            first += 1
        ranked.append((-len(seen), starts[first][0], start))
    ranked.sort()
    chosen: list[tuple[int, int]] = []
    most = -ranked[0][0] if ranked else 0
    for votes, low, high in ranked:
        if len(chosen) == _MOST_WINDOWS or -votes < least or -votes * 4 < most * 3:
            break
        if all(high + slack < other_low or low - slack > other_high for other_low, other_high in chosen):
            chosen.append((low, high))
    return chosen


def _similar(text: str, wanted: str, budget: Budget) -> tuple[list[tuple[int, int]], bool]:
    """Return windows that look like a seed of the excerpt, and whether the budget was spent before the end."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    slack = len(wanted) * EDITS_IN_TEN // 10 + 8
    found: list[tuple[float, int]] = []
    for offset, seed in _seeds(wanted):
        for start in range(0, len(text), SLICE):
            if not budget.spend():
                return _windows(found, len(wanted), slack), True
            here = partial_ratio_alignment(seed, text[start : start + SLICE + 2 * SEED], score_cutoff=_CUTOFF)
            if here is not None:
                found.append((-here.score, start + here.dest_start - offset))
    return _windows(found, len(wanted), slack), False


def _seeds(wanted: str) -> Iterator[tuple[int, str]]:
    """Yield up to six stretches of the excerpt, evenly spread, with their offsets."""
    count = min(_MOST_SEEDS, -(-len(wanted) // SEED))
    for number in range(count):
        offset = number * max(0, len(wanted) - SEED) // max(1, count - 1) if count > 1 else 0
        yield offset, wanted[offset : offset + SEED]


def _windows(found: list[tuple[float, int]], size: int, slack: int) -> list[tuple[int, int]]:
    chosen: list[int] = []
    for _, start in sorted(found):
        if len(chosen) < _MOST_WINDOWS and all(abs(start - other) > slack for other in chosen):
            chosen.append(start)
    return [(start - slack, start + size + 2 * slack) for start in chosen]
