"""Every unit of a report, in reading order."""

from __future__ import annotations

from gnut.ingest.contract import Unit, UnitKind
from gnut.ingest.core import limits
from gnut.ingest.core.bind import bind
from gnut.ingest.core.declare import apply, check_containers, from_containers, say, standing_alone
from gnut.ingest.core.labels import label_excerpts
from gnut.ingest.core.parts import Part, split, unit
from gnut.ingest.core.passage import Said
from gnut.ingest.core.quoted import quote_part
from gnut.ingest.core.quotes import is_aside
from gnut.ingest.core.reading import Reading

_KINDS = {
    "heading": UnitKind.HEADING,
    "head_cell": UnitKind.CAPTION,
    "caption": UnitKind.CAPTION,
    "cell": UnitKind.CELL,
}


def units(reading: Reading) -> tuple[Unit, ...]:
    """Return the units of a report in reading order."""
    check_containers(reading)
    parts = _parts(reading)
    found = []
    for part in parts:
        from_containers(part, reading)
        if reading.profile.labels:
            label_excerpts(part)
        made = unit(part, reading)
        if made is not None:
            found.append(made)
    return tuple(sorted(found, key=lambda one: (one.place.start, one.place.end)))


def _parts(reading: Reading) -> list[Part]:
    leaves = reading.document.leaves
    parts: list[Part] = []
    alone = standing_alone(reading)
    pending: list[Said] = []
    asides: dict[int, bool] = {}
    index = 0
    while index < len(leaves):
        leaf = leaves[index]
        if leaf.footnote is not None or reading.excluded(leaf) or not reading.windows(index):
            index += 1
            continue
        while alone and alone[0].place.start < leaf.start:
            pending.append(alone.pop(0))
        if leaf.quote and leaf.quote not in asides:
            asides[leaf.quote] = reading.profile.labels or is_aside(leaf, reading.source)
        if leaf.quote and leaf.kind == "paragraph" and not asides[leaf.quote]:
            index, made, later = quote_part(reading, index, parts)
        else:
            end = index + 1
            while leaf.kind == "cell" and end < len(leaves) and leaves[end].row == leaf.row:
                end += 1
            made, later = _block(reading, index, end)
            index = end
        for said in pending if made else ():
            for part in made:
                apply(part, said, reading.lines)
        pending = later if made else pending + later
        parts += made
        limits.refuse_many(len(parts), limits.MAX_UNITS, "sentences and cells")
    reading.anomalies += [("bad_waiver", said.place) for said in [*pending, *alone] if said.kind == "waive"]
    return parts


def _block(reading: Reading, index: int, end: int) -> tuple[list[Part], list[Said]]:
    """Return the units of one leaf, or of the cells of one table row, and the waivers for the next block."""
    parts: list[Part] = []
    later: list[Said] = []
    for number in range(index, end):
        made = reading.passage(number)
        kind = _KINDS.get(made.leaf.kind)
        windows = reading.windows(number)
        if kind is None:
            kind = UnitKind.LIST_ITEM if made.leaf.item else UnitKind.PROSE
            windows = split(made, windows)
        own = [Part(kind, [(made, at, to)]) for at, to in windows]
        later += say(own, made, reading)
        parts += own
    bind(parts)
    return parts, later
