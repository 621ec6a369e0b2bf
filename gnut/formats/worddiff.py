"""Two short texts side by side, with what differs marked as git's word diff does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnut.formats.escape import one_line
from gnut.formats.paint import Paint
from gnut.text.fold import folded
from gnut.text.patterns import lazy

TOKENS = 400
"""Most words of a text that are compared; a longer one is cut."""

_SOLID = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
"""Scripts that set no blank between words: each sign is compared on its own."""

TOKEN = lazy(
    rf"[-+−]?[$€£¥₹]?\d+(?:[.,'’]\d+)*[%A-Za-z]*|[{_SOLID}]|(?:(?![{_SOLID}])\w)+|\s+|.",
    re.DOTALL,
)
"""A number with its signs, a word, a sign of a script without blanks, a run of blanks, or any other sign."""

Piece = tuple[str, str, bool]
"""What the first text has, what the second has, and whether they are the same to a reader."""


def marked(excerpt: str, passage: str, paint: Paint) -> tuple[str, str]:
    """Return both texts, escaped, each word that the other lacks inside `[-…-]` or `{+…+}`.

    Words that differ in case or typography alone are the same here, as they are to the anchor.
    """
    first, second = "", ""
    for left, right, same in _joined(_pieces(_tokens(excerpt), _tokens(passage))):
        first += left if same else wrapped(left, "[-", "-]", "red", paint)
        second += right if same else wrapped(right, "{+", "+}", "green", paint)
    return first, second


def wrapped(text: str, opening: str, closing: str, colour: str, paint: Paint) -> str:
    """Return what is only here inside its signs, the blanks around it outside."""
    word = text.strip()
    if not word:
        return text
    at = text.index(word)
    return text[:at] + paint(f"{opening}{word}{closing}", colour) + text[at + len(word) :]


def _pieces(left: list[str], right: list[str]) -> Iterator[Piece]:
    from difflib import SequenceMatcher

    keys = [folded(token) or token for token in left], [folded(token) or token for token in right]
    for tag, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        yield "".join(left[a:b]), "".join(right[c:d]), tag == "equal"


def _joined(pieces: Iterator[Piece]) -> list[Piece]:
    """Return the pieces with a blank between two differences made part of one difference."""
    joined: list[Piece] = []
    for piece in pieces:
        parted = len(joined) > 1 and joined[-1][2] and joined[-1][0].isspace() and not joined[-2][2]
        if parted and not piece[2]:
            _, (left, right, _) = joined.pop(), joined.pop()
            joined.append((f"{left} {piece[0]}", f"{right} {piece[1]}", False))
        else:
            joined.append(piece)
    return joined


def _tokens(text: str) -> list[str]:
    tokens = TOKEN.findall(one_line(text))
    return tokens if len(tokens) <= TOKENS else [*tokens[:TOKENS], "…"]
