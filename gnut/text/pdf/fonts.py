"""Find fonts whose map to Unicode (`ToUnicode`) says another letter or digit than the one they draw.

PDFium believes the map and has no call that tells a glyph's code. So the file is read a second time with the
maps taken out, and each font is asked for all its codes in both: without a map a code is read by the font's
encoding and the names of its glyphs (`one`, `nine`). That is to be trusted for fonts of which the drawing program
brings the glyphs, and for embedded ones with a plain encoding and letters of the Latin kind; of all others,
and of embedded fonts that draw something else than their encoding says, only the picture would tell.
"""

from __future__ import annotations

import ctypes
import unicodedata
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from gnut.text.pdf.annotations import draw_annotations
from gnut.text.pdf.flat import Flat, address_of, flat

MAX_FONTS = 400
"""Fonts of a file that are asked, about a millisecond each; the pages of some files have their own each."""

_KEY, _OTHER = b"/ToUnicode", b"/ToUnicodX"
_CODES = tuple(code for code in range(33, 256) if code != 0xA0)
_SYMBOLIC, _PLAIN = 4, 32

Lies = dict[int, frozenset[str]]
"""By the address of a text, the signs that its font's map gives for others."""


class _Copy:
    """Takes in memory what PDFium writes."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, part: Any) -> int:
        """Keep a part."""
        self.parts.append(bytes(part))
        return len(self.parts[-1])

    def read(self, size: int = -1) -> bytes:
        """Return nothing: it is only written to."""
        return b""


class Fonts:
    """The fonts of one file, each asked once.

    Args:
        document: Before any change to it.
    """

    def __init__(self, document: pypdfium2.PdfDocument) -> None:
        """Prepare the file without maps; a file that has none, or cannot be written again, is not asked."""
        self._document = document
        self._plain: pypdfium2.PdfDocument | None = None
        self._known: dict[int, frozenset[str]] = {}
        # A font stays in memory, and keeps its address, as long as a page holds it.
        self._held: list[pypdfium2.PdfPage] = []
        self.spent = False
        """Whether some fonts were not asked."""

        copy = _Copy()
        try:
            document.save(copy, flags=pdfium.FPDF_REMOVE_SECURITY)
            if _KEY in (body := b"".join(copy.parts)):
                self._plain = pypdfium2.PdfDocument(body.replace(_KEY, _OTHER))
        except pypdfium2.PdfiumError:
            self.spent = True

    def close(self) -> None:
        """Give back the file without maps."""
        for page in self._held:
            page.close()
        if self._plain is not None:
            self._plain.close()

    def lies(self, index: int, painted: Flat) -> Lies:
        """Return the texts of a page whose fonts' maps say something else than the glyphs."""
        if self._plain is None:
            return {}
        texts = [(at, item[0]) for at, item in enumerate(painted.objects) if item[1] == pdfium.FPDF_PAGEOBJ_TEXT]
        fonts = [pdfium.FPDFTextObj_GetFont(raw) for _, raw in texts]
        places = [address_of(font) for font in fonts]
        new: dict[int, tuple[int, Any]] = {}
        for (at, _), font, place in zip(texts, fonts, places, strict=True):
            if place not in self._known and place not in new:
                new[place] = at, font
        if new:
            self._ask(index, len(painted.objects), new)
        return {address_of(raw): self._known[at] for (_, raw), at in zip(texts, places, strict=True) if self._known[at]}

    def _ask(self, index: int, count: int, new: dict[int, tuple[int, Any]]) -> None:
        """Learn what the maps of some fonts of a page say falsely."""
        self._known.update(dict.fromkeys(new, frozenset[str]()))
        asked = {place: found for place, found in new.items() if _is_plain(found[1])}
        if not asked or self._plain is None:
            return
        if len(self._known) > MAX_FONTS:
            self.spent = True
            return
        page = self._plain[index]
        try:
            if draw_annotations(page):
                page.close()
                page = self._plain[index]
            twins = flat(page).objects
            if len(twins) != count:
                self.spent = True
                return
            bare = [pdfium.FPDFTextObj_GetFont(twins[at][0]) for at, _ in asked.values()]
            mapped = self._read(self._document, [font for _, font in asked.values()], _CODES)
            plain = self._read(self._plain, bare, _CODES)
            for place, twin, *signs in zip(asked, bare, mapped, plain, strict=True):
                self._known[place] = self._false(twin, *signs)
        finally:
            page.close()

    def _false(self, twin: Any, mapped: list[str], plain: list[str]) -> frozenset[str]:
        """Return what a map says falsely; `twin` is the font without it."""
        told = zip(_CODES, mapped, plain, strict=True)
        false = [(code, said, drawn) for code, said, drawn in told if _differ(said, drawn)]
        if not false or self._plain is None:
            return frozenset()
        # Codes over 255 are those under it, but for fonts of two bytes: those draw by numbers that say nothing.
        (again,) = self._read(self._plain, [twin], tuple(code + 256 for code, _, _ in false))
        return frozenset(said for (_, said, drawn), other in zip(false, again, strict=True) if drawn == other)

    def _read(self, document: pypdfium2.PdfDocument, fonts: list[Any], codes: tuple[int, ...]) -> list[list[str]]:
        """Return what each font's codes say."""
        found = []
        for font in fonts:
            page = document.new_page(612, 792)
            self._held.append(page)
            found.append(_at_once(document, page, font, codes) or _one_by_one(document, page, font, codes))
        return found


def _at_once(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, font: Any, codes: tuple[int, ...]
) -> list[str] | None:
    """Return what the codes of a font say; None when it does not say one sign for each, in their order."""
    raw = _text(document, page, font, codes)
    address = address_of(raw)
    textpage = page.get_textpage()
    try:
        own = [
            pdfium.FPDFText_GetUnicode(textpage.raw, at)
            for at in range(max(0, textpage.count_chars()))
            if address_of(pdfium.FPDFText_GetTextObject(textpage.raw, at)) == address
            and pdfium.FPDFText_IsGenerated(textpage.raw, at) != 1
        ]
    finally:
        textpage.close()
    signs = [chr(code) if 0 < code < 0x110000 else "" for code in own]
    turned = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in signs if sign)
    return signs if len(signs) == len(codes) and not turned else None


def _one_by_one(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, font: Any, codes: tuple[int, ...]
) -> list[str]:
    """Return what the codes of a font say, each in a text of its own: ten times slower."""
    texts = [_text(document, page, font, (code,)) for code in codes]
    textpage = page.get_textpage()
    try:
        return [_said(raw, textpage) for raw in texts]
    finally:
        textpage.close()


def _text(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, font: Any, codes: tuple[int, ...]) -> Any:
    raw = pdfium.FPDFPageObj_CreateTextObj(document.raw, font, 10.0)
    pdfium.FPDFText_SetCharcodes(raw, (ctypes.c_uint32 * len(codes))(*codes), len(codes))
    pdfium.FPDFPage_InsertObject(page.raw, raw)
    return raw


def _said(raw: Any, textpage: pypdfium2.PdfTextPage) -> str:
    room = (ctypes.c_ushort * 16)()
    size = pdfium.FPDFTextObj_GetText(raw, textpage.raw, room, 16)
    return bytes(room)[: min(size, 32)].decode("utf-16-le", "replace").rstrip("\0")


def _is_plain(font: Any) -> bool:
    """Return whether a font's encoding tells what it draws. A font without a name draws by programs of its own."""
    if pdfium.FPDFFont_GetBaseFontName(font, None, 0) <= 1:
        return False
    flags = pdfium.FPDFFont_GetFlags(font)
    return not pdfium.FPDFFont_GetIsEmbedded(font) or (bool(flags & _PLAIN) and not flags & _SYMBOLIC)


def _differ(said: str, drawn: str) -> bool:
    one, other = _letter(said), _letter(drawn)
    return bool(one and other) and one != other


def _letter(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in plain if sign.isascii() and sign.isalnum())
