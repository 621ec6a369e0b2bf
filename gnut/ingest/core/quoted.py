"""Block quotes: which citation what they quote belongs to."""

from __future__ import annotations

from gnut.ingest.contract import Excerpt, UnitKind
from gnut.ingest.core.declare import say
from gnut.ingest.core.parts import Part
from gnut.ingest.core.passage import Passage, Said
from gnut.ingest.core.quotes import Quoted, attribution, is_attribution, quoted_of
from gnut.ingest.core.reading import Reading
from gnut.ingest.core.resolve import Cited
from gnut.text.markdown.leaf import HIDDEN
from gnut.text.markdown.pointers import Aside, Pointer, hide

_FEW, _MORE = 3, 12
"""Words, besides citations, with which a paragraph behind a quote only says where it is from; `_MORE` after a dash."""


class _Near:
    """The sentence before a quote, or the paragraph behind it."""

    def __init__(self, part: Part, colon: bool) -> None:
        self.part = part
        self.colon = colon
        self.holds = False
        """Whether it holds the citation of the quote."""


def quote_part(reading: Reading, index: int, parts: list[Part]) -> tuple[int, list[Part], list[Said]]:
    """Return the leaf behind a block quote that begins at leaf `index`, its unit, and waivers for the next block.

    The unit takes in the lead-in, the last sentence before the quote, when that ends in a colon or holds
    its citation (it is then taken out of `parts`), and a paragraph behind that only says where it is from.
    """
    passages, end = _passages(reading, index)
    body = Part(UnitKind.BLOCK_QUOTE, [(made, 0, len(made.leaf.text)) for made in passages])
    if not body.pieces:
        return end, [], []
    later = [said for made in passages for said in say([body], made, reading)]
    quoted = quoted_of(passages)
    for one in quoted.merged:
        _set_aside(reading, body, passages, one, "merged")
    lead = _lead(reading, parts, index)
    behind = _behind(reading, end)
    attribute = _attribute(reading, passages[0])
    if attribute is not None:
        body.cited.insert(0, attribute)
    _bind(body, passages, quoted, lead, behind, attribute)
    if lead is not None and (lead.holds or lead.colon):
        _set_inner_links_aside(reading, body, passages)
        parts.remove(lead.part)
        _join(lead.part, body)
    if behind is not None and behind.holds:
        body.pieces += behind.part.pieces
        body.cited += behind.part.cited
        end += 1
    body.stack()
    body.bindings = [
        (excerpt, body.of_stack(targets[0]) if len(targets) == 1 and targets[0] is not attribute else targets)
        for excerpt, targets in body.bindings
    ]
    return end, [body], later


def _passages(reading: Reading, index: int) -> tuple[list[Passage], int]:
    leaves = reading.document.leaves
    number = leaves[index].quote
    end = index
    passages = []
    while end < len(leaves) and leaves[end].quote == number and leaves[end].kind == "paragraph":
        if leaves[end].footnote is None and not reading.excluded(leaves[end]) and reading.windows(end):
            passages.append(reading.passage(end))
        end += 1
    return passages, end


def _lead(reading: Reading, parts: list[Part], index: int) -> _Near | None:
    """Return the last sentence before a quote, when it stands right before it."""
    if not parts or index == 0:
        return None
    made, at, to = parts[-1].pieces[-1]
    if made.leaf is not reading.document.leaves[index - 1]:
        return None
    if parts[-1].kind not in (UnitKind.PROSE, UnitKind.LIST_ITEM):
        return None
    return _Near(parts[-1], made.text(at, to).rstrip(" *_").endswith((":", "：")))


def _behind(reading: Reading, end: int) -> _Near | None:
    """Return the paragraph behind a quote when it is nothing but citations and a name."""
    leaves = reading.document.leaves
    if end >= len(leaves):
        return None
    leaf = leaves[end]
    if leaf.kind != "paragraph" or leaf.quote or leaf.item or leaf.footnote is not None or reading.excluded(leaf):
        return None
    windows = reading.windows(end)
    if len(windows) != 1 or not reading.scans[end].pointers:
        return None
    rest = hide(leaf.masked, sorted((one.at, one.to) for one in reading.scans[end].pointers)).replace(HIDDEN, " ")
    words = [word for word in rest.split() if any(character.isalnum() for character in word)]
    if len(words) > (_MORE if is_attribution(leaf.text) else _FEW):
        return None
    made = reading.passage(end)
    return _Near(Part(UnitKind.BLOCK_QUOTE, [(made, *windows[0])]), False) if made.cited else None


def _attribute(reading: Reading, first: Passage) -> Cited | None:
    """Return the citation of `<blockquote cite>`."""
    cite = first.leaf.cite
    if not cite:
        return None
    start, end = reading.document.quotes[first.leaf.quote - 1]
    return reading.attribute(Pointer("html", 0, 0, start, end, cite, cite, None, "", False, None))


def _bind(
    body: Part,
    passages: list[Passage],
    quoted: Quoted,
    lead: _Near | None,
    behind: _Near | None,
    attribute: Cited | None,
) -> None:
    for excerpt, own in quoted.excerpts:
        target = own or attribute or _source(passages, excerpt, quoted.marked, lead, behind)
        if target is None:
            body.unsourced.append(excerpt)
            continue
        target.bound = True
        body.bindings.append((excerpt, [target]))
        for near in (lead, behind):
            if near is not None and any(one is target for one in near.part.cited):
                near.holds = True
    if quoted.excerpts:
        body.quoted += [(made, 0, len(made.leaf.text)) for made in passages]


def _source(
    passages: list[Passage], excerpt: Excerpt, marked: bool, lead: _Near | None, behind: _Near | None
) -> Cited | None:
    """Return the citation of a quote.

    In this order: its attribution; behind a marked quotation, the next citation in the quote; the last
    citation of a lead-in with a colon; the first in the quote's last line; the last in the quote; the
    paragraph behind; the sentence before.
    """
    last = passages[-1]
    inside = [one for made in passages for one in made.cited]
    attributed = last.between(attribution(last), len(last.leaf.text) + 1)
    if attributed:
        return attributed[0]
    following = next((one for one in inside if one.pointer.start >= excerpt.place.end), None)
    if marked and following is not None:
        return following
    if lead is not None and lead.colon and lead.part.cited:
        return lead.part.cited[-1]
    line = max(last.leaf.text.rfind("\n"), last.leaf.text.rfind("\x0b")) + 1
    in_line = last.between(line, len(last.leaf.text) + 1)
    if in_line or inside:
        return in_line[0] if in_line else inside[-1]
    for near in (behind, lead):
        if near is not None and near.part.cited:
            return near.part.cited[0] if near is behind else near.part.cited[-1]
    return None


def _set_inner_links_aside(reading: Reading, body: Part, passages: list[Passage]) -> None:
    """Set aside the links inside quoted words when the lead-in says where the quote is from: they are the source's."""
    targets = {id(one) for _, found in body.bindings for one in found}
    for made in passages:
        cut = attribution(made)
        for one in made.between(0, cut):
            used = id(one) in targets or one.own or one.marked
            if one.pointer.labelled and one.pointer.to <= cut and not used:
                _set_aside(reading, body, passages, one, "quoted_link")


def _set_aside(reading: Reading, body: Part, passages: list[Passage], one: Cited, reason: str) -> None:
    body.cited = [other for other in body.cited if other is not one]
    for made in passages:
        if any(other is one for other in made.cited):
            made.remove(one)
    reading.asides.append(Aside(reason, one.pointer.start, one.pointer.end, one.written))


def _join(lead: Part, body: Part) -> None:
    """Put the lead-in sentence before its quote."""
    body.pieces = [*lead.pieces, *body.pieces]
    body.cited = [*lead.cited, *body.cited]
    body.bindings = [*lead.bindings, *body.bindings]
    body.unsourced = [*lead.unsourced, *body.unsourced]
    body.quoted += lead.quoted
    body.waivers = [*lead.waivers, *body.waivers]
    body.provenance = body.provenance or lead.provenance
    body.declared = body.declared or lead.declared
    body.calculation = body.calculation or lead.calculation
