"""Colour functions of CSS turned into sRGB (CSS Color 4, sections 5 to 10)."""

from __future__ import annotations

import colorsys
import math

from gnut.text.html.lengths import degrees, share
from gnut.text.html.names import Colour
from gnut.text.patterns import lazy

FUNCTIONS = frozenset("rgb rgba hsl hsla hwb lab lch oklab oklch color".split())
"""Functions that name a colour by its channels."""

_PART = lazy(r"[^\s,/]++")


def channels(name: str, inside: str) -> tuple[Colour, float] | None:
    """Return the colour of a function, and its opacity; None if its arguments are not understood.

    Args:
        name: One of `FUNCTIONS`.
        inside: What stands between its brackets.
    """
    parts: list[str] = _PART.findall(inside)
    wide = parts.pop(0) if name == "color" and parts else ""
    if len(parts) not in (3, 4) or (wide and not wide.startswith(("srgb", "display-p3"))):
        return None
    opacity = 1.0 if len(parts) == 3 else _number(parts[3], 1)
    found = _light(name, parts, wide)
    if found is None or opacity is None:
        return None
    red, green, blue = (min(255, max(0, round(255 * one))) for one in found)
    return (red, green, blue), min(1.0, max(0.0, opacity))


def _light(name: str, parts: list[str], wide: str) -> tuple[float, float, float] | None:
    """Return red, green and blue from 0 to 1."""
    match name:
        case "rgb" | "rgba":
            return _three(parts, (1.0, 1.0, 1.0), 255.0)
        case "color":
            found = _three(parts, (1.0, 1.0, 1.0), 1.0)
            return found if found is None or "linear" not in wide else _companded(found)
        case "hsl" | "hsla" | "hwb":
            hue = _hue(parts[0])
            rest = _three(["0", *(part if "%" in part else part + "%" for part in parts[1:3])], (1.0, 1.0, 1.0), 1.0)
            if hue is None or rest is None:
                return None
            return (_of_white if name == "hwb" else _of_light)(hue, min(1.0, rest[1]), min(1.0, rest[2]))
        case "lab" | "oklab":
            found = _three(parts, (100.0, 125.0, 125.0) if name == "lab" else (1.0, 0.4, 0.4), 1.0)
        case _:
            found = _three([*parts[:2], "0"], (100.0, 150.0, 1.0) if name == "lch" else (1.0, 0.4, 1.0), 1.0)
            hue = _hue(parts[2])
            if found is None or hue is None:
                return None
            found = found[0], found[1] * math.cos(2 * math.pi * hue), found[1] * math.sin(2 * math.pi * hue)
    if found is None:
        return None
    return _of_oklab(*found) if name.startswith("ok") else _of_lab(*found)


def _three(parts: list[str], wholes: tuple[float, float, float], unit: float) -> tuple[float, float, float] | None:
    """Return three channels: a percentage is a share of its whole, a number counts in `unit`."""
    found = []
    for part, whole in zip(parts[:3], wholes, strict=True):
        number = _number(part, whole)
        if number is None:
            return None
        found.append(number if part.endswith("%") else number / unit)
    return found[0], found[1], found[2]


def _number(written: str, whole: float) -> float | None:
    if written == "none":
        return 0.0
    number = share(written)
    return number * whole if number is not None and written.endswith("%") else number


def _hue(written: str) -> float | None:
    turned = 0.0 if written == "none" else degrees(written)
    return None if turned is None else turned % 360 / 360


def _of_light(hue: float, saturation: float, lightness: float) -> tuple[float, float, float]:
    return colorsys.hls_to_rgb(hue, lightness, saturation)


def _of_white(hue: float, white: float, black: float) -> tuple[float, float, float]:
    if white + black >= 1:
        grey = white / (white + black)
        return grey, grey, grey
    red, green, blue = (one * (1 - white - black) + white for one in colorsys.hls_to_rgb(hue, 0.5, 1.0))
    return red, green, blue


def _of_lab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    y = (lightness + 16) / 116
    x, z = y + a / 500, y - b / 200
    # Reference white D50, straight to linear sRGB.
    big = [one**3 if one > 6 / 29 else 3 * (6 / 29) ** 2 * (one - 4 / 29) for one in (x, y, z)]
    x, y, z = big[0] * 0.9643, big[1], big[2] * 0.8251
    return _companded(
        (
            3.1341 * x - 1.6174 * y - 0.4907 * z,
            -0.9788 * x + 1.9163 * y + 0.0335 * z,
            0.0719 * x - 0.2290 * y + 1.4053 * z,
        )
    )


def _of_oklab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return _companded(
        (
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        )
    )


def _companded(linear: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return linear light as the channels of sRGB."""
    red, green, blue = (
        12.92 * one if one <= 0.0031308 else 1.055 * min(one, 1.0) ** (1 / 2.4) - 0.055 for one in linear
    )
    return red, green, blue
