"""What a PDF page paints, in painting order: texts, and areas that may lie under or over them."""

from __future__ import annotations

import ctypes
from math import hypot
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
from msgspec import Struct

from gnut.text.pdf.flat import Flat, address_of, matrix_of
from gnut.text.pdf.geometry import IDENTITY, Box, Matrix, meets, moved, times

READABLE = 1.0
"""Points of type up to which nothing can be read."""

THIN = 4.0
"""Points up to which an area is a rule: it underlines or strikes, and covers only with others of its kind."""


FAINT = 96
"""Opacity, of 255, under which type may be too faint to see."""

Ink = tuple[int, int, int]

Clips = dict[int, Box | None]
"""Boxes of clipping paths by the address of their first point, which objects share; None for no rectangle."""


_UNPAINTED = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})
_STROKED = frozenset({pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP})
_AREAS = frozenset({pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING})
# Answers of PDFium are written here: making four numbers anew for each object takes longer than asking.
_CHANNELS = tuple(ctypes.c_uint() for _ in range(4))
_SIDES = tuple(ctypes.c_float() for _ in range(4))
_TO_CHANNELS = tuple(map(ctypes.byref, _CHANNELS))
_TO_SIDES = tuple(map(ctypes.byref, _SIDES))
_PATTERN: Ink = (191, 191, 191)
"""What PDFium says of the colour of type that a pattern fills."""


class Text(Struct, frozen=True):
    """A run of glyphs on the page."""

    raw: Any
    address: int
    order: int
    box: Box
    ink: Ink
    doubtful: bool
    """Clipped, in a layer, faint or filled with a pattern: only painting it tells whether it is seen."""


class Cover(Struct, frozen=True):
    """An area that is painted."""

    order: int
    box: Box
    ink: Ink | None
    """None for images and shadings."""

    opaque: bool
    plain: bool
    """A rectangle, so that its box is its area."""

    image: bool
    thin: bool
    pixels: int = 0
    """Of an image."""


class Objects:
    """What stands on a page."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.texts: list[Text] = []
        """Painted, large enough, on the page."""

        self.covers: list[Cover] = []
        self.unpainted: list[Text] = []
        self.unseen: set[int] = set()
        """Addresses of texts that are too small or off the page."""

        self.layered = False
        """Whether something is in a layer that a viewer may not show."""

        self.clipping = False
        """Whether type was set that clips what is painted after it."""

        self.count = 0


def objects_of(painted: Flat, crop: Box, *, layers: bool) -> Objects:
    """Return what a page paints inside `crop`; `layers` says that its file may have layers."""
    found = Objects()
    marks = _Marks()
    clips: Clips = {}
    for raw, kind, matrix, marked in painted.objects:
        order = found.count
        found.count += 1
        if kind in _AREAS:
            cover = _cover(raw, kind, order, matrix)
            if cover is not None:
                found.covers.append(cover)
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT and (box := _box(raw, matrix)) is not None:
            layered = marked > 0 and marks.layered(raw, marked)
            found.layered |= layered
            _text(found, raw, matrix, box, crop, layered=layered or (layers and matrix is not IDENTITY), clips=clips)
    return found


def _text(found: Objects, raw: Any, matrix: Matrix, box: Box, crop: Box, *, layered: bool, clips: Clips) -> None:
    """Put a text where it belongs."""
    address = address_of(raw)
    order = found.count - 1
    mode = pdfium.FPDFTextObj_GetTextRenderMode(raw)
    ink, opacity = _stroke(raw) if mode in _STROKED else _fill(raw)
    doubtful = layered or found.clipping or opacity < FAINT or ink == _PATTERN
    doubtful = doubtful or bool(pdfium.FPDFPageObj_HasTransparency(raw)) or _clipped(raw, matrix, box, clips)
    text = Text(raw, address, order, box, ink, doubtful)
    # Type that clips leaves no path to ask about: whatever comes after it is in doubt.
    found.clipping |= mode >= pdfium.FPDF_TEXTRENDERMODE_FILL_CLIP
    if mode in _UNPAINTED or opacity == 0:
        found.unpainted.append(text)
    elif not meets(box, crop) or _tiny(raw, box, matrix):
        found.unseen.add(address)
    else:
        found.texts.append(text)


class _Marks:
    """Marks of content that say it is in a layer; many objects share one."""

    def __init__(self) -> None:
        self._known: dict[int, bool] = {}

    def layered(self, raw: Any, count: int) -> bool:
        """Return whether an object with `count` marks is in a layer."""
        return any(self._is_layer(pdfium.FPDFPageObj_GetMark(raw, at)) for at in range(count))

    def _is_layer(self, mark: Any) -> bool:
        address = address_of(mark)
        if address not in self._known:
            self._known[address] = mark_name(mark) == "OC"
        return self._known[address]


def mark_name(mark: Any) -> str:
    """Return the name of a mark of content."""
    size = ctypes.c_ulong()
    name = (ctypes.c_ushort * 32)()
    if not pdfium.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), size):
        return ""
    return bytes(name)[: min(size.value, ctypes.sizeof(name))].decode("utf-16-le", "replace").rstrip("\0")


def _clipped(raw: Any, matrix: Matrix, box: Box, clips: Clips) -> bool:
    """Return whether a part of a text is outside of what may be painted there."""
    path = pdfium.FPDFPageObj_GetClipPath(raw)
    for at in range(max(0, pdfium.FPDFClipPath_CountPaths(path))):
        first = address_of(pdfium.FPDFClipPath_GetPathSegment(path, at, 0))
        if first not in clips:
            clips[first] = _clip_box(path, at)
        clip = clips[first]
        if clip is None:
            return True
        left, bottom, right, top = clip if matrix is IDENTITY else moved(clip, matrix)
        slack = 0.1 * (box[3] - box[1]) + 0.5
        if box[0] < left - slack or box[2] > right + slack or box[1] < bottom - slack or box[3] > top + slack:
            return True
    return False


def _clip_box(path: Any, at: int) -> Box | None:
    """Return the box of a clipping path; None unless it is a rectangle."""
    count = pdfium.FPDFClipPath_CountPathSegments(path, at)
    if count not in (4, 5):
        return None
    corners = _corners(pdfium.FPDFClipPath_GetPathSegment(path, at, index) for index in range(count))
    if corners is None:
        return None
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _cover(raw: Any, kind: int, order: int, matrix: Matrix) -> Cover | None:
    box = _box(raw, matrix)
    if box is None:
        return None
    thin = box[2] - box[0] < THIN or box[3] - box[1] < THIN
    see_through = bool(pdfium.FPDFPageObj_HasTransparency(raw))
    if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
        return Cover(order, box, None, not see_through, not see_through, True, thin, _pixels(raw))
    if kind != pdfium.FPDF_PAGEOBJ_PATH:
        return Cover(order, box, None, not see_through, not see_through, False, thin)
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(raw, fill, stroke)
    if fill.value != pdfium.FPDF_FILLMODE_NONE:
        ink, opacity = _fill(raw)
        if opacity:
            return Cover(order, box, ink, opacity == 255 and not see_through, not thin and _rectangle(raw), False, thin)
    width = ctypes.c_float()
    if stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(raw, width) and width.value >= THIN:
        ink, opacity = _stroke(raw)
        return Cover(order, box, ink, False, False, False, False) if opacity else None
    return None


def _pixels(raw: Any) -> int:
    wide, high = ctypes.c_uint(), ctypes.c_uint()
    return wide.value * high.value if pdfium.FPDFImageObj_GetImagePixelSize(raw, wide, high) else 0


def _rectangle(raw: Any) -> bool:
    """Return whether a path has four straight sides along the axes, so that its box is its area."""
    count = pdfium.FPDFPath_CountSegments(raw)
    return count in (4, 5) and _corners(pdfium.FPDFPath_GetPathSegment(raw, at) for at in range(count)) is not None


def _corners(segments: Any) -> set[tuple[float, float]] | None:
    """Return the corners of a path that is a rectangle along the axes; None for any other."""
    x, y = ctypes.c_float(), ctypes.c_float()
    corners = set()
    for segment in segments:
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
            return None
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        corners.add((round(x.value, 2), round(y.value, 2)))
    plain = len(corners) == 4 and len({x for x, _ in corners}) == 2 and len({y for _, y in corners}) == 2
    return corners if plain else None


def _fill(raw: Any) -> tuple[Ink, int]:
    return _colour(pdfium.FPDFPageObj_GetFillColor, raw)


def _stroke(raw: Any) -> tuple[Ink, int]:
    return _colour(pdfium.FPDFPageObj_GetStrokeColor, raw)


def _colour(of: Any, raw: Any) -> tuple[Ink, int]:
    if not of(raw, *_TO_CHANNELS):
        return (0, 0, 0), 255
    red, green, blue, opacity = _CHANNELS
    return (red.value, green.value, blue.value), opacity.value


def _box(raw: Any, matrix: Matrix) -> Box | None:
    if not pdfium.FPDFPageObj_GetBounds(raw, *_TO_SIDES):
        return None
    left, bottom, right, top = _SIDES
    box = left.value, bottom.value, right.value, top.value
    return box if matrix is IDENTITY else moved(box, matrix)


def _tiny(raw: Any, box: Box, outer: Matrix) -> bool:
    """Return whether type is too small to read; its box is asked too, as bitmap fonts have odd sizes."""
    if min(box[2] - box[0], box[3] - box[1]) > READABLE:
        return False
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(raw, size)
    matrix = times(matrix_of(raw), outer)
    return abs(size.value) * min(hypot(*matrix[:2]), hypot(*matrix[2:4])) <= READABLE
