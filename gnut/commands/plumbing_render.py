"""`gnut plumbing render-parity`: two artifacts and a renderer in one request."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import msgspec

from gnut.errors import MalformedReport
from gnut.ingest.core import ingest, profile
from gnut.model import Report
from gnut.render_receipt.contract import Artifact, Disparity
from gnut.render_receipt.core import render_receipt, renderer
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.ingest.contract import Profile

FIELDS = ("source", "rendered", "source_profile", "rendered_profile", "renderer")
ARTIFACT = ("name", "text")
RENDERER = ("name", "version", "configuration")


def parity_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt of a rendering, or where it loses evidence.

    Args:
        given: `source` and `rendered` (`name`, `text`), their profiles (null for `groundnut-default`),
            `renderer` (`name`, `version`, `configuration`).

    Raises:
        MalformedReport: A member is unknown or of the wrong type, or an artifact cannot be read.
    """
    _members(given, FIELDS, "request")
    by = given.get("renderer")
    if not isinstance(by, dict):
        raise MalformedReport("renderer is no object", code="invalid_renderer")
    _members(by, RENDERER, "renderer")
    configuration = canon.dumps_line(by.get("configuration", {}))
    who = renderer(_name(by, "name"), _name(by, "version"), configuration)
    source = _artifact(given, "source")
    rendered = _artifact(given, "rendered")
    result = render_receipt(source, rendered, who)
    if isinstance(result, Disparity):
        told = f"evidence differs at {result.first_difference}"
        counts: dict[str, Any] = msgspec.to_builtins(result)
        return {"exit_code": 2, "error": {"code": "render_parity_failed", "message": told}, **counts}
    receipt: dict[str, Any] = msgspec.to_builtins(result)
    return {
        "exit_code": 0,
        "receipt": receipt,
        "cited_occurrences": result.parity.cited_occurrences,
        "evidence_sequence": receipt["parity"]["evidence_sequence"],
        "evidence_sequence_sha256": result.parity.evidence_sequence_sha256,
        "renderer_configuration_sha256": who.configuration_sha256,
        "source_sha256": result.source.sha256,
        "rendered_sha256": result.rendered.sha256,
        "source_bytes": result.source.bytes,
        "rendered_bytes": result.rendered.bytes,
    }


def _artifact(given: dict[str, Any], side: str) -> Artifact:
    held = given.get(side)
    _members(held, ARTIFACT, side)
    assert isinstance(held, dict)
    name, text = held.get("name"), held.get("text")
    if not isinstance(name, str) or not isinstance(text, str):
        raise MalformedReport(f"{side}: name and text are strings", code="wrong_type")
    body = text.encode("utf-8", "surrogatepass")
    return Artifact(
        ingest(Report(PurePosixPath(name).name, body, ()), _profile(given.get(f"{side}_profile"))), len(body)
    )


def _profile(given: Any) -> Profile:
    return profile("groundnut-default" if given is None else given)


def _name(by: dict[str, Any], member: str) -> str | None:
    value = by.get(member)
    if value is not None and not isinstance(value, str):
        raise MalformedReport(f"renderer: {member} is no text", code="invalid_renderer")
    return value


def _members(value: Any, known: tuple[str, ...], where: str) -> None:
    if not isinstance(value, dict):
        raise MalformedReport(f"{where} is no object", code="wrong_type")
    for name in value:
        if name not in known:
            raise MalformedReport(f"{where} has the unknown member {name!r}", code="unknown_field")
