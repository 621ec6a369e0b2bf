"""Which citation a quotation belongs to."""

from __future__ import annotations

from bisect import bisect_left

from gnut.ingest.contract import UnitKind
from gnut.ingest.core.parts import MARKS, Part
from gnut.ingest.core.passage import Passage, Quote
from gnut.ingest.core.resolve import Cited

Target = tuple[Part, Cited]


def bind(parts: list[Part]) -> None:
    """Bind the quotations of one paragraph or table row.

    To the next citation in the sentence, else to the sentence's last before it, else to the next mark in
    the paragraph; in a table also to the row's last citation before. What finds none is unsourced.
    """
    later = _next_marks(parts)
    row: Target | None = None
    for number, part in enumerate(parts):
        for made, at, to in part.pieces:
            for quote in _between(made.quotes, at, to):
                found = _in_sentence(part, made, quote, at, to) or later[number] or row
                if found is None:
                    part.unsourced.append(quote.excerpt)
                    continue
                owner, target = found
                owner.bindings.append((quote.excerpt, owner.of_stack(target)))
                target.bound = True
                part.quoted.append((made, quote.at, quote.to))
        if part.kind is UnitKind.CELL and part.cited:
            row = (part, part.cited[-1])


def _between(quotes: list[Quote], at: int, to: int) -> list[Quote]:
    first = bisect_left(quotes, at, key=lambda quote: quote.at)
    return quotes[first : bisect_left(quotes, to, key=lambda quote: quote.at)]


def _in_sentence(part: Part, made: Passage, quote: Quote, at: int, to: int) -> Target | None:
    after = made.between(quote.at, to)
    following = next((one for one in after if one.pointer.to > quote.to or one.pointer.at >= quote.at), None)
    if following is not None:
        return part, following
    before = made.between(at, quote.at)
    return (part, before[-1]) if before else None


def _next_marks(parts: list[Part]) -> list[Target | None]:
    """Return for each unit the first mark in a later one; in a table row, the first citation."""
    found: list[Target | None] = [None] * len(parts)
    for number in range(len(parts) - 2, -1, -1):
        part = parts[number + 1]
        mark = next((one for one in part.cited if one.pointer.kind in MARKS or part.kind is UnitKind.CELL), None)
        found[number] = (part, mark) if mark is not None else found[number + 1]
    return found
