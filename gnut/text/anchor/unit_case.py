"""Symbols of units right after a number, which mean another unit in another case: mW and MW, Gb and GB."""

from __future__ import annotations

import unicodedata

from gnut.text.patterns import lazy
from gnut.text.words import words_of

_AFTER_NUMBER = lazy(r"\d[ \t\n\r\u00a0\u2007\u2009\u202f]?(?P<unit>[^\W\d_]{1,4}|[\u3371-\u33df])(?![^\W_])")
_BRACKETS = lazy(r"\[[^\[\]]{0,60}\]|[*_`]")
_SYMBOL = lazy(
    r"(?:[yzafpnµμumcdhkgtei]|da|[kmgtpezy]i)?"
    r"(?:wh?|g|m|s|b|bit|hz|v|a|j|pa|ev|n|f|t|h|l|k|c|mol|cal|bp?s|sv|gy|bq|var?|ah|lm|lx|kat|ohm|w)"
)
_WORDS = words_of("a an as at us un en es et el al in is ma pas das des")
"""Words that are written like symbols of units, and stand after numbers (years) in another case in headings."""


def units_of(text: str) -> tuple[str, ...]:
    """Return the symbols of units right after numbers in stored `text`, as written but for width, in order."""
    found = []
    for match in _AFTER_NUMBER.finditer(_BRACKETS.sub("", text)):
        unit = unicodedata.normalize("NFKC", match["unit"])
        plain = unit.lower()
        if _SYMBOL.fullmatch(plain) and plain not in _WORDS:
            clock = plain in ("am", "pm") and unit in (plain, plain.upper()) and plain != "pm"
            found.append(plain if clock else unit.replace("L", "l"))
    return tuple(found)


def units_agree(units: tuple[str, ...], excerpt: str, passage: str) -> bool:
    """Return whether the symbols after numbers have the same case; a side all in capitals says nothing of case."""
    if not units or _is_shouted(excerpt) or _is_shouted(passage):
        return True
    theirs = units_of(passage)
    if [unit.lower() for unit in units] == [unit.lower() for unit in theirs]:
        return units == theirs
    lowered = {unit.lower() for unit in theirs}
    return all(unit in theirs or unit.lower() not in lowered for unit in units)


def _is_shouted(text: str) -> bool:
    """Return whether all words but the symbols of units are in capitals."""
    plain = _AFTER_NUMBER.sub("", text)
    letters = [letter for letter in plain if letter.isalpha()]
    return len(letters) > 3 and all(map(str.isupper, letters))
