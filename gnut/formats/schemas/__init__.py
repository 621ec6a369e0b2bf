"""JSON Schemas (draft 2020-12) of every published contract, made from the structs themselves."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gnut.account.contract import Execution
from gnut.account.request import RESPONSE
from gnut.formats.indented import indented
from gnut.formats.schemas.closed import HASH, narrowed, structs_in
from gnut.formats.schemas.written import WRITTEN

DRAFT = "https://json-schema.org/draft/2020-12/schema"
BASE = "https://gnut.invalid/schemas/"
"""Identifiers only: nothing is served there."""


def schemas() -> dict[str, str]:
    """Return the text of each published schema by the name of its file, `groundnut-canonical-run-v1.json`."""
    from gnut.formats.schemas.catalogue import OPEN, PUBLISHED, UNSEALED

    made = {
        file_name(schema): described(schema, struct, sentence, opened=schema in OPEN, unsealed=schema in UNSEALED)
        for schema, (struct, sentence) in PUBLISHED.items()
    }
    made[file_name(RESPONSE)] = _response()
    return {**made, **{file_name(schema): indented(_headed(schema, body)) for schema, body in WRITTEN.items()}}


def _response() -> str:
    """Return the schema of an answer to a request, which holds a whole execution."""
    (body,), parts = msgspec.json.schema_components((Execution,), ref_template="#/$defs/{name}")
    answer = {
        "description": "What `gnut check --request` answers.",
        "type": "object",
        "properties": {
            "schema": {"const": RESPONSE},
            "request_sha256": {"type": "string", **HASH},
            "execution": body,
        },
        "required": ["schema", "request_sha256", "execution"],
        "additionalProperties": False,
        "$defs": narrowed(parts, structs_in(Execution)),
    }
    return indented(_headed(RESPONSE, answer))


def file_name(schema: str) -> str:
    """Return the file that describes a schema string."""
    return schema.replace("/", "-") + ".json"


def described(schema: str, struct: type[Struct], sentence: str, *, opened: bool = False, unsealed: bool = False) -> str:
    """Return the schema of one contract as indented JSON.

    Args:
        schema: Schema string of the contract.
        struct: Its form.
        sentence: What it is, for people.
        opened: Whether fields may be added: a reader ignores what it does not know.
        unsealed: Whether it may come without its own hash.
    """
    (body,), parts = msgspec.json.schema_components((struct,), ref_template="#/$defs/{name}")
    defs = narrowed(parts, structs_in(struct))
    if unsealed:
        top = defs[struct.__name__]
        defs[struct.__name__] = {**top, "required": [name for name in top["required"] if name != "sha256"]}
    whole = _headed(schema, {"description": sentence, **body, "$defs": defs})
    return indented(_open(whole) if opened else whole)


def _headed(schema: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": DRAFT, "$id": BASE + schema, "title": schema, **body}


def _open(node: Any) -> Any:
    """Return a schema without what closes its objects to further fields."""
    if isinstance(node, dict):
        return {key: _open(value) for key, value in node.items() if (key, value) != ("additionalProperties", False)}
    return [_open(each) for each in node] if isinstance(node, list) else node
