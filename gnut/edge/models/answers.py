"""Models' answers, taken apart strictly: a wrong shape, label or range is the detector's error."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from gnut_store import canon


class BadAnswer(Exception):
    """A model answered something that has no meaning here; recorded as `detector_error:BadAnswer`."""


class WindowTooLong(Exception):
    """A window would be cut without a word; recorded as `detector_error:WindowTooLong`."""


def fraction(value: object) -> str:
    """Return a number from 0 to 1 as a string with six decimals.

    Raises:
        BadAnswer: Anything else, NaN included.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise BadAnswer("expected a number from 0 to 1")
    number = float(value)
    if not 0 <= number <= 1:
        raise BadAnswer("a number is outside 0 to 1")
    return f"{number:.6f}"


def rest(value: object) -> str:
    """Return what a fraction leaves of 1, as a string with six decimals."""
    return f"{1 - float(fraction(value)):.6f}"


def whole(value: object) -> int:
    """Return an integer.

    Raises:
        BadAnswer: Anything else; a truth value is none.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise BadAnswer("expected an integer")
    return int(value)


def listed(value: Any, count: int | None = None) -> list[Any]:
    """Return an array's members, also of one that numerical libraries make.

    Raises:
        BadAnswer: It is none, or has not `count` members.
    """
    members = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(members, list | tuple) or (count is not None and len(members) != count):
        raise BadAnswer("expected an array" if count is None else f"expected an array of {count}")
    return list(members)


def raw_sha256(answer: object) -> str:
    """Return the hash of an answer as it was read, numbers as strings with six decimals."""
    return canon.sha256(canon.encode(answer))
