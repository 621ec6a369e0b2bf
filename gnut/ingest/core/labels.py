"""Link labels and titles as excerpts: only under a profile that says so (groundnut's own)."""

from __future__ import annotations

import re

from gnut.ingest.contract import CitationKind, Excerpt
from gnut.ingest.core.parts import Part
from gnut.text.patterns import lazy

_TITLE = lazy(r"(?:^|\|)\s*quote:\s*(.*)$", re.IGNORECASE | re.DOTALL)
_LABELLED = (CitationKind.LINK, CitationKind.REFERENCE, CitationKind.HTML)


def label_excerpts(part: Part) -> None:
    """Give each link of a unit the excerpt of its title (`quote: …`) or its label.

    A value wholly in square brackets is a locator. What a comment or a text fragment declared comes first.
    """
    for made, at, to in part.pieces:
        for one in made.between(at, to):
            if one.marked or one.own or one.kind not in _LABELLED:
                continue
            pointer = one.pointer
            title = _TITLE.search(pointer.title)
            label = made.text(pointer.at, pointer.to)
            value = " ".join(title.group(1).split()) if title and title.group(1).strip() else label
            origin = "title" if title and title.group(1).strip() else "label"
            if value.startswith("[") and value.endswith("]"):
                one.locator = value[1:-1].strip() or None
            elif value:
                one.own.append(Excerpt(value, origin, False, None, None, None, one.place))
