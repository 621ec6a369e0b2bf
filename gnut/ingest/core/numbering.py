"""Ids of claims, in reading order."""

from __future__ import annotations

from gnut.ingest.contract import Extraction
from gnut.ingest.core.lineage import check_references
from gnut.text.markdown.lines import Lines

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


def refuse_bad_references(extraction: Extraction, lines: Lines) -> None:
    """Refuse a calculation that refers to a claim which the report does not have, or to its own.

    Raises:
        MalformedReport: With the code `lineage_unknown_claim` or `lineage_self_reference`.
    """
    if all(unit.calculation is None for unit in extraction.units):
        return
    known = {name: unit for name, unit, _, _ in claims(extraction)}
    own: dict[int, list[str]] = {}
    for name, index in known.items():
        own.setdefault(index, []).append(name)
    for index, unit in enumerate(extraction.units):
        if unit.calculation is not None:
            check_references(unit.calculation, own.get(index, ()), known, lines.where(unit.place))
