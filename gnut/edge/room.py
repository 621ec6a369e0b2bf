"""Room for what was fetched and nobody has taken yet: bounded in bytes, whatever the number of threads."""

from __future__ import annotations

import threading
from types import TracebackType

HELD_BYTES = 128 * 1024 * 1024
"""Bytes of pages and their texts that may wait; over them, no further page is asked for until some are taken."""


class Closed(Exception):
    """Nobody takes anything any more."""


class Room:
    """Counts what waits, and lets those wait who would add to it; from any thread.

    What is on its way when the room becomes full still comes in, one page a thread: who has begun is never stopped,
    or all could wait for each other.
    """

    def __init__(self, most: int = HELD_BYTES) -> None:
        """Hold nothing yet."""
        self._most = most
        self._held = 0
        self._open = True
        self._changed = threading.Condition()

    def __enter__(self) -> Room:
        """Return the room itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Let go of all who wait."""
        with self._changed:
            self._open = False
            self._changed.notify_all()

    @property
    def held(self) -> int:
        """Bytes that wait."""
        return self._held

    def wait(self) -> None:
        """Wait until there is room.

        Raises:
            Closed: There will be none.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._open or self._held <= self._most)
            if not self._open:
                raise Closed

    def take(self, count: int) -> int:
        """Add so many bytes, and return how many they are."""
        with self._changed:
            self._held += count
        return count

    def give(self, count: int) -> None:
        """Take so many bytes away."""
        with self._changed:
            self._held -= count
            self._changed.notify_all()
