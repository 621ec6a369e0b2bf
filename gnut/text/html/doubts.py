"""Declarations of which only a browser can tell whether they hide an element's text."""

from __future__ import annotations

from gnut.text.html.clips import calls, far_off
from gnut.text.html.css import UNREAD, Declarations
from gnut.text.html.generated import puts
from gnut.text.html.lengths import share

_BLENDS = frozenset({"filter", "mask-image", "mix-blend-mode", "z-index"})
_CHANGES = frozenset({"invert", "brightness", "contrast", "hue-rotate", "url"})


def doubtful(declared: Declarations) -> bool:
    """Return whether what an element is painted over, or turned into, decides whether it is seen."""
    if UNREAD in declared or _reworded(declared) or far_off(declared) or _not_worked_out(declared):
        return True
    if _BLENDS.isdisjoint(declared):
        return False
    if declared.get("z-index", "").startswith("-") and declared.get("position", "static") != "static":
        return True
    if declared.get("mix-blend-mode", "normal") not in ("normal", "initial"):
        return True
    if any(name in _CHANGES for name, _ in calls(declared.get("filter", ""))):
        return True
    return "(" in declared.get("mask-image", "")


def _not_worked_out(declared: Declarations) -> bool:
    """Return whether a value that alone can hide is one that only a browser knows."""
    opacity = declared.get("opacity", "")
    if "(" in opacity and share(opacity) is None:
        return True
    return any("(" in declared.get(name, "") for name in ("display", "visibility"))


def _reworded(declared: Declarations) -> bool:
    """Return whether other words may stand in an element's place, or before it as if it were in a list."""
    for name in ("content", "list-style-type"):
        value = declared.get(name, "")
        if (name == "content" or '"' in value or "'" in value) and value and puts(value):
            return True
    return False
