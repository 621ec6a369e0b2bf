"""Politeness: few connections to a host at once, a pause between them, and no argument with a server that says wait."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from gnut.edge.net.refusal import Refused

Item = TypeVar("Item")


class _Host:
    def __init__(self, at_once: int) -> None:
        self.slots = threading.Semaphore(at_once)
        self.lock = threading.Lock()
        self.interval = 0.0
        """Seconds that its server wants between two requests."""

        self.next_at = float("-inf")
        self.held_until = float("-inf")
        self.closed_for: float | None = None


class Pace:
    """Slots and pauses per host, shared by the threads of one call."""

    def __init__(
        self,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
        longest_wait: float,
        at_once: int,
        interval: float,
    ) -> None:
        """Pace by `clock`.

        Args:
            clock: Monotonic seconds.
            sleep: Waits so many seconds.
            longest_wait: Most seconds for which a server may hold its host back, or want between two requests.
            at_once: Connections to one host at a time.
            interval: Seconds between two requests to one host.
        """
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
            start = self._booked(host)
            while (pause := start - self._clock()) > 0:
                self._sleep(pause)
                # Meanwhile the server may have asked to be left alone for longer.
                held = self._held(host)
                if held <= start:
                    break
                start = held
            yield

    def _booked(self, host: _Host) -> float:
        with host.lock:
            self._check_open(host)
            start = max(self._clock(), host.next_at, host.held_until)
            host.next_at = start + max(self._interval, host.interval)
            return start

    def _held(self, host: _Host) -> float:
        with host.lock:
            self._check_open(host)
            return host.held_until

    @staticmethod
    def _check_open(host: _Host) -> None:
        if host.closed_for is not None:
            raise Refused(
                "rate_limited", f"the server asked to be left alone for {host.closed_for:g} seconds", lasting=True
            )

    def slow(self, name: str, seconds: float) -> None:
        """Keep so many seconds between two requests to `name` from now on, or as many as a server may ask to wait."""
        host = self._host(name)
        with host.lock:
            host.interval = max(host.interval, min(seconds, self._longest_wait))

    def hold(self, name: str, seconds: float) -> None:
        """Keep requests from `name` as its server asks, or give the host up for this call."""
        host = self._host(name)
        with host.lock:
            if seconds > self._longest_wait:
                host.closed_for = seconds
            else:
                host.held_until = max(host.held_until, self._clock() + seconds)


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
