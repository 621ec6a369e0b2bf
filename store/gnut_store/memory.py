"""A store in memory with the same behaviour, for tests and for callers that keep nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from gnut_store import oid as oids
from gnut_store import refs as ref_rules
from gnut_store.batch import check_body
from gnut_store.contract import resolve
from gnut_store.errors import ObjectCorrupt, ObjectMissing
from gnut_store.layout import tier_path
from gnut_store.oid import Oid


class MemoryStore:
    """Objects and refs in dictionaries; the id is checked on every read, as on disk."""

    def __init__(self) -> None:
        """Start empty."""
        self._objects: dict[str, dict[Oid, tuple[str, bytes]]] = {"team": {}, "local": {}}
        self._refs: dict[str, set[Oid]] = {}

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return the bytes of an object after they hash to its id."""
        found, body = self._find(oid)
        if kind is not None and found != kind:
            raise ObjectMissing(f"{oids.short(oid)}… is a {found}, expected a {kind}")
        if oids.oid_of(found, body) != oid:
            raise ObjectCorrupt(f"{oids.short(oid)}…: its bytes hash to {oids.oid_of(found, body)[3:15]}…")
        return body

    def _find(self, oid: Oid) -> tuple[str, bytes]:
        oids.parse(oid)
        for objects in self._objects.values():
            if oid in objects:
                return objects[oid]
        raise ObjectMissing(f"{oids.short(oid)}… is in no pack of this store")

    def kind(self, oid: Oid) -> str:
        """Return the kind of an object."""
        return self._find(oid)[0]

    def has(self, oid: Oid) -> bool:
        """Say whether the store holds an object."""
        return not self.missing([oid])

    def missing(self, wanted: Iterable[Oid]) -> tuple[Oid, ...]:
        """Return those of `wanted` that the store does not hold, in their order."""
        return tuple(oid for oid in wanted if not any(oids.parse(oid) in tier for tier in self._objects.values()))

    def ids(self) -> Iterator[Oid]:
        """Yield every object once, in the order of their ids."""
        return iter(sorted(self._objects["team"].keys() | self._objects["local"].keys()))

    def resolve(self, prefix: str) -> Oid:
        """Return the one object whose id begins with `prefix`."""
        return resolve(prefix, self.ids())

    def refs(self, name: str) -> tuple[Oid, ...]:
        """Return the entries of a ref, sorted."""
        return tuple(sorted(self._refs.get(ref_rules.parse_name(name), ())))

    def ref_names(self, prefix: str = "") -> tuple[str, ...]:
        """Return every ref at or under `prefix`, sorted."""
        return tuple(sorted(name for name in self._refs if ref_rules.is_under(name, prefix)))

    def ref_parts(self, name: str) -> tuple[str, ...]:
        """Return the next part of every ref under `name`, sorted."""
        under = ref_rules.parse_name(name) + "/"
        return tuple(sorted({ref[len(under) :].split("/")[0] for ref in self._refs if ref.startswith(under)}))

    @contextmanager
    def write(self, tier: str = "team") -> Iterator[MemoryBatch]:
        """Yield a batch; when its block ends without an error, everything in it is there."""
        tier_path(tier)
        present = [self._objects["team"]] if tier == "team" else list(self._objects.values())
        batch = MemoryBatch(self, present)
        yield batch
        self._objects[tier].update(batch.objects)
        for name, oid in batch.refs:
            self._refs.setdefault(name, set()).add(oid)

    def tamper(self, oid: Oid, body: bytes) -> None:
        """Put other bytes under an id, as a damaged disk would."""
        for objects in self._objects.values():
            if oid in objects:
                objects[oid] = (objects[oid][0], body)


class MemoryBatch:
    """What one write command adds."""

    def __init__(self, store: MemoryStore, present: list[dict[Oid, tuple[str, bytes]]]) -> None:
        """Use `MemoryStore.write`."""
        self._store, self._present = store, present
        self.objects: dict[Oid, tuple[str, bytes]] = {}
        self.refs: set[tuple[str, Oid]] = set()

    def add(self, kind: str, body: bytes) -> Oid:
        """Take in one object and return its id."""
        check_body(kind, body)
        oid = oids.oid_of(kind, body)
        # A damaged copy is replaced: the good bytes are here.
        self.objects[oid] = (kind, bytes(body))
        return oid

    def ref(self, name: str, oid: Oid) -> None:
        """Add an entry to a ref; the object must be in the batch or in the tier."""
        ref_rules.parse_name(name)
        if oid not in self.objects and not any(oids.parse(oid) in objects for objects in self._present):
            raise ObjectMissing(f"{oids.short(oid)}… is not in this tier; a ref names only what is there")
        self.refs.add((name, oid))

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return an object of this batch or of the store."""
        if oid not in self.objects:
            return self._store.get(oid, kind)
        found, body = self.objects[oid]
        if kind is not None and found != kind:
            raise ObjectMissing(f"{oids.short(oid)}… is a {found}, expected a {kind}")
        return body
