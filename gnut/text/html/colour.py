"""Colours of CSS, as far as telling the seen from the unseen needs them."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.text.html.names import NAMED, Colour
from gnut.text.html.spaces import FUNCTIONS, channels
from gnut.text.patterns import lazy

NEAR = 16
"""Largest difference of a channel at which text cannot be told from its ground."""

MAX_COLOURS = 32
"""Colours of one gradient that are looked at; one with more is not known."""

Shade = tuple[Colour | None, float]
"""A colour, None if it is not known, and its opacity from 0 to 1."""

UNKNOWN: Shade = (None, 1.0)
TRANSPARENT: Shade = (None, 0.0)

_HEXADECIMAL = frozenset("0123456789abcdef")
_CALL = lazy(r"(?<![a-z0-9-])([a-z-]{1,12}+)\(([^()]{0,400}+)\)\Z")
_MIX = lazy(r"(?:-webkit-)?color-mix\(\s*+in\s++[a-z0-9-]++(?:\s++[a-z]++\s++hue)?+\s*+,(.{1,400})\)\Z")
_PORTION = lazy(r"\s(\d{1,3}(?:\.\d{0,6})?)%\s*\Z|\A\s*(\d{1,3}(?:\.\d{0,6})?)%\s")
_LIGHT_DARK = lazy(r"light-dark\((.{1,400})\)\Z")


def colour(value: str) -> Shade:
    """Return the colour that `value` names, and its opacity.

    A mixture counts as if it were mixed in sRGB; what a browser alone can tell is not known.
    """
    value = value.strip()
    if value == "transparent":
        return TRANSPARENT
    if value.startswith("#"):
        return _hexadecimal(value[1:])
    if "(" not in value:
        return NAMED.get(value), 1.0
    if found := _CALL.match(value):
        name, inside = found.groups()
        if name in FUNCTIONS:
            return channels(name, inside) or UNKNOWN
    if found := _LIGHT_DARK.match(value):
        return colour(next(pieces(found.group(1)), ""))
    if found := _MIX.match(value):
        return _mixed(list(pieces(found.group(1))))
    return UNKNOWN


def is_colour(value: str) -> bool:
    """Return whether a browser takes `value` for a colour."""
    if "(" in value:
        name = value.partition("(")[0]
        return name in FUNCTIONS or name in ("color-mix", "light-dark", "device-cmyk", "contrast-color")
    if value.startswith("#"):
        return len(value) in (4, 5, 7, 9) and _HEXADECIMAL.issuperset(value[1:])
    return value in NAMED or value in ("transparent", "currentcolor")


def alike(one: Colour, other: Colour) -> bool:
    """Return whether an eye cannot tell two colours apart."""
    return abs(one[0] - other[0]) <= NEAR and abs(one[1] - other[1]) <= NEAR and abs(one[2] - other[2]) <= NEAR


def over(paint: Colour, opacity: float, ground: Colour) -> Colour:
    """Return what `paint` of some opacity looks like on `ground`."""
    red, green, blue = (round(a * opacity + b * (1 - opacity)) for a, b in zip(paint, ground, strict=True))
    return red, green, blue


def pieces(written: str) -> Iterator[str]:
    """Yield the parts of an argument list, parted at the commas outside of brackets."""
    depth = start = 0
    for at, sign in enumerate(written):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            yield written[start:at].strip()
            start = at + 1
    yield written[start:].strip()


def words(written: str) -> Iterator[str]:
    """Yield the parts of a value, parted at the white space, slashes and commas outside of brackets."""
    if "(" not in written:
        yield from written.replace("/", " ").replace(",", " ").split()
        return
    depth = 0
    word = ""
    for sign in written:
        depth += (sign == "(") - (sign == ")")
        if depth <= 0 and sign in " \t\n\r\f/,":
            if word:
                yield word
            word = ""
        else:
            word += sign
    if word:
        yield word


def shades(gradient: str) -> list[Shade]:
    """Return the colours that a gradient runs through; empty if they are not all known."""
    inside = gradient.partition("(")[2].removesuffix(")")
    found: list[Shade] = []
    for piece in pieces(inside):
        for word in words(piece):
            if is_colour(word):
                found.append(colour(word))
    known = all(shade is not None or opacity == 0 for shade, opacity in found)
    return found if known and len(found) <= MAX_COLOURS else []


def legacy(value: str) -> str | None:
    """Return the colour that an old attribute names, as browsers read it (HTML, legacy colour values)."""
    value = value.strip(" \t\n\f\r").lower()
    if not value or value == "transparent":
        return None
    if value in NAMED or (len(value) == 4 and value[0] == "#" and _HEXADECIMAL.issuperset(value[1:])):
        return value
    digits = "".join(sign if ord(sign) < 0x10000 else "00" for sign in value)[:128].removeprefix("#")
    digits = "".join(sign if sign in _HEXADECIMAL else "0" for sign in digits)
    digits += "0" * (-len(digits) % 3 or (3 if not digits else 0))
    size = len(digits) // 3
    parts = [digits[at : at + size][-8:] for at in range(0, len(digits), size)]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    return "#" + "".join(part[:2].rjust(2, "0") for part in parts)


def _hexadecimal(digits: str) -> Shade:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8) or not _HEXADECIMAL.issuperset(digits):
        return UNKNOWN
    red, green, blue, *rest = (int(digits[at : at + 2], 16) for at in range(0, len(digits), 2))
    return (red, green, blue), rest[0] / 255 if rest else 1.0


def _mixed(parts: list[str]) -> Shade:
    if len(parts) != 2:
        return UNKNOWN
    named, portions = [], []
    for part in parts:
        found = _PORTION.search(part)
        portions.append(float(found.group(1) or found.group(2)) / 100 if found else None)
        named.append(colour(_PORTION.sub(" ", part)))
    first, second = portions
    if first is None:
        first = 0.5 if second is None else 1 - second
    if second is None:
        second = 1 - first
    total = first + second
    if total <= 0:
        return UNKNOWN
    (one, solid), (other, clear) = named
    opacity = (solid * first + clear * second) / total
    seen = opacity * min(1.0, total)
    if one is None and solid == 0:
        return other, seen
    if other is None and clear == 0:
        return one, seen
    if one is None or other is None:
        return UNKNOWN
    return over(one, solid * first / total / opacity if opacity else 0.5, other), seen
