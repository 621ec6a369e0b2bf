"""Classes and waivers: which units a comment or an attribute list speaks of."""

from __future__ import annotations

from bisect import bisect_right

from gnut.errors import MalformedReport
from gnut.ingest.contract import Waiver
from gnut.ingest.core.evidence import bind_comments
from gnut.ingest.core.parts import ANALYST, Part
from gnut.ingest.core.passage import Passage, Said
from gnut.ingest.core.reading import Reading
from gnut.text.markdown import comments


def say(parts: list[Part], made: Passage, reading: Reading) -> list[Said]:
    """Give what a passage declares to its units, and return the waivers that speak of the next block.

    A class or a waiver belongs to the sentence it follows; a waiver alone on its line to the next block;
    an attribute list at the end of a block to the whole of it.

    Raises:
        MalformedReport: Declarations that contradict each other.
    """
    marked, orphans = bind_comments(made)
    reading.anomalies += [("bad_marker", place) for place in orphans]
    starts = [(at, part) for part in parts for one, at, _ in part.pieces if one is made]
    offsets = [at for at, _ in starts]

    def before(at: int) -> Part | None:
        index = bisect_right(offsets, at) - 1
        return starts[max(0, index)][1] if starts else None

    for targets, excerpt in marked:
        part = before(targets[0].pointer.at)
        if part is not None:
            part.bindings.append((excerpt, targets))
    pending = []
    for said in made.said:
        if said.kind in ("quote", "locator", "question"):
            continue
        if said.kind == "waive" and said.own_line:
            pending.append(said)
        elif said.kind.startswith("block_"):
            for _, part in starts:
                apply(part, said)
        else:
            part = before(said.at)
            if part is not None:
                apply(part, said)
    return pending


def apply(part: Part, said: Said) -> None:
    """Give one declaration to a unit.

    Raises:
        MalformedReport: A second, different class for the unit (code `conflicting_provenance`).
    """
    kind = said.kind.removeprefix("block_")
    if kind == "waive":
        part.waivers.append(Waiver(said.code, said.value, said.place))
        return
    if kind == "legacy":
        part.declared = True
    elif part.provenance is not None and part.provenance != said.value:
        raise _conflict(said, part.provenance, said.value)
    else:
        part.provenance = said.value
    if part.declared and part.provenance is not None and part.provenance not in ANALYST:
        raise _conflict(said, "declared analysis", part.provenance)


def _conflict(said: Said, one: str, other: str) -> MalformedReport:
    return MalformedReport(f"line {said.place.line}: {one} and {other} on one sentence", code="conflicting_provenance")


def from_containers(part: Part, reading: Reading) -> None:
    """Give a unit the class of the nearest container it stands in; its own declaration counts first."""
    if part.provenance is not None or part.declared:
        return
    markers = dict(reading.profile.class_markers)
    for number in reversed(part.pieces[0][0].leaf.containers):
        for name in reading.document.containers[number - 1].classes:
            if name in markers:
                part.provenance = markers[name]
                return
            if name in reading.profile.declared_classes:
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
