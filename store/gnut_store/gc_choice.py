"""What a collection is going to do to each tier: reads and judges, changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.errors import GnutError
from gnut_store.gc_plan import Line, geometric, redundant
from gnut_store.gc_sound import Pack, listed
from gnut_store.reach import reached
from gnut_store.store import DiskStore
from gnut_store.trash import DAY, DAYS


class Choice(NamedTuple):
    """What is going to happen in one tier."""

    tier: str
    packs: Mapping[str, Pack]
    """Those whose footer can be read."""

    sizes: Mapping[str, int]
    """Bytes of every pack file."""

    damaged: Mapping[str, str]
    """Why packs are left alone."""

    merge: frozenset[str]
    redundant: tuple[str, ...]
    dead: frozenset[bytes]
    """Objects that are not taken over: nothing leads to them."""

    stale_lines: frozenset[Line]
    """Entries that are not taken over."""

    modified: Mapping[str, float]
    """How old each pack is: as old as the youngest of those whose objects or entries it holds for them."""

    @property
    def objects(self) -> dict[bytes, Pack]:
        """Every object that the new packs hold, with a pack that it is read from."""
        found: dict[bytes, Pack] = {}
        for name in sorted(self.merge):
            for hash in self.packs[name].entries:
                if hash not in self.dead:
                    found.setdefault(hash, self.packs[name])
        return found

    @property
    def lines(self) -> frozenset[Line]:
        """Every entry that the new packs name."""
        return frozenset(line for name in self.merge for line in self.packs[name].footer.refs) - self.stale_lines

    def staying(self) -> list[Pack]:
        """Return the sound packs that nothing happens to."""
        out = {*self.merge, *self.redundant, *self.damaged}
        return [pack for name, pack in self.packs.items() if name not in out]


class Chosen(NamedTuple):
    """What is going to happen."""

    tiers: tuple[Choice, ...]
    refused: str | None
    """Why nothing is dropped although it was asked for."""


class _Tier:
    """One tier while it is judged."""

    def __init__(self, store: DiskStore, tier: str, keep: frozenset[str], *, whole: bool) -> None:
        self.tier, self.keep, self.whole = tier, keep, whole
        self._store = store
        folder = f"{store.folder}/{layout.tier_path(tier)}packs"
        self.packs, self.damaged = listed(folder, store.files)
        sizes = {layout.pack_of(name): size for name, _, _, size in store.files.walk(folder)}
        self.sizes = {name: size for name, size in sizes.items() if name is not None}
        self._examined: set[str] = set()
        self.merge: frozenset[str] = frozenset()
        self.redundant: tuple[str, ...] = ()
        self.modified: dict[str, float] = {}

    def sound(self) -> dict[str, Pack]:
        """Return the packs of which nothing bad is known."""
        return {name: pack for name, pack in self.packs.items() if name not in self.damaged}

    def settle(self) -> None:
        """Choose among sound packs; every byte of what is chosen, and of what is relied on, has been read."""
        while True:
            sound = self.sound()
            self.redundant = redundant([pack.holding for pack in sound.values()], self.keep)
            rest = {name: pack for name, pack in sound.items() if name not in self.redundant}
            if self.whole:
                self.merge = frozenset(rest) if len(rest) > 1 else frozenset()
            else:
                self.merge = geometric({name: pack.size for name, pack in rest.items() if name not in self.keep})
            covers = {name for gone in self.redundant for name in self._covers(gone, rest)}
            if self.examine({*self.redundant, *self.merge, *covers}):
                break
        self.modified = {name: pack.modified for name, pack in self.packs.items()}
        for gone in self.redundant:
            for name in self._covers(gone, rest):
                self.modified[name] = max(self.modified[name], self.packs[gone].modified)

    def _covers(self, gone: str, rest: Mapping[str, Pack]) -> Iterator[str]:
        """Yield the packs that hold what a redundant one holds."""
        pack = self.packs[gone]
        for name, other in rest.items():
            if not pack.holding.objects.isdisjoint(other.entries) or not pack.holding.lines.isdisjoint(
                other.holding.lines
            ):
                yield name

    def examine(self, names: Collection[str]) -> bool:
        """Read every byte of packs that were not read yet; False when one is damaged, which is then known."""
        sound = True
        for name in sorted(set(names) - self._examined):
            self._examined.add(name)
            damage = self.packs[name].damage(lambda base: self._store.get(oids.from_bytes(base)))
            if damage is not None:
                self.damaged[name] = damage
                sound = False
        return sound

    def choice(self, dead: frozenset[bytes] = frozenset(), stale: frozenset[Line] = frozenset()) -> Choice:
        """Return what was settled."""
        return Choice(
            self.tier, self.packs, self.sizes, self.damaged, self.merge, self.redundant, dead, stale, self.modified
        )


def choose(
    store: DiskStore, *, keep: frozenset[str], everything: bool, prune: bool, stale: frozenset[str], now: float
) -> Chosen:
    """Return what a collection is going to do; `gc.collect` says what the arguments are."""
    for tier in layout.TIERS:
        store.index(tier).refresh()
    team = _Tier(store, "team", keep, whole=everything)
    local = _Tier(store, "local", frozenset(), whole=False)
    team.settle()
    local.settle()
    dead: frozenset[bytes] = frozenset()
    lines: frozenset[Line] = frozenset()
    refused = None
    if prune:
        try:
            dead, lines = _unneeded(store, team, local, stale, now)
        except GnutError as error:
            refused = str(error)
            # Which pack it is has to be found: what stays as it is is not read otherwise.
            for each in (team, local):
                if not each.examine(each.sound()):
                    each.settle()
    if dead or lines:
        holding = {name for name, pack in local.sound().items() if name not in local.redundant}
        more = {
            name
            for name in holding
            if not dead.isdisjoint(local.packs[name].entries) or not lines.isdisjoint(local.packs[name].footer.refs)
        }
        if local.examine(more):
            local.merge |= more
        else:
            refused = "a pack is damaged, and nobody knows what it needs"
            dead, lines = frozenset(), frozenset()
            local.settle()
    return Chosen((team.choice(), local.choice(dead, lines)), refused)


def _unneeded(
    store: DiskStore, team: _Tier, local: _Tier, stale: frozenset[str], now: float
) -> tuple[frozenset[bytes], frozenset[Line]]:
    """Return the objects and entries of the local tier's old packs that may be dropped.

    Whatever stays is a root: all of the team's objects, all of younger packs, every entry on disk or in a
    footer, every prefix base. So nothing that stays ever misses what it names.

    Raises:
        GnutError: A pack or an object cannot be read, so that nobody knows what it leads to.
    """
    if team.damaged or local.damaged:
        name = sorted({*team.damaged, *local.damaged})[0]
        raise GnutError(f"pack {name[:12]}… is damaged, and nobody knows what it needs")
    rest = {name: pack for name, pack in local.packs.items() if name not in local.redundant}
    old = {name for name in rest if now - local.modified[name] >= DAYS * DAY}
    younger = {line for name, pack in rest.items() if name not in old for line in pack.footer.refs}
    lines = frozenset(
        line for name in old for line in rest[name].footer.refs if line[0] in stale and line not in younger
    )
    where: dict[bytes, Pack] = {}
    roots: set[bytes] = _entries(store)
    for tier in (team, local):
        for pack in tier.packs.values():
            where |= {hash: pack for hash in pack.entries}
            roots.update(pack.footer.bases, (oids.to_bytes(oid) for _, oid in pack.footer.refs))
    roots.update(hash for pack in team.packs.values() for hash in pack.entries)
    roots.update(hash for name, pack in rest.items() if name not in old for hash in pack.entries)
    try:
        live = reached(
            roots,
            lambda hash: where[hash].kind(hash) if hash in where else None,
            lambda hash: where[hash].body(hash, lambda base: store.get(oids.from_bytes(base))),
        )
    finally:
        for pack in set(where.values()):
            pack.close()
    return frozenset(hash for name in old for hash in rest[name].entries if hash not in live), lines


def _entries(store: DiskStore) -> set[bytes]:
    """Return what the entries on disk name.

    Those that are about to go count as well: their objects go with the next collection. So there is no moment
    at which an entry names an object that has gone.
    """
    return {
        bytes.fromhex(entry)
        for tier in layout.TIERS
        for name, entry, _, _ in refs.walk(store.files, f"{store.folder}/{layout.tier_path(tier)}refs")
        if refs.entry_of(entry) and name != refs.PACKS
    }
