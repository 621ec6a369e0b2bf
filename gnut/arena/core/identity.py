"""When two names of a model family or a session are the same name, however they are spelled."""

from __future__ import annotations

import unicodedata

from gnut.arena.core.lookalikes import latin

_FILLERS = "\u115f\u1160\u17b4\u17b5\u3164\uffa0"
"""Letters that nobody sees (Default_Ignorable_Code_Point of category Lo)."""

_NO_PICTURES = "\u2800\ufffc\ufffd"
_POINTED = frozenset({"HEBREW", "ARABIC", "SYRIAC", "COMBINING"})
"""Scripts whose marks are left out by most who write them, and marks of none."""


def same_name(name: str) -> str:
    """Return the form in which names are compared: equal for spellings that pass for each other.

    Only letters and figures make a name. Case, width, blanks, punctuation, symbols, accents and signs that
    nobody sees do not, and a letter that looks like another counts as that one: `I`, `l` and `1`, `O` and `0`,
    `rn` and `m`, look-alikes of other scripts. Vowel signs count after letters of their own script. A name of
    pictures alone is its pictures. Empty for a name of which nothing is left.

    Two names that are told apart too little leave a task unruled; two that are told apart too easily would
    let one family rule twice.
    """
    letters = "".join(_letters(name))
    return letters.replace("rn", "m").replace("vv", "w") or "".join(_pictures(name))


def _letters(name: str) -> list[str]:
    found: list[str] = []
    script = ""
    for sign in _parts(name):
        kind = unicodedata.category(sign)
        if kind[0] == "M":
            if script and script == _script(sign) and script not in _POINTED and found[-1] != sign:
                found.append(sign)
        elif kind[0] in "LN" and kind != "Lm" and sign not in _FILLERS:
            found.append(latin(sign))
            script = _script(sign)
    return found


def _parts(name: str) -> str:
    """Return a name taken apart: accents apart from letters, without forms of print, in lower case.

    A symbol that stands for several letters, as the signs of trademarks do, is one that decorates. Among letters
    of another script one counts by its shape: Greek `ν` as v, its capital as N. In a name of one script both
    are one letter, and the capital's shape counts.
    """
    kept = "".join(
        sign for sign in name if unicodedata.category(sign) != "So" or len(unicodedata.normalize("NFKD", sign)) == 1
    )
    letters = (sign for sign in unicodedata.normalize("NFKC", kept) if sign.isalpha())
    if len({_script(sign) for sign in letters}) == 1:
        kept = kept.upper()
    seen = unicodedata.normalize("NFKD", "".join(latin(sign) for sign in kept))
    return unicodedata.normalize("NFKD", "".join(latin(sign) for sign in seen).casefold())


def _script(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0]


def _pictures(name: str) -> list[str]:
    return [sign for sign in name if unicodedata.category(sign) == "So" and sign not in _NO_PICTURES]
