"""What `gnut ingest` says of a report: what was read, what was set aside, what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gnut.findings import BY_NAME
from gnut.formats.escape import one_line, path
from gnut.ingest.contract import Citation, Extraction, Unit, UnitKind
from gnut.ingest.core.numbering import Claim, claims

SHORT = 100
"""Most characters of a text that are printed."""


def render(extraction: Extraction, name: str) -> str:
    """Return the reading of a report as an outline: units that cite, quote or say what they are, then the rest.

    Each claim stands under the id that calculations, declarations and the ledger know it by.
    """
    return "".join(f"{line.rstrip()}\n" for line in _lines(extraction, name))


def _lines(extraction: Extraction, name: str) -> Iterator[str]:
    yield f"{path(name)}: {counts(extraction)}"
    ids: dict[int, list[Claim]] = {}
    for claim in claims(extraction):
        ids.setdefault(claim[1], []).append(claim)
    for index, unit in enumerate(extraction.units):
        typed = unit.provenance != "unclassified" or unit.kind is UnitKind.CLAIM
        if unit.citations or unit.unsourced or typed:
            yield ""
            yield f"{where(unit)} {unit.kind.value}: {_short(unit.text)}"
            yield from _declared(unit)
            yield from _cited(unit, ids.get(index, []))
    yield ""
    yield from _aside(extraction)


def where(unit: Unit) -> str:
    """Return the line and column of a unit, or its location in an artifact without lines."""
    return one_line(unit.location) if unit.location is not None else f"{unit.place.line}:{unit.place.column}"


def _declared(unit: Unit) -> Iterator[str]:
    if unit.provenance != "unclassified":
        missing = unit.provenance == "analyst_calculation" and unit.calculation is None
        yield f"    {unit.provenance.replace('_', ' ')}{', without its calculation' if missing else ''}"
    if unit.question is not None and not unit.citations:
        yield f"    question: {_short(unit.question)}"
    if unit.calculation is not None:
        yield f"    formula: {_short(unit.calculation.formula)}"
        for one in unit.calculation.inputs:
            stated = f" from {', '.join(one.source_claim_ids)}" if one.source_claim_ids else ""
            yield f"        {_short(one.name)} = {_short(one.value)}{one_line(stated)}"
        if unit.calculation.note is not None:
            yield f"        note: {_short(unit.calculation.note)}"


def _cited(unit: Unit, own: list[Claim]) -> Iterator[str]:
    bound: dict[int, list[str]] = {}
    names: dict[int | None, list[str]] = {}
    for name, _, number, _ in own:
        names.setdefault(number, []).append(name)
    if None in names:
        yield f"    {one_line(names[None][0])}"
    for binding in unit.bindings:
        said = f'{binding.excerpt.origin} "{_short(binding.excerpt.text)}"'
        if binding.excerpt.range_end is not None:
            said += f' … "{_short(binding.excerpt.range_end)}"'
        if len(binding.targets) > 1:
            said += f" (any of {len(binding.targets)})"
        bound.setdefault(binding.targets[0], []).append(said)
    for index, citation in enumerate(unit.citations):
        yield f"    {one_line(', '.join(names.get(index, ())))} {_citation(citation)}"
        if citation.question is not None:
            yield f"        question: {_short(citation.question)}"
        for said in bound.get(index, ()):
            yield f"        {said}"
    for excerpt in unit.unsourced:
        yield f'    without a citation: "{_short(excerpt.text)}"'


def _citation(citation: Citation) -> str:
    where = _short(citation.uri or citation.written)
    if citation.broken is not None:
        where = f"{_short(citation.written)}  BROKEN: {one_line(citation.broken)}"
    elif citation.unresolvable:
        where = f"{_short(citation.written)}  has no address"
    elif citation.kind.value in ("marker", "footnote", "key"):
        where = f"{_short(citation.written)} {where}" if citation.written != citation.uri else where
    locator = f", {one_line(citation.locator)}" if citation.locator else ""
    return f"{citation.kind.value} {where}{locator}"


def counts(extraction: Extraction) -> str:
    """Return how many units, citations, sources and excerpts were read, and how many citations are broken."""
    citations = [citation for unit in extraction.units for citation in unit.citations]
    broken = sum(citation.broken is not None for citation in citations)
    sources = len({citation.uri for citation in citations if citation.uri is not None})
    excerpts = sum(len(unit.bindings) for unit in extraction.units)
    unsourced = sum(len(unit.unsourced) for unit in extraction.units)
    return (
        f"{len(extraction.units)} units, {len(citations)} citations ({broken} broken) of {sources} sources, "
        f"{excerpts} excerpts, {unsourced} quotations without a citation"
    )


def _aside(extraction: Extraction) -> Iterator[str]:
    lines = extraction.lines
    why = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in lines.excluded)
    aside = sum(count for _, count in lines.excluded)
    counted = {"markdown": "lines", "structured_json": "rows"}.get(extraction.kind, "blocks")
    yield f"{counted}: {lines.included} read, {aside} set aside{f' ({one_line(why)})' if why else ''}"
    noted = Counter(noted.reason for noted in extraction.noted)
    if noted:
        yield "not citations: " + ", ".join(
            f"{count} {one_line(name.replace('_', ' '))}" for name, count in noted.items()
        )
    for name, place in extraction.anomalies:
        rule = BY_NAME.get(name)
        at = f"{place.line}:{place.column} " if place.line else ""
        yield f"{at}{rule.code if rule else ''} {one_line(name.replace('_', ' '))}"


def _short(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= SHORT else shown[: SHORT - 2] + " …"
