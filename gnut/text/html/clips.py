"""Boxes, clips and transformations that leave nothing of an element's text on the screen."""

from __future__ import annotations

from itertools import pairwise

from gnut.text.html.colour import TRANSPARENT, pieces, shades, words
from gnut.text.html.conditions import SCREEN_HEIGHT, SCREEN_WIDTH
from gnut.text.html.css import Declarations
from gnut.text.html.lengths import degrees, pixels, share
from gnut.text.patterns import lazy

OFF_SCREEN = 500.0
"""Pixels left or above from which text is off every screen; decorations stay below."""

READABLE = 1.0
"""Size in pixels up to which nothing can be read."""

FAINT = 0.05
"""Opacity, or scale, up to which nothing can be read."""

BLURRED = 4.0
"""Pixels of blur from which letters cannot be told apart."""

_CALL = lazy(r"(?<![a-z0-9])([a-z0-9-]{1,20}+)\(([^()]{0,400}+(?:\([^()]{0,100}+\)[^()]{0,100}+){0,8}+)\)")
_CLEAR = frozenset({"clip", "hidden", "auto", "scroll", "overlay"})


def calls(value: str) -> list[tuple[str, list[str]]]:
    """Return the functions of a value with their arguments."""
    return [(name, list(words(inside))) for name, inside in _CALL.findall(value)] if "(" in value else []


def is_faint(value: str) -> bool:
    """Return whether a number or a percentage is next to nothing."""
    found = share(value)
    return found is not None and found <= FAINT


def off_screen(declared: Declarations) -> bool:
    """Return whether an element is moved off every screen."""
    position = declared.get("position")
    if position in ("absolute", "fixed", "relative", "sticky"):
        for side in ("left", "right", "bottom", "top"):
            # Shares of the parent move whole columns back into place in old layouts, unless taken out of the flow.
            # Behind the end of a page one can scroll, behind that of the screen not.
            far = side == "left" or position == "fixed"
            if _beyond(declared.get(side, ""), far=far, shares=position != "relative"):
                return True
            if position == "fixed" and _past_screen(declared, side):
                return True
        if position == "fixed" and beside_start(declared, "left"):
            return True
    indent = declared.get("text-indent", "")
    if _beyond(indent, far=True, shares=True):
        return True
    if indent and (pixels(indent, OFF_SCREEN) or 0.0) >= OFF_SCREEN and cuts(declared):
        return declared.get("white-space", "").startswith(("nowrap", "pre"))
    return any(_beyond(declared.get(side, ""), far=False, shares=False) for side in ("margin-left", "margin-top"))


def far_off(declared: Declarations) -> bool:
    """Return whether an element stands so far from an end of its box that only a long page shows it."""
    position = declared.get("position")
    if position not in ("absolute", "relative", "sticky"):
        return False
    if position == "absolute" and _past_screen(declared, "right", shares=False):
        return True
    return any((pixels(declared.get(side, ""), 0.0) or 0.0) >= 4 * OFF_SCREEN for side in ("right", "bottom"))


def beside_start(declared: Declarations, side: str) -> bool:
    """Return whether an element of known width ends left of where the box around it begins."""
    place, width = pixels(declared.get(side, "")), pixels(declared.get("width", ""))
    return place is not None and width is not None and place < 0 and place + width <= 0


def _past_screen(declared: Declarations, side: str, *, shares: bool = True) -> bool:
    """Return whether what stays on the screen stands past its end."""
    screen = SCREEN_WIDTH if side in ("left", "right") else SCREEN_HEIGHT
    place = pixels(declared.get(side, ""), float(screen) if shares else 0.0)
    return place is not None and place >= screen


def _beyond(value: str, *, far: bool, shares: bool) -> bool:
    """Return whether a length moves text off every screen.

    Args:
        value: Length as declared, or several; empty if it is not.
        far: Whether a very long way to the other side counts too.
        shares: Whether a whole share of the parent counts.
    """
    for word in words(value):
        length = pixels(word, OFF_SCREEN if shares else 0.0)
        if length is not None and (length <= -OFF_SCREEN or (far and length >= 10 * OFF_SCREEN)):
            return True
    return False


def cuts(declared: Declarations) -> bool:
    """Return whether what stands out of the element's box is cut off."""
    if not _CLEAR.isdisjoint((declared.get("overflow-x"), declared.get("overflow-y"))):
        return True
    contained = declared.get("contain", "")
    return any(word in ("paint", "strict", "content") for word in contained.split())


def clipped(declared: Declarations) -> bool:
    """Return whether nothing of an element's box is painted."""
    clip = declared.get("clip")
    placed = declared.get("position") in ("absolute", "fixed")
    if placed and clip is not None and clip.startswith("rect(") and _empty(clip):
        return True
    if _clipped_by_path(declared.get("clip-path", "")):
        return True
    if not cuts(declared):
        return False
    if pixels(declared.get("line-height", "")) == 0.0 and "height" not in declared:
        return True
    for side in ("height", "width"):
        if (pixels(declared.get(f"min-{side}", ""), 1000.0) or 0.0) > READABLE:
            continue
        for name in (side, f"max-{side}"):
            # A share may be of anything; none of it is none.
            length = pixels(declared.get(name, ""), 1000.0)
            if length is not None and length <= READABLE:
                return True
    return False


def _empty(clip: str) -> bool:
    """Return whether `rect(top, right, bottom, left)` holds next to nothing."""
    for _, edges in calls(clip):
        # Above and on the left the edge is where the box begins unless it is said.
        found = [0.0 if edge == "auto" and at in (0, 3) else pixels(edge) for at, edge in enumerate(edges)]
        if len(found) == 4:
            top, right, bottom, left = found
            if None not in (right, left) and (right or 0.0) - (left or 0.0) <= READABLE:
                return True
            if None not in (top, bottom) and (bottom or 0.0) - (top or 0.0) <= READABLE:
                return True
    return False


def _clipped_by_path(path: str) -> bool:
    for name, arguments in calls(path):
        match name:
            case "inset":
                return _inset(arguments)
            case "circle" | "ellipse":
                return _round(arguments)
            case "polygon":
                return _flat(_CALL.findall(path)[0][1])
            case "rect":
                top, right, bottom, left = ([pixels(one, 1000.0) for one in arguments[:4]] + [None] * 4)[:4]
                width = None if right is None or left is None else right - left
                height = None if bottom is None or top is None else bottom - top
                return any(one is not None and one <= READABLE for one in (width, height))
            case "xywh":
                return any((pixels(one, 1000.0) or 0.0) <= READABLE for one in arguments[2:4])
            case "path":
                return path.count(" ") < 3 and "l" not in path
    return False


def _round(arguments: list[str]) -> bool:
    """Return whether a circle or an ellipse has no area, or lies outside of the box."""
    middle = arguments.index("at") if "at" in arguments else len(arguments)
    radii = [pixels(one, 1000.0) for one in arguments[:middle][:2]]
    if any(one is not None and one <= READABLE for one in radii):
        return True
    for at, place in enumerate(arguments[middle + 1 :][:2]):
        start, end = pixels(place, 0.0), pixels(place, 1000.0)
        radius = radii[min(at, len(radii) - 1)] if radii else None
        if radius is None or start is None or end is None:
            continue
        if end + radius <= 0 or ("%" in place and end - radius >= 1000):
            return True
    return False


def _inset(arguments: list[str]) -> bool:
    edges = arguments[: arguments.index("round")] if "round" in arguments else arguments
    if not edges or len(edges) > 4:
        return False
    found = [pixels(edge, 1000.0) or 0.0 for edge in edges]
    top = found[0]
    right = found[1] if len(found) > 1 else top
    bottom = found[2] if len(found) > 2 else top
    left = found[3] if len(found) > 3 else right
    return top + bottom >= 1000 - READABLE or left + right >= 1000 - READABLE


def _flat(inside: str) -> bool:
    """Return whether a polygon has no area."""
    corners = []
    for pair in pieces(inside):
        found = [pixels(word, 1000.0) for word in words(pair)]
        if found[:1] == [None]:
            continue  # The rule by which it is filled.
        if len(found) != 2 or None in found:
            return False
        corners.append((found[0] or 0.0, found[1] or 0.0))
    if not corners:
        return False
    if any(max(corner[side] for corner in corners) <= 0 for side in (0, 1)):
        return True  # It lies above the box, or left of it.
    area = sum(x * v - u * y for (x, y), (u, v) in pairwise([*corners, corners[0]]))
    return abs(area) / 2 <= READABLE * READABLE


def transformed(declared: Declarations) -> bool:
    """Return whether a transformation leaves an element without area, or moves it off every screen."""
    if any(is_faint(word) for word in words(declared.get("scale", ""))):
        return True
    if _beyond(declared.get("translate", ""), far=True, shares=True):
        return True
    turned = list(words(declared.get("rotate", "")))
    if _edgewise(turned[-1:]) and len(turned) > 1 and turned[0] != "z" and turned[:3] != ["0", "0", "1"]:
        return True
    found = calls(declared.get("transform", ""))
    if any(_undone(name, arguments) for name, arguments in found):
        return True
    return declared.get("backface-visibility") == "hidden" and _turned_away(turned, found)


def _turned_away(turned: list[str], found: list[tuple[str, list[str]]]) -> bool:
    """Return whether the back of an element faces the reader, after its `rotate` and its transformations."""
    away = len(turned) > 1 and turned[0] != "z" and turned[:3] != ["0", "0", "1"] and _back(turned[-1])
    for name, arguments in found:
        if name in ("rotatex", "rotatey"):
            away ^= bool(arguments) and _back(arguments[0])
        elif name == "rotate3d":
            away ^= len(arguments) == 4 and arguments[:2] != ["0", "0"] and _back(arguments[3])
        elif name == "matrix3d" and len(arguments) == 16:
            away ^= (share(arguments[10]) or 0.0) < 0
        elif name in ("scalez", "scale3d") and arguments:
            away ^= (share(arguments[-1]) or 0.0) < 0
    return away


def _back(angle: str) -> bool:
    found = degrees(angle)
    return found is not None and 90 < found % 360 < 270


def scaled(declared: Declarations) -> float:
    """Return by how much an element's letters are made larger or smaller."""
    found = share(declared.get("zoom", "")) or 1.0
    scales = [share(word) for word in words(declared.get("scale", ""))]
    found *= min((abs(one) for one in scales if one), default=1.0)
    for name, arguments in calls(declared.get("transform", "")):
        numbers = [abs(share(one) or 0.0) for one in arguments]
        if name.startswith("scale") and numbers:
            found *= min(numbers[:2])
        elif name == "matrix" and len(numbers) == 6:
            a, b, c, d = (share(one) or 0.0 for one in arguments[:4])
            found *= abs(a * d - b * c) ** 0.5
    return found


def _undone(name: str, arguments: list[str]) -> bool:
    if name.startswith("scale"):
        return any(is_faint(one.lstrip("-")) for one in arguments)
    if name.startswith("translate"):
        return any(_beyond(one, far=True, shares=True) for one in arguments)
    if name in ("rotatex", "rotatey"):
        return _edgewise(arguments)
    if name == "rotate3d":
        return len(arguments) == 4 and _edgewise(arguments[3:]) and arguments[:2] != ["0", "0"]
    if name.startswith("skew"):
        return any(_edgewise([one]) for one in arguments)
    if name in ("matrix", "matrix3d"):
        numbers = [share(one) or 0.0 for one in arguments]
        if len(numbers) == 16:
            numbers = [numbers[at] for at in (0, 1, 4, 5, 12, 13)]
        if len(numbers) == 6:
            a, b, c, d, x, y = numbers
            return abs(a * d - b * c) <= FAINT * FAINT or min(x, y) <= -OFF_SCREEN or max(x, y) >= 10 * OFF_SCREEN
    return False


def _edgewise(angles: list[str]) -> bool:
    """Return whether the first angle turns a plane so that only its edge is seen."""
    turned = degrees(angles[0]) if angles else None
    return turned is not None and abs(turned % 180 - 90) <= 1


def filtered(declared: Declarations) -> bool:
    """Return whether a filter or a mask leaves no letters."""
    for name, arguments in calls(declared.get("filter", "")):
        if name in ("opacity", "contrast") and arguments and is_faint(arguments[0]):
            return True
        if name == "blur" and arguments and (pixels(arguments[0]) or 0.0) >= BLURRED:
            return True
    mask = declared.get("mask-image", "")
    stops = shades(mask) if "gradient(" in mask else []
    return bool(stops) and all(shade == TRANSPARENT or shade[1] <= FAINT for shade in stops)
