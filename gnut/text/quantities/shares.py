"""What makes a number a share or a difference of shares: per cent, per mille, percentage points, basis points."""

from __future__ import annotations

from gnut.text.patterns import lazy
from gnut.text.quantities.locales import SPACES

NEXT = lazy(rf"(?:[{SPACES}]|-|[{SPACES}]?d['’])(?P<word>[^\W\d_]+)")
"""The next word, behind a blank, a hyphen or an elided `de`."""

LINKS = frozenset("de d di of".split())
"""Words between a number's scale and what it counts."""

PERCENT = frozenset("% ％ ٪ percent pct prozent procent процент процента процентов".split())
_CENT = frozenset("cent ciento cento".split())
_MILLE = frozenset("mille mil mill".split())
_POINT_WORDS = frozenset("pp ppt ppts prozentpunkt prozentpunkte prozentpunkten procentpunt procentpunten".split())
_BASIS_WORDS = frozenset("bp bps basispunkt basispunkte basispunkten basispunten".split())
_POINTS = {
    ("percentage", "point"): "points",
    ("percentage", "points"): "points",
    ("percent", "points"): "points",
    ("%", "points"): "points",
    ("basis", "point"): "basis",
    ("basis", "points"): "basis",
    ("puntos", "porcentuales"): "points",
    ("punto", "porcentual"): "points",
    ("pontos", "percentuais"): "points",
    ("punti", "percentuali"): "points",
    ("puntos", "básicos"): "basis",
    ("punti", "base"): "basis",
    ("pontos", "base"): "basis",
}
_EASTERN = {
    **dict.fromkeys(("个百分点", "個百分點", "百分点", "百分點", "ポイント", "%ポイント", "％ポイント"), "points"),
    **dict.fromkeys(("%p", "%P", "%포인트", "퍼센트포인트"), "points"),
    **dict.fromkeys(("个基点", "個基點", "基点", "基點", "ベーシスポイント"), "basis"),
}
"""Points of Chinese, Japanese and Korean, where no blank ends the word."""

_EASTERN_STARTS = frozenset(word[0] for word in _EASTERN)
_DOTTED = lazy(r"[pP]\.[ \u00a0]?[pP]\.")
_POINTS_OF = {"pourcentage": "points", "base": "basis"}
"""What stands behind `points de`."""


_PER_MILLE = frozenset("‰ promille permille".split())
_BEGINNINGS = frozenset("per por pour pro percentage basis points point punti punto puntos pontos".split())
"""First words of those in two and three."""


def begins(low: str) -> bool:
    """Return whether a share may begin with a word or sign in lower case."""
    return (
        low in PERCENT
        or low in _POINT_WORDS
        or low in _BASIS_WORDS
        or low in _PER_MILLE
        or low in _BEGINNINGS
        or low[0] in _EASTERN_STARTS
    )


def share(text: str, at: int, word: str) -> tuple[str, int] | None:
    """Return what kind of share a number is, and where that ends; None when it is none.

    Args:
        text: What is read.
        at: Where `word` begins, behind the digits.
        word: A word or a sign.

    Returns:
        `percent | mille | points | basis`.
    """
    dotted = _DOTTED.match(text, at)
    if dotted is not None:
        return "points", dotted.end()
    return _eastern(text, at, word) or _western(text, at + len(word), word)


def _eastern(text: str, at: int, word: str) -> tuple[str, int] | None:
    if word[0] not in _EASTERN_STARTS:
        return None
    found = max((each for each in _EASTERN if text.startswith(each, at)), key=len, default=None)
    if found is None or (found[-1] in "pP" and text[at + 2 : at + 3].isalpha()):
        return None
    return _EASTERN[found], at + len(found)


def _western(text: str, end: int, word: str) -> tuple[str, int] | None:
    low = word.casefold()
    if low in _PER_MILLE:
        return "mille", end
    if low in _POINT_WORDS:
        return "points", end
    if low in _BASIS_WORDS:
        return "basis", end
    percent = low in PERCENT
    if not percent and low not in _BEGINNINGS:
        return None
    following = NEXT.match(text, end)
    second = following["word"].casefold() if following else ""
    if following and (low, second) in _POINTS:
        return _POINTS[low, second], following.end()
    if percent:
        return "percent", end
    if following and low in ("per", "por", "pour", "pro") and second in _CENT | _MILLE:
        return ("percent" if second in _CENT else "mille"), following.end()
    if following and low in ("points", "point", "punti") and second in LINKS:
        third = NEXT.match(text, following.end())
        if third and third["word"].casefold() in _POINTS_OF:
            return _POINTS_OF[third["word"].casefold()], third.end()
    return None
