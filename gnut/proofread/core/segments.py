"""Cut an answer into figures and words: figures are claimed first, and no word is dropped."""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec import Struct

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.locales import SPACES
from gnut.text.quantities.numerals import MAX_DIGITS, numeral
from gnut.text.quantities.show import plain

_FIGURE = lazy(
    rf"(?<![\w.,])(?P<open>\()?(?P<sign>(?<![\d)])[-−–+])?(?P<money>[$€£¥₹][{SPACES}]?)?(?P<late>[-−–](?=\d))?"
    rf"(?P<body>\d{{1,3}}(?:[{SPACES}]\d{{3}}(?!\d)){{1,8}}(?:[.,]\d+)?|\d{{1,3}}(?:['’]\d{{3}}(?!\d)){{1,8}}(?:[.,]\d+)?"
    rf"|\d+(?:[.,]\d+)*)(?P<share>[{SPACES}]?[%٪‰])?(?P<close>\))?(?![^\W_])"
)
_WORD = lazy(r"(?:[^\W_]|_(?=\w))+(?:['’\-‑_][^\W_]+)*")
_UNSEGMENTED = lazy(r"[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
LARGELY = Decimal("0.3")
"""Share of characters in an unsegmented script above which word marks are not to be relied on."""

STOPWORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both
        but by
    can could did do does doing down during each few for from further had has have having he her here hers him his
    how i
    if in into is it its itself just may me might more most must my of off on once only or other our ours out over own
    same she should so some such than that the their theirs them then there these they this those through to too under
    until up upon us very was we were what when where which while who whom whose why will with within would you your
    yours""".split()
)
"""English function words; negations are none of them, since they are what matters."""


class Segment(Struct, frozen=True):
    """A figure or a word of a text."""

    text: str
    span: Span
    kind: str
    values: tuple[Decimal, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def value(self) -> str | None:
        """Readings of a figure in plain digits; None of a word."""
        return " | ".join(plain(each) for each in self.values) if self.values else None


def segments(text: str, locale: str) -> tuple[Segment, ...]:
    """Return the figures and words of a normalised text in order; function words are `skipped`."""
    found = list(figures(text, locale))
    taken = [(each.span.start, each.span.end) for each in found]
    at = 0
    for match in _WORD.finditer(text):
        while at < len(taken) and taken[at][1] <= match.start():
            at += 1
        if at < len(taken) and taken[at][0] < match.end():
            continue
        found.append(_word(match[0], Span(*match.span()), locale))
    return tuple(sorted(found, key=lambda each: each.span.start))


def _word(text: str, span: Span, locale: str) -> Segment:
    if locale in ("und", "en") and text.casefold() in STOPWORDS:
        return Segment(text, span, "skipped", (), ("stopword",))
    if not any(char.isalpha() for char in text):
        return Segment(text, span, "skipped", (), ("single_digit" if len(text) == 1 else "no_alpha",))
    return Segment(text, span, "lexical")


def figures(text: str, locale: str) -> list[Segment]:
    """Return the figures of a text: two digits and more, or one with a sign of its kind."""
    return [found for match in _FIGURE.finditer(text) if (found := _figure(text, match, locale)) is not None]


def _figure(text: str, match: re.Match[str], locale: str) -> Segment | None:
    said = match.groupdict()
    body = said["body"]
    if len(body) > MAX_DIGITS or (
        len(body) == 1 and not (said["money"] or said["share"] or said["sign"] or said["late"])
    ):
        return None
    read = numeral(body, locale)
    enclosed = bool(said["open"] and said["close"])
    start = match.start("open") if enclosed else _first(match, said)
    end = match.end("close") if enclosed else match.end("share") if said["share"] else match.end("body")
    if not read.values:
        return Segment(text[start:end], Span(start, end), "numeral", (), ("numeral_unparsed",))
    minus = said["sign"] in ("-", "−", "–") or said["late"] or enclosed
    values = tuple(-value for value in read.values) if minus else read.values
    known = ("grouping_vs_decimal", "numeral_ambiguous", "separator_repeated", "grouping_malformed")
    return Segment(
        text[start:end], Span(start, end), "numeral", values, tuple(note for note in known if note in read.notes)
    )


def _first(match: re.Match[str], said: dict[str, str | None]) -> int:
    for name in ("sign", "money", "late"):
        if said[name]:
            return int(match.start(name))
    return int(match.start("body"))


def unsegmented(text: str) -> bool:
    """Return whether a text is largely in a script that puts no blanks between words."""
    if text.isascii() or not text:
        return False
    signs = sum(1 for _ in _UNSEGMENTED.finditer(text))
    return Decimal(signs) > LARGELY * sum(not char.isspace() for char in text)
