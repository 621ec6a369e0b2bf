"""The right number of another row or column: what the first cells and heads of a source's table are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from gnut.text.patterns import lazy
from gnut.text.quantities.clauses import clause
from gnut.text.quantities.compare import comparable, equal
from gnut.text.quantities.finding import Place
from gnut.text.quantities.held import Held
from gnut.text.quantities.labels import beside, reaches
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.tables import Cell, Table, cell, head, label, tables

MOST = 200
"""Rows or columns of a table up to which their labels are looked for in an answer."""

_WORD = lazy(r"[^\W\d_]{2,40}")
_IN_BRACKETS = lazy(r"[(\[][^()\[\]]{0,80}[)\]]")
_TOTALS = frozenset("total all sum overall combined gesamt insgesamt summe totale totaal ensemble".split())
"""Words of labels that are of every row: `5 in all, most of them in Germany`."""

_SAYS_LITTLE = _TOTALS | frozenset(
    """other others net gross average mean number amount value values item items name year years
    change none note notes sonstige summa altri autres otros outros overig per cent percent million
    millions billion billions thousand thousands the and for from with""".split()
)
"""Words that alone are no label: an answer has them for other reasons."""

Label = tuple[str, ...]
"""Its words in lower case, without a plural `s`."""


def other_row(
    answer: str, near: Sequence[Quantity], one: Quantity, places: Sequence[Place], sources: Sequence[Held]
) -> tuple[Place, str] | None:
    """Return where a figure stands in a row or column that the answer does not speak of, and what that is called.

    The answer names another row (column) of that table, which has another figure that might have been meant, and
    shares no word with any row of the figure unless the answer's is the longer name, `operating income`.

    Args:
        answer: The answer.
        near: Figures of the clause, in order.
        one: The figure, one of them.
        places: Where it stands in the sources.
        sources: The sources.
    """
    at = [cell(sources[place.source].text, place.quantity.span.start) for place in places]
    if not at or any(each is None or each.row < each.table.heads for each in at):
        return None
    cells = [(sources[place.source], each) for place, each in zip(places, at, strict=True) if each is not None]
    for axis in (_row_labels, _column_labels):
        wrong = _along(axis, answer, near, one, cells)
        if wrong is not None:
            return places[0], wrong
    return None


def _along(
    axis: Callable[[str, int], tuple[Label, ...]],
    answer: str,
    near: Sequence[Quantity],
    one: Quantity,
    cells: Sequence[tuple[Held, Cell]],
) -> str | None:
    held, first = cells[0]
    known = axis(held.text, first.table.rows[0].start)
    meant = _meant(answer, near, one, known)
    mine = [_label(axis, each, at) for each, at in cells]
    if not meant or any(not said or _TOTALS & {*said} or _may_be(said, meant) for said in mine):
        return None
    for index, said in enumerate(known):
        if said in meant and _has_other(one, held, first, index, rows=axis is _row_labels):
            return " ".join(mine[0])
    return None


def _may_be(said: Label, meant: Sequence[Label]) -> bool:
    """Return whether a figure's own label may be what the answer says: it shares a word with all that it names."""
    return any(said == each or ({*said} & {*each} and not {*said} < {*each}) for each in meant)


def _meant(answer: str, near: Sequence[Quantity], one: Quantity, known: Sequence[Label]) -> tuple[Label, ...]:
    """Return which labels of a table the clause of a figure names, those beside it where others have their own."""
    at = cell(answer, one.span.start)
    if at is not None and at.row >= at.table.heads:
        own = {_words(label(answer, at.table, at.row)), _words(head(answer, at.table, at.column))}
        return tuple(each for each in known if each and each in own)
    marks = _named(answer, *clause(answer, one.span.start, one.span.end), known)
    alike = [each.span.start for each in near if each.kind == one.kind]
    if len(alike) < 2 or len({said for _, said in marks}) < 2:
        return tuple(said for where, said in marks if reaches(answer, where, one))
    return beside(marks, alike, one.span.start)


def _named(text: str, start: int, end: int, known: Sequence[Label]) -> list[tuple[int, Label]]:
    """Return the labels that stand between two places, the longest where several begin, and where."""
    tokens = [(match.start(), _stem(match[0])) for match in _WORD.finditer(text, start, end)]
    by_first: dict[str, list[Label]] = {}
    for each in sorted({*known}, key=len, reverse=True):
        if each:
            by_first.setdefault(each[0], []).append(each)
    found, index = [], 0
    while index < len(tokens):
        for each in by_first.get(tokens[index][1], ()):
            if tuple(word for _, word in tokens[index : index + len(each)]) == each:
                found.append((tokens[index][0], each))
                index += len(each) - 1
                break
        index += 1
    return found


def _label(axis: Callable[[str, int], tuple[Label, ...]], held: Held, at: Cell) -> Label:
    known = axis(held.text, at.table.rows[0].start)
    index = at.row if axis is _row_labels else at.column
    return known[index] if index < len(known) else ()


def _has_other(one: Quantity, held: Held, at: Cell, index: int, *, rows: bool) -> bool:
    """Return whether the row (column) of a label has a figure that might have been meant, in the same column (row)."""
    row, column = (at.table.rows[index], at.column) if rows else (at.table.rows[at.row], index)
    if column >= len(row.cells):
        return False
    figures = held.near(*row.cells[column])
    return any(each.kind == one.kind and comparable(one, each) and not equal(one, each) for each in figures)


@lru_cache(maxsize=64)
def _row_labels(text: str, start: int) -> tuple[Label, ...]:
    """Return the label of each row of the table that begins at `start`; empty of rows that have none."""
    table = _at(text, start)
    return tuple(_words(label(text, table, row)) for row in range(len(table.rows))) if len(table.rows) <= MOST else ()


@lru_cache(maxsize=64)
def _column_labels(text: str, start: int) -> tuple[Label, ...]:
    table = _at(text, start)
    count = len(table.rows[0].cells) if table.heads else 0
    return tuple(_words(head(text, table, column)) for column in range(count)) if count <= MOST else ()


def _at(text: str, start: int) -> Table:
    return next(table for table in tables(text) if table.rows[0].start == start)


def _words(said: str) -> Label:
    words = tuple(_stem(word) for word in _WORD.findall(_IN_BRACKETS.sub(" ", said)))
    return words if any(len(word) > 2 and word not in _SAYS_LITTLE for word in words) else ()


def _stem(word: str) -> str:
    low = word.casefold()
    return low.removesuffix("s") if len(low) > 3 else low
