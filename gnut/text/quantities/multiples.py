"""How many times: `tripled`, `threefold`, `3x`, `verdoppelt`; a half is a multiple too."""

from __future__ import annotations

import re
from decimal import Decimal

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.numerals import numeral
from gnut.text.quantities.quantity import Quantity

_VERBS = {
    "2": """double doubled doubles doubling twofold two-fold verdoppelt verdoppelte doublé doublée doubla
        duplicó duplicado duplicou raddoppiato verdubbeld удвоился удвоилась удвоилось""",
    "3": """triple tripled triples tripling treble trebled threefold three-fold verdreifacht verdreifachte
        triplé tripla triplicó triplicado triplicou triplicato verdrievoudigd утроился утроилась утроилось""",
    "4": """quadruple quadrupled quadruples quadrupling fourfold four-fold vervierfacht quadruplé cuadruplicó
        cuadruplicado quadruplicato verviervoudigd""",
    "5": "quintupled quintuple fivefold five-fold verfünffacht quintuplé",
    "6": "sixfold six-fold",
    "7": "sevenfold seven-fold",
    "8": "eightfold eight-fold",
    "9": "ninefold nine-fold",
    "10": "tenfold ten-fold verzehnfacht décuplé",
    "100": "hundredfold",
    "0.5": "halved halving halbiert dimezzato gehalveerd",
}
_BY_WORD = {word: Decimal(value) for value, words in _VERBS.items() for word in words.split()}
_ROOTS = lazy(r"(?i)(?<!\w)(?:[^\W\d_]{2,13}(?:-fold)?)(?!\w)")
_DIGITS = lazy(
    r"(?P<number>\d(?<![A-Za-zÀ-ɏЀ-ӿ\d_.,-]\d)\d{0,8}(?:[.,]\d{1,9})?)"
    r"(?:[ \u00a0]?[x×](?![\w×])(?![ ]?\d)|[- ]?(?:fold|fach(?:e[nrs]?)?)\b|[ ]?[倍배])"
)
_MODIFIES = frozenset("double triple treble".split())
"""Words that mostly qualify a noun (`a double room`): they count only behind `more than`, `to`, `will`, or alone."""


def multiples(text: str, words: frozenset[str]) -> list[Quantity]:
    """Return the multiples of a text, in order of their kind of writing.

    Args:
        text: What is read.
        words: Its words in lower case, hyphened ones in parts.
    """
    found = [
        _quantity(match[0], Span(*match.span()), numeral(match["number"], "und").values) for match in _digits(text)
    ]
    if "fold" in words or not words.isdisjoint(_BY_WORD):
        for match in _ROOTS.finditer(text):
            value = _BY_WORD.get(match[0].casefold())
            if value is not None and match[0].casefold() not in _MODIFIES:
                found.append(_quantity(match[0], Span(*match.span()), (value,)))
    return found


def _digits(text: str) -> list[re.Match[str]]:
    if not any(sign in text for sign in ("x", "×", "fold", "fach", "倍", "배")):
        return []
    return list(_DIGITS.finditer(text))


def _quantity(text: str, span: Span, values: tuple[Decimal, ...]) -> Quantity:
    return Quantity(text, span, "multiple", values, (), "x", "multiple", "x", values, 0, Decimal(0), 0, ())
