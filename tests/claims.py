"""Claims by hand, so that rooms behind the reading of reports are tested without it."""

from __future__ import annotations

from gnut.acquire.contract import Acquired
from gnut.check.contract import Evidence
from gnut.check.core import check
from gnut.ingest.contract import (
    ANALYST,
    Citation,
    CitationKind,
    Extraction,
    Identity,
    Lines,
    Place,
    Unit,
    UnitKind,
)
from gnut.model import Source, Uri

A, B = Uri("https://a.example/1"), Uri("https://b.example/2")
NOWHERE = Place(0, 0, 0, 1)
IDENTITY = Identity("by-hand", "1", "0" * 64)


def source(text: str, uri: Uri = A, truncation: str = "complete") -> Source:
    return Source(uri, uri, None, text, None, truncation, False, False, ())


def cited(uri: Uri | None = A, *, question: str | None = None, broken: str | None = None) -> Citation:
    return Citation(CitationKind.LINK, uri or "[9]", uri, None, broken, False, 0, NOWHERE, question)


def unit(
    text: str,
    *citations: Citation,
    provenance: str = "unclassified",
    question: str | None = None,
    id: str | None = None,
) -> Unit:
    return Unit(
        kind=UnitKind.CLAIM,
        text=text,
        prose=text,
        place=NOWHERE,
        citations=citations,
        bindings=(),
        unsourced=(),
        provenance=provenance,
        declared_analysis=provenance in ANALYST,
        question=question,
        numeric=False,
        waivers=(),
        declared_id=id,
    )


def extraction(*units: Unit) -> Extraction:
    return Extraction("structured_json", "0" * 64, IDENTITY, IDENTITY, units, (), Lines(0, ()), (), None)


def read(*units: Unit, sources: tuple[Acquired, ...] = ()) -> tuple[Extraction, Evidence]:
    """Return a report of `units` and what was found of it over `sources`."""
    made = extraction(*units)
    return made, check(made, {each.uri: each for each in sources})
