"""The words of a range of flat text."""

from __future__ import annotations

from gnut.text.markdown.leaf import HIDDEN
from gnut.text.patterns import lazy

SHOWN = {0x1A: "\ufffd", 0: "\ufffd", ord(HIDDEN): " "}
"""What stands for a byte that is not UTF-8, for NUL, and for an image."""

_GONE = "\x00"
_EMPTY = lazy(r"[(（\[［]\s*(?:\x00[\s,;，；、]*)+[)）\]］]")
_BEFORE_STOP = lazy(r"\s*\x00(?:[\s,;，；、]*\x00)*\s*(?=[.,;:!?)…。，、；：！？）»”]|$)")
_BETWEEN = lazy(r"(?<=\s)\x00(?:[\s,;，；、]*\x00)*\s*|\x00(?:[\s,;，；、]*\x00)*")


def cleaned(text: str, at: int, to: int, drop: list[tuple[int, int]]) -> str:
    """Return the words of a range without the dropped ranges, blanks folded.

    What a mark leaves behind goes with it: the blank before a stop, the comma between two marks, the
    empty bracket around them.

    Args:
        text: Flat text.
        at: First character.
        to: Character after the last.
        drop: Ranges to leave out, sorted; they may overlap.
    """
    parts = []
    here = at
    for start, end in drop:
        if end <= here or start >= to:
            continue
        parts.append(text[here : max(here, start)].translate(SHOWN))
        parts.append(_GONE)
        here = min(max(here, end), to)
    parts.append(text[here:to].translate(SHOWN))
    words = "".join(parts)
    if _GONE in words:
        words = _EMPTY.sub(_GONE, words)
        words = _BEFORE_STOP.sub("", words)
        words = _BETWEEN.sub("", words)
    return " ".join(words.split())
