"""Where a byte stands in a report: its line and column."""

from __future__ import annotations

from bisect import bisect_right

from gnut.model import Place
from gnut.text.patterns import lazy

_LINE_END = lazy(rb"\r\n|\r|\n")
_CONTINUATION = bytes(range(0x80, 0xC0))
_STEP = 4096
"""Bytes between two counted columns, so that a report of one line is not counted anew for every place."""


class Lines:
    """Line and column of every byte of a report.

    Only LF, CRLF and CR end a line: a form feed or U+2028 is a character like any other, as in editors.
    A byte order mark belongs to no column.
    """

    def __init__(self, body: bytes) -> None:
        """Read where the lines of `body` begin."""
        self._body = body
        self._bom = 3 if body.startswith(b"\xef\xbb\xbf") else 0
        starts = [0, *(m.end() for m in _LINE_END.finditer(body))]
        if len(starts) > 1 and starts[-1] == len(body):
            starts.pop()
        self.starts = starts
        self.count = len(starts) if body else 0
        self._ascii = body.isascii()
        self._counted = [0]
        for at in range(0, len(body), _STEP):
            self._counted.append(self._counted[-1] + len(body[at : at + _STEP].translate(None, _CONTINUATION)))

    def line(self, at: int) -> int:
        """Return the index, from 0, of the line that holds byte `at`."""
        return bisect_right(self.starts, at) - 1

    def place(self, start: int, end: int) -> Place:
        """Return the place of the bytes from `start` to before `end`."""
        line = self.line(start)
        column = self._characters(start) - self._characters(self.starts[line]) + 1
        if line == 0 and self._bom and column > 1:
            column -= 1
        return Place(start, end, line + 1, column)

    def where(self, place: Place) -> str:
        """Return `line 3`."""
        return f"line {place.line}"

    def _characters(self, at: int) -> int:
        if self._ascii:
            return at
        block = at // _STEP
        return self._counted[block] + len(self._body[block * _STEP : at].translate(None, _CONTINUATION))
