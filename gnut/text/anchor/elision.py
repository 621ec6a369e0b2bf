"""Seek the parts of an excerpt that leaves something out, in order and near each other."""

from __future__ import annotations

import itertools
import re

from msgspec import Struct

from gnut.model import Span
from gnut.text.anchor.contract import Alteration
from gnut.text.anchor.edges import bounded
from gnut.text.anchor.figures import DASHES
from gnut.text.anchor.marks import marks_fit, marks_of, unmarked
from gnut.text.anchor.unit_case import units_agree, units_of
from gnut.text.anchor.weights import weights
from gnut.text.fold import FoldedText
from gnut.text.spans import Form
from gnut.text.words import is_digit, tokens

GAP = 300
"""Characters that an ellipsis may stand for: two or three sentences (docs/quality.md)."""

MOST_PARTS = 12
"""Parts of an excerpt with ellipses; more of them quote nothing."""

MOST_PLACES = 200
"""Places of one part that are tried."""

_AROUND = 200
"""Characters about a gap by which its language is told."""

# Possessive, and never inside a longer run of dots: a table of contents is made of them.
_DOTS = r"(?<![.…])(?<!\. )(?:…++|\.{3,}+|\.(?: \.){2,}+)"
_ELLIPSIS = re.compile(rf"\[ ?{_DOTS} ?\]|\( ?{_DOTS} ?\)|{_DOTS}")
_FIRST = re.compile(rf"(?:{_ELLIPSIS.pattern})")
_LAST = re.compile(rf"(?:{_ELLIPSIS.pattern})$")


class Elided(Struct, frozen=True):
    """What became of an excerpt with ellipses."""

    parts: tuple[Span, ...]
    """The parts in order; empty when they do not stand so."""

    why: str | None
    """`elision_order`, `elision_gap`, or None when the parts stand, or one stands nowhere."""

    left_out: tuple[Alteration, ...]
    """What the ellipsis hides and must not: negations and numbers. Empty when found."""

    count: int
    """How often the first part begins such a passage."""


def without_outer(quote: str) -> str:
    """Return `quote`, blanks folded, without an ellipsis at its start or end."""
    plain = " ".join(quote.split())
    if (first := _FIRST.match(plain)) is not None:
        plain = plain[first.end() :].lstrip()
    if (last := _LAST.search(plain)) is not None:
        plain = plain[: last.start()].rstrip()
    return plain


def parted(quote: str) -> tuple[str, ...]:
    """Return the parts of an excerpt between its ellipses; fewer than two when it has none inside."""
    parts = (part.strip() for part in _ELLIPSIS.split(" ".join(quote.split())))
    return tuple(part for part in parts if part and tokens(part))


def elided(source: FoldedText, quote: str) -> Elided | None:
    """Return where the parts of `quote` stand in order, or why they do not; None if a part stands nowhere."""
    parts = parted(quote)
    if not 2 <= len(parts) <= MOST_PARTS or any(len(tokens(part)) < 2 and len(part) < 8 for part in parts):
        return None
    places = []
    for part in parts:
        here = _places_of(source, part)
        if not here:
            return None
        places.append(here)
    return _in_order(source.text, places)


def _places_of(source: FoldedText, part: str) -> list[Span]:
    units = units_of(part)
    found = _folded_places(source, part)
    return [span for span in found if units_agree(units, part, source.text[span.start : span.end])]


def _folded_places(source: FoldedText, part: str) -> list[Span]:
    wanted = FoldedText(part)
    if found := _in_form(source.text, source.joined, wanted.joined.text.strip()):
        return found
    marks = marks_of(wanted.joined.text)
    found = _in_form(source.text, unmarked(source), unmarked(wanted).text.strip())
    return [span for span in found if marks_fit(source, span.start, span.end, marks)]


def _in_form(text: str, form: Form, needle: str) -> list[Span]:
    found: list[Span] = []
    at = form.text.find(needle) if needle else -1
    tried = 0
    while at >= 0 and len(found) < MOST_PLACES and tried < 10 * MOST_PLACES:
        span = form.origin(at, at + len(needle))
        if bounded(text, span.start, span.end):
            found.append(span)
        tried += 1
        at = form.text.find(needle, at + len(needle))
    return found


def _in_order(text: str, places: list[list[Span]]) -> Elided:
    """Return the first row of parts with good gaps, else the first with a gap that hides something."""
    hiding: tuple[tuple[Span, ...], tuple[Alteration, ...]] | None = None
    good: tuple[Span, ...] | None = None
    count = 0
    for first in places[0]:
        row = _row_from(first, places)
        if row is None:
            continue
        hidden = tuple(item for left, right in itertools.pairwise(row) for item in _hidden(text, left, right))
        if hidden:
            hiding = hiding or (row, hidden)
            continue
        good = good or row
        count += 1
    if good is not None:
        return Elided(good, None, (), count)
    if hiding is not None:
        return Elided(hiding[0], None, hiding[1], 0)
    ordered = _ordered(places)
    return Elided((), "elision_gap" if ordered else "elision_order", (), 0)


def _row_from(first: Span, places: list[list[Span]]) -> tuple[Span, ...] | None:
    """Return `first` and the nearest place of each later part, or None when one is too far away."""
    row = [first]
    for spans in places[1:]:
        later = [span for span in spans if row[-1].end <= span.start <= row[-1].end + GAP]
        if not later:
            return None
        row.append(later[0])
    return tuple(row)


def _ordered(places: list[list[Span]]) -> bool:
    """Return whether the parts stand in order at all, however far apart."""
    end = 0
    for spans in places:
        later = [span.end for span in spans if span.start >= end]
        if not later:
            return False
        end = min(later)
    return True


def _hidden(text: str, left: Span, right: Span) -> list[Alteration]:
    """Return the denials, numbers and signs of numbers between two parts, as left out."""
    gap = text[left.end : right.start]
    around = text[max(0, left.start - _AROUND) : left.end] + " " + text[right.start : right.end + _AROUND]
    hidden = list(weights(gap, around)[:3])
    if gap.strip() and is_digit(text[right.start]) and gap.rstrip()[-1] in DASHES + "±+":
        # A dash that stands alone before a number may be its sign.
        hidden.append(gap.rstrip()[-1])
    return [Alteration("left_out", "", word) for word in hidden]
