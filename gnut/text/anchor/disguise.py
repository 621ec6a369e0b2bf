"""Name what makes text look like other text: signs without width, reordered signs, look-alike letters."""

from __future__ import annotations

import re
import unicodedata

from gnut.text.patterns import lazy
from gnut.text.words import tokens

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Controls that reorder what a reader sees (UAX #9); plain direction marks do not."""

_ZERO_WIDTH = lazy("(?<=[^\\W])[\u200b\u200c\u200d\u2060-\u2064\u180e\ufeff\U000e0001-\U000e007f]+(?=[^\\W])")
_TAGS = lazy("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0001-\U000e007f]|(?<=[\\x00-\u2fff])[\U000e0100-\U000e01ef]")
"""Tags outside of a flag, and selectors of ideographs after what is none: nobody sees them, a machine reads them."""
_JOINERS = "\u200b\u200c\u200d"
_NEEDS_JOINERS = lazy("[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u18af\ufb50-\ufefc]")

_TWINS = dict(
    zip(
        "аеорсухіјѕԁԛԝһӏьАВЕЗКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυροіꓲꓳ",
        "aeopcyxijsdqwhlbabe3kmhopctyxijsabezhikmnoptyxovupoilo",
        strict=True,
    )
)
"""Cyrillic and Greek letters that print like Latin ones, to the letter they pass for (UTS #39, the plain ones)."""


def disguises(text: str) -> tuple[str, ...]:
    """Return the disguises that stored `text` or an excerpt as written carries, sorted."""
    if text.isascii():
        return ()
    found = []
    if any(sign in text for sign in BIDI):
        found.append("bidi")
    if any(sign in _TWINS for sign in text) and any(_mixes(token.text) for token in tokens(text)):
        found.append("look_alike")
    if _TAGS.search(text) or any(not _joins(text, match) for match in _ZERO_WIDTH.finditer(text)):
        found.append("zero_width")
    return tuple(found)


def _joins(text: str, match: re.Match[str]) -> bool:
    """Return whether signs without width do their work: in scripts that need them to write a word."""
    around = text[max(0, match.start() - 1) : match.end() + 1]
    return all(sign in _JOINERS for sign in match[0]) and _NEEDS_JOINERS.search(around) is not None


def _mixes(word: str) -> bool:
    """Return whether a word holds Latin letters and letters that only look Latin."""
    if word.isascii() or not any(letter in _TWINS for letter in word):
        return False
    return any("a" <= letter <= "z" for letter in word.lower())


def skeleton(text: str) -> str:
    """Return what `text` passes for: look-alike letters as Latin, digits of any script as ASCII."""
    return "".join(_seen(sign) for sign in text).lower()


def _seen(sign: str) -> str:
    if sign in _TWINS:
        return _TWINS[sign]
    if not sign.isascii() and sign.isdecimal():
        return str(unicodedata.decimal(sign))
    return sign


def passes_for(one: str, other: str) -> bool:
    """Return whether two different words look the same to a reader."""
    return one != other and skeleton(one) == skeleton(other)
