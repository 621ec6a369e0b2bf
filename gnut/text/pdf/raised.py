"""Find the digits of a PDF page that stand raised or lowered beside the type they belong to.

PDFium gives `10²` as "102" and `3.5` with note 17 as "3.517": other numbers than the page shows.
A raised digit is stored as the raised sign, which no normal form folds into a digit; a lowered one
only beside another digit, so that `CO2` stays as people type it (the same rule as for HTML).
"""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.patterns import lazy
from gnut.text.pdf.budget import Budget
from gnut.text.pdf.pieces import Letters

SMALLER = 0.85
"""Height of raised type, as a share of what it is raised from."""

SMALLEST = 0.4
"""Below this share the other sign is an initial, not a letter of the line."""

RISE = 0.12
"""How far its base line stands higher, in heights of type; lowered type: half of that."""

FAR = 0.8
"""How far it may be raised; what stands higher is another line."""

_BLANK = lazy(r"[\s\x00]")
_DIGIT = lazy(r"\d")
_SIGNS = "0123456789+-\u2212"
_RAISED = dict(zip(_SIGNS, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻", strict=True))
_LOWERED = dict(zip(_SIGNS, "₀₁₂₃₄₅₆₇₈₉₊₋₋", strict=True))


class _Glyph(NamedTuple):
    """A character's place, as if its line ran from left to right."""

    left: float
    right: float
    base: float
    height: float


def raised(letters: Letters, budget: Budget) -> dict[int, str]:
    """Return what to read instead of some characters: raised and lowered digits, and false line ends beside them."""
    text = letters.text
    found: dict[int, str] = {}
    end = 0
    for match in _DIGIT.finditer(text):
        if match.start() < end:
            continue
        start = match.start()
        while start > end and text[start - 1] != "\x00" and not text[start - 1].isspace():
            start -= 1
        blank = _BLANK.search(text, match.end())
        end = blank.start() if blank else len(text)
        # One object has one size and one base line: that spares most numbers the look at their places.
        if (address := letters.address(start)) and address == letters.address(end - 1):
            continue
        if not budget.number():
            break
        _word(letters, start, end, found)
    return found


def _word(letters: Letters, start: int, end: int, found: dict[int, str]) -> None:
    """Look at a word with a digit. What a blank or line end parts from its base is no part of a number, and stays."""
    text = letters.text
    turn = letters.turn(start)
    if turn is None:
        return
    glyphs = [_glyph(letters, index, turn) for index in range(start, end)]
    reference = glyphs[max(range(len(glyphs)), key=lambda at: (glyphs[at].height, -at))]
    levels = [_level(glyph, reference) for glyph in glyphs]
    if not any(levels):
        return
    for at, level in enumerate(levels):
        index = start + at
        sign = text[index]
        if level > 0 and sign in _RAISED and _with_digit(text, index, start, end, levels):
            found[index] = _RAISED[sign]
        elif level < 0 and sign.isdigit() and sign in _LOWERED and _beside_digit(text, start, end, levels, at):
            found[index] = _LOWERED[sign]
    _mend(letters, end, turn, reference, levels, found)


def _mend(letters: Letters, end: int, turn: int, reference: _Glyph, levels: list[int], found: dict[int, str]) -> None:
    """Take out the false line end after a raised digit, when the next sign stands on the line it was raised from."""
    text = letters.text
    if levels[-1] <= 0 or end - 1 not in found or not text.startswith("\r\n", end):
        return
    after = end + 2
    while text.startswith(" ", after):
        after += 1
    if after >= len(text) or text[after] in "\r\n":
        return
    last, following = _glyph(letters, end - 1, turn), _glyph(letters, after, turn)
    if abs(following.base - reference.base) < RISE * reference.height and _touches(last, following, 1.0):
        wide = following.left - last.right > 0.12 * reference.height or after > end + 2
        found.update({end: "", end + 1: " " if wide and after == end + 2 else ""})


def _level(glyph: _Glyph, reference: _Glyph) -> int:
    """Return 1 for raised type, -1 for lowered, else 0."""
    if not SMALLEST * reference.height < glyph.height < SMALLER * reference.height:
        return 0
    rise = (glyph.base - reference.base) / reference.height if reference.height else 0.0
    if RISE < rise < FAR:
        return 1
    return -1 if -FAR < rise < -RISE / 2 else 0


def _with_digit(text: str, index: int, start: int, end: int, levels: list[int]) -> bool:
    """Return whether a raised sign is a digit, or stands before one that is raised too."""
    if text[index].isdigit():
        return True
    return index + 1 < end and levels[index + 1 - start] > 0 and text[index + 1].isdigit()


def _beside_digit(text: str, start: int, end: int, levels: list[int], at: int) -> bool:
    """Return whether a lowered run of digits touches a digit of the line."""
    first = last = at
    while first > 0 and levels[first - 1] < 0:
        first -= 1
    while last + 1 < end - start and levels[last + 1] < 0:
        last += 1
    before, after = text[start + first - 1 : start + first] if first else "", text[start + last + 1 : end][:1]
    return before.isdigit() or after.isdigit()


def _touches(one: _Glyph, other: _Glyph, gap: float) -> bool:
    return -0.5 * one.height < other.left - one.right < gap * one.height


def _glyph(letters: Letters, index: int, turn: int) -> _Glyph:
    left, bottom, right, top = letters.box(index)
    x, y = letters.origin(index)
    match turn:
        case 1:
            return _Glyph(-top, -bottom, x, right - left)
        case 2:
            return _Glyph(-right, -left, -y, top - bottom)
        case 3:
            return _Glyph(bottom, top, -x, right - left)
        case _:
            return _Glyph(left, right, y, top - bottom)
