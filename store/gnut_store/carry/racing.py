"""Tells a push that somebody else overtook from one that is not wanted."""

from __future__ import annotations

import re

from gnut_store.carrier import CarrierFailed

_RACE = re.compile(
    r"\A(?:somebody else was faster|non-fast-forward|fetch first|failed to lock|stale info"
    r"|(?:[^\n]*: )?(?:cannot|failed to|unable to) lock ref\b[^\n]*"
    r"|incorrect old value provided|reference already exists"
    r"|cannot push non-fast-?forward[^\n]*|cannot push because a reference [^\n]* not present locally)[.\s]*\Z",
    re.IGNORECASE,
)
"""What git's servers and libgit2 say when somebody else moves the same ref; whole sentences, as hooks say anything."""


class CarrierRaced(CarrierFailed):
    """Others moved the ref each time; trying again later may succeed."""

    exit_code = 75
    code = "carrier_raced"


def is_race(why: str) -> bool:
    """Say whether a remote refused because somebody else is moving the same ref."""
    return _RACE.search(why) is not None
