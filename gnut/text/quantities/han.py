"""Numbers in Chinese characters: `十二艘` is twelve, `十分`, `统一` and `三月` are words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gnut.model import Span
from gnut.text.patterns import lazy

_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
_RUN = lazy(r"[〇零一二两兩三四五六七八九十百千万萬亿億]+")
_COUNTED = frozenset("艘家个個人名条條台臺辆輛座次倍只隻间間所吨噸元件张張套头頭棵户戶支架項项种種箱本杯岁歲匹枚")
"""What a number in front of counts, so that the characters are a number and no word."""

_WORDY = frozenset("第之其统統单單唯万萬")
"""What makes the character behind it a word or an ordinal: `第三`, `之一`, `唯一`."""


def han_value(text: str) -> Decimal | None:
    """Return the number that the whole of `text` spells in Chinese characters, or None."""
    if text == "一半":
        return Decimal("0.5")
    if not _RUN.fullmatch(text) or len(text) > 16:
        return None
    total = part = digit = 0
    last = ""
    for char in text:
        if char in _DIGITS:
            if _DIGITS.get(last):
                return None
            digit = _DIGITS[char]
        elif char in _TENS:
            if digit == 0 and char != "十":
                return None
            part, digit = part + (digit or 1) * _TENS[char], 0
        else:
            if part + digit == 0:
                return None
            total, part, digit = total + (part + digit) * _MYRIADS[char], 0, 0
        last = char
    return Decimal(total + part + digit)


def han_numbers(text: str) -> Iterator[tuple[Decimal, Span]]:
    """Yield the numbers of a text that stand before something that is counted."""
    if text.isascii():
        return
    for match in _RUN.finditer(text):
        start, end = match.span()
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        if before in _WORDY or before.isdigit() or after not in _COUNTED or not after:
            continue
        value = han_value(match[0])
        if value is not None:
            yield value, Span(start, end)
