"""What a person means by names when part of a store is to go elsewhere: objects, and the refs that lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gnut.acquire.core import source_ref
from gnut.edge import runs
from gnut.edge.paths import legible
from gnut.edge.typed import typed
from gnut.edge.warc.records import cited
from gnut.edge.world import World
from gnut.errors import BadId, ObjectMissing
from gnut_store import oid as oids
from gnut_store import refs
from gnut_store.oid import Oid
from gnut_store.reach import reached
from gnut_store.store import DiskStore


class Selection(NamedTuple):
    """Part of a store that stands by itself."""

    objects: tuple[Oid, ...]
    """Sorted; everything that the entries lead to, as far as it is here."""

    entries: tuple[tuple[str, Oid], ...]
    """(ref, object), sorted."""


def selection(world: World, store: DiskStore, names: Sequence[str]) -> Selection:
    """Return what addresses, reports and refs stand for, with all that it leads to.

    Args:
        world: Where paths start from.
        store: Where it is kept.
        names: Addresses for their captures, reports for the captures that they cite and for their runs, refs.

    Raises:
        BadId: The store keeps nothing under a name.
        ObjectMissing: A ref names an object that is in no readable pack.
        ObjectCorrupt: An object that leads to others is damaged.
    """
    entries = sorted({(ref, oid) for name in names for ref in _refs(world, store, name) for oid in store.refs(ref)})
    absent = store.missing(oid for _, oid in entries)
    if absent:
        ref = next(ref for ref, oid in entries if oid == absent[0])
        raise ObjectMissing(f"{ref} → {oids.short(absent[0])}…: no readable pack holds it", help="run  gnut fsck")
    hashes = reached(
        {oids.to_bytes(oid) for _, oid in entries},
        lambda hash: _kind(store, hash),
        lambda hash: store.get(oids.from_bytes(hash)),
    )
    objects = (oid for oid in map(oids.from_bytes, sorted(hashes)) if store.has(oid))
    return Selection(tuple(objects), tuple(entries))


def _kind(store: DiskStore, hash: bytes) -> str | None:
    try:
        return store.kind(oids.from_bytes(hash))
    except ObjectMissing:
        return None


def _refs(world: World, store: DiskStore, name: str) -> Iterator[str]:
    """Yield the refs that a name stands for."""
    if name.lower().startswith(("https://", "http://")):
        ref = source_ref(typed(name).uri)
        if not store.refs(ref):
            raise BadId(
                f"{legible(name)}: the store holds no snapshot of it",
                help="gnut acquire --url URL takes one",
                code="unknown_id",
            )
        yield ref
        return
    if refs.is_name(name):
        under = store.ref_names(name)
        if under:
            yield from under
            return
    found = [source_ref(uri) for uri in cited(world, name)]
    yield from (ref for ref in found if store.refs(ref))
    yield from store.ref_names(runs.log_of(runs.path_of(world, name)))
