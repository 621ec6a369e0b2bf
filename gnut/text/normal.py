"""How an answer and its sources are normalised before anything is read in them.

Line ends become line feeds; compatibility forms are folded (NFKC), but for superscripts, subscripts and fractions,
whose folding would make other numbers of them; what has no width is dropped; runs of blanks become one (a tab when they
hold one), three line feeds and more two; ends are trimmed. The result is a fixed point.
"""

from __future__ import annotations

import re
import unicodedata

from gnut.text.patterns import lazy

_KEPT = lazy("[⁰¹²³⁴-₎½¼¾⅐-⅞↉ºª℃℉‰µ]+")
"""Signs that NFKC would turn into digits, letters or a fraction of several signs."""

_DROPPED = lazy("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_BLANKS = lazy(r"[^\S\n]{2,}|[\r\f\v\u0085\u2028\u2029]")
_LINES = lazy(r"\n{3,}")


def normal(text: str) -> str:
    """Return `text` in its normal form."""
    if text.isascii():
        folded = text
    else:
        pieces, at = [], 0
        for kept in _KEPT.finditer(text):
            pieces += [unicodedata.normalize("NFKC", text[at : kept.start()]), kept[0]]
            at = kept.end()
        folded = _DROPPED.sub("", "".join((*pieces, unicodedata.normalize("NFKC", text[at:]))))
    lines = folded.replace("\r\n", "\n").replace("\r", "\n")
    return _LINES.sub("\n\n", _BLANKS.sub(_blank, lines)).strip()


def _blank(run: re.Match[str]) -> str:
    """Return what a run of blanks becomes: a tab when it has one, since tabs divide the cells of tables."""
    return "\t" if "\t" in run[0] else " "
