"""What was acquired and is not durable yet, written together every few seconds."""

from __future__ import annotations

from collections.abc import Callable

from gnut.acquire.contract import Acquisition
from gnut_store.store import Store

CUT_SECONDS = 5.0
CUT_BYTES = 32 * 1024 * 1024
"""What is fetched becomes durable after so long or so much, so that a crash loses seconds and not the run."""


class Pending:
    """Acquisitions that are not durable yet."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Keep them for `store`; the monotonic `clock` says when to write."""
        self._store = store
        self._clock = clock
        self._waiting: list[Acquisition] = []
        self._bytes = 0
        self._since = clock()

    def take(self, one: Acquisition) -> None:
        """Take one acquisition in; the next `flush` writes it."""
        self._waiting.append(one)
        self._bytes += sum(len(each.body) for each in one.objects)

    def due(self) -> list[Acquisition]:
        """Return those that became durable, if it was time to write."""
        if self._bytes < CUT_BYTES and self._clock() - self._since < CUT_SECONDS:
            return []
        return self.flush()

    def add(self, one: Acquisition) -> list[Acquisition]:
        """Take one acquisition in, and return those that became durable."""
        self.take(one)
        return self.due()

    def flush(self) -> list[Acquisition]:
        """Write all that waits, and return it.

        Where the writing fails or is interrupted all of it still waits, and the next call writes it again: an object
        that is there already, and a reference that says so already, are written for nothing.
        """
        written = tuple(self._waiting)
        # The local tier first: a snapshot of the team's may name a text that only this one keeps.
        for tier in ("local", "team"):
            objects = [each for one in written for each in one.objects if each.tier == tier]
            refs = [(name, oid) for one in written for name, oid, where in one.refs if where == tier]
            if not objects and not refs:
                continue
            with self._store.write(tier) as batch:
                for each in objects:
                    batch.add(each.kind, each.body)
                for name, oid in refs:
                    batch.ref(name, oid)
        self._waiting, self._bytes = [], 0
        self._since = self._clock()
        return list(written)
