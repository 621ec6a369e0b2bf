"""Shares in words: `two thirds of`, `by a quarter`, `half of`."""

from __future__ import annotations

import re
from fractions import Fraction

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.calendar import places
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.units import decimal

_OVER = {
    "a": 1,
    "an": 1,
    **{word: at for at, word in enumerate("one two three four five six seven eight nine".split(), 1)},
}
_UNDER = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
_WORDS = frozenset({*_UNDER, *(f"{word}s" for word in _UNDER)})
_SHARE = lazy(
    r"(?i)(?:(?<![\w-])(?P<over>an?|one|two|three|four|five|six|seven|eight|nine)[ \u00a0-])?"
    r"(?P<under>half|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?)(?![\w-])"
    r"(?P<of>[ \u00a0]of(?! (?:[12]\d{3}|(?:the|that|last|this) year|an? (?:hour|day|week|month|year|decade|century"
    r"|mile|acre|inch|pound))\b)[ \u00a0]|[ \u00a0]the[ \u00a0])?"
)
_SLASH = lazy(
    r"(?P<over>\d(?<![\d/.,-]\d)\d?)/(?P<under>[1-9]\d?)"
    r"(?=[ \u00a0]of[ \u00a0](?:the|all|its|their|our|these|those)\b)"
)
_COUNTED = {word: at for at, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_COUNTED |= {"twenty": 20, "fifty": 50, "hundred": 100, "a hundred": 100}
_OVER_WORDS, _UNDER_WORDS = "|".join([*_COUNTED][:9]), "|".join(reversed(_COUNTED))
_AMONG = lazy(
    rf"(?i)(?<![\w-])(?:(?P<over>{_OVER_WORDS})[ \u00a0](?:in|out[ \u00a0]of)[ \u00a0](?:every[ \u00a0])?"
    rf"(?P<under>{_UNDER_WORDS})"
    r"|1[ \u00a0](?:in|out[ \u00a0]of)[ \u00a0](?P<digits>[2-9]|[1-9]\d|100))(?![\w.,-]?\w|%)"
    r"(?![ \u00a0](?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|decades?|centuries|quarters?)\b)"
)
"""`One in four`, `three out of ten`, `1 in 20`."""

_ONE_IN = lazy(r"(?i)(?<![\w.,-])1[ \u00a0](?:in|out)[ \u00a0]")
_NUMERATOR = lazy(r"(?i)(?<![\w-])(?:an?|one|two|three|four|five|six|seven|eight|nine)[ \u00a0-]\Z")
_LONGEST = 8
_BY = lazy(r"(?i)(?<!\w)by (?:about |around |nearly |almost |over |more than |roughly |some )?\Z")
_REACH = 24


def parts(text: str, words: frozenset[str], *, doubtful: bool) -> list[Quantity]:
    """Return the shares that a text says: `two thirds of`, `3/4 of`, `one in four`, as percentages of 60 digits.

    Args:
        text: What is read.
        words: Its words in lower case.
        doubtful: Whether one is read that neither `of` follows nor `by` precedes: `a quarter` may be of a year.
    """
    found: dict[int, re.Match[str]] = {}
    for word in sorted(words & _WORDS):
        for at in places(text, word):
            match = _at(text, at)
            if match is not None and _is_share(text, match, doubtful=doubtful):
                found[match.start()] = match
    written = [_written(match) for match in _SLASH.finditer(text) if int(match["over"]) <= int(match["under"])]
    if not words.isdisjoint(_COUNTED) or _ONE_IN.search(text):
        written += [share for match in _AMONG.finditer(text) if (share := _among(match)) is not None]
    return [*(_share(found[start]) for start in sorted(found)), *written]


def _at(text: str, at: int) -> re.Match[str] | None:
    """Return the share whose denominator begins at a place, its numerator included."""
    over = _NUMERATOR.search(text, max(0, at - _LONGEST), at)
    if over is None and text[max(0, at - 1) : at].isalnum():
        return None
    return _SHARE.match(text, over.start() if over else at)


def _is_share(text: str, match: re.Match[str], *, doubtful: bool) -> bool:
    half = match["under"].casefold() == "half"
    if match["over"] is None and not half:
        return False
    if match["of"] is not None:
        return half or match["of"].strip().casefold() == "of"
    if _BY.search(text, max(0, match.start() - _REACH), match.start()):
        return True
    return doubtful and not half and match["under"].casefold() != "quarter"


def _share(match: re.Match[str]) -> Quantity:
    over, under = _OVER[(match["over"] or "a").casefold()], _UNDER[match["under"].casefold().rstrip("s")]
    return _percentage(match, Fraction(100 * over, under))


def _written(match: re.Match[str]) -> Quantity:
    return _percentage(match, Fraction(100 * int(match["over"]), int(match["under"])))


def _among(match: re.Match[str]) -> Quantity | None:
    over = _COUNTED[match["over"].casefold()] if match["over"] else 1
    under = int(match["digits"]) if match["digits"] else _COUNTED[match["under"].casefold()]
    if over >= under:
        return None
    return _percentage(match, Fraction(100 * over, under), end="digits" if match["digits"] else "under")


def _percentage(match: re.Match[str], share: Fraction, *, end: str = "under") -> Quantity:
    value, last = decimal(share), match.end(end)
    return Quantity(
        text=match.string[match.start() : last],
        span=Span(match.start(), last),
        kind="percent",
        values=(value,),
        names=(),
        unit="%",
        dimension="percent",
        measured_in=None,
        bare=(value,),
        scale=0,
        step=EXACT.create_decimal(0),
        digits=0,
        notes=("spelled",),
    )
