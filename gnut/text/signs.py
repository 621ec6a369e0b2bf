"""What single characters fold to, and which a text holds that fold at all."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

BLANKS = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Every white space of Unicode; not the separators U+001C to U+001F, which are control characters."""

INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u200b\u200c\u200d\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f"
    "\u3164\ufeff\uffa0"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0001, 0xE0080), *range(0xE0100, 0xE01F0))))
"""Characters without a width: joiners, direction marks, variation selectors, fillers, tags, the soft hyphen."""

_SPELLED = {
    **dict.fromkeys("‘’‚‛′‵`´ʹʻʼʽˈ‹›＇", "'"),
    **dict.fromkeys("“”„‟″‶«»「」『』〝〞〟＂❝❞", '"'),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－⁻₋", "-"),
    **dict.fromkeys("〜～∼", "~"),
    # PDFium writes a hyphen at a line end as U+FFFE (older builds U+0002) and drops the break.
    "\ufffe": "-",
    "\x02": "-",
    "…": "...",
    "∶": ":",
    "⁄": "/",
    "∕": "/",
    "ـ": "",
    "ς": "σ",
    "ß": "ss",
    "ẞ": "ss",
    "İ": "i",
    # As "no" it would be a word that denies.
    "№": "no.",
    # Names of eras in one square: years are counted by them, no text writes them out by folding.
    **{sign: sign for sign in "㋿㍻㍼㍽㍾"},
}
_SPELLED["⁻"], _SPELLED["₋"] = "⁻", "₋"

_WIDTHS = frozenset(
    [
        "<wide>",
        "<narrow>",
        "<compat>",
        "<font>",
        "<initial>",
        "<medial>",
        "<final>",
        "<isolated>",
        "<noBreak>",
        "<square>",
    ]
)
"""Compatibility decompositions that keep the letter; `<super>`, `<sub>`, `<fraction>`, `<circle>` change it."""

_ASCII = bytes(range(128))


@lru_cache(maxsize=16384)
def folded_sign(sign: str) -> str:
    """Return what one character folds to, letter case left to `str.lower`; itself when it stays."""
    spelled = _SPELLED.get(sign)
    if spelled is not None:
        return spelled
    if sign in BLANKS:
        return " "
    if sign in INVISIBLE:
        return ""
    if unicodedata.category(sign)[0] == "N":
        return sign
    parts = unicodedata.decomposition(sign)
    if not parts:
        return sign
    if parts[0] != "<":
        return unicodedata.normalize("NFC", sign)
    plain = unicodedata.normalize("NFKC", sign)
    if parts.split(" ", 1)[0] not in _WIDTHS or any(_must_not_arise(letter) for letter in plain):
        return sign
    return "".join(_SPELLED.get(letter, letter) for letter in plain.lower())


def _must_not_arise(letter: str) -> bool:
    """Return whether a fold may not bring `letter` in: digits, blanks, and marks that would sit on a blank."""
    return unicodedata.category(letter)[0] in "NZ" or unicodedata.combining(letter) != 0


def alphabet(text: str) -> frozenset[str]:
    """Return the characters of `text` beyond ASCII, and the ASCII white space and controls it holds."""
    found = {sign for sign in "\t\n\x0b\x0c\r\x02" if sign in text}
    if not text.isascii():
        # Every byte of UTF-8 beyond ASCII has its high bit set: what is left is still UTF-8.
        beyond = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
        found.update(beyond.decode("utf-8", "surrogatepass"))
    return frozenset(found)
