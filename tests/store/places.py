"""Places outside a store that keep packs, in memory; each misbehaves in one way, or in none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gnut_store.carrier import CHUNK, CarrierFailed
from gnut_store.fsck import fsck
from gnut_store.store import DiskStore, init, open_store


class Shelf:
    """Keeps packs as they are put there; `serve` can give other bytes than those."""

    place = "the shelf"

    def __init__(self, packs: Mapping[str, bytes] = {}, serve: Callable[[str], Iterator[bytes]] | None = None) -> None:
        self.packs = dict(packs)
        self.asked: list[str] = []
        self._serve = serve

    def names(self) -> frozenset[str]:
        return frozenset(self.packs)

    def read(self, name: str) -> Iterator[bytes]:
        self.asked.append(name)
        if self._serve is not None:
            return self._serve(name)
        return chunks(self.packs[name])

    def write(self, packs: Mapping[str, str]) -> None:
        for name, path in packs.items():
            self.packs.setdefault(name, Path(path).read_bytes())


def chunks(body: bytes, length: int = CHUNK) -> Iterator[bytes]:
    return (body[at : at + length] for at in range(0, len(body), length))


def failing(_: str) -> Iterator[bytes]:
    yield b"GNUTPK1\0"
    raise CarrierFailed("the shelf: it fell over")


def empty_store(folder: Path) -> DiskStore:
    return open_store(init(folder))


def packs_of(store: DiskStore) -> dict[str, bytes]:
    """Return name and bytes of every pack of the team's."""
    return {path.stem: path.read_bytes() for path in Path(store.folder, "packs").glob("*.gpk")}


def left_over(store: DiskStore) -> list[str]:
    return sorted(path.name for path in Path(store.folder, "tmp").iterdir())


def assert_clean(store: DiskStore) -> None:
    """Nothing is wrong with it, and nothing was left aside."""
    assert fsck(Path(store.folder)) == ()
    assert left_over(store) == []
