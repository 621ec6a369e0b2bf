"""Requests about captured probes of knowledge sources."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnut.errors import MalformedReport
from gnut.ground import compat

VALUE = "{{value}}"
"""What a request puts where `value_parts`, joined, stand: so no file of requests holds a secret."""

CALLS: dict[str, tuple[Callable[..., object], tuple[str, ...]]] = {
    "aggregate_telemetry": (compat.aggregate_telemetry, ("runs",)),
    "oldest_timestamp": (compat.oldest_timestamp, ("runs",)),
    "validate_citations": (compat.validate_citations, ("citations", "retrieved_ids")),
    "validate_ground_manifest": (compat.validate_ground_manifest, ("manifest",)),
}
"""Name of a call → the helper, and the members that it takes."""


def ground_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with what a bundle proves, or with the value of a helper that is called by its name.

    A request is the bundle itself, or has it as `bundle`. `findings` has the four by their ids, with the members of
    `detail` beside `status`; `persisted` is the manifest as it would be written.
    """
    if "call" in given:
        return _called(given)
    value = "".join(_parts(given)) if "value_parts" in given else None
    bundle = given.get("bundle", given)
    manifest, remarks = _assessed(bundle if value is None else _filled(bundle, value))
    findings = {each["id"]: {"status": each["status"], **each["detail"]} for each in manifest["findings"]}
    answer = {
        "accepted": True,
        "status": manifest["status"],
        "findings": findings,
        "source_oldest_at": manifest["freshness"]["source_oldest_at"],
        "persisted": manifest,
        "remarks": list(remarks),
        **findings,
    }
    return answer if value is None else {**answer, "value_persisted": _holds(manifest, value)}


def _assessed(bundle: object) -> tuple[dict[str, Any], tuple[str, ...]]:
    from gnut.edge.world import world
    from gnut.ground.core import ground
    from gnut.ground.core.forms import manifest_json
    from gnut.ground.core.reading import evidence
    from gnut.ground.core.remarks import remarks

    read, now = evidence(bundle), world().now()
    manifest = ground(read, generated_at=now)
    return manifest_json(manifest), remarks(read, generated_at=manifest.generated_at, now=now)


def _called(given: dict[str, Any]) -> dict[str, Any]:
    name = given["call"]
    if not isinstance(name, str) or name not in CALLS:
        raise MalformedReport(f"`call` is one of {', '.join(CALLS)}", code="malformed_request")
    helper, members = CALLS[name]
    return {"value": helper(*(given.get(member) for member in members))}


def _parts(given: dict[str, Any]) -> list[str]:
    parts = given["value_parts"]
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise MalformedReport("`value_parts` is a list of texts", code="malformed_request")
    return parts


def _filled(node: Any, value: str) -> Any:
    if isinstance(node, dict):
        return {key.replace(VALUE, value): _filled(each, value) for key, each in node.items()}
    if isinstance(node, list):
        return [_filled(each, value) for each in node]
    return node.replace(VALUE, value) if isinstance(node, str) else node


def _holds(node: Any, value: str) -> bool:
    if isinstance(node, dict):
        return any(value in key or _holds(each, value) for key, each in node.items())
    if isinstance(node, list):
        return any(_holds(each, value) for each in node)
    return isinstance(node, str) and value in node
