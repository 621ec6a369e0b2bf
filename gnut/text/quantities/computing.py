"""Findings of figures that no source has, computed from figures that they have."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from gnut.text.quantities.clauses import clause
from gnut.text.quantities.derive import Derived, derive, paired, rounds_to
from gnut.text.quantities.finding import NOTES, Finding, Place, Terms
from gnut.text.quantities.held import Held
from gnut.text.quantities.quantity import Quantity

_COMPUTED = ("percent", "points", "multiple", "number", "money", "measure")
SENTENCES = 64
"""Sentences of a source that are looked at for a pair of figures."""


def computed(answer: str, findings: Sequence[Finding], sources: Sequence[Held], terms: Terms) -> tuple[Finding, ...]:
    """Return the findings, those that follow from supported figures or from a source's own pair supported too."""
    if not terms.derive or not terms.units:
        return tuple(findings)
    held = [(at, each.quantity) for at, each in enumerate(findings) if _usable(each)]
    return tuple(
        each
        if each.status == "supported" or not _is_computed(each)
        else _again(answer, each, held, findings, sources, terms)
        for each in findings
    )


def _usable(finding: Finding) -> bool:
    one = finding.quantity
    return finding.status == "supported" and one.kind not in ("year", "date", "time", "identifier", "multiple")


def _is_computed(finding: Finding) -> bool:
    one = finding.quantity
    return one.kind in _COMPUTED and "label_mismatch" not in finding.notes and "in_code" not in one.notes


def _again(
    answer: str,
    finding: Finding,
    held: Sequence[tuple[int, Quantity]],
    findings: Sequence[Finding],
    sources: Sequence[Held],
    terms: Terms,
) -> Finding:
    one = finding.quantity
    near = sorted(held, key=lambda pair: abs(pair[1].span.start - one.span.start))
    found = derive(one, near, terms.rounding)
    if found is not None:
        place = findings[found.operands[0]].place
        named = ",".join(f"c{at}" for at in found.operands)
        return _supported(finding, found, place, terms, "derived", f"derived_from:{named}", operands=found.operands)
    own = _of_sources(one, sources, terms)
    if own is not None:
        return _supported(finding, own[0], own[1], terms, "derived", "derived_from_sources")
    return _mismatch(answer, finding, held) or _multiple(finding, sources)


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


def _of_sources(one: Quantity, sources: Sequence[Held], terms: Terms) -> tuple[Derived, Place] | None:
    """Return how a share, a difference in points or a multiple follows from the two figures of one sentence."""
    if one.kind not in ("percent", "points", "multiple"):
        return None
    for index, _, pair in _pairs(sources):
        found = derive(one, [(0, pair[1]), (1, pair[0])], terms.rounding)
        if found is not None and not (one.kind == "percent" and " − " not in found.formula):
            return found, Place(index, pair[0])
    return None


def _pairs(sources: Sequence[Held]) -> list[tuple[int, Held, tuple[Quantity, Quantity]]]:
    found = []
    for index, held in enumerate(sources):
        seen: set[tuple[int, int]] = set()
        for one in held.quantities:
            if len(seen) >= SENTENCES:
                break
            place = clause(held.text, one.span.start, one.span.end)
            if place in seen:
                continue
            seen.add(place)
            near = [each for each in held.quantities if place[0] <= each.span.start and each.span.end <= place[1]]
            pair = paired(near)
            if pair is not None:
                found.append((index, held, (near[pair[0]], near[pair[1]])))
    return found


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


def _multiple(finding: Finding, sources: Sequence[Held]) -> Finding:
    """Return the contradiction of a multiple by the source's own from and to: `tripled` from 5M to 20M."""
    one = finding.quantity
    if one.kind != "multiple":
        return finding
    for index, _, (low, high) in _pairs(sources):
        ends = "range_low" in low.notes and "range_high" in high.notes
        if ends and low.values[0] and not rounds_to(Fraction(high.values[0]) / Fraction(low.values[0]), one, "half_up"):
            times = Fraction(high.values[0]) / Fraction(low.values[0])
            reason = f"{one.text} is not {high.text} / {low.text} = {float(times):.6g}"
            return replace(finding, status="contradicted", place=Place(index, high), reason=reason)
    return finding
