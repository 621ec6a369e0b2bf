"""The verifier of scope: whether the passage that holds a figure is about what was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from gnut.text.quantities.against import against
from gnut.verify_answer.contract import Finding, Passage
from gnut.verify_answer.core.request import Request

ID = "gnut.scope"
VERSION = "1"


def scope(request: Request) -> Iterator[Finding]:
    """Yield, of each figure that some source holds, whether one inside the scope does; nothing without a scope."""
    if not request.scope:
        return
    standing = [_standing(each, request.scope) for each in request.passages]
    inside = [at for at, each in enumerate(standing) if each == "inside"]
    silent = [at for at, each in enumerate(standing) if each != "outside"]
    # What was computed from the answer's own figures is as good as those; only sources' own are computed anew.
    anew = any(found.formula is not None and not found.operands for found in request.found)
    terms = replace(request.terms, derive=anew)
    here = against(request.answer, request.quantities, [request.held[at] for at in inside], terms)
    perhaps = (
        here
        if silent == inside
        else against(request.answer, request.quantities, [request.held[at] for at in silent], terms)
    )
    for number, (index, found) in enumerate(zip(request.numeric, request.found, strict=True)):
        if found.status != "supported" or found.operands:
            continue
        result, note = "supported", None
        place, order = here[number].place, inside
        if here[number].status != "supported":
            result, note, place, order = "unsupported", "provenance_missing", perhaps[number].place, silent
            if perhaps[number].status != "supported":
                result, note, place, order = (
                    "contradicted",
                    "out_of_scope_source",
                    found.place,
                    list(range(len(standing))),
                )
        source = request.passages[order[place.source]] if place is not None else None
        wanted = ", ".join(f"{key} {value}" for key, value in sorted(request.scope.items()))
        yield Finding(
            request.claims[index].id,
            ID,
            VERSION,
            result,
            "exact",
            f"{found.quantity.text}: asked of {wanted}; {_says(source, result)}",
            source.id if source else None,
            place.quantity.span if place else None,
            place.quantity.text if place else None,
            (note,) if note else (),
        )


def _says(source: Passage | None, result: str) -> str:
    if source is None:
        return "no passage says"
    about = ", ".join(f"{key} {value}" for key, value in sorted(source.provenance.items())) or "nothing"
    only = "" if result == "supported" else "only "
    return f"it stands {only}in {source.id}, which is said to be about {about}"


def _standing(passage: Passage, wanted: Mapping[str, str]) -> str:
    said = {folded(key): folded(value) for key, value in passage.provenance.items()}
    values = [(said.get(folded(key)), folded(value)) for key, value in wanted.items()]
    if any(held is not None and held != value for held, value in values):
        return "outside"
    return "silent" if any(held is None for held, _ in values) else "inside"


def folded(text: str) -> str:
    """Return a value as it is compared: trimmed, blanks folded, without case."""
    return " ".join(text.split()).casefold()
