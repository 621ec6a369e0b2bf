"""What stands before a number: its sign, its currency, a word that makes it negative, a code that it ends."""

from __future__ import annotations

import re

from msgspec import Struct

from gnut.text.patterns import lazy
from gnut.text.quantities import currencies
from gnut.text.quantities.locales import SPACES

_REACH = 12
_SIGN = r"(?P<{0}>(?<![\w.,)%\]])[-−–+])?"
_MONEY = (
    r"(?:(?<![^\W\d_])(?P<sign>U\.S\.\$|(?:US|AUD|CAD|USD|AU|CA|NZ|HK|SG|NT|MX|A|C|S|R)?\$|(?:JP|CN)?[¥￥]|[€£₹₩₽₺₫฿₪₱₦₴₸₿₨]"
    r"|Rs\.?|RM|kr\.?|SFr\.|sFr\.|Fr\.|RMB)|(?<![^\W_])(?P<code>[A-Z]{3})(?P<dollar>\$)?)"
)
_CURRENCY = lazy(rf"{_SIGN.format('outer')}\(?{_MONEY}[{SPACES}]?(?P<inner>[-−–(])?\Z")
_BARE_SIGN = lazy(r"(?<![\w.,)%\]])[-−–+]\Z")
_MINUS = frozenset("minus negative moins menos meno минус négatif negativo".split())
_CODE = lazy(r"[^\W\d_][-_]?\Z|[\w]_\Z|[A-Za-z]\d{0,8}-\Z|[a-z]/\Z")
_DATED = frozenset(
    """in since by until till from during before after year fy cy to and between of im seit bis en depuis desde ab
        vor nach jahr
    año anno ano année""".split()
)
_HAN_MINUS = ("负", "負")
_WORD_REACH = 14


_LOW_SIGNS = ("Rs", "kr", "Fr")
"""Signs of currencies that end in a small letter and stand before the digits."""


class Before(Struct, frozen=True):
    """What was read before a number."""

    start: int
    """Where it begins; where the digits begin when there is nothing."""

    currency: str | None = None
    negative: bool = False
    signed: bool = False
    """Whether a sign stands there, plus too."""

    bracket: int | None = None
    """Where an opening bracket stands that may make it negative."""

    inner: bool = False
    """Whether that bracket stands behind the currency: `$(1,234)`."""

    minus_word: bool = False
    in_code: bool = False
    dated: bool = False
    """Whether a word stands before it that a year follows."""


def before(text: str, start: int) -> Before:
    """Return what stands before the digits that begin at `start`."""
    if not start:
        return Before(start)
    previous = text[start - 1]
    if previous.isalpha() and not _is_money(text, start):
        return Before(start, in_code=_latin(previous))
    if (
        previous == " "
        and text[start - 2 : start - 1].islower()
        and not text[max(0, start - 4) : start - 1].endswith(_LOW_SIGNS)
    ):
        return _worded(text, start)
    money = _CURRENCY.search(text, max(0, start - _REACH), start)
    if money is not None:
        found = _paid(text, start, money)
        if found is not None:
            return found
    if previous in "-_/" and _CODE.search(text, max(0, start - 10), start):
        return Before(start, in_code=True)
    if _BARE_SIGN.search(text, max(0, start - 2), start):
        bracket = start - 2 if text[start - 2 : start - 1] == "(" else None
        return Before(start - 1, negative=previous != "+", signed=True, bracket=bracket)
    if previous == "(":
        return Before(start, bracket=start - 1)
    return _worded(text, start)


def _is_money(text: str, start: int) -> bool:
    return _CURRENCY.search(text, max(0, start - _REACH), start) is not None


def _latin(char: str) -> bool:
    """Return whether a letter is of a script that puts blanks between words."""
    return not "\u2e80" <= char <= "\ud7ff"


def _paid(text: str, start: int, money: re.Match[str]) -> Before | None:
    said = money.groupdict()
    code = said["code"]
    if code is not None:
        if code not in currencies.CODES or (code in currencies.ALSO_WORDS and _shouted(text, money.start())):
            return None
        known = code
    else:
        known = currencies.SIGNS.get(said["sign"]) or currencies.SIGNS.get(said["sign"].rstrip("."), said["sign"])
    outer, inner = said["outer"], said["inner"]
    if outer == "–" and text[max(0, money.start() - 1) : money.start()].isalnum():
        outer = None
    first = money.start("outer") if outer else money.start("sign") if code is None else money.start("code")
    negative = outer in ("-", "−", "–") or inner in ("-", "−", "–")
    bracket = start - 1 if inner == "(" else first - 1 if text[max(0, first - 1) : first] == "(" else None
    return Before(first, known, negative, bool(outer or inner in ("-", "−", "–")), bracket, inner=inner == "(")


def _shouted(text: str, at: int) -> bool:
    """Return whether a word in capitals stands before: `IT IS ALL 45`."""
    return text[max(0, at - 2) : at].strip().isupper()


def _worded(text: str, start: int) -> Before:
    """Read the word before the digits: one that makes them negative, or one that a year follows."""
    if text[start - 1 : start] in _HAN_MINUS:
        return Before(start - 1, negative=True, minus_word=True)
    words = text[max(0, start - _WORD_REACH) : start].split()
    word = words[-1].strip("([") if words else ""
    low = word.casefold()
    if low in _MINUS and text[start - 1] in SPACES + "(":
        at = text.rfind(word, max(0, start - _WORD_REACH), start)
        return Before(at, negative=True, minus_word=True)
    return Before(start, dated=low in _DATED)
