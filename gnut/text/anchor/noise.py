"""Tell what a text layer did to words from what a writer did: bad signs, and blanks in other places."""

from __future__ import annotations

import re
from itertools import zip_longest

from gnut.text.anchor.align import Pair
from gnut.text.anchor.lexicon import is_negation
from gnut.text.anchor.side import Side
from gnut.text.words import BAD, has_bad, is_digit

_BAD_RUN = re.compile(rf"[{BAD}]+")
_MOST_RUNS = 9
"""Stretches of bad signs in one word or region that are compared; a pattern of more could be slow."""


def is_noise(ours: Side, theirs: Side, region: list[Pair]) -> bool:
    """Return whether the passage only has signs that are no letters where the excerpt has letters."""
    if not has_bad(theirs.written(pair.source for pair in region if pair.source is not None)):
        return False
    if all(
        pair.excerpt is not None and pair.source is not None and _reads(pair.source.text, pair.excerpt.text)
        for pair in region
    ):
        return True
    words = theirs.written(pair.source for pair in region if pair.source is not None).lower()
    return _reads(words, ours.written(pair.excerpt for pair in region if pair.excerpt is not None).lower())


def _reads(noisy: str, words: str) -> bool:
    """Return whether `noisy` reads `words` when each sign that is no letter stands for one to three letters."""
    runs = _BAD_RUN.split(noisy)
    if noisy == words or len(runs) > _MOST_RUNS:
        return noisy == words
    gaps = [f"[^\\W\\d_]{{{len(run)},{3 * len(run)}}}" for run in _BAD_RUN.findall(noisy)]
    pattern = "".join(part for pair in zip_longest(map(_loose, runs), gaps, fillvalue="") for part in pair)
    return re.fullmatch(pattern, words) is not None


def _loose(text: str) -> str:
    """Return a pattern for `text` in which a blank may be missing."""
    return re.escape(text).replace("\\ ", " ?")


def is_parting(region: list[Pair]) -> bool:
    """Return whether both sides have the same letters, parted otherwise by hyphens, blanks or a line end."""
    mine = [pair.excerpt.text for pair in region if pair.excerpt is not None]
    other = [pair.source.text for pair in region if pair.source is not None]
    if "".join(mine).replace("-", "") != "".join(other).replace("-", ""):
        return False
    return not any(map(is_digit, "".join((*mine, *other))))


def denials_parted(region: list[Pair]) -> bool:
    """Return whether parting the same letters otherwise makes or unmakes a denial ("notable", "not able")."""
    return any(token is not None and is_negation(token.text) for pair in region for token in pair)
