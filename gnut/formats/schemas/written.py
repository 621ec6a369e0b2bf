"""Schemas of what no struct holds in the form in which it is written."""

from __future__ import annotations

from typing import Any

from gnut.account import request
from gnut.acquire.contract import TRUNCATIONS, WHYS, Mode
from gnut.formats.schemas.manifests import GROUND
from gnut.ground.contract import SCHEMA as GROUND_MANIFEST
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
_CHOSEN = {"anyOf": [_TEXT, {"type": "object"}]}
_REQUEST: dict[str, Any] = {
    "description": "What a host asks of `gnut check --request`. Paths count from the folder of the request.",
    "type": "object",
    "properties": {
        "schema": {"const": request.REQUEST},
        "artifact": _TEXT,
        "snapshot_directory": _TEXT,
        "domain": _CHOSEN,
        "support_policy": _CHOSEN,
        "authority_policy": _CHOSEN,
        "acquisition_mode": {"enum": [mode.value for mode in Mode]},
        "artifact_profile": {"anyOf": [*_CHOSEN["anyOf"], {"type": "null"}]},
        "authority_declarations": {"type": ["object", "null"]},
        "arena_profile": {"anyOf": [*_CHOSEN["anyOf"], {"type": ["boolean", "null"]}]},
        "arena_artifact": {"anyOf": [_TEXT, {"type": "null"}]},
        "publication_grade": {"type": "boolean"},
    },
    "required": ["schema", "artifact", "snapshot_directory"],
    "additionalProperties": False,
}
_ERROR: dict[str, Any] = {
    "description": "Why a request was refused; on stderr.",
    "type": "object",
    "properties": {"schema": {"const": request.ERROR}, "error": _TEXT, "message": {"type": "string"}},
    "required": ["schema", "error", "message"],
    "additionalProperties": False,
}
_QUOTE: dict[str, Any] = {
    "description": "What `gnut quote --output-format json` writes; fields may be added.",
    "type": "object",
    "properties": {
        "schema": {"const": "gnut-quote/v1"},
        "stands": {"type": "boolean"},
        "outcome": {"enum": ["found", "ambiguous", "not_found", None]},
        "why": {"enum": list(WHYS)},
        "window": {"enum": list(TRUNCATIONS)},
    },
    "required": ["schema", "stands", "outcome"],
}
_ENTRY: dict[str, Any] = {
    "description": "An object that stands for nothing, made where a ref is given none.",
    "type": "object",
    "properties": {
        "schema": {"const": "gnut-entry/v1"},
        "entry": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    },
    "required": ["entry", "schema"],
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
    request.REQUEST: _REQUEST,
    request.ERROR: _ERROR,
    "gnut-quote/v1": _QUOTE,
    GROUND_MANIFEST: GROUND,
    "gnut-entry/v1": _ENTRY,
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
