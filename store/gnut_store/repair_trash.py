"""What good packs in the trash give back when a store has lost something. Writes nothing.

Packs of both tiers lie in the trash. What was of the team's tier is told by `cache/known`, where `gnut gc` and
`gnut sync` remember the team's packs alone; nothing is ever dropped from that tier, so that all of it comes back. What
else lies there may have been dropped on purpose, or may be this machine's alone: of that comes back what something
leads to.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from gnut_store import known, layout, refs
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.fsck_layout import hashes_to_name
from gnut_store.fsck_pack import PackReport, Salvage, check_pack
from gnut_store.fsck_places import trashed
from gnut_store.fsck_tier import Tier
from gnut_store.links import Links, wanted_kinds
from gnut_store.oid import Oid
from gnut_store.reach import reached

Line = tuple[str, Oid]
"""One entry of a ref."""


class Trashed(NamedTuple):
    """A pack in the trash whose bytes are those of its name."""

    hashes: frozenset[bytes]
    """Objects of it that can be read, and that a pack may hold."""

    lines: tuple[Line, ...]
    """Entries that were written with it."""

    team: bool
    """Whether it was the team's for certain."""

    sound: bool
    """Whether it can be put back as it is."""


class Sources:
    """Everything from which objects can be read: the packs of the store, and good ones in its trash."""

    def __init__(self, salvage: Salvage, top: str, files: Files, links: Links) -> None:
        """Look into the trash; packs there that are damaged count for nothing."""
        self._store, self._links = salvage, links
        self._trash = Salvage(files, lambda hash, depth: salvage.body(hash))
        reports: dict[str, PackReport] = {}
        for name in trashed(top, files):
            path = f"{top}/trash/{name}{layout.PACK_SUFFIX}"
            if not os.path.isfile(path) or hashes_to_name(path, name, files):
                continue
            report = PackReport(path)
            check_pack(path, name, report, self._trash, files)
            if not report.damage:
                reports[name] = report
        self._trash.read_objects(data=bool(reports), json=False)
        self.packs = {
            name: _trashed(report, team=os.path.isfile(f"{top}/{known.FOLDER}/{name}"))
            for name, report in reports.items()
        }
        """Good packs in the trash."""

    @property
    def whole(self) -> set[str]:
        """Packs in the trash that can be put back as they are."""
        return {name for name, pack in self.packs.items() if pack.sound}

    def hold(self, hash: bytes) -> bool:
        """Say whether an object can be read from anywhere."""
        return self._store.holds(hash) or self._trash.holds(hash)

    def stored(self, hash: bytes) -> bool:
        """Say whether an object can be read from the store's own packs."""
        return self._store.holds(hash)

    def read(self, hash: bytes) -> tuple[str, bytes]:
        """Return kind and bytes of an object that is held.

        Raises:
            GnutError: It cannot be read any more.
        """
        return (self._store if self._store.holds(hash) else self._trash).read(hash)

    def names(self, hash: bytes) -> Iterable[bytes]:
        """Return what an object needs: what it may leave out on purpose is not among it."""
        holder = self._store.named.get(hash) or self._trash.named.get(hash)
        if holder is None:
            return ()
        if holder.kind not in self._links:
            return [named for _, named in holder.named]
        # By its form: words that look like an id lead nowhere.
        keys = wanted_kinds(holder.kind, self._links).keys()
        return [named for key, named in holder.named if (key or "*") in keys]

    def led_to(self, roots: Iterable[bytes]) -> set[bytes]:
        """Return the hashes of all that objects lead to, also of what they may leave out."""
        return reached(roots, self._kind, self._body)

    def _kind(self, hash: bytes) -> str | None:
        return self._store.kind(hash) or self._trash.kind(hash)

    def _body(self, hash: bytes) -> bytes:
        try:
            return self.read(hash)[1]
        except (GnutError, OSError):
            return b""  # It leads nowhere any more; what it is said to hold is named by the check that follows.

    def close(self) -> None:
        """Give the descriptors of packs in the trash back."""
        self._trash.close()


def _trashed(report: PackReport, *, team: bool) -> Trashed:
    bad = {oid for _, oid, _ in report.objects}
    good = frozenset(entry.hash for entry, _ in report.records if f"b3:{entry.hash.hex()}" not in bad)
    lines = tuple((ref, oid) for ref, oid in report.footer.refs if refs.is_name(ref)) if report.footer else ()
    return Trashed(good, lines, team, not bad and not report.hands_off)


def returning(tiers: Sequence[Tier], sources: Sources) -> tuple[frozenset[bytes], ...]:
    """Return, for each tier, the hashes of the objects that come back to it from the trash, if it does not hold them.

    What the team's objects may have left out on purpose comes back to the local tier, unless it was the team's for
    certain: nothing goes from there where others may read it.

    Args:
        tiers: The tiers as they were found.
        sources: Where objects can be read.
    """
    team = [pack for pack in sources.packs.values() if pack.team]
    ours = frozenset().union(*(pack.hashes for pack in team))
    there = frozenset().union(*(pack.hashes for pack in sources.packs.values()))
    roots = {tier.tier: _roots(tier) for tier in tiers}
    promised = {bytes.fromhex(oid[3:]) for pack in team for _, oid in pack.lines}
    needed = ours | _needed(roots["team"] | ours | promised, sources) & there
    led = sources.led_to(roots["team"] | roots["local"] | needed) & there
    apart = frozenset(hash for hash in led - needed if not sources.stored(hash))
    return tuple(needed if tier.tier == "team" else apart for tier in tiers)


def _roots(tier: Tier) -> set[bytes]:
    """Return what a tier itself says is there: what its entries name, and what its packs hold."""
    found = {bytes.fromhex(entry) for ref, entry in tier.entries if ref != refs.PACKS}
    return found.union(entry.hash for report in tier.packs.values() for entry in report.good())


def _needed(roots: Collection[bytes], sources: Sources) -> frozenset[bytes]:
    found: set[bytes] = set()
    waiting = list(roots)
    while waiting:
        hash = waiting.pop()
        if hash not in found:
            found.add(hash)
            waiting += sources.names(hash)
    return frozenset(found)
