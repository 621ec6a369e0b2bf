"""A line on the terminal that says how far a long command is."""

from __future__ import annotations

import sys

from gnut.edge.world import World

PATIENCE = 0.5
"""Seconds before anything is shown; most calls are over by then."""

EVERY = 0.1
"""Seconds between two drawings."""

WIDTH = 24


class Progress:
    """A bar on stderr, only on a terminal that can redraw a line, and only for what takes its time."""

    def __init__(self, world: World, total: int, noun: str, *, quiet: bool = False) -> None:
        """Count to `total` of `noun`."""
        unfit = quiet or not world.stderr_tty or world.environ.get("TERM") == "dumb" or bool(world.environ.get("CI"))
        self._on = not unfit
        self._clock = world.clock
        self._start = self._drawn_at = world.clock()
        self._total = total
        self._noun = noun
        self._done = self._failed = 0
        self._drawn = False

    def step(self, *, failed: bool) -> None:
        """Count one more."""
        self._done += 1
        self._failed += failed
        now = self._clock()
        if self._on and now - self._start >= PATIENCE and (now - self._drawn_at >= EVERY or not self._drawn):
            self._drawn_at = now
            self._draw()

    def _draw(self) -> None:
        filled = WIDTH * self._done // max(1, self._total)
        failed = f", {self._failed} failed" if self._failed else ""
        bar = "#" * filled + "." * (WIDTH - filled)
        self._write(f"\r[{bar}] {self._done}/{self._total} {self._noun}{failed}\x1b[K")
        self._drawn = True

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._write("\r\x1b[K")
            self._drawn = False

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self._on = False
