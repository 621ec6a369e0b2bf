"""Patterns that a user or a repository wrote, compiled and tried within bounds.

Python's matcher backtracks: `(a+)+$` takes longer than anybody waits for thirty letters. It does look for signals
on its way, so that a timer of the process's own processor time can end it (on a busy machine the clock on the wall
says nothing). Counted repeats multiply into memory before the timer fires, so that they are bounded beforehand.
"""

from __future__ import annotations

import math
import re
import resource
import signal
import warnings
from collections.abc import Callable, Iterator
from typing import TypeVar

from gnut.edge.paths import legible
from gnut.errors import Usage
from gnut.text.patterns import lazy

LENGTH = 1000
"""Most characters of a pattern."""

COUNTED = 1000
"""Largest product of the numbers in braces of a pattern."""

SECONDS = 2.0
"""Processor time of all the patterns of a call, for all its addresses."""

_BRACES = lazy(r"\{(\d*)(?:,(\d*))?\}")

Result = TypeVar("Result")


class _TooLong(Exception):
    """The timer fired."""


class Pattern:
    """A regular expression with the name under which it is spoken of."""

    def __init__(self, source: str, where: str) -> None:
        """Compile `source`.

        Args:
            source: As written.
            where: Whose it is, for messages: an option, a file with the number of a line.

        Raises:
            Usage: It is too long, or no regular expression (code `bad_pattern`).
        """
        self.source, self.where = source, where
        if len(source) > LENGTH:
            raise self.refused(f"longer than {LENGTH:,} characters")
        if math.prod(_numbers(source)) > COUNTED:
            raise self.refused(f"repeats that are counted come to more than {COUNTED:,}")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # What a later Python may read otherwise is no matter of this call.
                self.compiled = re.compile(source)
        except (re.error, RecursionError, OverflowError) as error:
            why = error.msg if isinstance(error, re.error) else "it nests or repeats too much"
            place = f" at position {error.pos}" if isinstance(error, re.error) and error.pos is not None else ""
            raise self.refused(f"{why}{place}") from None

    def refused(self, why: str) -> Usage:
        """Return the refusal of this pattern."""
        shown = self.source if len(self.source) <= 80 else self.source[:79] + "…"
        what = f"{self.where}: {legible(shown)!r} is not taken: {why}"
        return Usage(what, help="it is read as a regular expression of Python", code="bad_pattern")


class Budget:
    """Processor time that the patterns of one call share."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Start with all of it."""
        self._left = seconds

    def spend(self, pattern: Pattern, work: Callable[[re.Pattern[str]], Result]) -> Result:
        """Return what `work` makes of a compiled pattern, within the time that is left.

        Raises:
            Usage: The time was used up (code `bad_pattern`), or this is not the main thread, which alone hears a
                signal.
        """
        try:
            return self._timed(lambda: work(pattern.compiled))
        except _TooLong:
            raise pattern.refused("it takes too long on these addresses") from None

    def _timed(self, work: Callable[[], Result]) -> Result:
        def fired(signum: int, frame: object) -> None:
            raise _TooLong

        try:
            before = signal.signal(signal.SIGVTALRM, fired)
        except ValueError:
            raise Usage("patterns are tried in the main thread alone", code="bad_pattern") from None
        began = _used()
        try:
            # The timer counts ticks: what ends within one is never interrupted, however little is left.
            if self._left <= 0:
                raise _TooLong
            signal.setitimer(signal.ITIMER_VIRTUAL, self._left)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
            # Counted here: what the timer says is left knows nothing of what took less than a tick.
            self._left -= _used() - began


def _used() -> float:
    """Return the processor time of this process outside the kernel, in seconds."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _numbers(source: str) -> Iterator[int]:
    """Yield the greater number in each pair of braces; a number of many digits is cut, which makes it no smaller."""
    for low, high in _BRACES.findall(source):
        yield max(1, *(int(digits[:9]) if digits else 1 for digits in (low, high)))
