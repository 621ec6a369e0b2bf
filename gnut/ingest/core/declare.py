"""Classes and waivers: which units a comment or an attribute list speaks of."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from gnut.errors import MalformedReport, NotCanonical
from gnut.ingest.contract import ANALYST, PROVENANCE, Lineage, Waiver
from gnut.ingest.core.evidence import bind_comments
from gnut.ingest.core.lineage import lineage_of, lineage_of_pairs
from gnut.ingest.core.parts import Part
from gnut.ingest.core.passage import Passage, Said
from gnut.ingest.core.reading import Reading
from gnut.text.markdown import comments
from gnut.text.markdown.lines import Lines
from gnut_store import canon


def say(parts: list[Part], made: Passage, reading: Reading) -> list[Said]:
    """Give what a passage declares to its units, and return the waivers that speak of the next block.

    A class, a calculation or a waiver belongs to the sentence it follows; a waiver alone on its line to the
    next block; an attribute list at the end of a block to the whole of it; the class of an element to every
    sentence that it holds a part of.

    Raises:
        MalformedReport: Declarations that contradict each other.
    """
    marked, orphans = bind_comments(made)
    reading.anomalies += [("bad_marker", place) for place in orphans]
    starts = [(at, to, part) for part in parts for one, at, to in part.pieces if one is made]
    offsets = [at for at, _, _ in starts]

    def before(at: int) -> Part | None:
        index = bisect_right(offsets, at) - 1
        return starts[max(0, index)][2] if starts else None

    for targets, excerpt in marked:
        part = before(targets[0].pointer.at)
        if part is not None:
            part.bindings.append((excerpt, targets))
    for at, to, said in made.classed:
        first = max(0, bisect_right(offsets, at) - 1)
        for _, end, part in starts[first : bisect_left(offsets, to, first)]:
            if end > at:
                apply(part, said, reading.lines)
    pending = []
    for said in made.said:
        if said.kind in ("quote", "locator", "question"):
            continue
        if said.kind == "waive" and said.own_line:
            pending.append(said)
        elif said.kind.startswith("block_"):
            for _, _, part in starts:
                apply(part, said, reading.lines)
        else:
            part = before(said.at)
            if part is not None:
                apply(part, said, reading.lines)
    return pending


def apply(part: Part, said: Said, lines: Lines) -> None:
    """Give one declaration to a unit.

    Raises:
        MalformedReport: A second, different class for the unit (code `conflicting_provenance`), a class that is
            none (`unknown_provenance_class`), or a calculation that breaks its contract.
    """
    kind = said.kind.removeprefix("block_")
    if kind == "waive":
        part.waivers.append(Waiver(said.code, said.value, said.place))
        return
    at = lines.where(said.place)
    if kind == "calculation":
        if part.calculation is not None:
            raise MalformedReport(f"{at}: two calculations on one sentence", code="lineage_duplicate")
        part.calculation = _lineage(said, at)
        return
    if kind == "legacy":
        part.declared = True
    else:
        value = _class_of(said.value, at)
        if part.provenance is not None and part.provenance != value:
            raise _conflict(at, part.provenance, value)
        part.provenance = value
    if part.declared and part.provenance is not None and part.provenance not in ANALYST:
        raise _conflict(at, "declared analysis", part.provenance)


def _lineage(said: Said, at: str) -> Lineage:
    if said.members:
        return lineage_of_pairs(said.members, at)
    try:
        given = canon.decode(said.value, floats=True)
    except NotCanonical as error:
        raise MalformedReport(f"{at}: the calculation is not strict JSON: {error}", code="malformed_json") from None
    return lineage_of(given, f"{at}: ")


def _class_of(written: str, at: str) -> str:
    """Return the class that a marker stands for, or that is named as people write it (`analyst-inference`)."""
    value = written.replace("-", "_")
    if value not in PROVENANCE or value == "unclassified":
        raise MalformedReport(f"{at}: {written!r} is no class of statements", code="unknown_provenance_class")
    return value


def _conflict(at: str, one: str, other: str) -> MalformedReport:
    return MalformedReport(f"{at}: {one} and {other} on one sentence", code="conflicting_provenance")


def check_containers(reading: Reading) -> None:
    """Refuse an element whose own classes contradict each other, whatever it holds.

    Raises:
        MalformedReport: With the code `conflicting_provenance`.
    """
    markers = dict(reading.profile.class_markers)
    for one in reading.document.containers:
        named = sorted({markers[name] for name in one.classes if name in markers})
        legacy = not set(reading.profile.declared_classes).isdisjoint(one.classes)
        if len(named) > 1 or (legacy and named and named[0] not in ANALYST):
            at = reading.lines.where(reading.lines.place(one.start, one.start))
            raise _conflict(at, named[0], named[1] if len(named) > 1 else "declared analysis")


def from_containers(part: Part, reading: Reading) -> None:
    """Give a unit the class of the nearest container it stands in; its own declaration counts first.

    Raises:
        MalformedReport: A calculation with another class than its own (code `lineage_on_wrong_class`).
    """
    if part.calculation is not None:
        if part.provenance not in (None, "analyst_calculation"):
            made, at, to = part.pieces[0]
            raise MalformedReport(
                f"{reading.lines.where(made.place(at, to))}: a calculation and the class {part.provenance} "
                "on one sentence",
                code="lineage_on_wrong_class",
            )
        part.provenance = "analyst_calculation"
    if part.provenance is not None or part.declared:
        return
    markers = dict(reading.profile.class_markers)
    for number in reversed(part.pieces[0][0].leaf.containers):
        named = [name for name in reading.document.containers[number - 1].classes if name in markers]
        if named:
            part.provenance = markers[named[0]]
            return
        if not set(reading.profile.declared_classes).isdisjoint(reading.document.containers[number - 1].classes):
            part.declared = True
            return


def standing_alone(reading: Reading) -> list[Said]:
    """Return the declarations in comments that stand apart from any leaf: they speak of the next block."""
    profile = reading.profile
    markers = dict(profile.class_markers)
    found: list[Said] = []
    for code in reading.document.comments:
        place = reading.lines.place(code.start, code.end)
        for one in comments.said(
            code.raw, profile.evidence_prefix, profile.question_comment, markers, profile.declared_classes
        ):
            if one.kind in ("waive", "class", "legacy"):
                found.append(Said(one.kind, one.value, one.code, 0, True, place))
            else:
                kind = one.kind if one.kind.startswith("bad_") else "bad_marker"
                reading.anomalies.append((kind, place))
    return found
