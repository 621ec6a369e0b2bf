"""Paint a page without and with some of its texts, and tell by the difference which words are seen.

Only this tells of layers, clipping, transparency, pictures and crooked areas; it costs as much as
reading the page does, so it is asked only about texts in doubt.
"""

from __future__ import annotations

import ctypes
from math import ceil, floor, sqrt

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
from msgspec import Struct

from gnut.text.pdf.flat import address_of
from gnut.text.pdf.geometry import Box, Matrix, moved
from gnut.text.pdf.objects import Text
from gnut.text.pdf.pieces import Letters

NEAR = 16
"""Largest difference of a channel, of 255, at which ink cannot be told from its ground."""

PIXELS = 3_000_000
"""Of one picture; a page of 612 by 792 points has 1,090,000 at this scale."""

SCALE = 1.5
"""Pixels a point: strokes of type of four points still darken half of one."""

LAYERS = 4
"""Pictures for texts that stand on each other; texts that need more share the last."""

MAX_TEXTS = 4_000
"""Texts of a page that are looked at."""

_BYTES = 4
_FINER, _MOST, _SPAN = 100, 1 << 28, 1_000.0


class Word(Struct, frozen=True):
    """A run of characters without a blank, of one object of the page."""

    start: int
    end: int
    address: int
    box: Box
    flat: bool = False
    """Signs alone: the middle of an equals sign is empty."""


def words_of(letters: Letters, addresses: set[int], *, apart: bool = False) -> list[Word]:
    """Return the words that objects at `addresses` paint, in order, or each of their characters by itself."""
    found: list[Word] = []
    raw = letters.raw
    sides = tuple(ctypes.c_double() for _ in range(4))
    left, right, bottom, top = sides
    object_of, box_of = pdfium.FPDFText_GetTextObject, pdfium.FPDFText_GetCharBox
    to_sides = tuple(map(ctypes.byref, (left, right, bottom, top)))
    for index, sign in enumerate(letters.text):
        if sign.isspace() or sign == "\x00":
            continue
        address = address_of(object_of(raw, index))
        if address not in addresses or not box_of(raw, index, *to_sides):
            continue
        box = left.value, bottom.value, right.value, top.value
        last = found[-1] if found else None
        if not apart and last is not None and last.end == index and last.address == address:
            box = min(last.box[0], box[0]), min(last.box[1], box[1]), max(last.box[2], box[2]), max(last.box[3], box[3])
            found[-1] = Word(last.start, index + 1, address, box, last.flat and not sign.isalnum())
        else:
            found.append(Word(index, index + 1, address, box, not sign.isalnum()))
    return found


def invisible(page: pypdfium2.PdfPage, texts: list[Text], words: list[Word]) -> list[Word]:
    """Return the words of `texts` that leave no mark on the page."""
    canvas = _Canvas(page, [word.box for word in words])
    raws = {text.address: text.raw for text in texts}
    for raw in raws.values():
        pdfium.FPDFPageObj_SetIsActive(raw, False)
    bare = canvas.picture()
    hidden: list[Word] = []
    for layer in _layers(words):
        own = {word.address for word in layer}
        for address in own:
            pdfium.FPDFPageObj_SetIsActive(raws[address], True)
        full = canvas.picture()
        for address in own:
            pdfium.FPDFPageObj_SetIsActive(raws[address], False)
        hidden += [word for word in layer if not canvas.differ(bare, full, _place(word))]
    for raw in raws.values():
        pdfium.FPDFPageObj_SetIsActive(raw, True)
    return sorted(hidden, key=lambda word: word.start)


def blank(page: pypdfium2.PdfPage, words: list[Word]) -> list[Word]:
    """Return the words on a scan where the scan shows nothing."""
    canvas = _Canvas(page, [word.box for word in words])
    picture = canvas.picture()
    return [word for word in words if not canvas.inked(picture, word.box)]


def _layers(words: list[Word]) -> list[list[Word]]:
    """Return the words in few groups, in each of which none stands on a word of another object."""
    layers: list[list[Word]] = [[] for _ in range(LAYERS)]
    level: dict[int, int] = {}
    boxes: dict[int, Box] = {}
    for word in words:
        box = boxes.get(word.address, word.box)
        other = word.box
        boxes[word.address] = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
    active: list[tuple[int, Box]] = []
    for address, box in sorted(boxes.items(), key=lambda item: -item[1][3]):
        core = _core(box)
        active = [(other, place) for other, place in active if place[1] < core[3]]
        taken = {level[other] for other, place in active if place[0] < core[2] and core[0] < place[2]}
        level[address] = next((at for at in range(LAYERS) if at not in taken), LAYERS - 1)
        active.append((address, core))
    for word in words:
        layers[level[word.address]].append(word)
    return [layer for layer in layers if layer]


def _core(box: Box) -> Box:
    """Return the middle of a word: its neighbours above and below reach into its edges."""
    height = (box[3] - box[1]) / 5
    return box[0], box[1] + height, box[2], box[3] - height


def _place(word: Word) -> Box:
    """Return where to look for a word: signs alone with the half of a pixel into which a full stop is smeared."""
    if not word.flat:
        return _core(word.box)
    left, bottom, right, top = word.box
    return left - 0.5, bottom - 0.5, right + 0.5, top + 0.5


class _Canvas:
    """The part of a page that holds some boxes, as pixels."""

    def __init__(self, page: pypdfium2.PdfPage, boxes: list[Box]) -> None:
        self._page = page
        width, height = page.get_size()
        scale = min(SCALE, sqrt(PIXELS / max(1.0, width * height)))
        self._whole = max(1, ceil(width * scale)), max(1, ceil(height * scale))
        self._move = self._matrix()
        places = [self._pixels(box) for box in boxes]
        self._left = max(0, min(place[0] for place in places) - 2)
        self._top = max(0, min(place[1] for place in places) - 2)
        self._width = max(1, min(self._whole[0], max(place[2] for place in places) + 2) - self._left)
        self._height = max(1, min(self._whole[1], max(place[3] for place in places) + 2) - self._top)

    def _matrix(self) -> Matrix:
        """Return the matrix from points of the page to pixels of its whole picture."""
        x, y = ctypes.c_int(), ctypes.c_int()
        # Far apart and finer: PDFium gives whole pixels.
        finer = max(1, min(_FINER, _MOST // max(self._whole)))
        wide, high = self._whole[0] * finer, self._whole[1] * finer
        found = []
        for across, up in ((0.0, 0.0), (_SPAN, 0.0), (0.0, _SPAN)):
            pdfium.FPDF_PageToDevice(self._page.raw, 0, 0, wide, high, 0, across, up, x, y)
            found.append((x.value / finer, y.value / finer))
        (e, f), (right, down), (over, up) = found
        return (right - e) / _SPAN, (down - f) / _SPAN, (over - e) / _SPAN, (up - f) / _SPAN, e, f

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of a box on the whole page's picture."""
        left, top, right, bottom = moved(box, self._move)
        first, upper = floor(left + 0.3), floor(top + 0.3)
        return first, upper, max(first + 1, ceil(right - 0.3)), max(upper + 1, ceil(bottom - 0.3))

    def picture(self) -> bytes:
        """Return the pixels, four bytes each, on white."""
        bitmap = pdfium.FPDFBitmap_CreateEx(self._width, self._height, pdfium.FPDFBitmap_BGRx, None, 0)
        if not bitmap:
            raise MemoryError
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, self._width, self._height, 0xFFFFFFFF)
            place = (-self._left, -self._top, *self._whole)
            pdfium.FPDF_RenderPageBitmap(bitmap, self._page.raw, *place, 0, pdfium.FPDF_RENDER_LIMITEDIMAGECACHE)
            size = pdfium.FPDFBitmap_GetStride(bitmap) * self._height
            return ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), size)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)

    def _rows(self, box: Box) -> list[tuple[int, int]]:
        """Return the range of bytes of each row of pixels in a box."""
        left, top, right, bottom = self._pixels(box)
        left, right = max(0, left - self._left), min(self._width, right - self._left)
        rows = range(max(0, top - self._top), min(self._height, bottom - self._top))
        if left >= right:
            return []
        return [((row * self._width + left) * _BYTES, (row * self._width + right) * _BYTES) for row in rows]

    def differ(self, one: bytes, other: bytes, box: Box) -> bool:
        """Return whether two pictures differ to the eye in a box."""
        for start, end in self._rows(box):
            mine, theirs = one[start:end], other[start:end]
            if mine != theirs and any(abs(a - b) > NEAR for a, b in zip(mine, theirs, strict=True)):
                return True
        return False

    def inked(self, picture: bytes, box: Box) -> bool:
        """Return whether a picture shows more than one tone in a box."""
        channels = [picture[start:end] for start, end in self._rows(box)]
        if not channels:
            return False
        pixels = b"".join(channels)
        return any(max(pixels[at::_BYTES]) - min(pixels[at::_BYTES]) > 2 * NEAR for at in range(3))
