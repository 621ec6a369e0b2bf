"""What a figure of a text belongs to: the year, the thing counted, the row and column of its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from gnut.text.patterns import lazy
from gnut.text.quantities.held import between
from gnut.text.quantities.quantity import Quantity

_END = lazy(r"[;\n]|[.!?](?=\s|$)|,\s(?=(?:while|whereas|but|mientras|während|tandis)\b)")
_NOUN = lazy(
    r"[ \u00a0](?:(?:new|old|more|other|male|female|total|full-time|different|major|small|large)[ ])?"
    r"(?P<noun>[^\W\d_]{3,24})"
)
_NO_NOUN = frozenset(
    """the and for with from that this than were was are has have had per will who which when where while but not its
    their our his her into over under after before since during until between about around each all both more less
    fewer most least percent per points times million billion thousand und oder von mit für aus des der die das war
    wurde wurden ist sind et les des pour avec dans par sur est sont que los las del por con para son fue
    como""".split()
)
_NAMED = lazy(r"(?P<word>[A-Z][^\W\d_]{2,20}|[a-z]{4,20})[ \u00a0](?:no\.?[ ]|#|n°[ ])?\Z")
REACH = 240
"""Code points to either side in which a clause ends at the latest."""


class Labels(Struct, frozen=True):
    """What a figure belongs to, as far as its clause tells."""

    years: frozenset[str]
    """The one year of its clause, or the one beside it; empty when several may be meant."""

    noun: str | None
    """What it counts, in lower case without a plural `s`."""

    things: frozenset[str]
    """Numbered things of its clause: `invoice 17`."""

    row: str | None
    """First cell of its row; None outside of tables."""

    column: str | None


def clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the clause around a place begins and ends."""
    first = max(0, start - REACH)
    for match in _END.finditer(text, first, start):
        first = match.end()
    found = _END.search(text, end, min(len(text), end + REACH))
    return first, found.start() if found else min(len(text), end + REACH)


def labels(text: str, figures: Sequence[Quantity], one: Quantity) -> Labels:
    """Return what `one` belongs to.

    Args:
        text: What it was read from.
        figures: The quantities of that text, or at least those of its clause, in order.
        one: The figure.
    """
    first, last = clause(text, one.span.start, one.span.end)
    near = list(between(figures, first, last))
    return Labels(
        years=_years(near, one),
        noun=noun(text, one),
        things=_things(text, near, one),
        row=_cell(text, one.span.start, row=True),
        column=_cell(text, one.span.start, row=False),
    )


def _years(near: list[Quantity], one: Quantity) -> frozenset[str]:
    years = [(each, _year(each)) for each in near if _year(each)]
    if one.kind in ("year", "date"):
        return frozenset()
    if len({year for _, year in years}) == 1:
        return frozenset({years[0][1] or ""})
    amounts = [
        each for each in near if each.kind not in ("year", "date", "time", "identifier") and each.kind == one.kind
    ]
    if years and len(amounts) == len(years) and one in amounts:
        ordered = sorted((*amounts, *(each for each, _ in years)), key=lambda each: each.span.start)
        kinds = [each in amounts for each in ordered]
        if all(kinds[at] != kinds[at + 1] for at in range(0, len(kinds) - 1, 2)):
            return frozenset({years[amounts.index(one)][1] or ""})
    return frozenset()


def _year(one: Quantity) -> str | None:
    if one.kind == "year":
        return format(one.values[0], "f")
    if one.kind == "date" and one.names[0][:4].isdigit():
        return one.names[0][:4]
    return None


def noun(text: str, one: Quantity) -> str | None:
    """Return the word right behind a plain number, when it may be what it counts."""
    if one.kind != "number" or "coordinate" in one.notes:
        return None
    found = _NOUN.match(text, one.span.end)
    if found is None or found["noun"].casefold() in _NO_NOUN:
        return None
    word = found["noun"].casefold()
    return word.removesuffix("s") if len(word) > 3 else word


def _things(text: str, near: list[Quantity], one: Quantity) -> frozenset[str]:
    found = set()
    for each in near:
        if each is one or each.kind != "number" or not each.text.isdigit():
            continue
        word = _NAMED.search(text, max(0, each.span.start - 24), each.span.start)
        if word is not None:
            found.add(f"{word['word'].casefold()} {each.text}")
    return frozenset(found)


def _cell(text: str, start: int, *, row: bool) -> str | None:
    """Return the first cell of the row, or the head of the column, that the place at `start` is in."""
    line = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    cells = text[line : end if end >= 0 else len(text)]
    if "\t" not in cells:
        return None
    if row:
        first = cells.split("\t", 1)[0].strip()
        return first.casefold() if first and start - line >= len(cells.split("\t", 1)[0]) else None
    at = text.count("\t", line, start)
    head = _head(text, line)
    return head[at].strip().casefold() if head and at < len(head) and head[at].strip() else None


@lru_cache(maxsize=256)
def _head(text: str, line: int) -> tuple[str, ...] | None:
    """Return the cells of the first row of the table that has a row at `line`."""
    top = line
    while top > 0:
        before = text.rfind("\n", 0, top - 1) + 1
        if "\t" not in text[before : top - 1] or line - before > 20_000:
            break
        top = before
    end = text.find("\n", top)
    return tuple(text[top : end if end >= 0 else len(text)].split("\t")) if top < line else None
