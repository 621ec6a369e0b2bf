"""Requests about quantities, answers and their sources."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport


def text_of(given: dict[str, Any], key: str) -> str:
    """Return the text that a request has under `key`.

    Raises:
        MalformedReport: There is none, or it is no text.
    """
    value = given.get(key)
    if not isinstance(value, str):
        raise MalformedReport(f"`{key}` is a text", code="malformed_request")
    return value


def numerals_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with the quantities of a text after it was normalised; a sign that currencies share as its likeliest."""
    from gnut.text.normal import normal
    from gnut.text.quantities import currencies
    from gnut.text.quantities.read import quantities
    from gnut.text.quantities.show import plain

    return {
        "figures": [
            {
                "text": one.text,
                "values": list(one.names) or [plain(value) for value in one.values],
                "unit": currencies.code(one.unit) if one.kind == "money" and one.unit else one.unit,
                "kind": one.kind,
                "span": [one.span.start, one.span.end],
                "notes": list(one.notes),
            }
            for one in quantities(normal(text_of(given, "text")), str(given.get("locale") or "und"))
        ]
    }
