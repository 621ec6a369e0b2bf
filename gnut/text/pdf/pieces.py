"""The words of a PDF page with their places: runs of words that stand side by side without a wide gap.

PDFium tells where every character stands; asking for the first and the last of each word is enough,
and five times cheaper.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections import Counter
from math import pi
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
from msgspec import Struct
from msgspec.structs import replace

from gnut.text.patterns import lazy
from gnut.text.pdf.flat import address_of
from gnut.text.words import is_unspaced

WIDE = 0.6
"""Gap between two words of a line, in heights of its type, from which they may belong to two columns."""

HYPHEN = "\ufffe"
"""What PDFium writes for a hyphen at the end of a line, without the line break."""

_WORD = lazy(rf"[^\s\x00{HYPHEN}]+{HYPHEN}?|{HYPHEN}")

# Blocks of such scripts: most pages need no look at each sign.
_LEFTWARDS = lazy("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_SPELLED = lazy(r"[^\W\d_]{2,}+[^\s]*+")


class Piece(Struct, frozen=True):
    """Words that stand side by side in one line as the file draws it.

    Places are points of a page turned so that its lines run from left to right, and downwards.
    """

    start: int
    """First character of the page's drawn text, and one past the last."""

    end: int
    line: int
    """Line of the drawn text."""

    left: float
    bottom: float
    right: float
    top: float
    words: int
    """Words of at least two letters; a character of a script without blanks is half of one."""

    opens: bool
    """Its first sign goes on with a sentence: a small letter, or a letter of a script that has none."""

    ends: bool
    """Its last sign may end a sentence."""

    height: float
    """Height of its type."""


class Letters:
    """A page's characters: what each says, and where it stands."""

    def __init__(self, textpage: Any) -> None:
        """Read the text of `textpage`, one sign a character of it."""
        self.raw = textpage.raw
        count = textpage.count_chars()
        text = textpage.get_text_range() if count > 0 else ""
        if len(text) != count:
            # Characters without a meaning have a place and no text.
            text = "".join(map(self._sign, range(count)))
        self.text = text
        self._box = pdfium.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def _sign(self, index: int) -> str:
        code = pdfium.FPDFText_GetUnicode(self.raw, index)
        sign = chr(code) if 0 < code < 0x110000 else "\x00"
        if sign.isalnum() or sign == " " or pdfium.FPDFText_IsHyphen(self.raw, index) != 1:
            return sign
        return HYPHEN

    def box(self, index: int) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of a character's line of type."""
        box = self._box
        if not pdfium.FPDFText_GetLooseCharBox(self.raw, index, box):
            return 0.0, 0.0, 0.0, 0.0
        return box.left, box.bottom, box.right, box.top

    def address(self, index: int) -> int:
        """Return the address of the object that paints a character; 0 for none."""
        return address_of(pdfium.FPDFText_GetTextObject(self.raw, index))

    def turn(self, index: int) -> int | None:
        """Return by how many quarters a character is turned; None when it leans."""
        angle = pdfium.FPDFText_GetCharAngle(self.raw, index) / (pi / 2)
        quarter = round(angle)
        return quarter % 4 if angle >= 0 and abs(angle - quarter) < 0.1 else None

    def origin(self, index: int) -> tuple[float, float]:
        """Return the place on the base line from which a character is drawn."""
        pdfium.FPDFText_GetCharOrigin(self.raw, index, self._x, self._y)
        return self._x.value, self._y.value

    def size(self, index: int) -> float:
        """Return the size of a character's type, before the page scales it."""
        return float(pdfium.FPDFText_GetFontSize(self.raw, index))


def pieces(letters: Letters, hidden: list[tuple[int, int]]) -> list[Piece]:
    """Return the pieces of a page that are turned as most of it is, in the order in which they are drawn.

    A page of a script that runs from right to left is mirrored.
    """
    lines = _lines(letters, hidden)
    turns = [letters.turn(words[0][0]) for words in lines]
    counts: Counter[int | None] = Counter()
    for words, turn in zip(lines, turns, strict=True):
        counts[turn] += len(words)
    main = max((turn for turn in counts if turn is not None), key=lambda turn: (counts[turn], -turn), default=None)
    if main is None:
        return []
    found: list[Piece] = []
    for number, (words, turn) in enumerate(zip(lines, turns, strict=True)):
        if turn == main:
            found += _pieces_of(letters, words, number, main)
    if _leftwards(letters.text):
        return [replace(piece, left=-piece.right, right=-piece.left) for piece in found]
    return found


def _lines(letters: Letters, hidden: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the words of each drawn line, those that nobody sees left out."""
    text = letters.text
    buried = iter([*hidden, (len(text) + 1, len(text) + 1)])
    low, high = next(buried)
    lines: list[list[tuple[int, int]]] = []
    last = 0
    fresh = True
    for match in _WORD.finditer(text):
        start, end = match.span()
        while high <= start:
            low, high = next(buried)
        if fresh or "\n" in text[last:start] or "\r" in text[last:start]:
            lines.append([])
        fresh = text[end - 1] == HYPHEN
        last = end
        if low >= end:
            lines[-1].append((start, end))
    return [words for words in lines if words]


def _pieces_of(letters: Letters, words: list[tuple[int, int]], number: int, turn: int) -> list[Piece]:
    found: list[Piece] = []
    group: list[tuple[int, int]] = []
    left, bottom, right, top = 0.0, 0.0, 0.0, 0.0
    for start, end in words:
        first = _turned(letters.box(start), turn)
        last = _turned(letters.box(end - 1), turn) if end - start > 1 else first
        box = min(first[0], last[0]), min(first[1], last[1]), max(first[2], last[2]), max(first[3], last[3])
        gap = max(box[0] - right, left - box[2])
        if group and gap > WIDE * max(top - bottom, box[3] - box[1]):
            found.append(_piece(letters.text, group, number, (left, bottom, right, top)))
            group = []
        if group:
            left, bottom, right, top = min(left, box[0]), min(bottom, box[1]), max(right, box[2]), max(top, box[3])
        else:
            left, bottom, right, top = box
        group.append((start, end))
    found.append(_piece(letters.text, group, number, (left, bottom, right, top)))
    return found


def _piece(text: str, group: list[tuple[int, int]], number: int, box: tuple[float, float, float, float]) -> Piece:
    start, end = group[0][0], group[-1][1]
    written = text[start:end]
    # Scripts without blanks begin at U+0E00; looking at every sign of all others costs more than all the rest.
    unspaced = sum(map(is_unspaced, written)) if not written.isascii() and max(written) >= "\u0e00" else 0
    first, last = written[0], written.rstrip("\"'”’»)]）」』")[-1:] or written[-1]
    return Piece(
        start,
        end,
        number,
        *box,
        words=max(len(_SPELLED.findall(written)), unspaced // 2),
        opens=first.isalpha() and not first.isupper(),
        ends=last in ".!?:;。！？：；؟۔।…",
        height=box[3] - box[1],
    )


def _turned(box: tuple[float, float, float, float], turn: int) -> tuple[float, float, float, float]:
    left, bottom, right, top = box
    match turn:
        case 1:
            return -top, left, -bottom, right
        case 2:
            return -right, -top, -left, -bottom
        case 3:
            return bottom, -right, top, -left
        case _:
            return box


def _leftwards(text: str) -> bool:
    """Return whether most letters of a text are of a script that runs from right to left."""
    if not text or _LEFTWARDS.search(text) is None:
        return False
    left = right = 0
    for sign in text:
        match unicodedata.bidirectional(sign):
            case "L":
                left += 1
            case "R" | "AL":
                right += 1
    return right > left
