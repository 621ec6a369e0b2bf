"""What a store holds of sources, as records of a web archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct

from gnut.acquire.contract import EPOCH, Exchange, Known, Snapshot
from gnut.acquire.core import exchanges, load, on_record, source_ref, wanted
from gnut.edge import terminal
from gnut.edge.paths import targets
from gnut.edge.reports import report_at
from gnut.edge.settings import settings
from gnut.edge.typed import typed
from gnut.edge.warc.write import Fresh, about, record_id
from gnut.edge.world import World
from gnut.errors import BadId, GnutError, NotCanonical, ObjectCorrupt, ObjectMissing
from gnut.model import Absence, Uri
from gnut.text.patterns import lazy
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.store import DiskStore

Noted = Callable[[GnutError], None]

_TYPE = lazy(r"^[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,80}\Z")
_LABEL = lazy(r"^[A-Za-z0-9._:-]{1,40}\Z")
_ADDRESS = lazy(r"^https?://[!-~]+\Z")


class Chosen(Struct, frozen=True):
    """What is to be written."""

    captures: tuple[Known, ...]
    """By address, then by time."""

    damage: tuple[GnutError, ...]
    without: int
    """Sources of the named reports that have no snapshot."""


def chosen(world: World, store: DiskStore, names: Sequence[str], history: bool) -> Chosen:
    """Return the captures of the sources that are named, or of all.

    Raises:
        BadId: An address without any snapshot.
        GnutError: A report cannot be read.
    """
    damage: list[GnutError] = []
    sources, without = _named(world, store, names) if names else (_all(store, damage.append), 0)
    found: list[Known] = []
    for uri in sorted(set(sources)):
        found += _every(store, uri, damage.append) if history else _in_force(store, uri, damage.append)
    return Chosen(tuple(found), tuple(damage), without)


def _named(world: World, store: DiskStore, names: Sequence[str]) -> tuple[list[Uri], int]:
    found: list[Uri] = []
    without: set[Uri] = set()
    for name in names:
        if name.lower().startswith(("https://", "http://")):
            uri = typed(name).uri
            if not store.refs(source_ref(uri)):
                raise BadId(f"{name}: the store holds no snapshot of it", help="gnut acquire --url URL takes one")
            found.append(uri)
            continue
        for uri in cited(world, name):
            if store.refs(source_ref(uri)):
                found.append(uri)
            else:
                without.add(uri)
    return found, len(without)


def cited(world: World, name: str) -> Iterator[Uri]:
    """Yield the sources from outside that a report cites."""
    from gnut.ingest.core import ingest, profile

    config = settings(world.root)
    for target in targets(world, [name], config.exclude):
        if isinstance(target, GnutError):
            raise target
        report = report_at(target, limit=config.max_report_bytes, noted=terminal.note)
        for one in wanted(ingest(report, profile(config.profile))):
            if not one.uri.startswith("file:"):
                yield one.uri


def _all(store: DiskStore, noted: Noted) -> Iterator[Uri]:
    """Yield every source that the store holds a snapshot of; a ref says only a hash of it."""
    for name in store.ref_names("src"):
        try:
            bodies = (store.get(oid, "snapshot") for oid in store.refs(name))
            uri = next((uri for uri in map(_uri, bodies) if uri is not None and source_ref(uri) == name), None)
        except (ObjectMissing, ObjectCorrupt) as error:
            noted(error)
            continue
        if uri is None:
            noted(ObjectCorrupt(f"{name}: none of its snapshots says what it is of", help="run  gnut fsck"))
        elif _ADDRESS.match(uri):
            yield uri


def _uri(body: bytes) -> Uri | None:
    try:
        value = canon.decode(body)
    except NotCanonical:
        return None
    uri = value.get("uri") if isinstance(value, dict) else None
    return Uri(uri) if isinstance(uri, str) else None


def _in_force(store: DiskStore, uri: Uri, noted: Noted) -> list[Known]:
    met: list[GnutError] = []
    record = on_record(store, uri, met.append)
    if record.invalid is not None:
        for error in met or [ObjectCorrupt(f"{uri}: {record.invalid.detail}", help="run  gnut fsck")]:
            noted(error)
    return [] if record.head is None else [record.head]


def _every(store: DiskStore, uri: Uri, noted: Noted) -> list[Known]:
    found: list[Known] = []
    for oid in store.refs(source_ref(uri)):
        try:
            body = store.get(oid, "snapshot")
        except (ObjectMissing, ObjectCorrupt) as error:
            noted(error)
            continue
        made = load(body, uri)
        if isinstance(made, Absence):
            noted(ObjectCorrupt(f"snapshot {oids.short(oid)}: {made.detail}", help="run  gnut fsck"))
        else:
            found.append(Known(oid, made, canon.sha256(body)))
    return sorted(found, key=lambda known: (known.snapshot.fetched_at, known.oid))


def records(store: DiskStore, found: Chosen, noted: Noted) -> Iterator[Fresh]:
    """Yield the records of an archive: what wrote it, then each capture with what is said about it."""
    dates = [known.snapshot.fetched_at for known in found.captures]
    yield about([known.oid for known in found.captures], max(dates, default=EPOCH))
    for known in found.captures:
        try:
            yield from _capture(store, known, noted)
        except (ObjectMissing, ObjectCorrupt) as error:
            noted(error)


def _capture(store: DiskStore, known: Known, noted: Noted) -> Iterator[Fresh]:
    snapshot, uri = known.snapshot, known.snapshot.uri
    held = _held(store, known)
    refers_to = None
    if held is not None:
        yield held
        refers_to = record_id(held.kind, held.seed)
    body = store.get(known.oid, "snapshot")
    yield Fresh("metadata", known.oid, snapshot.fetched_at, "application/json", body, uri, refers_to)
    for exchange in _captured_by(store, known, noted):
        body = canon.encode(msgspec.to_builtins(exchange))
        seed = oids.oid_of("exchange", body)
        yield Fresh("metadata", seed, exchange.asked_at, "application/json", body, uri, refers_to)


def _held(store: DiskStore, known: Known) -> Fresh | None:
    """Return the bytes of a capture, else its text; None where this store keeps neither.

    Raises:
        ObjectMissing: The snapshot says that they are kept, and they are not.
        ObjectCorrupt: They are damaged.
    """
    snapshot = known.snapshot
    if snapshot.raw is not None or store.has(snapshot.raw_oid):
        body = store.get(snapshot.raw_oid, "blob")
        return Fresh("resource", known.oid, snapshot.fetched_at, _content_type(snapshot), body, snapshot.uri)
    if not store.has(snapshot.text):
        return None
    text = store.get(snapshot.text, "text")
    return Fresh("conversion", known.oid, snapshot.fetched_at, "text/plain; charset=utf-8", text, snapshot.uri)


def _content_type(snapshot: Snapshot) -> str:
    """Return the type of a capture, with the character set that only its server named.

    Whoever wrote the store may have written anything into it; what is no type is written as none.
    """
    if snapshot.media_type is None or not _TYPE.match(snapshot.media_type):
        return "application/octet-stream"
    told = snapshot.charset if snapshot.charset_from == "header" else None
    return f"{snapshot.media_type}; charset={told}" if told and _LABEL.match(told) else snapshot.media_type


def _captured_by(store: DiskStore, known: Known, noted: Noted) -> list[Exchange]:
    """Return the exchange that brought a capture, if it is kept."""
    found = exchanges(store, known.snapshot.uri, noted)
    return [one for one in found if one.snapshot == known.oid and one.outcome == "captured"][:1]
