"""From an answer to a snapshot: what is kept, under which hashes, and what it may serve as."""

from __future__ import annotations

import sys

import msgspec

from gnut.acquire.contract import (
    SNAPSHOT,
    WINDOW,
    Acquired,
    Known,
    Snapshot,
    Stored,
    Window,
)
from gnut.acquire.core.homes import ADDRESS_NOTES, QUERY_DROPPED, address_notes
from gnut.acquire.core.identity import redirected, source_id
from gnut.model import Absence, Bound, Fetched, Source, self_hash
from gnut.text.archives import lists_captures
from gnut.text.extracted import Extracted, Library
from gnut_store import canon
from gnut_store.oid import Oid, oid_of


def runtime() -> Library:
    """Return the interpreter that reads."""
    return Library("python", ".".join(str(part) for part in sys.version_info[:3]))


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
        runtime=runtime(),
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
    notes = {*extracted.notes, *address_notes(fetched.uri, fetched.final_uri, fetched.query_dropped)}
    notes |= {QUERY_DROPPED} if fetched.query_dropped else set()
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
        redirected=redirected(fetched.uri, fetched.final_uri),
        notes=tuple(sorted(notes)),
        previous=previous,
        sha256="",
    )
    made = msgspec.structs.replace(made, sha256=self_hash(made))
    body = canon.encode(msgspec.to_builtins(made))
    objects = (*kept_bodies(fetched, extracted, keep), Stored("snapshot", body, "team"))
    return Known(oid_of("snapshot", body), made, canon.sha256(body)), objects


def kept_bodies(fetched: Fetched, extracted: Extracted, keep: str) -> tuple[Stored, ...]:
    """Return the bytes and texts of an answer, each for the tier that `keep` says."""
    tier = "local" if keep == "hash" else "team"
    texts = (extracted.text, extracted.hidden_text)
    return (
        Stored("blob", fetched.body, "team" if keep == "all" else "local"),
        *(Stored("text", text.encode(), tier) for text in texts if text is not None),
    )


def said_by_addresses(snapshot: Snapshot) -> tuple[bool, tuple[str, ...]]:
    """Return whether a capture was redirected, and its notes, sorted, as its addresses say by the present tables.

    What is stored of that is what the capturing engine thought, by its tables of resolvers, archives and moved
    registries. It is not believed, or a forged mark would count; nor must it agree, or every addition to a table
    would refuse older snapshots.
    """
    noticed = {note for note in snapshot.notes if note not in ADDRESS_NOTES}
    notes = noticed.union(address_notes(snapshot.uri, snapshot.final_uri, QUERY_DROPPED in noticed))
    return redirected(snapshot.uri, snapshot.final_uri), tuple(sorted(notes))


HOLLOW = frozenset({"challenge", "login", "soft_404", "payment_required", "rate_limited", "access_denied"})
"""Kinds of hollow window that are kinds of absence too; the others hold no text to speak of."""


def source(oid: Oid | None, snapshot: Snapshot, text: str, hidden: str | None, sha256: str | None = None) -> Acquired:
    """Return what a snapshot may serve as: a source to search, or the absence it really is.

    A hollow or empty window is never evidence, whatever words it holds (docs/ledger.md), and neither is an archive's
    list of captures. What its addresses say of it is derived here, and not read off it: see `said_by_addresses`.

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
    if not snapshot.supplied and lists_captures(snapshot.final_uri):
        why = "the page served is a list of captures, not the source"
        return Absence(snapshot.uri, "soft_404", why, oid, sha256)
    moved, notes = said_by_addresses(snapshot)
    return Source(
        uri=snapshot.uri,
        final_uri=snapshot.final_uri,
        snapshot=oid,
        text=text,
        hidden_text=hidden,
        truncation=truncation,
        supplied=snapshot.supplied,
        redirected=moved,
        notes=notes,
        bound=None if sha256 is None else Bound(snapshot.window.text_sha256, snapshot.window.sha256, sha256),
    )
