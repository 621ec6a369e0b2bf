"""Whether a reader can see an element's text, from what is declared for it and around it."""

from __future__ import annotations

from math import inf

from msgspec import Struct

from gnut.text.html.clips import (
    FAINT,
    OFF_SCREEN,
    READABLE,
    clipped,
    filtered,
    is_faint,
    off_screen,
    scaled,
    transformed,
)
from gnut.text.html.colour import TRANSPARENT, Shade, alike, colour, over, shades, words
from gnut.text.html.css import SUSPECT, Declarations
from gnut.text.html.doubts import doubtful, pushed_out, window
from gnut.text.html.lengths import font_pixels, pixels, share
from gnut.text.html.names import Colour
from gnut.text.html.valid import WIDE
from gnut.text.patterns import lazy

WHITE: Colour = (255, 255, 255)
_BLACK: Shade = ((0, 0, 0), 1.0)

CRAMPED = 0.5
"""Share of the font size by which letters run into each other until none can be read."""

Ground = tuple[Colour, ...] | None
"""Colours behind a text, several of a gradient; None if they are not known."""

_FONT_SIZE = lazy(
    r"(?:^|\s)([\d.]+(?:[a-z]+|%)?|xx?-small|small|medium|large|xx?x?-large|smaller|larger|[a-z]{3,5}\([^()]{1,100}\))"
    r"(?:\s*/\s*[^\s]+)?\s+\S"
)
_MOVES = frozenset({"margin-left", "margin-top", "position", "text-indent"})
_CLIPS = frozenset({"clip", "clip-path", "contain", "overflow-x", "overflow-y"})
_TURNS = frozenset({"rotate", "scale", "transform", "translate"})
_SCALES = frozenset({"scale", "transform", "zoom"})
_FILTERS = frozenset({"filter", "mask-image"})
_NO_BOX = frozenset({"none", "table-column", "table-column-group"})
_OPEN = WIDE | {"none"}
_PAINTED = ("background-color", "background-image", "background-clip")
_PAINTS = lazy(r"gradient\(|url\(|image\(|image-set\(|element\(|cross-fade\(|paint\(")
_SPREADS = lazy(r"(?:-webkit-|-moz-|-o-)?(?:repeating-)?(?:linear|radial|conic)-gradient\(.{0,1000}+")


class Look(Struct, frozen=True):
    """What an element hands down to its text."""

    gone: bool
    """Not rendered or painted outside; nothing inside can come back."""

    invisible: bool
    """`visibility: hidden`, which something inside may undo."""

    size: float
    """Font size in pixels."""

    ink: Shade
    fill: Shade | None
    """What letters are filled with, if not with the ink."""

    ground: Ground
    pictured: bool
    """Whether an image stands before the ground, of which nobody knows what it shows."""

    lettered: bool
    """Whether a background is seen through the letters alone."""

    opacity: float
    spacing: float
    """Pixels put between letters."""

    struck: bool
    """Whether a line is drawn through the letters."""

    doubtful: bool
    """Whether only a browser can tell that it is seen."""

    keeps: bool
    """White space stands as written."""

    scale: float = 1.0
    """By how much letters are made larger or smaller than their font says."""

    suspect: bool = False
    """Whether a sheet that is not at hand likely hides it."""

    window: float = inf
    """Pixels of height behind which the box around it cuts off what it holds."""

    @property
    def hidden(self) -> bool:
        """Whether text with this look cannot be read."""
        if self.gone or self.invisible or self.size * self.scale <= READABLE or self.spacing <= -CRAMPED * self.size:
            return True
        ink, opacity = self.fill or self.ink
        if opacity <= FAINT:
            return not self.lettered
        return not self.pictured and self._drowned(ink, opacity)

    @property
    def doubted(self) -> bool:
        """Whether text that seems to be seen may be hidden by what only a browser can work out."""
        if self.doubtful:
            return True
        ink, opacity = self.fill or self.ink
        if self.ground is None or self.lettered:
            return False
        return ink is None or (self.pictured and self._drowned(ink, opacity))

    def _drowned(self, ink: Colour | None, opacity: float) -> bool:
        if ink is None or not self.ground:
            return False
        if opacity >= 1:
            return all(alike(ink, each) for each in self.ground)
        return all(alike(over(ink, opacity, each), each) for each in self.ground)


def plain(ground: Colour | None) -> Look:
    """Return the look of a page's root: black on `ground`."""
    return Look(
        gone=False,
        invisible=False,
        size=16.0,
        ink=_BLACK,
        fill=None,
        ground=None if ground is None else (ground,),
        pictured=False,
        lettered=False,
        opacity=1.0,
        spacing=0.0,
        struck=False,
        doubtful=False,
        keeps=False,
    )


def styled(outer: Look, declared: Declarations) -> Look:
    """Return the look of an element inside one that looks like `outer`."""
    if outer.gone:
        return outer
    ink = _ink(outer, declared.get("color"))
    fill = _fill(outer, declared.get("-webkit-text-fill-color"))
    size = _size(outer, declared)
    lettered, ground, pictured = outer.lettered, outer.ground, outer.pictured
    if declared.get("display") != "contents" and any(name in declared for name in _PAINTED):
        lettered = lettered or "text" in declared.get("background-clip", "").split()
        if not lettered:
            ground, pictured = _ground(outer, declared, ink)
    opacity = outer.opacity * _opacity(declared)
    return Look(
        gone=opacity <= FAINT or _gone(declared),
        invisible=_invisible(outer, declared),
        size=size,
        ink=ink,
        fill=fill,
        ground=ground,
        pictured=pictured,
        lettered=lettered,
        opacity=opacity,
        spacing=_spacing(outer, declared, size),
        struck=_struck(outer, declared),
        doubtful=outer.doubtful or doubtful(declared) or pushed_out(declared, outer.window),
        keeps=_keeps(outer, declared),
        scale=outer.scale if _SCALES.isdisjoint(declared) else outer.scale * scaled(declared),
        suspect=outer.suspect or SUSPECT in declared,
        window=window(declared, outer.window),
    )


def _gone(declared: Declarations) -> bool:
    if declared.get("display") in _NO_BOX or declared.get("content-visibility") == "hidden":
        return True
    if declared.get("-webkit-text-security", "none") not in _OPEN:
        return True
    if (pixels(declared.get("word-spacing", "")) or 0.0) <= -OFF_SCREEN:
        return True
    if "zoom" in declared and is_faint(declared["zoom"]):
        return True
    return (
        (not _MOVES.isdisjoint(declared) and off_screen(declared))
        or (not _CLIPS.isdisjoint(declared) and clipped(declared))
        or (not _TURNS.isdisjoint(declared) and transformed(declared))
        or (not _FILTERS.isdisjoint(declared) and filtered(declared))
    )


def _opacity(declared: Declarations) -> float:
    value = declared.get("opacity")
    found = None if value is None else share(value)
    return 1.0 if found is None else min(1.0, max(0.0, found))


def _invisible(outer: Look, declared: Declarations) -> bool:
    match declared.get("visibility"):
        case "hidden" | "collapse":
            return True
        case "visible" | "initial":
            return False
        case _:
            return outer.invisible


def _size(outer: Look, declared: Declarations) -> float:
    if declared.get("font-size-adjust") == "0":
        return 0.0
    size = declared.get("font-size")
    if size is None:
        return outer.size
    found = _FONT_SIZE.search(size)
    return font_pixels(found.group(1) if found else size, outer.size)


def _spacing(outer: Look, declared: Declarations, size: float) -> float:
    value = declared.get("letter-spacing")
    if value in ("normal", "initial"):
        return 0.0
    found = None if value is None else pixels(value, size, size)
    return outer.spacing if found is None else found


def _struck(outer: Look, declared: Declarations) -> bool:
    """Return whether text is struck through: no descendant can undo it, but boxes of their own do not take it over."""
    if "line-through" in declared.get("text-decoration-line", ""):
        return True
    if not outer.struck or declared.get("position") in ("absolute", "fixed"):
        return False
    return declared.get("float", "none") not in ("left", "right", "inline-start", "inline-end") and not declared.get(
        "display", ""
    ).startswith(("inline-", "-webkit-inline-"))


def _ink(outer: Look, value: str | None) -> Shade:
    if value is None or value in ("inherit", "unset", "currentcolor"):
        return outer.ink
    return _BLACK if value in WIDE else colour(value)


def _fill(outer: Look, value: str | None) -> Shade | None:
    if value is None or value in ("inherit", "unset"):
        return outer.fill
    return None if value == "currentcolor" or value in WIDE else colour(value)


def _ground(outer: Look, declared: Declarations, ink: Shade) -> tuple[Ground, bool]:
    """Return what stands behind the text, and whether an image hides it."""
    ground, pictured = outer.ground, outer.pictured
    value = declared.get("background-color")
    if value is not None:
        painted, opacity = ink if "currentcolor" in value else _painted(value)
        if painted is None:
            pictured = pictured or opacity > FAINT
        elif opacity >= 1 - FAINT / 2:
            ground, pictured = (painted,), False
        elif ground is not None:
            ground = tuple(over(painted, opacity, each) for each in ground)
    image = declared.get("background-image")
    if image is not None and _PAINTS.search(image) is not None:
        stops = shades(found.group()) if (found := _SPREADS.match(image)) is not None and "url(" not in image else []
        if stops and all(shade is not None and opacity >= 1 - FAINT for shade, opacity in stops):
            return tuple(shade for shade, _ in stops if shade is not None), False
        pictured = True
    return ground, pictured


def _painted(value: str) -> Shade:
    """Return the colour in a `background` value; words that name no colour there paint nothing."""
    if value in WIDE:
        return TRANSPARENT
    for word in words(value):
        found = colour(word)
        if found[0] is not None or found[1] == 0 or word.startswith(("#", "rgb", "hsl", "color")):
            return found
    return TRANSPARENT


def _keeps(outer: Look, declared: Declarations) -> bool:
    value = declared.get("white-space", declared.get("white-space-collapse"))
    if value is None or value in ("inherit", "unset"):
        return outer.keeps
    return value.startswith(("pre", "break-spaces", "preserve"))
