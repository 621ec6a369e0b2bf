"""The right number in the wrong place: a source ties it to another year, thing, row, noun or name than the answer."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.text.patterns import lazy
from gnut.text.quantities.clauses import between, clause, noun
from gnut.text.quantities.compare import comparable, equal
from gnut.text.quantities.finding import Place
from gnut.text.quantities.held import Held
from gnut.text.quantities.labels import Labels
from gnut.text.quantities.names import NO_NAME, Name, same
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.rows import other_row
from gnut.text.quantities.tables import cell

KINDS = frozenset({"number", "money", "percent", "points", "measure"})
"""Kinds of figures that belong to something."""

PLACES = 64
"""Places of a figure up to which they are looked at; what stands in so many is tied to nothing."""

MOST = 400
"""Figures of a source up to which all of them are looked at for the answer's own label."""

_WORD = lazy(r"[^\W\d_]{4,}")


def mislabelled(
    answer: str, quantities: Sequence[Quantity], one: Quantity, places: Sequence[Place], sources: Sequence[Held]
) -> tuple[Place, str] | None:
    """Return where the figure stands under another label, and that label; None unless the sources are plain about it.

    They are when every place of the figure is tied to a label of the kind that the answer gives, none of them the
    answer's own, and a source ties another figure of the kind to the answer's own label.
    """
    if "in_code" in one.notes or len(places) > PLACES or one.kind not in (*KINDS, "year", "date"):
        return None
    near = between(quantities, *clause(answer, one.span.start, one.span.end))
    own = Labels(answer, near, one)
    theirs = [(place, sources[place.source].labels(place.quantity)) for place in places]
    if one.kind in KINDS:
        for kind in ("years", "things", "nouns"):
            wrong = _other(kind, own, theirs)
            if wrong is not None and _says_otherwise(kind, own, one, sources):
                return wrong
        row = other_row(answer, near, one, places, sources)
        if row is not None:
            return row
    return _of_another(answer, own, one, theirs, sources)


def _other(kind: str, own: Labels, theirs: Sequence[tuple[Place, Labels]]) -> tuple[Place, str] | None:
    wanted: frozenset[str] = getattr(own, kind)
    if not wanted:
        return None
    found: list[tuple[Place, frozenset[str]]] = [(place, getattr(each, kind)) for place, each in theirs]
    if any(not said or not said.isdisjoint(wanted) for _, said in found):
        return None
    place, said = found[0]
    return place, min(said)


def _says_otherwise(kind: str, own: Labels, one: Quantity, sources: Sequence[Held]) -> bool:
    """Return whether a source ties another figure of the kind to the answer's own label."""
    wanted: frozenset[str] = getattr(own, kind)
    for held in sources:
        for other in _others(one, held):
            if kind == "nouns":
                if noun(held.text, other) in wanted:
                    return True
            elif not wanted.isdisjoint(getattr(held.labels(other), kind)):
                return True
    return False


def _others(one: Quantity, held: Held) -> list[Quantity]:
    """Return the figures of a source that might have been meant; none of one that has too many."""
    if len(held.quantities) > MOST:
        return []
    return [
        each for each in held.quantities if each.kind == one.kind and comparable(one, each) and not equal(one, each)
    ]


def _of_another(
    answer: str, own: Labels, one: Quantity, theirs: Sequence[tuple[Place, Labels]], sources: Sequence[Held]
) -> tuple[Place, str] | None:
    """Return where the figure stands beside another name than in the answer, and that name.

    What the source says of the answer's own name has a word in common with the answer: it is about the same. Rows of
    tables have labels of their own, see `rows`.
    """
    if any(cell(sources[place.source].text, place.quantity.span.start) for place, _ in theirs):
        return None
    is_common = _Common(answer, sources)
    mine = own.names(is_common)
    said = [each.names(is_common) for _, each in theirs] if mine else []
    if not mine or any(not each or _meet(mine, each) for each in said):
        return None
    words = _words(answer, one) - {word for name in mine for word in name}
    for held in sources:
        for other in _others(one, held):
            meant = not cell(held.text, other.span.start) and _meet(mine, held.labels(other).names(is_common))
            if meant and words & _words(held.text, other):
                return theirs[0][0], " ".join(sorted(said[0][0]))
    return None


class _Common:
    """Whether a word stands in small letters in an answer or a source."""

    def __init__(self, answer: str, sources: Sequence[Held]) -> None:
        self._answer, self._sources = answer, sources

    def __call__(self, word: str) -> bool:
        return f" {word}" in self._answer or any(held.has_small(word) for held in self._sources)


def _meet(some: Sequence[Name], others: Sequence[Name]) -> bool:
    return any(same(one, other) for one in some for other in others)


def _words(text: str, one: Quantity) -> frozenset[str]:
    """Return the words of the clause of a figure that are no grammar."""
    first, last = clause(text, one.span.start, one.span.end)
    return frozenset(word.casefold() for word in _WORD.findall(text, first, last)) - NO_NAME
