"""The objects of a PDF page in painting order, those of forms in their place."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
from msgspec import Struct

from gnut.text.pdf.geometry import IDENTITY, Matrix, times

MAX_OBJECTS = 100_000
"""Objects of a page that are looked at, forms counted; looking at one costs up to 30 µs."""

MAX_NESTING = 16

_FORM, _TEXT = pdfium.FPDF_PAGEOBJ_FORM, pdfium.FPDF_PAGEOBJ_TEXT


class Flat(Struct, frozen=True):
    """What a page paints."""

    objects: list[tuple[Any, int, Matrix, int]]
    """PDFium's object, its type, the matrix of the form that it is in, and how many marks a text has."""

    whole: bool
    """Whether that is all of it."""


def flat(page: pypdfium2.PdfPage) -> Flat:
    """Return the objects of a page in painting order, as many as are looked at."""
    found: list[tuple[Any, int, Matrix, int]] = []
    kind_of, marks_of = pdfium.FPDFPageObj_GetType, pdfium.FPDFPageObj_CountMarks
    count = pdfium.FPDFPage_CountObjects(page.raw)
    left = MAX_OBJECTS - count
    whole = left >= 0
    waiting: list[tuple[Any, Matrix, int]] = [
        (pdfium.FPDFPage_GetObject(page.raw, at), IDENTITY, 0) for at in reversed(range(min(MAX_OBJECTS, count)))
    ]
    while waiting:
        raw, matrix, depth = waiting.pop()
        kind = kind_of(raw)
        if kind != _FORM:
            found.append((raw, kind, matrix, max(0, marks_of(raw)) if kind == _TEXT else 0))
            continue
        count = pdfium.FPDFFormObj_CountObjects(raw)
        left -= count
        if depth == MAX_NESTING or left < 0:
            whole = whole and count == 0
            continue
        inner = times(matrix_of(raw), matrix)
        waiting += [(pdfium.FPDFFormObj_GetObject(raw, at), inner, depth + 1) for at in reversed(range(count))]
    return Flat(found, whole)


def matrix_of(raw: Any) -> Matrix:
    """Return the matrix of an object."""
    written = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(raw, written):
        return IDENTITY
    return written.a, written.b, written.c, written.d, written.e, written.f


def address_of(raw: Any) -> int:
    """Return the address by which PDFium's object is known."""
    # Three times faster than a cast.
    return ctypes.addressof(raw.contents) if raw else 0
