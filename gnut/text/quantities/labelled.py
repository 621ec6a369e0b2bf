"""The right number in the wrong place: a source ties it to another year, thing, row or noun than the answer does."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.text.quantities.clauses import Labels, clause, labels, noun
from gnut.text.quantities.compare import comparable, equal
from gnut.text.quantities.finding import Place
from gnut.text.quantities.held import Held
from gnut.text.quantities.quantity import Quantity

KINDS = frozenset({"number", "money", "percent", "points", "measure"})
"""Kinds of figures that belong to something."""

PLACES = 64
"""Places of a figure up to which they are looked at; what stands in so many is tied to nothing."""

MOST = 400
"""Figures of a source up to which all of them are looked at for the answer's own label."""


def mislabelled(
    answer: str, quantities: Sequence[Quantity], one: Quantity, places: Sequence[Place], sources: Sequence[Held]
) -> tuple[Place, str] | None:
    """Return where the figure stands under another label, and that label; None unless the sources are plain about it.

    They are when every place of the figure is tied to a label of the kind that the answer gives, none of them the
    answer's own, and a source ties another figure of the kind to the answer's own label.
    """
    if one.kind not in KINDS or "in_code" in one.notes or len(places) > PLACES:
        return None
    own = labels(answer, quantities, one)
    if not (own.years or own.things or (own.noun and one.kind == "number")):
        return None
    theirs = [(place, _of(place, sources)) for place in places]
    for kind in ("years", "things", "noun"):
        wrong = _other(kind, own, theirs)
        if wrong is not None and _says_otherwise(kind, own, one, sources):
            return wrong
    return None


def _of(place: Place, sources: Sequence[Held]) -> Labels:
    return _labels(sources[place.source], place.quantity)


def _labels(held: Held, one: Quantity) -> Labels:
    """Return what a figure of a source belongs to, found out once: many figures of an answer ask."""
    known = held.known.get(one.span.start)
    if not isinstance(known, Labels):
        near = held.near(*clause(held.text, one.span.start, one.span.end))
        known = held.known[one.span.start] = labels(held.text, near, one)
    return known


def _said(kind: str, of: Labels) -> frozenset[str]:
    value = getattr(of, kind)
    if kind == "noun":
        return frozenset({value}) if value else frozenset()
    if kind == "years" and not value and of.column and of.column[:4].isdigit():
        return frozenset({of.column[:4]})
    return frozenset(value)


def _other(kind: str, own: Labels, theirs: Sequence[tuple[Place, Labels]]) -> tuple[Place, str] | None:
    wanted = _said(kind, own)
    if not wanted:
        return None
    found = [(place, _said(kind, each)) for place, each in theirs]
    if any(not said or not said.isdisjoint(wanted) for _, said in found):
        return None
    place, said = found[0]
    return place, min(said)


def _says_otherwise(kind: str, own: Labels, one: Quantity, sources: Sequence[Held]) -> bool:
    """Return whether a source ties another figure of the kind to the answer's own label."""
    wanted = _said(kind, own)
    for held in sources:
        if len(held.quantities) > MOST:
            continue
        for other in held.quantities:
            if other.kind != one.kind or not comparable(one, other) or equal(one, other):
                continue
            if kind == "noun":
                if noun(held.text, other) in wanted:
                    return True
            elif not _said(kind, _labels(held, other)).isdisjoint(wanted):
                return True
    return False
