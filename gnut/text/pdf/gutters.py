"""Find the gutters of a page: upright strips that no piece of text crosses, between pieces that stand side by side.

Pure; n log n in the pieces but for the strips open at once, which are bounded.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import NamedTuple

from msgspec import Struct

from gnut.text.pdf.pieces import Piece

LINES = 3
"""Lines on one side of a gutter, and of prose."""

MAX_OPEN = 12
"""Strips that may be gutters at the same time."""

NARROWEST = 0.5
"""Width of a gutter in heights of type; columns of hand-made pages stand a line apart, words a third."""

APART = 1.8
"""Distance of two rows, in lines, from which a head or foot stands apart."""

HEADS = 3
"""Rows of a head or foot."""

Rows = list[list[Piece]]


class Zone(NamedTuple):
    """What stands above, left, right of and below a gutter."""

    above: list[Piece]
    left: list[Piece]
    right: list[Piece]
    below: list[Piece]


def zone_of(pieces: list[Piece]) -> Zone | None:
    """Return what stands above, left, right of and below the tallest gutter; None when there is none."""
    rows = rows_of(pieces)
    strips = _gutters(rows)
    if not strips:
        return None
    strip = max(strips, key=lambda strip: (strip.top - strip.bottom, -strip.left))
    middle = (strip.left + strip.right) / 2
    first, last = _trimmed(rows, _extended(rows, strip), strip.bottom)
    inside = [piece for row in rows[first:last] for piece in row]
    left = [piece for piece in inside if piece.left + piece.right < 2 * middle]
    right = [piece for piece in inside if piece.left + piece.right >= 2 * middle]
    if not left or not right:
        return None
    above, below = rows[:first], rows[last:]
    return Zone([piece for row in above for piece in row], left, right, [piece for row in below for piece in row])


def _extended(rows: Rows, strip: _Strip) -> int:
    """Return the first row of those right above a strip that do not cross it either."""
    first = strip.top
    while first > 0 and all(piece.right <= strip.left or piece.left >= strip.right for piece in rows[first - 1]):
        first -= 1
    return first


def _trimmed(rows: Rows, first: int, last: int) -> tuple[int, int]:
    """Return the range of rows without outer ones that stand apart: heads and feet in two parts."""
    places = [centre(row[0]) for row in rows[first:last]]
    gaps = [one - other for one, other in pairwise(places)]
    if len(gaps) < 2 * LINES:
        return first, last
    apart = APART * max(median(gaps), rows[first][0].height)
    head = max((at + 1 for at in range(HEADS) if gaps[at] > apart), default=0)
    foot = max((at + 1 for at in range(HEADS) if gaps[-1 - at] > apart), default=0)
    return first + head, last - foot


class _Strip(Struct):
    """An upright strip without text that may be a gutter; rows are counted from the top of the page."""

    left: float
    right: float
    top: int
    """Its first row, and one past its last."""

    bottom: int
    lefts: int = 1
    """Pieces on its left since it began, and on its right."""

    rights: int = 1


def _gutters(rows: Rows) -> list[_Strip]:
    """Return the strips without text that part some lines, going down the page."""
    done: list[_Strip] = []
    strips: list[_Strip] = []
    before: list[Piece] = []
    for number, row in enumerate(rows):
        going: list[_Strip] = []
        for strip in strips:
            strip.bottom = number
            (going if _passes(strip, row) else done).append(strip)
        strips = going
        for left, right in _gaps(row, before):
            if len(strips) < MAX_OPEN and not any(left < strip.right and strip.left < right for strip in strips):
                strips.append(_Strip(left, right, number, number + 1))
        before = row
    for strip in strips:
        strip.bottom = len(rows)
    return [strip for strip in (*done, *strips) if max(strip.lefts, strip.rights) >= LINES]


def _gaps(row: list[Piece], before: list[Piece]) -> list[tuple[float, float]]:
    """Return the gaps in a row; the lines of two columns may stand lower by a part of a line."""
    near = [piece for piece in before if centre(piece) - centre(row[0]) < 0.9 * piece.height]
    found = []
    for side in (row, sorted((*row, *near), key=lambda piece: piece.left)) if near else (row,):
        right = side[0].right
        for piece in side[1:]:
            if piece.left - right >= NARROWEST * piece.height:
                found.append((right, piece.left))
            right = max(right, piece.right)
    return found


def _passes(strip: _Strip, row: list[Piece]) -> bool:
    """Return whether a strip is left when the pieces of a row are set beside or into it, and narrow it."""
    left, right = strip.left, strip.right
    lefts = rights = 0
    passes = True
    for piece in row:
        if piece.left < left and right - piece.right >= NARROWEST * piece.height:
            left = max(left, piece.right)
            lefts += 1
        elif piece.right > right and piece.left - left >= NARROWEST * piece.height:
            right = min(right, piece.left)
            rights += 1
        else:
            passes = False
            break
    strip.left, strip.right = left, right
    strip.lefts += lefts
    strip.rights += rights
    return passes


def rows_of(pieces: list[Piece]) -> Rows:
    """Return the pieces in rows from top to bottom, each from left to right."""
    rows: Rows = []
    level = height = 0.0
    for piece in sorted(pieces, key=lambda piece: (-centre(piece), piece.left)):
        # Raised marks stand higher than their line by less than half of its type.
        if rows and level - centre(piece) < 0.45 * min(height, piece.height):
            rows[-1].append(piece)
        else:
            rows.append([piece])
            level, height = centre(piece), piece.height
    for row in rows:
        row.sort(key=lambda piece: (piece.left, piece.start))
    return rows


def centre(piece: Piece) -> float:
    """Return the height of the middle of a piece."""
    return (piece.bottom + piece.top) / 2
