"""A unit while it is being written, and the unit it becomes."""

from __future__ import annotations

from gnut.ingest.contract import ANALYST, Binding, Citation, Excerpt, Lineage, Unit, UnitKind, Waiver
from gnut.ingest.core.figures import figure
from gnut.ingest.core.passage import Passage
from gnut.ingest.core.reading import Reading
from gnut.ingest.core.resolve import Cited
from gnut.model import Place
from gnut.text.markdown.leaf import HIDDEN
from gnut.text.markdown.pointers import Aside, hide
from gnut.text.markdown.ranges import merged, within
from gnut.text.patterns import lazy
from gnut.text.sentences import sentences

MARKS = frozenset("bracket wide super named marker footnote key leftover".split())
"""Kinds of pointers that are marks and no words of the sentence."""

_STACK_GAP = lazy(r"[\s,;，、；&/+()（）\[\]·|]{0,12}$")
_SHORT_LABEL_WORDS, _SHORT_LABEL = 5, 60
"""A longer label behind a full stop is a sentence of its own, a shorter one names the source of the sentence before."""

Piece = tuple[Passage, int, int]


class Part:
    """A unit while it is written: one or several ranges of passages."""

    def __init__(self, kind: UnitKind, pieces: list[Piece]) -> None:
        """Begin a unit over ranges of passages."""
        self.kind = kind
        self.pieces = pieces
        self.cited: list[Cited] = [one for made, at, to in pieces for one in made.between(at, to)]
        self.bindings: list[tuple[Excerpt, list[Cited]]] = []
        self.unsourced: list[Excerpt] = []
        self.quoted: list[Piece] = []
        """Ranges whose words are a source's."""

        self.provenance: str | None = None
        self.declared = False
        self.calculation: Lineage | None = None
        self.waivers: list[Waiver] = []
        self.stack()

    def stack(self) -> None:
        """Number the stacks: citations with nothing but blanks, commas and brackets between."""
        number = -1
        for made, at, to in self.pieces:
            last: Cited | None = None
            for one in made.between(at, to):
                if last is None or not _together(made, last, one):
                    number += 1
                one.stack = number
                last = one

    def of_stack(self, target: Cited) -> list[Cited]:
        """Return the members of the stack that a citation stands in."""
        return [one for one in self.cited if one.stack == target.stack]


def _together(made: Passage, last: Cited, one: Cited) -> bool:
    if (last.pointer.at, last.pointer.to) == (one.pointer.at, one.pointer.to):
        return True
    gap = one.pointer.at - last.pointer.to
    return 0 <= gap <= 12 and _STACK_GAP.match(made.leaf.text, last.pointer.to, one.pointer.at) is not None


def split(made: Passage, windows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the sentences of a passage within its windows."""
    leaf = made.leaf
    if not (made.runs or leaf.links or leaf.codes or made.scan.maths or made.scan.pointers or made.scan.notes):
        return [(start + at, end + at) for at, to in windows for start, end in sentences(leaf.text[at:to])]
    whole = merged(
        [(run.at, run.to) for run in made.runs]
        + [(one.pointer.at, one.pointer.to) for one in made.cited]
        + [(link.at, link.to) for link in leaf.links]
        + [(code.at, code.to) for code in leaf.codes]
        + made.scan.maths
        + made.scan.notes
    )
    # A mark ends a sentence whether it cites or not: a footnote that is a remark, a number without a list.
    marks = [(one.at, one.to) for one in made.scan.pointers if one.kind in MARKS] + made.scan.notes
    trailing = merged([(one.pointer.at, one.pointer.to) for one in made.cited if _trails(made, one)] + marks)
    # What no reader sees must not look like the beginning of a sentence.
    unseen = [(code.at, code.to) for code in leaf.codes if code.kind in ("comment", "html")]
    text = hide(leaf.text, unseen).replace(HIDDEN, " ") if unseen else leaf.text
    return [
        (start + at, end + at)
        for at, to in windows
        for start, end in sentences(text[at:to], within(whole, at, to), within(trailing, at, to))
    ]


def _trails(made: Passage, one: Cited) -> bool:
    """Whether a citation behind a full stop belongs to the sentence before: a mark, an address, a short label."""
    if one.pointer.kind in MARKS or one.pointer.kind in ("bare", "autolink"):
        return True
    label = made.leaf.text[one.pointer.at : one.pointer.to].rstrip()
    short = len(label) <= _SHORT_LABEL and len(label.split()) <= _SHORT_LABEL_WORDS
    return short and label[-1:] not in ".!?。！？"


def unit(part: Part, reading: Reading) -> Unit | None:
    """Return the finished unit; None when nothing of it is left to read.

    A relative link stays a citation only if something binds to it; a heading or a caption is a unit only
    if it cites.
    """
    kept = _kept(part, reading)
    if not kept and part.kind in (UnitKind.HEADING, UnitKind.CAPTION):
        return None
    text = " ".join(filter(None, (made.text(at, to) for made, at, to in part.pieces)))
    if not kept and not any(character.isalnum() for character in text):
        return None
    if not text:
        text = " ".join(" ".join(made.leaf.text[at:to].split()) for made, at, to in part.pieces)
    prose = _prose(part, text)
    provenance = part.provenance or ("analyst_inference" if part.declared else "unclassified")
    return Unit(
        kind=part.kind,
        text=text,
        prose=prose,
        place=_place(part, reading),
        citations=tuple(_citation(one) for one in kept),
        bindings=_bindings(part, kept),
        unsourced=tuple(part.unsourced),
        provenance=provenance,
        declared_analysis=part.declared or provenance in ANALYST,
        question=next((one.question for one in kept if one.question), None),
        numeric=figure(prose),
        waivers=tuple(part.waivers),
        calculation=part.calculation,
    )


def _kept(part: Part, reading: Reading) -> list[Cited]:
    kept = []
    for one in part.cited:
        used = one.bound or one.own or one.marked
        if one.optional and (reading.profile.labels or not used):
            reading.asides.append(Aside("navigation", one.pointer.start, one.pointer.end, one.written))
        else:
            kept.append(one)
    return kept


def _citation(one: Cited) -> Citation:
    return Citation(
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


def _bindings(part: Part, kept: list[Cited]) -> tuple[Binding, ...]:
    if not kept:
        return ()
    number = {id(one): index for index, one in enumerate(kept)}
    found = [*part.bindings, *((excerpt, [one]) for one in kept for excerpt in one.own)]
    found.sort(key=lambda pair: pair[0].place.start)
    made = []
    for excerpt, targets in found:
        indices = tuple(number[id(one)] for one in targets if id(one) in number)
        if indices:
            made.append(Binding(excerpt, indices))
    return tuple(made)


def _prose(part: Part, text: str) -> str:
    """Return what the author says in own words: no excerpts, no code, no maths, no addresses."""
    if not part.quoted and not part.cited and all(not (p.leaf.codes or p.scan.maths) for p, _, _ in part.pieces):
        return text
    words = []
    for made, at, to in part.pieces:
        extra = [(start, end) for one, start, end in part.quoted if one is made]
        extra += [(code.at, code.to) for code in made.leaf.codes_between(at, to) if code.kind == "code"]
        extra += made.scan.maths
        extra += [
            (one.pointer.at, one.pointer.to) for one in made.between(at, to) if one.pointer.kind in ("bare", "autolink")
        ]
        words.append(made.text(at, to, *extra))
    return " ".join(filter(None, words))


def _place(part: Part, reading: Reading) -> Place:
    first, at, _ = part.pieces[0]
    last, _, to = part.pieces[-1]
    if not part.cited:
        return reading.lines.place(first.leaf.byte(at), last.leaf.byte_end(to))
    # A link at the beginning begins with its bracket, one at the end ends with its address.
    start = min([first.leaf.byte(at), *(one.pointer.start for one in first.between(at, at + 1))])
    ends = [one.pointer.end for one in last.between(max(0, to - 200), to) if one.pointer.to == to]
    return reading.lines.place(start, max([start, last.leaf.byte_end(to), *ends]))
