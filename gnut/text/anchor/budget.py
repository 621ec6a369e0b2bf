"""How far a search may go."""

from __future__ import annotations

SLICES = 600
"""Most slices that are searched to explain one miss: all of 10 million characters, six seeds each (docs/limits.md).

Counted, not timed: a slow machine must not give another answer than a fast one.
"""


class Budget:
    """Steps that a search may take."""

    def __init__(self, steps: int = SLICES) -> None:
        """Start with all of them."""
        self._left = steps

    def spend(self) -> bool:
        """Take one step, and return whether it was still there."""
        self._left -= 1
        return self._left >= 0

    def is_spent(self) -> bool:
        """Return whether no step is left."""
        return self._left <= 0
