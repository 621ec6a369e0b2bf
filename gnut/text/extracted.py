"""What reading a source gives, apart from the readers, so that a replay need not load them."""

from __future__ import annotations

from msgspec import Struct


class Library(Struct, frozen=True, forbid_unknown_fields=True):
    """A parser with its version."""

    name: str
    version: str


class Extractor(Struct, frozen=True, forbid_unknown_fields=True):
    """What turned the bytes into text."""

    name: str
    """`html-text`, `pdf-text`, `markdown-text`, `plain-text` or `json-leaves`."""

    version: str
    parameters: tuple[tuple[str, str], ...]


class Extracted(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a source, and how it came about."""

    text: str
    """Blocks and lines end in `\\n`, cells in `\\t`, pages in `\\f`; no other control character."""

    hidden_text: str | None
    """What the bytes hold and a reader does not see; None when there is none."""

    media_type: str
    """Kind that was read, without parameters: `text/html`, `application/pdf`, …"""

    charset: str | None
    charset_from: str | None
    """`bom | header | meta | utf8 | guess`; None for a PDF."""

    replacements: int
    """Characters U+FFFD in the text that stand for bytes which are no text."""

    extractor: Extractor
    library: Library | None
    """None for gnut's own readers."""

    truncation: str
    """`complete | truncated | unknown | empty | sparse | hollow`"""

    hollow_kind: str | None
    """Of a hollow page: `challenge | login | payment_required | cookie_wall | rate_limited | access_denied |
    script_shell | soft_404`."""

    notes: tuple[str, ...]
    """What acquisition noticed, sorted: `charset_guessed`, `sniffed`, `unrendered_css`, …"""


class Unreadable(Struct, frozen=True, forbid_unknown_fields=True):
    """A source without a text: a value, not an exception."""

    why: str
    """`empty | unsupported_type | type_mismatch | unsupported_charset | too_large | too_complex | pdf_invalid |
    pdf_limit | no_text | decode_error | parser_crashed`"""

    detail: str
    """For people, one line."""
