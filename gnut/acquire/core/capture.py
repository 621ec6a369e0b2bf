"""From an answer to a snapshot: what is kept, under which hashes, and what it may serve as."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from gnut.acquire.contract import (
    FAILURE,
    SNAPSHOT,
    WINDOW,
    Acquired,
    Acquisition,
    Answer,
    Failure,
    Known,
    Record,
    Snapshot,
    Stored,
    Strategy,
    Window,
)
from gnut.acquire.core.identity import capture_date_differs, failure_ref, redirected, source_id, source_ref
from gnut.model import Absence, Bound, Fetched, Request, Source, Unchanged
from gnut.text.extracted import Extracted, Library
from gnut_store import canon
from gnut_store.oid import Oid, oid_of


def self_hash(value: Snapshot | Window | Failure) -> str:
    """Return the SHA-256 of the canonical form of `value` without its own `sha256`."""
    members: dict[str, Any] = msgspec.to_builtins(value)
    del members["sha256"]
    return canon.sha256(canon.encode(members))


def window(extracted: Extracted, original_bytes: int) -> Window:
    """Return the evidence window of `extracted`: how much of the served bytes its text stands for."""
    text = extracted.text.encode()
    made = Window(
        schema=WINDOW,
        original_bytes=original_bytes,
        original_characters=None,
        captured_bytes=len(text),
        captured_characters=len(extracted.text),
        truncation=extracted.truncation,
        extraction_method=extracted.extractor.name,
        extractor=extracted.extractor,
        extractor_library=extracted.library,
        runtime=Library("python", ".".join(str(part) for part in sys.version_info[:3])),
        text_sha256=canon.sha256(text),
        sha256="",
    )
    return msgspec.structs.replace(made, sha256=self_hash(made))


def snapshot(
    fetched: Fetched, extracted: Extracted, previous: Oid | None, now: str, keep: str = "all"
) -> tuple[Known, tuple[Stored, ...]]:
    """Return the snapshot of an answer and the objects to write, those that it names first.

    Args:
        fetched: The bytes and where they came from.
        extracted: Their text, its window and its extractor.
        previous: Snapshot of the same source that this one follows.
        now: Time of the fetch, RFC 3339, UTC, whole seconds.
        keep: One of `contract.KEEPS`.
    """
    raw = oid_of("blob", fetched.body)
    text, hidden = extracted.text.encode(), extracted.hidden_text
    notes = set(extracted.notes)
    if capture_date_differs(fetched.uri, fetched.final_uri):
        notes.add("capture_date_differs")
    if extracted.charset_from == "guess":
        notes.add("charset_guessed")
    made = Snapshot(
        schema=SNAPSHOT,
        uri=fetched.uri,
        source_id=source_id(fetched.uri),
        final_uri=fetched.final_uri,
        hops=fetched.hops,
        fetched_at=now,
        status=fetched.status,
        media_type=extracted.media_type,
        charset=extracted.charset,
        charset_from=extracted.charset_from,
        replacements=extracted.replacements,
        raw=raw if keep == "all" else None,
        raw_oid=raw,
        text=oid_of("text", text),
        hidden_text=None if hidden is None else oid_of("text", hidden.encode()),
        window=window(extracted, len(fetched.body)),
        hollow=extracted.hollow_kind,
        supplied=fetched.supplied,
        redirected=not fetched.supplied and redirected(fetched.uri, fetched.final_uri),
        notes=tuple(sorted(notes)),
        previous=previous,
        sha256="",
    )
    made = msgspec.structs.replace(made, sha256=self_hash(made))
    body = canon.encode(msgspec.to_builtins(made))
    texts_tier = "local" if keep == "hash" else "team"
    objects = [
        Stored("blob", fetched.body, "team" if keep == "all" else "local"),
        Stored("text", text, texts_tier),
        *(() if hidden is None else (Stored("text", hidden.encode(), texts_tier),)),
        Stored("snapshot", body, "team"),
    ]
    return Known(oid_of("snapshot", body), made, canon.sha256(body)), tuple(objects)


def failure(absence: Absence, now: str) -> Stored:
    """Return the record of a failed fetch. It stays in the local tier and is never a source."""
    made = Failure(
        schema=FAILURE,
        uri=absence.uri,
        source_id=source_id(absence.uri),
        why=absence.why,
        detail=absence.detail,
        fetched_at=now,
        sha256="",
    )
    made = msgspec.structs.replace(made, sha256=self_hash(made))
    return Stored("failure", canon.encode(msgspec.to_builtins(made)), "local")


HOLLOW = frozenset({"challenge", "login", "soft_404", "payment_required", "rate_limited", "access_denied"})
"""Kinds of hollow window that are kinds of absence too; the others hold no text to speak of."""


def source(oid: Oid | None, snapshot: Snapshot, text: str, hidden: str | None, sha256: str | None = None) -> Acquired:
    """Return what a snapshot may serve as: a source to search, or the absence it really is.

    A hollow or empty window is never evidence, whatever words it holds (docs/ledger.md).

    Args:
        oid: Address of the snapshot; None for a text given inline.
        snapshot: What was captured.
        text: Its visible text, of which `snapshot` holds the hash.
        hidden: Its hidden text.
        sha256: Of the snapshot's stored bytes, for receipts; None for a text given inline.
    """
    truncation = snapshot.window.truncation
    if truncation == "hollow":
        kind = snapshot.hollow if snapshot.hollow in HOLLOW else "no_text"
        why = f"the page served is a {snapshot.hollow or 'shell'} page, not the source"
        return Absence(snapshot.uri, kind, why, oid, sha256)
    if truncation == "empty":
        why = "the source was captured and holds no text that could be read"
        return Absence(snapshot.uri, "no_text", why, oid, sha256)
    return Source(
        uri=snapshot.uri,
        final_uri=snapshot.final_uri,
        snapshot=oid,
        text=text,
        hidden_text=hidden,
        truncation=truncation,
        supplied=snapshot.supplied,
        redirected=snapshot.redirected,
        notes=snapshot.notes,
        bound=None if sha256 is None else Bound(snapshot.window.text_sha256, snapshot.window.sha256, sha256),
    )


UNREADABLE = HOLLOW | {"no_text"}
"""Absences that `source` gives for a sound snapshot."""


def settle(
    request: Request, answer: Answer, record: Record, replayed: Acquired, now: str, keep: str = "all"
) -> Acquisition:
    """Return what a live answer comes to: a snapshot, the one there was, or a recorded failure.

    Equal raw bytes add nothing. A failure never replaces a snapshot, and neither does a wall or an empty
    page where a usable one is on record.

    Args:
        request: What was asked for.
        answer: What came back, with its text.
        record: The source's snapshots so far.
        replayed: What they serve as.
        now: Time of the fetch.
        keep: One of `contract.KEEPS`.
    """
    if isinstance(answer, Absence):
        return _failed(request, answer, record, now)
    known = record.head
    if isinstance(answer, Unchanged):
        head = None if known is None else known.oid
        return Acquisition(request, Strategy.LIVE_ARCHIVED, True, replayed, head, (), ())
    fetched, extracted = answer
    if known is not None and _same(known.snapshot, fetched, extracted, replayed, keep):
        return Acquisition(request, Strategy.LIVE_ARCHIVED, True, replayed, known.oid, (), ())
    made, objects = snapshot(fetched, extracted, record.follows, now, keep)
    got = source(made.oid, made.snapshot, extracted.text, extracted.hidden_text, made.sha256)
    if isinstance(got, Absence) and isinstance(replayed, Source):
        return _failed(request, got, record, now)
    refs = ((source_ref(request.uri), made.oid, "team"),)
    return Acquisition(request, Strategy.LIVE_ARCHIVED, True, got, made.oid, objects, refs)


def _same(known: Snapshot, fetched: Fetched, extracted: Extracted, replayed: Acquired, keep: str) -> bool:
    """Whether the head holds these very bytes, its text is at hand, and no more of it is to be kept.

    Bytes that another extractor, or another version of its library, reads otherwise are worth a new snapshot.
    """
    if known.raw_oid != oid_of("blob", fetched.body):
        return False
    readable = isinstance(replayed, Source) or replayed.why in UNREADABLE
    kept = known.raw is not None or keep != "all"
    return readable and kept and (_reads_as(known, extracted) or _made_alike(known.window, window(extracted, 0)))


def _reads_as(known: Snapshot, extracted: Extracted) -> bool:
    hidden = None if extracted.hidden_text is None else oid_of("text", extracted.hidden_text.encode())
    read = (oid_of("text", extracted.text.encode()), hidden, extracted.truncation, extracted.hollow_kind)
    return read == (known.text, known.hidden_text, known.window.truncation, known.hollow)


def _made_alike(one: Window, other: Window) -> bool:
    return (one.extractor, one.extractor_library, one.runtime) == (
        other.extractor,
        other.extractor_library,
        other.runtime,
    )


def _failed(request: Request, absence: Absence, record: Record, now: str) -> Acquisition:
    made = failure(absence, now)
    refs = ((failure_ref(request.uri), oid_of(made.kind, made.body), made.tier),)
    head = None if record.head is None else record.head.oid
    return Acquisition(request, Strategy.LIVE_FAILED, True, absence, head, (made,), refs)
