"""Name the kind of an altered number, sign, unit or denial."""

from __future__ import annotations

import re

from gnut.text.anchor.lexicon import (
    HAN_MAGNITUDES,
    MAGNITUDES,
    UNITS,
    is_negation,
    is_number_word,
    negations,
)
from gnut.text.anchor.side import Side
from gnut.text.words import CURRENCY, Token

_SIGN = re.compile(r"[-+±∓−]")
_UNIT_SIGNS = re.compile(rf"[{re.escape(CURRENCY)}%‰‱°]")
_RAISED = re.compile(r"[²³¹⁰⁴-⁹]+$")


def _is_number(side: Side, token: Token) -> bool:
    del side
    return token.kind == "number" or is_number_word(token.text) or re.search(r"\d", token.text) is not None


def _is_denial(side: Side, token: Token) -> bool:
    del side
    return is_negation(token.text) or (token.kind == "sign" and bool(negations(token.text)))


def _is_unit(side: Side, token: Token) -> bool:
    """Return whether `token` says what a number counts, or multiplies it."""
    if token.text in HAN_MAGNITUDES or (len(token.text) > 3 and multiplies(token)):
        return True
    return (_RAISED.sub("", token.text) in UNITS or multiplies(token)) and side.counts(token)


def multiplies(token: Token) -> bool:
    """Return whether `token` is a word or letter that multiplies a number."""
    return token.text in HAN_MAGNITUDES or MAGNITUDES.fullmatch(token.text) is not None


SPECIAL = (("number", _is_number), ("negation", _is_denial), ("unit", _is_unit))
"""Kinds in the order in which they take their words out of a region, and the test of each."""


def number_kind(mine: str, other: str) -> str:
    """Return whether two written numbers differ in digits, sign, or unit."""
    bare = [re.sub(r"\s", "", _UNIT_SIGNS.sub("", _SIGN.sub("", text))) for text in (mine, other)]
    if bare[0] != bare[1]:
        return "number"
    if _SIGN.findall(mine) != _SIGN.findall(other):
        return "sign"
    return "unit" if _UNIT_SIGNS.findall(mine) != _UNIT_SIGNS.findall(other) else "number"
