"""The extraction of a report in the shape that hosts of the original exchange."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport
from gnut.ingest.contract import Extraction, Identity, Lineage, Unit, UnitKind
from gnut.ingest.core import claims, ingest, profile
from gnut.ingest.core.kinds import JSON
from gnut.ingest.core.numbering import Claim
from gnut.ingest.core.profile import GROUNDNUT
from gnut.model import Report

_FIELDS = ("artifact", "profile", "format")
_NAMES = {"markdown": "report.md", "html": "report.html", "json": "report.json"}
"""What an artifact of each format is called, for its kind follows from its name."""


def extract_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the claims of one artifact: those that cite a source or declare a class; all of a structured one.

    `source_uri` is the address as the report writes it, without merging of spellings. A citation that
    points to nothing is no claim here; the ledger has its row.

    Args:
        given: `artifact` (text), `format` (`markdown`, `html`, `json`), `profile` (object or null for
            `groundnut-default`).

    Raises:
        MalformedReport: With the code of the clause that the artifact, the profile or the request breaks.
    """
    for name in given:
        if name not in _FIELDS:
            raise MalformedReport(f"request has the unknown field {name!r}", code="unknown_field")
    artifact = given.get("artifact")
    if not isinstance(artifact, str):
        raise MalformedReport("request: artifact is no text", code="wrong_type")
    form = given.get("format")
    if not isinstance(form, str) or form not in _NAMES:
        raise MalformedReport(f"format {form!r} is not read", code="unsupported_artifact")
    chosen = given.get("profile")
    body = artifact.encode("utf-8", "surrogatepass")
    extraction = ingest(Report(_NAMES[form], body, ()), profile(GROUNDNUT if chosen is None else chosen))
    listed = [
        _claim(identity, extraction.units[unit], citation, binding)
        for identity, unit, citation, binding in _listed(extraction)
    ]
    return {
        "kind": extraction.kind,
        "input_sha256": extraction.input_sha256,
        "profile": _identity(extraction.profile),
        "segmenter": _identity(extraction.segmenter),
        "claim_count": len(listed),
        "claims": listed,
    }


def _identity(one: Identity) -> dict[str, str]:
    return {"key": one.key, "version": one.version, "sha256": one.sha256}


def _listed(extraction: Extraction) -> list[Claim]:
    """Return the cited and typed claims; what points to nothing takes no number."""
    if extraction.kind == JSON:
        return list(claims(extraction))
    kept: list[Claim] = []
    for identity, unit, citation, binding in claims(extraction):
        if identity.startswith("u") or (
            citation is not None and extraction.units[unit].citations[citation].broken is not None
        ):
            continue
        kept.append((f"c{len(kept) + 1}", unit, citation, binding))
    return kept


def _claim(identity: str, unit: Unit, citation: int | None, binding: int | None) -> dict[str, Any]:
    cited = unit.citations[citation] if citation is not None else None
    held = unit.bindings[binding].excerpt if binding is not None else None
    if held is None and unit.kind is UnitKind.CLAIM and unit.unsourced:
        held = unit.unsourced[0]
    declared = unit.calculation
    missing = unit.provenance == "analyst_calculation"
    return {
        "claim_id": identity,
        "text": unit.text,
        "source_uri": None if cited is None or cited.unresolvable else cited.written,
        "excerpt": held.text if held is not None else None,
        "locator": cited.locator if cited else None,
        "question": cited.question if cited else unit.question,
        "provenance_class": unit.provenance,
        "declared_analysis": unit.declared_analysis,
        "lineage_status": "declared" if declared else "missing" if missing else "not_applicable",
        "lineage": None if declared is None else _lineage(declared),
        "location": unit.location or f"line {(cited.place if cited else unit.place).line}",
    }


def _lineage(declared: Lineage) -> dict[str, Any]:
    return {
        "schema": declared.schema,
        "formula": declared.formula,
        "formula_sha256": declared.formula_sha256,
        "inputs": [
            {"name": one.name, "value": one.value, "source_claim_ids": list(one.source_claim_ids)}
            for one in declared.inputs
        ],
        "note": declared.note,
    }
