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

from msgspec import Struct

from gnut.text.pdf.pieces import Piece

MAX_PIECES = 20_000
"""Pieces of a page; more are a drawing, not prose."""

MAX_OPEN = 24
"""Strips that may be gutters at the same time."""

DEPTH = 6
"""How often an area is parted; newspapers have six columns."""

NARROWEST = 0.5
"""Width of a gutter in heights of type; columns of hand-made pages stand a line apart, words a third."""

LINES = 3
"""Lines on either side of a gutter, and of prose."""

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

APART = 1.8
"""Distance of two rows, in lines, from which a head or foot stands apart."""

HEADS = 3
"""Rows of a head or foot."""

Rows = list[list[Piece]]


def arranged(drawn: list[Piece], *, leftwards: bool = False) -> list[tuple[frozenset[int], list[Rows]]]:
    """Return the areas to read by columns: the places in `drawn` of their pieces, and their columns as rows.

    Args:
        drawn: Pieces of a page as the file draws it.
        leftwards: The page's script runs from right to left, and so do its columns.
    """
    if not LINES <= len(drawn) <= MAX_PIECES or _jumps(drawn) < 2:
        return []
    ranks = {id(piece): rank for rank, piece in enumerate(drawn)}
    found: list[tuple[frozenset[int], list[Rows]]] = []
    waiting: list[tuple[list[Piece], int]] = [(drawn, 0)]
    while waiting:
        pieces, depth = waiting.pop()
        zone = _zone(pieces) if depth < DEPTH else None
        if zone is None:
            if depth == 0 and _is_out_of_order(rows := _rows(pieces), ranks):
                found.append((frozenset(ranks[id(piece)] for piece in pieces), [rows]))
            continue
        above, left, right, below = zone
        columns = [_rows(column) for column in _columns(left, right, depth, leftwards=leftwards)]
        if _is_torn(columns, ranks):
            read = [rows if _is_prose(rows) else _as_drawn(rows, ranks) for rows in columns]
            found.append((frozenset(ranks[id(piece)] for piece in (*left, *right)), read))
        else:
            waiting += [(left, depth + 1), (right, depth + 1)]
        waiting += [(above, depth + 1), (below, depth + 1)]
    return found


def _jumps(drawn: list[Piece]) -> int:
    """Return how often drawing goes on beside or above what it drew before; in plain pages hardly ever."""
    return sum(
        below.left >= above.right or below.right <= above.left or _centre(below) > above.top
        for above, below in pairwise(drawn)
    )


def _columns(left: list[Piece], right: list[Piece], depth: int, *, leftwards: bool) -> list[list[Piece]]:
    """Return the columns of an area that a gutter parts, in reading order, each parted on."""
    columns: list[list[Piece]] = []
    for side in (right, left) if leftwards else (left, right):
        zone = _zone(side) if depth + 1 < DEPTH else None
        if zone is None:
            columns.append(side)
            continue
        above, inner_left, inner_right, below = zone
        parted = _columns(inner_left, inner_right, depth + 1, leftwards=leftwards)
        columns += [column for column in (above, *parted, below) if column]
    return columns


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


def _zone(pieces: list[Piece]) -> tuple[list[Piece], list[Piece], list[Piece], list[Piece]] | None:
    """Return what stands above, left, right of and below the tallest gutter; None when there is none."""
    rows = _rows(pieces)
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
    return [piece for row in above for piece in row], left, right, [piece for row in below for piece in row]


def _extended(rows: Rows, strip: _Strip) -> int:
    """Return the first row of those right above a strip that do not cross it either."""
    first = strip.top
    while first > 0 and all(piece.right <= strip.left or piece.left >= strip.right for piece in rows[first - 1]):
        first -= 1
    return first


def _trimmed(rows: Rows, first: int, last: int) -> tuple[int, int]:
    """Return the range of rows without outer ones that stand apart: heads and feet in two parts."""
    places = [_centre(row[0]) for row in rows[first:last]]
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
            (going if all(_passes(strip, piece) for piece in row) else done).append(strip)
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
    near = [piece for piece in before if _centre(piece) - _centre(row[0]) < 0.9 * piece.height]
    found = []
    for side in (row, sorted((*row, *near), key=lambda piece: piece.left)) if near else (row,):
        right = side[0].right
        for piece in side[1:]:
            if piece.left - right >= NARROWEST * piece.height:
                found.append((right, piece.left))
            right = max(right, piece.right)
    return found


def _passes(strip: _Strip, piece: Piece) -> bool:
    """Return whether a strip is left when `piece` is set beside or into it, and narrow it."""
    if piece.left < strip.left and strip.right - piece.right >= NARROWEST * piece.height:
        strip.left = max(strip.left, piece.right)
        strip.lefts += 1
    elif piece.right > strip.right and piece.left - strip.left >= NARROWEST * piece.height:
        strip.right = min(strip.right, piece.left)
        strip.rights += 1
    else:
        return False
    return True


def _rows(pieces: list[Piece]) -> Rows:
    """Return the pieces in rows from top to bottom, each from left to right."""
    rows: Rows = []
    level = height = 0.0
    for piece in sorted(pieces, key=lambda piece: (-_centre(piece), piece.left)):
        # Raised marks stand higher than their line by less than half of its type.
        if rows and level - _centre(piece) < 0.45 * min(height, piece.height):
            rows[-1].append(piece)
        else:
            rows.append([piece])
            level, height = _centre(piece), piece.height
    for row in rows:
        row.sort(key=lambda piece: (piece.left, piece.start))
    return rows


def _centre(piece: Piece) -> float:
    return (piece.bottom + piece.top) / 2


def _is_torn(columns: list[Rows], ranks: dict[int, int]) -> bool:
    """Return whether columns hold prose that drawing tears, and are no cells of a table."""
    prose = [rows for rows in columns if _is_prose(rows)]
    torn, going = _tears(prose, ranks)
    if len(prose) > 1:
        return torn > 1 and torn >= TORN * going
    return torn > 0 and _has_notes_beside(prose[0], [row for rows in columns if rows is not prose[0] for row in rows])


def _has_notes_beside(prose: Rows, others: Rows) -> bool:
    """Return whether what stands beside a column is in the margin, not in its rows: smaller, or between its lines."""
    lines = [_centre(row[0]) for row in prose]
    height = median(row[0].height for row in prose)
    notes = sum(
        row[0].height < SMALLER * height or not any(abs(_centre(row[0]) - line) < 0.2 * height for line in lines)
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
