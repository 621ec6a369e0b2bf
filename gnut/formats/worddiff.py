"""Two short texts side by side, with what differs marked as git's word diff does."""

from __future__ import annotations

import re

from gnut.formats.escape import one_line
from gnut.formats.paint import Paint

TOKENS = 400
"""Most words of a text that are compared; a longer one is cut."""

_TOKEN = re.compile(r"[-+−]?[$€£¥₹]?\d+(?:[.,'’]\d+)*[%\w]*|\w+|\s+|.", re.DOTALL)


def marked(excerpt: str, passage: str, paint: Paint) -> tuple[str, str]:
    """Return both texts, escaped, each word that the other lacks inside `[-…-]` or `{+…+}`."""
    from difflib import SequenceMatcher

    left, right = _tokens(excerpt), _tokens(passage)
    first: list[str] = []
    second: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        mine, theirs = "".join(left[a:b]), "".join(right[c:d])
        first.append(mine if tag == "equal" else paint(f"[-{mine}-]", "red") if mine else "")
        second.append(theirs if tag == "equal" else paint(f"{{+{theirs}+}}", "green") if theirs else "")
    return "".join(first), "".join(second)


def _tokens(text: str) -> list[str]:
    tokens = _TOKEN.findall(one_line(text))
    return tokens if len(tokens) <= TOKENS else [*tokens[:TOKENS], "…"]
