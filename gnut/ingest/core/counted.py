"""Places of artifacts without lines: they count claims in reading order, and what stands in each of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from msgspec.structs import replace

from gnut.ingest.contract import Excerpt, Extraction, Unit
from gnut.model import Place
from gnut.text.markdown.lines import Lines


def counted(made: Extraction, lines: Lines) -> Extraction:
    """Return an extraction whose places have no lines: `start` counts units from 0, `column` what is in one from 1.

    What stands outside of every unit has the place of the unit before it, and column 0, as units have.

    Args:
        made: An extraction with the places of `lines`.
        lines: Where the blocks of the page stand; each unit is told which it is.
    """
    counter = _Counter(made.units)
    return replace(
        made,
        units=tuple(counter.unit(index, unit, lines) for index, unit in enumerate(made.units)),
        noted=tuple(replace(one, place=counter.outside(one.place)) for one in made.noted),
        anomalies=tuple((name, counter.outside(place)) for name, place in made.anomalies),
    )


class _Counter:
    def __init__(self, units: tuple[Unit, ...]) -> None:
        self._starts = [unit.place.start for unit in units]
        held: dict[int, set[tuple[int, int]]] = {}
        for unit in units:
            for place in _inside(unit):
                held.setdefault(self._unit(place), set()).add((place.start, place.end))
        self._ranks = {
            (unit, span): rank for unit, spans in held.items() for rank, span in enumerate(sorted(spans), start=1)
        }

    def unit(self, index: int, unit: Unit, lines: Lines) -> Unit:
        """Return a unit with counted places and its location."""
        return replace(
            unit,
            place=Place(index, index + 1, 0, 0),
            citations=tuple(replace(one, place=self._inner(one.place)) for one in unit.citations),
            bindings=tuple(replace(one, excerpt=self._excerpt(one.excerpt)) for one in unit.bindings),
            unsourced=tuple(self._excerpt(one) for one in unit.unsourced),
            waivers=tuple(replace(one, place=self._inner(one.place)) for one in unit.waivers),
            location=lines.where(unit.place),
        )

    def outside(self, place: Place) -> Place:
        """Return the place of what stands in no unit, or is none."""
        unit = self._unit(place)
        return Place(unit, unit + 1, 0, 0)

    def _excerpt(self, excerpt: Excerpt) -> Excerpt:
        return replace(excerpt, place=self._inner(excerpt.place))

    def _inner(self, place: Place) -> Place:
        unit = self._unit(place)
        return Place(unit, unit + 1, 0, self._ranks[unit, (place.start, place.end)])

    def _unit(self, place: Place) -> int:
        return max(0, bisect_right(self._starts, place.start) - 1)


def _inside(unit: Unit) -> Iterator[Place]:
    yield from (one.place for one in unit.citations)
    yield from (one.excerpt.place for one in unit.bindings)
    yield from (one.place for one in unit.unsourced)
    yield from (one.place for one in unit.waivers)
