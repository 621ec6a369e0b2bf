"""Quantities without digits: number words and multiples, put among those that have digits."""

from __future__ import annotations

from decimal import Decimal

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities import calendar
from gnut.text.quantities.behind import behind
from gnut.text.quantities.multiples import multiples
from gnut.text.quantities.multiplied import HALF_MORE, multipliers
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.parts import parts
from gnut.text.quantities.powers import FRACTIONS
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.spelled import Spelled, numbers_of, words_of
from gnut.text.quantities.units import decimal

_ARTICLE = lazy(r"[ \u00a0](?:an?|eine?|une?|un|una)(?=[ \u00a0])")
"""Between a half and its unit: `half an hour`."""

_FRACTION = lazy("[" + "".join(FRACTIONS) + "]")
_NONE = Decimal(0)
_HALF = Decimal("0.5")
_SCALED = 1000
"""Number words from here on are scales: `a thousand and a half`."""


def wordy(text: str, found: list[Quantity], *, doubtful: bool) -> tuple[Quantity, ...]:
    """Return the quantities of a text with those that it has in words, in order, without overlaps."""
    low = text.casefold()
    words = words_of(low)
    said = [(one, _spelled(text, one)) for one in numbers_of(text, low, words)]
    more = [read for one, read in said if one.sure or doubtful or read.scale]
    more += _multiplied(text, low, words)
    more += multiples(text, words)
    more += parts(text, words, doubtful=doubtful)
    more += [_period(text, each) for each in calendar.worded_parts(text, words)]
    if not text.isascii():
        more += [_fraction(text, match.start()) for match in _FRACTION.finditer(text)]
    if not more:
        return tuple(found)
    kept: list[Quantity] = []
    for one in sorted((*found, *more), key=lambda each: (each.span.start, -each.span.end)):
        if kept and one.span.start < kept[-1].span.end:
            continue
        kept.append(one)
    return tuple(kept)


def _multiplied(text: str, low: str, words: frozenset[str]) -> list[Quantity]:
    """Return the scales that a word multiplies which alone is no number."""
    if len(low) != len(text):
        return []  # Folding a sign of some scripts makes it longer: places would be others.
    spelled = (
        _spelled(text, Spelled(worth, Span(start, end), sure=False)) for start, end, worth in multipliers(low, words)
    )
    return [one for one in spelled if one.scale]


def _period(text: str, one: calendar.Named) -> Quantity:
    written = text[one.start : one.end]
    return Quantity(written, Span(one.start, one.end), "date", (), one.names, "date", "date", None, (), 0, _NONE, 0, ())


def _fraction(text: str, at: int) -> Quantity:
    """Return a fraction that stands alone: `½ of them`; one behind digits is part of those."""
    value = decimal(FRACTIONS[text[at]])
    return Quantity(text[at], Span(at, at + 1), "number", (value,), (), None, "number", None, (value,), 0, _NONE, 0, ())


def _spelled(text: str, one: Spelled) -> Quantity:
    """Return a number word as a quantity, with the unit behind it."""
    half = HALF_MORE.match(text, one.span.end)
    article = _ARTICLE.match(text, one.span.end)
    after = half.end() if half else article.end() if article is not None and one.value < 1 else one.span.end
    suffix = behind(text, after, "und", money=False, heat_from=one.span.start)
    end, number = one.span.end, one.value
    if half is not None and (suffix.power or suffix.unit or number >= _SCALED):
        number += _HALF if suffix.power or suffix.unit else number / 2
        end = half.end()
    elif half is not None:
        suffix = behind(text, end, "und", money=False, heat_from=one.span.start)
    unit = suffix.unit
    number = EXACT.scaleb(number * suffix.dozens, suffix.power)
    values = (number if unit is None else unit.in_base(number),)
    kind, base, dimension = "number", None, "number"
    if suffix.power:
        end = suffix.end
    if unit is not None:
        kind, base, dimension, end = "measure", unit.base, unit.dimension, suffix.end
    elif suffix.dozens > 1:
        end = suffix.end
    elif suffix.share in ("percent", "points"):
        kind, base, end = suffix.share, "%" if suffix.share == "percent" else "pp", suffix.end
        dimension = kind
    elif suffix.currency is not None and not suffix.minor:
        kind, base, dimension, end = "money", suffix.currency, "money", suffix.end
    return Quantity(
        text=text[one.span.start : end],
        span=Span(one.span.start, end),
        kind=kind,
        values=values,
        names=(),
        unit=base,
        dimension=dimension,
        measured_in=suffix.symbol if end > one.span.end else None,
        bare=(EXACT.scaleb(number, -suffix.power),),
        scale=suffix.power,
        step=Decimal(0),
        digits=0,
        notes=("spelled",),
    )
