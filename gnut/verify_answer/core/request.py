"""What one request holds, read once, for every verifier."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from gnut.text.quantities import finding
from gnut.text.quantities.against import against
from gnut.text.quantities.finding import Terms
from gnut.text.quantities.held import Held
from gnut.text.quantities.quantity import Quantity
from gnut.verify_answer.contract import Claim, Finding, Passage

Verifier = Callable[["Request"], Sequence[Finding]]


class Request(Struct, frozen=True, dict=True):
    """An answer with its sources, normalised, and what was asked."""

    answer: str
    quantities: tuple[Quantity, ...]
    claims: tuple[Claim, ...]
    numeric: tuple[int, ...]
    """Index of the claim of each quantity."""

    passages: tuple[Passage, ...]
    held: tuple[Held, ...]
    question: str | None
    scope: Mapping[str, str]
    terms: Terms

    @cached_property
    def found(self) -> tuple[finding.Finding, ...]:
        """What all the sources together hold of each quantity."""
        return against(self.answer, self.quantities, self.held, self.terms)
