"""A structured artifact: JSON with one object a claim, under the names that a profile gives."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport, NotCanonical
from gnut.ingest.contract import (
    ANALYST,
    PROVENANCE,
    Binding,
    Citation,
    CitationKind,
    Excerpt,
    Extraction,
    Identity,
    Lines,
    Noted,
    Profile,
    Unit,
    UnitKind,
)
from gnut.ingest.core import limits
from gnut.ingest.core.figures import figure
from gnut.ingest.core.lineage import check_references, lineage_of
from gnut.model import Place, Report
from gnut.text.uris import Refused, fragment, source_uri
from gnut_store import canon

_BOM = b"\xef\xbb\xbf"


def structured(report: Report, profile: Profile) -> Extraction:
    """Return the claims of a structured artifact: one unit a row, in the order of the array.

    A row cites at most one source. Members that the profile does not name belong to others and are passed
    over; those that it names must be what they are said to be.

    Args:
        report: The artifact; a byte order mark before its JSON is none of it.
        profile: The names of the members.

    Raises:
        ReportTooLarge: More than 4 MiB, or more than 100,000 rows.
        MalformedReport: With the JSON pointer of the place, and the code of the clause it breaks.
    """
    limits.refuse_bytes(report.body)
    names = dict(profile.structured_fields)
    rows = _rows(report.body, names["claims"])
    limits.refuse_many(len(rows), limits.MAX_UNITS, "claims")
    reader = _Rows(names, report.path)
    units = tuple(reader.unit(number, row) for number, row in enumerate(rows))
    _check_ids(units)
    return Extraction(
        kind="structured_json",
        input_sha256=canon.sha256(report.body),
        profile=Identity(profile.key, profile.version, profile.sha256),
        segmenter=profile.segmenter,
        units=units,
        noted=tuple(reader.noted),
        lines=Lines(len(units), ()),
        anomalies=(),
        policy=None,
    )


def _rows(body: bytes, name: str) -> list[Any]:
    try:
        said = canon.decode(body.removeprefix(_BOM), floats=True)
    except NotCanonical as error:
        raise MalformedReport(
            f"the artifact is not strict JSON: {error}",
            code="malformed_json",
            help="mend it at that place; a key stands once, and NaN is no number",
        ) from None
    if not isinstance(said, dict):
        raise MalformedReport("/: expected an object", code="wrong_type")
    rows = said.get(name)
    if not isinstance(rows, list):
        raise MalformedReport(
            f"{_pointer(name)}: expected the array of claims",
            code="claims_array_missing",
            help="a profile can give the member another name",
        )
    return rows


def _check_ids(units: tuple[Unit, ...]) -> None:
    """Refuse ids that stand twice, and lineages that refer to no other claim."""
    known: dict[str, Unit] = {}
    for unit in units:
        assert unit.declared_id is not None
        if unit.declared_id in known:
            raise MalformedReport(
                f"{unit.location} and {known[unit.declared_id].location} both have the id {unit.declared_id!r}",
                code="duplicate_claim_id",
                help="a claim without an id is called c and its place in the array, counted from 1",
            )
        known[unit.declared_id] = unit
    for unit in units:
        if unit.calculation is not None:
            check_references(unit.calculation, (unit.declared_id or "",), known, str(unit.location))


class _Rows:
    """Reads the rows of one artifact."""

    def __init__(self, names: dict[str, str], path: str) -> None:
        """Read members under `names`, by role, in the artifact at `path`."""
        self._names = names
        self._path = path
        self.noted: list[Noted] = []

    def unit(self, number: int, row: object) -> Unit:
        """Return the unit of one row; `number` is its index from 0."""
        at = f"{_pointer(self._names['claims'])}/{number}"
        if not isinstance(row, dict):
            raise MalformedReport(f"{at}: expected an object", code="wrong_type")
        text = self._text(row, "claim_text", at)
        if text is None:
            raise MalformedReport(
                f"{at}{_pointer(self._names['claim_text'])}: the text of the claim is required",
                code="required_field_missing",
            )
        place = Place(number, number + 1, 0, 0)
        question = self._text(row, "verification_question", at)
        provenance, declared = self._provenance(row, at)
        calculation = row.get(self._names["calculation"])
        if calculation is not None and provenance != "analyst_calculation":
            raise MalformedReport(
                f"{at}: a calculation belongs to an analyst_calculation, the class is {provenance}",
                code="lineage_on_wrong_class",
            )
        citations, excerpts = self._cited(row, at, place, question)
        bound = tuple(Binding(excerpt, (0,)) for excerpt in excerpts) if citations else ()
        prose = _without(text, excerpts)
        return Unit(
            kind=UnitKind.CLAIM,
            text=text,
            prose=prose,
            place=place,
            citations=citations,
            bindings=bound,
            unsourced=() if citations else excerpts,
            provenance=provenance,
            declared_analysis=declared,
            question=question,
            numeric=figure(prose),
            waivers=(),
            calculation=None
            if calculation is None
            else lineage_of(calculation, at + _pointer(self._names["calculation"])),
            declared_id=self._text(row, "claim_id", at) or f"c{number + 1}",
            location=f"{self._names['claims']}[{number}]",
        )

    def _text(self, row: dict[str, Any], role: str, at: str) -> str | None:
        """Return a member without outer blanks; None when it is absent, null or blank."""
        value = row.get(self._names[role])
        if value is None:
            return None
        if not isinstance(value, str):
            raise MalformedReport(f"{at}{_pointer(self._names[role])}: expected text", code="wrong_type")
        return value.strip() or None

    def _provenance(self, row: dict[str, Any], at: str) -> tuple[str, bool]:
        """Return the analytical class, and whether the claim is an analysis of its author's own."""
        said = self._text(row, "provenance_class", at) or "unclassified"
        if said not in PROVENANCE:
            raise MalformedReport(
                f"{at}{_pointer(self._names['provenance_class'])}: {said!r} is no class",
                code="unknown_provenance_class",
                help=f"classes are: {', '.join(PROVENANCE)}",
            )
        flag = row.get(self._names["declared_analysis"], False)
        if not isinstance(flag, bool):
            raise MalformedReport(
                f"{at}{_pointer(self._names['declared_analysis'])}: expected true or false", code="wrong_type"
            )
        if flag and said == "unclassified":
            return "analyst_inference", True
        if flag and said not in ANALYST:
            raise MalformedReport(f"{at}: declared analysis and {said} on one claim", code="conflicting_provenance")
        return said, said in ANALYST

    def _cited(
        self, row: dict[str, Any], at: str, place: Place, question: str | None
    ) -> tuple[tuple[Citation, ...], tuple[Excerpt, ...]]:
        """Return the citation of a row and its excerpts; a locator without an address names an unaddressed record."""
        written = self._text(row, "source_uri", at)
        words = self._text(row, "excerpt", at)
        locator = self._text(row, "locator", at)
        declared = () if words is None else (Excerpt(words, "field", False, None, None, None, place),)
        if written is None:
            if locator is None:
                return (), declared
            record = Citation(CitationKind.LINK, locator, None, locator, None, True, 0, place, question)
            return (record,), declared
        uri = source_uri(written, self._path)
        if isinstance(uri, Refused):
            broken = Citation(CitationKind.LINK, written, None, locator, uri.sentence, False, 0, place, question)
            return (broken,), declared
        asked = fragment(written)
        held = [
            Excerpt(one.start, "fragment", False, one.end, one.prefix, one.suffix, place) for one in asked.directives
        ]
        # One row is one claim: its own excerpt goes before what the address marks, the first mark before the others.
        excerpts = declared or tuple(held[:1])
        unused = len(held) - (not declared and bool(held))
        self.noted += [Noted("fragment", written, place)] * unused
        cited = Citation(CitationKind.LINK, written, uri, locator or asked.locator, None, False, 0, place, question)
        return (cited,), excerpts


def _without(text: str, excerpts: tuple[Excerpt, ...]) -> str:
    """Return what the author says in own words: the claim without the excerpts it repeats."""
    for excerpt in excerpts:
        text = text.replace(excerpt.text, " ")
    return " ".join(text.split())


def _pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")
