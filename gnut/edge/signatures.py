"""Signatures in the store: objects beside the run that they are over, found by its id."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gnut.errors import BadReceipt, GnutError, NotCanonical, ObjectCorrupt
from gnut.sign.contract import REF, Signature
from gnut.sign.core import Found, parse_signature
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.store import DiskStore, Store

KIND = "signature"
NO_SIGNATURE = "no_signature"
"""Code of an object that is intact, and no signature."""


def ref_of(run: Oid) -> str:
    """Return the ref that holds the signatures of a run."""
    return f"{REF}/{run[3:43]}"


def kept(store: Store, run: Oid, lost: Callable[[GnutError], None]) -> Iterator[Found]:
    """Yield the signatures of a run, in the order of their ids.

    Args:
        store: Where they are kept.
        run: Id of the run.
        lost: Told of each one that cannot be read.
    """
    for oid in store.refs(ref_of(run)):
        try:
            made = _signature(store, oid)
            yield Found(oid, made, store.get(made.statement, "statement"))
        except GnutError as error:
            lost(error)


def _signature(store: Store, oid: Oid) -> Signature:
    try:
        return parse_signature(store.get(oid, KIND))
    except (NotCanonical, BadReceipt) as error:
        raise ObjectCorrupt(f"{oids.short(oid)}… is no signature: {error}", code=NO_SIGNATURE) from None


def keep(store: DiskStore, run: Oid, statement: bytes, made: Signature) -> Oid:
    """Make a signature and its statement durable in the tier that holds the run, and return its id.

    Raises:
        StoreUnwritable: Disk or permission; nothing of it is kept.
        StoreBusy: Another process holds the store alone.
    """
    with store.write(tier_of(store, run)) as batch:
        batch.add("statement", statement)
        oid = batch.add(KIND, canon.encode(made))
        batch.ref(ref_of(run), oid)
    return oid


def taken_along(store: DiskStore, run: Oid, found: Found) -> bool:
    """Put a signature into the team's tier if the run stands there by now and it does not; say whether that was so.

    Raises:
        StoreUnwritable: Disk or permission; nothing of it is kept.
        StoreBusy: Another process holds the store alone.
    """
    team = store.index("team")
    parts = (found.oid, found.signature.statement)
    if tier_of(store, run) != "team" or all(any(team.places(oids.to_bytes(part))) for part in parts):
        return False
    return keep(store, run, found.statement, found.signature) == found.oid


def tier_of(store: DiskStore, oid: Oid) -> str:
    """Return the tier that holds an object: the team's, if both do."""
    return "team" if any(store.index("team").places(oids.to_bytes(oid))) else "local"
