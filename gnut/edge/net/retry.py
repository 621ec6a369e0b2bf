"""Further tries of what may pass by itself: few, later each time, and never against a server's word."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gnut.edge.net.refusal import Refused

PASSING = frozenset({"dns_error", "unreachable", "timeout", "incomplete", "rate_limited", "server_error"})
"""Kinds of failure that another try may not meet."""

FIRST = 1.0
"""Seconds before the second try; twice as many before each one after it. No chance in it: a run is repeatable."""

Result = TypeVar("Result")


def tried(step: Callable[[], Result], retries: int, longest: float, sleep: Callable[[float], None]) -> Result:
    """Return what `step` gives, at the last of `retries` further tries at the latest.

    Args:
        step: One whole try, with a deadline of its own.
        retries: Tries after the first.
        longest: Most seconds to wait before one of them.
        sleep: Waits so many seconds.

    Raises:
        Refused: As the last try.
    """
    for count in range(retries):
        try:
            return step()
        except Refused as refusal:
            wait = pause(refusal, count, longest)
            if wait is None:
                raise
            sleep(wait)
    return step()


def pause(refusal: Refused, count: int, longest: float) -> float | None:
    """Return the seconds to wait after the try with this number, from 0; None when no further one helps."""
    if refusal.why not in PASSING or refusal.lasting:
        return None
    if refusal.after is not None and refusal.after > longest:
        return None
    return min(longest, max(FIRST * (1 << count), refusal.after or 0.0))
