"""What an answer claims: its sentences, and the figures in them."""

from __future__ import annotations

from gnut.model import Span
from gnut.text.quantities.quantity import Quantity
from gnut.text.sentences import sentences
from gnut.verify_answer.contract import Claim


def claims(answer: str, quantities: tuple[Quantity, ...]) -> tuple[tuple[Claim, ...], tuple[int, ...]]:
    """Return the claims of a normalised answer in reading order, and the index of each quantity's claim."""
    places: list[tuple[int, int, int, str, str]] = []
    places += [(start, 0, end, "statement", answer[start:end]) for start, end in sentences(answer)]
    for one in quantities:
        places.append((one.span.start, 1, one.span.end, "numeric", one.text))
    ordered = sorted(places)
    found = tuple(
        Claim(f"c{number}", kind, text, Span(start, end)) for number, (start, _, end, kind, text) in enumerate(ordered)
    )
    return found, tuple(at for at, claim in enumerate(found) if claim.kind == "numeric")
