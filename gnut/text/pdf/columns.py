"""Decide whether a page is read in the order in which its file draws it, or by its columns.

Most files draw one column after the other; what they draw is left alone. Some draw line by line
across all columns, or notes of the margin between the lines beside them: then every sentence stands
in pieces. Gutters are found by geometry: an upright strip that no piece of text crosses, between
pieces that stand side by side. A table has such strips too, and its rows belong together; so columns
are read as such only where they hold prose that goes on from line to line, and where drawing tears it.
Pure; n log n in the pieces of a page but for the strips open at once, which are bounded.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TypeVar

from gnut.text.pdf.budget import Budget
from gnut.text.pdf.geometry import Box
from gnut.text.pdf.gutters import LINES, Rows, Zone, centre, rows_of, zone_of
from gnut.text.pdf.pieces import WIDE, Piece

Drawn = TypeVar("Drawn")

MAX_PIECES = 6_000
"""Pieces of a page; more are a drawing, not prose."""

EFFORT = 15_000
"""Pieces that are looked at for gutters on one page, each area counted anew: about half a second."""

NEARBY = 40
"""Pieces drawn before and after a line among which the line below it is sought."""

DEPTH = 6
"""How often an area is parted; newspapers have six columns."""

WORDS = 3
"""Words of most lines of prose; the cells of most tables have fewer."""

FULL = 0.7
"""Share of its column that a line of prose fills."""

TORN = 0.25
"""Share of the line ends that go on, from which drawing tears a text."""

ALIGNED = 0.6
"""Share of the lines beside a column that are notes; with fewer they are cells of its rows."""

GAP = 1.5
"""Gap in a line, in heights of type, that is none between words; one line of ten may have one."""

SMALLER = 0.92
"""Type of a note beside a column, as a share of the column's."""


def arranged(drawn: list[Piece], budget: Budget) -> list[tuple[frozenset[int], list[Rows]]]:
    """Return the areas of a page to read by columns: the places in `drawn` of their pieces, and the columns as rows."""
    if not LINES <= len(drawn) <= MAX_PIECES or not _may_be_torn(drawn):
        return []
    ranks = {id(piece): rank for rank, piece in enumerate(drawn)}
    plane = _Plane(budget)
    found: list[tuple[frozenset[int], list[Rows]]] = []
    waiting: list[tuple[list[Piece], int]] = [(drawn, 0)]
    while waiting:
        pieces, depth = waiting.pop()
        zone = plane.zone(pieces, depth)
        if zone is None:
            if depth == 0 and _is_out_of_order(rows := rows_of(pieces), ranks):
                found.append((frozenset(ranks[id(piece)] for piece in pieces), [rows]))
            continue
        columns = [rows_of(column) for column in plane.columns(zone, depth)]
        if _is_torn(columns, ranks):
            read = [rows if _is_prose(rows) else _as_drawn(rows, ranks) for rows in columns]
            found.append((frozenset(ranks[id(piece)] for piece in (*zone.left, *zone.right)), read))
        else:
            waiting += [(zone.left, depth + 1), (zone.right, depth + 1)]
        waiting += [(zone.above, depth + 1), (zone.below, depth + 1)]
    return found


class _Plane:
    """Parts the areas of one page, within a bounded effort."""

    def __init__(self, budget: Budget) -> None:
        self._left = EFFORT
        self._budget = budget

    def zone(self, pieces: list[Piece], depth: int) -> Zone | None:
        """Return the parts about the tallest gutter; None when there is none, or no effort left to look."""
        if depth >= DEPTH or len(pieces) < LINES or self._left <= 0:
            return None
        self._left -= len(pieces)
        self._budget.part(len(pieces))
        return zone_of(pieces)

    def columns(self, zone: Zone, depth: int) -> list[list[Piece]]:
        """Return the columns about a gutter in reading order, each parted on."""
        found: list[list[Piece]] = []
        for side in (zone.left, zone.right):
            inner = self.zone(side, depth + 1)
            if inner is None:
                found.append(side)
            else:
                found += [column for column in (inner.above, *self.columns(inner, depth + 1), inner.below) if column]
        return found


def seems_torn(boxes: list[Box]) -> bool:
    """Return whether the texts of a page, in the order in which they are drawn, may tear its lines apart.

    Needs neither words nor their places: it spares most pages the asking. A page of which that cannot be told, as its
    lines are turned or its type has no height, seems torn.
    """
    lines: list[Box] = []
    for box in boxes:
        last = lines[-1] if lines else None
        if last is not None and _continues(last, box):
            lines[-1] = min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3])
        else:
            lines.append(box)
    odd = sum(not 1 < box[3] - box[1] < 1.5 * (box[2] - box[0]) for box in lines)
    if odd * 3 > len(lines):
        return True
    for at, (line, following) in enumerate(pairwise(lines)):
        if not _is_below(line, following) and any(_is_below(line, other) for other in _near(lines, at)):
            return True
    return False


def _continues(line: Box, box: Box) -> bool:
    """Return whether a text goes on in a line, without a gap as between columns."""
    height = max(line[3] - line[1], box[3] - box[1])
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    return 2 * overlap > min(line[3] - line[1], box[3] - box[1]) and -height < box[0] - line[2] < WIDE * height


def _is_below(line: Box, other: Box) -> bool:
    drop = line[1] + line[3] - other[1] - other[3]
    return 0 < drop < 5 * (line[3] - line[1]) and other[0] < line[2] and line[0] < other[2]


def _near(drawn: list[Drawn], at: int) -> list[Drawn]:
    """Return what is drawn shortly before and after, its successor left out."""
    return [*drawn[max(0, at - NEARBY) : at], *drawn[at + 2 : at + 2 + NEARBY]]


def _may_be_torn(drawn: list[Piece]) -> bool:
    """Return whether any line that goes on is not drawn right before or after the line that it goes on in."""
    for at, (piece, following) in enumerate(pairwise(drawn)):
        if piece.ends or _goes_on(piece, following):
            continue
        if any(other.opens and _goes_on(piece, other) for other in _near(drawn, at)):
            return True
    return False


def _goes_on(piece: Piece, other: Piece) -> bool:
    """Return whether a piece stands in the line below another."""
    drop = centre(piece) - centre(other)
    return 0 < drop < 2.5 * piece.height and other.left < piece.right and piece.left < other.right


def _as_drawn(rows: Rows, ranks: dict[int, int]) -> Rows:
    """Return what is no prose line by line as it is drawn: the rows of a table or figure are not ours to tell."""
    drawn: Rows = []
    for piece in sorted((piece for row in rows for piece in row), key=lambda piece: ranks[id(piece)]):
        last = drawn[-1][-1] if drawn else None
        if last and last.line == piece.line and ranks[id(last)] + 1 == ranks[id(piece)]:
            drawn[-1].append(piece)
        else:
            drawn.append([piece])
    return drawn


def _is_torn(columns: list[Rows], ranks: dict[int, int]) -> bool:
    """Return whether columns hold prose that drawing tears, and are no cells of a table."""
    prose = [rows for rows in columns if _is_prose(rows)]
    torn, going = _tears(prose, ranks)
    if len(prose) > 1:
        return torn > 1 and torn >= TORN * going
    return torn > 0 and _has_notes_beside(prose[0], [row for rows in columns if rows is not prose[0] for row in rows])


def _has_notes_beside(prose: Rows, others: Rows) -> bool:
    """Return whether what stands beside a column is in the margin, not in its rows: smaller, or between its lines."""
    lines = [centre(row[0]) for row in prose]
    height = median(row[0].height for row in prose)
    notes = sum(
        row[0].height < SMALLER * height or not any(abs(centre(row[0]) - line) < 0.2 * height for line in lines)
        for row in others
        if any(piece.words for piece in row)
    )
    return notes > ALIGNED * len(others)


def _is_out_of_order(rows: Rows, ranks: dict[int, int]) -> bool:
    """Return whether the lines of a page without gutters are drawn in an order in which nobody reads them."""
    torn, going = _tears([rows], ranks)
    return _is_prose(rows) and torn >= LINES and 2 * torn >= going


def _tears(columns: list[Rows], ranks: dict[int, int]) -> tuple[int, int]:
    """Return how many line ends that go on in the next line are not drawn so, and how many go on."""
    torn = going = 0
    for rows in columns:
        for above, below in pairwise(rows):
            last, first = above[-1], below[0]
            if not last.ends and first.opens:
                going += 1
                torn += ranks[id(first)] != ranks[id(last)] + 1
    return torn, going


def _is_prose(rows: Rows) -> bool:
    """Return whether most lines of a column have several words and fill it, without gaps as between cells."""
    if len(rows) < LINES:
        return False
    left = min(row[0].left for row in rows)
    right = max(piece.right for row in rows for piece in row)
    full = sum(max(piece.right for piece in row) - row[0].left >= FULL * (right - left) for row in rows)
    parted = sum(any(other.left - one.right > GAP * one.height for one, other in pairwise(row)) for row in rows)
    if 2 * full < len(rows) or 10 * parted > len(rows):
        return False
    return median(sum(piece.words for piece in row) for row in rows) >= WORDS
