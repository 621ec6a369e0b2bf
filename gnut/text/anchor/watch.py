"""How long a search may take."""

from __future__ import annotations

from collections.abc import Callable


class Watch:
    """Seconds that a search may take, read between its steps; without a clock there is no limit."""

    def __init__(self, clock: Callable[[], float] | None, seconds: float) -> None:
        """Start now."""
        self._clock = clock
        self._end = clock() + seconds if clock else 0.0

    def is_over(self) -> bool:
        """Return whether the time is spent."""
        return self._clock is not None and self._clock() > self._end
