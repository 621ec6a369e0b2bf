"""Half-open ranges of flat text, sorted and apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

Range = tuple[int, int]


def merged(ranges: Iterable[Range]) -> list[Range]:
    """Return `ranges` sorted, with those that overlap joined and empty ones left out."""
    out: list[Range] = []
    for at, to in sorted(ranges):
        if out and at < out[-1][1]:
            if to > out[-1][1]:
                out[-1] = (out[-1][0], to)
        elif at < to:
            out.append((at, to))
    return out


def overlapping(ranges: list[Range], at: int, to: int) -> list[Range]:
    """Return those of `ranges`, sorted and apart, that share a character with the one from `at` to before `to`."""
    if not ranges:
        return ranges
    first = bisect_right(ranges, (at, at))
    if first and ranges[first - 1][1] > at:
        first -= 1
    return ranges[first : bisect_left(ranges, (to, to))]


def within(ranges: list[Range], at: int, to: int) -> list[Range]:
    """Return those of `ranges`, sorted and apart, that lie wholly between, counted from `at`."""
    if not ranges:
        return []
    return [(start - at, end - at) for start, end in overlapping(ranges, at, to) if start >= at and end <= to]
