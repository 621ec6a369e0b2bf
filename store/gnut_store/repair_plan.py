"""What `gnut fsck --repair` does about each fault, decided before anything is touched. Writes nothing.

Only two things are ever done: what is damaged is moved aside, and what follows from good bytes is written again.
Nothing is guessed, and what promises a lost pack or a lost object stays, so that the loss goes on being named.
"""

from __future__ import annotations

from collections.abc import Collection

from gnut_store import oid as oids
from gnut_store import refs
from gnut_store.fsck_tier import Tier
from gnut_store.oid import Oid
from gnut_store.repair_trash import Line, Sources


class Fate:
    """What becomes of one tier: which packs go, which come back, and what is written again because of it."""

    def __init__(
        self,
        tier: Tier,
        wanted: Collection[bytes],
        coming: Collection[bytes],
        damaged: Collection[Line],
        sources: Sources,
    ) -> None:
        """Decide.

        Args:
            tier: What was found.
            wanted: Hashes of objects that refs and objects of the tier name, and that no pack holds.
            coming: Hashes of objects that come back to the tier from the trash, if it does not hold them.
            damaged: Entries that are no empty files.
            sources: Where objects can be read.
        """
        self.tier = tier
        faulty = {name: report for name, report in tier.packs.items() if report.damage or report.objects}
        self.bad = {name: report for name, report in faulty.items() if not report.hands_off}
        """Packs that are moved to the trash."""

        missing = {entry for ref, entry in tier.entries if ref == refs.PACKS} - tier.packs.keys()
        self.restored = sorted((self.bad.keys() | missing) & sources.whole)
        """Packs of which a good copy is put back from the trash."""

        self._staying = [report for name, report in tier.packs.items() if name not in self.bad]
        self.rescued: list[bytes] = []
        """Objects that are written again."""

        self._refusing: set[str] = set()
        self.lost: dict[str, list[Oid]] = {}
        """Bad pack to what it held and nothing holds any more, as far as it is known."""

        self.back = {hash for name in self.restored for hash in sources.packs[name].hashes}
        """Objects that come back with packs from the trash."""

        self._rescue(wanted, coming, sources)
        self.whole = {name for name in self.lost if self.bad[name].whole and not self.lost[name]}
        """Bad packs of which nothing is lost: once what they held is written again, nobody has to miss them."""

        entries = {bytes.fromhex(entry) for ref, entry in tier.entries if ref != refs.PACKS}
        self.unheld = {hash for hash in entries if not sources.stored(hash)}
        """Objects that entries name and that no pack of the store holds."""

        promised = {line for line in damaged if oids.to_bytes(line[1]) in self.unheld or not tier.all_known}
        returned = {line for pack in sources.packs.values() if pack.team for line in pack.lines}
        if tier.tier == "team" and (faulty or missing or wanted):
            promised |= returned
        self.adopted = self._adopt(promised, sources, all_back=missing <= set(self.restored))
        """Entries that were written with packs that go, or that were lost."""

        self.taken = {hash for hash in self.rescued if not sources.stored(hash)}
        """Objects that are taken from packs in the trash."""

        self.written = sum((ref, oid[3:]) not in tier.entries for ref, oid in self.adopted)
        """How many entries are written that were not there."""

        self.expected = self._expect(missing, sources)
        """(name, hex) of every entry that must be there afterwards."""

    def _rescue(self, wanted: Collection[bytes], coming: Collection[bytes], sources: Sources) -> None:
        # Of a pack that cannot be read now nothing is known, so that nothing is left out because of it.
        sound = [report for report in self._staying if not report.hands_off]
        held = {entry.hash for report in sound for entry in report.good()}
        self._held = held = held | self.back
        found = dict.fromkeys(hash for hash in [*wanted, *sorted(coming)] if hash not in held and sources.hold(hash))
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

    def _adopt(self, promised: Collection[Line], sources: Sources, *, all_back: bool) -> list[Line]:
        """Return the entries that a new pack names: a promise must not hang on a pack that is gone.

        One that is damaged is among them since it moves to the trash, which it may only once a pack names it.
        """
        going = [self.bad[name] for name in self.lost]
        named = {line for report in going if report.footer for line in report.footer.refs}
        entries = {(ref, Oid("b3:" + entry)) for ref, entry in self.tier.entries if ref != refs.PACKS}
        if not all(report.footer for report in going):
            # Nobody knows any more with which pack these were written; it may have been one that goes.
            named |= entries
        back = self.back.union(self.rescued)
        here = self._held | back if not all_back else back & self.unheld
        named |= {line for line in entries if oids.to_bytes(line[1]) in here}
        named.update(promised)
        staying = {line for report in self._staying if report.footer for line in report.footer.refs}
        staying |= {line for name in self.restored for line in sources.packs[name].lines}
        return sorted((ref, oid) for ref, oid in named - staying if refs.is_name(ref))

    def _expect(self, missing: set[str], sources: Sources) -> set[tuple[str, str]]:
        found = {(ref, oid[3:]) for ref, oid in self.adopted}
        found |= {(ref, oid[3:]) for report in self._staying if report.footer for ref, oid in report.footer.refs}
        found |= {(ref, oid[3:]) for name in self.restored for ref, oid in sources.packs[name].lines}
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
