"""Which regular expressions a profile may bring: a subset whose worst case can be counted.

A profile is a file from anywhere, and Python's matcher backtracks. So a pattern is parsed here before it is
compiled, and refused when the number of ways in which it could try to match from one place is over a
limit. Repetition stands on single characters only, and there are no look-arounds, no back references.
"""

from __future__ import annotations

from gnut.text.patterns import lazy

LONGEST = 1000
"""Characters of one pattern."""

MOST_WAYS = 2000
"""Ways to try from one place; a repetition without an end counts as `ENDLESS`."""

ENDLESS = 500
MOST_REPEATED = 200
DEEPEST = 8

_COUNT = lazy(r"\{(\d{1,3})(?:(,)(\d{0,3}))?\}")
_ESCAPED = frozenset("bBdDsSwW") | frozenset("\\^$.|?*+()[]{}-/'\"#&~<>=!,:;%@`_ ")
_IN_CLASS = frozenset("dDsSwW") | frozenset("\\^$.|?*+()[]{}-/'\"#&~<>=!,:;%@`_ ")


class Unfit(Exception):
    """A pattern outside the subset; the message says what is wrong and where."""


def ways(pattern: str) -> int:
    """Return in how many ways a pattern could be tried from one place, at most.

    Raises:
        Unfit: It is longer than 1,000 characters, outside the subset, or has more than 2,000 ways.
    """
    if len(pattern) > LONGEST:
        raise Unfit(f"longer than {LONGEST} characters")
    reader = _Pattern(pattern)
    found = reader.choices(0)
    if reader.at < len(pattern):
        raise Unfit(f"unbalanced ) at character {reader.at + 1}")
    if found > MOST_WAYS:
        raise Unfit(
            f"could be tried in {found:,} ways from each place, the limit is {MOST_WAYS:,}: bound its repetitions"
        )
    return found


class _Pattern:
    """A recursive descent over one pattern; its depth is limited."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def choices(self, depth: int) -> int:
        """Return the ways of alternatives, up to a closing bracket or the end."""
        if depth > DEEPEST:
            raise Unfit(f"groups stand more than {DEEPEST} deep")
        total = self.sequence(depth)
        while self.peek() == "|":
            self.at += 1
            total += self.sequence(depth)
        return total

    def sequence(self, depth: int) -> int:
        """Return the ways of items one after the other."""
        product = 1
        while (sign := self.peek()) and sign not in "|)":
            if sign == "(":
                product *= self.group(depth)
            else:
                product *= self.repeated(self.single())
            # The exact figure is of no use once it is over every limit.
            product = min(product, 10**9)
        return product

    def group(self, depth: int) -> int:
        """Return the ways of a group, which may be optional but not repeated."""
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
            found += 1
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

    def repeated(self, item: str) -> int:
        """Return the ways of a single item with what follows it: `?`, `*`, `+`, `{m,n}`, also lazy."""
        found = 1
        counted = _COUNT.match(self.pattern, self.at)
        if counted is not None:
            low, comma, high = counted.groups()
            most = int(high) if high else ENDLESS if comma else int(low)
            if int(low) > most or int(low) > MOST_REPEATED or (high and most > MOST_REPEATED):
                raise Unfit(f"the repetition at character {self.at + 1} is not from 0 to {MOST_REPEATED}")
            found, self.at = most - int(low) + 1, counted.end()
        elif (sign := self.peek()) and sign in "*+?":
            # Blanks are folded before anything is matched: there is never more than one.
            blank = item in (r"\s", " ")
            found = 2 if sign == "?" or (blank and sign == "*") else 1 if blank else ENDLESS
            self.at += 1
        else:
            return 1
        if self.peek() == "?":
            self.at += 1
        if self.peek() in ("*", "+", "?") or _COUNT.match(self.pattern, self.at):
            raise Unfit(f"a repetition is repeated at character {self.at + 1}")
        return found

    def peek(self) -> str:
        """Return the next character, empty at the end."""
        return self.pattern[self.at : self.at + 1]
