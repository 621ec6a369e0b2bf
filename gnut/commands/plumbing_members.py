"""Members of a request, each held to its type: nothing is converted."""

from __future__ import annotations

from typing import Any, TypeVar

from gnut.errors import MalformedReport
from gnut.text import maps

Made = TypeVar("Made")


def text_of(given: dict[str, Any], key: str) -> str:
    """Return the text that a request has under `key`.

    Raises:
        MalformedReport: There is none, or it is no text.
    """
    return _typed(given.get(key), str, key)


def maybe_text(given: dict[str, Any], key: str) -> str | None:
    """Return a text, or None where the member is left out or null."""
    return None if given.get(key) is None else text_of(given, key)


def whole(given: dict[str, Any], key: str, default: int) -> int:
    """Return a whole number, or `default` where the member is left out; a flag is none."""
    return _typed(given.get(key, default), int, key)


def flag(given: dict[str, Any], key: str) -> bool:
    """Return a flag that is there."""
    return _typed(given[key], bool, key)


def list_of(given: dict[str, Any], key: str) -> list[Any]:
    """Return a list; an empty one where the member is left out or null."""
    value = given.get(key)
    return [] if value is None else _typed(value, list, key)


def map_of(given: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an object; an empty one where the member is left out or null."""
    value = given.get(key)
    return {} if value is None else _typed(value, dict, key)


_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


def _typed(value: object, wanted: type[Made], key: str) -> Made:
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise MalformedReport(f"`{key}` is {_WORDS[wanted]}, not {maps.kind(value)}", code="malformed_request")
    return value
