"""Seek an excerpt in a text: found by the ladder alone, or what stands there instead."""

from __future__ import annotations

from collections.abc import Callable

from gnut.text.anchor.contract import Anchor, Level, Outcome, Wanted
from gnut.text.anchor.ladder import Hit, climb
from gnut.text.fold import FoldedText, folded
from gnut.text.words import tokens

FEW_CHARACTERS = 16
FEW_TOKENS = 4


def anchor(
    source: FoldedText, wanted: Wanted, *, clock: Callable[[], float] | None = None, seconds: float = 5.0
) -> Anchor:
    """Return where `wanted` stands in `source` and how exactly, or what stands there instead."""
    hit = climb(source, wanted.text)
    if hit is None:
        return Anchor(Outcome.NOT_FOUND, None, None, (), 0, (), (), None, None)
    return _found(hit)


def stands(source: FoldedText, wanted: Wanted) -> bool:
    """Return whether `wanted` stands in `source` by the ladder; nothing is located, nothing explained."""
    return climb(source, wanted.text) is not None


def short(text: str) -> bool:
    """Return whether an excerpt is too small to carry a claim: under 16 characters and under 4 tokens."""
    plain = " ".join(folded(text).split())
    return len(plain) < FEW_CHARACTERS and len(tokens(plain)) < FEW_TOKENS


def too_short(text: str, occurrences: int) -> bool:
    """Return whether a found excerpt is no evidence: short, and a single token or not unique."""
    return short(text) and (len(tokens(folded(text))) < 2 or occurrences > 1)


def _found(hit: Hit) -> Anchor:
    method = "exact" if hit.level is Level.EXACT else "normalised"
    return Anchor(Outcome.FOUND, method, hit.level, hit.places[0], len(hit.places), (), hit.notes, None, None)
