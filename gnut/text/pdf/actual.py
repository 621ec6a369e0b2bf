"""Find texts that a file declares to say something else than their glyphs (`ActualText`).

Honest files declare the letters of a ligature, of a hyphenated word or of a script whose glyphs stand
in another order. PDFium hands on what is declared; a reader sees the glyphs. So a declaration is
believed where it has the letters of its glyphs, or where the glyphs have no letters of their own.
"""

from __future__ import annotations

import ctypes
import unicodedata
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from gnut.text.pdf.flat import Flat, address_of

LONGEST = 4_096
"""Characters of one declaration that are read; a longer one is not believed."""

_KEY = b"ActualText"

Claims = dict[int, tuple[str | None, list[Any]]]
"""Declared texts by the address of their mark, None when too long, with the texts that each stands for."""


def declared(painted: Flat) -> Claims:
    """Return what a page declares of its texts."""
    found: Claims = {}
    others: set[int] = set()
    for raw, kind, _ in painted.objects:
        if kind != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        for at in range(max(0, pdfium.FPDFPageObj_CountMarks(raw))):
            mark = pdfium.FPDFPageObj_GetMark(raw, at)
            address = address_of(mark)
            if address in others:
                continue
            if address not in found:
                if pdfium.FPDFPageObjMark_GetParamValueType(mark, _KEY) != pdfium.FPDF_OBJECT_STRING:
                    others.add(address)
                    continue
                found[address] = _declaration(mark), []
            found[address][1].append((raw, mark))
    return found


def _declaration(mark: Any) -> str | None:
    size = ctypes.c_ulong()
    room = (ctypes.c_ushort * (LONGEST + 1))()
    told = pdfium.FPDFPageObjMark_GetParamStringValue(mark, _KEY, room, ctypes.sizeof(room), size)
    if not told or size.value > ctypes.sizeof(room):
        return None
    return bytes(room)[: size.value].decode("utf-16-le", "replace").rstrip("\0")


def take_back(found: Claims) -> None:
    """Remove declarations from the page in memory, so that its glyphs are read."""
    for _, objects in found.values():
        for raw, mark in objects:
            pdfium.FPDFPageObjMark_RemoveParam(raw, mark, _KEY)


def false_ones(found: Claims, textpage: pypdfium2.PdfTextPage) -> list[str]:
    """Return the declarations that say something else than their glyphs, read from a page without them."""
    false = []
    for text, objects in found.values():
        if not _agrees(text, "".join(_glyphs(raw, textpage) for raw, _ in objects)):
            false.append(text or "")
    return false


def _glyphs(raw: Any, textpage: pypdfium2.PdfTextPage) -> str:
    size = pdfium.FPDFTextObj_GetText(raw, textpage.raw, None, 0)
    if size <= 2:
        return ""
    room = (ctypes.c_ushort * (size // 2))()
    pdfium.FPDFTextObj_GetText(raw, textpage.raw, room, size)
    return bytes(room).decode("utf-16-le", "replace").rstrip("\0")


def _agrees(text: str | None, glyphs: str) -> bool:
    if text is None:
        return False
    readable = _letters(glyphs)
    return not readable or sorted(readable) == sorted(_letters(text))


def _letters(text: str) -> str:
    """Return the letters and digits of a text without accents, width and case; private signs are none."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")
