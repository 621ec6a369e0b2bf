"""The store: objects by id, refs by name, in two tiers that are read as one."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from gnut_store import guard, layout, lock, refs
from gnut_store import oid as oids
from gnut_store.batch import DiskBatch
from gnut_store.contract import Batch, Store, resolve
from gnut_store.errors import GnutError, NoStore, ObjectCorrupt, ObjectMissing
from gnut_store.files import Files
from gnut_store.index import Index, PackFile
from gnut_store.init import init
from gnut_store.oid import Oid
from gnut_store.pack import PREFIX_DEPTH

MOST_LISTINGS = 50
"""Times that packs are listed anew for one question, as long as each listing differs from the one before it."""


ATTEMPTS = 64
"""Times that packs are listed for one object: each time, some may just have been moved into another one."""

BASES = 32 << 20
"""Bytes of prefix bases that are kept for the objects read next."""


class DiskStore:
    """A store in a folder (`.gnut`). Reading takes no lock and writes nothing.

    For one thread: each process, and each thread, opens its own.
    """

    def __init__(self, folder: str, files: Files, sleep: Callable[[float], None]) -> None:
        """Use `open_store`."""
        self.folder = folder
        self._files, self._sleep = files, sleep
        self._indexes = {
            tier: Index(files, f"{folder}/{layout.tier_path(tier)}packs", (folder, tier)) for tier in layout.TIERS
        }
        self._listed = False
        self._bases: dict[bytes, tuple[bytes, int]] = {}
        """Bases that were read, with the number of bases behind each; the one read first in front."""

        self._kept = 0
        """Bytes of them all."""

        self._depth = self._height = 0
        self._failed: set[tuple[bytes, int]] = set()
        """Bases that could not be read for the object that is being read, and how far behind it."""

    @property
    def files(self) -> Files:
        """The way to the file system, for work on the store's own files."""
        return self._files

    @property
    def sleep(self) -> Callable[[float], None]:
        """How to wait for a process that holds the store alone."""
        return self._sleep

    def index(self, tier: str) -> Index:
        """Return one tier's index, listed at least once."""
        self._list_once()
        return self._indexes[tier]

    def _list_once(self) -> None:
        if not self._listed:
            self._refresh()

    def _refresh(self) -> bool:
        self._listed = True
        return any([index.refresh() for index in self._indexes.values()])

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return the bytes of an object after they hash to its id."""
        found, body = self.read(oid)
        if kind is not None and found != kind:
            raise ObjectMissing(f"{oids.short(oid)}… is a {found}, expected a {kind}")
        return body

    def read(self, oid: Oid) -> tuple[str, bytes]:
        """Return kind and bytes of an object after they hash to its id; the errors are those of `get`."""
        return self.fetch(oids.to_bytes(oids.parse(oid)))

    def fetch(self, hash: bytes) -> tuple[str, bytes]:
        """Return kind and bytes of an object by the 32 bytes that its id spells, as `read` does."""
        self._failed.clear()
        return self._read(hash)

    def _read(self, hash: bytes) -> tuple[str, bytes]:
        failure: GnutError | None = None
        for _ in range(ATTEMPTS):
            for index in self._indexes.values():
                for pack, number in index.places(hash):
                    try:
                        entry = pack.entry(number)
                        # How many bases stand behind the object that was read last; a base tells.
                        self._height = 0
                        return pack.kind(entry), pack.body(entry, self.base)
                    except FileNotFoundError:
                        continue
                    except GnutError as error:
                        failure = failure or _in_pack(hash, pack, error)
            # A pack may have come, or been moved, since the last listing.
            if not self._refresh():
                break
        raise failure or self._absent(hash)

    def base(self, hash: bytes) -> bytes:
        """Return the bytes of an object that another one is packed against, by its hash.

        Each is read once for one `get` and kept for the next ones, as far as `BASES` goes.

        Raises:
            ObjectMissing: No pack holds it.
            ObjectCorrupt: It is damaged, or too many bases stand behind each other.
        """
        known = self._bases.get(hash)
        if known is None:
            known = (self._read_base(hash), self._height)
            self._bases[hash] = known
            self._kept += len(known[0])
            while self._kept > BASES:
                self._kept -= len(self._bases.pop(next(iter(self._bases)))[0])
        body, height = known
        if height >= PREFIX_DEPTH:
            raise ObjectCorrupt(f"more than {PREFIX_DEPTH} prefix bases behind each other")
        self._height = height + 1
        return body

    def _read_base(self, hash: bytes) -> bytes:
        # What failed from here is not tried again from here: else the copies of a hostile chain would multiply.
        if (hash, self._depth) in self._failed:
            raise ObjectCorrupt(f"its prefix base b3:{hash.hex()[:12]}… is damaged")
        if self._depth >= PREFIX_DEPTH:
            raise ObjectCorrupt(f"more than {PREFIX_DEPTH} prefix bases behind each other")
        self._depth += 1
        try:
            return self._read(hash)[1]
        except GnutError:
            self._failed.add((hash, self._depth - 1))
            raise
        finally:
            self._depth -= 1

    def _absent(self, hash: bytes) -> ObjectMissing | ObjectCorrupt:
        damaged = [(name, error) for index in self._indexes.values() for name, error in index.damaged.items()]
        if damaged:
            name, error = damaged[0]
            return ObjectCorrupt(
                f"b3:{hash.hex()[:12]}… is in no readable pack; pack {name[:12]}…: {error}", help="Run gnut fsck."
            )
        return ObjectMissing(f"b3:{hash.hex()[:12]}… is in no pack of this store", help="Run gnut fsck.")

    def kind(self, oid: Oid) -> str:
        """Return the kind of an object."""
        return self.describe(oid)[0]

    def describe(self, oid: Oid) -> tuple[str, int]:
        """Return kind and length of an object, as its pack gives them; its bytes are not read."""
        hash = oids.to_bytes(oids.parse(oid))
        for _ in range(ATTEMPTS):
            for index in self._indexes.values():
                for pack, number in index.places(hash):
                    with suppress(FileNotFoundError, GnutError):
                        entry = pack.entry(number)
                        return pack.kind(entry), entry.raw
            if not self._refresh():
                break
        raise self._absent(hash)

    def has(self, oid: Oid) -> bool:
        """Say whether a pack holds an object; its bytes are not read."""
        return not self.missing([oid])

    def missing(self, wanted: Iterable[Oid]) -> tuple[Oid, ...]:
        """Return those of `wanted` that no pack holds, in their order."""
        absent = self._not_listed(wanted)
        for _ in range(MOST_LISTINGS):
            if not absent or not self._refresh():
                break
            absent = self._not_listed(absent)
        return tuple(absent)

    def _not_listed(self, wanted: Iterable[Oid]) -> list[Oid]:
        self._list_once()
        places = [index.places for index in self._indexes.values()]
        return [oid for oid in wanted if not any(find(oids.to_bytes(oids.parse(oid))) for find in places)]

    def ids(self) -> Iterator[Oid]:
        """Yield every object once, in the order of their ids."""
        self._refresh()
        hashes = set().union(*(index.hashes() for index in self._indexes.values()))
        return (oids.from_bytes(hash) for hash in sorted(hashes))

    def resolve(self, prefix: str) -> Oid:
        """Return the one object whose id begins with `prefix`."""
        self._refresh()
        digits = oids.parse_prefix(prefix)
        low, high = (bytes.fromhex(digits.ljust(64, filling)) for filling in "0f")
        found = set().union(*(index.between(low, high) for index in self._indexes.values()))
        return resolve(prefix, map(oids.from_bytes, sorted(found)))

    def refs(self, name: str) -> tuple[Oid, ...]:
        """Return the entries of a ref, sorted."""
        refs.parse_name(name)
        return tuple(sorted({oid for folder in self._ref_folders() for oid in refs.read(self._files, folder, name)}))

    def ref_names(self, prefix: str = "") -> tuple[str, ...]:
        """Return every ref at or under `prefix`, sorted."""
        found = {name for folder in self._ref_folders() for name in refs.names(self._files, folder)}
        return tuple(sorted(name for name in found if refs.is_under(name, prefix)))

    def ref_parts(self, name: str) -> tuple[str, ...]:
        """Return the next part of every ref under `name`, sorted, from one listing of a folder a tier."""
        refs.parse_name(name)
        return tuple(sorted({part for folder in self._ref_folders() for part in refs.parts(self._files, folder, name)}))

    def _ref_folders(self) -> list[str]:
        return [f"{self.folder}/{layout.tier_path(tier)}refs" for tier in layout.TIERS]

    def write(self, tier: str = "team") -> AbstractContextManager[Batch]:
        """Return a batch; when its block ends without an error, everything in it is durable."""
        return DiskBatch(self, tier, self._files, self._sleep)

    def close(self) -> None:
        """Give all descriptors back; the store can still be used."""
        for index in self._indexes.values():
            index.close()
        self._bases, self._kept = {}, 0

    def __del__(self) -> None:
        """Give all descriptors back."""
        if hasattr(self, "_indexes"):
            self.close()


def _in_pack(hash: bytes, pack: PackFile, error: GnutError) -> GnutError:
    """Return the error with the object and the pack in front."""
    if not isinstance(error, ObjectCorrupt):
        return error
    return ObjectCorrupt(f"b3:{hash.hex()[:12]}… in pack {pack.name[:12]}…: {error}", help="Run gnut fsck.")


def open_store(
    folder: Path,
    *,
    sleep: Callable[[float], None] = lock.pause,
    files: Files | None = None,
    uids: Collection[int] = (),
    safe: guard.Safe = guard.nobody,
) -> DiskStore:
    """Return the store in `folder` (a `.gnut`), for reading and, where the file system lets it, writing.

    Args:
        folder: The store's own folder.
        sleep: How to wait for a process that holds the store alone.
        files: The way to the file system; tests break single steps here.
        uids: Users whose stores are used; by default the effective one.
        safe: Which other folders the user has listed.

    Raises:
        ForeignStore: Another user owns it, anybody may write to it, or a link leads to it.
        NoStore: There is no store in `folder`.
        ObjectCorrupt: `format` or `config` is damaged, or the folder is a file.
        UnsupportedFormat: A newer version wrote it.
    """
    files = files or Files()
    path = guard.check_owner(os.path.abspath(folder), uids=uids or (os.geteuid(),), safe=safe)
    for name in ("refs", "local", "local/refs"):
        files.check_folder(f"{path}/{name}")
    try:
        layout.check_format(files.read_small(f"{path}/format"))
    except FileNotFoundError:
        raise NoStore(f"{folder} holds no store", help="Run gnut init.") from None
    try:
        damage = layout.damage_of("config", files.read_small(f"{path}/config"))
    except FileNotFoundError:
        damage = "is missing"
    if damage:
        raise ObjectCorrupt(f"config {damage}", help="Run gnut fsck, then gnut init.")
    return DiskStore(path, files, sleep)


__all__ = ["Batch", "DiskStore", "Store", "init", "open_store", "resolve"]
