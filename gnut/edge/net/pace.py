"""Politeness: few connections to a host at once, a pause between them, and no argument with a server that says wait."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from gnut.edge.net.refusal import Refused

AT_ONCE = 2
"""Connections to one host at a time."""

INTERVAL = 0.5
"""Seconds between two requests to one host."""

Item = TypeVar("Item")


class _Host:
    def __init__(self, at_once: int) -> None:
        self.slots = threading.Semaphore(at_once)
        self.lock = threading.Lock()
        self.next_at = float("-inf")
        self.closed_for: float | None = None


class Pace:
    """Slots and pauses per host, shared by the threads of one call."""

    def __init__(
        self,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
        longest_wait: float,
        at_once: int = AT_ONCE,
        interval: float = INTERVAL,
    ) -> None:
        """Pace by `clock`; a server may hold its host back for `longest_wait` seconds at most."""
        self._clock = clock
        self._sleep = sleep
        self._longest_wait = longest_wait
        self._at_once = at_once
        self._interval = interval
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    def _host(self, name: str) -> _Host:
        with self._lock:
            return self._hosts.setdefault(name, _Host(self._at_once))

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Hold a connection to `name`, once its turn has come.

        Raises:
            Refused: `rate_limited`, when the host has asked for a longer wait than is given.
        """
        host = self._host(name)
        with host.slots:
            with host.lock:
                if host.closed_for is not None:
                    raise Refused("rate_limited", f"the server asked to be left alone for {host.closed_for:g} seconds")
                start = max(self._clock(), host.next_at)
                host.next_at = start + self._interval
            pause = start - self._clock()
            if pause > 0:
                self._sleep(pause)
            yield

    def hold(self, name: str, seconds: float) -> None:
        """Keep requests from `name` as its server asks, or give the host up for this call."""
        host = self._host(name)
        with host.lock:
            if seconds > self._longest_wait:
                host.closed_for = seconds
            else:
                host.next_at = max(host.next_at, self._clock() + seconds)


def spread(items: Iterable[Item], host_of: Callable[[Item], Hashable]) -> tuple[Item, ...]:
    """Return `items` so that those of one host lie as far apart as they can, otherwise in order.

    A host with many pages then starts early and lasts to the end, and never fills every thread.
    """
    listed = tuple(items)
    total = Counter(host_of(item) for item in listed)
    seen: Counter[Hashable] = Counter()
    keyed: list[tuple[float, int, Item]] = []
    for position, item in enumerate(listed):
        host = host_of(item)
        keyed.append(((seen[host] + 0.5) / total[host], position, item))
        seen[host] += 1
    return tuple(item for _, _, item in sorted(keyed, key=lambda entry: entry[:2]))
