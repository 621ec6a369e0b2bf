"""Where a passage may begin and end with a number: never without its sign, marks, currency, per cent, magnitude."""

from __future__ import annotations

import re

from gnut.text.patterns import lazy
from gnut.text.words import CURRENCY, DIGIT, is_bad, is_digit, is_unspaced, is_wordy

SIGNS = "+-±∓−–—‐‑~≈<>≤≥"
DASHES = "-‐‑–—−"
INNER = ".,'’·:/٫٬⁄" + DASHES
"""Signs that go on with a number when a digit follows."""

GAP = " \u00a0\u2007\u2009\u202f"
"""Blanks that may part the groups of a number."""

_PER_CENT = (
    r"(?:[%‰‱٪％°]|per ?cent|percent|prozent|pour ?cent|por ?ciento|por ?cento|procent|proc\.|процент|percentage"
    r"|pp\b|bps\b)"
)
_MAGNITUDE = (
    r"(?:(?:hundred|thousand|million|billion|trillion|mill?iard|billón|billon|millón|milhã|milhõ|bilhõ|milione|milioni"
    r"|millier|tausend|miljon|miljard|milyon|milyar|тысяч|миллион|миллиард|εκατομμύρι|مليون|مليار)[^\W\d]*"
    r"|mil|mila|mln|mrd|mio|mill|bio|bn|mn|tn|tsd|lakhs?|crores?|dozen|тыс|млн|млрд|ألف|करोड़|लाख|हज़ार)(?![^\W\d])"
)
_HAN_MAGNITUDE = "十百千万萬億亿兆割分倍成点點％"
_AFTER_NUMBER = lazy(
    rf"[{GAP}\t\r\n]?(?:{_PER_CENT}|[{re.escape(CURRENCY)}])|[{GAP}\r\n]?[-‐‑]?{_MAGNITUDE}|[{GAP}]?[{_HAN_MAGNITUDE}]"
    rf"|[{GAP}]?[×x·][{GAP}]?10[^\d.,]|\+",
    re.IGNORECASE,
)
_BEFORE_NUMBER = lazy(rf"[{re.escape(CURRENCY)}][{GAP}]?$|(?<!^)[±<>≤≥≈~][{GAP}]?$|−[{GAP}]?$")
_GROUP_BEFORE = lazy(rf"(?:^|[^\d.,'’])[\d]{{1,3}}(?:[{GAP}]\d{{3}})*[{GAP}]$")
_GROUP_AFTER = lazy(rf"[{GAP}]\d{{3}}(?!\d)")
_GROUPABLE = lazy(rf"(?:^|[^\d.,'’])\d{{1,3}}(?:[{GAP}]\d{{3}})*$")

_SPOKEN = lazy(r"[\d.,]+\s[^\W\d_]")
"""A number and a word, after a dash that begins a line: what somebody says, or an item of a list."""


def begins_number(before: str, inside: str) -> bool:
    """Return whether an excerpt that begins with a number, `inside`, has all of it, after `before`."""
    last, earlier = before[-1], before[-2:-1] or " "
    if is_digit(last) or is_bad(last) or (is_wordy(last) and not is_unspaced(last)):
        return False
    first = inside[0]
    if first in "([":
        return True
    if last == "—" and (len(before) == 1 or earlier in "\n\r\f") and _SPOKEN.match(inside):
        return True
    if last in SIGNS:
        # A dash after a word and a blank is punctuation; joined to letters it makes a code (KX-60).
        return last in "–—" and not is_digit(earlier) and earlier not in GAP and first not in SIGNS
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


def ends_number(inside: str, after: str) -> bool:
    """Return whether an excerpt that ends with a number has all of it, before `after`."""
    first, later = after[0], after[1:2] or " "
    if is_digit(first) or is_bad(first):
        return False
    if inside[-1] in ".,'’:/":
        # The excerpt's own full stop; the number goes on if a digit follows, which was refused above.
        return True
    if is_wordy(first) and not is_unspaced(first):
        return False
    if first in INNER and is_digit(later):
        return False
    if _AFTER_NUMBER.match(after):
        return False
    return not (_GROUPABLE.search(inside) and _GROUP_AFTER.match(after))
