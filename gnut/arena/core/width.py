"""How long a text is to a reader."""

from __future__ import annotations

from gnut.text.patterns import lazy

_WIDE = lazy("[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff]")


def width(text: str) -> int:
    """Return the characters of a text, each Han, kana or Hangul character counted as two.

    Thirty of them say about what sixty letters do; one limit for all scripts would pass over most
    Chinese sentences as too short.
    """
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))
