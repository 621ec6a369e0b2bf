"""Which regular expressions a profile may bring: a subset whose worst case can be counted.

A profile is a file from anywhere, and Python's matcher backtracks. So a pattern is parsed here before it is
compiled, and refused when the steps that it could take from one place are over a limit. Repetition stands
on single characters only, and there are no look-arounds, no back references. What all patterns of a
profile take over a whole report is bounded by `gnut.arena.core.vocabulary`.
"""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.patterns import lazy

LONGEST = 1000
"""Characters of one pattern."""

MOST_STEPS = 20_000
"""Single characters that one pattern may compare from one place; a repetition without an end counts as `ENDLESS`."""

ENDLESS = 2000
"""Characters that an endless repetition could take: those of the longest sentence that a profile may ask for."""

_HEAD = 8
"""Characters at the beginning of a pattern that tell where it is worth counting."""

_UNCOUNTED = 10**9
"""The exact figure is of no use once it is over every limit."""

MOST_REPEATED = 200
DEEPEST = 8

_COUNT = lazy(r"\{(\d{1,3})(?:(,)(\d{0,3}))?\}")
_ESCAPED = frozenset("bBdDsSwW") | frozenset("\\^$.|?*+()[]{}-/'\"#&~<>=!,:;%@`_ ")
_IN_CLASS = frozenset("dDsSwW") | frozenset("\\^$.|?*+()[]{}-/'\"#&~<>=!,:;%@`_ ")


class Unfit(Exception):
    """A pattern outside the subset; the message says what is wrong and where."""


class Part(NamedTuple):
    """What a part of a pattern may cost from one place, at most, and how it begins."""

    ways: int
    """Ends at which it could match, so that what follows is tried as often."""

    steps: int
    """Characters that are compared for all of them."""

    firsts: tuple[str, ...]
    """Patterns of a few characters, one of which matches where a match with any characters begins."""

    empty: bool
    """Whether it could match without a character."""


class Vetted(NamedTuple):
    """A pattern of the subset."""

    steps: int
    """What it could cost from one place."""

    head: str
    """A pattern that matches where that could be spent, without a length; from any other place it is one step.
    Empty where it could be anywhere."""


def vetted(pattern: str) -> Vetted:
    """Return what a pattern could cost.

    Raises:
        Unfit: It is longer than 1,000 characters, outside the subset, or could take over 20,000 steps.
    """
    if len(pattern) > LONGEST:
        raise Unfit(f"longer than {LONGEST} characters")
    reader = _Pattern(pattern)
    found = reader.choices(0)
    if reader.at < len(pattern):
        raise Unfit(f"unbalanced ) at character {reader.at + 1}")
    if found.steps > MOST_STEPS:
        raise Unfit(
            f"could take {found.steps:,} steps from each place, the limit is {MOST_STEPS:,}: bound its repetitions"
        )
    if found.empty or not found.firsts:
        return Vetted(found.steps, "")
    # Only at the very beginning: `\\b` further on may belong to one alternative alone.
    word = r"\b" if pattern.startswith(r"\b") and reader.alternatives == 1 else ""
    return Vetted(found.steps, f"(?={word}(?:{'|'.join(sorted(set(found.firsts)))}))")


class _Pattern:
    """A recursive descent over one pattern; its depth is limited."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.alternatives = 0
        """Those of the whole pattern."""

    def choices(self, depth: int) -> Part:
        """Return the cost of alternatives, up to a closing bracket or the end."""
        if depth > DEEPEST:
            raise Unfit(f"groups stand more than {DEEPEST} deep")
        found = self.sequence(depth)
        self.alternatives += depth == 0
        while self.peek() == "|":
            self.at += 1
            one = self.sequence(depth)
            self.alternatives += depth == 0
            ways, steps = min(found.ways + one.ways, _UNCOUNTED), min(found.steps + one.steps, _UNCOUNTED)
            found = Part(ways, steps, found.firsts + one.firsts, found.empty or one.empty)
        return found

    def sequence(self, depth: int) -> Part:
        """Return the cost of items one after the other: each is tried in every way to get there."""
        ways, steps, empty = 1, 1, True
        firsts: tuple[str, ...] = ()
        head = 0
        while (sign := self.peek()) and sign not in "|)":
            one = self.group(depth) if sign == "(" else self.repeated(self.single())
            if empty:
                firsts, head = firsts + one.firsts, 1 if len(firsts + one.firsts) == 1 and not one.empty else _HEAD
            elif head < _HEAD and sign != "(" and ways == one.ways == 1 and one.firsts and not one.empty:
                firsts, head = (firsts[0] + one.firsts[0],), head + 1
            else:
                head = _HEAD
            steps = min(steps + ways * one.steps, _UNCOUNTED)
            ways = min(ways * one.ways, _UNCOUNTED)
            empty = empty and one.empty
        return Part(ways, steps, firsts, empty)

    def group(self, depth: int) -> Part:
        """Return the cost of a group, which may be optional but not repeated."""
        opened = self.at
        self.at += 1
        if self.peek() == "?":
            if not self.pattern.startswith("?:", self.at):
                raise Unfit(f"only plain groups and (?:…) are taken, not what stands at character {opened + 1}")
            self.at += 2
        found = self.choices(depth + 1)
        if self.peek() != ")":
            raise Unfit(f"the group at character {opened + 1} is not closed")
        self.at += 1
        if self.peek() == "?":
            self.at += 1
            found = Part(found.ways + 1, found.steps + 1, found.firsts, empty=True)
        if self.peek() in ("*", "+", "?") or _COUNT.match(self.pattern, self.at):
            raise Unfit(f"the group at character {opened + 1} is repeated: repeat single characters only")
        return found

    def single(self) -> str:
        """Read one character, class or escape, and return it as written."""
        start = self.at
        sign = self.pattern[start]
        if sign in "*+?":
            raise Unfit(f"nothing to repeat at character {start + 1}")
        if sign == "[":
            self.klass()
        elif sign == "\\":
            self.escape(_ESCAPED)
        elif sign == "{":
            raise Unfit(f"what stands at character {start + 1} is no repetition: write \\{{ for the sign")
        else:
            self.at += 1
        return self.pattern[start : self.at]

    def escape(self, allowed: frozenset[str]) -> None:
        """Read an escape."""
        if self.pattern[self.at + 1 : self.at + 2] not in allowed or self.at + 1 == len(self.pattern):
            raise Unfit(f"the escape at character {self.at + 1} is not taken")
        self.at += 2

    def klass(self) -> None:
        """Read a class `[…]`."""
        opened = self.at
        self.at += 1
        if self.peek() == "^":
            self.at += 1
        first = True
        while (sign := self.peek()) != "]" or first:
            if not sign:
                raise Unfit(f"the class at character {opened + 1} is not closed")
            if sign in "[&~|" and self.pattern[self.at + 1 : self.at + 2] in (sign, ":"):
                raise Unfit(f"the set at character {self.at + 1} is not taken")
            first = False
            if sign == "\\":
                self.escape(_IN_CLASS)
            else:
                self.at += 1
        self.at += 1

    def repeated(self, item: str) -> Part:
        """Return the cost of a single item with what follows it: `?`, `*`, `+`, `{m,n}`, also lazy."""
        low = most = 1
        counted = _COUNT.match(self.pattern, self.at)
        if counted is not None:
            least, comma, high = counted.groups()
            low, most = int(least), int(high) if high else ENDLESS if comma else int(least)
            if low > most or low > MOST_REPEATED or (high and most > MOST_REPEATED):
                raise Unfit(f"the repetition at character {self.at + 1} is not from 0 to {MOST_REPEATED}")
            self.at = counted.end()
        elif (sign := self.peek()) and sign in "*+?":
            # Blanks are folded before anything is matched: there is never more than one.
            low, most = sign == "+", 1 if sign == "?" or item in (r"\s", " ") else ENDLESS
            self.at += 1
        else:
            return _part(item, 1, 1)
        if self.peek() == "?":
            self.at += 1
        if self.peek() in ("*", "+", "?") or _COUNT.match(self.pattern, self.at):
            raise Unfit(f"a repetition is repeated at character {self.at + 1}")
        return _part(item, low, most)

    def peek(self) -> str:
        """Return the next character, empty at the end."""
        return self.pattern[self.at : self.at + 1]


def _part(item: str, low: int, most: int) -> Part:
    """Return the cost of a character, class or escape that stands from `low` to `most` times."""
    if item in (r"\b", r"\B", "^", "$"):
        return Part(most - low + 1, most, (), empty=True)
    # A class beyond ASCII may be gone through sign by sign.
    one = 1 if item.isascii() else len(item)
    return Part(most - low + 1, max(1, most * one), (item,), empty=low == 0)
