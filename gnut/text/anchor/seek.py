"""Seek an excerpt in a text: found by the ladder alone, or what stands there instead."""

from __future__ import annotations

from msgspec.structs import replace

from gnut.model import Span
from gnut.text.anchor.budget import SLICES, Budget
from gnut.text.anchor.contract import Anchor, Level, Outcome, Wanted
from gnut.text.anchor.hit import Hit
from gnut.text.anchor.ladder import climb
from gnut.text.anchor.notes import notes
from gnut.text.anchor.places import Search
from gnut.text.fold import FoldedText, folded
from gnut.text.words import tokens

FEW_CHARACTERS = 16
FEW_TOKENS = 4


def anchor(source: FoldedText, wanted: Wanted, *, slices: int = SLICES) -> Anchor:
    """Return where `wanted` stands in `source` and how exactly, or what stands there instead.

    Found is only what a rung of the ladder holds; similarity does no more than find the
    passage that a miss is explained with.

    Args:
        source: Visible text of one source, with its normal forms.
        wanted: Excerpt, and what chooses among several places of it.
        slices: How many slices of a source may be searched to explain a miss before the answer is `gave_up`.
    """
    if wanted.range_end is not None:
        return _range(source, wanted, wanted.range_end, Budget(slices))
    search = Search(source)
    hit = climb(search, wanted.text)
    if hit is None and search.is_spent:
        return Anchor(Outcome.AMBIGUOUS, None, None, (), 0, (), ("gave_up",), None, None)
    if hit is None:
        return _explained(source, wanted.text, Budget(slices))
    return _found(source, wanted, hit)


def stands(source: FoldedText, wanted: Wanted) -> bool:
    """Return whether `wanted` stands in `source` by the ladder; nothing is located, nothing explained."""
    hit = climb(Search(source), wanted.text)
    if hit is None or wanted.range_end is None:
        return hit is not None
    end = climb(Search(source), wanted.range_end)
    return end is not None and end.places[-1][0].start >= hit.places[0][-1].end


def short(text: str) -> bool:
    """Return whether an excerpt is too small to carry a claim: under 16 characters and under 4 tokens."""
    plain = " ".join(folded(text).split())
    return len(plain) < FEW_CHARACTERS and len(tokens(plain)) < FEW_TOKENS


def too_short(text: str, occurrences: int) -> bool:
    """Return whether a found excerpt is no evidence: short, and a single token or not unique."""
    return short(text) and (len(tokens(folded(text))) < 2 or occurrences > 1)


def _explained(source: FoldedText, excerpt: str, budget: Budget) -> Anchor:
    # Loaded for a miss only, rapidfuzz with it.
    from gnut.text.anchor.explain import explain

    return explain(source, excerpt, budget)


def _found(source: FoldedText, wanted: Wanted, hit: Hit) -> Anchor:
    parts = _chosen(source, wanted, hit)
    said = {*hit.notes, *notes(source, parts, wanted.text)}
    return Anchor(
        Outcome.FOUND, _method(hit.level), hit.level, parts, len(hit.places), (), tuple(sorted(said)), None, None
    )


def _method(level: Level) -> str:
    return "exact" if level is Level.EXACT else "normalised"


def _chosen(source: FoldedText, wanted: Wanted, hit: Hit) -> tuple[Span, ...]:
    """Return the place inside the locator and between prefix and suffix, as far as one is; else the first."""
    if len(hit.places) == 1 or (wanted.within is None and not wanted.prefix and not wanted.suffix):
        return hit.places[0]
    return max(hit.places, key=lambda place: (_fits(source.text, wanted, place), -place[0].start))


def _fits(text: str, wanted: Wanted, place: tuple[Span, ...]) -> int:
    """Return how well a place fits: 4 inside the locator, 2 after the prefix, 1 before the suffix."""
    start, end = place[0].start, place[-1].end
    within = wanted.within is not None and wanted.within.start <= start and end <= wanted.within.end
    after = _squeezed(text[max(0, start - 2 * len(wanted.prefix or "") - 40) : start])
    before = _squeezed(text[end : end + 2 * len(wanted.suffix or "") + 40])
    return (
        4 * within
        + 2 * (bool(wanted.prefix) and after.endswith(_squeezed(wanted.prefix or "")))
        + (bool(wanted.suffix) and before.startswith(_squeezed(wanted.suffix or "")))
    )


def _squeezed(text: str) -> str:
    return FoldedText(text).squeezed.text


def _range(source: FoldedText, wanted: Wanted, range_end: str, budget: Budget) -> Anchor:
    """Return the range from the first place of the first term to the first later place of the last one.

    Only its two ends are quoted: nothing is said of what stands between them.
    """
    hits = [climb(Search(source), term) for term in (wanted.text, range_end)]
    for term, hit in zip((wanted.text, range_end), hits, strict=True):
        if hit is None:
            return _noted(_explained(source, term, budget), "range")
    first, last = hits
    assert first is not None
    assert last is not None
    start = first.places[0]
    later = next((place for place in last.places if place[0].start >= start[-1].end), None)
    if later is None:
        return Anchor(Outcome.NOT_FOUND, None, None, (), 0, (), ("elision_order", "range"), None, None)
    level = max(first.level, last.level, key=list(Level).index)
    said = {"range", *first.notes, *last.notes}
    said.update(*(notes(source, place, term) for place, term in ((start, wanted.text), (later, range_end))))
    said.discard("truncated_before_qualifier")
    return Anchor(Outcome.FOUND, _method(level), level, (*start, *later), 1, (), tuple(sorted(said)), None, None)


def _noted(anchor: Anchor, note: str) -> Anchor:
    return replace(anchor, notes=tuple(sorted({*anchor.notes, note})))
