"""Which figures a text holds, and the nearest one to a figure that it does not."""

from __future__ import annotations

from bisect import bisect_left
from decimal import Decimal
from functools import cached_property

from msgspec import Struct

from gnut.model import Span
from gnut.text.quantities.coordinates import names_place
from gnut.text.quantities.grammar import Figure, figures
from gnut.text.quantities.lexicon import same_currency
from gnut.text.quantities.spelled import numbers


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
    def _sorted(self) -> list[tuple[Decimal, Figure]]:
        return sorted(((figure.values[0], figure) for figure in self._figures), key=lambda pair: pair[0])

    def _nearest(self, figure: Figure) -> Figure | None:
        """Return the figure of an agreeing kind whose likeliest value is nearest; the smaller of two."""
        wanted = figure.values[0]
        at = bisect_left(self._sorted, wanted, key=lambda pair: pair[0])
        below = next((each for _, each in reversed(self._sorted[:at]) if _agree(figure.kind, each.kind)), None)
        above = next((each for _, each in self._sorted[at:] if _agree(figure.kind, each.kind)), None)
        candidates = [each for each in (below, above) if each is not None]
        return min(candidates, key=lambda each: abs(each.values[0] - wanted), default=None)


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
