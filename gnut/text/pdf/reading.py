"""Put the words of a PDF page together in the order in which a reader reads them."""

from __future__ import annotations

from msgspec import Struct

from gnut.text.pdf.budget import Budget
from gnut.text.pdf.columns import arranged
from gnut.text.pdf.gutters import Rows
from gnut.text.pdf.pieces import Letters, Piece, pieces

TOUCHING = 0.12
"""Gap between two pieces of one row, in heights of type, under which no blank stands between them."""


class Page(Struct, frozen=True):
    """The text of a page, as PDFium writes it: lines end in CR LF, a hyphen at a line end is U+FFFE."""

    shown: str
    hidden: str
    """What nobody sees, a line for each place."""

    reordered: bool
    """Whether it is read by its columns, not as the file draws it."""


def page_of(
    letters: Letters, hidden: list[tuple[int, int]], raised: dict[int, str], budget: Budget, *, torn: bool
) -> Page:
    """Return the text of a page.

    Args:
        letters: Its characters.
        hidden: Ranges of characters that nobody sees, in order.
        raised: Characters that are read as other ones: raised and lowered digits.
        budget: What may still be looked at of the file.
        torn: Whether its texts may be drawn in an order that tears lines apart.
    """
    signs = list(letters.text)
    for index, sign in raised.items():
        signs[index] = sign
    buried = "\n".join("".join(signs[start:end]) for start, end in hidden).replace("\x00", "")
    drawn = pieces(letters, hidden) if torn and budget.columns(letters.text.count(" ")) else []
    areas = arranged(drawn, budget)
    text = _by_columns(signs, drawn, areas, hidden) if areas else _without(signs, hidden)
    return Page(text.replace("\x00", ""), buried, bool(areas))


def _without(signs: list[str], hidden: list[tuple[int, int]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end in hidden:
        parts += signs[at:start]
        at = end
    return "".join((*parts, *signs[at:]))


def _by_columns(
    signs: list[str], drawn: list[Piece], areas: list[tuple[frozenset[int], list[Rows]]], hidden: list[tuple[int, int]]
) -> str:
    """Return the text with each area's columns in the place where its first piece is drawn."""
    area_of = {rank: number for number, (ranks, _) in enumerate(areas) for rank in ranks}
    begun: set[int] = set()
    out: list[str] = []
    at = 0
    for rank, piece in enumerate(drawn):
        if rank not in area_of:
            continue
        # What is no piece (turned otherwise, or of another area) stays where it was.
        out.append(_line(_kept(signs, at, piece.start, hidden)))
        at = piece.end
        number = area_of[rank]
        if number not in begun:
            begun.add(number)
            out += [_row(signs, row, hidden) for rows in areas[number][1] for row in rows]
    out.append(_line(_kept(signs, at, len(signs), hidden)))
    return "\r\n".join(line for line in out if line)


def _kept(signs: list[str], start: int, end: int, hidden: list[tuple[int, int]]) -> str:
    if not hidden:
        return "".join(signs[start:end])
    return "".join(
        signs[at] for at in range(start, end) if not any(low <= at < high for low, high in hidden if low < end)
    )


def _line(text: str) -> str:
    return text.strip(" \r\n")


def _row(signs: list[str], row: list[Piece], hidden: list[tuple[int, int]]) -> str:
    out = ""
    right = 0.0
    for piece in row:
        if out and piece.left - right > TOUCHING * piece.height:
            out += " "
        out += _kept(signs, piece.start, piece.end, hidden)
        right = piece.right
    return out
