"""Moments as lists of signers and people write them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from gnut.text.patterns import lazy

Local = Callable[[datetime], int]
"""Seconds since 1970 of a moment without a zone, as this machine's clock on the wall shows it."""

_LISTED = lazy(r"([0-9]{4})([0-9]{2})([0-9]{2})(?:([0-9]{2})([0-9]{2})([0-9]{2})?)?(Z|UTC)?\Z", 2)
_WRITTEN = lazy(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z\Z")
_EPOCH = datetime(1970, 1, 1)


def listed(text: str, local: Local) -> int | None:
    """Return seconds since 1970 of `YYYYMMDD[HHMM[SS]][Z]` as ssh-keygen reads it; None for anything else.

    Without `Z` (or `UTC`) it is local time. A day that its month has not is one of the next month, and a second 60
    or 61 one of the next minute, as the C library counts; what is not after 1970 began is none.
    """
    match = _LISTED.match(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(match[at] or 0) for at in range(1, 7))
    if not (1 <= year <= 9998 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 62):
        return None
    first = datetime.combine(date(year, month, 1), datetime.min.time())
    moment = first + timedelta(days=day - 1, hours=hour, minutes=minute, seconds=second)
    seconds = utc(moment) if match[7] else local(moment)
    return seconds if seconds > 0 else None


def written(text: str) -> int | None:
    """Return seconds since 1970 of RFC 3339 in UTC with whole seconds; None for anything else."""
    match = _WRITTEN.match(text)
    if match is None:
        return None
    try:
        seconds = utc(datetime(*(int(match[at]) for at in range(1, 7))))  # type: ignore[arg-type]
    except ValueError:
        return None
    return seconds if seconds > 0 else None


def utc(moment: datetime) -> int:
    """Return seconds since 1970 of a moment whose clock shows UTC."""
    return (moment - _EPOCH) // timedelta(seconds=1)


def shown(seconds: int) -> str:
    """Return RFC 3339 in UTC of seconds since 1970."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
