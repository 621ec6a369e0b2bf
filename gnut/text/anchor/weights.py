"""What weighs in a stretch of words, so that nobody may leave it out or put it in: numbers, magnitudes, denials."""

from __future__ import annotations

import re

from gnut.text.anchor.lexicon import MAGNITUDES, negations, turns
from gnut.text.anchor.numerals import is_number_word, is_roman, unspaced_numbers
from gnut.text.fold import folded
from gnut.text.patterns import lazy
from gnut.text.words import numbers, tokens

_GERMAN = lazy(r"(?<!\w)(?:und|das|ist|sich|auf|mit|sind|wird|ein|eine)(?!\w)")
_MONTH = lazy(r"\d\.?\s+mai(?!\w)|(?<!\w)mai\s+\d")


def weights(stretch: str, around: str = "") -> tuple[str, ...]:
    """Return what counts or denies in `stretch`, text as written, each once: digits, number words, magnitudes, denials.

    Args:
        stretch: What is left out or put in.
        around: Text about it, by which words are told apart that deny in one language only.
    """
    plain = folded(stretch)
    found = [*numbers(plain), *unspaced_numbers(plain)]
    for token in tokens(plain):
        multiplies = token.kind == "word" and len(token.text) > 3 and MAGNITUDES.fullmatch(token.text)
        if multiplies or (token.kind in ("word", "sign") and is_number_word(token.text)):
            found.append(token.text)
    found += [token.text for token in tokens(stretch) if token.kind == "word" and is_roman(token.text)]
    if (turn := _turn(stretch, plain, around)) is not None:
        found.append(turn)
    return tuple(dict.fromkeys(found))


def _turn(stretch: str, plain: str, around: str) -> str | None:
    context = folded(f"{around} {stretch}")
    passed = []
    if re.search(r"(?<!\w)Mai(?!\w)", stretch) or _MONTH.search(context):
        passed.append("mai")
    left = re.sub(rf"(?<!\w)(?:{'|'.join(passed)})(?!\w)", " ", plain) if passed else plain
    if "noch" in plain and re.search(r"(?<!\w)noch(?!\w)", plain) and not _GERMAN.search(context):
        return "noch"
    return turns(left)


def is_weighty(stretch: str) -> bool:
    """Return whether anything in `stretch` counts or denies."""
    return bool(weights(stretch)) or bool(negations(folded(stretch)))
