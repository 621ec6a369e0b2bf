"""Whether the claims that an input refers to state its value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gnut.check.core.stated import distance
from gnut.ingest.contract import Lineage, LineageInput, Unit
from gnut.text.formula.contract import Marks, Quantity, Scale
from gnut.text.formula.marks import marks_of, narrowed
from gnut.text.formula.values import value_figure
from gnut.text.quantities import currencies
from gnut.text.quantities.figures import Figure, figures
from gnut.text.quantities.movement import falls
from gnut.text.quantities.spelled import numbers

SHOWN = 80
"""Most characters of an untrusted text in a reason."""

_HUNDRED = Decimal(100)
_SHARES = frozenset({"percent", "points"})


class Wrong(NamedTuple):
    """An input that a claim it refers to does not state."""

    nearest: str | None
    """The figure of the claim that comes nearest."""

    why: str
    unsure: bool
    """Whether it is the value when read by the other convention of grouping and decimal marks."""


def contradiction(lineage: Lineage, claims: Mapping[str, Unit], marks: Marks | None) -> Wrong | None:
    """Return the first input that a claim it refers to does not state; one that is unsure only if no other is wrong.

    Args:
        lineage: The calculation.
        claims: Every claim of the report by its id.
        marks: How the lineage writes its figures; None when it does not show.
    """
    unsure: tuple[LineageInput, str, Figure] | None = None
    for each in lineage.inputs:
        figure = value_figure(each.value)
        for claim in each.source_claim_ids:
            if claim not in claims:
                why = f"input {cut(each.name)} refers to {cut(claim)}, which is no claim of the report"
                return Wrong(None, why, unsure=False)
            states = True if figure is None else _stated(_texts(claims[claim])).states(figure, marks)
            if figure is not None and states is False:
                return _wrong(each, claim, claims[claim], figure, unsure=False)
            if figure is not None and states is None and unsure is None:
                unsure = (each, claim, figure)
    return None if unsure is None else _wrong(unsure[0], unsure[1], claims[unsure[1]], unsure[2], unsure=True)


def _wrong(each: LineageInput, claim: str, unit: Unit, figure: Figure, *, unsure: bool) -> Wrong:
    nearest = _nearest(unit, figure)
    said = f"states {cut(nearest)}" if nearest else "states no figure"
    return Wrong(nearest, f"input {cut(each.name)} is {cut(each.value)}, and claim {cut(claim)} {said}", unsure)


class Stated:
    """The figures of some texts by their values, read once."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        """Read the texts: coordinates such as `Figure 3` are left out."""
        self._shown = marks_of(texts)
        self._by: dict[Marks, dict[Decimal, set[tuple[str, str | None]]]] = {marks: {} for marks in Marks}
        self._spelled = frozenset(one.value for text in texts for one in numbers(text))
        for text in texts:
            for figure in figures(text):
                if not figure.coordinate:
                    self._keep(figure, text)

    def states(self, figure: Figure, marks: Marks | None) -> bool | None:
        """Return whether the texts state a value; None when they do only by a reading that nothing speaks for."""
        if figure.kind == "number" and figure.currency is None and not self._spelled.isdisjoint(figure.values[:1]):
            return True
        if marks is not None or self._shown is not None:
            theirs = self._shown or marks
            mine = marks or self._shown
            assert theirs is not None
            assert mine is not None
            return self._has(narrowed(figure, mine), theirs)
        if self._has(narrowed(figure, Marks.POINT), Marks.POINT):
            return True
        return None if self._has(narrowed(figure, Marks.COMMA), Marks.COMMA) else False

    def _keep(self, figure: Figure, text: str) -> None:
        for marks, by in self._by.items():
            for value in signed(narrowed(figure, marks), text):
                by.setdefault(value, set()).add((figure.kind, figure.currency))

    def _has(self, figure: Figure, marks: Marks) -> bool:
        by = self._by[marks]
        return any(
            agree(figure, kind, currency)
            for value in figure.values
            for wanted in (value, value * _HUNDRED, value / _HUNDRED)
            for kind, currency in by.get(wanted, ())
            if wanted == value or _converts(figure.kind, kind, larger=wanted == value * _HUNDRED)
        )


@lru_cache(maxsize=16_384)
def _stated(texts: tuple[str, ...]) -> Stated:
    return Stated(texts)


def signed(figure: Figure, text: str) -> tuple[Decimal, ...]:
    """Return the values of a figure of a text, with either sign when it is written as a fall."""
    values = figure.values
    return (*values, *(-value for value in values)) if falls(text, figure) else values


def agree(one: Figure, kind: str, currency: str | None) -> bool:
    """Return whether an input may be a figure of a kind and currency: 5 % is no 5 percentage points."""
    if one.kind in _SHARES and kind in _SHARES:
        return one.kind == kind
    if "money" in (one.kind, kind) and not {one.kind, kind}.isdisjoint(_SHARES):
        return False
    return currencies.same(one.currency, currency)


def _converts(one: str, other: str, *, larger: bool) -> bool:
    """Return whether a figure of the claim may be a hundred times the input, or a hundredth of it: 12 % and 0.12."""
    return (one, other) == (("number", "percent") if larger else ("percent", "number"))


def restating(inputs: Iterable[Figure], several: list[Figure], text: str, marks: Marks) -> set[int]:
    """Return the indices of the figures of a claim that restate an input, each once, those of its own kind first."""
    by: dict[Decimal, list[int]] = {}
    for index, figure in enumerate(several):
        for value in signed(figure, text):
            by.setdefault(value, []).append(index)
    taken: set[int] = set()
    for given in inputs:
        figure = narrowed(given, marks)
        found = [
            (several[index].kind != figure.kind, order, index)
            for value in figure.values
            for order, wanted in enumerate((value, value * _HUNDRED, value / _HUNDRED))
            for index in by.get(wanted, ())
            if index not in taken
            and agree(figure, several[index].kind, several[index].currency)
            and (order == 0 or _converts(figure.kind, several[index].kind, larger=order == 1))
        ]
        if found:
            taken.add(min(found)[2])
    return taken


def _texts(unit: Unit) -> tuple[str, ...]:
    """Return what a claim says and what it quotes."""
    return (unit.text, *(one.excerpt.text for one in unit.bindings))


def shows(claims: Iterable[Unit]) -> Marks | None:
    """Return the convention of marks that claims show."""
    return marks_of(text for unit in claims for text in _texts(unit))


def _nearest(unit: Unit, figure: Figure) -> str | None:
    wanted = Quantity(Fraction(figure.values[0]), scale=Scale.PERCENT if figure.kind == "percent" else Scale.PLAIN)
    found = [
        (distance(wanted, one, text), one.text) for text in _texts(unit) for one in figures(text) if not one.coordinate
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


def cut(text: str) -> str:
    """Return an untrusted text, or its beginning."""
    return text if len(text) <= SHOWN else text[: SHOWN - 2] + " …"
