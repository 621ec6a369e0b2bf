"""Fetches that failed: recorded in the local tier, tried again at the next call, never a source."""

from __future__ import annotations

import msgspec

from gnut.acquire.contract import FAILURE, WHYS, Failure, Reads, Stored
from gnut.acquire.core.consistent import is_moment
from gnut.acquire.core.identity import failure_ref, source_id
from gnut.acquire.core.logs import Noted, newest_first, unheard
from gnut.errors import NotCanonical
from gnut.model import Absence, Uri, sealed, self_hash
from gnut_store import canon


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
    return Stored("failure", canon.encode(msgspec.to_builtins(sealed(made))), "local")


def load_failure(body: bytes, uri: Uri) -> Failure | None:
    """Return the failed fetch of `uri` that `body` holds; None for anything else, and for one that was edited."""
    try:
        made = msgspec.convert(canon.decode(body), Failure)
    except (NotCanonical, msgspec.ValidationError):
        return None
    named = made.schema == FAILURE and made.uri == uri and made.source_id == source_id(uri)
    sound = made.sha256 == self_hash(made) and made.why in WHYS and is_moment(made.fetched_at)
    return made if named and sound else None


def last_failure(store: Reads, uri: Uri, noted: Noted = unheard) -> Failure | None:
    """Return the latest failed fetch of `uri` that can be read; None when none is on record."""
    bodies = newest_first(store, failure_ref(uri), "failure", noted)
    return next((made for _, body in bodies if (made := load_failure(body, uri)) is not None), None)
