"""Lines of a report as a terminal shows them: wide characters, escapes, and a window around the caret."""

from __future__ import annotations

import unicodedata

from msgspec import Struct

from gnut.formats.escape import pieces
from gnut.text.patterns import lazy

ENDS = lazy(r"\r\n|\r|\n")
"""What ends a line of a report; no other character does."""

_OPEN = "\"'“”„«‹「『《〈‘‚＂»›"
_CLOSING = lazy(r"[*_~`\s]{0,4}[\"'“”«»›‹」』》〉’＂]")
NEAR = 40
"""How far after its place an excerpt may begin: a marker comment starts with a keyword."""

LONGEST = 4000
"""Most characters of a citation that are marked."""

_MARKUP = frozenset("*_`\\~[]<>|")


class Extract(Struct, frozen=True):
    """A window of a line, and what stands under it."""

    text: str
    under: str


def width(text: str) -> int:
    """Return how many columns `text`, already escaped, takes on a terminal."""
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def extent(line: str, start: int, excerpt: str | None) -> int:
    """Return where what begins at `start` ends in `line`, both counted from 0.

    Args:
        line: The report's line as it stands in the file.
        start: First character of the excerpt, quotation mark included, else of the citation.
        excerpt: Words of the excerpt without markup; None for a citation without one.
    """
    if start >= len(line):
        return start + 1
    end = _excerpt_end(line, start, excerpt) if excerpt else _citation_end(line, start)
    return max(start + 1, min(end, len(line)))


def _excerpt_end(line: str, start: int, excerpt: str) -> int:
    at = line.find(excerpt, start, start + NEAR + len(excerpt))
    end = at + len(excerpt) if at >= 0 else _walk(line, start + (line[start] in _OPEN), "".join(excerpt.split()))
    if line[start] in _OPEN and (closing := _CLOSING.match(line, end)):
        return closing.end()
    return end


def _walk(line: str, at: int, letters: str) -> int:
    """Return where `letters` end, markup and blanks of the line skipped; where they part, if they do."""
    last = at
    for letter in letters:
        while at < len(line) and line[at] != letter and (line[at] in _MARKUP or line[at].isspace()):
            at += 1
        if at >= len(line) or line[at] != letter:
            return last
        at += 1
        last = at
    return last


_BARE = lazy(r"[^\s<>\"'“”)\]，。；、）】」》]+")


def _citation_end(line: str, start: int) -> int:
    if line[start] == "<":
        end = line.find(">", start)
        return end + 1 if end >= 0 else len(line)
    if line[start] in "[!":
        end = _bracketed(line, line.find("[", start), "[", "]")
        # `[1][2]` is a stack of markers far more often than a link whose text is a number.
        if line[start + 1 : end - 1].isdecimal() and line[end : end + 1] == "[":
            return end
        if end < len(line) and line[end] in "([":
            return _bracketed(line, end, line[end], ")" if line[end] == "(" else "]")
        return end
    found = _BARE.match(line, start)
    return found.end() if found else start + 1


def _bracketed(line: str, at: int, opening: str, closing: str) -> int:
    depth = 0
    for index in range(max(at, 0), min(len(line), at + LONGEST)):
        depth += (line[index] == opening) - (line[index] == closing)
        if depth == 0:
            return index + 1
    return min(len(line), at + LONGEST)


def extract(line: str, start: int, end: int, columns: int) -> Extract:
    """Return at most `columns` columns of `line` around [start, end), escaped, and carets under that range."""
    low = max(0, start - columns)
    high = min(end, start + columns) + columns
    shown = ["    " if piece == "\\t" else piece for piece in pieces(line[low:high].ljust(start + 1 - low))]
    widths = [width(piece) for piece in shown]
    left, right = _window(widths, start - low, end - low, columns)
    before = "… " if left + low > 0 else ""
    after = " …" if right + low < len(line) else ""
    pad = width(before) + sum(widths[left : start - low])
    carets = sum(widths[start - low : min(end - low, right)])
    return Extract(before + "".join(shown[left:right]).rstrip() + after, " " * pad + "^" * max(1, carets))


def _window(widths: list[int], start: int, end: int, columns: int) -> tuple[int, int]:
    """Return the range of characters to show: the marked ones first, then as much on each side as fits."""
    room = max(columns - 4, 16)
    if sum(widths) <= room + 4:
        return 0, len(widths)
    left = right = start
    used = 0
    while right < min(end, len(widths)) and used + widths[right] <= room:
        used += widths[right]
        right += 1
    share = (room - used) // 2
    back = 0
    while left > 0 and back + widths[left - 1] <= share:
        left -= 1
        back += widths[left]
    used += back
    while right < len(widths) and used + widths[right] <= room:
        used += widths[right]
        right += 1
    while left > 0 and used + widths[left - 1] <= room:
        left -= 1
        used += widths[left]
    return left, right
