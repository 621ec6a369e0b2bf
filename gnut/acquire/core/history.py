"""All that a store holds of one source, for people: its captures, how often each was seen again, the last failure."""

from __future__ import annotations

from msgspec import Struct

from gnut.acquire.contract import Failure, Known, Reads
from gnut.acquire.core.exchanges import exchanges
from gnut.acquire.core.failures import last_failure
from gnut.acquire.core.logs import Noted, unheard
from gnut.acquire.core.replay import head, refusing, snapshots
from gnut.model import Absence, Uri
from gnut_store.oid import Oid


class Capture(Struct, frozen=True, forbid_unknown_fields=True):
    """One capture, and what was heard of it since."""

    known: Known
    in_force: bool
    """Whether a check reads this one."""

    unchanged: int
    """How often it was found unchanged, as far as this store was told."""

    seen_at: str
    """When it was captured or last found unchanged, RFC 3339."""


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """What a store holds of one source."""

    uri: Uri
    captures: tuple[Capture, ...]
    """The one in force first, then by time, the newest first."""

    refused: tuple[tuple[Oid, Absence, bool], ...]
    """Snapshots that may not be used: id, why, and whether it closes the source."""

    failure: Failure | None
    """The last failed fetch; None when there is none, or when the source was had since."""


def history(store: Reads, uri: Uri, noted: Noted = unheard) -> History:
    """Return what `store` holds of `uri`.

    Raises:
        ObjectCorrupt: The entries of the source are damaged.
    """
    sound, unsound = snapshots(store, uri, noted)
    closing = refusing(sound, unsound)
    in_force = None if closing else head({oid: known.snapshot for oid, known in sound.items()})
    seen: dict[Oid, list[str]] = {}
    for made in exchanges(store, uri, noted):
        if made.outcome == "unchanged":
            seen.setdefault(made.snapshot, []).append(made.asked_at)
    captures = [_capture(known, oid == in_force, seen.get(oid, [])) for oid, known in sorted(sound.items())]
    captures.sort(key=lambda one: one.known.snapshot.fetched_at, reverse=True)
    captures.sort(key=lambda one: not one.in_force)
    refused = tuple((oid, unsound[oid], oid in closing) for oid in sorted(unsound))
    last = last_failure(store, uri, noted)
    had = max((one.seen_at for one in captures), default="")
    return History(uri, tuple(captures), refused, None if last is None or last.fetched_at <= had else last)


def _capture(known: Known, in_force: bool, seen: list[str]) -> Capture:
    return Capture(known, in_force, len(seen), max([known.snapshot.fetched_at, *seen]))
