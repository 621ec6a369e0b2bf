"""Lengths and numbers of CSS, worked out as far as telling the seen from the unseen needs them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from gnut.text.patterns import lazy

READ_MAX = 400
"""Characters of a value that is worked out; a longer one is not known."""

_NESTED_MAX = 16
_TOKEN = lazy(
    r"\s*+(?:((?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,3})?)([a-z]{1,6}+|%)?"
    r"|([a-z-]{1,20}+)?(\()|([-+*/,)]))"
)
_SINGLE = lazy(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,3})?)([a-z]{1,6}|%|)\Z")
_PIXELS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "rem": 16.0, "rex": 8.0, "rch": 8.0, "rlh": 20.0, "cm": 37.8,
    "mm": 3.78, "in": 96.0, "q": 0.945,
    **{front + "vw": 12.8 for front in ("", "s", "l", "d")}, **{front + "vi": 12.8 for front in ("", "s", "l", "d")},
    **{front + "vh": 7.2 for front in ("", "s", "l", "d")}, **{front + "vb": 7.2 for front in ("", "s", "l", "d")},
    **{front + "vmin": 7.2 for front in ("", "s", "l", "d")}, **{front + "vmax": 12.8 for front in ("", "s", "l", "d")},
    "cqw": 12.8, "cqi": 12.8, "cqh": 7.2, "cqb": 7.2, "cqmin": 7.2, "cqmax": 12.8,
}  # fmt: skip
"""Unit → CSS pixels on a screen of 1280 by 720."""

_EMS = {"em": 1.0, "ex": 0.5, "ch": 0.5, "cap": 0.7, "ic": 1.0, "lh": 1.2}
UNITS = frozenset((*_PIXELS, *_EMS)) - {""}
"""Units of length."""

_SHARES = {"": 1.0, "%": 0.01}
_DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
    "xx-large": 32.0, "xxx-large": 48.0, "initial": 16.0, "math": 16.0,
}  # fmt: skip


def pixels(value: str, whole: float | None = None, em: float = 16.0) -> float | None:
    """Return a length in CSS pixels on an ordinary screen; None for what is no length.

    Args:
        value: Length as declared; may be a calculation.
        whole: What 100 % are; None if a percentage is no answer.
        em: Font size.
    """
    found = _SINGLE.match(value)
    if found is not None:
        number, unit = float(found.group(1)), found.group(2)
        if unit in _PIXELS:
            return number * _PIXELS[unit]
        if unit == "%":
            return None if whole is None else number * whole / 100
        return number * em * _EMS[unit] if unit in _EMS else None
    return _worth(value, _units(em, whole)) if "(" in value else None


def share(value: str) -> float | None:
    """Return a number, or a percentage as a share of 1; None for anything else."""
    return _worth(value, _SHARES)


def degrees(value: str) -> float | None:
    """Return an angle in degrees; None for anything else."""
    return _worth(value, _DEGREES)


def font_pixels(value: str, parent: float) -> float:
    """Return the font size that `value` sets inside a font of `parent` pixels."""
    if value in _SIZES:
        return _SIZES[value]
    found = pixels(value, parent, parent)
    # What a browser would have to work out is taken to be readable, as are `larger` and `inherit`.
    return parent if found is None else found


def _units(em: float, whole: float | None) -> Mapping[str, float]:
    units = {**_PIXELS, **{unit: em * ems for unit, ems in _EMS.items()}}
    if whole is not None:
        units["%"] = whole / 100
    return units


def _worth(value: str, units: Mapping[str, float]) -> float | None:
    """Return what a number or a calculation comes to, a unit being worth what `units` says."""
    value = value.strip()
    found = _SINGLE.match(value)
    if found is not None:
        unit = units.get(found.group(2))
        return None if unit is None else float(found.group(1)) * unit
    if "(" not in value or len(value) > READ_MAX:
        return None
    try:
        return _Sum(value, units).answer()
    except (_NoSum, ZeroDivisionError, OverflowError):
        return None


class _NoSum(Exception):
    """What stands there cannot be worked out."""


class _Sum:
    """A calculation being read; brackets nest to a limit."""

    def __init__(self, written: str, units: Mapping[str, float]) -> None:
        self._units = units
        self._tokens: list[re.Match[str]] = []
        at = 0
        while at < len(written):
            token = _TOKEN.match(written, at)
            if token is None:
                raise _NoSum
            self._tokens.append(token)
            at = token.end()
        self._at = 0

    def answer(self) -> float:
        """Return what it comes to."""
        found = self._sum(0)
        if self._at < len(self._tokens):
            raise _NoSum
        return found

    def _sign(self) -> str:
        return self._tokens[self._at].group(5) or "" if self._at < len(self._tokens) else ""

    def _sum(self, depth: int) -> float:
        total = self._product(depth)
        while (sign := self._sign()) in ("+", "-"):
            self._at += 1
            total += self._product(depth) * (1 if sign == "+" else -1)
        return total

    def _product(self, depth: int) -> float:
        total = self._value(depth)
        while (sign := self._sign()) in ("*", "/"):
            self._at += 1
            other = self._value(depth)
            total = total * other if sign == "*" else total / other
        return total

    def _value(self, depth: int) -> float:
        if self._at >= len(self._tokens) or depth > _NESTED_MAX:
            raise _NoSum
        number, unit, name, opening, sign = self._tokens[self._at].groups()
        self._at += 1
        if number is not None:
            worth = self._units.get(unit or "")
            if worth is None and not unit:
                worth = 1.0
            if worth is None:
                raise _NoSum
            return float(number) * worth
        if sign in ("+", "-"):
            return self._value(depth + 1) * (1 if sign == "+" else -1)
        if opening is None:
            raise _NoSum
        return _called(name or "calc", self._arguments(depth + 1))

    def _arguments(self, depth: int) -> list[float]:
        found = [self._sum(depth)]
        while (sign := self._sign()) == ",":
            self._at += 1
            found.append(self._sum(depth))
        if sign != ")":
            raise _NoSum
        self._at += 1
        return found


def _called(name: str, arguments: list[float]) -> float:
    match name.removeprefix("-webkit-").removeprefix("-moz-"), arguments:
        case "calc", [only]:
            return only
        case "min", _:
            return min(arguments)
        case "max", _:
            return max(arguments)
        case "clamp", [low, middle, high]:
            return max(low, min(middle, high))
        case "abs", [only]:
            return abs(only)
        case _:
            raise _NoSum
