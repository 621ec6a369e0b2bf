"""What a request says beside its answer and passages, decoded by a stranger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from gnut.text import maps
from gnut.text.maps import BadMap


class Asking(TypedDict):
    """Arguments of `verify_answer`."""

    question: str | None
    scope: dict[str, str]
    risk_class: str | None


def asking(said: Mapping[str, Any], where: str = "request") -> Asking:
    """Return the question, the scope and the risk class of a request; each may be absent or null.

    Raises:
        BadMap: One of them has a wrong type.
    """
    scope = said.get("scope")
    if scope is not None and not isinstance(scope, dict):
        raise BadMap(f"{where}: `scope` is a map, not {maps.kind(scope)}")
    return Asking(
        question=_text(said, "question", where),
        scope={key: maps.text(value, f"{where}: scope.{key}") for key, value in (scope or {}).items()},
        risk_class=_text(said, "risk_class", where),
    )


def _text(said: Mapping[str, Any], key: str, where: str) -> str | None:
    value = said.get(key)
    return None if value is None else maps.text(value, f"{where}: {key}")
