"""A leaf while its inline events are being written into it."""

from __future__ import annotations

import re
from typing import Any

from gnut.text.markdown.leaf import HIDDEN, Classed, Code, Leaf, Link, Note, Piece
from gnut.text.patterns import lazy

_LONG = 1024
"""Characters of a run beyond ASCII that are kept as one piece, so that offsets inside are told quickly."""

_ORNATE = {ord("❝"): "“", ord("❞"): "”"}
"""Ornate marks quote as plain ones do."""

_Q = lazy(r"<(/?)q(?:\s[^<>]*+)?+>\Z", re.IGNORECASE)


class Draft:
    """A leaf that is being written."""

    def __init__(self, kind: str, start: int, fields: dict[str, Any]) -> None:
        """Begin a leaf at byte `start`; `fields` say what it stands in."""
        self.kind = kind
        self.start = self.end = start
        self._fields = fields
        self.parts: list[str] = []
        self.masks: list[str] = []
        self.length = 0
        self._even = False
        self.pieces: list[Piece] = []
        self.links: list[Link] = []
        self.notes: list[Note] = []
        self.codes: list[Code] = []
        self.classed: list[Classed] = []

    def add(self, text: str, start: int, end: int, plain: bool, hidden: bool = False) -> None:
        """Append flat text that stands for the bytes from `start` to before `end`."""
        if not text:
            return
        if plain and len(text) > _LONG and len(text) != end - start:
            for at in range(0, len(text), _LONG):
                part = text[at : at + _LONG]
                size = len(part.encode())
                self._append(part, start, start + size, True, hidden)
                start += size
            return
        self._append(text, start, end, plain, hidden)

    def _append(self, text: str, start: int, end: int, plain: bool, hidden: bool) -> None:
        last = self.pieces[-1] if self.pieces else None
        # One byte a sign on both sides: offsets stay sums, so one piece tells them all.
        if plain and self._even and last is not None and last.end == start and len(text) == end - start:
            self.pieces[-1] = Piece(last.at, last.start, end, True)
        else:
            self.pieces.append(Piece(self.length, start, end, plain))
            self._even = plain and len(text) == end - start
        self.parts.append(text)
        self.masks.append(_hidden(text) if hidden else text.translate(_ORNATE))
        self.length += len(text)
        self.end = max(self.end, end)

    def code(self, text: str, start: int, end: int, kind: str, raw: str) -> None:
        """Append text that is no prose."""
        self.codes.append(Code(self.length, self.length + len(text), start, end, kind, raw))
        self.add(text, start, end, False, hidden=True)

    def leaf(self) -> Leaf:
        """Return the finished leaf."""
        return Leaf(
            kind=self.kind,
            start=self.start,
            end=self.end,
            text="".join(self.parts),
            masked="".join(self.masks),
            pieces=tuple(self.pieces),
            offsets=tuple(piece.at for piece in self.pieces),
            links=tuple(sorted(self.links, key=lambda link: (link.at, link.start))),
            notes=tuple(self.notes),
            codes=tuple(self.codes),
            classed=tuple(sorted(self.classed)),
            **self._fields,
        )


def _hidden(text: str) -> str:
    """Return what stands in the masked text for what is no prose; the tags of `<q>` are quotation marks."""
    found = _Q.match(text)
    if found is None:
        return HIDDEN * len(text)
    rest = HIDDEN * (len(text) - 1)
    return "”" + rest if found.group(1) else rest + "“"
