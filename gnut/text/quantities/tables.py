"""Tables in plain text: lines whose cells tabs or upright strokes divide, under the heads of their columns."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from gnut.text.patterns import lazy

KEPT = 16
"""Texts whose tables are kept, those that were asked for last."""

_YEAR = lazy(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_DIGITS = lazy(r"\d{1,20}")


class Row(NamedTuple):
    """A line of a table."""

    start: int
    end: int
    cells: tuple[tuple[int, int], ...]
    """Where each cell begins and ends in the text, blanks included."""


class Table(NamedTuple):
    """Consecutive rows; the line between head and rows is none."""

    rows: tuple[Row, ...]
    heads: int
    """How many rows at the top name the columns; 0 where none does."""


class Cell(NamedTuple):
    """Where a place of a text is in a table of it."""

    table: Table
    row: int
    column: int


@lru_cache(maxsize=KEPT)
def tables(text: str) -> tuple[Table, ...]:
    """Return the tables of a text in order, in linear time.

    A row has a tab; or it begins with an upright stroke, or is in a block whose second line is Markdown's line under
    a head. A stroke behind a backslash divides nothing.
    """
    if "\t" not in text and "|" not in text:
        return ()
    found: list[Table] = []
    block: list[tuple[int, str]] = []
    start = 0
    for line in text.split("\n"):
        if block and _is_row(line) != _is_row(block[-1][1]):
            found += _table(block)
            block = []
        if _is_row(line):
            block.append((start, line))
        start += len(line) + 1
    return (*found, *_table(block))


def cell(text: str, at: int) -> Cell | None:
    """Return the cell that the place `at` is in; None outside of tables."""
    found = tables(text)
    index = bisect_right(found, at, key=lambda table: table.rows[0].start) - 1
    if index < 0 or at > found[index].rows[-1].end:
        return None
    table = found[index]
    row = bisect_right(table.rows, at, key=lambda row: row.start) - 1
    column = bisect_right(table.rows[row].cells, at, key=lambda cell: cell[0]) - 1
    return Cell(table, row, column) if at <= table.rows[row].end and column >= 0 else None


def label(text: str, table: Table, row: int) -> str:
    """Return what the first cell of a row says; empty when it says nothing in letters, or the row is a head."""
    said = _said(text, table.rows[row].cells[0])
    return said if row >= table.heads and any(map(str.isalpha, said)) else ""


def head(text: str, table: Table, column: int) -> str:
    """Return what stands over a column, the cells of all heads joined by blanks."""
    rows = (row.cells for row in table.rows[: table.heads])
    return " ".join(_said(text, cells[column]) for cells in rows if column < len(cells)).strip()


def _said(text: str, cell: tuple[int, int]) -> str:
    """Return the words of a cell without Markdown's emphasis."""
    return text[cell[0] : cell[1]].replace("**", "").replace("__", "").strip()


def _is_row(line: str) -> str:
    """Return what divides the cells of a line; empty of none."""
    return "\t" if "\t" in line else "|" if "|" in line else ""


def _table(block: list[tuple[int, str]]) -> list[Table]:
    if not block:
        return []
    lined = len(block) > 1 and _underlines(block[1][1])
    sign = _is_row(block[0][1])
    if sign == "|" and not lined and not all(line.lstrip()[:1] == "|" for _, line in block):
        return []
    rows = tuple(Row(start, start + len(line), _cells(start, line, sign)) for start, line in block)
    if lined:
        return [Table((rows[0], *rows[2:]), 1)] if len(rows) > 2 else []
    texts = [line for _, line in block]
    return [Table(rows, _heads(rows, texts))]


def _underlines(line: str) -> bool:
    """Return whether a line is the one between the head and the rows of a table in Markdown: `|---|--:|`."""
    return "-" in line and not line.strip("|-: ")


def _cells(start: int, line: str, sign: str) -> tuple[tuple[int, int], ...]:
    if sign == "|":
        line = line.replace("\\|", "__")
    cells, at = [], start
    for part in line.split(sign):
        cells.append((at, at + len(part)))
        at += len(part) + 1
    if sign == "|":
        first = 1 if line.lstrip()[:1] == "|" else 0
        last = -1 if line.rstrip()[-1:] == "|" and len(cells) > first + 1 else len(cells)
        cells = cells[first:last]
    return tuple(cells)


def _heads(rows: tuple[Row, ...], texts: list[str]) -> int:
    """Return how many rows are heads.

    The first, unless most of its cells hold amounts; and those right under it with an empty first cell and no amount.
    """
    cells = [
        [line[start - row.start : end - row.start] for start, end in row.cells]
        for row, line in zip(rows, texts, strict=True)
    ]
    over = [each for each in cells[0][1:] if each.strip()]
    if len(rows) < 2 or 2 * sum(map(_names_column, over)) < len(over):
        return 0
    heads = 1
    for first, *rest in cells[1:-1]:
        if first.strip() or not all(map(_names_column, rest)):
            break
        heads += 1
    return heads


def _names_column(said: str) -> bool:
    """Return whether a cell holds no amount: no digits but of a scale, `£'000`, or of a year and days."""
    digits = [each for each in _DIGITS.findall(said) if each != "000"]
    return not digits or (_YEAR.search(said) is not None and all(len(each) in (1, 2, 4) for each in digits))
