"""What is here already, of what comes from outside: packs, objects, entries of refs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gnut_store import known, layout, refs
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import Files
from gnut_store.healing import damaged, make_room
from gnut_store.oid import Oid
from gnut_store.pack import PREFIX_DEPTH
from gnut_store.pack_file import PackFile
from gnut_store.quarantine import Candidate
from gnut_store.repair_write import drop_index
from gnut_store.store import DiskStore


class Present:
    """A tier that takes packs, with what its packs may need: what is only in `local` does not count for the team."""

    def __init__(self, store: DiskStore, tier: str) -> None:
        """List the packs of the store anew."""
        self.top = store.folder
        self._files: Files = store.files
        tiers = ("team",) if tier == "team" else layout.TIERS
        self.folder = f"{self.top}/{layout.tier_path(tier)}"
        """The tier's folder, with a slash at its end."""

        self._folders = [f"{self.top}/{layout.tier_path(each)}" for each in tiers]
        self._indexes = [store.index(each) for each in tiers]
        self.refresh()
        self._lost: dict[str, dict[str, str]] = {}
        """Folder of a tier to its damaged packs: nothing of these counts as here."""

        packs: set[str] = set()
        for folder in self._folders:
            listed = known.packs_of(folder, self._files)
            lost = damaged(f"{folder}packs", listed, self._files)
            self._lost[folder] = lost
            packs |= listed - lost.keys()
        self.packs = frozenset(packs)
        self.damaged = self._lost[self.folder]
        """Packs of the tier that are damaged, each with what is wrong."""

        promises = self._files.names(f"{self.folder}refs/{refs.PACKS}")
        promised = {name for name in promises if refs.entry_of(name)} | self.damaged.keys()
        self.promised = frozenset(promised - self.packs)
        """Packs that are gone or damaged though they must be here: to be taken in any case."""

        self._footers: dict[tuple[str, Oid], str] | None = None
        self._failed: dict[bytes, int] = {}

    def refresh(self) -> None:
        """List the packs once more."""
        for index in self._indexes:
            index.refresh()

    def heal(self, names: Collection[str]) -> None:
        """Move damaged packs of the tier aside, for good ones that take their places now."""
        make_room(self.top, self.folder, names, self._files)
        drop_index(self.top, self._files)
        for index in self._indexes:
            index.forget(set(names))

    def holds(self, hash: bytes) -> bool:
        """Say whether a pack holds an object."""
        return bool(self._places(hash))

    def kind(self, hash: bytes) -> str | None:
        """Return the kind of an object that a pack holds; None for any other."""
        for pack, number in self._places(hash):
            try:
                return pack.kind(pack.entry(number))
            except (FileNotFoundError, GnutError):
                continue
        return None

    def _places(self, hash: bytes) -> list[tuple[PackFile, int]]:
        return [
            place
            for index, lost in zip(self._indexes, self._lost.values(), strict=True)
            for place in index.places(hash)
            if place[0].name not in lost
        ]

    def base(self, hash: bytes, depth: int) -> bytes:
        """Return a prefix base that the store holds, with `depth` records in front of it.

        Raises:
            ObjectCorrupt: It is not here, does not unpack, or has too many bases behind it.
        """
        if depth >= PREFIX_DEPTH:
            raise ObjectCorrupt(f"more than {PREFIX_DEPTH} prefix bases behind each other")
        # Trying again from further down is vain, and with many copies it would never end.
        if depth >= self._failed.get(hash, PREFIX_DEPTH):
            raise ObjectCorrupt(f"its prefix base b3:{hash.hex()[:12]}… does not unpack")
        failure: GnutError = ObjectCorrupt(f"its prefix base b3:{hash.hex()[:12]}… is in no pack")
        for pack, number in self._places(hash):
            try:
                return pack.body(pack.entry(number), lambda base: self.base(base, depth + 1))
            except FileNotFoundError:
                continue
            except GnutError as error:
                failure = error
        self._failed[hash] = depth
        raise failure

    def held(self, candidates: Iterable[Candidate]) -> dict[str, frozenset[str] | None]:
        """Return the packs whose every object and ref is here, each with the packs that make it so where that is known.

        What another writer has put in place and not yet made durable is made so, as a batch does.
        """
        entries: dict[str, frozenset[str]] = {}
        held: dict[str, frozenset[str] | None] = {}
        for one in candidates:
            assert one.footer is not None
            places = [self._places(hash) for hash in one.objects]
            if one.name in self.promised or not all(places):
                continue
            for name, _ in one.footer.refs:
                if name not in entries:
                    entries[name] = self._entries(name)
            if all(oid in entries[name] for name, oid in one.footer.refs):
                holders = {place[0][0].name for place in places}
                written = self._written_with(one.footer.refs)
                held[one.name] = None if written is None else frozenset(holders | written)
        if held:
            folders = [f"{folder}packs" for folder in self._folders]
            folders += [f"{folder}refs/{name}" for folder in self._folders for name in entries]
            self._files.sync_folders(folders, self.top)
        return held

    def _entries(self, name: str) -> frozenset[Oid]:
        """Return the entries of a ref; none when some are damaged, which fsck says."""
        try:
            found = (refs.read(self._files, f"{folder}refs", name) for folder in self._folders)
            return frozenset(oid for entries in found for oid in entries)
        except ObjectCorrupt:
            return frozenset()

    def _written_with(self, entries: Iterable[tuple[str, Oid]]) -> set[str] | None:
        """Return packs that list all these entries; None when some are in none, as only a hand can bring about."""
        if self._footers is None:
            packs = ((name, pack) for index in self._indexes for name, pack in index.packs.items())
            self._footers = {entry: name for name, pack in packs for entry in pack.footer.refs}
        found = {self._footers.get(entry) for entry in entries}
        return None if None in found else {name for name in found if name is not None}

    def check_folders(self, candidates: Iterable[Candidate]) -> None:
        """Refuse a link in the place of a folder that refs of the candidates need: before the first step, not amid.

        Raises:
            ObjectCorrupt: There is one.
        """
        for name in {name for one in candidates if one.footer for name, _ in one.footer.refs}:
            for folder in (*refs.parents(name), name):
                self._files.check_folder(f"{self.folder}refs/{folder}")
