"""Bytes to the text that quotations are sought in: the one entry for every kind of source.

Pure: no file, no network, no clock. HTML and PDF from elsewhere go through `gnut.edge.sandbox`,
which calls this in a limited child.
"""

from __future__ import annotations

import re

from gnut.text.charset import Decoded, decode
from gnut.text.extracted import Extracted, Extractor, Library, Unreadable
from gnut.text.media_types import charset
from gnut.text.patterns import lazy
from gnut.text.sniff import PDF, Type, declared_type

VERSION = "2"
"""Of every extractor here; a change of any text is a new version."""

PLAIN_MAX = 16 * 1024 * 1024
"""Bytes of a text, HTML or JSON source; a PDF may have four times as many."""

BINARY = 20
"""Characters for each binary one below which plain text is none, but some other file under its label."""

_BINARY = "".join(map(chr, (*range(9), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20))))
"""What never stands in text (MIME Sniffing, section 3: binary data bytes); escapes do, in logs."""

# Line feed, tab and form feed are structure; other blanks of C0 and C1 become a blank, and what is
# no text at all becomes U+FFFD and is counted.
_ODD_BLANKS = lazy("[\x0b\x1c-\x1f\x85]")
_NO_TEXT = lazy(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr(plane << 16 | low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))
    + "]"
)

_EMPTY = lazy(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)[\s/>])([a-z][a-z0-9:-]{0,40})((?:\s[^<>]{0,4096}?)?)/>",
    re.IGNORECASE,
)


def read(body: bytes, media_type: str | None, uri: str) -> Extracted | Unreadable:
    """Return the text of `body`.

    Args:
        body: What was served, without transfer and content coding.
        media_type: Content-Type as sent; None when there was none, as for a local file.
        uri: Address, whose ending tells kinds of text apart when nothing else does.
    """
    kind = admitted(body, media_type, uri)
    if isinstance(kind, Unreadable):
        return kind
    match kind.reader:
        case "pdf":
            return _pdf(body, kind.name, kind.notes)
        case "html" | "xhtml" as reader:
            return _html(body, media_type, kind.name, kind.notes, xml=reader == "xhtml")
        case "markdown":
            return _markdown(body, media_type, kind.name, kind.notes)
        case "json":
            return _json(body, kind.name, kind.notes)
        case _:
            return _plain(body, media_type, kind.name, kind.notes)


def admitted(body: bytes, media_type: str | None, uri: str) -> Type | Unreadable:
    """Return as what `read` would read `body`, or why it would not; no parser is asked."""
    if not body:
        return Unreadable("empty", "no bytes")
    kind = declared_type(media_type, body, uri)
    if isinstance(kind, str):
        why, _, detail = kind.partition(": ")
        return Unreadable(why, detail)
    if len(body) > PLAIN_MAX * (4 if kind.name == PDF else 1):
        return Unreadable("too_large", f"{len(body)} bytes")
    return kind


def _html(
    body: bytes, media_type: str | None, name: str, notes: tuple[str, ...], *, xml: bool
) -> Extracted | Unreadable:
    from gnut.text.html.pages import TooComplex, read_page
    from gnut.text.html.walk import LIBRARY

    decoded = decode(body, header=media_type, declares=True)
    if decoded is None:
        return _no_charset(media_type)
    try:
        page = read_page(_opened(decoded.text) if xml else decoded.text, len(body))
    except TooComplex as error:
        return Unreadable("too_complex", str(error))
    if page.state == "empty" and page.frames:
        return Unreadable("no_text", f"nothing but frames of other pages: {page.frames}")
    text, controls = _clean(page.visible)
    hidden, _ = _clean(page.hidden)
    replacements = decoded.replacements + controls
    return Extracted(
        text=text,
        hidden_text=hidden or None,
        media_type=name,
        charset=decoded.charset,
        charset_from=decoded.came_from,
        replacements=replacements,
        extractor=Extractor("html-text", VERSION, ()),
        library=Library(*LIBRARY),
        truncation="unknown" if page.state == "complete" and replacements else page.state,
        hollow_kind=page.kind,
        notes=_sorted(notes, decoded.notes, page.notes),
    )


def _plain(body: bytes, media_type: str | None, name: str, notes: tuple[str, ...]) -> Extracted | Unreadable:
    written = _written(body, media_type, name)
    if isinstance(written, Unreadable):
        return written
    text, replacements, decoded = written
    return Extracted(
        text=text,
        hidden_text=None,
        media_type=name,
        charset=decoded.charset,
        charset_from=decoded.came_from,
        replacements=replacements,
        extractor=Extractor("plain-text", VERSION, ()),
        library=None,
        truncation=_window(text, replacements),
        hollow_kind=None,
        notes=_sorted(notes, decoded.notes),
    )


def _markdown(body: bytes, media_type: str | None, name: str, notes: tuple[str, ...]) -> Extracted | Unreadable:
    from gnut.text.markdown.shown import LIBRARY, TooComplex, shown

    written = _written(body, media_type, name)
    if isinstance(written, Unreadable):
        return written
    text, replacements, decoded = written
    try:
        page = shown(text)
    except TooComplex as error:
        return Unreadable("too_complex", str(error))
    return Extracted(
        text=page.text,
        hidden_text=page.hidden or None,
        media_type=name,
        charset=decoded.charset,
        charset_from=decoded.came_from,
        replacements=replacements,
        extractor=Extractor("markdown-text", VERSION, ()),
        library=Library(*LIBRARY),
        truncation=_window(page.text, replacements),
        hollow_kind=None,
        notes=_sorted(notes, decoded.notes, page.notes),
    )


def _written(body: bytes, media_type: str | None, name: str) -> tuple[str, int, Decoded] | Unreadable:
    """Return what stands in a file of text, and how many of its signs are replaced."""
    decoded = decode(body, header=media_type, declares=False)
    if decoded is None:
        return _no_charset(media_type)
    if sum(map(decoded.text.count, _BINARY)) * BINARY > len(decoded.text):
        return Unreadable("unsupported_type", f"labelled {name}, holds no text")
    text, controls = _clean(decoded.text)
    return text, decoded.replacements + controls, decoded


def _window(text: str, replacements: int) -> str:
    if not any(character.isalnum() for character in text):
        return "empty"
    return "unknown" if replacements else "complete"


def _json(body: bytes, name: str, notes: tuple[str, ...]) -> Extracted | Unreadable:
    from gnut.text.json_leaves import BadJson, TooManyValues, leaves

    try:
        text, controls = _clean(leaves(body))
    except TooManyValues as error:
        return Unreadable("too_complex", str(error))
    except BadJson as error:
        return Unreadable("decode_error", f"not strict JSON: {error}")
    return Extracted(
        text=text,
        hidden_text=None,
        media_type=name,
        charset="utf-8",
        charset_from="utf8",
        replacements=controls,
        extractor=Extractor("json-leaves", VERSION, ()),
        library=None,
        truncation="unknown" if controls else "complete",
        hollow_kind=None,
        notes=notes,
    )


def _pdf(body: bytes, name: str, notes: tuple[str, ...]) -> Extracted | Unreadable:
    from gnut.text.pdf.pages import LIBRARY, PdfRefused, read_pdf

    try:
        found = read_pdf(body)
    except PdfRefused as error:
        return Unreadable(error.why, str(error))
    text, controls = _clean("\f".join(found.pages))
    if not any(character.isalnum() for character in text):
        return Unreadable("no_text", f"{len(found.pages)} pages without a text layer")
    hidden, _ = _clean(found.hidden)
    return Extracted(
        text=text,
        hidden_text=hidden or None,
        media_type=name,
        charset=None,
        charset_from=None,
        replacements=controls,
        extractor=Extractor("pdf-text", VERSION, ()),
        library=Library(*LIBRARY),
        truncation="complete" if found.whole else "unknown",
        hollow_kind=None,
        notes=_sorted(notes, found.notes, ("unmapped_glyphs",) if controls else ()),
    )


def _opened(page: str) -> str:
    """Return XHTML with its empty elements written out: as HTML, `<script/>` would swallow the page."""
    return _EMPTY.sub(lambda found: f"<{found[1]}{found[2]}></{found[1]}>", page)


def _no_charset(media_type: str | None) -> Unreadable:
    label = re.sub(r"[^A-Za-z0-9_.:+-]", "?", charset(media_type) or "declared by the page")[:40]
    return Unreadable("unsupported_charset", label)


def _clean(text: str) -> tuple[str, int]:
    """Return `text` with one kind of line end and no characters that are none, and how many were."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _NO_TEXT.subn("\ufffd", _ODD_BLANKS.sub(" ", text))


def _sorted(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({note for group in groups for note in group}))


__all__ = ["Extracted", "Extractor", "Library", "Unreadable", "admitted", "read"]
