"""The figures that a sentence asserts: those that somebody should be able to find in its source."""

from __future__ import annotations

from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.read import quantities

_NOT = frozenset({"coordinate", "in_code", "ordinal"})
"""Notes of figures that say where something is, or are part of a name."""


def asserted(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a sentence without coordinates (`Figure 3`), codes, ordinals and number words.

    A number word of a sentence is seldom a figure (`one of them`); in a source it holds one.
    """
    found = quantities(text)
    return tuple(one for one in found if _NOT.isdisjoint(one.notes) and "spelled" not in one.notes)
