"""What `gnut ingest` says of a report: what was read, what was set aside, what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gnut.findings import BY_NAME
from gnut.formats.escape import one_line, path
from gnut.ingest.contract import Citation, Extraction, Unit

SHORT = 100
"""Most characters of a text that are printed."""


def render(extraction: Extraction, name: str) -> str:
    """Return the reading of a report as an outline: units that cite or quote, then what was set aside."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(extraction, name))


def _lines(extraction: Extraction, name: str) -> Iterator[str]:
    yield f"{path(name)}: {counts(extraction)}"
    for unit in extraction.units:
        if unit.citations or unit.unsourced:
            yield ""
            yield f"{unit.place.line}:{unit.place.column} {unit.kind.value}: {_short(unit.text)}"
            yield from _cited(unit)
    yield ""
    yield from _aside(extraction)


def _cited(unit: Unit) -> Iterator[str]:
    bound: dict[int, list[str]] = {}
    for binding in unit.bindings:
        said = f'{binding.excerpt.origin} "{_short(binding.excerpt.text)}"'
        if binding.excerpt.range_end is not None:
            said += f' … "{_short(binding.excerpt.range_end)}"'
        if len(binding.targets) > 1:
            said += f" (any of {len(binding.targets)})"
        bound.setdefault(binding.targets[0], []).append(said)
    for index, citation in enumerate(unit.citations):
        yield f"    {_citation(citation)}"
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
    yield f"lines: {lines.included} read, {aside} set aside{f' ({one_line(why)})' if why else ''}"
    noted = Counter(noted.reason for noted in extraction.noted)
    if noted:
        yield "not citations: " + ", ".join(
            f"{count} {one_line(name.replace('_', ' '))}" for name, count in noted.items()
        )
    for name, place in extraction.anomalies:
        rule = BY_NAME.get(name)
        yield f"{place.line}:{place.column} {rule.code if rule else ''} {one_line(name.replace('_', ' '))}"


def _short(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= SHORT else shown[: SHORT - 2] + " …"
