"""The seconds that one try of a fetch may spend with servers, whatever it asks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Spending:
    """Seconds that are left, and who takes them; waiting for a turn takes none."""

    def __init__(self, seconds: float, clock: Callable[[], float], purse: Spending | None = None) -> None:
        """Start with so many seconds, or with what `purse` has left, and charge it, too."""
        self.left: float = seconds if purse is None else min(seconds, purse.left)
        self._clock = clock
        self._purse = purse

    def part(self, seconds: float) -> Spending:
        """Return at most so many seconds of these."""
        return Spending(seconds, self._clock, self)

    @contextmanager
    def charged(self) -> Iterator[float]:
        """Take what passes inside the block; give when it must end, on the clock."""
        start = self._clock()
        try:
            yield start + self.left
        finally:
            self._take(self._clock() - start)

    def _take(self, seconds: float) -> None:
        self.left -= seconds
        if self._purse is not None:
            self._purse._take(seconds)
