"""Declarations of which only a browser can tell whether they hide an element's text."""

from __future__ import annotations

from math import inf

from gnut.text.html.clips import READABLE, beside_start, calls, cuts, far_off
from gnut.text.html.colour import pieces, words
from gnut.text.html.css import UNREAD, Declarations
from gnut.text.html.generated import puts
from gnut.text.html.lengths import pixels, share
from gnut.text.patterns import lazy

_BLENDS = frozenset({"filter", "mask-image", "mix-blend-mode", "z-index"})
_PARTS = frozenset({"-webkit-line-clamp", "background-image", "box-shadow", "clip-path", "contain"})
_PUSHES = frozenset({"margin-top", "padding-top", "top", "transform", "translate"})
_ALWAYS = ("font-size", "margin-left", "margin-top", "text-indent", "letter-spacing", "word-spacing", "translate")
_PLACES = ("left", "right", "top", "bottom")
_NOTCH = lazy(r"env\(\s*safe-area-inset-[a-z]{1,10}+\s*(?:,[^()]{0,40}+)?\)")
_SIZED_AWAY = lazy(r"/\s*+[01]?(?:\.0+)?(?:px|%)?(?=[\s,]|\Z)")
_LINE = 20.0
"""Pixels of height that shares of an element are taken of: it has a line at least."""

_HEAPED = 16.0
"""Pixels taken from between words from which they lie over each other."""

_SHADED = 20.0
"""Pixels of a shadow inside a box from which it may be the ground of a line."""

_CHANGES = frozenset({"invert", "brightness", "contrast", "hue-rotate", "url"})


def doubtful(declared: Declarations) -> bool:
    """Return whether what an element is painted over, or turned into, decides whether it is seen."""
    if UNREAD in declared or _reworded(declared) or far_off(declared) or _not_worked_out(declared):
        return True
    if not _PARTS.isdisjoint(declared) and (_cut(declared) or _overpainted(declared)):
        return True
    if _stands_before(declared) or _heaped(declared):
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
    if any("(" in declared.get(name, "") for name in ("display", "visibility")):
        return True
    names = (*_ALWAYS, *(_PLACES if declared.get("position", "static") != "static" else ()))
    if cuts(declared):
        names += ("height", "max-height", "width", "max-width")
    for name, arguments in calls(declared.get("transform", "")):
        if name.startswith("translate") and not all(map(_known, arguments)):
            return True
    return any("(" in (value := declared.get(name, "")) and not _known(value) for name in names)


def _known(value: str) -> bool:
    """Return whether lengths are worked out; a screen without a notch leaves nothing free for one."""
    return all(
        pixels(_NOTCH.sub("0px", word), 500.0) is not None or word.startswith("fit-content(")
        for word in words(value)
        if "(" in word
    )


def _stands_before(declared: Declarations) -> bool:
    """Return whether an element ends left of a box that may begin where the page does."""
    if declared.get("position") == "absolute" and beside_start(declared, "left"):
        return True
    # Columns that float are drawn beside others by just that.
    return declared.get("float", "none") == "none" and beside_start(declared, "margin-left")


def _heaped(declared: Declarations) -> bool:
    """Return whether words run into each other."""
    return (pixels(declared.get("word-spacing", "")) or 0.0) <= -_HEAPED


def _cut(declared: Declarations) -> bool:
    """Return whether an element is cut to a form or a number of lines."""
    if declared.get("clip-path", "").startswith(("path(", "shape(", "url(")):
        return True
    for name, arguments in calls(declared.get("clip-path", "")):
        edges = [pixels(one, 1000.0) or 0.0 for one in arguments[:4]]
        if name == "rect" and "auto" not in arguments and len(edges) == 4 and min(edges[1:3]) <= 0:
            return True
        if name == "xywh" and len(edges) == 4 and min(edges[0] + edges[2], edges[1] + edges[3]) <= 0:
            return True
    if declared.get("-webkit-line-clamp", "none")[:1].isdigit() and cuts(declared):
        return True
    contained = declared.get("contain", "").split()
    return ("strict" in contained or ("size" in contained and cuts(declared))) and "height" not in declared


def _overpainted(declared: Declarations) -> bool:
    """Return whether a shadow paints the ground of letters, or an image that was to is too small to."""
    for shadow in pieces(declared.get("box-shadow", "")):
        if "inset" in shadow:
            lengths = [found for word in words(shadow) if (found := pixels(word)) is not None]
            # The third says how blurred it is.
            if any(abs(length) >= _SHADED for length in (*lengths[:2], *lengths[3:4])):
                return True
    image = declared.get("background-image", "")
    if "(" not in image:
        return False
    sizes = [pixels(word, 500.0) for word in words(declared.get("background-size", ""))]
    return any(size is not None and size <= READABLE for size in sizes) or _SIZED_AWAY.search(image) is not None


def window(declared: Declarations, outer: float) -> float:
    """Return how many pixels of height are shown of what an element holds, `outer` being those around it."""
    if not cuts(declared) or declared.get("overflow-y") in ("auto", "scroll", "overlay"):
        return outer
    heights = [pixels(declared.get(name, "")) for name in ("height", "max-height")]
    least = pixels(declared.get("min-height", "")) or 0.0
    return min(outer, *(max(least, height) for height in heights if height is not None), inf)


def pushed_out(declared: Declarations, shown: float) -> bool:
    """Return whether an element begins below what is shown of the box around it, of `shown` pixels."""
    if shown == inf or _PUSHES.isdisjoint(declared):
        return False
    pushed = 0.0
    if declared.get("position", "static") != "static":
        pushed += pixels(declared.get("top", "")) or 0.0
    for name in ("margin-top", "padding-top"):
        pushed += pixels(next(iter(words(declared.get(name, ""))), "")) or 0.0
    moved = list(words(declared.get("translate", "")))[1:2]
    for name, arguments in calls(declared.get("transform", "")):
        if name in ("translate", "translatey", "translate3d"):
            moved += arguments[:1] if name == "translatey" else arguments[1:2]
    return pushed + sum(pixels(one, _LINE) or 0.0 for one in moved) >= shown


def _reworded(declared: Declarations) -> bool:
    """Return whether other words may stand in an element's place, or before it as if it were in a list."""
    for name in ("content", "list-style-type"):
        value = declared.get(name, "")
        if (name == "content" or '"' in value or "'" in value) and value and puts(value):
            return True
    return False
