"""Sources from a store alone: which snapshot is in force, whether it may be used, and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from gnut.acquire.contract import (
    SNAPSHOT,
    WINDOW,
    Acquired,
    Known,
    Reads,
    Record,
    Snapshot,
    Sources,
)
from gnut.acquire.core.capture import source
from gnut.acquire.core.consistent import contradiction, is_of
from gnut.acquire.core.failures import last_failure
from gnut.acquire.core.identity import source_id, source_ref
from gnut.acquire.core.logs import Noted, unheard
from gnut.errors import NotCanonical, ObjectCorrupt, ObjectMissing
from gnut.model import Absence, Request, Uri, self_hash
from gnut_store import canon
from gnut_store.oid import Oid

Beside = Callable[[Snapshot], None]
"""Told of a snapshot that nobody is served and somebody may want to know of."""


def unasked(_: Snapshot) -> None:
    """Say nothing of it."""


def load(body: bytes, uri: Uri) -> Snapshot | Absence:
    """Return the snapshot of `uri` that `body` holds, or the absence that says why it may not be used.

    What it is comes before whether it is whole: schema, address and source id first
    (`snapshot_identity_mismatch`), then its own hash and its window's (`snapshot_hash_mismatch`), then whether
    it contradicts itself (`snapshot_inconsistent`).
    The text's hash is checked where the text is read.
    """
    try:
        value = canon.decode(body)
    except NotCanonical as error:
        return _invalid(uri, "snapshot_identity_mismatch", f"not one canonical object: {error}")
    if not isinstance(value, dict) or value.get("schema") != SNAPSHOT:
        return _invalid(uri, "snapshot_identity_mismatch", f"not a {SNAPSHOT}")
    try:
        snapshot = msgspec.convert(value, Snapshot)
    except msgspec.ValidationError as error:
        return _invalid(uri, "snapshot_identity_mismatch", str(error))
    if snapshot.uri != uri or snapshot.source_id != source_id(uri):
        return _invalid(uri, "snapshot_identity_mismatch", "it is of another source")
    if snapshot.window.schema != WINDOW:
        return _invalid(uri, "snapshot_identity_mismatch", f"its window is not a {WINDOW}")
    if snapshot.sha256 != self_hash(snapshot) or snapshot.window.sha256 != self_hash(snapshot.window):
        return _invalid(uri, "snapshot_hash_mismatch", "its hash is not of its content")
    broken = contradiction(snapshot)
    return snapshot if broken is None else _invalid(uri, "snapshot_inconsistent", broken)


def _invalid(uri: Uri, detail: str, why: str) -> Absence:
    return Absence(uri, "snapshot_invalid", f"{detail}: {why}")


def heads(snapshots: Mapping[Oid, Snapshot]) -> tuple[Oid, ...]:
    """Return the ids that no other snapshot names as previous, the one in force first.

    Of several (two branches that were merged), the later `fetched_at` is in force, then the lower id.
    """
    followed = {snapshot.previous for snapshot in snapshots.values()}
    open_ends = sorted(oid for oid in snapshots if oid not in followed)
    return tuple(sorted(open_ends, key=lambda oid: snapshots[oid].fetched_at, reverse=True))


def head(snapshots: Mapping[Oid, Snapshot]) -> Oid | None:
    """Return the id of the snapshot in force; None when there is none."""
    return next(iter(heads(snapshots)), None)


def on_record(store: Reads, uri: Uri, noted: Noted = unheard) -> Record:
    """Return what `store` holds of `uri`.

    A snapshot that may not be used closes its source, unless a sound one names it as previous: then it
    is history, and that is also how `--refresh` recovers from it.
    """
    try:
        sound, unsound = snapshots(store, uri, noted)
    except ObjectCorrupt as error:
        noted(error)
        return Record(None, None, _invalid(uri, error.code, "its entries in the store are damaged"))
    refused = refusing(sound, unsound)
    if refused:
        return Record(None, refused[0], unsound[refused[0]])
    chosen = head({oid: known.snapshot for oid, known in sound.items()})
    if chosen is None:
        return Record(None, None, None)
    others = () if _has_text(sound[chosen]) else filter(_has_text, sound.values())
    readable = max(others, key=lambda known: (known.snapshot.fetched_at, known.oid), default=None)
    return Record(sound[chosen], chosen, None, readable)


def _has_text(known: Known) -> bool:
    return known.snapshot.window.truncation not in ("hollow", "empty")


def snapshots(store: Reads, uri: Uri, noted: Noted = unheard) -> tuple[dict[Oid, Known], dict[Oid, Absence]]:
    """Return the snapshots of `uri` that may be used, and why each of the others may not.

    Raises:
        ObjectCorrupt: The entries of the source are damaged.
    """
    sound: dict[Oid, Known] = {}
    unsound: dict[Oid, Absence] = {}
    for oid in store.refs(source_ref(uri)):
        loaded = _read_snapshot(store, oid, uri, noted)
        if isinstance(loaded, Absence):
            unsound[oid] = loaded
        else:
            sound[oid] = loaded
    return sound, unsound


def refusing(sound: Mapping[Oid, Known], unsound: Iterable[Oid]) -> list[Oid]:
    """Return the ids of those that close their source: a sound one that names such a one as previous opens it."""
    followed = {known.snapshot.previous for known in sound.values()}
    return sorted(oid for oid in unsound if oid not in followed)


def _read_snapshot(store: Reads, oid: Oid, uri: Uri, noted: Noted) -> Known | Absence:
    try:
        body = store.get(oid, "snapshot")
    except (ObjectMissing, ObjectCorrupt) as error:
        noted(error)
        return _invalid(uri, error.code, f"snapshot {oid[:15]} cannot be read from the store")
    loaded = load(body, uri)
    return loaded if isinstance(loaded, Absence) else Known(oid, loaded, canon.sha256(body))


def stands(store: Reads, uri: Uri, record: Record, noted: Noted = unheard) -> Acquired:
    """Return what a record serves as: the source with its text, or a named absence.

    Without any snapshot, the last failed fetch on record gives the kind, else `not_acquired`.
    """
    if record.invalid is not None:
        return record.invalid
    if record.head is None:
        last = last_failure(store, uri, noted)
        if last is None:
            return Absence(uri, "not_acquired", "no snapshot of it is in the store")
        # Without its time: a run that is made again later must be the same run, and receipts hold no time of a fetch.
        return Absence(uri, last.why, last.detail)
    known = record.head
    texts: list[str | None] = []
    for oid in (known.snapshot.text, known.snapshot.hidden_text):
        read = None if oid is None else _read_text(store, oid, known, noted)
        if isinstance(read, Absence):
            return read
        texts.append(read)
    text, hidden = texts
    if text is None or not is_of(known.snapshot, text):
        return _invalid(uri, "snapshot_hash_mismatch", "the stored text is not the one it was made with")
    return source(known.oid, known.snapshot, text, hidden, known.sha256)


def _read_text(store: Reads, oid: Oid, known: Known, noted: Noted) -> str | Absence:
    uri = known.snapshot.uri
    try:
        return store.get(oid, "text").decode("utf-8")
    except ObjectMissing as error:
        if known.snapshot.raw is None:
            return Absence(uri, "not_acquired", "its snapshot came without its text, which another store keeps")
        noted(error)
        return _invalid(uri, error.code, f"text {oid[:15]} is not in the store")
    except ObjectCorrupt as error:
        noted(error)
        return _invalid(uri, error.code, f"text {oid[:15]} is damaged")
    except UnicodeDecodeError:
        return _invalid(uri, "snapshot_hash_mismatch", "the stored text is not UTF-8")


def replay(store: Reads, noted: Noted = unheard, beside: Beside = unasked) -> Sources:
    """Return sources taken from `store` alone; nothing is fetched and nothing is written.

    Args:
        store: What holds them.
        noted: Told of damage.
        beside: Told of a capture with text beside the one in force, which is no evidence.
    """

    def sources(request: Request) -> Acquired:
        record = on_record(store, request.uri, noted)
        if record.readable is not None:
            beside(record.readable.snapshot)
        return stands(store, request.uri, record, noted)

    return sources


def missing(requests: Iterable[Request], sources: Sources) -> tuple[Request, ...]:
    """Return the requests that `sources` cannot serve and a fetch may: absent, failed, or only a wall."""
    return tuple(request for request in requests if fetchable(sources(request)))


def fetchable(answer: Acquired) -> bool:
    """Whether a fetch may give what a replay does not."""
    return isinstance(answer, Absence) and answer.why != "snapshot_invalid"
