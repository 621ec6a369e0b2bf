"""Where a passage may begin and end: never inside a word, never inside a number."""

from __future__ import annotations

import re

from gnut.text.fold import INVISIBLE
from gnut.text.words import CURRENCY, DIGIT, is_bad, is_digit, is_mark, is_unspaced, is_wordy

REACH = 24
"""Characters of context that decide; longer runs of digits or invisible signs end a passage anyway."""

_SIGNS = "+-±∓−–—‐‑~≈<>≤≥"
_HYPHENS = "-‐‑"
_DASHES = "-‐‑–—−"
_INNER = ".,'’·:/٫٬⁄" + _DASHES
_GAP = " \u00a0\u2007\u2009\u202f"
_PER_CENT = (
    r"(?:[%‰‱٪％°]|per ?cent|percent|prozent|pour ?cent|por ?ciento|por ?cento|procent|proc\.|процент|percentage"
    r"|pp\b|bps\b)"
)
_MAGNITUDE = (
    r"(?:(?:hundred|thousand|million|billion|trillion|mill?iard|billón|billion|millón|milhã?|milione|millier|tausend"
    r"|milhar|mln|mrd|mio|mill|bio|bn|mn|tn|lakh|crore|dozen|тыс|млн|млрд|миллион|миллиард|тысяч|مليون|مليار|ألف"
    r"|करोड़|लाख|हज़ार)[^\W\d]*)"
)
_HAN_MAGNITUDE = "十百千万萬億亿兆割分倍成点點％"
_AFTER_NUMBER = re.compile(
    rf"[{_GAP}\t\r\n]?(?:{_PER_CENT}|[{re.escape(CURRENCY)}])|[{_GAP}\r\n]?[-‐‑]?{_MAGNITUDE}(?!\w)|[{_GAP}]?[{_HAN_MAGNITUDE}]"
    rf"|[{_GAP}]?[×x·][{_GAP}]?10[^\d.,]|\+",
    re.IGNORECASE,
)
_BEFORE_NUMBER = re.compile(rf"[{re.escape(CURRENCY)}][{_GAP}]?$|(?<!^)[±<>≤≥≈~][{_GAP}]?$")
_GROUP_BEFORE = re.compile(rf"(?:^|[^\d.,'’])[\d]{{1,3}}(?:[{_GAP}]\d{{3}})*[{_GAP}]$")
_GROUP_AFTER = re.compile(rf"[{_GAP}]\d{{3}}(?!\d)")
_GROUPABLE = re.compile(rf"(?:^|[^\d.,'’])\d{{1,3}}(?:[{_GAP}]\d{{3}})*$")
_NEGATING_PREFIX = re.compile(r"(?<!\w)(?:non|un|anti|in|dis|nicht|no|sans|não)[-‐‑]$", re.IGNORECASE)
_NUMBER_FIRST = re.compile(rf"[(\[]?[-+±∓−–]?[{re.escape(CURRENCY)}]?[{_GAP}]?[-+−]?[.,٫]?[{DIGIT}]")
_NUMBER_LAST = re.compile(rf"[{DIGIT}][.,'’:/]?$")
_SUPER = "²³¹⁰⁴⁵⁶⁷⁸⁹"
_MARKED_WORD = re.compile(r"(?:[^\W\d_]{4,}|[.,;:!?\"'”’)\]»])$")


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
    if _NUMBER_FIRST.match(inside):
        return _begins_number(before, inside)
    if is_wordy(first) and is_wordy(last):
        return is_unspaced(first) or is_unspaced(last) or (last in _SUPER and not is_wordy(before[-2:-1] or " "))
    if first in _INNER and is_digit(last) and is_digit(inside[1:2] or " "):
        return False
    return not (first.isalpha() and (_NEGATING_PREFIX.search(before) or is_bad(last)))


def _begins_number(before: str, inside: str) -> bool:
    last, earlier = before[-1], before[-2:-1] or " "
    if is_digit(last) or is_bad(last) or (is_wordy(last) and not is_unspaced(last)):
        return False
    first = inside[0]
    if first in "([":
        return True
    if last in _SIGNS:
        # A dash after a word and a blank is punctuation; joined to letters it makes a code (KX-60).
        return last in "–—" and not is_digit(earlier) and earlier not in _GAP and first not in _SIGNS
    if last in "([" and _wrapped(inside):
        return False
    if last in ".,'’·:/٫٬⁄" and (
        is_digit(earlier) or (last in ".,٫" and not is_wordy(earlier) and earlier not in ")]")
    ):
        return False
    if _BEFORE_NUMBER.search(before):
        return False
    return not (first.isdigit() and _group(inside) and _GROUP_BEFORE.search(before))


def _group(inside: str) -> bool:
    return len(inside) >= 3 and inside[:3].isdigit() and not inside[3:4].isdigit()


def _wrapped(inside: str) -> bool:
    """Return whether the excerpt is, or starts with, a number that closes the bracket before it."""
    return re.match(rf"[^\w(\[]*[{DIGIT}.,' ]+[%‰]?(?:[)\]]|$)", inside) is not None


def _ends(text: str, start: int, end: int) -> bool:
    after = _visible(text[end : end + REACH])
    if not after:
        return True
    inside = _visible(text[max(start, end - REACH) : end])
    last, first = inside[-1:], after[0]
    if is_mark(first):
        return False
    if _NUMBER_LAST.search(inside):
        return _ends_number(inside, after)
    if is_wordy(last) and is_wordy(first):
        if is_unspaced(first) or is_unspaced(last):
            return True
        return first in _SUPER and _MARKED_WORD.search(inside) is not None
    if (last in CURRENCY or last in _SIGNS or last in ".,٫") and last != "" and is_digit(first):
        return last in ".," and is_wordy(inside[-2:-1] or " ") and not is_digit(inside[-2:-1] or " ")
    if is_bad(first) and last.isalpha():
        return False
    return not (last in "nN" and after[:2] in ("'t", "’t", "'T", "’T"))


def _ends_number(inside: str, after: str) -> bool:
    first, later = after[0], after[1:2] or " "
    if is_digit(first) or is_bad(first):
        return False
    if inside[-1] in ".,'’:/":
        # The excerpt's own full stop; the number goes on if a digit follows, which was refused above.
        return True
    if is_wordy(first) and not is_unspaced(first):
        return False
    if first in _INNER and is_digit(later):
        return False
    if _AFTER_NUMBER.match(after):
        return False
    return not (_GROUPABLE.search(inside) and _GROUP_AFTER.match(after))
