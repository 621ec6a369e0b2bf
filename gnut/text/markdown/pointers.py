"""A pointer from a leaf to a source, before it is known what it resolves to."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.markdown.leaf import HIDDEN


class Pointer(NamedTuple):
    """Something in a leaf that points to a source."""

    kind: str
    """`link | reference | autolink | bare | marker | footnote | key | html | leftover`."""

    at: int
    to: int
    """Range in the flat text."""

    start: int
    end: int
    """Range in bytes."""

    written: str
    """Address or mark as the report writes it."""

    address: str | None
    """Address it carries itself; None for a mark that a list, a note or a bibliography resolves."""

    name: str | None
    """Number, footnote name or key; None when it carries an address."""

    title: str
    labelled: bool
    """Whether the range is a label that readers see, and not a mark."""

    locator: str | None
    """What a citation key says of the place (`p. 3`)."""


class Aside(NamedTuple):
    """Something that looks like a pointer and is none, with the reason."""

    reason: str
    start: int
    end: int
    written: str


def hide(text: str, ranges: list[tuple[int, int]]) -> str:
    """Return `text` with the ranges (sorted, apart) replaced, character for character."""
    if not ranges:
        return text
    parts: list[str] = []
    at = 0
    for start, end in ranges:
        if start < at:
            continue
        parts += (text[at:start], HIDDEN * (end - start))
        at = end
    parts.append(text[at:])
    return "".join(parts)
