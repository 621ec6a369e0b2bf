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
from gnut.text.quantities.lexicon import AFTER_CURRENCY_ONLY, CURRENCIES, FRACTIONS, MINUS, PERCENT, POINTS, SCALES

_EXACT = Context(prec=60)
MAX_DIGITS = 40
"""Longer runs of digits are identifiers, not figures."""

_BLANK = " \u00a0\u2009\u202f\u2007"
_CURRENCY = r"(?:US|A|C|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₫฿]|(?<![A-Za-z])(?:USD|EUR|GBP|JPY|CNY|CHF|INR|AUD|CAD|SEK|NOK|DKK|RMB)"

# The scan starts at digits, so that text without any costs one pass of the regular-expression engine;
# sign and currency are then read backwards, scale words and the like forwards.
_NUMBER = lazy(rf"\d+(?:[.,'’\u066b\u066c]\d+|[{_BLANK}]\d{{3}}(?!\d))*")
_BEFORE = lazy(rf"(?P<sign>(?<![\w.,])[-−+±])?[ ]?(?P<currency>{_CURRENCY})?[{_BLANK}]?\Z")
_BEFORE_REACH = 8
_SUFFIX = lazy(
    rf"(?P<gap>[{_BLANK}]?)"
    r"(?P<word>[%％٪‰]|(?:per|pour|por) (?:cent|ciento)|percentage points?|个百分点|個百分點|[A-Za-zÀ-ÿА-яё]{1,13}"
    r"|百?万亿?|[千萬만亿億억兆])"
    r"(?![A-Za-zÀ-ÿА-яё])",
    re.IGNORECASE,
)
"""What may scale or qualify the digits before it; whether it does is looked up, since a list of all words
as one pattern costs more to compile than a whole start of the program."""

_AFTER = lazy(rf"[{_BLANK}]?(?:[€£¥]|(?:EUR|USD|GBP|CHF)\b)")
_POWER = lazy(rf"[{_BLANK}]?[×x·*][{_BLANK}]?10(?:\^|\*\*)?(?P<power>[⁻−-]?[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}})(?!\d)")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_WORD_BEFORE = lazy(r"(?<![^\W\d_])([^\W\d_]{1,8})\s?\Z|([负負])\Z")

_KNOWN = PERCENT | frozenset(SCALES) | POINTS | {"‰"}


class Figure(Struct, frozen=True):
    """A figure as written, and every value that it may have."""

    text: str
    """As written, without surrounding blanks."""

    span: Span
    """Code points of the text it was read from."""

    values: tuple[Decimal, ...]
    """Readings, the likeliest first: `1,234` is 1234 or 1.234."""

    kind: str
    """`percent | points | per_mille | money | plain`."""

    currency: str | None
    """ISO 4217 code, or the sign when several share it; None when none is said."""


def figures(text: str) -> tuple[Figure, ...]:
    """Return the figures of `text` in order; identifiers such as `KX-60` are none."""
    found = []
    for match in _NUMBER.finditer(text):
        figure = _figure(text, *match.span())
        if figure is not None:
            found.append(figure)
    if not text.isascii():
        found += [_fraction(text, at) for at, char in enumerate(text) if char in FRACTIONS and _alone(text, at)]
        found.sort(key=lambda each: each.span.start)
    return tuple(found)


def _alone(text: str, at: int) -> bool:
    return not text[max(0, at - 1) : at].isdigit()


def _fraction(text: str, at: int) -> Figure:
    return Figure(text[at], Span(at, at + 1), (Decimal(FRACTIONS[text[at]]),), "plain", None)


def _figure(text: str, start: int, end: int) -> Figure | None:
    if start and text[start - 1] == "." and not text[max(0, start - 2) : start - 1].isalnum():
        start -= 1  # `.89` is not `89`
    if end - start > MAX_DIGITS or _continues(text, start):
        return None
    values, last = _scaled(text, start, end)
    before = _BEFORE.search(text, max(0, start - _BEFORE_REACH), start)
    sign, currency = (before["sign"], before["currency"]) if before else (None, None)
    after = _SUFFIX.match(text, last)
    word = after["word"].lower() if after else ""
    trailing = _AFTER.match(text, after.end() if after and word in _KNOWN else last)
    if after is None or word not in _KNOWN or not _scales(word, bool(currency or trailing), bool(after["gap"])):
        after, word, trailing = None, "", _AFTER.match(text, last)
    if not values or (after is None and last == end and _stuck(text, end)):
        return None
    if word in SCALES and word not in POINTS:
        values = tuple(value.scaleb(SCALES[word], _EXACT) for value in values)
    if sign in ("-", "−") or _says_minus(text, start if not before else before.start()):
        values = tuple(-value for value in values)
    elif text[start - 1 : start] == "(" and text[last : last + 1] == ")":
        values = (*values, *(-value for value in values))  # accountants write a loss in brackets
    first = before.start() if before and (sign or currency) else start
    last = trailing.end() if trailing else after.end() if after else last
    money = currency or (trailing[0].strip() if trailing else None)
    return Figure(text[first:last].strip(), Span(first, last), values, _kind(word, money), _code(money))


def _scaled(text: str, start: int, end: int) -> tuple[tuple[Decimal, ...], int]:
    """Return the readings of the digits with a fraction or a power of ten behind them, and where those end."""
    values = readings(text[start:end])
    fraction = FRACTIONS.get(text[end : end + 1])
    if fraction is not None:
        return tuple(value + Decimal(fraction) for value in values), end + 1
    power = _POWER.match(text, end)
    if power is not None:
        exponent = int(power["power"].translate(_RAISED))
        return tuple(value.scaleb(exponent, _EXACT) for value in values), power.end()
    return values, end


def _says_minus(text: str, start: int) -> bool:
    word = _WORD_BEFORE.search(text, max(0, start - 10), start)
    return word is not None and (word[1] or word[2]).lower() in MINUS


def _kind(word: str, money: str | None) -> str:
    if word in POINTS:
        return "points"
    if word in PERCENT:
        return "percent"
    return "per_mille" if word == "‰" else "money" if money else "plain"


def _code(money: str | None) -> str | None:
    return None if money is None else CURRENCIES.get(money.lower(), money.upper())


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
    if (
        suffix in PERCENT
        or suffix in POINTS
        or suffix == "‰"
        or len(suffix) > 2
        or suffix in ("bn", "mn", "tn")
        or not suffix.isascii()
    ):
        return True
    if suffix in AFTER_CURRENCY_ONLY:
        return money
    return money or not apart


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
