"""Manifests of knowledge sources: as a file, in three lines, and finding by finding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from gnut.formats.escape import json_text
from gnut.ground.contract import MUST_FIX, NOT_VERIFIED, PASS, Evidence, Manifest
from gnut.ground.core.forms import evidence_json, manifest_json
from gnut_store import canon

REPORT = "gnut-ground/v1"
"""Schema string of what `gnut ground --output-format json` writes."""

SHOWN = 10
"""Most ids of a list that are named to a person."""


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """What one finding comes to."""

    id: str
    status: str
    reason: str


class GroundReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut ground` found, for programs: the manifest itself has no room for it."""

    schema: str
    exit: int
    """What the process ends with."""

    status: str
    findings: tuple[Said, ...]
    expires_at: str
    """Until when the manifest counts as a gate, RFC 3339, UTC."""

    expired: bool
    manifest_sha256: str
    """Of the bytes of the file: those written, those that would be, or those that were verified."""

    written: str | None
    """Path of the manifest from the project's root; None when none was written."""

    remarks: tuple[str, ...]


def manifest_text(manifest: Manifest) -> str:
    """Return the one form of a manifest: JSON, keys sorted, indented by two, with a final line feed."""
    return _pretty(manifest_json(manifest))


def evidence_text(evidence: Evidence, *, only: str | None = None) -> str:
    """Return an evidence bundle, or one list of it, in the same form as a manifest."""
    said = evidence_json(evidence)
    return _pretty({only: said[only]} if only is not None else said)


def _pretty(value: dict[str, Any]) -> str:
    return json_text(msgspec.json.format(canon.sorted_line(value), indent=2).decode()) + "\n"


def summary(manifest: Manifest) -> str:
    """Return the three lines that say what a manifest comes to."""
    return (
        f"status: {manifest.status}\n"
        f"must-fix: {_named(manifest, MUST_FIX)}\n"
        f"not-verified: {_named(manifest, NOT_VERIFIED)}\n"
    )


def told(manifest: Manifest) -> Iterator[str]:
    """Yield one line for each finding that does not pass: its reason, and of what; not escaped yet."""
    for finding in manifest.findings:
        if finding.status == PASS:
            continue
        detail: dict[str, Any] = msgspec.to_builtins(finding.detail)
        lists = [
            f"{name.replace('_', ' ')}: {_some(ids)}" for name, ids in detail.items() if isinstance(ids, (list, tuple))
        ]
        behind = f" ({'; '.join(lists)})" if lists else ""
        yield f"{finding.id} {finding.status}: {finding.detail.reason}{behind}"


def _named(manifest: Manifest, status: str) -> str:
    return ", ".join(finding.id for finding in manifest.findings if finding.status == status) or "none"


def _some(ids: list[str] | tuple[str, ...]) -> str:
    more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
