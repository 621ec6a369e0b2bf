"""Which figures a text holds, and the nearest one to a figure that it does not."""

from __future__ import annotations

from bisect import bisect_left
from decimal import Decimal
from functools import cached_property

from msgspec import Struct

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.coordinates import names_place, word_before
from gnut.text.quantities.grammar import Figure, figures
from gnut.text.quantities.lexicon import same_currency
from gnut.text.quantities.spelled import numbers

_YEAR = lazy(r"(?:1[5-9]|20)\d\d")
"""A plain figure so written is taken for a year: an amount of that size mostly has its grouping, unit or currency."""

_MONTHS = frozenset(
    """january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec januar jänner februar märz mai juni juli oktober dezember jän mrz okt dez janvier février
    mars avril juin juillet août septembre octobre novembre décembre janv févr avr juil déc enero febrero marzo abril
    mayo junio julio agosto septiembre octubre noviembre diciembre ene abr dic gennaio febbraio aprile maggio giugno
    luglio settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    januari februari maart augusti mei augustus января февраля марта апреля мая июня июля августа сентября октября
    ноября декабря""".split()
)
_DAY = 2
"""Most digits of the day beside a month."""

_BEFORE = lazy(r"(?:\d[-/.]|\d:)\Z")
_AFTER = lazy(r"(?i)(?:st|nd|rd|th)\b|[ºª°]|[-/]\d|:\d\d|[年月日号號]")
"""What stands about the parts of a date or a time, and behind an ordinal."""

_NEXT_WORD = lazy(r"\.?\s?(?:de\s)?([^\W\d_]{3,12})")


class Support(Struct, frozen=True):
    """Whether a text holds a figure's value."""

    held: bool
    nearest: str | None
    """The nearest figure of the text, as written; None when held or when the text has none of its kind."""

    at: Span | None


class Holdings:
    """The figures of one text, read once and only when the digits themselves are not there."""

    def __init__(self, text: str) -> None:
        """Keep `text`; nothing is read yet."""
        self._text = text

    def support(self, figure: Figure) -> Support:
        """Return whether the text holds one of the values of `figure` in a kind that does not conflict."""
        if self._verbatim(figure):
            return Support(True, None, None)
        if any(self._holds(value, figure) for value in figure.values):
            return Support(True, None, None)
        if figure.kind != "money" and figure.values[0] in self._spelled:
            return Support(True, None, None)
        nearest = self._nearest(figure)
        return Support(False, nearest.text, nearest.span) if nearest else Support(False, None, None)

    def _verbatim(self, figure: Figure) -> bool:
        start = self._text.find(figure.text)
        while start >= 0:
            end = start + len(figure.text)
            around = figures(self._text[max(0, start - 8) : end + 16])
            if any(each.text == figure.text and each.values == figure.values for each in around):
                return True
            start = self._text.find(figure.text, end)
        return False

    @cached_property
    def _spelled(self) -> frozenset[Decimal]:
        return frozenset(one.value for one in numbers(self._text))

    @cached_property
    def _figures(self) -> tuple[Figure, ...]:
        return figures(self._text)

    @cached_property
    def _by_value(self) -> dict[Decimal, set[tuple[str, str | None]]]:
        held: dict[Decimal, set[tuple[str, str | None]]] = {}
        for figure in self._figures:
            for value in figure.values:
                held.setdefault(value, set()).add((figure.kind, figure.currency))
        return held

    def _holds(self, value: Decimal, figure: Figure) -> bool:
        return any(
            _agree(figure.kind, kind) and same_currency(figure.currency, currency)
            for kind, currency in self._by_value.get(value, ())
        )

    @cached_property
    def _sorted(self) -> dict[str, list[tuple[Decimal, Figure]]]:
        """Figures by their class, each class by value."""
        classes: dict[str, list[tuple[Decimal, Figure]]] = {}
        for figure in self._figures:
            classes.setdefault(_class(self._text, figure), []).append((figure.values[0], figure))
        for found in classes.values():
            found.sort(key=lambda pair: pair[0])
        return classes

    def _nearest(self, figure: Figure) -> Figure | None:
        """Return the figure of a like class whose likeliest value is nearest; the smaller of two.

        An amount of money is like a plain one of about its size, since tables name their currency in the head.
        """
        wanted, own = figure.values[0], _class(figure.text, figure, alone=True)
        candidates = self._around(wanted, own)
        other = {"money": "plain", "plain": "money"}.get(own)
        if other is not None:
            candidates += [each for each in self._around(wanted, other) if _about(each.values[0], wanted)]
        return min(candidates, key=lambda each: (abs(each.values[0] - wanted), each.values[0]), default=None)

    def _around(self, wanted: Decimal, name: str) -> list[Figure]:
        held = self._sorted.get(name, [])
        at = bisect_left(held, wanted, key=lambda pair: pair[0])
        return [each for _, each in held[max(0, at - 1) : at + 1]]


def _class(text: str, figure: Figure, *, alone: bool = False) -> str:
    """Return what a figure may be the neighbour of: its kind, `year`, or `place` for what says where and not how much.

    Args:
        text: What the figure was read from.
        figure: The figure.
        alone: It is a figure that a sentence asserts, whose surroundings were looked at.
    """
    if figure.kind != "plain":
        return figure.kind
    if _YEAR.fullmatch(figure.text):
        return "year"
    if alone:
        return "plain"
    return "place" if is_coordinate(text, figure) or _counts_nothing(text, figure) else "plain"


def _counts_nothing(text: str, figure: Figure) -> bool:
    """Return whether a figure is a part of a date or a time, an ordinal, or the number of a list item."""
    start, end = figure.span.start, figure.span.end
    if _BEFORE.search(text, max(0, start - 2), start) or _AFTER.match(text, end):
        return True
    if start and text[start - 1] in "\r\n" and figure.text.isdigit() and text[end : end + 2] in (". ", ") "):
        return True
    if len(figure.text) > _DAY:
        return False
    following = _NEXT_WORD.match(text, end)
    words = (following[1] if following else "", word_before(text, start))
    # `18 may have sunk`: in English a month has a capital, and this one is another word.
    return words[0] != "may" and any(word.casefold() in _MONTHS for word in words)


def _about(one: Decimal, other: Decimal) -> bool:
    """Return whether neither of two amounts is more than ten times the other."""
    low, high = sorted((abs(one), abs(other)))
    return high <= 10 * low


def _agree(one: str, other: str) -> bool:
    return one == other or "plain" in (one, other)


def asserted(text: str) -> tuple[Figure, ...]:
    """Return the figures that a sentence asserts: without coordinates such as `Figure 3` or `Finding 12:`."""
    return tuple(figure for figure in figures(text) if not is_coordinate(text, figure))


def is_coordinate(text: str, figure: Figure) -> bool:
    """Return whether a figure says where something stands: `Figure 3`, `Finding 12:`, the number of a list item."""
    if figure.kind != "plain" or not figure.text.replace(".", "").isdigit():
        return False
    start = figure.span.start
    if start == 0 and text[figure.span.end : figure.span.end + 2] in (". ", ") "):
        return True
    return names_place(text, start)
