"""An excerpt that stands in a text."""

from __future__ import annotations

from msgspec import Struct

from gnut.model import Span
from gnut.text.anchor.contract import Level


class Hit(Struct, frozen=True):
    """The places of an excerpt on the rung that holds it."""

    level: Level
    places: tuple[tuple[Span, ...], ...]
    """Every occurrence in order, each with one span a part."""

    notes: tuple[str, ...] = ()
