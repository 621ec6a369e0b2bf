"""What is declared: the properties that decide whether text can be seen, read from a style attribute or a rule."""

from __future__ import annotations

import re

from gnut.text.html.colour import is_colour
from gnut.text.html.valid import WIDE, taken
from gnut.text.patterns import lazy

PROPERTIES = frozenset(
    "animation-delay animation-direction animation-duration animation-fill-mode animation-iteration-count "
    "animation-name animation-play-state backface-visibility background-clip background-color background-image "
    "background-size bottom box-shadow clip clip-path "
    "color contain content content-visibility direction display filter float font-size font-size-adjust height left "
    "letter-spacing line-height list-style-type margin-left margin-top mask-image max-height max-width min-height "
    "min-width mix-blend-mode opacity overflow-x overflow-y padding-top position right rotate scale "
    "text-decoration-line text-indent top transform translate unicode-bidi vertical-align visibility "
    "-webkit-text-fill-color white-space white-space-collapse width word-spacing z-index zoom "
    "-webkit-line-clamp -webkit-text-security".split()
)
"""Properties that decide whether text can be seen, or how it is laid out."""

_SIDES = ("top", "right", "bottom", "left")
_STANDS_FOR: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in PROPERTIES},
    "all": tuple(sorted(PROPERTIES - {"direction", "unicode-bidi"})),
    "animation": (
        *("animation-delay", "animation-direction", "animation-duration", "animation-fill-mode"),
        *("animation-iteration-count", "animation-name", "animation-play-state"),
    ),
    "background": ("background-color", "background-image", "background-clip"),
    "block-size": ("height",),
    "font": ("font-size",),
    "inline-size": ("width",),
    "inset": _SIDES,
    "inset-block": ("top", "bottom"),
    "inset-block-end": ("bottom",),
    "inset-block-start": ("top",),
    "inset-inline": ("left", "right"),
    "inset-inline-end": ("right",),
    "inset-inline-start": ("left",),
    "line-clamp": ("-webkit-line-clamp",),
    "list-style": ("list-style-type",),
    "margin": tuple("margin-" + side for side in _SIDES),
    "margin-block": ("margin-top", "margin-bottom"),
    "margin-block-start": ("margin-top",),
    "margin-inline": ("margin-left", "margin-right"),
    "margin-inline-start": ("margin-left",),
    "mask": ("mask-image",),
    "max-block-size": ("max-height",),
    "max-inline-size": ("max-width",),
    "min-block-size": ("min-height",),
    "min-inline-size": ("min-width",),
    "overflow": ("overflow-x", "overflow-y"),
    "padding": ("padding-top",),
    "padding-block": ("padding-top",),
    "padding-block-start": ("padding-top",),
    "text-decoration": ("text-decoration-line",),
}
_PREFIXED = (
    *(
        "backface-visibility",
        "background-clip",
        "background-size",
        "box-shadow",
        "clip-path",
        "filter",
        "mask",
        "mask-image",
        "opacity",
        "text-decoration",
    ),
    *("text-decoration-line", "transform", *(name for name in _STANDS_FOR if name.startswith("animation"))),
)
_STANDS_FOR |= {"-webkit-" + name: _STANDS_FOR[name] for name in _PREFIXED}
"""Property as written → those that it sets. A shorthand is kept whole under each of the names: what reads
a colour, a size or an image takes the word that is one."""

Declarations = dict[str, str]
"""Property → value, both lower case but for the names of custom properties, without `!important`."""

_COMMENT = lazy(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = lazy(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))")


def _bracketed(depth: int) -> str:
    """Return a pattern for brackets that nest `depth` deep."""
    inside = rf"|{_bracketed(depth - 1)}" if depth > 1 else ""
    return rf"\((?:[^()]{{1,1024}}+{inside}){{0,16}}+\)"


NESTED = 6
"""Brackets inside one another that are read in a value."""

UNREAD = "unread"
"""Stands for values whose brackets nest deeper."""

SUSPECT = "suspect"
"""Stands for what a sheet that is not at hand likely hides."""

_DECLARATION = lazy(
    rf"""(?<![\w-])(--[\w-]{{1,200}}+|[a-z-]{{1,40}}+)\s*+:\s*+
        ((?:[^;"'()]++|"[^"]{{0,4096}}+"|'[^']{{0,4096}}+'|{_bracketed(NESTED)})*+)""",
    re.IGNORECASE | re.VERBOSE,
)
_CUSTOM = lazy(r"--[\w-]++")
_IMPORTANT = lazy(r"!\s*important\s*$", re.IGNORECASE)


def declarations(written: str, *, quirks: bool = False) -> list[tuple[str, str, bool]]:
    """Return property, value and importance of each declaration that matters here, in order.

    Shorthands and other names of a property are taken apart; a value that no browser takes is left out.

    Args:
        written: What stands in a rule's block or in a style attribute.
        quirks: Whether the page is read as of old.
    """
    if "\\" in written:
        written = _ESCAPE.sub(_unescape, written)
    if "/*" in written:
        written = _COMMENT.sub(" ", written)
    found = [(UNREAD, "", False)] if written.count("(") > NESTED and _depth(written) > NESTED else []
    for name, value in _DECLARATION.findall(written):
        custom = name.startswith("--")
        names = (name,) if custom else _STANDS_FOR.get(name.lower())
        if not names:
            continue
        plain = _lower(value.strip())
        cased = value
        important = False
        if "!" in plain:
            value, plain = plain, _IMPORTANT.sub("", plain).strip()
            important = plain != value
        if custom:
            found.append((name, plain, important))
            continue
        if name.lower() == "all" and plain not in WIDE:
            continue  # `all` takes nothing else.
        parts = (plain,) if len(names) == 1 else _parts(plain, len(names))
        for one, part in zip(names, parts, strict=True):
            if one == "animation-name":
                # Capitals count in the names of animations alone.
                found.append((one, _IMPORTANT.sub("", cased.strip()).strip(), important))
                continue
            if one in PROPERTIES and taken(one, part, quirks=quirks):
                found.append((one, _hashed(one, part) if quirks else part, important))
    return found


def _depth(written: str) -> int:
    """Return how deep brackets nest."""
    depth = deepest = 0
    for sign in written:
        if sign == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif sign == ")":
            depth = max(0, depth - 1)
    return deepest


def _parts(value: str, count: int) -> list[str]:
    """Return the value of each property that a shorthand sets: two for both ends, four for the sides."""
    parts = value.split() if count in (2, 4) and "(" not in value else []
    if count == 4 and 1 < len(parts) <= 4:
        top, right, *rest = parts
        return [top, right, rest[0] if rest else top, rest[1] if len(rest) > 1 else right]
    return parts if count == len(parts) == 2 and len(value) < 60 else [value] * count


def _hashed(name: str, value: str) -> str:
    """Return a colour with the `#` that pages of old leave out."""
    if name.endswith("color") and value[:1] != "#" and not is_colour(value) and is_colour("#" + value):
        return "#" + value
    return value


def _lower(value: str) -> str:
    """Return a value in small letters; names of custom properties keep theirs, in which capitals count."""
    if "--" not in value:
        return value.lower()
    lower = value.lower()
    parts: list[str] = []
    at = 0
    for name in _CUSTOM.finditer(value):
        parts += (lower[at : name.start()], name.group())
        at = name.end()
    return "".join((*parts, lower[at:])) if len(lower) == len(value) else value


def _unescape(found: re.Match[str]) -> str:
    digits, itself = found.groups()
    if digits is None:
        return str(itself)
    point = int(digits, 16)
    return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else "\ufffd"
