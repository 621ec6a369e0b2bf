"""PDF to text through PDFium: pages end in a form feed, lines in a line break, order as PDFium gives it.

PDFium puts U+FFFE where a hyphen ends a line and drops the break; the text stored says what the
page shows, a hyphen and a line break. Whether the hyphen belongs to the word is not decided here.
Headers, footers and page numbers stay. PDFium is not thread-safe: use it from one thread of a
process only, and for hostile bytes from a limited child (`gnut.edge.sandbox`).
"""

from __future__ import annotations

from importlib.metadata import version

from msgspec import Struct

MAX_PAGES = 2_000
MAX_CHARACTERS = 16 * 1024 * 1024

LIBRARY = ("pypdfium2", version("pypdfium2"))


class PdfText(Struct, frozen=True):
    """What a PDF says, page by page."""

    pages: tuple[str, ...]
    hidden: str
    notes: tuple[str, ...]


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
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(body)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        encrypted = "password" in str(error).lower()
        raise PdfRefused("pdf_invalid", "encrypted" if encrypted else "not readable as a PDF") from None
    try:
        if count > MAX_PAGES:
            raise PdfRefused("pdf_limit", f"over {MAX_PAGES} pages")
        pages = []
        broken = total = 0
        for index in range(count):
            try:
                page = document[index]
            except pypdfium2.PdfiumError:
                broken += 1
                pages.append("")
                continue
            textpage = page.get_textpage()
            text = textpage.get_text_range()
            textpage.close()
            page.close()
            total += len(text)
            if total > MAX_CHARACTERS:
                raise PdfRefused("pdf_limit", f"over {MAX_CHARACTERS} characters")
            pages.append(text.replace("\ufffe", "-\n").replace("\r\n", "\n").replace("\r", "\n"))
        if broken and broken == count:
            raise PdfRefused("pdf_invalid", "no page can be read")
        return PdfText(tuple(pages), "", ("broken_pages",) if broken else ())
    finally:
        document.close()
