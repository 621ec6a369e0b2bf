"""What one record of an archive says of itself, before its body is looked at."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from gnut.edge.net.addresses import Target, parse
from gnut.edge.net.limits import KIB, LIMITS
from gnut.edge.net.refusal import Refused, plain
from gnut.edge.net.replies import check_status, check_type, location
from gnut.edge.warc.digest import parsed
from gnut.edge.warc.frame import Piece
from gnut.edge.warc.http import head
from gnut.edge.warc.limits import ArchiveLimits
from gnut.model import Uri
from gnut.text.media_types import essence
from gnut.text.patterns import lazy
from gnut.text.uris import source_uri

KINDS = ("response", "resource", "revisit")
"""Records that may be a source; of the others none is a page."""

_KINDS = {kind: kind for kind in KINDS}

MOST_NAME = KIB
"""Bytes of a record's id; tools write about 50."""

SAME_PAYLOAD = "identical-payload-digest"
"""Last part of the profile of a revisit whose payload came again, and was not kept again."""

_VERSION = lazy(rb"^WARC/1\.[0-9]$")
_WEB = lazy(r"(?i)^https?://")
_LENGTH = lazy(r"^[0-9]{1,19}$")
_MOMENT = lazy(
    r"^([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?Z)?)?)?\Z"
)
"""W3C-DTF in UTC, in each of the precisions that WARC 1.1 (§5.4) allows."""


class Moment(NamedTuple):
    """When a record says that it was made; moments compare as they follow each other."""

    at: str
    """RFC 3339, UTC, whole seconds."""

    fraction: str
    """Nine digits."""


class Said(NamedTuple):
    """The record that a revisit says it repeats."""

    record: str | None
    uri: Uri | None
    moment: Moment | None


class Entry(NamedTuple):
    """A record under the address that it is of."""

    file: int
    number: int
    """Place among the records of its file, from 0."""

    kind: str
    uri: Uri
    url: str
    """Address as written, without its fragment."""

    record: str
    moment: Moment | None
    """None where the record has no date that a calendar has."""

    refusal: tuple[str, str] | None
    """(kind of absence, detail) where its head already says that it gives no source."""

    location: bytes | None = None
    """Where it leads, of a redirect."""

    media_type: str | None = None
    digest: tuple[str, bytes] | None = None
    """Payload digest (algorithm, bytes); None where none is given, or one of a kind that is not known."""

    said: Said | None = None
    """Of a revisit."""


class Fields:
    """The named fields of a record; a field that stands twice, or is no text, says nothing."""

    def __init__(self, piece: Piece) -> None:
        """Read the fields of `piece`."""
        found: defaultdict[str, list[bytes]] = defaultdict(list)
        for name, value in piece.fields:
            found[name.decode("ascii", "replace").lower()].append(value)
        self._found = found

    def get(self, name: str) -> str | None:
        """Return the value of the one field of that name; None without exactly one that is legible."""
        values = self._found.get(name, [])
        if len(values) != 1:
            return None
        try:
            text = values[0].decode("utf-8").strip(" \t")
        except UnicodeDecodeError:
            return None
        return text if text.isprintable() else None

    def has(self, name: str) -> bool:
        """Return whether there is any field of that name."""
        return name in self._found


def target_of(fields: Fields, name: str = "warc-target-uri") -> tuple[Uri, str] | None:
    """Return the identity of what a record is of, and its address; None where no page could be had of it."""
    written = (fields.get(name) or "").removeprefix("<").removesuffix(">").partition("#")[0]
    if not _WEB.match(written) or len(written.encode()) > LIMITS.url:
        return None
    uri = source_uri(written, "-")
    return (uri, written) if isinstance(uri, str) and len(uri) <= LIMITS.url else None


def moment(text: str | None) -> Moment | None:
    """Return a date of a record; None for one that no calendar has.

    Of one that says less than the second it is the first second that it may be: an archive is not taken for newer
    than it says.
    """
    found = _MOMENT.match(text or "")
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction = found.groups()
    whole = f"{year}-{month or '01'}-{day or '01'}T{hour or '00'}:{minute or '00'}:{second or '00'}"
    try:
        datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return None
    return Moment(f"{whole}Z", (fraction or "").ljust(9, "0"))


def entry(piece: Piece, start: bytes, file: int, number: int, limits: ArchiveLimits) -> Entry | None:
    """Return what a record is; None for one that can be no source of any report.

    Args:
        piece: The record.
        start: Start of its block, with the whole head of a reply in it if there is one.
        file: Which of the files it stands in.
        number: Its place among the records of the file.
        limits: Bounds of the file.
    """
    fields = Fields(piece)
    kind = _KINDS.get((fields.get("warc-type") or "").lower())
    target = target_of(fields)
    if kind is None or target is None:
        return None
    made = Entry(
        file=file,
        number=number,
        kind=kind,
        uri=target[0],
        url=target[1],
        record=_name(fields.get("warc-record-id")) or "",
        moment=moment(fields.get("warc-date")),
        refusal=None,
        media_type=_type(fields.get("content-type")) if kind == "resource" else None,
        digest=parsed(fields.get("warc-payload-digest")),
        said=_said(fields) if kind == "revisit" else None,
    )
    try:
        _check(piece, fields, made, limits)
        return _judged(made, fields, start) if kind == "response" else made
    except Refused as refusal:
        return made._replace(refusal=(refusal.why, refusal.detail))


def _name(given: str | None) -> str | None:
    """Return the id of a record; None for one that is longer than any tool writes."""
    return None if given is None or len(given.encode()) > MOST_NAME else given


def _type(given: str | None) -> str | None:
    """Return a type, without its parameters where it is longer than a live one is kept."""
    if given is None or len(given) <= LIMITS.kept:
        return given
    return given.partition(";")[0][: LIMITS.kept]


def is_text_alone(piece: Piece) -> bool:
    """Return whether a record holds what was read of a page, and not the page."""
    fields = Fields(piece)
    return (fields.get("warc-type") or "").lower() == "conversion" and target_of(fields) is not None


def _said(fields: Fields) -> Said:
    referred = target_of(fields, "warc-refers-to-target-uri")
    return Said(
        _name(fields.get("warc-refers-to")),
        None if referred is None else referred[0],
        moment(fields.get("warc-refers-to-date")),
    )


def _check(piece: Piece, fields: Fields, made: Entry, limits: ArchiveLimits) -> None:
    """Refuse a record that breaks the format, or that holds less than a page.

    Raises:
        Refused: `bad_response`, `bad_framing`, `incomplete`, `too_large`, or as its address is refused.
    """
    if not _VERSION.match(piece.version) or not made.record:
        raise Refused("bad_response", "the archive's record has no version or no id that is known")
    if made.moment is None:
        raise Refused("bad_response", "the archive's record has no date that a calendar has")
    length = fields.get("content-length") or ""
    if not _LENGTH.match(length):
        raise Refused("bad_framing", "the archive's record does not say its length once")
    if piece.held < int(length):
        raise Refused("incomplete", f"the archive holds {piece.held} of {int(length)} bytes of the record")
    if not piece.closed or piece.held != int(length):
        raise Refused("bad_framing", "the archive's record does not end where its head says")
    # Of a revisit it says that the payload is not in the record again, which is what a revisit is.
    if fields.has("warc-truncated") and made.kind != "revisit":
        reason = plain(fields.get("warc-truncated") or "", 20)
        raise Refused("incomplete", f"the archive kept only a part of it ({reason or 'unspecified'})")
    if fields.has("warc-segment-number"):
        raise Refused("incomplete", "the archive keeps it in several records")
    if piece.held > limits.block:
        raise Refused("too_large", f"a record of over {limits.block} bytes")
    if made.kind == "revisit":
        _check_profile(fields)
    parse(made.url)


def _check_profile(fields: Fields) -> None:
    profile = (fields.get("warc-profile") or "").rstrip("/").rpartition("/")[2]
    if profile != SAME_PAYLOAD:
        raise Refused("unexpected_status", "the archive keeps a word about it (not modified), and no page")


def _judged(made: Entry, fields: Fields, start: bytes) -> Entry:
    """Return a response with what the head of its reply says.

    Raises:
        Refused: As a live reply with that head is.
    """
    kind = (fields.get("content-type") or "application/http").partition(";")[0].strip().lower()
    if kind != "application/http":
        raise Refused("bad_response", "the archived answer is not HTTP")
    found = head(start, LIMITS)
    where = location(found.reply)
    if where is not None and len(where) > LIMITS.url:
        raise Refused("bad_redirect", f"redirected to an address of over {LIMITS.url} bytes")
    if where is not None:
        return made._replace(location=where)
    check_status(found.reply)
    try:
        return made._replace(media_type=check_type(found.reply))
    except Refused as refusal:
        sent = essence(found.reply.headers.get("content-type"))
        return made._replace(media_type=sent, refusal=(refusal.why, refusal.detail))


def resource_type(media_type: str | None) -> str | None:
    """Return the type of a resource record as a live one is taken.

    Raises:
        Refused: `unsupported_type`.
    """
    from gnut.edge.net.archived import reply

    fields = [] if media_type is None else [(b"content-type", media_type.encode("utf-8"))]
    return check_type(reply(200, fields))


def base_of(entry: Entry) -> Target:
    """Return where an entry's own address leads; it was judged when the entry was made."""
    return parse(entry.url)
