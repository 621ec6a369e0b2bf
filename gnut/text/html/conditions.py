"""Which conditions around style rules hold on an ordinary screen, and which only a browser can tell.

Every answer is True (it surely holds), None (it surely does not, on any screen), or False (it may).
"""

from __future__ import annotations

from collections.abc import Callable

from gnut.text.html.css import PROPERTIES
from gnut.text.html.valid import taken
from gnut.text.patterns import lazy

SCREEN_WIDTH, SCREEN_HEIGHT = 1280, 720
"""Pixels of the screen that pages are read on."""

READ_MAX = 2000
"""Characters of a condition that is read; a longer one may hold."""

_OTHER_MEDIA = frozenset("print speech aural braille embossed handheld projection tty tv".split())
_WORD = lazy(r"\s*+(only\s++)?([a-z-]++)\s*+(?:and\s++(?=not\b|\()|\Z)")
_SIZE = lazy(r"(min|max)-(?:device-)?(width|height)\s*:\s*(\d{1,6}(?:\.\d{0,6})?)(px|em|rem|pt|)\Z")
_RANGE = lazy(
    r"(?:(\d{1,6}(?:\.\d{0,6})?)(px|em|rem|pt|)\s*+(<=?|>=?)\s*+)?(?:device-)?(width|height)"
    r"(?:\s*+(<=?|>=?|=)\s*+(\d{1,6}(?:\.\d{0,6})?)(px|em|rem|pt|))?\Z"
)
_PLAIN = frozenset({
    "color", "grid:0", "hover", "hover:hover", "any-hover", "any-hover:hover", "pointer", "pointer:fine", "any-pointer",
    "any-pointer:fine", "orientation:landscape", "prefers-color-scheme:light", "prefers-reduced-motion:no-preference",
    "prefers-contrast:no-preference", "forced-colors:none", "inverted-colors:none", "scripting:enabled", "scripting",
    "update:fast", "update", "overflow-block:scroll", "overflow-inline:scroll", "display-mode:browser", "width",
    "height", "min-color:1", "-webkit-min-device-pixel-ratio:0", "min-resolution:0.001dpcm", "dynamic-range:standard",
})  # fmt: skip
"""Features that an ordinary screen has."""

_Asked = Callable[[str, str], bool | None]

_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "em": 16.0, "rem": 16.0}


def media(query: str) -> bool | None:
    """Return whether a list of media queries holds."""
    answers = [_query(part.strip()) for part in query.lower().split(",")] if len(query) <= READ_MAX else [False]
    if True in answers:
        return True
    return False if False in answers else None


def supported(condition: str) -> bool | None:
    """Return whether browsers support what a condition asks for."""
    condition = condition.strip().lower()
    return _combined(condition, _declared) if len(condition) <= READ_MAX else False


def _query(query: str) -> bool | None:
    if not query:
        return True
    turned = query.startswith("not ") and not query[4:].lstrip().startswith("(")
    if turned:
        query = query[4:].lstrip()
    found = _WORD.match(query)
    medium: bool | None = True
    if found is not None:
        if found.group(2) in _OTHER_MEDIA:
            medium = None
        elif found.group(2) not in ("screen", "all"):
            medium = None if found.group(2).isalpha() else False
        query = query[found.end() :].strip()
        if medium is None and not turned:
            return None
    rest = _combined(query, _feature) if query else True
    holds = None if medium is None or rest is None else medium and rest
    if not turned:
        return holds
    if medium is None:
        return True
    return None if holds and not query else False


class _Cut(Exception):
    """Brackets do not match."""


def _combined(condition: str, asked: _Asked) -> bool | None:
    """Return what `and`, `or` and `not` make of the answers to the parts."""
    try:
        parts, joined = _parted(condition)
    except _Cut:
        return False
    answers = []
    for negated, part in parts:
        inside = part[1:-1].strip() if part.startswith("(") and part.endswith(")") else ""
        if inside.startswith("(") or inside.startswith("not "):
            answer = _combined(inside, asked)
        else:
            answer = asked(inside, part)
        answers.append(_turned(answer, firm=asked is _declared) if negated else answer)
    if not answers:
        return False
    if joined == "or":
        return True if True in answers else (False if False in answers else None)
    return None if None in answers else all(answers)


def _turned(answer: bool | None, *, firm: bool) -> bool | None:
    """Return the opposite: what one screen has, another may lack; what browsers know, they all know (`firm`)."""
    if answer is None:
        return True
    return None if answer and firm else False


def _parted(condition: str) -> tuple[list[tuple[bool, str]], str]:
    """Return (negated, part) of a condition at the top level, and what joins the parts; nested ones are left whole."""
    found: list[tuple[bool, str]] = []
    joined, negated, depth, start = "and", False, 0, -1
    word = ""
    for at, sign in enumerate(condition):
        if sign == "(":
            if depth == 0 and start < 0:
                start = at - len(word)
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth == 0:
                found.append((negated, condition[start : at + 1]))
                negated, start, word = False, -1, ""
            if depth < 0 or len(found) > 32:
                raise _Cut
        elif depth == 0:
            if not sign.isspace():
                word += sign
                continue
            if word == "not":
                negated = True
            elif word in ("and", "or"):
                joined = word
            elif word:
                raise _Cut
            word = ""
    if depth or word.strip():
        raise _Cut
    return found, joined


def _feature(inside: str, _part: str) -> bool | None:
    """Return whether the screen has a feature."""
    packed = "".join(inside.split())
    if packed in _PLAIN:
        return True
    if packed in ("monochrome", "grid", "min-monochrome:1"):
        return False
    found = _SIZE.match(inside)
    if found is not None:
        bound, side, number, unit = found.groups()
        length = float(number) * _PIXELS[unit]
        have = _have(side)
        return have >= length if bound == "min" else have <= length
    found = _RANGE.match(inside)
    if found is None:
        return False
    low, low_unit, before, side, after, high, high_unit = found.groups()
    have = _have(side)
    holds = True
    if before:
        holds = _compared(float(low) * _PIXELS[low_unit], before, have)
    if after:
        holds = holds and _compared(have, after, float(high) * _PIXELS[high_unit])
    return holds


def _have(side: str) -> int:
    return SCREEN_WIDTH if side == "width" else SCREEN_HEIGHT


def _compared(one: float, sign: str, other: float) -> bool:
    match sign:
        case "<":
            return one < other
        case "<=":
            return one <= other
        case ">":
            return one > other
        case ">=":
            return one >= other
        case _:
            return one == other


def _declared(inside: str, part: str) -> bool | None:
    """Return whether browsers take a declaration that they are asked about."""
    if not part.startswith("("):
        return False  # selector(), font-tech() and the like ask which browser it is.
    name, colon, value = inside.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not value or (name.startswith("-") and not name.startswith("--")):
        return False
    if name.startswith("--"):
        return True
    if name in PROPERTIES and not taken(name, value, quirks=False):
        return None
    return not value.startswith("-")
