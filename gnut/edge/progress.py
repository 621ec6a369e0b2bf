"""A line on the terminal that says how far a long command is."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import TracebackType

from gnut.edge.terminal import width_of_stderr
from gnut.edge.world import World
from gnut.formats.lasting import clock
from gnut.formats.sizes import size

PATIENCE = 0.5
"""Seconds before anything is shown; most calls are over by then."""

EVERY = 0.1
"""Seconds between two drawings, at least."""

BEAT = 0.5
"""Seconds after which the line is drawn anew although nothing came: the clock goes on."""

WIDTH = 24
"""Columns of the bar."""

FEW = 3
"""Answers before it is said how long the rest may take."""


class Progress:
    """A bar on stderr, only on a terminal that can redraw a line, and only for what takes its time.

    In a `with` block it goes on while nothing comes, and leaves a clean line however the block ends.
    """

    def __init__(
        self,
        world: World,
        total: int,
        noun: str,
        *,
        quiet: bool = False,
        least: float = 0.0,
        width: Callable[[], int] = width_of_stderr,
    ) -> None:
        """Count to `total` of `noun`.

        Args:
            world: Clock, environment and terminal.
            total: How many there are.
            noun: What they are.
            quiet: Whether to draw nothing.
            least: Seconds that all of it takes at least, for a fair estimate.
            width: Columns of the terminal.
        """
        unfit = quiet or not world.stderr_tty or world.environ.get("TERM") == "dumb" or bool(world.environ.get("CI"))
        self._on = not unfit
        self._clock = world.clock
        self._start = self._drawn_at = world.clock()
        self._total = total
        self._noun = noun
        self._least = least
        self._width = width
        self._done = self._failed = self._bytes = 0
        self._came_at = 0.0
        self._drawn = False
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._beat: threading.Thread | None = None

    def __enter__(self) -> Progress:
        """Go on drawing in the background."""
        if self._on:
            self._beat = threading.Thread(target=self._go_on, daemon=True)
            self._beat.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Stop, and take the line away."""
        self.clear()

    def _go_on(self) -> None:
        while not self._over.wait(BEAT):
            self._show()

    def step(self, *, failed: bool, bytes: int = 0) -> None:
        """Count one more.

        Args:
            failed: Whether it is a failure.
            bytes: What came for it.
        """
        self._done += 1
        self._failed += failed
        self._bytes += bytes
        self._came_at = self._clock() - self._start
        self._show()

    def _show(self) -> None:
        with self._lock:
            now = self._clock()
            due = now - self._start >= PATIENCE and (now - self._drawn_at >= EVERY or not self._drawn)
            if self._on and due and not self._over.is_set():
                self._drawn_at = now
                self._write(f"\r{self._line(now - self._start)}\x1b[K")
                self._drawn = True

    def _line(self, seconds: float) -> str:
        """Return as much of the line as the terminal is wide; of less room, what matters least goes first."""
        filled = WIDTH * self._done // max(1, self._total)
        bar = "[" + "#" * filled + "." * (WIDTH - filled) + "] "
        count = f"{self._done}/{self._total}"
        noun = f" {self._noun}"
        failed = f", {self._failed} failed" if self._failed else ""
        came = f", {size(self._bytes)}" if self._bytes else ""
        left = self._left(seconds)
        rest = "" if left is None else f", about {clock(left)} left"
        spent = f", {clock(seconds)}"
        room = self._width() - 1
        for parts in (
            (bar, count, noun, failed, came, spent, rest),
            (count, noun, failed, came, spent, rest),
            (count, noun, failed, rest or spent),
            (count, failed),
        ):
            line = "".join(parts)
            if len(line) <= room:
                return line
        return count[:room]

    def _left(self, seconds: float) -> float | None:
        """Return how long the rest may take, at the pace so far or at the polite one.

        None so early on, and where the pace says nothing: under a second, or when nothing has come for longer than
        all of the rest was to take. Then a slow server is awaited, and nobody knows for how long.
        """
        if self._done < min(FEW, self._total) or self._done >= self._total:
            return None
        left = max(self._came_at / self._done * (self._total - self._done), self._least - seconds)
        return None if left < 1 or seconds - self._came_at > left else left

    def clear(self) -> None:
        """Take the line away."""
        self._over.set()
        with self._lock:
            if self._drawn:
                self._write("\r\x1b[K")
                self._drawn = False

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self._on = False
