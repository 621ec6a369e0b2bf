"""Which mark divides off a fraction in a text of no known locale: what its other figures show, else its language."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from gnut.text.patterns import lazy
from gnut.text.quantities.quantity import Quantity, last_digit

_AMBIGUOUS = "numeral_ambiguous"
_MEASURED = frozenset({"percent", "points", "money", "measure"})
"""Kinds of which a mark before one or two digits is decimal: `3.5` alone may number a section."""

_FRACTION = lazy(r"\d([.,])\d{1,2}(?!\d)")
_GROUPS = lazy(r"(?<!\d)\d{1,3}(?:([.,])\d{3})(?:\1\d{3}){1,5}(?![\d.,]*\d)")
_BOTH = lazy(r"\d([.,])\d{3}(?!\1)[.,]\d")
_OTHER = {",": ".", ".": ","}
_POINT = frozenset("the of and was were is are has have with by from that this its it".split())
_COMMA = frozenset(
    """der die das und ist sind wurde wurden mit von für auf le les et est sont été dans pour avec el los las y es
    son fue con il gli della di per è sono nel os dos das foi com não het een en van zijn werd""".split()
)
"""Words of grammar of English, and of the languages that divide by a comma."""


class Convention(NamedTuple):
    """What a text shows of its marks; `.` or `,` divides off a fraction, None where it does not show which."""

    figures: str | None
    """As other figures of the text show it."""

    words: str | None
    """As its language has it."""


def convention(text: str, found: Sequence[Quantity]) -> Convention:
    """Return the convention of a text of no known locale, given its quantities."""
    return Convention(_of_figures(found), _of_words(text))


def readings(one: Quantity, by: Convention) -> frozenset[Decimal]:
    """Return the values of a quantity that are plausible where it stands.

    `8,400` is 8400 alone beside `12.5 %`, and 8.4 alone beside `12,5 %`. Where no figure tells, a mark is not taken
    for a decimal one against the language: `8,400` is no 8.4 in English, `8.400` none in German; each may be
    8400 anywhere.
    """
    if _AMBIGUOUS not in one.notes or len(one.values) != 2:
        return frozenset(one.values)
    grouped, divided = sorted(one.values, key=abs, reverse=True)
    mark = "," if "," in one.text else "."
    if by.figures is not None:
        return frozenset({divided if by.figures == mark else grouped})
    return frozenset({grouped} if by.words not in (None, mark) else one.values)


def narrowed(one: Quantity, by: Convention) -> Quantity:
    """Return a quantity with no values but those of `readings`."""
    kept = [at for at, value in enumerate(one.values) if value in readings(one, by)]
    if len(kept) == len(one.values):
        return one
    values, bare = (tuple(each[at] for at in kept) for each in (one.values, one.bare))
    return replace(one, values=values, bare=bare, step=last_digit(one, kept[0]))


def _of_figures(found: Sequence[Quantity]) -> str | None:
    """Return the decimal mark that other figures show; None when none does, or some show one and some the other."""
    shown = {mark for one in found if _AMBIGUOUS not in one.notes for mark in [_shown(one)] if mark}
    return shown.pop() if len(shown) == 1 else None


def _shown(one: Quantity) -> str | None:
    if one.names:
        return None
    both = _BOTH.search(one.text)
    grouping = both or _GROUPS.search(one.text)
    if grouping is not None:
        return _OTHER[grouping[1]]
    fraction = _FRACTION.search(one.text) if one.kind in _MEASURED else None
    return fraction[1] if fraction is not None else None


@lru_cache(maxsize=64)
def _of_words(text: str) -> str | None:
    words = {*text.casefold().split()}
    english, other = len(words & _POINT), len(words & _COMMA)
    if english > 2 * other:
        return "."
    return "," if other > 2 * english else None
