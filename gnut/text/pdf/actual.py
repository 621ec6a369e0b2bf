"""Find texts that a file declares to say something else than their glyphs (`ActualText`).

Honest files declare the letters of a ligature, of a hyphenated word or of a script whose glyphs stand
in another order. PDFium hands on what is declared; a reader sees the glyphs. So a declaration is
believed where it has the letters and figures of its glyphs, or where the glyphs have no letters of their own.
"""

from __future__ import annotations

import ctypes
import unicodedata
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from gnut.text.patterns import lazy
from gnut.text.pdf.flat import Flat, address_of

LONGEST = 4_096
"""Characters of one declaration that are read; a longer one is not believed."""

_KEY = b"ActualText"

_DASHES = lazy("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")

_REORDERING = (("\u0900", "\u0dff"), ("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
"""Indic scripts, Thai and Lao, Myanmar, Khmer: a vowel may be drawn before the consonant that it follows."""

Claims = dict[int, tuple[str | None, list[Any]]]
"""Declared texts by the address of their mark, None when too long, with the texts that each stands for."""


def declared(painted: Flat) -> Claims:
    """Return what a page declares of its texts."""
    found: Claims = {}
    others: set[int] = set()
    for raw, _, _, marks in painted.objects:
        for at in range(marks):
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
    """Whether a declaration has the letters and figures of its glyphs, in their order.

    Glyphs of scripts that a font sets in another order than they are written (right to left, or with vowels
    before their consonant) may stand in any order; no figure and no Latin letter may.
    """
    if text is None:
        return False
    readable, said = _signs(glyphs), _signs(text)
    if not readable or readable == said:
        return True
    return sorted(readable) == sorted(said) and all(_reorders(sign) for sign in readable)


def _reorders(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in ("R", "AL") or any(low <= sign <= high for low, high in _REORDERING)


def _signs(text: str) -> str:
    """Return letters and digits without accents, width and case, and the signs of figures; private signs are none."""
    plain = _DASHES.sub("-", unicodedata.normalize("NFKD", text).casefold())
    kept = []
    for at, sign in enumerate(plain):
        before, after = plain[at - 1 : at], plain[at + 1 : at + 2]
        of_figure = (
            (sign in "-+" and after.isdecimal() and not before.isalpha())
            or (sign in ".,:/" and before.isdecimal() and after.isdecimal())
            or (sign in ".," and after.isdecimal() and not before.isalnum())
            or (sign in "%\u2030" and before.strip(" ").isdecimal())
            or unicodedata.category(sign) == "Sc"
        )
        if of_figure or unicodedata.category(sign)[0] in "LN":
            kept.append(sign)
    return "".join(kept)
