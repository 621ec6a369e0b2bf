"""Where a rendering leaves its report's evidence, for people."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.formats.escape import one_line
from gnut.render_receipt.contract import Disparity, Evidence
from gnut.text.fold import folded

SHOWN = 120
"""Most characters of an address, excerpt or locator that are shown."""

BEFORE = 30
"""How many of them stand before the first that differs."""

FIELDS = (("address", "source_uri"), ("excerpt", "excerpt"), ("locator", "locator"))


def render(found: Disparity, source: str, rendered: str) -> str:
    """Return both counts and what stands at the first place that differs, on either side.

    Args:
        found: The difference.
        source: Name of the report, as the reader can open it.
        rendered: Name of the rendering.
    """
    lines = [
        f"{one_line(rendered)}: evidence {found.first_difference} is not that of {one_line(source)} "
        f"({found.source_count} there, {found.rendered_count} here)"
    ]
    width = max(len("source"), len("rendered"))
    for name, mine, other in (
        ("source", found.source, found.rendered),
        ("rendered", found.rendered, found.source),
    ):
        if mine is None:
            lines.append(f"  {name:{width}}  nothing more is cited")
            continue
        for index, (field, text) in enumerate(_shown(mine, other)):
            lines.append(f"  {name if index == 0 else '':{width}}  {field:7}  {text}")
    return "\n".join(lines) + "\n"


def typographic(found: Disparity) -> bool:
    """Return whether the two differ in typography or blanks alone, which renderers change when told to."""
    if found.source is None or found.rendered is None:
        return False
    pairs = [(getattr(found.source, name), getattr(found.rendered, name)) for _, name in FIELDS[1:]]
    return found.source.source_uri == found.rendered.source_uri and all(
        a == b or (a is not None and b is not None and folded(a) == folded(b)) for a, b in pairs
    )


def _shown(mine: Evidence, other: Evidence | None) -> Iterator[tuple[str, str]]:
    for field, name in FIELDS:
        text, against = getattr(mine, name), None if other is None else getattr(other, name)
        if text is None:
            if against is not None:
                yield field, "none"
            continue
        yield field, _cut(text, against)


def _cut(text: str, against: str | None) -> str:
    """Return the part of a text in which it leaves the other one."""
    at = 0
    if against is not None and against != text:
        shared = min(len(text), len(against))
        at = next((i for i in range(shared) if text[i] != against[i]), shared)
    start = max(0, min(at - BEFORE, len(text) - SHOWN)) if at > SHOWN - BEFORE else 0
    end = start + SHOWN
    return ("…" if start else "") + one_line(text[start:end]) + ("…" if end < len(text) else "")
