"""Which declarations browsers take: one with a value they do not know is as if it were not written."""

from __future__ import annotations

from gnut.text.html.colour import is_colour, words
from gnut.text.html.lengths import UNITS
from gnut.text.patterns import lazy

WIDE = frozenset({"inherit", "initial", "revert", "revert-layer", "unset"})
"""Values that every property takes."""

_DISPLAYS = frozenset(
    "block flex flow flow-root grid grid-lanes inline inline-block inline-flex inline-grid inline-table list-item math "
    "none contents ruby ruby-base ruby-text run-in table table-caption table-cell table-column table-column-group "
    "table-footer-group table-header-group table-row table-row-group "
    "-webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex -moz-box -moz-inline-box".split()
)
_KEYWORDS = {
    "visibility": frozenset("visible hidden collapse".split()),
    "content-visibility": frozenset("visible hidden auto".split()),
    "position": frozenset("static relative absolute fixed sticky -webkit-sticky".split()),
    "float": frozenset("left right none inline-start inline-end".split()),
    "direction": frozenset("ltr rtl".split()),
    "unicode-bidi": frozenset("normal embed isolate bidi-override isolate-override plaintext".split()),
    "overflow-x": frozenset("visible hidden clip scroll auto overlay -webkit-paged-x -webkit-paged-y".split()),
}
_KEYWORDS["overflow-y"] = _KEYWORDS["overflow-x"]
_SIDES = frozenset(
    "left right top bottom width height max-width max-height min-width min-height text-indent margin-left margin-top "
    "letter-spacing font-size".split()
)
_SIDE_WORDS = frozenset(
    "auto none normal min-content max-content fit-content stretch -webkit-fill-available -moz-available "
    "-webkit-min-content -webkit-max-content -webkit-fit-content hanging each-line each "
    "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math".split()
)
_PLACES = frozenset(
    "border-box bottom center content-box fixed left local no-repeat padding-box repeat repeat-x repeat-y right round "
    "scroll space text top".split()
)
_NUMBERS = frozenset({"opacity", "zoom", "scale"})
_LENGTH = lazy(r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d{1,3})?([a-z]*+|%)\Z")
_CALLED = lazy(r"-?[a-z][a-z0-9-]*+\(")


def taken(name: str, value: str, *, quirks: bool) -> bool:
    """Return whether browsers take a declaration.

    Args:
        name: Property, lower case.
        value: Its value, lower case, without `!important`.
        quirks: Whether the page is read as of old: lengths without a unit, colours without `#`.
    """
    if not value:
        return False
    if value in WIDE or ("(" in value and any(one in value for one in ("var(", "env(", "attr(", "if("))):
        return True
    if name == "display":
        return all(word in _DISPLAYS for word in value.split())
    known = _KEYWORDS.get(name)
    if known is not None:
        return value in known
    if name in ("color", "-webkit-text-fill-color"):
        return is_colour(value) or (quirks and name == "color" and is_colour("#" + value))
    if name == "background-color":
        # A shorthand comes as it was written, so any word of it may be the colour.
        return len(value) > 400 or " " in value or "(" in value or value == "none" or is_colour(value) or _image(value)
    if name in _SIDES:
        if name == "font-size":
            return _size(value, quirks)
        if " " not in value:
            return _side(value, quirks=quirks)
        return all(_side(word, quirks=quirks) for word in words(value))
    if name in _NUMBERS:
        return all(_CALLED.match(word) or _LENGTH.match(word) or word in ("none", "normal") for word in words(value))
    return True


def _side(word: str, *, quirks: bool) -> bool:
    if word in _SIDE_WORDS or _CALLED.match(word):
        return True
    found = _LENGTH.match(word)
    if found is None:
        return False
    unit = found.group(1)
    if not unit:
        return quirks or not word.strip("+-0.")
    return unit == "%" or unit in UNITS


def _size(value: str, quirks: bool) -> bool:
    """Return whether a font size, or a whole `font`, is one: the latter has a family behind its size."""
    return " " in value or "/" in value or _side(value, quirks=quirks)


def _image(value: str) -> bool:
    """Return whether a word of `background` says where an image stands, and no colour."""
    return value in _PLACES or _LENGTH.match(value) is not None
