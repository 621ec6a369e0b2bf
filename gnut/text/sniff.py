"""What kind of source a body is: what the server says, held against the bytes themselves.

A PDF labelled HTML, or HTML labelled PDF, goes to neither parser: whoever reads it as the other
would check words that no reader saw. A body without a type is judged by its first bytes, and that
is recorded.
"""

from __future__ import annotations

import re

from msgspec import Struct

from gnut.text.media_types import essence
from gnut.text.patterns import lazy

PDF = "application/pdf"

HEAD = 1024
"""Bytes in which a PDF's header may stand, as viewers allow."""

_SIGNATURES = (
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"(\xb5/\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"%!PS", "application/postscript"),
    (b"{\\rtf", "application/rtf"),
    (b"\x7fELF", "application/x-elf"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (b"\x00asm", "application/wasm"),
)
_NEEDS_MORE = {b"BM": 14, b"ID3": 10}
"""Short signatures that ordinary words begin with too: a NUL must stand in that many bytes."""

_HTML_START = lazy(
    rb"\s*+(?>(?:<!--.*?-->|<\?xml.{0,200}?\?>)\s*+)*+<(?:!doctype\s+html|html|head|body|title|meta|script|style|link|"
    rb"h[1-6]|p|div|table|section|article|main|nav|header|iframe|font|center|a|b|br|ul|ol)(?=[\s/>])",
    re.IGNORECASE | re.DOTALL,
)
_XHTML_START = lazy(
    rb"\s*+(?>(?:<!--.*?-->|<\?xml.{0,200}?\?>)\s*+)*+<(?:!doctype\s+html|html)(?=[\s/>])", re.IGNORECASE | re.DOTALL
)
_XML_START = lazy(rb"\s*(?:<\?xml|<svg|<rss|<feed|<!doctype\s+svg)", re.IGNORECASE)
_GENERIC = frozenset({"application/octet-stream", "binary/octet-stream", "application/x-download", "unknown/unknown"})
_TEXTUAL = frozenset(
    "application/javascript application/ecmascript application/x-javascript application/yaml application/x-yaml "
    "application/toml application/x-ndjson application/jsonl application/x-jsonlines application/csv application/x-tex "
    "application/x-latex application/sql "
    "application/x-sh application/x-bibtex application/x-subrip message/rfc822".split()
)
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_XML = frozenset({"text/xml", "application/xml"})
_UNREAD_TEXT = frozenset({"text/rtf", "text/richtext"})
_PDF_NAMES = frozenset({PDF, "application/x-pdf", "application/acrobat", "text/pdf"})
_ENDINGS = {
    "md": "text/markdown",
    "markdown": "text/markdown",
    "mdx": "text/markdown",
    "qmd": "text/markdown",
    "rmd": "text/markdown",
    "json": "application/json",
    "geojson": "application/json",
    "ipynb": "application/json",
    "jsonld": "application/json",
    "html": "text/html",
    "htm": "text/html",
    "xhtml": "text/html",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "pdf": PDF,
    **dict.fromkeys(("xml", "svg", "rss", "atom", "xsd", "xsl", "xslt"), "application/xml"),
}
"""Ending of a name → type, for what nobody declared; XML is known here only to be refused."""


class Type(Struct, frozen=True):
    """How a body will be read."""

    name: str
    reader: str
    """`html | xhtml | pdf | json | markdown | plain`"""

    notes: tuple[str, ...]
    """`sniffed` when the bytes, not the server, decided."""


def signature(body: bytes) -> str | None:
    """Return the media type that the first bytes give away, or None for text."""
    if b"%PDF-" in body[:HEAD] and body.lstrip(b"\xef\xbb\xbf \t\r\n\f\x00").startswith(b"%PDF-"):
        return PDF
    for start, name in _SIGNATURES:
        if body.startswith(start) and (start not in _NEEDS_MORE or b"\x00" in body[: _NEEDS_MORE[start]]):
            return name
    if body[4:8] == b"ftyp":
        return "video/mp4"
    if body[:4] == b"RIFF" and body[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "image/webp" if body[8:12] == b"WEBP" else "video/x-riff"
    return None


def declared_type(media_type: str | None, body: bytes, uri: str) -> Type | str:
    """Return how to read `body`, or `why: detail` if it is not read at all."""
    seen = signature(body)
    said = essence(media_type)
    if said is None and media_type and media_type.strip():
        return "unsupported_type: a type that is none"
    if said is None or said in _GENERIC:
        return _sniffed(seen, body, uri)
    if said in _PDF_NAMES:
        if seen == PDF or (seen is None and b"%PDF-" in body[:HEAD] and not _HTML_START.match(body[:8192])):
            return Type(PDF, "pdf", ())
        return f"type_mismatch: labelled {said}, holds {seen or _text_kind(body)}"
    if seen == PDF:
        return f"type_mismatch: labelled {said}, holds {PDF}"
    if said in _HTML or (said in _XML and _HTML_START.match(body[:8192])):
        if seen is not None:
            return f"type_mismatch: labelled {said}, holds {seen}"
        return Type("text/html", "html" if said == "text/html" else "xhtml", ())
    if said in ("application/json", "text/json") or said.endswith("+json"):
        return Type("application/json", "json", ())
    if said in _XML or said.endswith("+xml") or said in _UNREAD_TEXT:
        return f"unsupported_type: {said}"
    if said.startswith("text/") or said in _TEXTUAL:
        if seen is not None:
            return f"type_mismatch: labelled {said}, holds {seen}"
        by_name = _ENDINGS.get(_ending(uri))
        if said in ("text/x-markdown", "text/plain") and by_name == "text/markdown":
            said = "text/markdown"
        return Type(said, _textual(said), ())
    return f"unsupported_type: {said}"


def _sniffed(seen: str | None, body: bytes, uri: str) -> Type | str:
    """Return the type of a body that nobody declared."""
    if seen == PDF:
        return Type(PDF, "pdf", ("sniffed",))
    if seen is not None:
        return f"unsupported_type: {seen}"
    by_name = _ENDINGS.get(_ending(uri))
    if by_name == PDF:
        return f"type_mismatch: named .pdf, holds {_text_kind(body)}"
    start = body[:8192].lstrip(b"\xef\xbb\xbf")
    starts = {None: _HTML_START, "application/xml": _XHTML_START}.get(by_name)
    if by_name == "text/html" or (starts and starts.match(_narrow(start))):
        return Type("text/html", "html", ("sniffed",))
    if by_name == "application/json":
        return Type(by_name, "json", ("sniffed",))
    if by_name == "application/xml" or (by_name is None and _XML_START.match(_narrow(start))):
        return "unsupported_type: application/xml"
    if b"\x00" in _narrow(start):
        return "unsupported_type: application/octet-stream"
    return Type(by_name or "text/plain", _textual(by_name), ("sniffed",))


def _textual(name: str | None) -> str:
    return "markdown" if name in ("text/markdown", "text/x-markdown") else "plain"


def _narrow(start: bytes) -> bytes:
    """Return UTF-16 with a byte order mark as ASCII, as far as it is; anything else as it is."""
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return start[2:].replace(b"\x00", b"")
    return start


def _text_kind(body: bytes) -> str:
    return "text/html" if _HTML_START.match(body[:8192]) else "something else"


def _ending(uri: str) -> str:
    path = uri.split("#", 1)[0].split("?", 1)[0]
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""
