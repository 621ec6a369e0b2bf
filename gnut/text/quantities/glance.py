"""Whether a text may hold a figure at all: what reads figures is loaded only then, since most starts need none."""

from __future__ import annotations

from gnut.text.patterns import lazy

STEMS = (
    *("doubl", "tripl", "trebl", "quadrupl", "quintupl", "fold", "halv", "verdoppel", "verdreifach", "vervierfach"),
    *("duplic", "triplic", "cuadruplic", "raddopp", "dimezz", "halbiert", "verdubbel", "удво", "утро", "décupl"),
    *("verfünffach", "verzehnfach", "verdrievoud", "verviervoud", "gehalveerd"),
)
"""Of words that say how many times."""

_FIGURE = lazy(r"(?i)[\d½¼¾⅐-⅞]|" + "|".join(STEMS))


def may_hold_figures(text: str) -> bool:
    """Return whether a text has a digit, a fraction or a word of multiplying."""
    return _FIGURE.search(text) is not None
