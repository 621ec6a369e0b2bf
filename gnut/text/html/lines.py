"""Text put together from the pieces of a tree, with white space where a reader sees a border.

Blocks and table rows end in one line break, cells in a tab (the last cell of a row in the row's
line break), pages of white space in one blank. One `<br>` is a blank, because the sentence goes
on; two in a row part paragraphs, as they do on the screen.
"""

from __future__ import annotations

from typing import Literal

from gnut.text.patterns import lazy

Script = Literal["", "sup", "sub"]

_BLANKS = lazy(r"[ \t\n\f\r]+")
_SUP = str.maketrans("0123456789+-\u2212", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_SUB = str.maketrans("0123456789+-\u2212", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_DIGITS = frozenset("0123456789")
_SUP_DIGITS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")

RAISED_MAX = 32
"""Characters up to which a superscript is a mark or an exponent; a longer one is an unclosed tag."""

OBJECT = "\ufffc"
"""Unicode's OBJECT REPLACEMENT CHARACTER."""


class Lines:
    """A text under construction."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._parts: list[str] = []
        self._line = self._space = self._broken = False
        self._tabs = 0
        self._low = -1
        self.written = 0
        """Characters put so far, borders not counted."""

    @property
    def last(self) -> str:
        """The last character put, unless white space is due behind it; empty if there is none."""
        return "" if not self._parts or self._line or self._space or self._tabs else self._parts[-1][-1]

    def text(self) -> str:
        """Return what was put, ending in one line break unless it is empty."""
        whole = "".join(self._parts)
        return whole if not whole or whole.endswith("\n") else whole + "\n"

    def put(self, written: str, script: Script = "") -> None:
        """Add text in which any white space is one blank."""
        folded = _BLANKS.sub(" ", written)
        core = folded.strip(" ")
        if not core:
            self._space |= bool(folded)
            return
        if folded[0] == " ":
            self._space = True
        self._border()
        self._parts.append(self._placed(core, script))
        self.written += len(core)
        self._space = folded[-1] == " "

    def put_as_written(self, written: str) -> None:
        """Add text whose white space stands as it is."""
        kept = written.replace("\r\n", "\n").replace("\r", "\n")
        if not kept or (not self._parts and not kept.strip()):
            return
        self._border()
        self._parts.append(kept)
        self.written += len(kept)

    def put_mark(self, mark: str) -> None:
        """Add a character that no blank may part from its neighbours."""
        self._border()
        self._parts.append(mark)

    def put_object(self) -> None:
        """Add the sign for words that are in no text, parted from its neighbours."""
        self.blank()
        self.put_mark(OBJECT)
        self.blank()

    def blank(self) -> None:
        """Part what follows from what stands there by a blank."""
        self._space = True

    def br(self) -> None:
        """Break the line inside a block."""
        if self._broken:
            self.block()
        self._space = self._broken = True

    def block(self) -> None:
        """Begin or end a block."""
        if not self._tabs:
            self._line = True

    def row(self) -> None:
        """Begin or end a table row."""
        self._line, self._tabs = True, 0

    def cell(self, *, filled: bool) -> None:
        """End a cell; `filled` if text was put inside it."""
        if filled:
            self._line, self._tabs = False, 1
        else:
            self._tabs += 1

    def _border(self) -> None:
        """Write the white space that is due."""
        if self._parts:
            last = self._parts[-1][-1]
            if self._line and last != "\n":
                self._parts.append("\n")
            if self._tabs:
                self._parts.append("\t" * self._tabs)
            elif self._space and not self._line and last not in " \n\t":
                self._parts.append(" ")
        self._line = self._space = self._broken = False
        self._tabs = 0

    def _placed(self, core: str, script: Script) -> str:
        """Return `core` with its digits raised or lowered where they would run into a number.

        `14<sup>2</sup>` reads "14²", never "142", so a footnote mark or an exponent cannot make
        another number; `H<sub>2</sub>O` stays "H2O", as people type it, but a subscript between
        digits is lowered.
        """
        last = self._parts[-1][-1] if self._parts else ""
        if script == "sup":
            if core[0] in "[(" or (any(c.isalpha() for c in core) and not (core[0] in _DIGITS and last in _DIGITS)):
                return core
            return core.translate(_SUP)
        if script == "sub":
            if core[0] in _DIGITS and (last in _DIGITS or self._after_fraction_bar()):
                return core.translate(_SUB)
            self._low = len(self._parts)
        elif core[0] in _DIGITS and self._low == len(self._parts) - 1 >= 0 and last in _DIGITS:
            self._parts[-1] = self._parts[-1].translate(_SUB)
        return core

    def _after_fraction_bar(self) -> bool:
        tail = "".join(self._parts[-2:])[-2:]
        return len(tail) == 2 and tail[1] in "/\u2044" and tail[0] in _SUP_DIGITS
