"""What happened to one source, read from the newest on: only as much is read as somebody asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from gnut.acquire.contract import Reads
from gnut.errors import GnutError, ObjectCorrupt, ObjectMissing
from gnut.text.patterns import lazy
from gnut_store.oid import Oid

Noted = Callable[[GnutError], None]
"""Called with every damage met, so that a command can end with its exit code after the rest is read."""

MOST_READ = 10_000
"""Objects of one source that are read at most in search of one that can be used; the newest come first."""

_PART = lazy(r"[0-9]{8}t[0-9]{6}z(?:\.[0-9]{3})?")


def unheard(_: GnutError) -> None:
    """Drop the damage: the absence that comes of it says enough."""


def newest_first(store: Reads, ref: str, kind: str, noted: Noted, suffix: str = "") -> Iterator[tuple[Oid, bytes]]:
    """Yield the objects under `ref` that can be read, the newest name first; of one name, the lower id first.

    Stops after `MOST_READ`: a store that somebody else filled is no reason to read for hours.

    Args:
        store: Where they stand.
        ref: What `identity.timed` was given.
        kind: Of the objects.
        noted: Told of what cannot be read.
        suffix: Of the names that are asked for.
    """
    try:
        parts = sorted(store.ref_parts(ref), reverse=True)
    except ObjectCorrupt as error:
        noted(error)
        return
    names = (part for part in parts if _PART.fullmatch(part) is not None and part.endswith(suffix))
    for oid in islice(_entries(store, ref, names, noted), MOST_READ):
        try:
            body = store.get(oid, kind)
        except (ObjectMissing, ObjectCorrupt) as error:
            noted(error)
        else:
            yield oid, body


def _entries(store: Reads, ref: str, names: Iterable[str], noted: Noted) -> Iterator[Oid]:
    for name in names:
        try:
            yield from sorted(store.refs(f"{ref}/{name}"))
        except ObjectCorrupt as error:
            noted(error)
