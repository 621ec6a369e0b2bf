"""The JSON of `check`: one object, fields may be added and are never renamed."""

from __future__ import annotations

import msgspec

from gnut.formats.indented import indented
from gnut.ledger.contract import CHECK, CheckReport


def render(checked: CheckReport) -> str:
    """Return the whole report as JSON, indented by two, with a final line feed."""
    return indented(checked)


def schema() -> str:
    """Return the JSON Schema (draft 2020-12) of what `render` writes.

    It lets fields be added: a reader ignores what it does not know.
    """
    described = msgspec.json.schema(CheckReport)
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://gnut.invalid/schemas/{CHECK}",
        "title": CHECK,
        "description": "What `gnut check --output-format json` writes.",
        **_open(described),
    }
    return indented(described)


def _open(node: object) -> dict[str, object]:
    """Return a schema without what closes its objects to further fields."""
    opened = _opened(node)
    assert isinstance(opened, dict)
    return opened


def _opened(node: object) -> object:
    if isinstance(node, dict):
        return {
            key: _opened(value) for key, value in node.items() if not (key == "additionalProperties" and value is False)
        }
    return [_opened(each) for each in node] if isinstance(node, list) else node
