"""Ids of claims, in reading order."""

from __future__ import annotations

from gnut.ingest.contract import Extraction

Claim = tuple[str, int, int | None, int | None]
"""Id, index of the unit, of its citation, of its binding."""


def claims(extraction: Extraction) -> tuple[Claim, ...]:
    """Return the claims of a report: `c1…` for cited or typed ones, `u1…` for units that cite nothing.

    A structured artifact gives its own ids.

    There is one per (citation, excerpt) pair, one per citation without an excerpt, and one per unit
    without citations. An excerpt bound to a stack counts with its first member, for nothing has been
    looked up yet; the rows of the ledger count it with the member that holds it.
    """
    found: list[Claim] = []
    cited = uncited = 0
    for index, unit in enumerate(extraction.units):
        if not unit.citations:
            typed = unit.provenance != "unclassified"
            cited, uncited = cited + typed, uncited + (not typed)
            found.append((unit.declared_id or (f"c{cited}" if typed else f"u{uncited}"), index, None, None))
            continue
        held: dict[int, list[int]] = {}
        for number, binding in enumerate(unit.bindings):
            held.setdefault(binding.targets[0], []).append(number)
        for citation in range(len(unit.citations)):
            for bound in held.get(citation, (None,)):
                cited += 1
                found.append((unit.declared_id or f"c{cited}", index, citation, bound))
    return tuple(found)
