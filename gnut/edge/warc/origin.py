"""Where a page really came from, as the snapshot says that gnut writes beside it (docs/warc.md).

It is believed as much as an archived redirect is: it can say that a page was served elsewhere, and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from gnut.acquire.contract import SNAPSHOT
from gnut.edge.net.addresses import parse
from gnut.edge.net.limits import LIMITS
from gnut.edge.net.refusal import Refused
from gnut.edge.warc.frame import Piece
from gnut.edge.warc.record import MOST_NAME, Fields, target_of
from gnut.errors import NotCanonical
from gnut.model import Uri
from gnut_store import canon

SCHEMA = SNAPSHOT.partition("/")[0] + "/"
"""Start of the schema of a snapshot, whatever its version: where it came from is said alike in all."""


class Way(NamedTuple):
    """Addresses in the form of a final one."""

    final: str
    hops: tuple[str, ...]
    """Redirect targets before the last."""


class Origin(NamedTuple):
    """What a snapshot says of the way to the bytes of another record."""

    record: str
    """Id of that record."""

    uri: Uri
    way: Way | None
    """None where it is none that gnut could have gone."""


def origin(piece: Piece, start: bytes) -> Origin | None:
    """Return what a record says of where another came from; None for one that says nothing of it.

    Args:
        piece: The record.
        start: Start of its block; a snapshot stands in it whole.
    """
    fields = Fields(piece)
    if (fields.get("warc-type") or "").lower() != "metadata" or fields.get("content-type") != "application/json":
        return None
    record, target = fields.get("warc-refers-to"), target_of(fields)
    if record is None or len(record.encode()) > MOST_NAME or target is None or b'"' + SCHEMA.encode() not in start:
        return None
    try:
        said = canon.decode(start)
    except NotCanonical:
        return None
    if not isinstance(said, dict) or not str(said.get("schema")).startswith(SCHEMA) or said.get("uri") != target[0]:
        return None
    return Origin(record, target[0], _way(said.get("final_uri"), said.get("hops")))


def _way(final: object, hops: object) -> Way | None:
    if not isinstance(final, str) or not isinstance(hops, list) or len(hops) >= LIMITS.redirects:
        return None
    passed = tuple(hop for hop in hops if isinstance(hop, str))
    return Way(final, passed) if len(passed) == len(hops) and all(map(_is_final, (final, *passed))) else None


def _is_final(address: str) -> bool:
    try:
        return parse(address).final_uri == address
    except Refused:
        return False
