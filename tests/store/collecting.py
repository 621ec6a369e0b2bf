"""What tests of collecting share: stores with many packs, and all that such a store says, before and after."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gnut_store.fsck import fsck
from gnut_store.gc import Collected, collect
from gnut_store.oid import Oid, hash_of
from gnut_store.store import DiskStore, init, open_store

NOW = 2_000_000_000.0
"""Later than every file of a test, by years."""

DAY = 86_400


def words(seed: int, count: int = 400) -> bytes:
    """Return text of which hardly any stands twice."""
    noise = random.Random(seed)
    return b" ".join(noise.randbytes(4).hex().encode() for _ in range(count))


def edited(body: bytes, seed: int) -> bytes:
    """Return text with three small edits, far from each other."""
    noise = random.Random(seed)
    third = len(body) // 3
    parts = [body[:third], body[third : 2 * third], body[2 * third :]]
    return b"".join(part[:40] + noise.randbytes(3).hex().encode() + part[44:] for part in parts)


def versions(seed: int, count: int, length: int = 400) -> list[bytes]:
    """Return captures of one page of so many words, each an edit of the one before it."""
    made = [words(seed, length)]
    for number in range(1, count):
        made.append(edited(made[-1], seed * 1000 + number))
    return made


def chained(bodies: Iterable[bytes], kind: str = "blob") -> dict[bytes, bytes]:
    """Return, for the hash of each later one, the hash of the one before it."""
    hashes = [hash_of(kind, body) for body in bodies]
    return dict(zip(hashes[1:], hashes, strict=False))


def put(store: DiskStore, *bodies: bytes, ref: str | None = None, tier: str = "team", kind: str = "blob") -> list[Oid]:
    """Add objects in one pack, and return their ids."""
    with store.write(tier) as batch:
        ids = [batch.add(kind, body) for body in bodies]
        for oid in ids if ref else ():
            batch.ref(str(ref), oid)
    return ids


def many(folder: Path, count: int, tier: str = "team") -> Path:
    """Return a store with so many packs of one object and one entry."""
    top = init(folder)
    store = open_store(top)
    for number in range(count):
        put(store, words(number, 60), ref="kept", tier=tier)
    return top


def gc(top: Path | DiskStore, **named: Any) -> Collected:
    """Collect with everything as a plain `gnut gc` has it."""
    store = top if isinstance(top, DiskStore) else open_store(top)
    plain: Mapping[str, Any] = {
        "now": NOW,
        "base_of": {},
        "keep": frozenset(),
        "prune": False,
        "dry_run": False,
        "everything": False,
    }
    return collect(store, **{**plain, **named})


def packs(top: Path, tier: str = "team") -> set[str]:
    """Return the names of a tier's packs."""
    return {path.stem for path in (top / ("" if tier == "team" else "local") / "packs").glob("*.gpk")}


def said(top: Path) -> dict[str, Any]:
    """Return all that a store says: every object with its kind and bytes, every ref with its entries."""
    store = open_store(top)
    objects = {oid: (store.kind(oid), store.get(oid)) for oid in store.ids()}
    return {"objects": objects, "refs": {name: store.refs(name) for name in store.ref_names()}}


def whole(top: Path) -> bool:
    """Say whether the store is sound, with everything that objects name."""
    assert fsck(top) == ()
    assert fsck(top, connectivity=True) == ()
    return True


def tree(top: Path) -> dict[str, tuple[int, int, int]]:
    """Return everything below a folder with size, time of change and inode: equal only if nothing was written."""
    found = {}
    for path in (top, *top.rglob("*")):
        status = path.lstat()
        found[path.relative_to(top).as_posix()] = (status.st_size, status.st_mtime_ns, status.st_ino)
    return found
