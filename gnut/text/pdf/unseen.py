"""Which characters of a PDF page a reader cannot see.

Text is unseen when it is not painted (render modes 3 and 7, no opacity), painted in the colour of
what lies behind it, painted over, smaller than a point, or outside the crop box. Text that lies
unpainted over a scan, or under one, is the scan's recognised text and counts as seen, with a note.
Objects are looked at first; characters are sorted only on pages where an object is suspect.
"""

from __future__ import annotations

import ctypes
from math import hypot
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
from msgspec import Struct

READABLE = 1.0
"""Points of type up to which nothing can be read."""

NEAR = 16
"""Largest difference of a channel, of 255, at which ink cannot be told from its ground."""

SCAN_SHARE = 0.5
"""Share of the page from which an image is a scan of it."""

MAX_COVERS = 256
"""Areas a page that text may stand on or under; a page with more is a drawing, and only paint decides."""

MAX_OBJECTS = 200_000
MAX_NESTING = 16

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points of the page."""

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_UNPAINTED = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})
_STROKED = frozenset({pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP})
_WHITE = (255, 255, 255)


class _Text(Struct):
    """A run of glyphs on the page."""

    address: int
    order: int
    box: Box
    ink: tuple[int, int, int]


class _Cover(Struct):
    """An area that is painted."""

    order: int
    box: Box
    ink: tuple[int, int, int] | None
    """None for images and shadings."""

    opaque: bool
    plain: bool
    """A rectangle, so that its box is its area."""

    image: bool


def unseen(page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage) -> tuple[list[tuple[int, int]], frozenset[str]]:
    """Return ranges of character indices that nobody can see, in order, and what is worth a note."""
    left, bottom, right, top = page.get_cropbox()
    crop: Box = (left, bottom, right, top)
    texts, covers, suspects, unpainted = _objects(page, crop)
    scans = [cover for cover in covers if cover.image and _share(cover.box, crop) >= SCAN_SHARE]
    notes = set()
    if unpainted:
        if scans:
            notes.add("ocr_layer")
        else:
            suspects |= unpainted
    if any(text.order < scan.order and _share(scan.box, text.box) >= 0.9 for scan in scans[-1:] for text in texts):
        notes.add("ocr_layer")
    if len(covers) > MAX_COVERS:
        notes.add("unrendered_pdf")
    else:
        over = [cover for cover in covers if cover not in scans]
        suspects |= {text.address for text in texts if _blends(text, covers) or _painted_over(text, over)}
    if not suspects:
        return [], frozenset(notes)
    return _ranges(textpage, suspects), frozenset(notes)


def _objects(page: pypdfium2.PdfPage, crop: Box) -> tuple[list[_Text], list[_Cover], set[int], set[int]]:
    """Return painted texts, painted areas, and the addresses of texts that are unseen or unpainted by themselves."""
    texts: list[_Text] = []
    covers: list[_Cover] = []
    suspects: set[int] = set()
    unpainted: set[int] = set()
    for order, (raw, matrix) in enumerate(_flat(page)):
        kind = pdfium.FPDFPageObj_GetType(raw)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            address = _address(raw)
            box = _box(raw, matrix)
            ink, opacity = _fill(raw)
            mode = pdfium.FPDFTextObj_GetTextRenderMode(raw)
            if mode in _UNPAINTED or (opacity == 0 and mode not in _STROKED):
                unpainted.add(address)
            elif box is not None and (not _meets(box, crop) or _tiny(raw, box, matrix)):
                suspects.add(address)
            elif box is not None and mode not in _STROKED:
                texts.append(_Text(address, order, box, ink))
        elif kind in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            cover = _cover(raw, kind, order, matrix)
            if cover is not None:
                covers.append(cover)
    return texts, covers, suspects, unpainted


def _flat(page: pypdfium2.PdfPage) -> list[tuple[Any, Matrix]]:
    """Return the objects of a page in painting order, those of forms in place, with their form's matrix."""
    found: list[tuple[Any, Matrix]] = []
    waiting: list[tuple[Any, Matrix, int]] = [
        (pdfium.FPDFPage_GetObject(page.raw, at), _IDENTITY, 0)
        for at in reversed(range(min(MAX_OBJECTS, pdfium.FPDFPage_CountObjects(page.raw))))
    ]
    while waiting and len(found) < MAX_OBJECTS:
        raw, matrix, depth = waiting.pop()
        if pdfium.FPDFPageObj_GetType(raw) != pdfium.FPDF_PAGEOBJ_FORM:
            found.append((raw, matrix))
        elif depth < MAX_NESTING:
            inner = _times(_matrix(raw), matrix)
            count = min(MAX_OBJECTS, pdfium.FPDFFormObj_CountObjects(raw))
            waiting += [(pdfium.FPDFFormObj_GetObject(raw, at), inner, depth + 1) for at in reversed(range(count))]
    return found


def _cover(raw: Any, kind: int, order: int, matrix: Matrix) -> _Cover | None:
    box = _box(raw, matrix)
    if box is None or box[2] - box[0] < 4 or box[3] - box[1] < 4:
        return None
    if kind != pdfium.FPDF_PAGEOBJ_PATH:
        opaque = not pdfium.FPDFPageObj_HasTransparency(raw)
        return _Cover(order, box, None, opaque, opaque, kind == pdfium.FPDF_PAGEOBJ_IMAGE)
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(raw, fill, stroke)
    ink, opacity = _fill(raw)
    if fill.value == pdfium.FPDF_FILLMODE_NONE or opacity == 0:
        return None
    opaque = opacity == 255 and not pdfium.FPDFPageObj_HasTransparency(raw)
    return _Cover(order, box, ink, opaque, _rectangle(raw), False)


def _rectangle(raw: Any) -> bool:
    """Return whether a path has four straight sides along the axes, so that its box is its area."""
    count = pdfium.FPDFPath_CountSegments(raw)
    if count not in (4, 5):
        return False
    x, y = ctypes.c_float(), ctypes.c_float()
    corners = set()
    for at in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(raw, at)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
            return False
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        corners.add((round(x.value, 2), round(y.value, 2)))
    return len(corners) == 4 and len({x for x, _ in corners}) == 2 and len({y for _, y in corners}) == 2


def _blends(text: _Text, covers: list[_Cover]) -> bool:
    """Return whether a text has the colour of what it stands on."""
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    ground: tuple[int, int, int] | None = _WHITE
    for cover in covers:
        if cover.order > text.order:
            break
        left, bottom, right, top = cover.box
        if left <= x <= right and bottom <= y <= top:
            if cover.ink is not None and cover.opaque and cover.plain:
                ground = cover.ink
            elif cover.ink is None or not _alike(cover.ink, _WHITE):
                ground = None
    return ground is not None and _alike(text.ink, ground)


def _painted_over(text: _Text, covers: list[_Cover]) -> bool:
    """Return whether an opaque rectangle or image was painted over a whole text."""
    return any(
        cover.order > text.order and cover.opaque and cover.plain and _share(cover.box, text.box) >= 0.9
        for cover in reversed(covers)
    )


def _ranges(textpage: pypdfium2.PdfTextPage, suspects: set[int]) -> list[tuple[int, int]]:
    """Return the runs of characters that suspect objects hold; generated blanks go with what precedes them."""
    ranges: list[tuple[int, int]] = []
    bad = False
    for index in range(textpage.count_chars()):
        raw = pdfium.FPDFText_GetTextObject(textpage.raw, index)
        if raw:
            bad = _address(raw) in suspects
        if bad:
            if ranges and ranges[-1][1] == index:
                ranges[-1] = (ranges[-1][0], index + 1)
            else:
                ranges.append((index, index + 1))
    return ranges


def _address(raw: Any) -> int:
    return ctypes.cast(raw, ctypes.c_void_p).value or 0


def _fill(raw: Any) -> tuple[tuple[int, int, int], int]:
    red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
    if not pdfium.FPDFPageObj_GetFillColor(raw, red, green, blue, opacity):
        return (0, 0, 0), 255
    return (red.value, green.value, blue.value), opacity.value


def _box(raw: Any, matrix: Matrix) -> Box | None:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(raw, left, bottom, right, top):
        return None
    if matrix is _IDENTITY:
        return left.value, bottom.value, right.value, top.value
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (left.value, right.value) for y in (bottom.value, top.value)]
    ys = [b * x + d * y + f for x in (left.value, right.value) for y in (bottom.value, top.value)]
    return min(xs), min(ys), max(xs), max(ys)


def _matrix(raw: Any) -> Matrix:
    written = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(raw, written):
        return _IDENTITY
    return written.a, written.b, written.c, written.d, written.e, written.f


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _tiny(raw: Any, box: Box, outer: Matrix) -> bool:
    """Return whether type is too small to read; its box is asked too, as bitmap fonts have odd sizes."""
    if min(box[2] - box[0], box[3] - box[1]) > READABLE:
        return False
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(raw, size)
    matrix = _times(_matrix(raw), outer)
    return abs(size.value) * hypot(matrix[2], matrix[3]) <= READABLE


def _meets(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _share(box: Box, whole: Box) -> float:
    """Return which share of `whole` lies inside `box`."""
    area = (whole[2] - whole[0]) * (whole[3] - whole[1])
    width = min(box[2], whole[2]) - max(box[0], whole[0])
    height = min(box[3], whole[3]) - max(box[1], whole[1])
    return width * height / area if area > 0 and width > 0 and height > 0 else 0.0


def _alike(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))
