"""What every store can do: the contract that callers code against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from gnut_store import oid as oids
from gnut_store.errors import BadId
from gnut_store.oid import Oid


class Batch(Protocol):
    """What one write command adds; nothing of it is visible before the end."""

    def add(self, kind: str, body: bytes) -> Oid:
        """Take in one object and return its id; bytes that the tier holds already are not written again."""
        ...

    def ref(self, name: str, oid: Oid) -> None:
        """Add an entry to a ref; the object must be in the batch or in the tier."""
        ...

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return an object of this batch or of the store."""
        ...


class Store(Protocol):
    """What every store can do, on disk or in memory; the one suite of tests runs over all of them."""

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return the bytes of an object after they hash to its id.

        Raises:
            ObjectMissing: No pack holds it, or it is of another kind than the one asked for.
            ObjectCorrupt: Its stored bytes are damaged and no other copy is good.
        """
        ...

    def kind(self, oid: Oid) -> str:
        """Return the kind of an object; raises `ObjectMissing`."""
        ...

    def has(self, oid: Oid) -> bool:
        """Say whether a pack holds an object; its bytes are not read."""
        ...

    def missing(self, wanted: Iterable[Oid]) -> tuple[Oid, ...]:
        """Return those of `wanted` that no pack holds, in their order."""
        ...

    def ids(self) -> Iterator[Oid]:
        """Yield every object once, in the order of their ids."""
        ...

    def resolve(self, prefix: str) -> Oid:
        """Return the one object whose id begins with `prefix` (`b3:` may be left out).

        Raises:
            BadId: It is no beginning of an id, or that of none or of several objects' ids.
        """
        ...

    def refs(self, name: str) -> tuple[Oid, ...]:
        """Return the entries of a ref, sorted; none when there is no such ref."""
        ...

    def ref_names(self, prefix: str = "") -> tuple[str, ...]:
        """Return every ref at or under `prefix`, sorted."""
        ...

    def ref_parts(self, name: str) -> tuple[str, ...]:
        """Return the next part of every ref under `name`, sorted, from one listing however much stands below.

        A part that a killed write left without entries may be among them.
        """
        ...

    def write(self, tier: str = "team") -> AbstractContextManager[Batch]:
        """Return a batch; when its block ends without an error, everything in it is durable.

        Raises:
            StoreUnwritable: Disk, permission; nothing was acknowledged.
            StoreBusy: Another process holds the store alone.
        """
        ...


def resolve(prefix: str, known: Iterable[Oid]) -> Oid:
    """Return the one id among `known` that begins with `prefix`; see `Store.resolve`."""
    digits = oids.parse_prefix(prefix)
    found = [oid for oid in known if oid.startswith(digits, 3)]
    if not found:
        raise BadId(f"no object's id begins with {digits}", code="unknown_id")
    if len(found) > 1:
        raise BadId(
            f"{len(found)} objects' ids begin with {digits}",
            code="ambiguous_id",
            help="Type more digits: " + ", ".join(oids.short(oid) for oid in found[:4]),
        )
    return found[0]
