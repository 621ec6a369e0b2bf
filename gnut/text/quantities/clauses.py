"""The clause around a figure, and what of it says what the figure counts and of which year it is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gnut.text.patterns import lazy
from gnut.text.quantities.quantity import Quantity

_END = lazy(r"[;\n]|[.!?](?=\s|$)|,\s(?=(?:while|whereas|but|mientras|während|tandis)\b)")
_NOUN = lazy(
    r"[ \u00a0](?:(?:new|old|more|other|male|female|total|full-time|different|major|small|large)[ ])?"
    r"(?P<noun>[^\W\d_]{3,24})"
)
_NO_NOUN = frozenset(
    """the and for with from that this than were was are has have had per will who which when where while but not its
    their our his her into over under after before since during until between about around each all both more less
    fewer most least percent per points times million billion thousand und oder von mit für aus des der die das war
    wurde wurden ist sind et les des pour avec dans par sur est sont que los las del por con para son fue
    como""".split()
)
REACH = 240
"""Code points to either side in which a clause ends at the latest."""


def clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the clause around a place begins and ends."""
    first = max(0, start - REACH)
    for match in _END.finditer(text, first, start):
        first = match.end()
    found = _END.search(text, end, min(len(text), end + REACH))
    return first, found.start() if found else min(len(text), end + REACH)


def year(one: Quantity) -> str | None:
    """Return the year that a figure says, in digits; None of none."""
    if one.kind == "year":
        return format(one.values[0], "f")
    if one.kind == "date" and one.names[0][:4].isdigit():
        return one.names[0][:4]
    return None


def noun(text: str, one: Quantity) -> str | None:
    """Return the word right behind a plain number, when it may be what it counts."""
    if one.kind != "number" or "coordinate" in one.notes:
        return None
    found = _NOUN.match(text, one.span.end)
    if found is None or found["noun"].casefold() in _NO_NOUN:
        return None
    word = found["noun"].casefold()
    if word.endswith("ed") and not word.endswith("eed"):
        return None  # `602 received a placebo`
    return word.removesuffix("s") if len(word) > 3 else word


def between(figures: Sequence[Quantity], start: int, end: int) -> tuple[Quantity, ...]:
    """Return those of figures in the order of their text that stand between two places, found by halving."""
    first = bisect_left(figures, start, key=lambda each: each.span.start)
    last = bisect_right(figures, end, key=lambda each: each.span.start)
    return tuple(each for each in figures[first:last] if each.span.end <= end)
