"""Whether a reader can see an element's text, from what is declared for it and around it."""

from __future__ import annotations

from msgspec import Struct

from gnut.text.html.colour import Colour, alike, colour, font_pixels, percent, pixels, unwrapped
from gnut.text.html.css import Declarations
from gnut.text.patterns import lazy

OFF_SCREEN = 500.0
"""Pixels left or above from which text is off every screen; decorations stay below."""

READABLE = 1.0
"""Font size in pixels up to which nothing can be read."""

FAINT = 0.05
"""Opacity up to which nothing can be read."""

WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)

_NUMBER = lazy(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:px|pt|em|rem|%|deg|turn|vw|vh)?")
_CALL = lazy(r"(?<![a-z0-9])([a-z0-9]{1,20}+)\(([^()]{0,400}+)\)")
_FONT_SIZE = lazy(r"(?:^|\s)([\d.]+(?:[a-z]+|%)?|xx?-small|small|medium|large|xx?x?-large)(?:\s*/\s*[^\s]+)?\s+\S")


class Look(Struct, frozen=True):
    """What an element hands down to its text."""

    gone: bool
    """Not rendered or painted outside; nothing inside can come back."""

    invisible: bool
    """`visibility: hidden`, which something inside may undo."""

    size: float
    """Font size in pixels."""

    ink: Colour | None
    """None when it is not known."""

    ground: Colour | None
    clear: bool
    """Ink without opacity."""

    keeps: bool
    """White space stands as written."""

    @property
    def hidden(self) -> bool:
        """Whether text with this look cannot be read."""
        if self.gone or self.invisible or self.clear or self.size <= READABLE:
            return True
        return self.ink is not None and self.ground is not None and alike(self.ink, self.ground)


def plain(ground: Colour | None) -> Look:
    """Return the look of a page's root: black on `ground`."""
    return Look(gone=False, invisible=False, size=16.0, ink=_BLACK, ground=ground, clear=False, keeps=False)


def styled(outer: Look, declared: Declarations) -> Look:
    """Return the look of an element inside one that looks like `outer`."""
    if outer.gone:
        return outer
    ink, clear = _ink(outer, declared)
    return Look(
        gone=_gone(declared),
        invisible=_invisible(outer, declared),
        size=_size(outer, declared),
        ink=ink,
        ground=_ground(outer, declared, ink),
        clear=clear,
        keeps=_keeps(outer, declared),
    )


def _gone(declared: Declarations) -> bool:
    get = declared.get
    if get("display") == "none" or get("content-visibility") == "hidden":
        return True
    for name in ("opacity", "zoom", "scale"):
        value = declared.get(name)
        if value is not None and _is_faint(value):
            return True
    value = declared.get("filter")
    if value is not None and any(name == "opacity" and _is_faint(inside) for name, inside in _CALL.findall(value)):
        return True
    return _off_screen(declared) or _clipped(declared) or _transformed(declared)


def _is_faint(value: str) -> bool:
    found = _NUMBER.match(unwrapped(value))
    if found is None:
        return False
    number = found.group().rstrip("%")
    try:
        share = float(number)
    except ValueError:
        return False
    return share <= (FAINT * 100 if "%" in found.group() else FAINT)


def _off_screen(declared: Declarations) -> bool:
    position = declared.get("position")
    if position in ("absolute", "fixed", "relative"):
        for side in ("left", "top", "right", "bottom"):
            # Shares of the parent move whole columns back into place in old layouts, unless taken out of the flow.
            if _beyond(declared.get(side, ""), far=side in ("left", "right"), shares=position != "relative"):
                return True
    if _beyond(declared.get("text-indent", ""), far=True, shares=True):
        return True
    return any(_beyond(declared.get(side, ""), far=False, shares=False) for side in ("margin-left", "margin-top"))


def _beyond(value: str, *, far: bool, shares: bool) -> bool:
    """Return whether a length moves text off every screen.

    Args:
        value: Length as declared; empty if it is not.
        far: Whether a very long way to the right counts too.
        shares: Whether a whole share of the parent counts.
    """
    if not value:
        return False
    length = pixels(value)
    if length is not None:
        return length <= -OFF_SCREEN or (far and length >= 10 * OFF_SCREEN)
    return shares and value.startswith("-") and percent(value) <= -100


def _clipped(declared: Declarations) -> bool:
    clip = declared.get("clip")
    if clip is not None and clip.startswith("rect(") and "auto" not in clip:
        edges = [pixels(number) for number in _NUMBER.findall(clip)]
        if len(edges) == 4 and None not in edges:
            top, right, bottom, left = (edge or 0.0 for edge in edges)
            if right - left <= READABLE or bottom - top <= READABLE:
                return True
    if _clipped_by_path(declared.get("clip-path", "")):
        return True
    if all(declared.get(name, "visible") == "visible" for name in ("overflow", "overflow-x", "overflow-y")):
        return False
    for name in ("height", "max-height", "width", "max-width"):
        length = pixels(declared.get(name, ""))
        if length is not None and length <= READABLE:
            return True
        if declared.get(name) == "0%":
            return True
    return False


def _clipped_by_path(path: str) -> bool:
    found = _CALL.match(path)
    if found is None:
        return False
    name, inside = found.groups()
    numbers = _NUMBER.findall(inside)
    if name == "inset":
        return bool(numbers) and all(percent(number) >= 50 for number in numbers[:4])
    if name in ("circle", "ellipse"):
        return bool(numbers) and _is_faint(numbers[0])
    return name == "polygon" and len(set(numbers)) == 1


def _transformed(declared: Declarations) -> bool:
    for name, inside in _CALL.findall(declared.get("transform", "")):
        numbers = _NUMBER.findall(inside)
        if not numbers:
            continue
        if name.startswith("scale") and any(_is_faint(number) for number in numbers):
            return True
        if name.startswith("translate") and any(_beyond(number, far=True, shares=True) for number in numbers):
            return True
        if name in ("rotatex", "rotatey") and numbers[0] in ("90deg", "-90deg", "270deg", "0.25turn", ".25turn"):
            return True
        if name == "matrix" and (_is_faint(numbers[0]) or (len(numbers) > 3 and _is_faint(numbers[3]))):
            return True
    return any(_beyond(number, far=True, shares=True) for number in _NUMBER.findall(declared.get("translate", "")))


def _invisible(outer: Look, declared: Declarations) -> bool:
    match declared.get("visibility"):
        case "hidden" | "collapse":
            return True
        case "visible" | "initial":
            return False
        case _:
            return outer.invisible


def _size(outer: Look, declared: Declarations) -> float:
    size = declared.get("font-size")
    if size is None and "font" in declared:
        found = _FONT_SIZE.search(declared["font"])
        size = found.group(1) if found else None
    return outer.size if size is None else font_pixels(size, outer.size)


def _ink(outer: Look, declared: Declarations) -> tuple[Colour | None, bool]:
    value = declared.get("-webkit-text-fill-color", declared.get("color"))
    if value is None or value in ("inherit", "currentcolor", "unset"):
        return outer.ink, outer.clear
    ink, opacity = colour(value)
    clips = "text" in (declared.get("background-clip"), declared.get("-webkit-background-clip"))
    return (ink if opacity > FAINT else None), opacity <= FAINT and not clips


def _ground(outer: Look, declared: Declarations, ink: Colour | None) -> Colour | None:
    ground = outer.ground
    for name in ("background", "background-color", "background-image"):
        value = declared.get(name)
        if value is None or value in ("none", "inherit", "initial", "unset"):
            continue
        if "currentcolor" in value:
            ground = ink
            continue
        if "(" in value and not value.startswith(("rgb", "hsl")):
            return None  # An image or a gradient: what stands behind the text is not known.
        painted, opacity = _painted(value)
        if opacity <= FAINT:
            continue
        ground = painted if opacity >= 1 - FAINT else None
    return ground


def _painted(value: str) -> tuple[Colour | None, float]:
    """Return the colour in a `background` value; words that name no colour there paint nothing."""
    if value.startswith(("rgb", "hsl", "#")):
        return colour(value.split(")")[0] + ")" if "(" in value else value.split()[0])
    for word in value.split():
        found, opacity = colour(word)
        if found is not None or opacity == 0:
            return found, opacity
    return None, 1.0


def _keeps(outer: Look, declared: Declarations) -> bool:
    value = declared.get("white-space", declared.get("white-space-collapse"))
    if value is None or value in ("inherit", "unset"):
        return outer.keeps
    return value.startswith(("pre", "break-spaces", "preserve"))
