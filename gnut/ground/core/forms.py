"""Manifests and evidence as JSON has them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from gnut.ground.contract import Evidence, Finding, Manifest, Telemetry


def manifest_json(manifest: Manifest) -> dict[str, Any]:
    """Return a manifest as JSON: its envelope, and nothing beside the fields that the contract names."""
    said: dict[str, Any] = _plain(msgspec.to_builtins(manifest, builtin_types=(Decimal,)))
    return said


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON: `id`, `status` and `detail`, without the lists that are empty."""
    said: dict[str, Any] = _plain(msgspec.to_builtins(finding))
    return said


def telemetry_json(telemetry: Telemetry) -> dict[str, int | float]:
    """Return the three sums as JSON numbers."""
    said: dict[str, int | float] = _plain(msgspec.to_builtins(telemetry, builtin_types=(Decimal,)))
    return said


def evidence_json(evidence: Evidence) -> dict[str, Any]:
    """Return an evidence bundle as JSON, such that `reading.evidence` reads the same again."""
    said: dict[str, Any] = _plain(msgspec.to_builtins(evidence, builtin_types=(Decimal,)))
    if evidence.generated_at is None:
        del said["generated_at"]
    return said


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return float(value) if isinstance(value, Decimal) else value
