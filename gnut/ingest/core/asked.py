"""What the front matter of a report asks of gnut."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gnut.errors import MalformedReport
from gnut.text.bibliography import NotYaml, yaml
from gnut.text.markdown.front import Front

_KNOWN = ("policy", "profile")


class Asked(Struct, frozen=True):
    """What front matter says, as far as gnut asks."""

    said: Any
    """Maps, lists and strings; None when there is nothing that gnut reads."""

    policy: str | None
    profile: str | None


def asked(front: Front | None, source: bytes) -> Asked:
    """Return what the front matter asks for; any other content of it is not gnut's to judge.

    Raises:
        MalformedReport: `gnut:` cannot be read, is no map, or has an unknown key: a misspelt `policy`
            must not silently let a report pass.
    """
    text = source[front.start : front.stop].decode() if front is not None and front.form == "yaml" else ""
    if "gnut" not in text and "references" not in text:
        return Asked(None, None, None)
    try:
        said = yaml(text)
    except NotYaml as fault:
        if any(line.startswith("gnut:") for line in text.splitlines()):
            raise MalformedReport(f"front matter cannot be read: {fault}", code="bad_front_matter") from None
        return Asked(None, None, None)
    own = said.get("gnut") if isinstance(said, dict) else None
    if own is None:
        return Asked(said, None, None)
    if not isinstance(own, dict):
        raise MalformedReport("front matter: gnut is no map", code="bad_front_matter")
    for name, value in own.items():
        if name not in _KNOWN:
            raise MalformedReport(f"front matter: gnut has the unknown key {name!r}", code="unknown_field")
        if not isinstance(value, str) or not value.strip():
            raise MalformedReport(f"front matter: gnut.{name} is no text", code="bad_front_matter")
    return Asked(said, own.get("policy"), own.get("profile"))
