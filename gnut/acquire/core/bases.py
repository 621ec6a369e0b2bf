"""Which bytes of a source are close to which: a hint by which a store keeps later captures small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from gnut.acquire.contract import SNAPSHOT
from gnut.acquire.core.consistent import is_moment
from gnut.errors import NotCanonical
from gnut_store import canon
from gnut_store.oid import Oid, is_oid, to_bytes

PARTS = ("raw_oid", "text", "hidden_text")
"""Members of a snapshot that name bytes. The raw ones may lie in the other tier, or nowhere: then nobody asks."""


class _Capture(NamedTuple):
    uri: str
    fetched_at: str
    previous: str | None
    parts: Mapping[str, bytes]


def bases(snapshots: Iterable[tuple[Oid, bytes]]) -> dict[bytes, bytes]:
    """Return, for the hash of what a capture holds, the hash of what the capture before it holds in its place.

    The capture before is the one named as previous; where none is, or it is not among them, the last earlier
    one of the same source. It is a hint about lengths and no statement: what is no snapshot is left out, and
    what a snapshot claims falsely costs bytes only. What two captures share has no base.

    Args:
        snapshots: Ids and bytes of snapshots; nothing that they say is believed.
    """
    known = {oid: made for oid, body in snapshots if (made := _read(body)) is not None}
    by_source: dict[str, list[Oid]] = {}
    for oid, capture in known.items():
        by_source.setdefault(capture.uri, []).append(oid)
    found: dict[bytes, bytes] = {}
    for captures in by_source.values():
        captures.sort(key=lambda oid: (known[oid].fetched_at, oid))
        for at, oid in enumerate(captures):
            named = known.get(Oid(known[oid].previous or ""))
            before = named or (known[captures[at - 1]] if at else None)
            if before is not None and before.uri == known[oid].uri:
                _pair(known[oid], before, found)
    return found


def _pair(later: _Capture, earlier: _Capture, found: dict[bytes, bytes]) -> None:
    same = {*earlier.parts.values()}
    for name, hash in later.parts.items():
        base = earlier.parts.get(name)
        # A page that came back to what it was is held already, and needs no second way to its bytes.
        if base is not None and hash not in same:
            found.setdefault(hash, base)


def _read(body: bytes) -> _Capture | None:
    """Return what a snapshot says of its bytes; None for anything else."""
    try:
        value: Any = canon.decode(body)
    except NotCanonical:
        return None
    if not isinstance(value, dict) or value.get("schema") != SNAPSHOT:
        return None
    uri, fetched, previous = value.get("uri"), value.get("fetched_at"), value.get("previous")
    if not isinstance(uri, str) or not isinstance(fetched, str) or not is_moment(fetched):
        return None
    parts = {name: to_bytes(oid) for name in PARTS if isinstance(oid := value.get(name), str) and is_oid(oid)}
    return _Capture(uri, fetched, previous if isinstance(previous, str) else None, parts)
