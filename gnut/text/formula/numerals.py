"""Numbers inside a formula: digits with their marks, scale words, currencies and percent signs."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from fractions import Fraction

from gnut.text.formula.contract import Marks, Quantity, Uncomputable
from gnut.text.patterns import lazy
from gnut.text.quantities import currencies, scales
from gnut.text.quantities.figures import readings
from gnut.text.quantities.numerals import MAX_DIGITS

BLANKS = " \t\n\r\u00a0\u2009\u202f\u2007"
_MONEY = r"(?:US|A|C|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₫฿]|(?:USD|EUR|GBP|JPY|CNY|CHF|INR|AUD|CAD|SEK|NOK|DKK|RMB)(?![^\W\d_])"
_BEFORE = lazy(rf"({_MONEY})[{BLANKS}]?(?=[\d.])")
_AFTER = lazy(rf"[{BLANKS}]?({_MONEY})")
_GROUPED = lazy(rf"\d+(?:[.,'’٫٬]\d+|[{BLANKS}]\d{{3}}(?!\d))*|\.\d+")
_UNGROUPED = lazy(r"\d+(?:[.'’٫]\d+)*|\.\d+")
"""Where a comma parts the arguments of a call."""

_TENS = lazy(r"[eE]([+-]?\d{1,3})(?![^\W_])")
_SCALE = lazy(rf"([{BLANKS}]?)([^\W\d_]{{1,10}})(?![^\W_])")
_FRACTIONS = {"⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅙": Fraction(1, 6), "⅚": Fraction(5, 6)}
_QUARTERS = "½¼¾⅕⅖⅗⅘⅛⅜⅝⅞"


def numeral(text: str, at: int, marks: Marks, *, commas: bool) -> tuple[Quantity, int] | None:
    """Return the number that begins at `at` and where it ends, or None where none begins.

    Args:
        text: The formula.
        at: Where to look.
        marks: How to read `1,234`.
        commas: Whether a comma may stand inside a number here.

    Raises:
        Uncomputable: Digits of several scripts in one number, too many of them, or a version such as `1.2.3`.
    """
    before = _BEFORE.match(text, at)
    start = before.end() if before else at
    read = _digits(text, start, marks, commas)
    if read is None:
        return None
    value, end = read
    tens = _TENS.match(text, end)
    if tens is not None:
        value, end = value.scaleb(int(tens[1])), tens.end()
    value, end = _scaled(text, value, end, money=before is not None)
    after = _AFTER.match(text, end) if before is None else None
    money = before or after
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    quantity = Quantity(Fraction(value), currency=_code(money[1]) if money else None, decimals=-exponent)
    return quantity, after.end() if after else end


def vulgar(text: str, at: int) -> tuple[Quantity, int] | None:
    """Return the fraction sign at `at`, such as ½, and where it ends, or None where none stands."""
    char = text[at : at + 1]
    if not char or (char not in _QUARTERS and char not in _FRACTIONS):
        return None
    value = _FRACTIONS.get(char) or Fraction(unicodedata.numeric(char)).limit_denominator(8)
    return Quantity(value), at + 1


def _digits(text: str, at: int, marks: Marks, commas: bool) -> tuple[Decimal, int] | None:
    found = (_GROUPED if commas else _UNGROUPED).match(text, at)
    if found is None:
        return None
    written = found[0]
    digits = [char for char in written if char.isdigit()]
    if len(digits) > MAX_DIGITS:
        raise Uncomputable(f"it has a number of more than {MAX_DIGITS} digits")
    if len({ord(char) - unicodedata.digit(char) for char in digits}) > 1:
        raise Uncomputable("it has a number in digits of several scripts")
    values = readings(written)
    if not values:
        raise Uncomputable(f"it has {written}, which is no number")
    return values[1 if len(values) > 1 and marks is Marks.COMMA else 0], found.end()


def _scaled(text: str, value: Decimal, end: int, *, money: bool) -> tuple[Decimal, int]:
    word = _SCALE.match(text, end)
    if word is None:
        return value, end
    name = word[2]
    if name in scales.LETTERS:
        # `5m` and `$5 m` are millions here; `5 m` is a length and `5t` a weight.
        paid = money or _AFTER.match(text, word.end()) is not None
        touching = not word[1] and name not in "bBtT"
        return (value.scaleb(scales.LETTERS[name]), word.end()) if paid or touching else (value, end)
    power = scales.power(name.casefold(), "und")
    return (value, end) if power is None else (value.scaleb(power), word.end())


def _code(money: str) -> str:
    return currencies.SIGNS.get(money, money)
