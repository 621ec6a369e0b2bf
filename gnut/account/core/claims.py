"""Claims as the artifact states them: one a row, in reading order, under the row's id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gnut.account.records import PROVENANCE, Claim, Provenance, SourceRef
from gnut.check.contract import Finding
from gnut.errors import BadReceipt
from gnut.ingest.contract import Citation, Excerpt, Extraction, Lineage, Unit
from gnut.model import Uri
from gnut.text.uris import source_id


class Sources:
    """The sources that one run names, by their identity; each name is hashed once."""

    def __init__(self) -> None:
        """Name none yet."""
        self._refs: dict[Uri, SourceRef] = {}

    def __getitem__(self, uri: Uri) -> SourceRef:
        """Return the name and identity of the source at `uri`."""
        if uri not in self._refs:
            self._refs[uri] = SourceRef(source_id(uri), uri)
        return self._refs[uri]

    def of(self, citation: Citation | None) -> SourceRef | None:
        """Return the source that a citation leads to; None where it leads to none."""
        return None if citation is None or citation.uri is None else self[citation.uri]


def claims(extraction: Extraction, findings: Iterable[Finding], sources: Sources) -> tuple[Claim, ...]:
    """Return the claims of the rows to be.

    Args:
        extraction: The artifact, read.
        findings: What was found, in reading order.
        sources: Names of the run's sources.

    Raises:
        BadReceipt: Two claims have one id (`duplicate_claim_id`).
    """
    provenances = _Provenances()
    made = tuple(_claims(extraction.units, findings, sources, provenances))
    seen: set[str] = set()
    for claim in made:
        if claim.claim_id in seen:
            raise BadReceipt(f"claim id {claim.claim_id!r} stands twice", code="duplicate_claim_id")
        seen.add(claim.claim_id)
    return made


def _claims(
    units: tuple[Unit, ...], findings: Iterable[Finding], sources: Sources, provenances: _Provenances
) -> Iterator[Claim]:
    for finding in findings:
        unit = units[finding.unit]
        citation = None if finding.citation is None else unit.citations[finding.citation]
        yield Claim(
            claim_id=finding.id,
            text=unit.text,
            source=sources.of(citation),
            excerpt=None if finding.binding is None else shown(unit.bindings[finding.binding].excerpt),
            locator=None if citation is None else citation.locator,
            declared_analysis=unit.declared_analysis,
            analytical_provenance=provenances.of(unit),
            question=unit.question if citation is None else citation.question,
            location=_location(unit, citation),
        )


def shown(excerpt: Excerpt) -> str:
    """Return an excerpt as one string; a range shows both its terms."""
    return excerpt.text if excerpt.range_end is None else f"{excerpt.text} … {excerpt.range_end}"


def _location(unit: Unit, citation: Citation | None) -> str:
    if unit.location is not None:
        return unit.location
    return f"line {(unit if citation is None else citation).place.line}"


class _Provenances:
    """One object a class without lineage: 500 claims share a handful."""

    def __init__(self) -> None:
        self._plain: dict[str, Provenance] = {}

    def of(self, unit: Unit) -> Provenance:
        if unit.calculation is not None:
            return _provenance(unit.provenance, unit.calculation)
        if unit.provenance not in self._plain:
            self._plain[unit.provenance] = _provenance(unit.provenance, None)
        return self._plain[unit.provenance]


def _provenance(class_: str, lineage: Lineage | None) -> Provenance:
    if lineage is not None:
        return Provenance(PROVENANCE, class_, "declared", lineage)
    return Provenance(PROVENANCE, class_, "missing" if class_ == "analyst_calculation" else "not_applicable", None)
