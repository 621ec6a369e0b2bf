"""A leaf block as flat text, with the way back to the report's bytes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

HIDDEN = "\ufffc"
"""Stands in `Leaf.masked` for every character that is no prose: code, maths, HTML, images, footnote marks."""


class Piece(NamedTuple):
    """A run of flat text that comes from one run of bytes."""

    at: int
    """First character in the flat text."""

    start: int
    """First byte in the report."""

    end: int
    """Byte after the last."""

    plain: bool
    """True when the bytes are the characters' own UTF-8, so that offsets inside can be told."""


class Link(NamedTuple):
    """A link as the parser sees it."""

    at: int
    to: int
    """Range of its label in the flat text."""

    start: int
    end: int
    """Range of the whole link in bytes."""

    form: str
    """`inline | reference | collapsed | shortcut | autolink | email | html`."""

    address: str
    title: str
    name: str
    """Label of the definition it uses; empty for inline links."""

    image_only: bool
    """Whether the label holds an image and no word."""


class Note(NamedTuple):
    """A mark that calls a footnote."""

    at: int
    to: int
    start: int
    end: int
    name: str


class Code(NamedTuple):
    """A range of flat text that is no prose."""

    at: int
    to: int
    start: int
    end: int
    kind: str
    """`code | html | comment | image | maths`."""

    raw: str


class Classed(NamedTuple):
    """A range of flat text in an element with classes."""

    at: int
    to: int
    names: tuple[str, ...]


class Leaf(Struct, frozen=True):
    """A paragraph, heading, cell or stretch of HTML text, inline markup resolved."""

    kind: str
    """`paragraph | heading | head_cell | cell | caption`."""

    start: int
    end: int
    text: str
    """Flat text: what a reader sees plus raw comments and tags; soft line ends are `\\n`, forced ones `\\x0b`."""

    masked: str
    """`text` with everything that is no prose replaced by `HIDDEN`, character for character."""

    pieces: tuple[Piece, ...]
    offsets: tuple[int, ...]
    """`at` of each piece, for bisection."""

    links: tuple[Link, ...]
    notes: tuple[Note, ...]
    codes: tuple[Code, ...]
    quote: int
    """Number of the outermost block quote it stands in, from 1; 0 outside any."""

    alert: bool
    """Whether that block quote is an alert (`> [!NOTE]`)."""

    item: int
    """Number of the innermost list item, from 1; 0 outside any."""

    list: int
    """Number of the innermost list, from 1; 0 outside any."""

    ordinal: int | None
    """Rendered number of an ordered item, on its first leaf only."""

    row: int
    """Number of the table row, from 1; 0 outside any."""

    footnote: str | None
    level: int
    """Level of a heading; 0 otherwise."""

    containers: tuple[int, ...]
    """Numbers of the open containers (`<div>`, `:::`) it stands in."""

    cite: str | None
    """Address of the `<blockquote cite>` it stands in."""

    classed: tuple[Classed, ...]
    """Ranges that stand in an element with classes: the block itself, or a part of its text; sorted."""

    def byte(self, at: int) -> int:
        """Return the first byte of the flat character at `at`."""
        if not self.pieces:
            return self.start
        index = max(0, bisect_right(self.offsets, at) - 1)
        piece = self.pieces[index]
        if at <= piece.at:
            return piece.start
        if not piece.plain:
            return piece.start if at < self._to(index) else piece.end
        return min(piece.end, piece.start + self._size(piece, index, at))

    def plain(self, at: int, to: int) -> bool:
        """Return whether a range of flat text stands in the report as it is, but for where its lines begin."""
        first = max(0, bisect_right(self.offsets, at) - 1)
        last = bisect_right(self.offsets, max(at, to - 1))
        inside = self.pieces[first:last]
        return all(
            after.start == before.end or self.text[after.at - 1 : after.at] in ("\n", "\x0b")
            for before, after in pairwise(inside)
        )

    def byte_end(self, to: int) -> int:
        """Return the byte after the flat character before `to`."""
        if to <= 0 or not self.pieces:
            return self.start
        index = max(0, bisect_right(self.offsets, to - 1) - 1)
        piece = self.pieces[index]
        if not piece.plain:
            return piece.end
        return min(piece.end, piece.start + self._size(piece, index, to))

    def flat(self, byte: int) -> int:
        """Return the flat offset of the character that holds `byte`, or of the next one."""
        low, high = 0, len(self.pieces)
        while low < high:
            middle = (low + high) // 2
            if self.pieces[middle].end <= byte:
                low = middle + 1
            else:
                high = middle
        if low == len(self.pieces):
            return len(self.text)
        piece = self.pieces[low]
        if byte <= piece.start:
            return piece.at
        if not piece.plain:
            return self._to(low)
        to = self._to(low)
        if piece.end - piece.start == to - piece.at:
            return piece.at + byte - piece.start
        encoded = self.text[piece.at : to].encode()
        return piece.at + len(encoded[: byte - piece.start].decode("utf-8", "ignore"))

    def links_between(self, at: int, to: int) -> tuple[Link, ...]:
        """Return the links whose label begins in a range of flat text."""
        return self.links[bisect_left(self.links, at, key=_at) : bisect_left(self.links, to, key=_at)]

    def codes_between(self, at: int, to: int) -> tuple[Code, ...]:
        """Return what is no prose in a range of flat text."""
        return self.codes[bisect_left(self.codes, at, key=_at) : bisect_left(self.codes, to, key=_at)]

    def _size(self, piece: Piece, index: int, to: int) -> int:
        """Return how many bytes the piece's characters before `to` take."""
        if piece.end - piece.start == self._to(index) - piece.at:
            return to - piece.at
        return len(self.text[piece.at : to].encode())

    def _to(self, index: int) -> int:
        return self.pieces[index + 1].at if index + 1 < len(self.pieces) else len(self.text)


def _at(one: Link | Code) -> int:
    return one.at
