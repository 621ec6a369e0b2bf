"""Scales that the head of a table or a text gives to the bare figures under it: `(in millions of dollars)`."""

from __future__ import annotations

import re
from bisect import bisect_right

import msgspec

from gnut.text.patterns import lazy
from gnut.text.quantities import currencies
from gnut.text.quantities.coordinates import names_place
from gnut.text.quantities.drafts import Draft
from gnut.text.quantities.numerals import EXACT

_SCALES = (
    r"thousands?|millions?|billions?|tausend|milliers?|miles|millones|milhares|milhões|migliaia|milioni|mio|mrd|mln|млн|тыс"
    r"|万元|亿元|億円|百万円|teur|t€|'000|000s"
)
_MONEY_BEFORE = r"US\$|[$€£¥₹]|USD|EUR|GBP|CHF|JPY"
_AMOUNTS = (
    r"amounts|figures|values|numbers|sums|data|cifras|importes|valores|montants|chiffres|beträge|angaben|werte|zahlen"
    r"|importi|bedragen"
)
_SAID = r"are|is|shown|stated|expressed|presented|given|reported|expresad[oa]s|exprimés"
_HEAD = lazy(
    rf"(?i)(?:[(\[（]|^|\n|[.;:][ ])[ \t]*"
    rf"(?P<lead>(?:(?:all |dollar |the )?(?:{_AMOUNTS})[ ]+)?(?:(?:{_SAID})[ ]+){{0,3}}"
    rf"(?:(?:in|en|em|в|unit:?)[ ]+|单位[:：][ ]?)?)(?P<before>{_MONEY_BEFORE})?[ ]?(?:in[ ]+)?(?P<scale>{_SCALES})"
    rf"\.?[ ]?(?:(?:of|de|d'|di|von)?[ ]?(?P<after>u\.?s\.? dollars|dollars?|dólares|euros?|pounds?|yen|rupees?"
    rf"|francs?|franken|{_MONEY_BEFORE}|INR))?"
    r"(?P<but>,? (?:except|unless|other than)[^)\n]{0,80})?[ \t]?(?P<close>[)\]）]|$|\n|[,;:.])"
)
_POWERS = {
    **dict.fromkeys(("thousand", "thousands", "tausend", "milliers", "millier", "miles", "milhares", "migliaia"), 3),
    **dict.fromkeys(("teur", "t€", "'000", "000s", "тыс"), 3),
    **dict.fromkeys(("million", "millions", "millones", "milhões", "milioni", "mio", "mln", "млн", "百万円"), 6),
    **dict.fromkeys(("billion", "billions", "mrd"), 9),
    **{"万元": 4, "亿元": 8, "億円": 8},
}
_STEMS = tuple(word for word in _POWERS if not any(other != word and other in word for other in _POWERS))
"""Of which every text with such a word has one, in lower case."""

_MONEY = {"teur": "EUR", "t€": "EUR", "万元": "CNY", "亿元": "CNY", "億円": "JPY", "百万円": "JPY"}
_LONGEST = 200
"""Code points before such a word in which its head must begin."""


def heads(text: str, drafts: list[Draft]) -> list[Draft]:
    """Return the drafts, the bare figures under a head multiplied by its scale and in its currency.

    A head is in brackets, a line of its own, or says `amounts in`; it holds until the next head. It says nothing of
    years, shares, coordinates, codes, or figures that have a scale or unit of their own.
    """
    if not drafts or not may_have_head(text.casefold()):
        return drafts
    found = [
        (match.end("scale"), *_said(match), match["but"] is not None)
        for match in _HEAD.finditer(text)
        if _is_head(match)
    ]
    if not found:
        return drafts
    ends = [each[0] for each in found]
    scaled = []
    for draft in drafts:
        at = bisect_right(ends, draft.start)
        under = at and not names_place(text, draft.first)
        scaled.append(_under(draft, *found[at - 1][1:]) if under else draft)
    return scaled


def may_have_head(low: str) -> bool:
    """Return whether a scale word stands anywhere but behind digits or in a longer word: `4.2 million`, `family`."""
    for stem in _STEMS:
        at = low.find(stem)
        while at >= 0:
            before = low[max(0, at - 2) : at]
            if not before[-1:].isalpha() and not (before[-1:] in (" ", "\u00a0") and before[:1].isdigit()):
                return True
            at = low.find(stem, at + len(stem))
    return False


def _is_head(match: re.Match[str]) -> bool:
    """Return whether a scale in words is a head: in brackets, a line of its own, or said of amounts."""
    text, lead = match[0].strip(), match["lead"].casefold()
    if len(text) > _LONGEST:
        return False
    opened, closed = text[:1] in ("(", "[", "（"), match["close"] in (")", "]", "）")
    if opened:
        return closed
    if _AMOUNTS_WORD.match(lead):
        return True
    says = bool(lead) or match["before"] is not None
    return says and match["close"] in ("", "\n", ":") and (match.start() == 0 or "\n" in match[0][:2])


_AMOUNTS_WORD = lazy(rf"(?i)(?:all |dollar |the )?(?:{_AMOUNTS}|{_SAID})[ ]")


def _said(match: re.Match[str]) -> tuple[int, str | None]:
    scale = match["scale"].casefold()
    word = match["before"] or match["after"] or ""
    low = word.casefold()
    money = currencies.WORDS.get(low) or currencies.SIGNS.get(word) or (word if word in currencies.CODES else None)
    if low.replace(".", "") == "us dollars":
        money = "USD"
    return _POWERS[scale], money or _MONEY.get(scale)


def _under(draft: Draft, power: int, money: str | None, excepts: bool) -> Draft:
    """Return a figure under a head; one with exceptions leaves what is written as a second reading."""
    behind = draft.behind
    taken = draft.named or draft.year or draft.in_code or behind.power or behind.share or behind.unit
    if taken or behind.dozens > 1 or (len(str(draft.values[0])) < 2 and not draft.before.currency):
        return draft
    before = draft.before
    if before.currency is None and behind.currency is None and money is not None:
        before = msgspec.structs.replace(before, currency=money)
    values = draft.values
    if "numeral_ambiguous" in draft.notes:
        values = tuple(value for value in values if value == value.to_integral_value()) or values
    notes = tuple(note for note in draft.notes if note != "numeral_ambiguous")
    return msgspec.structs.replace(
        draft,
        before=before,
        values=(*values, *(value.scaleb(-power, EXACT) for value in values)) if excepts else values,
        behind=msgspec.structs.replace(behind, power=power),
        notes=(*notes, "scale_from_header"),
    )
