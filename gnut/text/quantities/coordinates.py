"""Numbers that are coordinates: `section 3`, `Fig. 2`, `§ 7`, `第3章`; they say where, not how much."""

from __future__ import annotations

from gnut.text.patterns import lazy

PLACES = frozenset(
    """section sections sec secs figure figures fig figs table tables phase phases chapter chapters step steps part
    parts page pages p pp appendix annex article articles clause clauses item items note notes equation equations eq
    eqs volume volumes vol vols no nos issue issues rfc iso version versions level tier type class stage paragraph
    paragraphs para line lines slide slides rev chap ch art question questions finding findings exhibit exhibits filing
    filings abschnitt kapitel abbildung abb tabelle tab schritt seite artikel anhang teil nr chapitre tableau étape
    partie annexe sección capítulo tabla figura paso parte página anexo sezione capitolo tabella fase hoofdstuk tabel
    stap folie satz abs nummer núm шаг этап часть том рис табл стр раздел глава
    week woche semaine semana python java php windows android ubuntu
    debian macos ios postgresql""".split()
)
"""Words before a number that make it a coordinate, without a full stop, in lower case."""

REACH = 24
"""Code points before a number in which such a word is looked for."""

_WORD = lazy(r"([^\W\d_]+)\.?[\s\xa0]*$")
_SIGN = lazy(r"(?:[§#№第图表圖]|\b[nN][°º])\s?$")


def word_before(text: str, at: int) -> str:
    """Return the word that stands before `at`, in lower case; empty when none does."""
    word = _WORD.search(text, max(0, at - REACH), at)
    return word.group(1).casefold() if word else ""


def names_place(text: str, at: int) -> bool:
    """Return whether what stands before the number at `at` makes it a coordinate."""
    return word_before(text, at) in PLACES or _SIGN.search(text, max(0, at - 3), at) is not None
