"""Which citation a quotation belongs to."""

from __future__ import annotations

from bisect import bisect_left

from gnut.ingest.contract import UnitKind
from gnut.ingest.core.parts import MARKS, Part
from gnut.ingest.core.passage import Passage, Quote
from gnut.ingest.core.resolve import Cited

Target = tuple[Part, Cited]

_EDGE = 8
"""Characters of marks and stops around a label that is the whole of a quotation."""


def bind(parts: list[Part]) -> None:
    """Bind the quotations of one paragraph or table row.

    To the next citation in the sentence, else to the sentence's last before it, else to the next mark of
    the paragraph (a link is its own sentence's); in a table also to the row's last citation before. What
    finds none is unsourced: what an earlier sentence cites was about that sentence. A link inside a
    quotation is the source's own, unless it is the only citation of the sentence, or the whole quotation is
    its label.
    """
    later = _next_marks(parts)
    stacks: dict[int, dict[int, list[Cited]]] = {}
    row: Target | None = None
    for number, part in enumerate(parts):
        for made, at, to in part.pieces:
            for quote in _between(made.quotes, at, to):
                found = _in_sentence(part, made, quote, at, to) or later[number] or row
                if found is None:
                    part.unsourced.append(quote.excerpt)
                    continue
                owner, target = found
                owner.bindings.append((quote.excerpt, _of_stack(owner, target, stacks)))
                target.bound = True
                part.quoted.append((made, quote.at, quote.to))
        if part.kind is UnitKind.CELL and part.cited:
            row = (part, part.cited[-1])


def _between(quotes: list[Quote], at: int, to: int) -> list[Quote]:
    first = bisect_left(quotes, at, key=lambda quote: quote.at)
    return quotes[first : bisect_left(quotes, to, key=lambda quote: quote.at)]


def _of_stack(owner: Part, target: Cited, stacks: dict[int, dict[int, list[Cited]]]) -> list[Cited]:
    """Return the members of a citation's stack; the stacks of a unit are parted once for all its quotations."""
    known = stacks.get(id(owner))
    if known is None:
        known = stacks[id(owner)] = {}
        for one in owner.cited:
            known.setdefault(one.stack, []).append(one)
    return list(known[target.stack])


def _in_sentence(part: Part, made: Passage, quote: Quote, at: int, to: int) -> Target | None:
    """Return the sentence's citation for a quotation: the next, else the last before, else a link inside.

    A mark inside counts as the next: some put it before the closing quotation mark.
    """
    cited = made.cited
    first, end = (bisect_left(cited, place, key=lambda one: one.pointer.at) for place in (quote.at, to))
    inner: Cited | None = None
    for index in range(first, end):
        one = cited[index]
        if _is_the_sources(made, quote, one):
            inner = inner or one
        else:
            return part, one
    before = first - 1
    if before >= 0 and cited[before].pointer.at >= at:
        return part, cited[before]
    return (part, inner) if inner is not None else None


def _is_the_sources(made: Passage, quote: Quote, one: Cited) -> bool:
    """Whether a citation is a link on some of the quoted words, copied with them."""
    pointer = one.pointer
    if pointer.kind in MARKS or not pointer.labelled or not quote.at < pointer.at or pointer.to >= quote.to:
        return False
    if pointer.at - quote.at > _EDGE or quote.to - pointer.to > _EDGE:
        return True
    around = made.leaf.masked[quote.at : pointer.at] + made.leaf.masked[pointer.to : quote.to]
    return any(character.isalnum() for character in around)


def _next_marks(parts: list[Part]) -> list[Target | None]:
    """Return for each unit the first mark in a later one; in a table row, the first citation."""
    found: list[Target | None] = [None] * len(parts)
    for number in range(len(parts) - 2, -1, -1):
        part = parts[number + 1]
        mark = next((one for one in part.cited if one.pointer.kind in MARKS or part.kind is UnitKind.CELL), None)
        found[number] = (part, mark) if mark is not None else found[number + 1]
    return found
