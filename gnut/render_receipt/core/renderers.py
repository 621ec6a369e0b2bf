"""Who rendered: a name, a version, and a configuration that is bound by its hash."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport, NotCanonical
from gnut.render_receipt.contract import Renderer
from gnut_store import canon


def renderer(name: str | None, version: str | None, configuration: bytes | str = b"{}") -> Renderer:
    """Return the identity of a renderer.

    Args:
        name: As people call it.
        version: Which one; two versions may render differently.
        configuration: JSON text of an object: whatever else could change what it writes.

    Raises:
        MalformedReport: Name or version is blank, or the configuration is no finite JSON object
            (code `invalid_renderer`).
    """
    for what, value in (("name", name), ("version", version)):
        if value is None or not value.strip():
            raise MalformedReport(f"the renderer's {what} is missing", code="invalid_renderer")
    assert name is not None
    assert version is not None
    try:
        members = canon.decode(configuration, floats=True)
        form = canon.rfc8785(configuration)
    except NotCanonical as error:
        raise MalformedReport(f"the renderer's configuration: {error}", code="invalid_renderer") from None
    if not isinstance(members, dict):
        raise MalformedReport("the renderer's configuration is no JSON object", code="invalid_renderer")
    return Renderer(name, version, _hashable(members), canon.sha256(form))


def _hashable(members: dict[str, Any]) -> dict[str, Any] | None:
    try:
        canon.encode(members)
    except NotCanonical:
        return None
    return members
