"""Schemas of what a person writes and no struct holds in that form."""

from __future__ import annotations

from typing import Any

from gnut.ingest.contract import PROVENANCE

_TEXT = {"type": "string", "pattern": r"\S"}
_NAMES = {"type": "array", "items": _TEXT, "uniqueItems": True}
_FIELDS = (
    "calculation",
    "claim_id",
    "claim_text",
    "claims",
    "declared_analysis",
    "excerpt",
    "locator",
    "provenance_class",
    "source_uri",
    "verification_question",
)
_SEGMENTER: dict[str, Any] = {
    "description": "Who cuts a report into claims, and by which rules.",
    "type": "object",
    "properties": {
        "schema": {"const": "groundnut-segmenter-identity/v1"},
        "key": _TEXT,
        "version": _TEXT,
        "strategies": {"type": "object", "minProperties": 1, "additionalProperties": _TEXT},
    },
    "required": ["key", "version", "strategies"],
    "additionalProperties": False,
}

WRITTEN: dict[str, dict[str, Any]] = {
    "groundnut-artifact-profile/v1": {
        "description": "How a report declares evidence: a file that `--profile` takes. Lists replace the defaults.",
        "type": "object",
        "properties": {
            "schema": {"const": "groundnut-artifact-profile/v1"},
            "key": _TEXT,
            "version": _TEXT,
            "structured_fields": {
                "type": "object",
                "properties": dict.fromkeys(_FIELDS, _TEXT),
                "additionalProperties": False,
            },
            "html": {
                "type": "object",
                "properties": {
                    "evidence_comment_prefix": _TEXT,
                    "verification_question_comment": _TEXT,
                    "declared_analysis_classes": _NAMES,
                    "provenance_class_markers": {
                        "type": "object",
                        "additionalProperties": {"enum": [name for name in PROVENANCE if name != "unclassified"]},
                    },
                    "ignored_container_classes": _NAMES,
                    "ignored_container_attributes": {
                        "type": "array",
                        "items": {"type": "string", "pattern": "^[A-Za-z_:][A-Za-z0-9_.:-]*$"},
                        "uniqueItems": True,
                    },
                },
                "additionalProperties": False,
            },
            "segmenter": _SEGMENTER,
        },
        "required": ["key", "version"],
        "additionalProperties": False,
    },
    "groundnut-segmenter-identity/v1": _SEGMENTER,
    "groundnut-live-replay-evidence-projection/v2": {
        "description": "What of an execution two runs are compared by: all of it but the exclusions of an equivalence.",
        "type": "object",
        "properties": {
            "schema": {"const": "groundnut-live-replay-evidence-projection/v2"},
            "execution": {"type": "object", "required": ["schema", "run", "ledger", "manifest"]},
        },
        "required": ["schema", "execution"],
        "additionalProperties": False,
    },
}
