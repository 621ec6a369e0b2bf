"""Ranges: two quantities with a dash or a word between, of which the second lends its unit to the first."""

from __future__ import annotations

import msgspec

from gnut.text.patterns import lazy
from gnut.text.quantities.drafts import Draft

_BETWEEN = lazy(
    r"[ \u00a0]?[-–—~〜～][ \u00a0\n]?(?:[$€£¥₹]|US\$)?\(?\Z"
    r"|[ \u00a0](?:to|bis|à|al?|até|do|до|tot|through|and|und|et|y|e|en|и)[ \u00a0]\Z|[至到]\Z"
)
_OPENS = lazy(r"(?i)\b(?:between|from|zwischen|von|entre|de|du|da|tra|fra|tussen|van|от|между)[ \u00a0]\Z")
_AND = frozenset("and und et y e en и".split())
_REACH = 8
_OPEN_REACH = 14


def ranged(text: str, drafts: list[Draft]) -> list[Draft]:
    """Return the drafts, those at the ends of a range noted and with one unit and scale."""
    for at in range(1, len(drafts)):
        low, high = drafts[at - 1], drafts[at]
        if high.first - low.end > _REACH or low.named is not None or high.named is not None:
            continue
        between = text[low.end : high.first]
        if not between or not _joins(text, low, between):
            continue
        drafts[at - 1] = _lent(low, high)
        drafts[at] = _taken(low, high)
    return drafts


def _joins(text: str, low: Draft, between: str) -> bool:
    if not _BETWEEN.match(between):
        return False
    word = between.strip().casefold()
    if not word.isalpha():
        return between.strip(" \u00a0") != "-" or between == "-"  # ` - ` is punctuation.
    opened = _OPENS.search(text, max(0, low.start - _OPEN_REACH), low.start)
    return opened is not None if word in _AND or word in ("a", "e", "al", "à", "do") else True


def _lent(low: Draft, high: Draft) -> Draft:
    """Return the lower end with the unit of the upper one, when it has none of its own."""
    behind, before = low.behind, low.before
    bare = behind.unit is None and behind.share is None and behind.currency is None
    money = before.currency is None and behind.currency is None
    if bare and not behind.power and (before.currency is None or high.behind.unit is None):
        lends = msgspec.structs.replace(high.behind, end=behind.end)
        if high.before.currency is None or before.currency is not None or money:
            behind = lends
    if money and bare and high.before.currency is not None:
        before = msgspec.structs.replace(before, currency=high.before.currency)
    year = low.year and behind.unit is None and behind.share is None and not behind.power and not before.currency
    return msgspec.structs.replace(low, behind=behind, before=before, notes=(*low.notes, "range_low"), year=year)


def _taken(low: Draft, high: Draft) -> Draft:
    before = high.before
    bare = before.currency is None and high.behind.currency is None
    if bare and low.before.currency is not None and high.behind.unit is None and high.behind.share is None:
        before = msgspec.structs.replace(before, currency=low.before.currency)
    return msgspec.structs.replace(high, before=before, notes=(*high.notes, "range_high"))
