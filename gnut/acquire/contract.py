"""What acquiring a source gives: snapshots, evidence windows and named failures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Protocol

from msgspec import Struct

from gnut.model import Absence, Fetched, Heard, Request, Source, Unchanged, Uri
from gnut.text.extracted import Extracted, Extractor, Library
from gnut_store.oid import Oid

SNAPSHOT = "groundnut-source-snapshot/v4"
FAILURE = "groundnut-source-failure-snapshot/v1"
WINDOW = "groundnut-evidence-window/v2"
EXCHANGE = "gnut-exchange/v1"

TRUNCATIONS = ("complete", "truncated", "unknown", "empty", "sparse", "hollow")

OUTCOMES = ("captured", "unchanged")
"""What an exchange came to."""

CHARSETS = ("bom", "header", "meta", "utf8", "guess")
"""Where the character set of a source comes from."""

HOLLOWS = (
    *("challenge", "login", "payment_required", "cookie_wall", "rate_limited", "access_denied", "script_shell"),
    "soft_404",
)
"""Kinds of a page that stands in a source's place and is not it."""

NOTES = (
    "actual_text_differs",
    "archive_copy",
    "broken_pages",
    "capture_date_differs",
    "charset_guessed",
    "charset_overruled",
    "charset_unknown",
    "closed_details",
    "hidden_text_cut",
    "hidden_until_script",
    "ocr_layer",
    "optional_content",
    "outside_styles",
    "query_dropped",
    "redirected_home",
    "reordered_columns",
    "ruby_readings",
    "scanned_pages",
    "sniffed",
    "struck_text",
    "unclosed_noscript",
    "unmapped_glyphs",
    "unrendered_css",
    "unrendered_pdf",
)
"""Closed list of what acquiring a source notices."""

KEEPS = ("all", "text", "hash")
"""How much of a third party's page enters the team's tier; the rest stays in the local one."""

EPOCH = "1970-01-01T00:00:00Z"
"""Time of a capture that no clock saw, of which nothing is stored."""

FETCH_WHYS = (
    *("blocked_scheme", "blocked_target", "credentials_in_url", "bad_url", "dns_error", "unreachable"),
    *("timeout", "too_large", "header_too_large", "bad_response", "bad_framing", "incomplete", "decode_error"),
    *("unsupported_encoding", "unsupported_charset", "unsupported_type", "type_mismatch", "bad_redirect"),
    *("redirect_loop", "too_many_redirects", "empty", "partial_content", "access_denied", "payment_required"),
    *("not_found", "gone", "rate_limited", "legal_block", "server_error", "unexpected_status", "too_complex"),
    *("pdf_limit", "pdf_invalid", "parser_crashed"),
)
"""Closed list of the ways a fetch can fail."""

WHYS = (*FETCH_WHYS, "not_acquired", "snapshot_invalid", "no_text", "challenge", "login", "soft_404")
"""Closed list of the kinds of `source_unavailable`."""

Fetch = Callable[[Request], Fetched | Unchanged | Absence]
"""The one effect: an address in, an answer or a named failure out. `Unchanged` only where validators were given."""

Answer = tuple[Fetched, Extracted] | Unchanged | Absence
"""What a fetch came to once its bytes were read: bytes and text, no news, or a named failure."""

Live = Callable[[Request], Answer]
"""A fetch followed by an extraction; the network and the parsers stand behind it."""

Acquired = Source | Absence

Sources = Callable[[Request], Acquired]
"""Where `run` gets its sources from: a replay, or a replay followed by a live fetch."""


class Reads(Protocol):
    """What replaying needs of a store."""

    def get(self, oid: Oid, kind: str) -> bytes:
        """Return the bytes of `oid`, checked against it."""
        ...

    def refs(self, name: str) -> Iterable[Oid]:
        """Yield the ids under `name`; none when there is no such name."""
        ...

    def ref_parts(self, name: str) -> Iterable[str]:
        """Yield the next part of every ref under `name`, sorted."""
        ...


class Mode(Enum):
    """Where an acquisition may take its sources from."""

    REPLAY_ONLY = "replay_only"
    SNAPSHOT_PREFERRED = "snapshot_preferred"
    REFRESH = "refresh"


class Strategy(Enum):
    """Where an acquisition did take its source from."""

    SNAPSHOT = "snapshot"
    SNAPSHOT_INVALID = "snapshot_invalid"
    """Present but refused: closed, no live attempt."""

    SNAPSHOT_MISSING = "snapshot_missing"
    LIVE_ARCHIVED = "live_archived"
    LIVE_FAILED = "live_failed"
    """An older snapshot stays, and its text is not used."""


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of what was served the stored text stands for (`groundnut-evidence-window/v2`)."""

    schema: str
    original_bytes: int | None
    original_characters: int | None
    captured_bytes: int
    captured_characters: int
    truncation: str
    extraction_method: str
    extractor: Extractor
    extractor_library: Library | None
    runtime: Library
    text_sha256: str
    sha256: str
    """Of the canonical form of the other fields."""


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """One capture of one source (`groundnut-source-snapshot/v4`)."""

    schema: str
    uri: Uri
    source_id: str
    """`url:` or `file:` and the first 16 hex digits of the SHA-256 of the URI."""

    final_uri: str
    hops: tuple[str, ...]
    """Redirect targets before the last, in the same form."""

    fetched_at: str
    """RFC 3339, UTC, whole seconds."""

    status: int
    media_type: str | None
    charset: str | None
    charset_from: str | None
    """`bom | header | meta | utf8 | guess`; None for a PDF."""

    replacements: int
    raw: Oid | None
    """None when the repository keeps only texts (`keep = "text"`)."""

    raw_oid: Oid
    """Id the raw bytes have, kept or not."""

    text: Oid
    hidden_text: Oid | None
    window: Window
    hollow: str | None
    """`challenge | login | soft_404 | …` when the window is hollow; None otherwise."""

    supplied: bool
    redirected: bool
    """As the capturing engine saw it; what is served is derived anew (`gnut.acquire.core.capture`)."""

    notes: tuple[str, ...]
    """Sorted: `capture_date_differs`, `charset_guessed`, …; those that follow from addresses are derived anew too."""

    previous: Oid | None
    """Snapshot of the same source this one follows; None for the first."""

    sha256: str


class Failure(Struct, frozen=True, forbid_unknown_fields=True):
    """A fetch that failed, as recorded (`groundnut-source-failure-snapshot/v1`)."""

    schema: str
    uri: Uri
    source_id: str
    why: str
    detail: str
    fetched_at: str
    sha256: str


class Reader(Struct, frozen=True, forbid_unknown_fields=True):
    """What read a body to a text."""

    extractor: Extractor
    library: Library | None
    """None for gnut's own readers."""

    runtime: Library


class Exchange(Struct, frozen=True, forbid_unknown_fields=True):
    """One exchange with a server that stands behind a snapshot (`gnut-exchange/v1`).

    Beside the snapshot, not in it: what a server says of itself (an ETag, a date) is no part of the evidence.
    The exchange that captured goes to the team's tier with its snapshot; one that found nothing new is local.
    """

    schema: str
    uri: Uri
    source_id: str
    final_uri: str
    """Address that gave the page, or said that it is the same, in the form of a snapshot's."""

    asked_at: str
    """RFC 3339, UTC, whole seconds."""

    outcome: str
    """`captured`: these bytes came; `unchanged`: the server, or equal bytes, said that nothing is new."""

    snapshot: Oid
    heard: Heard
    reader: Reader | None
    """That read these bytes to the text of the snapshot; None of a 304, which brought none."""

    sha256: str


class Stored(Struct, frozen=True, forbid_unknown_fields=True):
    """One object to be written."""

    kind: str
    """`blob | text | snapshot | failure | exchange`."""

    body: bytes
    tier: str
    """`team | local`."""


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """A snapshot and the id it is stored under."""

    oid: Oid
    snapshot: Snapshot
    sha256: str
    """Of its stored bytes."""


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """What a store holds of one source."""

    head: Known | None
    """Snapshot in force; None when there is none, or when it may not be used."""

    follows: Oid | None
    """Id that the next snapshot names as previous."""

    invalid: Absence | None
    """Why the snapshot in force may not be used; None when it may, or when there is none."""

    readable: Known | None = None
    """Newest other snapshot with a text to search, where the one in force has none (merged branches)."""


class Acquisition(Struct, frozen=True, forbid_unknown_fields=True):
    """One source acquired, and what has to be written for it to stay so."""

    request: Request
    strategy: Strategy
    live_attempted: bool
    acquired: Acquired
    snapshot: Oid | None
    """Snapshot now on record for the source, used or not; None when there is none."""

    objects: tuple[Stored, ...]
    """New objects, those that others name first; empty when nothing changed."""

    refs: tuple[tuple[str, Oid, str], ...]
    """(name, id, tier) to add once the objects are durable."""

    instead_of_copy: bool = False
    """Whether a fetched page takes the place of a copy that a person brought."""
