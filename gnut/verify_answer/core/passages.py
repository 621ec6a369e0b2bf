"""Sources as programs give them: texts, pairs, or maps with an id, a text and a provenance."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.text import maps
from gnut.text.maps import BadMap
from gnut.verify_answer.contract import Passage

MOST = 10_000
_KEYS = ("id", "text", "provenance")


def passages(value: object, *, prefix: str = "ctx-", first: int = 0) -> tuple[Passage, ...]:
    """Return the passages that `value` says: one text, or a list of texts, pairs `[id, text]` and maps.

    Args:
        value: As decoded from JSON, or made in Python.
        prefix: Begins the id of a bare text; its number follows.
        first: Number of the first bare text.

    Raises:
        BadMap: Something else.
    """
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, Sequence) or isinstance(listed, bytes):
        raise BadMap(f"sources: expected a list, got {maps.kind(value)}", code="bad_sources")
    if len(listed) > MOST:
        raise BadMap(f"sources: over {MOST} of them", code="bad_sources")
    return tuple(_passage(each, f"{prefix}{number}") for number, each in enumerate(listed, first))


def _passage(value: object, name: str) -> Passage:
    if isinstance(value, Passage):
        return value
    if isinstance(value, str):
        return Passage(name, value)
    if isinstance(value, (list, tuple)):
        if len(value) not in (2, 3) or not all(isinstance(each, str) for each in value[:2]):
            raise BadMap(f"source {name}: a pair is [id, text]", code="bad_sources")
        return Passage(value[0], value[1], _provenance(value[2] if len(value) == 3 else None, name))
    said = maps.members(value, _KEYS, f"source {name}", required=("text",))
    own = said.get("id")
    return Passage(
        name if own is None else maps.text(own, f"source {name}: id"),
        maps.text(said["text"], f"source {name}: text"),
        _provenance(said.get("provenance"), name),
    )


def _provenance(value: object, name: str) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadMap(f"source {name}: provenance is a map", code="bad_sources")
    return {maps.text(key, "provenance"): maps.text(each, f"source {name}: provenance") for key, each in value.items()}
