"""Every unit of a report, in reading order."""

from __future__ import annotations

from gnut.ingest.contract import Unit, UnitKind
from gnut.ingest.core import compose
from gnut.ingest.core.compose import Part
from gnut.ingest.core.labels import label_excerpts
from gnut.ingest.core.passage import Passage, Said
from gnut.ingest.core.quoted import is_aside, quote_parts
from gnut.ingest.core.reading import Reading
from gnut.text.markdown import comments

_KINDS = {
    "heading": UnitKind.HEADING,
    "head_cell": UnitKind.CAPTION,
    "caption": UnitKind.CAPTION,
    "cell": UnitKind.CELL,
}


def units(reading: Reading) -> tuple[Unit, ...]:
    """Return the units of a report in reading order."""
    parts: list[Part] = []
    pending: list[Said] = []
    standalone = _standalone(reading)
    leaves = reading.document.leaves
    index = 0
    asides: dict[int, bool] = {}
    while index < len(leaves):
        leaf = leaves[index]
        if leaf.footnote is not None or reading.excluded(leaf) or not reading.windows[index]:
            index += 1
            continue
        while standalone and standalone[0].place.start < leaf.start:
            pending.append(standalone.pop(0))
        if leaf.quote and not reading.profile.labels and leaf.kind == "paragraph":
            if leaf.quote not in asides:
                asides[leaf.quote] = is_aside(leaf, reading.source)
            if not asides[leaf.quote]:
                end, made_parts, later = quote_parts(reading, index, parts)
                _declare(made_parts, pending)
                pending = later
                parts += made_parts
                index = end
                continue
        if leaf.kind == "cell":
            end = index
            while end < len(leaves) and leaves[end].kind == "cell" and leaves[end].row == leaf.row:
                end += 1
        else:
            end = index + 1
        made_parts, later = _block(reading, index, end)
        if made_parts:
            _declare(made_parts, pending)
            pending = later
        else:
            pending += later
        parts += made_parts
        index = end
    reading.anomalies += [("bad_waiver", said.place) for said in [*pending, *standalone] if said.kind == "waive"]
    found = []
    for part in parts:
        _contained(part, reading)
        if reading.profile.labels:
            label_excerpts(part)
        made = compose.unit(part, reading)
        if made is not None:
            found.append(made)
    return tuple(sorted(found, key=lambda one: (one.place.start, one.place.end)))


def _block(reading: Reading, index: int, end: int) -> tuple[list[Part], list[Said]]:
    """Return the units of one leaf, or of the cells of one table row, and the waivers for the next block."""
    parts: list[Part] = []
    passages: list[Passage] = []
    for number in range(index, end):
        made = reading.passage(number)
        passages.append(made)
        leaf = made.leaf
        kind = _KINDS.get(leaf.kind) or (UnitKind.LIST_ITEM if leaf.item else UnitKind.PROSE)
        if leaf.kind in _KINDS:
            parts += [Part(kind, [(made, at, to)]) for at, to in reading.windows[number] if leaf.text[at:to].strip()]
        else:
            parts += [Part(kind, [(made, at, to)]) for at, to in compose.split(made, reading.windows[number])]
    later: list[Said] = []
    for made in passages:
        later += compose.say(parts, made, reading)
    compose.bind(parts, passages)
    return parts, later


def _declare(parts: list[Part], pending: list[Said]) -> None:
    for said in pending:
        for part in parts:
            compose.apply(part, said)


def _contained(part: Part, reading: Reading) -> None:
    """Give a unit the class of the containers it stands in; the sentence's own word counts first."""
    markers = dict(reading.profile.class_markers)
    made = part.pieces[0][0]
    for number in reversed(made.leaf.containers):
        for name in reading.document.containers[number - 1].classes:
            if part.provenance is None and not part.declared:
                if name in markers:
                    part.provenance = markers[name]
                elif name in reading.profile.declared_classes:
                    part.declared = True


def _standalone(reading: Reading) -> list[Said]:
    """Return what comments say that stand apart from any leaf: to the next block."""
    profile = reading.profile
    markers = dict(profile.class_markers)
    found: list[Said] = []
    for code in reading.document.comments:
        place = reading.lines.place(code.start, code.end)
        for one in comments.said(
            code.raw, profile.evidence_prefix, profile.question_comment, markers, profile.declared_classes
        ):
            if one.kind in ("bad_marker", "bad_waiver"):
                reading.anomalies.append((one.kind, place))
            elif one.kind in ("waive", "class", "legacy"):
                found.append(Said(one.kind, one.value, one.code, 0, True, place))
            else:
                reading.anomalies.append(("bad_marker", place))
    return found
