"""Read the figures of a text as exact decimals.

Units with dimensions, ranges and number words are not read yet; a figure is a run of digits
with its sign, its grouping and decimal marks, its currency, its percent sign and its scale word.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from functools import lru_cache

from msgspec import Struct

from gnut.model import Span
from gnut.text.patterns import lazy

_EXACT = Context(prec=60)
MAX_DIGITS = 40
"""Longer runs of digits are identifiers, not figures."""

_SCALES: dict[str, int] = {
    "k": 3,
    "thousand": 3,
    "tausend": 3,
    "mil": 3,
    "mille": 3,
    "тыс": 3,
    "千": 3,
    "万": 4,
    "萬": 4,
    "만": 4,
    "lakh": 5,
    "lac": 5,
    "m": 6,
    "mm": 6,
    "mn": 6,
    "mln": 6,
    "mio": 6,
    "million": 6,
    "millions": 6,
    "millionen": 6,
    "millón": 6,
    "millones": 6,
    "milhão": 6,
    "milhões": 6,
    "milione": 6,
    "milioni": 6,
    "miljoen": 6,
    "млн": 6,
    "百万": 6,
    "crore": 7,
    "亿": 8,
    "億": 8,
    "억": 8,
    "b": 9,
    "bn": 9,
    "mrd": 9,
    "md": 9,
    "billion": 9,
    "billions": 9,
    "milliarde": 9,
    "milliarden": 9,
    "milliard": 9,
    "milliards": 9,
    "miliardo": 9,
    "miliardi": 9,
    "miljard": 9,
    "млрд": 9,
    "t": 12,
    "tn": 12,
    "trn": 12,
    "trillion": 12,
    "trillions": 12,
    "billionen": 12,
    "兆": 12,
    "万亿": 12,
}
"""Scale words and abbreviations, as powers of ten; short scale where languages differ in spelling only."""

_LETTER_ONLY_AFTER_CURRENCY = frozenset({"b", "t", "md"})
"""`5 t` is five tonnes unless money stands before it; `4.2m` is read as million only when glued or money."""

_PERCENT = frozenset({"%", "％", "percent", "per cent", "pct", "prozent", "pour cent", "por ciento", "процентов", "٪"})

_BLANK = " \u00a0\u2009\u202f\u2007"
_CURRENCY = r"(?:US|A|C|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₫฿]|(?<![A-Za-z])(?:USD|EUR|GBP|JPY|CNY|CHF|INR|AUD|CAD|SEK|NOK|DKK|RMB)"

# The scan starts at digits, so that text without any costs one pass of the regular-expression engine;
# sign and currency are then read backwards, scale words and the like forwards.
_NUMBER = lazy(rf"\d+(?:[.,'’\u066b\u066c]\d+|[{_BLANK}]\d{{3}}(?!\d))*")
_BEFORE = lazy(rf"(?P<sign>(?<![\w.,])[-−+±])?[ ]?(?P<currency>{_CURRENCY})?[{_BLANK}]?\Z")
_BEFORE_REACH = 8
_SUFFIX = lazy(
    rf"(?P<gap>[{_BLANK}]?)"
    r"(?P<word>[%％٪‰]|(?:per|pour|por) (?:cent|ciento)|[A-Za-zÀ-ÿА-яё]{1,12}|百?万亿?|[千萬만亿億억兆])"
    r"(?![A-Za-zÀ-ÿА-яё])",
    re.IGNORECASE,
)
"""What may scale or qualify the digits before it; whether it does is looked up, since a list of all words
as one pattern costs more to compile than a whole start of the program."""

_AFTER = lazy(rf"[{_BLANK}]?(?:[€£¥]|(?:EUR|USD|GBP|CHF)\b)")

_KNOWN = _PERCENT | frozenset(_SCALES) | {"‰"}


class Figure(Struct, frozen=True):
    """A figure as written, and every value that it may have."""

    text: str
    """As written, without surrounding blanks."""

    span: Span
    """Code points of the text it was read from."""

    values: tuple[Decimal, ...]
    """Readings, the likeliest first: `1,234` is 1234 or 1.234."""

    kind: str
    """`percent | per_mille | money | plain`."""


def figures(text: str) -> tuple[Figure, ...]:
    """Return the figures of `text` in order; identifiers such as `KX-60` are none."""
    found = []
    for match in _NUMBER.finditer(text):
        figure = _figure(text, *match.span())
        if figure is not None:
            found.append(figure)
    return tuple(found)


def _figure(text: str, start: int, end: int) -> Figure | None:
    if start and text[start - 1] == "." and not text[max(0, start - 2) : start - 1].isalnum():
        start -= 1  # `.89` is not `89`
    if end - start > MAX_DIGITS or _continues(text, start):
        return None
    number, after = text[start:end], _SUFFIX.match(text, end)
    before = _BEFORE.search(text, max(0, start - _BEFORE_REACH), start)
    currency = before["currency"] if before else None
    if after and after["word"].lower() not in _KNOWN:
        after = None
    word = after["word"].lower() if after else ""
    trailing = _AFTER.match(text, after.end() if after else end)
    money = bool(currency or trailing)
    if after and not _scales(word, money, bool(after["gap"])):
        after, word, trailing = None, "", _AFTER.match(text, end)
    if not after and _stuck(text, end):
        return None
    percent, mille = word in _PERCENT, word == "‰"
    values = readings(number)
    if not values:
        return None
    if word and not percent and not mille:
        values = tuple(value.scaleb(_SCALES[word], _EXACT) for value in values)
    if before and before["sign"] in ("-", "−"):
        values = tuple(-value for value in values)
    first = before.start() if before and (before["sign"] or currency) else start
    last = trailing.end() if trailing else after.end() if after else end
    return Figure(
        text=text[first:last].strip(),
        span=Span(first, last),
        values=values,
        kind="percent" if percent else "per_mille" if mille else "money" if money else "plain",
    )


def _continues(text: str, start: int) -> bool:
    """Return whether the digits end a longer code: `KX-60`, `H2`, `v1`."""
    before = text[max(0, start - 2) : start]
    if before[-1:] == "-":
        return _letter(before[:1])
    return before[-1:] == "_" or (_letter(before[-1:]) and not _ends_currency(text, start))


def _ends_currency(text: str, start: int) -> bool:
    before = _BEFORE.search(text, max(0, start - _BEFORE_REACH), start)
    return bool(before and before["currency"])


def _stuck(text: str, end: int) -> bool:
    """Return whether the digits begin a longer code (`10-K`, `3D`) or another value (`1½`, `10²`)."""
    after = text[end : end + 2]
    return after[:1].isnumeric() or _letter(after[:1]) or (after[:1] == "-" and _letter(after[1:2]))


def _letter(char: str) -> bool:
    """Return whether `char` is a letter of a script that puts blanks between words."""
    return char.isalpha() and not "\u2e80" <= char <= "\ud7ff"


def _scales(suffix: str, money: bool, apart: bool) -> bool:
    if suffix in _PERCENT or suffix == "‰" or len(suffix) > 2 or suffix in ("bn", "mn", "tn") or not suffix.isascii():
        return True
    if suffix in _LETTER_ONLY_AFTER_CURRENCY:
        return money
    return money or not apart


def _signed(value: Decimal, sign: str | None) -> Decimal:
    return -value if sign in ("-", "−") else value


@lru_cache(maxsize=65536)
def readings(number: str) -> tuple[Decimal, ...]:
    """Return the values that the digits of `number` may have, the likeliest first; none for a version."""
    if number.startswith("."):
        return (_decimal("0" + number),)
    plain = "".join(mark for mark in number.replace("٫", ".") if mark.isdigit() or mark in ".,")
    commas, dots = plain.count(","), plain.count(".")
    if commas and dots:
        decimal = "," if plain.rfind(",") > plain.rfind(".") else "."
        other = "." if decimal == "," else ","
        if plain.count(decimal) == 1:
            return (_decimal(plain.replace(other, "").replace(decimal, ".")),)
        return (_decimal(plain.replace(",", "").replace(".", "")),)
    mark = "," if commas else "."
    count = commas or dots
    if count == 0:
        return (_decimal(plain),)
    head, *groups = plain.split(mark)
    grouped = all(len(group) == 3 for group in groups[-1:]) and all(len(group) in (2, 3) for group in groups)
    if count > 1:  # `3.14.15` is a version or a date, no figure
        return (_decimal(plain.replace(mark, "")),) if grouped else ()
    as_decimal = _decimal(f"{head}.{groups[0]}")
    if not grouped or head == "0" or len(head) > 3:
        return (as_decimal,)
    if "٫" in number:  # the Arabic decimal mark never groups
        return (as_decimal,)
    as_group = _decimal(head + groups[0])
    return (as_group, as_decimal) if mark == "," else (as_decimal, as_group)


def _decimal(digits: str) -> Decimal:
    return _EXACT.create_decimal(digits)
