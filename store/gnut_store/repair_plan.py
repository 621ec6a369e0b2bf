"""What `gnut fsck --repair` does about each fault, decided before anything is touched. Writes nothing.

Only two things are ever done: what is damaged is moved aside, and what follows from good bytes is written again.
Nothing is guessed, and what promises a lost pack or a lost object stays, so that the loss goes on being named.
"""

from __future__ import annotations

import os
from collections.abc import Collection

from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.files import Files
from gnut_store.fsck_layout import hashes_to_name
from gnut_store.fsck_pack import PackReport, Salvage, check_pack
from gnut_store.fsck_places import trashed
from gnut_store.fsck_tier import Tier
from gnut_store.oid import Oid

Line = tuple[str, Oid]
"""One entry of a ref."""


class Sources:
    """Everything from which objects can be read: the packs of the store, and good ones in its trash."""

    def __init__(self, salvage: Salvage, top: str, files: Files) -> None:
        """Look into the trash; packs there that are damaged count for nothing."""
        self._store = salvage
        self._trash = Salvage(files, lambda hash, depth: salvage.body(hash))
        self.packs: dict[str, frozenset[bytes]] = {}
        """Good packs in the trash, each with the objects that it says it holds."""

        for name in trashed(top, files):
            path = f"{top}/trash/{name}{layout.PACK_SUFFIX}"
            if not os.path.isfile(path) or hashes_to_name(path, name, files):
                continue
            report = PackReport(path)
            check_pack(path, name, report, self._trash, files)
            if not report.damage:
                self.packs[name] = frozenset(entry.hash for entry in report.good())
        self._trash.read_objects(data=bool(self.packs), json=False)

    def hold(self, hash: bytes) -> bool:
        """Say whether an object can be read from anywhere."""
        return self._store.holds(hash) or self._trash.holds(hash)

    def read(self, hash: bytes) -> tuple[str, bytes]:
        """Return kind and bytes of an object that is held.

        Raises:
            GnutError: It cannot be read any more.
        """
        return (self._store if self._store.holds(hash) else self._trash).read(hash)

    def close(self) -> None:
        """Give the descriptors of packs in the trash back."""
        self._trash.close()


class Fate:
    """What becomes of one tier: which packs go, which come back, and what is written again because of it."""

    def __init__(self, tier: Tier, wanted: Collection[bytes], sources: Sources) -> None:
        """Decide.

        Args:
            tier: What was found.
            wanted: Hashes of objects that refs and objects of the tier name, and that no pack holds.
            sources: Where objects can be read.
        """
        self.tier = tier
        faulty = {name: report for name, report in tier.packs.items() if report.damage or report.objects}
        self.bad = {name: report for name, report in faulty.items() if not report.hands_off}
        """Packs that are moved to the trash."""

        missing = {entry for ref, entry in tier.entries if ref == refs.PACKS} - tier.packs.keys()
        self.restored = sorted((self.bad.keys() | missing) & sources.packs.keys())
        """Packs of which a good copy is put back from the trash."""

        self._staying = [report for name, report in tier.packs.items() if name not in self.bad]
        self.rescued: list[bytes] = []
        """Objects that are written again."""

        self._refusing: set[str] = set()
        self.lost: dict[str, list[Oid]] = {}
        """Bad pack to what it held and nothing holds any more, as far as it is known."""

        self.back = {hash for name in self.restored for hash in sources.packs[name]}
        """Objects that come back with packs from the trash."""

        self._rescue(wanted, sources)
        self.whole = {name for name in self.lost if self.bad[name].whole and not self.lost[name]}
        """Bad packs of which nothing is lost: once what they held is written again, nobody has to miss them."""

        self.adopted = self._adopt()
        """Entries that were written with packs that go."""

        self.unheld = {
            bytes.fromhex(entry)
            for ref, entry in tier.entries
            if ref != refs.PACKS and not sources.hold(bytes.fromhex(entry))
        }
        """Objects that entries name and that nothing holds."""

        self.expected = self._expect(missing)
        """(name, hex) of every entry that must be there afterwards."""

    def _rescue(self, wanted: Collection[bytes], sources: Sources) -> None:
        # Of a pack that cannot be read now nothing is known, so that nothing is left out because of it.
        sound = [report for report in self._staying if not report.hands_off]
        held = {entry.hash for report in sound for entry in report.good()}
        held |= self.back
        found = dict.fromkeys(hash for hash in wanted if hash not in held and sources.hold(hash))
        for name, report in self.bad.items():
            if name in self.restored:
                continue
            refused = {oids.to_bytes(oid) for kind, oid, _ in report.objects if kind == "not_canonical"}
            inside = {entry.hash for entry, _ in report.records} - refused - held
            found.update(dict.fromkeys(hash for hash in sorted(inside) if sources.hold(hash)))
            self.lost[name] = [oids.from_bytes(hash) for hash in sorted(inside) if not sources.hold(hash)]
            if refused:
                self._refusing.add(name)
        self.rescued = list(found)

    def _adopt(self) -> list[Line]:
        going = [self.bad[name] for name in self.lost]
        named = {line for report in going if report.footer for line in report.footer.refs}
        if not all(report.footer for report in going):
            # Nobody knows any more with which pack these were written; it may have been one that goes.
            named |= {(ref, Oid("b3:" + entry)) for ref, entry in self.tier.entries if ref != refs.PACKS}
        staying = {line for report in self._staying if report.footer for line in report.footer.refs}
        return sorted((ref, oid) for ref, oid in named - staying if refs.is_name(ref))

    def _expect(self, missing: set[str]) -> set[tuple[str, str]]:
        found = {(ref, oid[3:]) for ref, oid in self.adopted}
        found |= {(ref, oid[3:]) for report in self._staying if report.footer for ref, oid in report.footer.refs}
        promised = {name for name in self.lost if (refs.PACKS, name) in self.tier.entries} - self.whole
        packs = (self.tier.packs.keys() - self.bad.keys()) | missing | set(self.restored) | promised
        return {(ref, entry) for ref, entry in found if refs.is_name(ref)} | {(refs.PACKS, name) for name in packs}

    @property
    def again(self) -> list[str]:
        """Bad packs that may be written anew just as they were."""
        return sorted(self.whole - self._refusing)

    def made_whole(self, name: str, lines: Collection[Line]) -> None:
        """Take in that a bad pack was written anew under its own name: it stays, and so does its promise."""
        self.lost.pop(name, None)
        self.whole.discard(name)
        self.expected.add((refs.PACKS, name))
        inside = {entry.hash for entry, _ in self.bad[name].records}
        self.rescued = [hash for hash in self.rescued if hash not in inside]
        self.adopted = [line for line in self.adopted if line not in set(lines)]
