"""Colour by escape sequences, and nothing by colour alone."""

from __future__ import annotations

from typing import NamedTuple

_CODES = {"red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36", "bold": "1", "dim": "2"}
WEIGHTS = {"error": "red", "warning": "yellow", "waived": "cyan", "allowed": "cyan", "note": "cyan", "found": "green"}
"""Colour of each severity."""


class Paint(NamedTuple):
    """Whether to colour, decided once by a command."""

    on: bool

    def __call__(self, text: str, *styles: str) -> str:
        """Return `text`, already escaped, in `styles`."""
        if not self.on or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"
