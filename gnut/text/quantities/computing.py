"""Findings of figures that no source has, computed from figures that they have."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from gnut.text.patterns import lazy
from gnut.text.quantities.clauses import clause
from gnut.text.quantities.derive import Derived, derive, paired, rounds_to
from gnut.text.quantities.finding import NOTES, Finding, Place, Terms
from gnut.text.quantities.held import Held
from gnut.text.quantities.movement import MOVEMENT, moves
from gnut.text.quantities.names import NO_NAME
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.saying import Saying, saying
from gnut.text.quantities.units import decimal

_WORD = lazy(r"[^\W\d_]{4,}")
_COMPUTED = ("percent", "points", "multiple", "number", "money", "measure")
_RELATIVE = ("percent", "points", "multiple")
NEIGHBOURS = 200
"""Code points beyond its own clause in which a figure's operands stand: the sentence before, or the one behind. Of
many figures some always fit by chance, and would make an invented one look computed."""

MOST = 256
"""Pairs with a word of the claim that are counted; a word of more tells nothing."""

AMOUNTS = 2
"""Pairs of which an amount may be the sum or the difference, those with the most words of its clause, one of them no
word of grammar or movement: of more, some fit by chance."""

TRIED = 32
"""Pairs that a claim is computed from at most."""


def computed(answer: str, findings: Sequence[Finding], sources: Sequence[Held], terms: Terms) -> tuple[Finding, ...]:
    """Return the findings, those that follow from supported figures or from a source's own pair supported too."""
    if not terms.derive or not terms.units:
        return tuple(findings)
    held = [(at, each.quantity) for at, each in enumerate(findings) if _usable(each)]
    pairs = Pairs(sources)
    return tuple(
        each
        if each.status == "supported" or not _is_computed(each)
        else _again(answer, each, held, findings, pairs, terms)
        for each in findings
    )


def _usable(finding: Finding) -> bool:
    one = finding.quantity
    return finding.status == "supported" and one.kind not in ("year", "date", "time", "identifier", "multiple")


def _is_computed(finding: Finding) -> bool:
    one = finding.quantity
    elsewhere = {"label_mismatch", "direction_differs", "bound_differs"} & {*finding.notes}
    return one.kind in _COMPUTED and not elsewhere and "in_code" not in one.notes


def _again(
    answer: str,
    finding: Finding,
    held: Sequence[tuple[int, Quantity]],
    findings: Sequence[Finding],
    pairs: Pairs,
    terms: Terms,
) -> Finding:
    one = finding.quantity
    first, last = clause(answer, one.span.start, one.span.end)
    low = bisect_left(held, first - NEIGHBOURS, key=lambda pair: pair[1].span.start)
    high = bisect_left(held, last + NEIGHBOURS, key=lambda pair: pair[1].span.start)
    near = list(held[low:high])
    near.sort(key=lambda pair: abs(pair[1].span.start - one.span.start))
    said = saying(answer, one)
    found = derive(one, near, terms.rounding, said)
    if found is not None:
        place = findings[found.operands[0]].place
        named = ",".join(f"c{at}" for at in found.operands)
        return _supported(finding, found, place, terms, "derived", f"derived_from:{named}", operands=found.operands)
    wanted = pairs.of(answer[first:last]) if one.kind in _RELATIVE or said.worded else []
    if one.kind not in _RELATIVE:
        about = _words(answer[first:last]) - NO_NAME - MOVEMENT
        wanted = [pair for pair in wanted if about & pair.words][:AMOUNTS]
    own = _of_sources(one, wanted, terms, said)
    if own is not None:
        return _supported(finding, own[0], own[1], terms, "derived", "derived_from_sources")
    return _mismatch(answer, finding, near) or _multiple(finding, wanted)


def _supported(
    finding: Finding, found: Derived, place: Place | None, terms: Terms, *notes: str, operands: tuple[int, ...] = ()
) -> Finding:
    more = (f"rounding:{terms.rounding}",) if found.rounded else ()
    kept = tuple(note for note in finding.notes if note not in ("dimension_mismatch", "recomputation_mismatch"))
    reason = f"{finding.quantity.text} = {found.formula}"
    return replace(
        finding,
        status="supported",
        place=place,
        distance=None,
        formula=found.formula,
        operands=operands,
        reason=reason,
        notes=(*kept, *notes, *more),
    )


class Pair(NamedTuple):
    """Two figures of one sentence of a source."""

    source: int
    low: Quantity
    high: Quantity
    words: frozenset[str]
    """Of the sentence."""

    moves: bool
    """Whether they are where something began and where it ended: `from 5 to 20`."""


class Pairs:
    """The sentences of some sources that compare two figures, found once and only when they are asked for."""

    def __init__(self, sources: Sequence[Held]) -> None:
        """Keep the sources; nothing is looked for yet."""
        self._sources = sources

    @cached_property
    def _all(self) -> list[Pair]:
        return [pair for index, held in enumerate(self._sources) for pair in _pairs(index, held)]

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, pair in enumerate(self._all):
            for word in pair.words:
                found.setdefault(word, []).append(at)
        return found

    def of(self, claim: str) -> list[Pair]:
        """Return the pairs that a claim may speak of, those with the most of its words first."""
        if len(self._all) == 1 and self._all[0].moves:
            return self._all
        shared = Counter(at for word in _words(claim) for at in self._by_word.get(word, ())[:MOST])
        return [self._all[at] for at, _ in sorted(shared.items(), key=lambda each: (-each[1], each[0]))[:TRIED]]


def _moves(text: str, low: Quantity, high: Quantity) -> bool:
    if "range_low" in low.notes and "range_high" in high.notes:
        return True
    return _TO.fullmatch(text, low.span.end, high.span.start) is not None and moves(text, low.span.start)


_TO = lazy(r"(?i)[\s\xa0]+(?:to|auf|à|a|naar|até|hasta|до|至|到)[\s\xa0]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _pairs(index: int, held: Held) -> list[Pair]:
    found, at, figures = [], 0, held.quantities
    while at < len(figures):
        first, last = clause(held.text, figures[at].span.start, figures[at].span.end)
        near = [figures[at]]
        while at + len(near) < len(figures) and figures[at + len(near)].span.end <= last:
            near.append(figures[at + len(near)])
        at += len(near)
        pair = paired(near) if len(near) > 1 else None
        if pair is not None:
            low, high = near[pair[0]], near[pair[1]]
            found.append(Pair(index, low, high, _words(held.text[first:last]), _moves(held.text, low, high)))
    return found


def _of_sources(one: Quantity, pairs: Sequence[Pair], terms: Terms, said: Saying) -> tuple[Derived, Place] | None:
    """Return how a figure follows from the two figures of one sentence."""
    for index, low, high, _, moved in pairs:
        fell = said.fall and one.kind not in _RELATIVE
        ends = [(0, low), (1, high)] if fell else [(0, high), (1, low)]
        found = derive(one, ends, terms.rounding, said, ordered=moved)
        if found is not None and not (one.kind == "percent" and " − " not in found.formula):
            return found, Place(index, low)
    return None


def _mismatch(answer: str, finding: Finding, held: Sequence[tuple[int, Quantity]]) -> Finding | None:
    """Return the contradiction of a share or multiple whose own clause says from what to what, and it is not that."""
    one = finding.quantity
    if one.kind not in ("percent", "multiple"):
        return None
    first, last = clause(answer, one.span.start, one.span.end)
    own = [(at, each) for at, each in held if first <= each.span.start and each.span.end <= last]
    ends = [each for _, each in own if {"range_low", "range_high"} & {*each.notes}]
    if len(ends) != 2 or ends[0].unit != ends[1].unit or not ends[0].values[0]:
        return None
    named = ", ".join(each.text for each in ends)
    reason = f"{one.text} is in no source and matches no sum, difference, ratio or change of {named}"
    notes = tuple(note for note in NOTES if note in (*finding.notes, "recomputation_mismatch"))
    return replace(finding, status="contradicted", reason=reason, notes=notes)


def _multiple(finding: Finding, pairs: Sequence[Pair]) -> Finding:
    """Return the contradiction of a multiple by the source's own from and to: `tripled` from 5M to 20M."""
    one = finding.quantity
    if one.kind != "multiple":
        return finding
    for index, low, high, _, moved in pairs:
        if (
            moved
            and low.values[0]
            and not rounds_to(Fraction(high.values[0]) / Fraction(low.values[0]), one, "half_up")
        ):
            times = Fraction(high.values[0]) / Fraction(low.values[0])
            reason = f"{one.text} is not {high.text} / {low.text} = {decimal(times):.6g}"
            return replace(finding, status="contradicted", place=Place(index, high), reason=reason)
    return finding
