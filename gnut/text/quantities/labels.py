"""What a figure of a text belongs to: a year, a numbered thing, what it counts, a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from gnut.text.patterns import lazy
from gnut.text.quantities.clauses import clause, noun, year
from gnut.text.quantities.names import IsCommon, Name, names
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.tables import cell, head

_NAMED = lazy(r"(?P<word>[A-Z][^\W\d_]{2,20}|[a-z]{4,20})[ \u00a0](?:no\.?[ ]|#|n°[ ])?\Z")
_YEAR = lazy(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_NO_AMOUNT = ("year", "date", "time", "identifier")
_AGAINST = lazy(
    r"(?i)\b(?:from|against|compared|versus|vs|than|after|gegenüber|verglichen|nach|contre|comparado|frente|rispetto|contro"
    r"|face|vergeleken)\b"
)
"""Words behind which another time is spoken of: `61.3, up from 54.8 in 2024`."""

_REACH = 10
"""Code points before a figure in which such a word is right before it."""

_Mark = TypeVar("_Mark")


class Labels:
    """What one figure belongs to, as far as its clause and its table tell; each found out when it is asked for."""

    def __init__(self, text: str, near: Sequence[Quantity], one: Quantity) -> None:
        """Keep a figure, and the figures of its clause in order."""
        self._text, self._near, self._one = text, near, one

    @cached_property
    def years(self) -> frozenset[str]:
        """The year of its clause, the one beside it, or that over its column; empty when several may be meant."""
        return self._years() or self._column_years()

    @cached_property
    def nouns(self) -> frozenset[str]:
        """What it counts, in lower case without a plural `s`."""
        counted = noun(self._text, self._one)
        return frozenset({counted} if counted else ())

    @cached_property
    def things(self) -> frozenset[str]:
        """Numbered things of its clause: `invoice 17`."""
        found = set()
        for each in self._near:
            if each is self._one or each.kind != "number" or not each.text.isdigit():
                continue
            word = _NAMED.search(self._text, max(0, each.span.start - 24), each.span.start)
            if word is not None:
                found.add(f"{word['word'].casefold()} {each.text}")
        return frozenset(found)

    def names(self, is_common: IsCommon) -> tuple[Name, ...]:
        """Return the names of its clause, or the one beside it where others are beside other figures.

        Args:
            is_common: Whether a word is no name, whatever its case.
        """
        first, last = clause(self._text, self._one.span.start, self._one.span.end)
        inside = [(each.span.start, each.span.end) for each in self._near]
        found = [
            (at, name)
            for at, name in names(self._text, first, last, is_common)
            if not any(start <= at < end for start, end in inside)
        ]
        figures = [each.span.start for each in self._near if each.kind == self._one.kind]
        if len(figures) > 1 and len({name for _, name in found}) > 1:
            return beside(found, figures, self._one.span.start)
        here = self._one.span.start
        found = [mark for mark in found if not any(min(mark[0], here) < each < max(mark[0], here) for each in figures)]
        return tuple(name for at, name in found if reaches(self._text, at, self._one))

    def _years(self) -> frozenset[str]:
        one, near = self._one, self._near
        if one.kind in ("year", "date"):
            return frozenset()
        years = [(each.span.start, said) for each in near if (said := year(each))]
        amounts = [each for each in near if each.kind not in _NO_AMOUNT and each.kind == one.kind]
        if len({said for _, said in years}) == 1:
            return frozenset({years[0][1]}) if self._is_of(years[0][0], amounts) else frozenset()
        return frozenset(beside(years, [each.span.start for each in amounts], one.span.start))

    def _is_of(self, when: int, amounts: Sequence[Quantity]) -> bool:
        """Return whether the one year of a clause, at `when`, is that of the figure: not beyond a word of comparing."""
        one = self._one
        here = one.span.start
        if when < here and _AGAINST.search(self._text, max(when, here - _REACH), here):
            return False  # `in 2025, up from 54.8`
        first, last = sorted((when, here))
        others = any(first < each.span.start < last for each in amounts)
        return not (others and _AGAINST.search(self._text, max(0, first - _REACH), last))

    def _column_years(self) -> frozenset[str]:
        at = cell(self._text, self._one.span.start)
        if at is None or at.row < at.table.heads:
            return frozenset()
        said = frozenset(_YEAR.findall(head(self._text, at.table, at.column)))
        return said if len(said) == 1 else frozenset()


def reaches(text: str, at: int, one: Quantity) -> bool:
    """Return whether what stands at `at` may be said of a figure: before it, or behind it with no comma between.

    `5 cars, most of them in Germany` are not all of Germany.
    """
    return at < one.span.start or _COMMA.search(text, one.span.end, at) is None


_COMMA = lazy(r"[,:(–—]")


def beside(marks: Sequence[tuple[int, _Mark]], figures: Sequence[int], at: int) -> tuple[_Mark, ...]:
    """Return the mark that belongs to the figure at `at`, where each figure of a clause has one; none when unclear.

    They stand in pairs, `UPS made $90bn and FedEx $87bn`, or all marks before all figures, in the same order.

    Args:
        marks: (place, what) of what figures may belong to, in order.
        figures: Places of the figures, in order.
        at: One of them.
    """
    if len(marks) != len(figures) or at not in figures:
        return ()
    ordered = sorted([*((place, True) for place, _ in marks), *((place, False) for place in figures)])
    kinds = [is_mark for _, is_mark in ordered]
    paired = all(kinds[index] != kinds[index + 1] for index in range(0, len(kinds), 2))
    listed = all(kinds[: len(marks)])
    return (marks[figures.index(at)][1],) if paired or listed else ()
