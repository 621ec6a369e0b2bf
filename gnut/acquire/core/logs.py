"""What happened to one source, read from the newest on: only as much is read as somebody asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gnut.acquire.contract import Reads
from gnut.errors import GnutError, ObjectCorrupt, ObjectMissing
from gnut.text.patterns import lazy
from gnut_store.oid import Oid

Noted = Callable[[GnutError], None]
"""Called with every damage met, so that a command can end with its exit code after the rest is read."""

_PART = lazy(r"[0-9]{8}t[0-9]{6}z(?:\.[0-9]{3})?")


def unheard(_: GnutError) -> None:
    """Drop the damage: the absence that comes of it says enough."""


def newest_first(store: Reads, ref: str, kind: str, noted: Noted, suffix: str = "") -> Iterator[tuple[Oid, bytes]]:
    """Yield the objects under `ref` that can be read, the newest name first; of one name, the lower id first.

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
    for part in parts:
        if _PART.fullmatch(part) is None or not part.endswith(suffix):
            continue
        try:
            entries = sorted(store.refs(f"{ref}/{part}"))
        except ObjectCorrupt as error:
            noted(error)
            continue
        for oid in entries:
            try:
                body = store.get(oid, kind)
            except (ObjectMissing, ObjectCorrupt) as error:
                noted(error)
            else:
                yield oid, body
