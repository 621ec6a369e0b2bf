"""The shared nouns: where something stands, what was asked for, what came back."""

from __future__ import annotations

from typing import NewType, TypeVar

import msgspec
from msgspec import Struct

from gnut_store import canon
from gnut_store.oid import Oid

Sealed = TypeVar("Sealed", bound=Struct)

Uri = NewType("Uri", str)
"""Identity of a source: `http(s)://…` without fragment and tracking parameters, or `file:` and
the path from the repository root (rules in docs/citations.md)."""


class Span(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, order=True):
    """Half-open range of code points in a stored text."""

    start: int
    end: int


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Where something stands in a report."""

    start: int
    """First byte, from 0, in the report's own bytes."""

    end: int
    """Byte after the last."""

    line: int
    """Line of the first byte, from 1; only LF, CRLF and CR end a line."""

    column: int
    """Column of the first byte, from 1, in code points."""


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """A ratio that never travels without its population."""

    numerator: int
    denominator: int
    population: str


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """A report with the bibliographies beside it."""

    path: str
    """Path from the repository root, POSIX separators; `-` for standard input."""

    body: bytes
    companions: tuple[tuple[str, bytes], ...]
    """(file name, bytes) of each `.bib` or CSL-JSON file beside the report, sorted by name."""


class Validators(Struct, frozen=True, forbid_unknown_fields=True):
    """What a server gave with a page so that one can ask whether it has changed (RFC 9110 §8.8)."""

    final_uri: str
    """Address that gave them, in the form of `Fetched.final_uri`; they are sent to no other."""

    etag: str | None
    last_modified: str | None


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """One source to acquire."""

    uri: Uri
    """Identity, the key under which the snapshot is kept."""

    written: str
    """Address as the report writes it; what is fetched is this without its fragment."""

    known: Validators | None = None
    """Of the capture on record; None to have the page whatever is on record."""


class Heard(Struct, frozen=True, forbid_unknown_fields=True):
    """One exchange with a server, apart from the body: what was asked, and what came back."""

    asked: tuple[tuple[str, str | None], ...]
    """Fields sent with the last request, in order; value None where the user gave it (it may be a secret)."""

    address: str
    """IPv4 or IPv6 address that answered, as it was dialled."""

    status: int
    fields: tuple[tuple[str, str], ...]
    """Fields of the final reply that are on the allow-list (`gnut.edge.net.replies.KEPT`), names in lower case."""

    wire: int
    """Bytes of the body as sent."""

    robots: bool
    """Whether robots.txt was asked and allowed it."""

    downgraded: bool
    """Whether the way led from https to http, as the user allowed."""


class Fetched(Struct, frozen=True, forbid_unknown_fields=True):
    """What a server answered, or what a local file held."""

    uri: Uri
    final_uri: str
    """Scheme, host, port and path of the last hop; no query, no fragment, no user."""

    status: int
    """HTTP status; 200 for a local file."""

    media_type: str | None
    """Content-Type as sent, parameters included; None when there was none."""

    body: bytes
    hops: tuple[str, ...]
    """Final-URI form of every redirect target before the last, in order."""

    supplied: bool
    """True for a copy that the user brought (`--saved`, `--from-warc`)."""

    heard: Heard | None = None
    """None for what no server answered: a local file, a supplied copy."""

    query_dropped: bool = False
    """Whether redirects led to an address with a query, of which `final_uri` is the part without it."""


class Unchanged(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's word (304) that its page is still the one on record."""

    uri: Uri
    heard: Heard


class Absence(Struct, frozen=True, forbid_unknown_fields=True):
    """A source that could not be had: a value, not an exception."""

    uri: Uri
    why: str
    """One of `gnut.acquire.contract.WHYS`."""

    detail: str
    """For people, one line, no query values, no credentials, no local path."""

    snapshot: Oid | None = None
    """Snapshot of the wall or the empty page that was served; None when nothing was captured."""

    snapshot_sha256: str | None = None
    """Of its stored bytes."""


class Bound(Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 digests by which receipts name a source's capture."""

    text: str
    """Of the visible text, as UTF-8."""

    window: str | None
    """Of the evidence window; None for a text given inline."""

    snapshot: str | None
    """Of the snapshot's stored bytes; None for a text given inline."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A source ready to be searched."""

    uri: Uri
    final_uri: str
    snapshot: Oid | None
    """Snapshot it came from; None for texts given inline (plumbing, `gnut quote --source FILE`)."""

    text: str
    """Visible text: blocks end in `\\n`, cells in `\\t`, pages in `\\f`."""

    hidden_text: str | None
    truncation: str
    """`complete | truncated | unknown | empty | sparse | hollow` of the evidence window."""

    supplied: bool
    redirected: bool
    notes: tuple[str, ...]
    """What acquisition noticed: `capture_date_differs`, `charset_guessed`, …"""

    bound: Bound | None = None
    """None until somebody needs a receipt: hashing is not part of searching."""


_HEX = frozenset("0123456789abcdef")


def is_hash(text: object) -> bool:
    """Return whether `text` is a SHA-256 as receipts write it: 64 lower-case hex digits."""
    return isinstance(text, str) and len(text) == 64 and _HEX.issuperset(text)


def self_hash(value: Struct | dict[str, object]) -> str:
    """Return the SHA-256 of the canonical form of a receipt without its `sha256` member."""
    members = value if isinstance(value, dict) else msgspec.to_builtins(value)
    return canon.sha256(canon.encode({key: member for key, member in members.items() if key != "sha256"}))


def sealed(value: Sealed) -> Sealed:
    """Return a receipt with its own hash in `sha256`, over all its other members."""
    return msgspec.structs.replace(value, sha256=self_hash(value))
