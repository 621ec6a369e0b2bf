"""The schema of a manifest of knowledge sources, written by hand: the struct has numbers that JSON Schema lacks."""

from __future__ import annotations

from typing import Any

from gnut.ground import contract
from gnut.ground.core.shapes import LONGEST
from gnut.ground.core.validating import LISTS, MOST_HOURS

_ID = {"type": "string", "minLength": 1, "maxLength": LONGEST}
_IDS = {"type": "array", "items": _ID}
_TIME = {
    "type": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
}
_COUNT = {"type": "integer", "minimum": 0}
_AMOUNT = {"type": "number", "minimum": 0}
_FLAG = {"type": "boolean"}


def _closed(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _listed(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "array", "items": _closed(properties, optional)}


def _finding(id: str, reasons: dict[str, str]) -> dict[str, Any]:
    """Return the schema of one finding: each reason goes with one status."""
    detail = {
        **dict.fromkeys(LISTS, _IDS),
        "worst_source": _ID,
        "coverage_complete": _FLAG,
        "by_source": {"type": "object", "additionalProperties": {"enum": list(contract.STATUSES)}},
    }
    said = _closed({"reason": {"enum": list(reasons)}, **detail}, tuple(detail))
    pairs = [
        {
            "properties": {
                "status": {"const": status},
                "detail": {"properties": {"reason": {"enum": [each for each in reasons if reasons[each] == status]}}},
            }
        }
        for status in dict.fromkeys(reasons.values())
    ]
    return {
        **_closed({"id": {"const": id}, "status": {"enum": list(contract.STATUSES)}, "detail": said}),
        "anyOf": pairs,
    }


GROUND: dict[str, Any] = {
    "description": "What captured probes prove of knowledge sources: what `gnut ground --emit` writes.",
    **_closed(
        {
            "schema": {"const": contract.SCHEMA},
            "tool_version": _ID,
            "generated_at": _TIME,
            "freshness": _closed(
                {
                    "valid_for_hours": {"type": "integer", "minimum": 1, "maximum": MOST_HOURS},
                    "source_oldest_at": {"anyOf": [_TIME, {"type": "null"}]},
                }
            ),
            "status": {"enum": list(contract.MANIFEST_STATUSES)},
            "findings": {
                "type": "array",
                "prefixItems": [_finding(id, reasons) for id, reasons in contract.REASONS.items()],
                "items": False,
                "minItems": len(contract.FINDINGS),
            },
            "sources": _listed(
                {
                    "id": _ID,
                    "type": _ID,
                    "permission_model": {"enum": list(contract.PERMISSION_MODELS)},
                    "refresh_cadence": _ID,
                    "citation_required": _FLAG,
                    "refuse_when_unsupported": _FLAG,
                    "acl_probe_principals": _IDS,
                },
                ("acl_probe_principals",),
            ),
            "acl_evidence": _listed({"principal": _ID, "document_ids": _IDS, "source_id": _ID}),
            "citation_evidence": _listed(
                {
                    "source_id": _ID,
                    "citation_count": _COUNT,
                    "retrieved_count": _COUNT,
                    "missing_from_retrieval": _IDS,
                }
            ),
            "refusal_evidence": _listed({"source_id": _ID, "query_id": _ID, "refused": _FLAG}),
            "telemetry": _closed({"retrieval_count": _COUNT, "subqueries": _AMOUNT, "tokens": _AMOUNT}),
            "retrieval_quality_baseline": {
                "anyOf": [
                    {"type": "string", "maxLength": LONGEST, "pattern": "^[A-Za-z0-9._][A-Za-z0-9._/-]*$"},
                    {"type": "null"},
                ]
            },
        }
    ),
}
