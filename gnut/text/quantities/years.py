"""Whether four digits that look like a year count things instead: `2000 boats`."""

from __future__ import annotations

from gnut.text.patterns import lazy

_COUNTED = lazy(r"[\s\xa0](?P<word>[a-z]{3,}s)\b(?!['’])")
_OF_A_YEAR = frozenset(
    """was has does sales results earnings figures revenues profits levels terms prices values costs its this plus
    versus minus accounts numbers losses reports statements""".split()
)
"""Words in `-s` behind a year: `2023 sales`."""


def counts_things(text: str, end: int) -> bool:
    """Return whether things are counted right behind the digits that end at `end`."""
    found = _COUNTED.match(text, end)
    return found is not None and found["word"] not in _OF_A_YEAR
