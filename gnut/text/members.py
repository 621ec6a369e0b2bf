"""Read a decoded JSON object member by member, or say at which JSON pointer it breaks its contract."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gnut.errors import BadConfig


def members(value: object, at: str, known: Collection[str]) -> dict[str, Any]:
    """Return the members of the object at the JSON pointer `at`.

    Raises:
        BadConfig: It is no object (`wrong_type`), or has a member outside `known` (`unknown_field`).
    """
    if not isinstance(value, dict):
        raise BadConfig(f"{at or '/'}: expected an object", code="wrong_type")
    for name in value:
        if name not in known:
            expected = ", ".join(sorted(known))
            raise BadConfig(
                f"{pointer(at, name)}: unknown member", help=f"members are: {expected}", code="unknown_field"
            )
    return value


def text(given: dict[str, Any], at: str, name: str, *, code: str) -> str:
    """Return a member that has to be text with a sign that is no blank.

    Args:
        given: The object's members.
        at: JSON pointer of the object.
        name: The member.
        code: Code of the refusal when the member is absent, null or blank.

    Raises:
        BadConfig: With `code`, or `wrong_type` for anything else than a string.
    """
    value = given.get(name)
    if value is not None and not isinstance(value, str):
        raise BadConfig(f"{pointer(at, name)}: expected text", code="wrong_type")
    if value is None or not value.strip():
        raise BadConfig(f"{pointer(at, name)}: text is required", code=code)
    return value


def pointer(at: str, name: str) -> str:
    """Return the JSON pointer (RFC 6901) of a member of the object at `at`."""
    return f"{at}/{step(name)}"


def step(key: str) -> str:
    """Return a key as one step of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
