"""Words and numbers of a text, as written: what a token is, and where one may end."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple
from unicodedata import category

_MARKS = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    r"\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u0816-\u082d\u08d3-\u0903\u093a-\u0963"
    r"\u0971-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ecd\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84"
    r"\u0f86-\u0fbc\u102b-\u103e\u1056-\u109d\u135d-\u135f\u1712-\u1714\u17b4-\u17d3\u1ab0-\u1aff\u1b00-\u1b44\u1dc0-\u1dff"
    r"\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua802-\ua827\ufb1e\ufe20-\ufe2f"
)
"""Combining signs that belong to a word though `\\w` leaves them out (vowel signs of India, points of Hebrew)."""

_ONE_EACH = (
    r"\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3100-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00016fe0-\U00018d08\U0001b000-\U0001b2ff\U00020000-\U0003fffd"
)
"""Han, kana, bopomofo and Hangul: each character is a token."""

_UNSPACED = _ONE_EACH + (
    r"\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0f40-\u0f6c\u1000-\u102a"
    r"\u1780-\u17b3"
)
"""Scripts written without blanks between words, where a passage may begin or end at any character."""

BAD = r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd\ufffe\uffff\ue000-\uf8ff\U000f0000-\U0010fffd˘˙˚˛˜˝¨¯¸"
"""Signs that are no letters: where letters should stand they tell of a bad text layer."""

DIGIT = r"\d²³¹⁰⁴-⁹₀-₉¼-¾⅐-ⅿↀ-ↈ①-⓿"
_GROUPED = r"\d{1,3}(?:[ \u00a0\u2007\u2009\u202f]\d{3})+(?![\w])(?:[.,]\d+)?"
CURRENCY = "$£€¥¢₩₹₽₺₴₦₫₪₱₲₡₵₭₮₸₼₾฿﷼¤"


def _token(marks: str, one_each: str, digit: str, bad: str) -> re.Pattern[str]:
    """Return the pattern of one token over an alphabet, each part of it the inside of a character class."""
    core = rf"[{digit}]+(?:[.,'’·٫٬][{digit}]+)*"
    number = (
        rf"(?:(?<![\w{marks})\].,'’%-])[-+±∓−])?(?:[{re.escape(CURRENCY)}] ?)?(?:(?<![\w{marks})\]])[-+±−])?"
        rf"(?:{_GROUPED}|(?<![\w{marks}])[.,٫]{core}|{core})(?: ?[%‰‱°])?"
    )
    letter = rf"[^\W\d{one_each}{digit}]"
    inside = rf"(?:(?![{one_each}])[\w{marks}{bad}])" if one_each else rf"[\w{bad}]"
    return re.compile(
        rf"(?P<word>{letter}{inside}*(?:['’]{letter}{inside}*)*)|(?P<number>{number})"
        + (rf"|(?P<sign>[{one_each}][{marks}]*)" if one_each else "")
        + rf"|(?P<bad>[{bad}]+(?:{letter}{inside}*)?)"
    )


# The classes of all scripts take tens of milliseconds to compile, more than a whole start of the program
# may cost; words of ASCII do with a pattern of their own, which says the same of them.
@cache
def _token_of_ascii() -> re.Pattern[str]:
    return _token("", "", r"\d", r"\x00-\x08\x0e-\x1f\x7f")


@cache
def _token_of_any() -> re.Pattern[str]:
    return _token(_MARKS, _ONE_EACH, DIGIT, BAD)


@cache
def _word_run() -> re.Pattern[str]:
    return re.compile(f"(?:(?![{_UNSPACED}])[\\w{_MARKS}])*")


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{_UNSPACED}]")


@cache
def _bad() -> re.Pattern[str]:
    return re.compile(f"[{BAD}]")


def words_of(text: str) -> frozenset[str]:
    """Return the words of `text`, a list that is easier to read without a quotation mark a word."""
    return frozenset(text.split())


class Token(NamedTuple):
    """A word, a number with its marks, or one character of a script without blanks."""

    start: int
    end: int
    text: str
    """As written, but for a blank between a number and its unit."""

    kind: str
    """`word | number | sign | bad`: one character of a script without blanks, or a word that starts with no letter."""


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text` in order; punctuation is none."""
    pattern = _token_of_ascii() if text.isascii() else _token_of_any()
    return [Token(*match.span(), _closed(match[0]), match.lastgroup or "") for match in pattern.finditer(text)]


def _closed(text: str) -> str:
    """Return a token's text without a blank between a number and its unit: "12,5 %" reads as "12,5%"."""
    if " " not in text:
        return text
    for unit in "%‰‱°":
        text = text.replace(f" {unit}", unit)
    return text.replace(f"{text[0]} ", text[0]) if text[0] in CURRENCY else text


def numbers(text: str) -> tuple[str, ...]:
    """Return the numbers of `text` as written, each with sign and marks, blanks inside as one."""
    return tuple(token.text for token in tokens(text) if token.kind == "number")


def is_digit(sign: str) -> bool:
    """Return whether `sign` is a digit of any script, a fraction, a super- or subscript, or a numeral sign."""
    return category(sign)[0] == "N"


def is_mark(sign: str) -> bool:
    """Return whether `sign` sits on the letter before it."""
    return sign > "\u02ff" and category(sign)[0] == "M"


def is_bad(sign: str) -> bool:
    """Return whether `sign` is none that a text layer should hold."""
    return _bad().match(sign) is not None


def has_bad(text: str) -> bool:
    """Return whether any sign of `text` is none that a text layer should hold."""
    return _bad().search(text) is not None


def is_unspaced(sign: str) -> bool:
    """Return whether `sign` belongs to a script that parts no words."""
    return sign > "\u0e00" and _unspaced().match(sign) is not None


def word_end(text: str, at: int) -> int:
    """Return where the word ends that `at` is inside of; always after `at`."""
    match = _word_run().match(text, at)
    return max(at + 1, match.end() if match else 0)


def is_wordy(sign: str) -> bool:
    """Return whether `sign` can be inside a word or number."""
    return sign.isalnum() or sign == "_" or (sign > "\x7f" and category(sign)[0] in "MN")
