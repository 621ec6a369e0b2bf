"""Hold the arguments of a call to its schema: types are never bent, and nothing unknown passes."""

from __future__ import annotations

from typing import Any

from gnut.errors import GnutError

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "array": (list,),
    "object": (dict,),
    "integer": (int,),
    "boolean": (bool,),
}


class BadArguments(GnutError):
    """Arguments that are not what a tool's schema says."""

    code = "bad_arguments"


def checked(given: object, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call.

    Raises:
        BadArguments: One is missing, unknown, or of another type; the message names it.
    """
    if not isinstance(given, dict):
        raise BadArguments("arguments are an object")
    known = schema["properties"]
    for name in given:
        if name not in known:
            raise BadArguments(f"unknown argument {str(name)[:60]!r}: the tool takes {', '.join(known)}")
    for name in schema["required"]:
        if name not in given:
            raise BadArguments(f"missing argument {name!r}")
    for name, value in given.items():
        _check(name, value, known[name])
    return given


def _check(name: str, value: object, rule: dict[str, Any]) -> None:
    rules = rule.get("anyOf", [rule])
    if not any(_is(value, each) for each in rules):
        wanted = " or ".join(str(each["type"]) for each in rules)
        raise BadArguments(f"argument {name!r}: expected {wanted}")
    if value not in rule.get("enum", [value]):
        raise BadArguments(f"argument {name!r}: one of {', '.join(rule['enum'])}")
    if isinstance(value, list):
        if len(value) > rule.get("maxItems", len(value)):
            raise BadArguments(f"argument {name!r}: at most {rule['maxItems']} of them")
        items = rule.get("items")
        for at, each in enumerate(value, 1):
            if items is not None:
                _check(f"{name} {at}", each, items)
    if isinstance(value, dict) and isinstance(rule.get("additionalProperties"), dict):
        for key, each in value.items():
            _check(f"{name}.{str(key)[:60]}", each, rule["additionalProperties"])
    if isinstance(value, int) and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        raise BadArguments(f"argument {name!r}: from {rule['minimum']} to {rule['maximum']}")


def _is(value: object, rule: dict[str, Any]) -> bool:
    kinds = _TYPES[rule["type"]]
    return isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds)
