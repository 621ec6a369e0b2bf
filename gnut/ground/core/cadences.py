"""How often a source is brought up to date, and how old its evidence may be."""

from __future__ import annotations

from fractions import Fraction

from gnut.text.patterns import lazy

_UNITS = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), Fraction(1, 60)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), Fraction(1)),
    **dict.fromkeys(("d", "day", "days"), Fraction(24)),
    **dict.fromkeys(("w", "week", "weeks"), Fraction(24 * 7)),
    **dict.fromkeys(("month", "months"), Fraction(24 * 30)),
    **dict.fromkeys(("quarter", "quarters"), Fraction(24 * 365, 4)),
    **dict.fromkeys(("y", "yr", "year", "years"), Fraction(24 * 365)),
}
"""Unit → hours. `m` is no unit: it is read as a minute and as a month."""

_WORDS = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annual": "year",
    "annually": "year",
}
_COUNTED = lazy(r"(?:(?:every|each)\s{1,4})?(?:([0-9]{1,5})\s{0,4})?([a-z]{1,8})")
_DURATION = lazy(
    r"p(?:([0-9]{1,5})y)?(?:([0-9]{1,5})m)?(?:([0-9]{1,5})w)?(?:([0-9]{1,5})d)?"
    r"(?:t(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?(?:([0-9]{1,5})s)?)?"
)
_PARTS = (_UNITS["year"], _UNITS["month"], _UNITS["week"], _UNITS["day"], _UNITS["hour"], _UNITS["min"])
_SECOND = Fraction(1, 3_600)


def window(cadence: str) -> int | None:
    """Return how many seconds after it was captured evidence goes stale; None for a cadence that is not understood.

    Understood are `hourly`, `daily`, `weekly`, `monthly`, `quarterly`, `yearly`, `6h`, `every 6 hours`, `2 days`, and
    durations of ISO 8601 (`PT6H`, `P1D`), in any case. To the cadence itself a grace is added: three hours, or the
    cadence up to two days, or a sixth of it, whichever is the longest. So evidence of a daily source may be 48 hours
    old, of a weekly one 216, of a monthly one 840, which are the published windows; of an hourly one 4.
    """
    hours = _hours(cadence.strip().lower()) if len(cadence) <= 64 and cadence.isascii() else None
    if not hours:
        return None
    grace = max(Fraction(3), min(hours, Fraction(48)), hours / 6)
    return int((hours + grace) * 3_600)


def _hours(said: str) -> Fraction | None:
    if said in _WORDS:
        return _UNITS[_WORDS[said]]
    if match := _DURATION.fullmatch(said):
        counts = [int(count or 0) for count in match.groups()]
        return sum((each * unit for each, unit in zip(counts, (*_PARTS, _SECOND), strict=True)), Fraction(0))
    if (match := _COUNTED.fullmatch(said)) and match[2] in _UNITS and (match[1] or said.startswith("e")):
        return int(match[1] or 1) * _UNITS[match[2]]
    return None
