"""JSON for people and programs alike: the one way that commands print it."""

from __future__ import annotations

import msgspec

from gnut.formats.escape import json_text


def indented(value: object) -> str:
    """Return `value` as JSON indented by two, safe on a terminal, with a final line feed; never hashed."""
    return json_text(msgspec.json.format(msgspec.json.encode(value), indent=2).decode()) + "\n"
