"""JSON for people and programs alike: the ways that commands print it."""

from __future__ import annotations

import msgspec

from gnut.formats.escape import json_text
from gnut_store import canon


def indented(value: object) -> str:
    """Return `value` as JSON indented by two, safe on a terminal, with a final line feed; never hashed."""
    return json_text(msgspec.json.format(msgspec.json.encode(value), indent=2).decode()) + "\n"


def in_one_line(value: object) -> str:
    """Return `value` as JSON in one line, its keys in their order, safe on a terminal; never hashed.

    Raises:
        NotCanonical: JSON has no word for something in it.
    """
    return json_text(canon.dumps_line(value)) + "\n"
