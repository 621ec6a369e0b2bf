"""What the front matter of a report asks of gnut."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gnut.errors import MalformedReport
from gnut.text.markdown.front import Front
from gnut.text.patterns import lazy

_KNOWN = ("policy", "profile")
_NAMED = lazy(r"(?<![\w-])gnut[\"']?\s*(?:[:=.\]]|$)")
"""`gnut` where a key may stand, in YAML or TOML, quoted or not: looked for only in what cannot be read."""


class Asked(Struct, frozen=True):
    """What front matter says, as far as gnut asks."""

    said: Any
    """Maps, lists and strings; None when there is nothing that gnut reads."""

    policy: str | None
    profile: str | None


NOTHING = Asked(None, None, None)


def asked(front: Front | None, source: bytes) -> Asked:
    """Return what the front matter asks for; any other content of it is not gnut's to judge.

    Raises:
        MalformedReport: What names gnut cannot be read, is no map, or has an unknown key: a misspelt
            `policy` must not silently let a report pass.
    """
    text = source[front.start : front.stop].decode() if front is not None else ""
    if front is None or ("gnut" not in text.casefold() and "references" not in text):
        return NOTHING
    from gnut.text import bibliography, yaml_text

    try:
        said = yaml_text.yaml(text) if front.form == "yaml" else bibliography.toml(text)
    except yaml_text.Unreadable as fault:
        if any(_NAMED.search(line) for line in text.splitlines()):
            raise _bad(f"front matter cannot be read: {fault}") from None
        return NOTHING
    if not isinstance(said, dict):
        if any(isinstance(one, dict) and "gnut" in one for one in said if isinstance(said, list)):
            raise _bad("front matter: gnut stands in a list, expected a map at the top")
        return NOTHING
    return _own(said)


def _own(said: dict[str, Any]) -> Asked:
    for name in said:
        # `Gnut:` and `gnut.policy:` are other keys to YAML, and the same to who wrote them.
        if name != "gnut" and name.strip().casefold().partition(".")[0] == "gnut":
            raise MalformedReport(f"front matter has the unknown key {name!r}, expected gnut", code="unknown_field")
    own = said.get("gnut")
    if own is None:
        return Asked(said, None, None)
    if not isinstance(own, dict):
        raise _bad("front matter: gnut is no map")
    for name, value in own.items():
        if name not in _KNOWN:
            raise MalformedReport(f"front matter: gnut has the unknown key {name!r}", code="unknown_field")
        if not isinstance(value, str) or not value.strip():
            raise _bad(f"front matter: gnut.{name} is no text")
    return Asked(said, own.get("policy"), own.get("profile"))


def _bad(message: str) -> MalformedReport:
    return MalformedReport(message, code="bad_front_matter")
