"""What the structs cannot say by their types: closed lists, spellings of hashes and ids, constant schema strings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

HASH = {"pattern": "^[0-9a-f]{64}$"}
OID = {"pattern": "^b3:[0-9a-f]{64}$"}
SPELLINGS: dict[str, dict[str, Any]] = {
    "asked_at": {"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"},
    "confidence": {"pattern": r"^(0\.[0-9]{6}|1\.000000)$"},
    "fetched_at": {"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"},
    "fingerprint": {"pattern": "^[0-9a-f]{32}$"},
    "min_confidence": {"pattern": r"^(0(\.[0-9]+)?|1(\.0+)?)$"},
    "signed_at": {"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"},
    "source_id": {"pattern": "^(url|file):[0-9a-f]{16}$"},
}
"""Spelling of a field, wherever one of this name stands."""

_OID_NAMED = re.compile(r"\bOid\b")


def structs_in(struct: type[Struct]) -> dict[str, type[Struct]]:
    """Return every struct that a contract is made of, by the name that its schema has for it."""
    found: dict[type[Struct], None] = {}
    for inner in _inner(msgspec.inspect.type_info(struct)):
        found[inner] = None
    counted = Counter(each.__name__ for each in found)
    return {
        each.__name__ if counted[each.__name__] == 1 else f"{each.__module__}.{each.__name__}": each for each in found
    }


def _inner(kind: msgspec.inspect.Type) -> Iterator[type[Struct]]:
    waiting: list[Any] = [kind]
    seen: set[type[Struct]] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, msgspec.inspect.StructType):
            if node.cls in seen:
                continue
            seen.add(node.cls)
            yield node.cls
            waiting.extend(field.type for field in node.fields)
        elif isinstance(node, msgspec.inspect.Type):
            for name in node.__struct_fields__:
                value = getattr(node, name)
                waiting.extend(value if isinstance(value, tuple) else (value,))


def narrowed(parts: Mapping[str, Any], structs: Mapping[str, type[Struct]]) -> dict[str, Any]:
    """Return the parts of a schema, each field with all that its contract says of it."""
    return {name: _narrowed(part, structs[name]) if name in structs else part for name, part in parts.items()}


def _narrowed(part: dict[str, Any], struct: type[Struct]) -> dict[str, Any]:
    from gnut.formats.schemas.catalogue import CLOSED, CONSTANT, FREE, KEYED

    if "properties" not in part:
        return part
    written = {field.encode_name: field.name for field in msgspec.structs.fields(struct)}
    properties = {}
    for name, body in part["properties"].items():
        field = written[name]
        if (struct, field) in KEYED:
            properties[name] = {**body, "propertyNames": {"enum": list(KEYED[struct, field])}}
        elif name == "schema" and struct in CONSTANT:
            properties[name] = {"const": CONSTANT[struct]}
        elif (struct, field) in CLOSED:
            properties[name] = _each(body, {"enum": list(CLOSED[struct, field])})
        elif (struct, field) in FREE:
            properties[name] = body
        else:
            properties[name] = _spelled(body, field, str(struct.__annotations__.get(field, "")))
    return {**part, "properties": properties}


def _spelled(body: dict[str, Any], field: str, annotation: str) -> dict[str, Any]:
    if field == "sha256" or field.endswith("_sha256"):
        return _each(body, HASH)
    if _OID_NAMED.search(annotation):
        return _each(body, OID)
    return _each(body, SPELLINGS[field]) if field in SPELLINGS else _each(body, {})


def _each(body: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Return a field's schema with `more` said of each of its strings; whole numbers count something, from 0."""
    if "anyOf" in body:
        return {**body, "anyOf": [_each(one, more) for one in body["anyOf"]]}
    match body.get("type"):
        case "string":
            return {**body, **more}
        case "integer":
            return {**body, "minimum": 0}
        case "array" if "items" in body and isinstance(body["items"], dict):
            return {**body, "items": _each(body["items"], more)}
        case _:
            return body
