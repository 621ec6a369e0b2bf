"""The white space that stands before and after an element, put into the text under construction."""

from __future__ import annotations

from gnut.text.html.kinds import FORMULAS, Kind
from gnut.text.html.lines import Lines, Script


def open_border(out: Lines, kind: Kind, tag: str, *, keeps: bool) -> None:
    """Put what stands before an element; a line break element is nothing but that.

    Args:
        out: Text to put it in.
        kind: How the element stands among its neighbours.
        tag: Its name, lower case.
        keeps: Whether white space stands as written there.
    """
    match kind:
        case Kind.BLOCK:
            out.block()
        case Kind.ROW:
            out.row()
        case Kind.WORD:
            out.blank()
        case _ if tag == "br":
            if keeps:
                out.put_as_written("\n")
            else:
                out.br()


def close_border(out: Lines, kind: Kind, *, filled: bool) -> None:
    """Put what stands after an element; `filled` if text was put inside it."""
    match kind:
        case Kind.BLOCK:
            out.block()
        case Kind.ROW:
            out.row()
        case Kind.CELL:
            out.cell(filled=filled)
        case Kind.WORD:
            out.blank()


def part_formula(out: Lines, parent: str, index: int) -> Script:
    """Put what parts the child `index` of a formula's element from the one before; return how its digits stand."""
    borders = FORMULAS.get(parent)
    if borders is None:
        return ""
    border = borders[index] if index < len(borders) else " "
    match border:
        case "sup" | "sub":
            return border
        case "/":
            out.put_mark("/")
        case " ":
            out.blank()
    return ""
