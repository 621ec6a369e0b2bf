"""Times as RFC 3339 writes them, compared as instants and kept as written."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from gnut.text.patterns import lazy

LONGEST = 64
"""Most characters of a time: a fraction has no end in the standard."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400

_TIME = lazy(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.([0-9]{1,40}))?"
    r"(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
_FIRST = date(1, 1, 1).toordinal() * DAY
_PAST_LAST = (date(9999, 12, 31).toordinal() + 1) * DAY


class Instant(Struct, frozen=True, order=True):
    """A point in time; of two the smaller is the earlier."""

    second: int
    """Seconds since the day before the year 1, UTC."""

    fraction: str
    """Digits behind the second without zeros at the end: compared as texts they are in order."""

    def after(self, earlier: Instant, seconds: int) -> bool:
        """Whether this is more than so many seconds after another."""
        return (self.second, self.fraction) > (earlier.second + seconds, earlier.fraction)


def instant(said: object) -> Instant | None:
    """Return the point in time that a text names; None when it is no valid RFC 3339 time with a zone.

    Valid are ASCII digits, `T` or `t`, seconds, an optional fraction, `Z`, `z` or an offset, a day of the calendar, and
    a UTC year from 1 to 9999. A leap second (`:60`) is one at 23:59 UTC alone.

    Args:
        said: As captured; anything but a text names no time.
    """
    if not isinstance(said, str) or len(said) > LONGEST or (match := _TIME.fullmatch(said)) is None:
        return None
    year, month, day, hour, minute, second = (int(match[group]) for group in range(1, 7))
    try:
        days = date(year, month, day).toordinal()
    except ValueError:
        return None
    offset = (int(match[9]) * HOUR + int(match[10]) * MINUTE) * (-1 if match[8] == "-" else 1) if match[8] else 0
    start = days * DAY + hour * HOUR + minute * MINUTE - offset
    if second == 60 and start % DAY != DAY - MINUTE:
        return None
    point = start + second
    if not _FIRST <= start <= point < _PAST_LAST:
        return None
    return Instant(point, (match[7] or "").rstrip("0"))


def oldest(stamps: Iterable[object]) -> str | None:
    """Return the earliest of several times, as written; the first of equals, and None when none is valid."""
    valid = [(point, each) for each in stamps if (point := instant(each)) is not None and isinstance(each, str)]
    return min(valid, key=lambda pair: pair[0])[1] if valid else None


def later(said: str, hours: int) -> str:
    """Return the time so many hours after a valid one, in UTC and whole seconds; never past the year 9999."""
    point = instant(said)
    second = min((point.second if point else 0) + hours * HOUR, _PAST_LAST - 1)
    day, rest = date.fromordinal(second // DAY), second % DAY
    return f"{day.isoformat()}T{rest // HOUR:02}:{rest % HOUR // MINUTE:02}:{rest % MINUTE:02}Z"
