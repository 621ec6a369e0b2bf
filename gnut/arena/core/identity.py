"""When two names of a model family or a session are the same name, however they are spelled."""

from __future__ import annotations

import unicodedata

from gnut.text.anchor.disguise import skeleton

_ACCENTS = range(0x300, 0x370)


def same_name(name: str) -> str:
    """Return the form in which names are compared: equal for spellings that pass for each other.

    Case, width, blanks, punctuation, accents, signs without a width, and letters that only look Latin do
    not make a name another one. Two names that are told apart too little leave a task unruled; two that
    are told apart too easily would let one family rule twice.
    """
    letters = skeleton(skeleton(unicodedata.normalize("NFKC", name)).casefold())
    apart = unicodedata.normalize("NFKD", letters)
    return "".join(sign for sign in apart if unicodedata.category(sign)[0] in "LMNS" and ord(sign) not in _ACCENTS)
