"""Where a passage may begin and end: never inside a word, never inside a number."""

from __future__ import annotations

from gnut.text.fold import INVISIBLE
from gnut.text.words import CURRENCY, is_bad, is_digit, is_mark, is_unspaced, is_wordy

REACH = 24
"""Characters of context that decide; longer runs of digits or invisible signs end a passage anyway."""

_HYPHENS = "-‐‑"
_LEADING = frozenset("([-+±∓−–.,٫ \u00a0" + CURRENCY)
"""Signs that a number may start with."""

_TRAILING = ".,'’:/"
_INNER = ".,'’·:/٫٬⁄-‐‑–—−"
_SIGNS = "+-±∓−–—‐‑~≈<>≤≥"
_NEGATING = ("non", "un", "anti", "in", "dis", "nicht", "no", "sans", "não")
"""First parts of compounds that deny the second."""

_RAISED = "²³¹⁰⁴⁵⁶⁷⁸⁹"


def bounded(text: str, start: int, end: int) -> bool:
    """Return whether `[start, end)` of the stored `text` begins and ends between tokens.

    Between two characters of a script without blanks there always is a border. A number
    keeps its sign, decimal and group marks, currency, per cent and magnitude: "89" does
    not stand in ".89", "4.2" neither in "-4.2" nor in "4.2 million".
    """
    return start < end and _begins(text, start, end) and _ends(text, start, end)


def _visible(piece: str) -> str:
    """Return `piece` without its invisible characters."""
    if piece.isascii():
        return piece
    return "".join(sign for sign in piece if sign not in INVISIBLE)


def _begins(text: str, start: int, end: int) -> bool:
    before = _visible(text[max(0, start - REACH) : start])
    if not before:
        return True
    last, inside = before[-1], _visible(text[start : min(end, start + REACH)])
    first = inside[:1]
    if first and is_mark(first):
        return False
    if _starts_with_number(inside):
        from gnut.text.anchor.figures import begins_number

        return begins_number(before, inside)
    if is_wordy(first) and is_wordy(last):
        # A raised note mark may touch the word after it.
        return is_unspaced(first) or is_unspaced(last) or (last in _RAISED and not is_wordy(before[-2:-1] or " "))
    if first in _INNER and is_digit(last) and is_digit(inside[1:2] or " "):
        return False
    return not (first.isalpha() and (_denies(before) or is_bad(last)))


def _starts_with_number(inside: str) -> bool:
    for sign in inside[:6]:
        if is_digit(sign):
            return True
        if sign not in _LEADING:
            return False
    return False


def _denies(before: str) -> bool:
    """Return whether a compound's first part that denies stands right before: "non-", "anti-"."""
    if before[-1] not in _HYPHENS:
        return False
    part = before[:-1].lower()
    return any(part.endswith(word) and not is_wordy(part[-len(word) - 1 : -len(word)] or " ") for word in _NEGATING)


def _ends(text: str, start: int, end: int) -> bool:
    after = _visible(text[end : end + REACH])
    if not after:
        return True
    inside = _visible(text[max(start, end - REACH) : end])
    last, first = inside[-1:] or " ", after[0]
    if is_mark(first):
        return False
    if is_digit(last) or (last in _TRAILING and is_digit(inside[-2:-1] or " ")):
        from gnut.text.anchor.figures import ends_number

        return ends_number(inside, after)
    if is_wordy(last) and is_wordy(first):
        if is_unspaced(first) or is_unspaced(last):
            return True
        return first in _RAISED and len(inside) > 3 and inside[-4:].isalpha()
    if is_digit(first) and (last in CURRENCY or last in _SIGNS or last in ".,٫"):
        earlier = inside[-2:-1] or " "
        return last in ".," and is_wordy(earlier) and not is_digit(earlier)
    if is_bad(first) and last.isalpha():
        return False
    return not (last in "nN" and after[:2] in ("'t", "’t", "'T", "’T"))
