"""Lead a span of a rewritten text back to the text it was made from."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable

from gnut.model import Span

Edit = tuple[int, int, str]
"""Replace old text `[start, end)` by a string: the edits of one text come in order and never overlap."""

BLOCK = 2048
"""Characters counted at once by `Squeezed`; the tail of a look-up reads at most this many."""


class Cuts:
    """Break points between a text and its rewriting: one entry an edit, none for what stayed."""

    __slots__ = ("_new_ends", "_new_starts", "_old_ends", "_old_starts")

    def __init__(self) -> None:
        """Start without an edit: every position leads to itself."""
        self._new_starts = array("q")
        self._new_ends = array("q")
        self._old_starts = array("q")
        self._old_ends = array("q")

    def add(self, old_start: int, old_end: int, new_start: int, new_end: int) -> None:
        """Note that `[old_start, old_end)` became `[new_start, new_end)`."""
        self._old_starts.append(old_start)
        self._old_ends.append(old_end)
        self._new_starts.append(new_start)
        self._new_ends.append(new_end)

    def __len__(self) -> int:
        """Return how many edits there are."""
        return len(self._new_starts)

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return the old span of the non-empty new span `[start, end)`.

        What was dropped at either side stays outside; a character that was made from
        several, or one of several made from one, brings all of its old characters.
        """
        return self._old_start(start), self._old_end(end - 1)

    def _old_start(self, position: int) -> int:
        at = bisect_right(self._new_starts, position) - 1
        if at < 0:
            return position
        if position < self._new_ends[at]:
            return self._old_starts[at]
        return position - self._new_ends[at] + self._old_ends[at]

    def _old_end(self, position: int) -> int:
        at = bisect_right(self._new_starts, position) - 1
        if at < 0:
            return position + 1
        if position < self._new_ends[at]:
            return self._old_ends[at]
        return position - self._new_ends[at] + self._old_ends[at] + 1

    def forward(self, position: int) -> int:
        """Return where old `position` stands in the new text; inside an edit, where the edit starts."""
        at = bisect_right(self._old_starts, position) - 1
        if at < 0:
            return position
        if position < self._old_ends[at]:
            return self._new_starts[at]
        return position - self._old_ends[at] + self._new_ends[at]


class Form:
    """A normal form of a stored text, with the way back."""

    __slots__ = ("_cuts", "_parent", "text")

    def __init__(self, text: str, cuts: Cuts | None = None, parent: Form | None = None) -> None:
        """Hold `text`, made from `parent` (the stored text itself if None) by the edits `cuts`."""
        self.text = text
        self._cuts = cuts if cuts else None
        self._parent = parent

    def origin(self, start: int, end: int) -> Span:
        """Return the span of the stored text that the non-empty `[start, end)` was made from."""
        if self._cuts is not None:
            start, end = self._cuts.back(start, end)
        if self._parent is not None:
            return self._parent.origin(start, end)
        return Span(start, end)

    def forward(self, position: int) -> int:
        """Return where `position` of the stored text stands in this form."""
        if self._parent is not None:
            position = self._parent.forward(position)
        return position if self._cuts is None else self._cuts.forward(position)


class Squeezed:
    """A form without some of its characters, with counts every `BLOCK` instead of a map.

    Blanks are a sixth of a text: noting each would cost more than everything else, and
    only a hit ever asks where it stands.
    """

    __slots__ = ("_kept", "_parent", "dropped", "text")

    def __init__(self, parent: Form, dropped: str) -> None:
        """Take every character of `dropped` out of `parent`."""
        text = parent.text
        for sign in dropped:
            text = text.replace(sign, "")
        self.text = text
        self._parent = parent
        self.dropped = dropped
        self._kept: array[int] | None = None

    def origin(self, start: int, end: int) -> Span:
        """Return the span of the stored text that the non-empty `[start, end)` was made from."""
        return self._parent.origin(self._old(start), self._old(end - 1) + 1)

    def reading(self, start: int, end: int) -> str:
        """Return the non-empty `[start, end)` with what was taken out."""
        return self._parent.text[self._old(start) : self._old(end - 1) + 1]

    def _count(self, start: int, end: int) -> int:
        return sum(self._parent.text.count(sign, start, end) for sign in self.dropped)

    def _old(self, position: int) -> int:
        kept = self._counts()
        block = bisect_right(kept, position) - 1
        left = position - kept[block]
        start, size = block * BLOCK, BLOCK
        while size > 16:
            size //= 2
            here = size - self._count(start, start + size)
            if left >= here:
                left -= here
                start += size
        text = self._parent.text
        while left or text[start] in self.dropped:
            left -= text[start] not in self.dropped
            start += 1
        return start

    def _counts(self) -> array[int]:
        if self._kept is None:
            kept = array("q", [0])
            for start in range(0, len(self._parent.text), BLOCK):
                end = min(start + BLOCK, len(self._parent.text))
                kept.append(kept[-1] + end - start - self._count(start, end))
            self._kept = kept
        return self._kept


def rewrite(text: str, edits: Iterable[Edit]) -> tuple[str, Cuts]:
    """Return `text` with `edits` done, and the break points that lead back."""
    cuts = Cuts()
    pieces: list[str] = []
    done = length = 0
    for start, end, replacement in edits:
        pieces.append(text[done:start])
        pieces.append(replacement)
        length += start - done
        cuts.add(start, end, length, length + len(replacement))
        length += len(replacement)
        done = end
    pieces.append(text[done:])
    return "".join(pieces), cuts
