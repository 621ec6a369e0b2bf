"""YAML that people write, as plain values: maps, lists and strings, and nothing that is live."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MAX_TEXT = 256 << 10
"""Characters of a text that is read."""

MAX_EVENTS = 100_000
MAX_DEPTH = 24


class Unreadable(Exception):
    """A text that is no YAML, or uses what is refused: aliases, anchors, tags, a key twice, another document, depth.

    Attributes:
        line: Where, from 1; None when that is not known.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        """Say what is wrong, and on which line."""
        super().__init__(message)
        self.line = line


def yaml(text: str) -> Any:
    """Return what a YAML text says: maps, lists and strings.

    Read event by event, so that aliases, anchors, tags and merges, by which a small text becomes a
    large or a live one, are refused and not resolved. Every scalar is a string. A marker at the end, behind which
    nothing stands, begins no second document.

    Raises:
        Unreadable: The text is no YAML, holds one of these, a key twice, a key that is no scalar or a second document,
            or is too deep or too long.
    """
    import yaml as pyyaml

    if len(text) > MAX_TEXT:
        raise Unreadable(f"it has more than {MAX_TEXT} characters")
    try:
        events = _checked(pyyaml.parse(text, Loader=pyyaml.SafeLoader))
        found = _value(events)
        _end(events)
        return found
    except (pyyaml.YAMLError, RecursionError, ValueError) as fault:
        mark = getattr(fault, "problem_mark", None)
        said = getattr(fault, "problem", None) or (str(fault).splitlines() or ["not YAML"])[0]
        raise Unreadable(str(said), None if mark is None else mark.line + 1) from None


def lines(text: str) -> dict[tuple[str, ...], int]:
    """Return the line, from 1, of each key and item of a YAML text that `yaml` reads, by its path of keys and indices.

    Raises:
        Unreadable: As `yaml`.
    """
    import yaml as pyyaml

    yaml(text)
    found: dict[tuple[str, ...], int] = {}

    def walk(node: Any, path: tuple[str, ...]) -> None:
        pairs = node.value if isinstance(node, pyyaml.MappingNode) else ()
        for key, value in pairs:
            found[(*path, str(key.value))] = key.start_mark.line + 1
            walk(value, (*path, str(key.value)))
        for at, item in enumerate(node.value if isinstance(node, pyyaml.SequenceNode) else ()):
            found[(*path, str(at))] = item.start_mark.line + 1
            walk(item, (*path, str(at)))

    walk(next(pyyaml.compose_all(text, Loader=pyyaml.SafeLoader), None), ())
    return found


def _checked(events: Iterator[Any]) -> Iterator[Any]:
    depth = documents = 0
    for number, event in enumerate(events):
        kind = type(event).__name__
        if kind == "AliasEvent" or getattr(event, "anchor", None):
            raise Unreadable("aliases and anchors are refused", _line(event))
        if getattr(event, "tag", None):
            raise Unreadable("tags are refused", _line(event))
        depth += (kind in ("MappingStartEvent", "SequenceStartEvent")) - (
            kind in ("MappingEndEvent", "SequenceEndEvent")
        )
        if depth > MAX_DEPTH or number > MAX_EVENTS:
            raise Unreadable("it is too deep or too long")
        documents += kind == "DocumentStartEvent"
        if kind == "ScalarEvent" or kind.startswith(("Mapping", "Sequence")) or (depth == 0 and documents > 1):
            yield event


def _value(events: Iterator[Any]) -> Any:
    return _of(next(events, None), events)


def _of(event: Any, events: Iterator[Any]) -> Any:
    if event is None:
        return None
    match type(event).__name__:
        case "ScalarEvent":
            return event.value
        case "SequenceStartEvent":
            items = []
            while (item := _value(events)) is not _END:
                items.append(item)
            return items
        case "MappingStartEvent":
            found: dict[str, Any] = {}
            while (key := _of(at := next(events, None), events)) is not _END:
                if not isinstance(key, str):
                    raise Unreadable("a key is a list or a map: keys are words", _line(at))
                if key in found:
                    raise Unreadable(f"key {key!r} stands twice", _line(at))
                found[key] = _value(events)
            return found
    return _END


def _end(events: Iterator[Any]) -> None:
    marker = next(events, None)
    if any(getattr(event, "value", True) for event in events if not type(event).__name__.startswith(_AROUND)):
        raise Unreadable("it holds a second document, behind `---`", _line(marker))


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


_AROUND = ("Document", "Stream")
"""Kinds of events around what a document holds."""

_END = object()
