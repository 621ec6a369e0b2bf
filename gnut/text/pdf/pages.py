"""PDF to text through PDFium: pages part at a form feed, lines end in a line break, words as a reader sees them.

PDFium puts U+FFFE where a hyphen ends a line and drops the break; the text stored says what the
page shows, a hyphen and a line break. Whether the hyphen belongs to the word is not decided here.
Headers, footers and page numbers stay; the order is the one in which the file draws, but where that
tears the lines of a column apart. Nothing in the file is run, fetched or written.
PDFium is not thread-safe: use it from one thread of a process, and for hostile bytes from a
limited child (`gnut.edge.sandbox`).

A text layer can say other than the glyphs show by its fonts' maps (ToUnicode). For fonts with a plain
encoding that is told (`fonts`), and such text counts as hidden; for embedded fonts with glyphs of their
own only reading the picture of the page would tell, and nothing here does.
"""

from __future__ import annotations

import re

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
from msgspec import Struct

from gnut.text.patterns import lazy
from gnut.text.pdf.actual import Claims, declared, false_ones, take_back
from gnut.text.pdf.annotations import draw_annotations
from gnut.text.pdf.budget import Budget
from gnut.text.pdf.flat import flat
from gnut.text.pdf.fonts import Fonts
from gnut.text.pdf.pieces import Letters
from gnut.text.pdf.raised import raised
from gnut.text.pdf.reading import page_of
from gnut.text.pdf.unseen import unseen

MAX_PAGES = 2_000
MAX_CHARACTERS = 16 * 1024 * 1024

SHELL = 2_000
"""Characters of a page that stands for a form until a program draws it."""

_WAIT = lazy(r"please wait|message is not eventually replaced", re.IGNORECASE)

LIBRARY = ("pypdfium2", str(pypdfium2.version.PYPDFIUM_INFO.version))

# A page's text has no pages and cells of its own: PDFium hands on glyph codes below U+0020 of fonts
# without a map (measured: 77 braces of one textbook come as form feeds).
_FALSE_BORDERS = str.maketrans({"\f": "\x01", "\t": " ", "\v": "\x01"})


class PdfText(Struct, frozen=True):
    """What a PDF says, page by page."""

    pages: tuple[str, ...]
    hidden: str
    """What the pages hold unseen, a line each."""

    notes: tuple[str, ...]
    """`actual_text_differs` (a declared text says other than its glyphs, which were read, or a font's map says other
    than what it draws, which is hidden), `broken_pages`, `ocr_layer` (text lies unseen over
    or under a scan), `optional_content` (layers that a viewer may not show), `reordered_columns`, `scanned_pages`
    (pictures), `unrendered_pdf` (what covers what was not seen, or not all columns, raised digits and fonts' maps of a
    long file were looked at)."""

    whole: bool
    """Whether every page was read, so that what is not in the text does not stand in the file."""


class PdfRefused(Exception):
    """A PDF that cannot be read; `why` is `pdf_invalid` or `pdf_limit`."""

    def __init__(self, why: str, detail: str) -> None:
        """Keep the reason beside the words for people."""
        super().__init__(detail)
        self.why = why


def read_pdf(body: bytes) -> PdfText:
    """Return the text layer of a PDF.

    Raises:
        PdfRefused: The file is broken, needs a password, or is over a limit.
    """
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        encrypted = "password" in str(error).lower()
        raise PdfRefused("pdf_invalid", "encrypted" if encrypted else "not readable as a PDF") from None
    try:
        return _pages(document, body)
    finally:
        document.close()


def _pages(document: pypdfium2.PdfDocument, body: bytes) -> PdfText:
    count = len(document)
    if count > MAX_PAGES:
        raise PdfRefused("pdf_limit", f"over {MAX_PAGES} pages")
    kind = pdfium.FPDF_GetFormType(document.raw)
    if kind == pdfium.FORMTYPE_XFA_FULL:
        # Its one page tells people to open it elsewhere; a program in it draws the rest.
        raise PdfRefused("no_text", "a dynamic XFA form")
    reader = _Reader(document, body)
    pages: list[str] = []
    hidden: list[str] = []
    try:
        for index in range(count):
            shown, buried = reader.page(index)
            pages.append(_lines(shown))
            if buried:
                hidden.append(_lines(buried))
    finally:
        reader.close()
    if "broken_pages" in reader.notes and not any(pages):
        raise PdfRefused("pdf_invalid", "no page can be read")
    if kind == pdfium.FORMTYPE_XFA_FOREGROUND and len("".join(pages)) < SHELL and _WAIT.search("".join(pages)):
        raise PdfRefused("no_text", "a dynamic XFA form")
    whole = not reader.notes & {"broken_pages", "scanned_pages"}
    return PdfText(tuple(pages), "\n".join(hidden), tuple(sorted(reader.notes)), whole)


class _Reader:
    """Reads the pages of one file, and keeps what is worth a note."""

    def __init__(self, document: pypdfium2.PdfDocument, body: bytes) -> None:
        self._document = document
        self._budget = Budget()
        self._fonts = Fonts(document)
        # A catalogue may be packed into an object stream, where nobody sees its layers.
        self._layers = b"/OCProperties" in body or b"/ObjStm" in body
        self._total = 0
        self.notes: set[str] = {"optional_content"} if b"/OCProperties" in body else set()

    def close(self) -> None:
        """Give back what was opened beside the pages."""
        self._fonts.close()

    def page(self, index: int) -> tuple[str, str]:
        """Return the seen and the unseen text of a page; both are empty when it cannot be read.

        Raises:
            PdfRefused: The file has more characters than are read.
        """
        try:
            page = self._document[index]
            if draw_annotations(page):
                page.close()
                page = self._document[index]
        except pypdfium2.PdfiumError:
            self.notes.add("broken_pages")
            return "", ""
        try:
            return self._texts(page, index)
        except pypdfium2.PdfiumError:
            self.notes.add("broken_pages")
            return "", ""
        finally:
            page.close()

    def _texts(self, page: pypdfium2.PdfPage, index: int) -> tuple[str, str]:
        painted = flat(page)
        claims = declared(painted)
        lies = self._fonts.lies(index, painted)
        textpage = page.get_textpage()
        false: list[str] = []
        try:
            if claims:
                textpage, false = self._by_glyphs(page, textpage, claims)
            self._total += textpage.count_chars()
            if self._total > MAX_CHARACTERS:
                raise PdfRefused("pdf_limit", f"over {MAX_CHARACTERS} characters")
            letters = Letters(textpage)
            view = unseen(page, painted, letters, self._budget, lies, layers=self._layers)
            read = page_of(letters, view.hidden, raised(letters, self._budget), self._budget, torn=view.torn)
        finally:
            textpage.close()
        self.notes |= view.notes
        if lies:
            self.notes.add("actual_text_differs")
        if self._budget.spent or self._fonts.spent:
            self.notes.add("unrendered_pdf")
        if read.reordered:
            self.notes.add("reordered_columns")
        if view.picture and sum(map(str.isalnum, read.shown)) < view.picture:
            self.notes.add("scanned_pages")
        return read.shown, "\n".join((*([read.hidden] if read.hidden else ()), *false))

    def _by_glyphs(
        self, page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage, claims: Claims
    ) -> tuple[pypdfium2.PdfTextPage, list[str]]:
        """Return a page's text by its glyphs, and the declarations that say otherwise; as declared if none do."""
        take_back(claims)
        plain = page.get_textpage()
        false = false_ones(claims, plain)
        if not false:
            plain.close()
            return textpage, []
        self.notes.add("actual_text_differs")
        textpage.close()
        return plain, false


def _lines(written: str) -> str:
    """Return a page's text with one kind of line end, and its line-end hyphens as printed."""
    text = written.replace("\r\n", "\n").replace("\r", "\n").translate(_FALSE_BORDERS)
    return text.replace("\ufffe\n", "-\n").replace("\ufffe", "-\n")
