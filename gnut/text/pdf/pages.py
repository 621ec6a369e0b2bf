"""PDF to text through PDFium: pages part at a form feed, lines end in a line break, order as PDFium gives it.

PDFium puts U+FFFE where a hyphen ends a line and drops the break; the text stored says what the
page shows, a hyphen and a line break. Whether the hyphen belongs to the word is not decided here.
Headers, footers and page numbers stay; two columns come in the order in which the file draws them.
PDFium is not thread-safe: use it from one thread of a process, and for hostile bytes from a
limited child (`gnut.edge.sandbox`).

A text layer can say other than the glyphs show (ToUnicode maps, ActualText); only reading the
picture of the page would tell, and nothing here does.
"""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]
from msgspec import Struct

from gnut.text.pdf.pieces import Letters
from gnut.text.pdf.reading import page_of
from gnut.text.pdf.unseen import unseen

MAX_PAGES = 2_000
MAX_CHARACTERS = 16 * 1024 * 1024

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
    """`broken_pages`, `ocr_layer` (text lies unseen over or under a scan), `optional_content` (layers that a
    viewer may not show), `unrendered_pdf` (a page too crowded to tell what covers what)."""


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
    pages: list[str] = []
    hidden: list[str] = []
    notes: set[str] = set()
    total = 0
    for index in range(count):
        try:
            shown, buried, found = _page(document, index)
        except pypdfium2.PdfiumError:
            notes.add("broken_pages")
            pages.append("")
            continue
        total += len(shown) + len(buried)
        if total > MAX_CHARACTERS:
            raise PdfRefused("pdf_limit", f"over {MAX_CHARACTERS} characters")
        pages.append(_lines(shown))
        if buried:
            hidden.append(_lines(buried))
        notes |= found
    if "broken_pages" in notes and not any(pages):
        raise PdfRefused("pdf_invalid", "no page can be read")
    if b"/OCProperties" in body:
        notes.add("optional_content")
    return PdfText(tuple(pages), "\n".join(hidden), tuple(sorted(notes)))


def _page(document: pypdfium2.PdfDocument, index: int) -> tuple[str, str, frozenset[str]]:
    """Return the seen and the unseen text of a page, and what is worth a note."""
    page = document[index]
    try:
        textpage = page.get_textpage()
        try:
            runs, notes = unseen(page, textpage)
            read = page_of(Letters(textpage), runs, {})
        finally:
            textpage.close()
    finally:
        page.close()
    return read.shown, read.hidden, notes | {"reordered_columns"} if read.reordered else notes


def _lines(written: str) -> str:
    """Return a page's text with one kind of line end, and its line-end hyphens as printed."""
    text = written.replace("\r\n", "\n").replace("\r", "\n").translate(_FALSE_BORDERS)
    return text.replace("\ufffe\n", "-\n").replace("\ufffe", "-\n")
