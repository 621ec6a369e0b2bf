"""The extraction of a report in the shape that hosts of the original exchange."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport
from gnut.ingest.contract import Citation, Extraction, Unit
from gnut.ingest.core import claims, ingest, profile
from gnut.ingest.core.profile import GROUNDNUT
from gnut.model import Report

_FIELDS = ("artifact", "profile", "format")


def extract_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the claims of one artifact: those that cite a source or declare a class.

    `source_uri` is the address as the report writes it, without merging of spellings. A citation that
    points to nothing is no claim here; the ledger has its row.

    Args:
        given: `artifact` (text), `format` (`markdown`), `profile` (object or null for `groundnut-default`).

    Raises:
        MalformedReport: With the code of the clause that the artifact, the profile or the request breaks.
    """
    for name in given:
        if name not in _FIELDS:
            raise MalformedReport(f"request has the unknown field {name!r}", code="unknown_field")
    artifact = given.get("artifact")
    if not isinstance(artifact, str):
        raise MalformedReport("request: artifact is no text", code="wrong_type")
    if given.get("format") != "markdown":
        raise MalformedReport(f"format {given.get('format')!r} is not read", code="unsupported_artifact")
    chosen = given.get("profile")
    body = artifact.encode("utf-8", "surrogatepass")
    extraction = ingest(Report("report.md", body, ()), profile(GROUNDNUT if chosen is None else chosen))
    listed = [
        _claim(identity, extraction.units[unit], citation, binding)
        for identity, unit, citation, binding in _numbered(extraction)
    ]
    return {"kind": extraction.kind, "claim_count": len(listed), "claims": listed}


def _numbered(extraction: Extraction) -> list[tuple[str, int, int | None, int | None]]:
    """Return the cited and typed claims; what points to nothing takes no number."""
    kept: list[tuple[str, int, int | None, int | None]] = []
    for identity, unit, citation, binding in claims(extraction):
        if identity.startswith("u") or (
            citation is not None and _is_broken(extraction.units[unit].citations[citation])
        ):
            continue
        kept.append((f"c{len(kept) + 1}", unit, citation, binding))
    return kept


def _is_broken(citation: Citation) -> bool:
    return citation.broken is not None


def _claim(identity: str, unit: Unit, citation: int | None, binding: int | None) -> dict[str, Any]:
    cited = unit.citations[citation] if citation is not None else None
    return {
        "claim_id": identity,
        "text": unit.text,
        "source_uri": cited.written if cited else None,
        "excerpt": unit.bindings[binding].excerpt.text if binding is not None else None,
        "locator": cited.locator if cited else None,
        "question": cited.question if cited else unit.question,
        "provenance_class": unit.provenance,
        "declared_analysis": unit.declared_analysis,
        "location": f"line {(cited.place if cited else unit.place).line}",
    }
