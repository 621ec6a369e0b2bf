"""The verifier of figures: by arithmetic, exact."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.text.quantities.finding import Finding as Found
from gnut.text.quantities.show import canonical
from gnut.verify_answer.contract import Finding
from gnut.verify_answer.core.request import Request

ID = "gnut.numeric"
VERSION = "1"


def numeric(request: Request) -> Iterator[Finding]:
    """Yield what the sources hold of each figure."""
    for index, found in zip(request.numeric, request.found, strict=True):
        claim = request.claims[index].id
        place = found.place
        yield Finding(
            claim=claim,
            verifier=ID,
            version=VERSION,
            result=found.status,
            determinism="exact",
            rationale=_rationale(request, found),
            source_id=request.passages[place.source].id if place else None,
            source_span=place.quantity.span if place else None,
            source_text=place.quantity.text if place else None,
            notes=_notes(request, found),
        )


def _rationale(request: Request, found: Found) -> str:
    place = found.place
    if place is None or found.formula is not None:
        return found.reason
    source = request.passages[place.source].id
    if found.status == "supported":
        unit = f" {place.quantity.unit}" if place.quantity.unit else ""
        more = "; ".join(note.replace("_", " ") for note in found.notes)
        said = f"{found.quantity.text} = {place.quantity.text} in {source} ({canonical(place.quantity)}{unit})"
        return f"{said}; {more}" if more else said
    if found.status != "contradicted":
        return found.reason
    said, mark, gap = found.reason.partition(" (relative distance")
    return f"{said} in {source}{mark}{gap}"


def _notes(request: Request, found: Found) -> tuple[str, ...]:
    named = []
    for note in found.notes:
        head, _, rest = note.partition(":")
        if head == "derived_from":
            own = (request.claims[request.numeric[int(each[1:])]].id for each in rest.split(","))
            note = f"derived_from:{','.join(own)}"
        named.append(note)
    return tuple(named)
