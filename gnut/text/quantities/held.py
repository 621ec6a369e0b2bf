"""The quantities of one source: read once, and only when the digits that are sought do not stand there as written."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from functools import cached_property, lru_cache

from gnut.text.quantities.clauses import between, clause
from gnut.text.quantities.columns import may_have_units
from gnut.text.quantities.conventions import Convention, convention
from gnut.text.quantities.heads import may_have_head
from gnut.text.quantities.labels import Labels
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.read import quantities

_BEFORE = 24
_AFTER = 40
"""Code points around a place that are read to see whether a figure stands there with the same meaning."""

WHOLE = 2_000
"""Code points below which a source is read whole at once: a few places of it cost as much."""

SUBSCRIBER = 7
"""Digits of a telephone number from which it is known again without the code of its country."""

KEPT = 1 << 14
"""Code points of the longest source that is kept as it was read."""

ALIKE = 65
"""Most places of one value, unit and notes that are compared: more than `labelled.PLACES`, up to which labels are."""

PLACES = 8
"""Most places of the same digits that are looked at one by one before a source is read whole."""


class Held:
    """One source, and what it says of how much."""

    def __init__(self, text: str, locale: str = "und") -> None:
        """Keep `text`; nothing is read yet."""
        self.text = text
        self.locale = locale
        self._labels: dict[int, Labels] = {}
        self._small: dict[str, bool] = {}

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Every quantity of the source, in order."""
        return quantities(self.text, self.locale, doubtful=True)

    @cached_property
    def _headed(self) -> bool:
        return may_have_head(self.text.casefold()) or may_have_units(self.text)

    def standing(self, quantity: Quantity) -> tuple[Quantity, ...] | None:
        """Return the places where a quantity stands as written; None when that takes reading the whole source.

        A figure under a table head, or with more than `PLACES` places, takes it.
        """
        if "quantities" in self.__dict__ or len(self.text) < WHOLE or self._headed:
            return None
        found, start = [], self.text.find(quantity.text)
        while start >= 0:
            found.append(start)
            if len(found) > PLACES:
                return None
            start = self.text.find(quantity.text, start + len(quantity.text))
        places = [place for at in found for place in [self._at(at, quantity)] if place is not None]
        return tuple(places) or None

    def _at(self, start: int, quantity: Quantity) -> Quantity | None:
        first = max(0, start - _BEFORE)
        for one in quantities(self.text[first : start + len(quantity.text) + _AFTER], self.locale, doubtful=True):
            if first + one.span.start == start and same_reading(one, quantity):
                return moved(one, first)
        return None

    def near(self, start: int, end: int) -> tuple[Quantity, ...]:
        """Return the quantities between two places; the rest of a source that was not read yet stays unread."""
        if "quantities" in self.__dict__:
            return between(self.quantities, start, end)
        first = max(0, start - _BEFORE)
        read = (moved(each, first) for each in quantities(self.text[first : end + _AFTER], self.locale, doubtful=True))
        return tuple(each for each in read if start <= each.span.start and each.span.end <= end)

    @cached_property
    def convention(self) -> Convention:
        """Which mark divides off a fraction in the source, as far as it shows."""
        return convention(self.text, self.quantities)

    def has_small(self, word: str) -> bool:
        """Return whether a word of the source begins with `word`, in small letters; each is looked for once."""
        if word not in self._small:
            self._small[word] = f" {word}" in self.text
        return self._small[word]

    def labels(self, one: Quantity) -> Labels:
        """Return what a figure of the source belongs to, found out once: many figures of an answer ask."""
        known = self._labels.get(one.span.start)
        if known is None:
            near = self.near(*clause(self.text, one.span.start, one.span.end))
            known = self._labels[one.span.start] = Labels(self.text, near, one)
        return known

    @cached_property
    def _counted(self) -> list[tuple[int, Quantity]]:
        """(index, quantity) of all but those that many others are read like."""
        seen: Counter[tuple[object, ...]] = Counter()
        kept = []
        for at, one in enumerate(self.quantities):
            read = (one.kind, one.unit, one.scale, one.notes, one.bare)
            seen[read] += 1
            if seen[read] <= ALIKE:
                kept.append((at, one))
        return kept

    @cached_property
    def by_value(self) -> dict[Decimal, list[int]]:
        """Indices of the quantities by every value that they may have; of those read alike, the first `ALIKE`."""
        return _grouped((value, at) for at, one in self._counted for value in one.values)

    @cached_property
    def by_bare(self) -> dict[Decimal, list[int]]:
        """The same by the digits alone."""
        return _grouped((value, at) for at, one in self._counted for value in one.bare)

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """Indices of dates, times and identifiers by every key under which something may mean the same; see `keys`."""
        found: dict[str, list[int]] = {}
        for at, one in enumerate(self.quantities):
            for key in dict.fromkeys(key for name in one.names for key in keys(one.kind, name)):
                found.setdefault(key, []).append(at)
        return found

    @cached_property
    def by_dimension(self) -> dict[str, list[tuple[Decimal, int]]]:
        """(likeliest value, index) of the quantities of each dimension and base unit, sorted by value."""
        found: dict[str, list[tuple[Decimal, int]]] = {}
        for at, one in enumerate(self.quantities):
            if one.values:
                found.setdefault(dimension(one), []).append((one.values[0], at))
        for values in found.values():
            values.sort()
        return found

    def around(self, key: str, value: Decimal) -> list[int]:
        """Return the indices of the quantities of a dimension whose values are next to `value`, below and above."""
        held = self.by_dimension.get(key, [])
        at = bisect_left(held, value, key=lambda pair: pair[0])
        return [index for _, index in held[max(0, at - 1) : at + 1]]


def held(text: str, locale: str = "und") -> Held:
    """Return a source to hold answers against; a short one that was asked for lately is not read again.

    An answer is mostly mended and verified once more, against the same passages.
    """
    return _lately(text, locale) if len(text) <= KEPT else Held(text, locale)


@lru_cache(maxsize=64)
def _lately(text: str, locale: str) -> Held:
    return Held(text, locale)


def keys(kind: str, name: str) -> tuple[str, ...]:
    """Return the keys that two names share if they may mean the same: whole, in part, or without what one leaves out.

    A date has its year, its month and its day without the year; a telephone number its last digits.
    """
    if kind == "date":
        year, _, rest = name.partition("-") if name[:1] != "-" else ("", "", name[2:])
        return (name, year, name[:7], f"--{rest}") if year else (name,)
    digits = name.lstrip("+0")
    return (name, f"…{digits[-SUBSCRIBER:]}") if digits.isdigit() and len(digits) >= SUBSCRIBER else (name,)


def dimension(quantity: Quantity) -> str:
    """Return what a quantity may be the neighbour of: its dimension, months and money by their unit."""
    if quantity.kind == "money":
        return f"money {quantity.unit}"
    return f"{quantity.dimension} {quantity.unit}" if quantity.kind == "measure" else quantity.dimension


def same_reading(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities mean the same: kind, unit, values and names."""
    return (one.kind, one.unit, one.values, one.names) == (other.kind, other.unit, other.values, other.names)


def moved(one: Quantity, by: int) -> Quantity:
    """Return a quantity whose place is counted from `by` code points earlier."""
    from msgspec.structs import replace

    from gnut.model import Span

    return replace(one, span=Span(one.span.start + by, one.span.end + by))


def _grouped(pairs: Iterable[tuple[Decimal, int]]) -> dict[Decimal, list[int]]:
    found: dict[Decimal, list[int]] = {}
    for value, at in pairs:
        found.setdefault(value, []).append(at)
    return found
