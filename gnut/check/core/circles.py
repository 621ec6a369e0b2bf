"""Calculations that rest on themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gnut.check.contract import Calculation
from gnut.ingest.contract import Lineage, Unit

WHY = "its inputs rest on a circle of calculations, in which nothing is given"


def circular(declared: Iterable[int], units: tuple[Unit, ...], at: Mapping[str, int]) -> set[int]:
    """Return the calculations whose inputs, or theirs in turn, come from a circle of calculations.

    Linear in the references.

    Args:
        declared: Indices of the units that declare a calculation.
        units: Every unit of the report.
        at: Index of the unit of each claim id.
    """
    open_ = set(declared)
    waits = {
        index: {at[claim] for each in _lineage(units[index]).inputs for claim in each.source_claim_ids if claim in at}
        & open_
        for index in open_
    }
    users: dict[int, list[int]] = {}
    for index, needed in waits.items():
        for other in needed:
            users.setdefault(other, []).append(index)
    ready = [index for index, needed in waits.items() if not needed]
    while ready:
        done = ready.pop()
        open_.discard(done)
        for user in users.get(done, ()):
            waits[user].discard(done)
            if not waits[user]:
                ready.append(user)
    return open_


def undecided(unit: Unit) -> Calculation:
    """Return what is said of a calculation that rests on itself."""
    return Calculation("not_recomputable", _lineage(unit).formula, None, None, WHY)


def _lineage(unit: Unit) -> Lineage:
    assert unit.calculation is not None
    return unit.calculation
