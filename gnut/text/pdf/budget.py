"""How much of a PDF file is looked at more closely than geometry alone does.

What is counted here, never the clock: the same file reads the same everywhere. Every count stands for about a second
of processor time or two, so that a file of as many pages as are read ends within what its child has. When one is
used up, the text is read as it is drawn and as geometry tells, and the file has a note.
"""

from __future__ import annotations

PAGES = 60
"""Pages of a file that are painted, twice or three times each: that takes 5 to 30 ms a time."""

PIXELS = 60_000_000
"""Pixels of pictures on the pages that are painted: they are decoded each time, 20 million in a third of a second."""

SIGNS = 150_000
"""Characters on the pages that are painted; each in doubt is looked at by itself, in 10 µs."""

PIECES = 200_000
"""Pieces of text that are looked at for gutters in a file, each area counted anew; 4 to 8 µs each."""

WORDS = 250_000
"""Words that are placed to look for columns in a file, 5 µs each."""

NUMBERS = 60_000
"""Words with a digit, set in several pieces, that are looked at for raised digits in a file; 20 µs each."""


class Budget:
    """How much of a file may still be looked at closely."""

    def __init__(self) -> None:
        """Begin with a whole one."""
        self._pages = PAGES
        self._pixels = PIXELS
        self._signs = SIGNS
        self._words = WORDS
        self._numbers = NUMBERS
        self._pieces = PIECES
        self.spent = False
        """Whether something was not looked at for want of it."""

    def paint(self, pixels: int, signs: int) -> bool:
        """Return whether a page with so many pixels of pictures, and characters, may be painted, and count it."""
        if not self._pages or pixels > self._pixels or signs > self._signs:
            return False
        self._pages -= 1
        self._pixels -= pixels
        self._signs -= signs
        return True

    def columns(self, words: int) -> bool:
        """Return whether a page of so many words may be looked at for columns, and count them."""
        self._words -= words
        enough = self._words >= 0 and self._pieces >= 0
        self.spent |= not enough
        return enough

    def part(self, pieces: int) -> None:
        """Count pieces that are looked at for a gutter; a page that was begun is looked at to its end."""
        self._pieces -= pieces

    def number(self) -> bool:
        """Return whether one more number may be looked at for raised digits, and count it."""
        self._numbers -= 1
        self.spent |= self._numbers < 0
        return self._numbers >= 0
