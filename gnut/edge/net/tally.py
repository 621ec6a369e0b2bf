"""What each host was asked for in one call, for people."""

from __future__ import annotations

import threading

from msgspec import Struct

from gnut.model import Absence, Fetched, Unchanged


class HostStats(Struct, frozen=True, forbid_unknown_fields=True):
    """One host's share of a call."""

    host: str
    requests: int
    """Requests that went out to it, for robots.txt and after redirects included."""

    bytes: int
    """Bytes it sent: heads and bodies, as they came."""

    seconds: float
    """Spent in exchanges with it; of several at once, the sum."""

    paused: float
    """Seconds spent waiting for a turn with it, or for another try."""

    captured: int
    """Sources asked for at this host, wherever they were found, that were captured."""

    unchanged: int
    failed: int


class _Host:
    def __init__(self) -> None:
        self.requests = self.bytes = self.captured = self.unchanged = self.failed = 0
        self.seconds = self.paused = 0.0


class Tally:
    """Counts by host, shared by the threads of one call."""

    def __init__(self) -> None:
        """Start at nothing."""
        self._lock = threading.Lock()
        self._hosts: dict[str, _Host] = {}

    def exchange(self, host: str, received: int, seconds: float) -> None:
        """Count one request."""
        with self._lock:
            entry = self._hosts.setdefault(host, _Host())
            entry.requests += 1
            entry.bytes += received
            entry.seconds += seconds

    def pause(self, host: str, seconds: float) -> None:
        """Count time spent waiting."""
        with self._lock:
            self._hosts.setdefault(host, _Host()).paused += max(0.0, seconds)

    def outcome(self, host: str, answer: Fetched | Unchanged | Absence) -> None:
        """Count what a source asked for at `host` came to."""
        with self._lock:
            entry = self._hosts.setdefault(host, _Host())
            if isinstance(answer, Fetched):
                entry.captured += 1
            elif isinstance(answer, Unchanged):
                entry.unchanged += 1
            else:
                entry.failed += 1

    def hosts(self) -> tuple[HostStats, ...]:
        """Return the counts so far, by name."""
        with self._lock:
            return tuple(
                HostStats(
                    host=name,
                    requests=entry.requests,
                    bytes=entry.bytes,
                    seconds=entry.seconds,
                    paused=entry.paused,
                    captured=entry.captured,
                    unchanged=entry.unchanged,
                    failed=entry.failed,
                )
                for name, entry in sorted(self._hosts.items())
            )
