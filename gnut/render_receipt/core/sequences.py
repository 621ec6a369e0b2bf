"""The evidence of an artifact in reading order."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.ingest.contract import Citation, Extraction, Unit
from gnut.render_receipt.contract import Evidence
from gnut.render_receipt.core.addresses import as_uri


def sequence(extraction: Extraction) -> tuple[Evidence, ...]:
    """Return address, excerpt and locator of every cited claim.

    A citation that points to nothing declares no evidence and is left out; a source without an address
    stands under what is written of it.
    """
    return tuple(evidence for unit in extraction.units for evidence in _of_unit(unit))


def claim_count(extraction: Extraction) -> int:
    """Return how many claims an artifact makes, cited or not: the rows that its ledger has."""
    return sum(len(list(_pairs(unit))) or 1 for unit in extraction.units)


def _of_unit(unit: Unit) -> Iterator[Evidence]:
    for citation, binding in _pairs(unit):
        if citation.broken is None:
            excerpt = None if binding is None else unit.bindings[binding].excerpt
            words = None
            if excerpt is not None:
                words = excerpt.text if excerpt.range_end is None else f"{excerpt.text} … {excerpt.range_end}"
            yield Evidence(as_uri(citation.written), _folded(words), _folded(citation.locator))


def _pairs(unit: Unit) -> Iterator[tuple[Citation, int | None]]:
    """Yield the claims of a unit as the ledger numbers them: an excerpt of a stack counts with its first member."""
    held: dict[int, list[int]] = {}
    for number, binding in enumerate(unit.bindings):
        held.setdefault(binding.targets[0], []).append(number)
    for index, citation in enumerate(unit.citations):
        for bound in held.get(index, (None,)):
            yield citation, bound


def _folded(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())
