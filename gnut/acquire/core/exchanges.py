"""Exchanges with servers, kept beside snapshots: when a page was had, how it was asked for, whether it has changed.

An exchange is no part of the evidence. Without it, or with a damaged one, everything is as it would be had nobody
asked: no verdict, no snapshot and no receipt depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gnut.acquire.contract import EXCHANGE, OUTCOMES, Exchange, Known, Reader, Reads, Record, Stored, Window
from gnut.acquire.core.capture import runtime
from gnut.acquire.core.consistent import is_final, is_moment
from gnut.acquire.core.identity import exchange_ref, source_id, timed
from gnut.acquire.core.logs import Noted, newest_first, unheard
from gnut.acquire.core.replay import stands
from gnut.errors import NotCanonical, ObjectCorrupt
from gnut.model import Fetched, Heard, Source, Unchanged, Uri, Validators, is_hash, sealed, self_hash
from gnut.text.extracted import Extracted
from gnut.text.patterns import lazy
from gnut.text.readers import at_present
from gnut_store import canon
from gnut_store.oid import Oid, is_oid, oid_of

Refs = tuple[tuple[str, Oid, str], ...]

MOST_FIELDS = 100
"""Fields of a request, and fields of a reply, that an exchange keeps."""

LONGEST_NAME = 100
LONGEST_VALUE = 2048
"""Characters of one field's value; a longer one is left out, and is no validator."""

_NAME = lazy(rf"[!#$%&'*+.^_`|~0-9A-Za-z-]{{1,{LONGEST_NAME}}}")
_VALUE = lazy(rf"[\t -~]{{0,{LONGEST_VALUE}}}")
_ADDRESS = lazy(r"[0-9a-f:.]{2,45}")
_ETAG = lazy(r'(?:W/)?"[!#-~]{0,512}"')
_DATE = lazy(r"[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def exchange(
    uri: Uri, answer: Fetched | Unchanged, outcome: str, about: Known, reader: Reader | None, now: str
) -> tuple[tuple[Stored, ...], Refs]:
    """Return what is kept of an exchange and the name it is found under; nothing of what no server answered.

    Args:
        uri: Source that was asked for.
        answer: What came back.
        outcome: One of `contract.OUTCOMES`.
        about: The snapshot that was taken, or that the answer says is still right.
        reader: What read the body; None of a 304.
        now: Time of the exchange, RFC 3339, UTC, whole seconds.
    """
    if answer.heard is None:
        return (), ()
    made = sealed(
        Exchange(
            schema=EXCHANGE,
            uri=uri,
            source_id=source_id(uri),
            final_uri=answer.final_uri if isinstance(answer, Fetched) else about.snapshot.final_uri,
            asked_at=now,
            outcome=outcome,
            snapshot=about.oid,
            heard=_bounded(answer.heard),
            reader=reader,
            sha256="",
        )
    )
    if flaw(made) is not None:  # It could not be read again.
        return (), ()
    # What found nothing new is of no use to others: it would grow the team's tier with every refresh.
    tier = "team" if outcome == "captured" else "local"
    body = canon.encode(msgspec.to_builtins(made))
    name = timed(exchange_ref(uri), now, f".{made.heard.status}")
    return (Stored("exchange", body, tier),), ((name, oid_of("exchange", body), tier),)


def reader_of(made: Extracted | Window) -> Reader:
    """Return what a text was read by."""
    if isinstance(made, Window):
        return Reader(made.extractor, made.extractor_library, made.runtime)
    return Reader(made.extractor, made.library, runtime())


def load_exchange(body: bytes, uri: Uri) -> Exchange | str:
    """Return the exchange about `uri` that `body` holds, or why it is none, beginning with a code.

    `exchange_identity_mismatch` before `exchange_hash_mismatch` before `exchange_inconsistent`, as of a snapshot.
    """
    try:
        value = canon.decode(body)
    except NotCanonical as error:
        return f"exchange_identity_mismatch: not one canonical object: {error}"
    if not isinstance(value, dict) or value.get("schema") != EXCHANGE:
        return f"exchange_identity_mismatch: not a {EXCHANGE}"
    try:
        made = msgspec.convert(value, Exchange)
    except msgspec.ValidationError as error:
        return f"exchange_identity_mismatch: {error}"
    if made.uri != uri or made.source_id != source_id(uri):
        return "exchange_identity_mismatch: it is about another source"
    if made.sha256 != self_hash(made):
        return "exchange_hash_mismatch: its hash is not of its content"
    said = flaw(made)
    return made if said is None else f"exchange_inconsistent: {said}"


def flaw(made: Exchange) -> str | None:
    """Return the first rule that an exchange breaks, in words; None when it breaks none."""
    return next((said for kept, said in _rules(made) if not kept), None)


def _rules(one: Exchange) -> Iterator[tuple[bool, str]]:
    heard, reader = one.heard, one.reader
    yield is_final(one.final_uri), "its final address is not written as one is recorded"
    yield is_moment(one.asked_at), "its time is no RFC 3339 time of whole seconds in UTC"
    yield one.outcome in OUTCOMES, "what it came to is outside the closed list"
    yield is_oid(one.snapshot), "an id of it has another spelling"
    yield is_hash(one.sha256), "its hash has another spelling"
    yield heard.status in (200, 304), "no other status than 200 and 304 says something of a page"
    yield heard.status == 200 or one.outcome == "unchanged", "a page was captured that did not come"
    yield (reader is None) == (heard.status == 304), "what came was read, and what did not come was not"
    yield reader is None or all(name.strip() for name in _names(reader)), "a name of its reader is blank"
    yield _ADDRESS.fullmatch(heard.address) is not None, "the address that answered is no number"
    yield heard.wire >= 0, "its count of bytes is below zero"
    yield len(heard.asked) <= MOST_FIELDS and len(heard.fields) <= MOST_FIELDS, "it has more fields than are kept"
    yield all(map(_is_field, (*heard.asked, *heard.fields))), "a field of it is not one as it is kept"


def _names(reader: Reader) -> tuple[str, ...]:
    parser = () if reader.library is None else (reader.library.name, reader.library.version)
    made = (reader.extractor.name, reader.extractor.version, reader.runtime.name, reader.runtime.version)
    return *made, *parser


def _is_field(field: tuple[str, str | None]) -> bool:
    name, value = field
    return _NAME.fullmatch(name) is not None and (value is None or _VALUE.fullmatch(value) is not None)


def _bounded(heard: Heard) -> Heard:
    """Return what was heard without the fields that are too long or too many to be kept."""
    return msgspec.structs.replace(
        heard,
        asked=tuple(filter(_is_field, heard.asked))[:MOST_FIELDS],
        fields=tuple(filter(_is_field, heard.fields))[:MOST_FIELDS],
    )


def exchanges(store: Reads, uri: Uri, noted: Noted = unheard, status: int | None = None) -> Iterator[Exchange]:
    """Yield the exchanges about `uri` that can be read, the newest first.

    Args:
        store: Where they are kept.
        uri: The source.
        noted: Told of damage.
        status: Of the replies that are asked for; None for all.
    """
    suffix = "" if status is None else f".{status}"
    for oid, body in newest_first(store, exchange_ref(uri), "exchange", noted, suffix):
        made = load_exchange(body, uri)
        if isinstance(made, str):
            noted(ObjectCorrupt(f"exchange {oid[:15]}: {made}"))
        elif status is None or made.heard.status == status:
            yield made


def validators(store: Reads, uri: Uri, record: Record, noted: Noted = unheard) -> Validators | None:
    """Return what a server may be asked by whether its page is still the one in force; None to have the page.

    They are those of the newest exchange that brought the bytes of the snapshot in force, and none unless its text is
    at hand, serves as a source, and was read by what reads such bytes now: a server that says "unchanged" would
    otherwise freeze a text that a better reader reads better, or a wall. A 304 brings no validators: which of several
    pages it spoke of, only the server knows.

    Args:
        store: Where exchanges are kept.
        uri: Source that is about to be asked for.
        record: What the store holds of it.
        noted: Told of damage.
    """
    if record.head is None or not isinstance(stands(store, uri, record, noted), Source):
        return None
    snapshot = record.head.snapshot
    if snapshot.supplied:
        return None
    for made in exchanges(store, uri, noted, 200):
        if made.snapshot == record.head.oid and made.reader is not None and _reads_now(made.reader):
            return _validators(made.final_uri, made.heard)
    return None


def _reads_now(reader: Reader) -> bool:
    """Whether what read a text is what would read it now; another patch of the interpreter reads alike."""
    now = runtime()
    same = (reader.runtime.name, _feature(reader.runtime.version)) == (now.name, _feature(now.version))
    return same and at_present(reader.extractor.name) == (reader.extractor, reader.library)


def _feature(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _validators(final_uri: str, heard: Heard) -> Validators | None:
    said = dict(heard.fields)
    etag, date = said.get("etag", ""), said.get("last-modified", "")
    known = Validators(
        final_uri,
        etag if _ETAG.fullmatch(etag) else None,
        date if _DATE.fullmatch(date) else None,
    )
    return None if known.etag is None and known.last_modified is None else known


def seen_at(store: Reads, uri: Uri, record: Record, noted: Noted = unheard) -> str | None:
    """Return when the snapshot in force was last captured or found unchanged; None where none is in force."""
    if record.head is None:
        return None
    captured = record.head.snapshot.fetched_at
    seen = (made.asked_at for made in exchanges(store, uri, noted) if made.snapshot == record.head.oid)
    return max(captured, next(seen, captured))
