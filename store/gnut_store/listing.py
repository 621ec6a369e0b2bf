"""What a store holds, by the footers of its packs: no object is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gnut_store import layout
from gnut_store.errors import GnutError
from gnut_store.index import Index
from gnut_store.pack import ENTRY
from gnut_store.store import DiskStore


class Held(NamedTuple):
    """One object, as the first pack says that holds it; the team's packs come before those of this machine."""

    hash: bytes
    kind: str
    raw: int
    """Bytes of the object."""

    stored: int
    """Bytes that it takes in the pack, compressed."""

    tier: str
    pack: str
    copies: int
    """Packs that hold it."""


class Pack(NamedTuple):
    """One pack."""

    name: str
    tier: str
    size: int
    """Bytes of the file."""

    objects: int
    raw: int
    """Bytes of its objects."""

    refs: int
    """Entries of refs that were written with it."""


class Listing(NamedTuple):
    """All of it, sorted."""

    objects: tuple[Held, ...]
    packs: tuple[Pack, ...]
    damaged: tuple[tuple[str, str, str], ...]
    """(tier, pack, why) of every pack whose footer cannot be read: what it held is not listed."""


def listing(store: DiskStore, tiers: Iterable[str] = layout.TIERS) -> Listing:
    """Return what the packs of some tiers hold.

    Args:
        store: The store.
        tiers: `team`, `local`, or both.

    Raises:
        StoreUnreadable: The disk would not give a footer.
    """
    objects: dict[bytes, Held] = {}
    copies: dict[bytes, int] = {}
    packs: list[Pack] = []
    damaged: list[tuple[str, str, str]] = []
    for tier in tiers:
        index = store.index(tier)
        index.refresh()
        if not _read(index, tier, objects, copies, packs, damaged):
            # Packs were merged meanwhile: what they held stands in others.
            index.refresh()
            _read(index, tier, objects, copies, packs, damaged)
        damaged += [(tier, name, str(error)) for name, error in index.damaged.items()]
    held = (one._replace(copies=copies[hash]) if hash in copies else one for hash, one in sorted(objects.items()))
    return Listing(tuple(held), tuple(sorted(set(packs))), tuple(sorted(set(damaged))))


def _read(
    index: Index,
    tier: str,
    objects: dict[bytes, Held],
    copies: dict[bytes, int],
    packs: list[Pack],
    damaged: list[tuple[str, str, str]],
) -> bool:
    """Take in the footers of a tier that were not taken in before; False when some packs went away."""
    whole = True
    done = {(pack.tier, pack.name) for pack in packs}
    for name, pack in sorted(index.packs.items()):
        if (tier, name) in done:
            continue
        try:
            footer, size = pack.footer, pack.size
        except FileNotFoundError:
            whole = False
            continue
        except GnutError as error:
            damaged.append((tier, name, str(error)))
            continue
        kinds, total = footer.kinds, 0
        for hash, _, raw, stored, _, kind, _ in ENTRY.iter_unpack(footer.entries):
            total += raw
            if hash in objects:
                copies[hash] = copies.get(hash, 1) + 1
            elif kind < len(kinds):
                objects[hash] = Held(hash, kinds[kind], raw, stored, tier, name, 1)
            else:
                damaged.append((tier, name, "its footer gives an object a kind that it does not list"))
        packs.append(Pack(name, tier, size, len(footer.entries) // ENTRY.size, total, len(footer.refs)))
    return whole
