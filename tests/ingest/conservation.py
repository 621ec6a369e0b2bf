"""Whether everything in a report that looks like a citation is accounted for."""

from __future__ import annotations

import re
from bisect import bisect_right

from gnut.ingest.contract import Extraction
from gnut.model import Place
from gnut.text.markdown.lines import Lines

_LOOK_ALIKE = re.compile(
    rb"(?P<number>\[\s*\^?\d{1,4}(?:\s*[,;-]\s*\d{1,4})*\s*\])"
    rb"|(?P<note>\[\^[^\]\s]+\])"
    rb"|(?P<key>\[@[^\]]+\])"
    rb"|(?P<link>\]\()"
    rb"|(?P<auto><https?:)"
    rb"|(?P<bare>https?://\w)",
    re.IGNORECASE,
)


def unaccounted(body: bytes, extraction: Extraction) -> tuple[Place, ...]:
    """Return where `body` holds a `[k]`, `](`, `<http` or address that no citation and no note covers.

    Reads the bytes alone, with no Markdown: what stands in code must have been noted as such.
    """
    places = [(one.place.start, one.place.end) for unit in extraction.units for one in unit.citations]
    places += [(one.place.start, one.place.end) for one in extraction.noted]
    places.sort()
    starts, reach = [], []
    furthest = 0
    for start, end in places:
        furthest = max(furthest, end)
        starts.append(start)
        reach.append(furthest)
    lines = Lines(body)
    missing = []
    for match in _LOOK_ALIKE.finditer(body):
        if match.group("link") and not _is_link(body, match.start()):
            continue
        index = bisect_right(starts, match.start()) - 1
        if index < 0 or reach[index] <= match.start():
            missing.append(lines.place(match.start(), match.end()))
    return tuple(missing)


def _is_link(body: bytes, at: int) -> bool:
    """Whether `](` closes a bracket and opens a destination: `](link needed)` does not, it holds a blank."""
    inside = body[at + 2 : body.find(b")", at) if body.find(b")", at) >= 0 else at + 2]
    return b" " not in inside.strip() and bool(inside.strip())
