"""What an answer claims: its sentences, the figures in them and, where somebody looks at them, its words."""

from __future__ import annotations

from bisect import bisect_right

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.quantity import Quantity
from gnut.text.sentences import sentences
from gnut.verify_answer.contract import Claim

_WORD = lazy(r"[^\W\d_][\w'’-]*")


def claims(
    answer: str, quantities: tuple[Quantity, ...], *, words: bool = False
) -> tuple[tuple[Claim, ...], tuple[int, ...]]:
    """Return the claims of a normalised answer in reading order, and the index of each quantity's claim.

    Args:
        answer: Normalised.
        quantities: Of the answer, in order.
        words: Whether words that are no part of a figure are claims, too.
    """
    places = [(start, 0, end, "statement", answer[start:end]) for start, end in sentences(answer)]
    places += [(one.span.start, 1, one.span.end, "numeric", one.text) for one in quantities]
    if words:
        starts = [one.span.start for one in quantities]
        for word in _WORD.finditer(answer):
            before = bisect_right(starts, word.start()) - 1
            if before < 0 or quantities[before].span.end <= word.start():
                places.append((word.start(), 2, word.end(), "word", word[0]))
    places.sort()
    found = tuple(
        Claim(f"c{number}", kind, text, Span(start, end)) for number, (start, _, end, kind, text) in enumerate(places)
    )
    return found, tuple(at for at, claim in enumerate(found) if claim.kind == "numeric")
