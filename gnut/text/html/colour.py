"""Colours and lengths of CSS, as far as telling the seen from the unseen needs them."""

from __future__ import annotations

import colorsys
import re

from gnut.text.patterns import lazy

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""

NEAR = 16
"""Largest difference of a channel at which text cannot be told from its ground."""

_NAMED: dict[str, Colour] = {
    "aliceblue": (240, 248, 255),
    "azure": (240, 255, 255),
    "black": (0, 0, 0),
    "blue": (0, 0, 255),
    "floralwhite": (255, 250, 240),
    "ghostwhite": (248, 248, 255),
    "gray": (128, 128, 128),
    "green": (0, 128, 0),
    "grey": (128, 128, 128),
    "honeydew": (240, 255, 240),
    "ivory": (255, 255, 240),
    "lavenderblush": (255, 240, 245),
    "mintcream": (245, 255, 250),
    "navy": (0, 0, 128),
    "red": (255, 0, 0),
    "seashell": (255, 245, 238),
    "silver": (192, 192, 192),
    "snow": (255, 250, 250),
    "white": (255, 255, 255),
    "whitesmoke": (245, 245, 245),
    "yellow": (255, 255, 0),
}
"""The names near white and black, and the common ones; any other name is a colour that is not known."""

_FUNCTION = lazy(r"(rgb|hsl)a?\(([^()]{0,200}+)\)")
_LENGTH = lazy(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|pt|pc|em|rem|ex|ch|vw|vh|cm|mm|in|q|%|)\Z")
_WRAPPED = lazy(r"(?:calc|min|max)\(([^()+*/,]{1,40})\)\Z")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "vw": 12.8,
           "vh": 7.2, "cm": 37.8, "mm": 3.78, "in": 96.0, "q": 0.945}  # fmt: skip


def colour(value: str) -> tuple[Colour | None, float]:
    """Return the colour that `value` names, None if it is not known, and its opacity from 0 to 1."""
    value = value.strip()
    if value == "transparent":
        return None, 0.0
    if value.startswith("#"):
        return _hexadecimal(value[1:])
    if found := _FUNCTION.search(value):
        return _function(found.group(1), found.group(2))
    return _NAMED.get(value), 1.0


def alike(one: Colour, other: Colour) -> bool:
    """Return whether an eye cannot tell two colours apart."""
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def unwrapped(value: str) -> str:
    """Return the one length inside `calc()`, `min()` or `max()`; anything else as it is."""
    found = _WRAPPED.match(value.strip())
    return found.group(1).strip() if found else value.strip()


def pixels(value: str) -> float | None:
    """Return a length in CSS pixels on an ordinary screen; None for percentages and what is no length."""
    found = _LENGTH.match(unwrapped(value))
    if found is None or found.group(2) == "%":
        return None
    return float(found.group(1)) * _PIXELS[found.group(2)]


def percent(value: str) -> float:
    """Return the number of a percentage; 0 for anything else."""
    found = _LENGTH.match(unwrapped(value))
    return float(found.group(1)) if found is not None and found.group(2) == "%" else 0.0


def font_pixels(value: str, parent: float) -> float:
    """Return the font size that `value` sets inside a font of `parent` pixels."""
    value = unwrapped(value)
    found = _LENGTH.match(value)
    if found is None:
        if "(" in value:
            return parent  # What a browser would have to work out is taken to be readable.
        if value in ("inherit", "unset", "smaller", "larger"):
            return parent
        return 16.0 if value else parent  # Key words restore a size that can be read.
    number, unit = float(found.group(1)), found.group(2)
    if unit == "%":
        return parent * number / 100
    if unit in ("em", "ex", "ch"):
        return parent * number * (1.0 if unit == "em" else 0.5)
    return number * _PIXELS[unit]


def _hexadecimal(digits: str) -> tuple[Colour | None, float]:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8) or not all(digit in "0123456789abcdef" for digit in digits):
        return None, 1.0
    channels = [int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)]
    opacity = channels[3] / 255 if len(channels) == 4 else 1.0
    return (channels[0], channels[1], channels[2]), opacity


def _function(kind: str, arguments: str) -> tuple[Colour | None, float]:
    numbers = re.findall(r"([+-]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6}))(%?)", arguments)
    if len(numbers) not in (3, 4):
        return None, 1.0
    opacity = _share(*numbers[3]) if len(numbers) == 4 else 1.0
    if kind == "rgb":
        red, green, blue = (min(255, round(float(n) * (2.55 if p else 1))) for n, p in numbers[:3])
        return (red, green, blue), opacity
    hue, saturation, lightness = (float(n) for n, _ in numbers[:3])
    shares = colorsys.hls_to_rgb(hue % 360 / 360, min(lightness, 100) / 100, min(saturation, 100) / 100)
    red, green, blue = (round(share * 255) for share in shares)
    return (red, green, blue), opacity


def _share(number: str, percent: str) -> float:
    return float(number) / 100 if percent else float(number)
