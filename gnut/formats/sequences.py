"""What differs between two long sequences, in time that grows with their length and not with its square."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

SMALL = 64 * 64
"""Most pairs of items that are compared one with the other."""

DEEP = 24
"""Most times that a part is divided at its anchors."""


class Hunk(NamedTuple):
    """Items `[a:b]` of the first sequence stand where the second has `[c:d]`."""

    a: int
    b: int
    c: int
    d: int


def hunks(left: Sequence[str], right: Sequence[str]) -> list[Hunk]:
    """Return what differs, in order.

    What begins and ends alike is set aside; the rest is divided at items that stand once in each, in their longest
    common order (patience diff). A part without such items is compared in full if it is small, and taken to differ
    as a whole if it is not.
    """
    found: list[Hunk] = []
    waiting = [(Hunk(0, len(left), 0, len(right)), 0)]
    while waiting:
        part, depth = waiting.pop()
        part = _trimmed(left, right, part)
        if part.a == part.b or part.c == part.d:
            if part.a < part.b or part.c < part.d:
                found.append(part)
            continue
        if part.b - part.a == 1 == part.d - part.c:
            found.append(part)
            continue
        divided = _divided(left, right, part) if depth < DEEP else []
        if divided:
            waiting.extend((each, depth + 1) for each in divided)
        elif (part.b - part.a) * (part.d - part.c) <= SMALL:
            found.extend(_compared(left, right, part))
        else:
            found.append(part)
    return sorted(found)


def _trimmed(left: Sequence[str], right: Sequence[str], part: Hunk) -> Hunk:
    a, b, c, d = part
    while a < b and c < d and left[a] == right[c]:
        a, c = a + 1, c + 1
    while a < b and c < d and left[b - 1] == right[d - 1]:
        b, d = b - 1, d - 1
    return Hunk(a, b, c, d)


def _divided(left: Sequence[str], right: Sequence[str], part: Hunk) -> list[Hunk]:
    """Return the parts between the anchors; none when there is no anchor."""
    ours, theirs = Counter(left[part.a : part.b]), Counter(right[part.c : part.d])
    once = {item for item, count in ours.items() if count == 1 and theirs[item] == 1}
    if not once:
        return []
    where = {right[at]: at for at in range(part.c, part.d) if right[at] in once}
    pairs = [(at, where[left[at]]) for at in range(part.a, part.b) if left[at] in once]
    parts, a, c = [], part.a, part.c
    for at, to in _rising(pairs):
        if a < at or c < to:
            parts.append(Hunk(a, at, c, to))
        a, c = at + 1, to + 1
    return [*parts, Hunk(a, part.b, c, part.d)]


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs, whose firsts rise, in which the seconds rise as well."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        at = bisect_left(tails, value)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            ends.append(index)
        else:
            tails[at], ends[at] = value, index
    run: list[tuple[int, int]] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        run.append(pairs[index])
        index = before[index]
    return run[::-1]


def _compared(left: Sequence[str], right: Sequence[str], part: Hunk) -> list[Hunk]:
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, left[part.a : part.b], right[part.c : part.d], autojunk=False)
    return [
        Hunk(part.a + a, part.a + b, part.c + c, part.c + d)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
