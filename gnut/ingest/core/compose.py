"""Units out of passages: sentences, cells, block quotes with their lead-in."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gnut.errors import MalformedReport
from gnut.ingest.contract import Binding, Citation, Excerpt, Unit, UnitKind, Waiver
from gnut.ingest.core.figures import figure
from gnut.ingest.core.passage import Passage, Said
from gnut.ingest.core.reading import Reading, bind_comments
from gnut.ingest.core.resolve import Cited
from gnut.model import Place
from gnut.text.markdown.leaf import HIDDEN
from gnut.text.markdown.pointers import Aside, hide
from gnut.text.sentences import sentences

ANALYST = ("analyst_calculation", "analyst_inference", "recommendation")
_STACK_GAP = re.compile(r"[\s,;，、；&/+()（）\[\]·|]{0,12}$")
_MARKS = frozenset("bracket wide super named marker footnote key leftover".split())
_SHORT_LABEL = 5
"""Words of a link label that may still name a source behind a full stop, and be no sentence."""


class Part:
    """A unit while it is written: a range of one or several passages."""

    def __init__(self, kind: UnitKind, pieces: list[tuple[Passage, int, int]]) -> None:
        """Begin a unit over ranges of passages."""
        self.kind = kind
        self.pieces = pieces
        self.cited: list[Cited] = [one for made, at, to in pieces for one in made.cited if at <= one.pointer.at < to]
        self.bindings: list[tuple[Excerpt, list[Cited]]] = []
        self.unsourced: list[Excerpt] = []
        self.excerpt_ranges: list[tuple[Passage, int, int]] = []
        self.provenance: str | None = None
        self.declared = False
        self.waivers: list[Waiver] = []
        self.required = kind not in (UnitKind.HEADING, UnitKind.CAPTION)
        stack(self)

    @property
    def leaf_start(self) -> int:
        """Return the first byte of the unit."""
        made, at, _ = self.pieces[0]
        return made.leaf.byte(at)

    def holds(self, made: Passage, at: int) -> bool:
        """Whether flat offset `at` of a passage is in the unit."""
        return any(one is made and start <= at < max(end, start + 1) for one, start, end in self.pieces)


def stack(part: Part) -> None:
    """Number the stacks: citations with nothing but blanks, commas and brackets between."""
    number = -1
    last: Cited | None = None
    lasts: Passage | None = None
    where = {id(one): made for made, at, to in part.pieces for one in made.cited if at <= one.pointer.at < to}
    for one in part.cited:
        made = where[id(one)]
        together = False
        if last is not None and lasts is made:
            if (last.pointer.at, last.pointer.to) == (one.pointer.at, one.pointer.to):
                together = True
            elif one.pointer.at >= last.pointer.to:
                together = _STACK_GAP.match(made.leaf.text[last.pointer.to : one.pointer.at][:13]) is not None
        if not together:
            number += 1
        one.stack = number
        last, lasts = one, made


def split(made: Passage, windows: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the sentences of a passage within its windows."""
    whole = merged(
        [(run.at, run.to) for run in made.runs]
        + [(one.pointer.at, one.pointer.to) for one in made.cited]
        + [(link.at, link.to) for link in made.leaf.links]
        + [(code.at, code.to) for code in made.leaf.codes]
        + made.scan.maths
        + made.scan.notes
    )
    trailing = merged([(one.pointer.at, one.pointer.to) for one in made.cited if _trails(made, one)])
    # What no reader sees must not look like the beginning of a sentence.
    unseen = [(code.at, code.to) for code in made.leaf.codes if code.kind in ("comment", "html")] + made.scan.dropped
    text = hide(made.leaf.text, sorted(unseen)).replace(HIDDEN, " ") if unseen else made.leaf.text
    found: list[tuple[int, int]] = []
    for at, to in windows:
        inside = [(a - at, b - at) for a, b in whole if a >= at and b <= to]
        behind = [(a - at, b - at) for a, b in trailing if a >= at and b <= to]
        found += [(a + at, b + at) for a, b in sentences(text[at:to], inside, behind)]
    return found


def _trails(made: Passage, one: Cited) -> bool:
    """Whether a citation behind a full stop belongs to the sentence before: a mark, or a short label."""
    if one.pointer.kind in _MARKS:
        return True
    label = made.leaf.text[one.pointer.at : one.pointer.to]
    if one.pointer.kind in ("bare", "autolink"):
        return True
    return len(label.split()) <= _SHORT_LABEL and len(label) <= 60 and label.rstrip()[-1:] not in ".!?。！？"


def merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for at, to in sorted(ranges):
        if out and at < out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], to))
        elif at < to:
            out.append((at, to))
    return out


def bind(parts: list[Part], made: list[Passage]) -> None:
    """Bind the quotations of one paragraph or table row.

    To the next citation in the sentence, else to the sentence's last before it, else to the next mark
    in the paragraph; what finds none is unsourced (PRODUCT rule in docs/citations.md).
    """
    for number, part in enumerate(parts):
        for one, start, end in part.pieces:
            for quote in one.quotes:
                if not start <= quote.at < end:
                    continue
                found = _target(parts, number, one, quote.at, quote.to)
                if found is None:
                    part.unsourced.append(quote.excerpt)
                else:
                    owner, target = found
                    owner.bindings.append((quote.excerpt, [each for each in owner.cited if each.stack == target.stack]))
                    target.bound = True
                    part.excerpt_ranges.append((one, quote.at, quote.to))


def _target(parts: list[Part], number: int, made: Passage, at: int, to: int) -> tuple[Part, Cited] | None:
    part = parts[number]
    here = {id(one) for one in made.cited}
    after = [one for one in part.cited if id(one) not in here or one.pointer.to > to]
    following = next((one for one in after if id(one) in here and one.pointer.at >= at), None)
    if following is not None:
        return part, following
    before = [one for one in part.cited if id(one) in here and one.pointer.at < at]
    if before:
        return part, before[-1]
    for later in parts[number + 1 :]:
        mark = next((one for one in later.cited if one.pointer.kind in _MARKS or later.kind is UnitKind.CELL), None)
        if mark is not None:
            return later, mark
    if part.kind is UnitKind.CELL:
        for earlier in reversed(parts[:number]):
            if earlier.cited:
                return earlier, earlier.cited[-1]
    return None


def say(parts: list[Part], made: Passage, reading: Reading) -> list[Said]:
    """Give classes, questions and waivers in a passage to its units; return the waivers for the next block."""
    bind_comments(made)
    pending: list[Said] = []
    mine = [part for part in parts if any(one is made for one, _, _ in part.pieces)]
    reading.anomalies += [("bad_marker", place) for place in made.orphans]
    for said in made.said:
        if said.kind == "waive" and said.own_line:
            pending.append(said)
            continue
        if said.kind not in ("class", "legacy", "waive"):
            continue
        part = _unit_before(mine, made, said.at)
        if part is None:
            if said.kind == "waive":
                reading.anomalies.append(("bad_waiver", said.place))
            continue
        apply(part, said)
    markers = dict(reading.profile.class_markers)
    for at, _, name in made.classes:
        if name in markers or name in reading.profile.declared_classes:
            said = Said(
                "class" if name in markers else "legacy", markers.get(name, ""), "", at, False, made.place(at, at + 1)
            )
            span = made.leaf.text[max(0, at - 1) : at]
            chosen = [part for part in (_unit_before(mine, made, at),) if part] if span == "]" else mine
            for part in chosen:
                apply(part, said)
    return pending


def apply(part: Part, said: Said) -> None:
    """Give one declaration to a unit.

    Raises:
        MalformedReport: A second, different class for the unit (code `conflicting_provenance`).
    """
    if said.kind == "waive":
        part.waivers.append(Waiver(said.code, said.value, said.place))
        return
    if said.kind == "legacy":
        part.declared = True
    elif part.provenance is not None and part.provenance != said.value:
        raise MalformedReport(
            f"line {said.place.line}: {part.provenance} and {said.value} on one sentence", code="conflicting_provenance"
        )
    else:
        part.provenance = said.value
    if part.declared and part.provenance is not None and part.provenance not in ANALYST:
        raise MalformedReport(
            f"line {said.place.line}: declared analysis and {part.provenance} on one sentence",
            code="conflicting_provenance",
        )


def _unit_before(parts: list[Part], made: Passage, at: int) -> Part | None:
    """Return the unit that a comment at `at` follows; one at the very beginning belongs to what comes next."""
    found = None
    for part in parts:
        for one, start, _ in part.pieces:
            if one is made and start <= at:
                found = part
    return found or (parts[0] if parts else None)


def unit(part: Part, reading: Reading) -> Unit | None:
    """Return the finished unit; None when nothing of it is left to read."""
    kept: list[Cited] = []
    for one in part.cited:
        if one.optional and not (one.bound or one.own or one.marked) or one.optional and reading.profile.labels:
            reading.asides.append(Aside("navigation", one.pointer.start, one.pointer.end, one.written))
        else:
            kept.append(one)
    if not kept and not part.required:
        return None
    citations = tuple(
        Citation(
            kind=one.kind,
            written=one.written,
            uri=None if one.broken or one.unresolvable else one.uri,
            locator=one.locator,
            broken=one.broken,
            unresolvable=one.unresolvable,
            stack=one.stack,
            place=one.place,
            question=one.question,
        )
        for one in kept
    )
    number = {id(one): index for index, one in enumerate(kept)}
    bindings = [(excerpt, targets) for excerpt, targets in part.bindings]
    for one in kept:
        bindings += [(excerpt, [one]) for excerpt in one.own]
    for made, at, to in part.pieces:
        for targets, excerpt in made.marked:
            if any(id(one) in number for one in targets) and any(one in part.cited for one in targets):
                bindings.append((excerpt, targets))
    made_bindings = tuple(
        Binding(excerpt, tuple(number[id(one)] for one in targets if id(one) in number))
        for excerpt, targets in sorted(bindings, key=lambda pair: pair[0].place.start)
        if any(id(one) in number for one in targets)
    )
    text = " ".join(filter(None, (made.text(at, to) for made, at, to in part.pieces)))
    if not text:
        text = " ".join("".join(made.leaf.text[at:to].split()) for made, at, to in part.pieces)
    if not kept and not any(character.isalnum() for character in text):
        return None
    prose = _prose(part)
    provenance = part.provenance or ("analyst_inference" if part.declared else "unclassified")
    questions = [one.question for one in kept if one.question]
    return Unit(
        kind=part.kind,
        text=text,
        prose=prose,
        place=_place(part, reading),
        citations=citations,
        bindings=made_bindings,
        unsourced=tuple(part.unsourced),
        provenance=provenance,
        declared_analysis=part.declared or provenance in ANALYST,
        question=questions[0] if questions else None,
        numeric=figure(prose),
        waivers=tuple(part.waivers),
    )


def _prose(part: Part) -> str:
    words = []
    for made, at, to in part.pieces:
        extra = [(a, b) for one, a, b in part.excerpt_ranges if one is made]
        extra += [(code.at, code.to) for code in made.leaf.codes if code.kind == "code"] + made.scan.maths
        extra += [(one.pointer.at, one.pointer.to) for one in made.cited if one.pointer.kind in ("bare", "autolink")]
        words.append(made.text(at, to, *extra))
    return " ".join(filter(None, words))


def _place(part: Part, reading: Reading) -> Place:
    first, at, _ = part.pieces[0]
    last, _, to = part.pieces[-1]
    start = first.leaf.byte(at)
    # A link at the beginning begins with its bracket, a quoted one with its mark.
    start = min([start, *(one.pointer.start for one in first.cited if one.pointer.at == at)])
    end = last.leaf.byte_end(to)
    end = max([end, *(one.pointer.end for one in last.cited if one.pointer.to == to)])
    return reading.lines.place(start, max(start, end))
