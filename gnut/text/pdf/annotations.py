"""Put into a page what its annotations show without a click: form fields, free text, stamps, marks over the text.

A viewer draws the appearance of an annotation over the page, so its words are read, and what it
covers is covered. Notes that only open on a click, and fields without an appearance, say nothing
on the page and stay out.
"""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

MAX_ANNOTATIONS = 5_000
"""Annotations of a page; with more they are all left out."""

_SILENT = frozenset({pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP, pdfium.FPDF_ANNOT_TEXT})
_NOT_SHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW


def draw_annotations(page: pypdfium2.PdfPage) -> bool:
    """Make the appearances of annotations a part of the page in memory; return whether it must be loaded again."""
    count = pdfium.FPDFPage_GetAnnotCount(page.raw)
    if not 0 < count <= MAX_ANNOTATIONS:
        return False
    silent: list[int] = []
    for index in range(count):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        if not annotation:
            silent.append(index)
            continue
        kind, flags = pdfium.FPDFAnnot_GetSubtype(annotation), pdfium.FPDFAnnot_GetFlags(annotation)
        pdfium.FPDFPage_CloseAnnot(annotation)
        if kind in _SILENT or flags & _NOT_SHOWN:
            silent.append(index)
    if len(silent) == count:
        return False
    for index in reversed(silent):
        pdfium.FPDFPage_RemoveAnnot(page.raw, index)
    return bool(pdfium.FPDFPage_Flatten(page.raw, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS)
