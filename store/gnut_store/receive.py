"""Packs between a store and a place outside: what comes is checked byte by byte before it counts, what goes as well.

A hostile or broken place can waste time and disk within limits; it cannot put anything into the store that `gnut fsck`
would complain of, nor keep what is sound from being taken.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from gnut_store import known, lock, refs
from gnut_store.carrier import Carrier, CarrierFailed, Progress, Received, Sent
from gnut_store.closure import close_over, ordered
from gnut_store.errors import GnutError, ObjectCorrupt, StoreUnreadable
from gnut_store.files import unwritable
from gnut_store.layout import PACK_SUFFIX
from gnut_store.linking import TOGETHER, Linked, link
from gnut_store.oid import Oid
from gnut_store.pack import PREFIX_DEPTH
from gnut_store.publish import sweep
from gnut_store.quarantine import Candidate, check, name_fault, remove, stream
from gnut_store.store import DiskStore

FAILURES = 3
"""Packs in a row that a place fails to give, after which it is asked for no more."""


class Interrupted(CarrierFailed):
    """A place failed to give some packs; what came was taken, or refused, all the same."""

    def __init__(self, error: CarrierFailed, received: Received) -> None:
        """Build the error from the first failure."""
        taken = len(received.taken)
        super().__init__(
            f"{error}; {taken} {'pack was' if taken == 1 else 'packs were'} taken",
            help=error.help or "Try again: what was taken is not fetched again.",
            code=error.code,
        )
        self.received = received


def receive(
    store: DiskStore, carrier: Carrier, *, wanted: Iterable[str] | None = None, progress: Progress | None = None
) -> Received:
    """Take the packs of a place into the team's tier, and return what came of each.

    Every record of every pack is checked in `tmp/` as `gnut fsck` would; every ref and every prefix base must
    resolve in the store and the packs that came with it. A pack that fails takes with it only what needs it.
    Everything that is called taken is durable.

    Args:
        store: Where they go; held as one writer of many until the end, so that nothing here is moved meanwhile.
        carrier: The place; nothing that it says is believed.
        wanted: Names of packs to take; None for all.
        progress: Hears how many packs were fetched, of how many.

    Raises:
        Interrupted: Some packs could not be had; `received` says what came of the others.
        CarrierFailed: The place cannot be asked at all.
        StoreUnwritable: Disk or permission; what is linked in already stays, the rest is removed.
        StoreBusy: Another process holds the store alone.
    """
    with _writing(store):
        return _Receiver(store, carrier).run(wanted, progress)


@contextmanager
def _writing(store: DiskStore) -> Iterator[None]:
    """Hold the store as one writer of many, and finish what killed ones left."""
    files, top = store.files, store.folder
    try:
        files.folder(f"{top}/tmp")
        with lock.shared(f"{top}/lock", files, store.sleep) as fd:
            sweep(top, fd, files, store.sleep)
            yield
    except OSError as error:
        raise unwritable(error, top) from None


class _Receiver:
    """One call of `receive`, under the lock."""

    def __init__(self, store: DiskStore, carrier: Carrier) -> None:
        self._files, self._top = store.files, store.folder
        self._carrier = carrier
        self._index = store.index("team")
        self._index.refresh()
        self._promised = self._promises()
        self._footers: dict[tuple[str, Oid], str] | None = None

    def _promises(self) -> frozenset[str]:
        """Return the packs that are gone though an entry says that they must be here: to be taken in any case."""
        listed = self._files.names(f"{self._top}/refs/{refs.PACKS}")
        return frozenset(filter(refs.entry_of, listed)) - known.packs_of(self._top, self._files)

    def run(self, wanted: Iterable[str] | None, progress: Progress | None) -> Received:
        there = frozenset(filter(known.is_pack_name, self._carrier.names()))
        asked = there if wanted is None else frozenset(wanted)
        here = known.packs_of(self._top, self._files)
        here |= known.names(self._top, self._files) - self._promised
        refused = {name: f"{self._carrier.place} does not hold it" for name in asked - there - here}
        candidates: list[Candidate] = []
        try:
            failure = self._fetch(sorted((asked & there) - here), candidates, progress)
            check([one for one in candidates if not one.fault], self._base, self._files)
            unneeded = self._held([one for one in candidates if not one.fault])
            fresh = [one for one in candidates if not one.fault and one.name not in unneeded]
            close_over(fresh, self._holds)
            taken = self._take([one for one in fresh if not one.fault])
        finally:
            remove(candidates, self._files)
        refused |= {one.name: one.fault for one in candidates if one.fault}
        self._index.refresh()
        self._remember(unneeded)
        received = Received(
            tuple(taken), tuple(sorted((asked & here) | unneeded.keys())), tuple(sorted(refused.items()))
        )
        if failure is not None:
            raise Interrupted(failure, received)
        return received

    def _fetch(self, names: list[str], candidates: list[Candidate], progress: Progress | None) -> CarrierFailed | None:
        """Stream packs into `tmp/`, as candidates; return the first failure of the place."""
        first: CarrierFailed | None = None
        row = 0
        for number, name in enumerate(names, 1):
            candidate = Candidate(name, f"{self._top}/tmp/{os.urandom(8).hex()}.new")
            candidates.append(candidate)
            try:
                stream(self._read(name), candidate, self._files)
                row = 0
            except CarrierFailed as error:
                remove([candidates.pop()], self._files)
                first, row = first or error, row + 1
                if row == FAILURES:
                    return first
            if candidate.fault:
                # What cannot be the pack is not kept while the others come.
                remove([candidate], self._files)
            if progress is not None:
                progress(number, len(names))
        return first

    def _read(self, name: str) -> Iterator[bytes]:
        try:
            yield from self._carrier.read(name)
        except OSError as error:
            # What fails over there must not be told as a failure of the disk here.
            raise CarrierFailed(f"{self._carrier.place}: {error.strerror or error}") from None

    def _base(self, hash: bytes, depth: int) -> bytes:
        """Return a prefix base that the team's tier holds; `local` is nothing that others have."""
        if depth >= PREFIX_DEPTH:
            raise ObjectCorrupt(f"more than {PREFIX_DEPTH} prefix bases behind each other")
        failure: GnutError = ObjectCorrupt(f"its prefix base b3:{hash.hex()[:12]}… is in no pack")
        for pack, number in self._index.places(hash):
            try:
                return pack.body(pack.footer.entry(number), lambda base: self._base(base, depth + 1))
            except FileNotFoundError:
                continue
            except GnutError as error:
                failure = error
        raise failure

    def _held(self, candidates: list[Candidate]) -> dict[str, frozenset[str] | None]:
        """Return the packs whose every object and ref is here, each with the packs that make it so where that is known.

        What another writer has put in place and not yet made durable is made so, as a batch does.
        """
        entries: dict[str, frozenset[str]] = {}
        held: dict[str, frozenset[str] | None] = {}
        for one in candidates:
            assert one.footer is not None
            places = [self._index.places(hash) for hash in one.hashes]
            if one.name in self._promised or not all(places):
                continue
            for name, _ in one.footer.refs:
                if name not in entries:
                    entries[name] = self._entries(name)
            if all(oid in entries[name] for name, oid in one.footer.refs):
                holders = {place[0][0].name for place in places}
                written = self._written_with(one.footer.refs)
                held[one.name] = None if written is None else frozenset(holders | written)
        if held:
            self._files.sync_folders(
                [f"{self._top}/packs", *(f"{self._top}/refs/{name}" for name in entries)], self._top
            )
        return held

    def _entries(self, name: str) -> frozenset[Oid]:
        """Return the entries of a ref of the team's; none when some are damaged, which fsck says."""
        try:
            return frozenset(refs.read(self._files, f"{self._top}/refs", name))
        except ObjectCorrupt:
            return frozenset()

    def _written_with(self, entries: Iterable[tuple[str, Oid]]) -> set[str] | None:
        """Return packs that list all these entries; None when some are in none, as only a hand can bring about."""
        if self._footers is None:
            self._footers = {entry: name for name, pack in self._index.packs.items() for entry in pack.footer.refs}
        found = {self._footers.get(entry) for entry in entries}
        return None if None in found else {name for name in found if name is not None}

    def _take(self, candidates: list[Candidate]) -> list[str]:
        """Link candidates in, those first that others need; return their names, sorted."""
        for name in {name for one in candidates if one.footer for name, _ in one.footer.refs}:
            for folder in (*refs.parents(name), name):
                # Before the first step, not between two of them: a link in a folder's place stops all.
                self._files.check_folder(f"{self._top}/refs/{folder}")
        for group in ordered(candidates, self._holds, TOGETHER):
            packs = [Linked(one.path, one.name, one.footer.refs) for one in group if one.footer]
            link(self._top, f"{self._top}/", packs, self._files)
        return sorted(one.name for one in candidates)

    def _holds(self, hash: bytes) -> bool:
        return bool(self._index.places(hash))

    def _remember(self, held: Mapping[str, frozenset[str] | None]) -> None:
        for name, within in held.items():
            if within is not None:
                known.add(self._top, [name], self._files, within=within)


def send(store: DiskStore, carrier: Carrier, *, progress: Progress | None = None) -> Sent:
    """Hand the packs of the team's tier on that a place does not have, and return which.

    Each is held against its name first, so that damage is not spread.

    Args:
        store: Where they come from; held as one writer of many where it can be written to, so that none is moved.
        carrier: The place.
        progress: Hears how many packs were checked, of how many.

    Raises:
        ObjectCorrupt: Some packs here are damaged; the others are at the place now.
        CarrierFailed: The place cannot be reached, or refused.
        StoreUnreadable: The disk would not give a pack.
    """
    files, folder = store.files, f"{store.folder}/packs"
    with ExitStack() as stack:
        # Reading needs no lock, and a store on a read-only disk has none to take.
        with suppress(OSError, StoreUnreadable):
            stack.enter_context(lock.shared(f"{store.folder}/lock", files, store.sleep))
        here, there = known.packs_of(store.folder, files), carrier.names()
        sound: dict[str, str] = {}
        damaged: list[tuple[str, str]] = []
        for number, name in enumerate(sorted(here - there), 1):
            path = f"{folder}/{name}{PACK_SUFFIX}"
            fault = name_fault(path, name, files)
            if fault:
                damaged.append((name, fault))
            else:
                sound[name] = path
            if progress is not None:
                progress(number, len(here - there))
        if sound:
            carrier.write(sound)
    if damaged:
        name, fault = damaged[0]
        also = f" (and {len(damaged) - 1} more)" if len(damaged) > 1 else ""
        raise ObjectCorrupt(f"pack {name[:12]}… {fault}{also}; it was not sent", help="Run gnut fsck.")
    return Sent(tuple(sound), tuple(sorted(here & there)))
