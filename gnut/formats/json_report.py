"""The JSON of `check`: one object, fields may be added and are never renamed."""

from __future__ import annotations

from gnut.formats.indented import indented
from gnut.ledger.contract import CheckReport


def render(checked: CheckReport) -> str:
    """Return the whole report as JSON, indented by two, with a final line feed."""
    return indented(checked)


def schema() -> str:
    """Return the JSON Schema (draft 2020-12) of what `render` writes.

    It lets fields be added: a reader ignores what it does not know.
    """
    from gnut.formats.schemas import schemas

    return schemas()["gnut-check-v1.json"]
