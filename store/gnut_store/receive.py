"""Packs between a store and a place outside: what comes is checked byte by byte before it counts, what goes as well.

A hostile or broken place can waste time and disk within limits; it cannot put anything into the store that `gnut fsck`
would complain of, nor keep what is sound from being taken.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress

from gnut_store import healing, known, lock
from gnut_store.carrier import Carrier, CarrierFailed, Progress, Received, Sent
from gnut_store.closure import close_over, ordered
from gnut_store.errors import ObjectCorrupt, StoreUnreadable
from gnut_store.files import unwritable
from gnut_store.layout import PACK_SUFFIX
from gnut_store.linking import TOGETHER, Linked, link
from gnut_store.links import Links
from gnut_store.present import Present
from gnut_store.publish import sweep
from gnut_store.quarantine import Budget, Candidate, check, describe, remove, stream
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
    store: DiskStore,
    carrier: Carrier,
    *,
    wanted: Iterable[str] | None = None,
    progress: Progress | None = None,
    tier: str = "team",
    dry_run: bool = False,
    links: Links | None = None,
) -> Received:
    """Take the packs of a place into a tier, by default the team's, and return what came of each.

    Every record of every pack is checked in `tmp/` as `gnut fsck` would; every ref, every prefix base and, in the
    team's tier, every object that an object names must be in the store or in the packs that came with it. A pack
    that fails takes with it only what needs it. Everything that is called taken is durable. A pack here whose bytes
    do not hash to its name is not here: it is taken like any other, and the damaged file goes to the trash.

    Args:
        store: Where they go; held as one writer of many until the end, so that nothing here is moved meanwhile.
        carrier: The place; nothing that it says is believed.
        wanted: Names of packs to take; None for all.
        progress: Hears how many packs were fetched, of how many.
        tier: `team`; or `local`, whose packs may need what the team has.
        dry_run: Fetch and check everything, and link nothing in: what is called taken would be.
        links: Kinds of objects whose form is known, see `gnut_store.links`; None when it is nothing to the caller
            whether what objects name is there.

    Raises:
        Interrupted: Some packs could not be had, or were too many for one call; `received` says what came of the
            others.
        CarrierFailed: The place cannot be asked at all.
        StoreUnwritable: Disk or permission; what is linked in already stays, the rest is removed.
        StoreBusy: Another process holds the store alone.
    """
    with _writing(store):
        return _Receiver(store, carrier, tier, dry_run, links).run(wanted, progress)


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

    def __init__(self, store: DiskStore, carrier: Carrier, tier: str, dry_run: bool, links: Links | None) -> None:
        self._files, self._top = store.files, store.folder
        self._carrier, self._dry_run = carrier, dry_run
        self._present = Present(store, tier)
        # What is known to be unneeded was so for the team.
        self._remembers = tier == "team"
        # What this machine keeps for itself may name what it has not.
        self._links = links if tier == "team" else None
        self._budget = Budget()

    def run(self, wanted: Iterable[str] | None, progress: Progress | None) -> Received:
        there = frozenset(filter(known.is_pack_name, self._carrier.names()))
        asked = there if wanted is None else frozenset(wanted)
        here = self._present.packs
        if self._remembers:
            here |= known.names(self._top, self._files, lost=self._present.damaged) - self._present.promised
        refused = {name: f"{self._carrier.place} does not hold it" for name in asked - there - here}
        candidates: list[Candidate] = []
        try:
            failure = self._fetch(sorted((asked & there) - here), candidates, progress)
            self._check_together(candidates)
            unneeded = self._present.held([one for one in candidates if not one.fault])
            fresh = [one for one in candidates if not one.fault and one.name not in unneeded]
            lost = sorted(refused.keys() | {one.name for one in candidates if one.fault})
            words = f"pack {lost[0][:12]}…" if len(lost) == 1 else f"{len(lost)} packs" if lost else ""
            close_over(fresh, self._present.holds, words)
            taken = self._take([one for one in fresh if not one.fault])
        finally:
            remove(candidates, self._files)
        refused |= {one.name: one.fault for one in candidates if one.fault}
        self._present.refresh()
        if self._remembers and not self._dry_run:
            self._remember(unneeded)
        damaged = self._present.damaged
        received = Received(
            tuple(taken),
            tuple(sorted((asked & here) | unneeded.keys())),
            tuple(sorted(refused.items())),
            tuple(name for name in taken if name in damaged),
            tuple(row for row in damaged.items() if row[0] not in taken),
        )
        if failure is not None:
            raise Interrupted(failure, received)
        return received

    def _check(self, candidates: Sequence[Candidate]) -> None:
        check(candidates, self._present.base, self._files, links=self._links, kind=self._present.kind)

    def _check_together(self, candidates: Sequence[Candidate]) -> None:
        """Check what needs bases of other packs, with those of them that came."""
        waiting = [one for one in candidates if not one.fault and not one.checked]
        bases = {base for one in waiting if one.footer for base in one.footer.bases}
        holders = [one for one in candidates if one.checked and not bases.isdisjoint(one.objects)]
        self._check([*waiting, *holders])

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
            except ObjectCorrupt as error:
                candidate.blame(str(error))
            except CarrierFailed as error:
                remove([candidates.pop()], self._files)
                first, row = first or error, row + 1
                if row == FAILURES:
                    return first
            else:
                if not self._admitted(candidate):
                    remove([candidates.pop()], self._files)
                    return first or self._too_much()
            if candidate.fault:
                # What cannot be the pack is not kept while the others come.
                remove([candidate], self._files)
            if progress is not None:
                progress(number, len(names))
        return first

    def _admitted(self, candidate: Candidate) -> bool:
        """Check a pack as it comes, unless it needs bases of others; False when this call has taken all it may."""
        if not self._budget.fetched(candidate):
            return False
        if candidate.fault:
            return True
        describe(candidate, self._files)
        if not self._budget.described(candidate):
            return False
        if candidate.footer is not None and not candidate.footer.bases:
            self._check([candidate])
        return self._budget.checked(candidate)

    def _too_much(self) -> CarrierFailed:
        return CarrierFailed(
            f"{self._carrier.place}: holds more than is taken at once",
            help="Do it again: what was taken is not fetched again.",
            code="carrier_too_large",
        )

    def _read(self, name: str) -> Iterator[bytes]:
        try:
            yield from self._carrier.read(name)
        except OSError as error:
            # What fails over there must not be told as a failure of the disk here.
            raise CarrierFailed(f"{self._carrier.place}: {error.strerror or error}") from None

    def _take(self, candidates: list[Candidate]) -> list[str]:
        """Link candidates in, those first that others need; return their names, sorted."""
        self._present.check_folders(candidates)
        for group in ordered(candidates, self._present.holds, TOGETHER):
            packs = [Linked(one.path, one.name, one.footer.refs) for one in group if one.footer]
            if not self._dry_run:
                healed = [one.name for one in group if one.name in self._present.damaged]
                if healed:
                    self._present.heal(healed)
                link(self._top, self._present.folder, packs, self._files)
        return sorted(one.name for one in candidates)

    def _remember(self, held: Mapping[str, frozenset[str] | None]) -> None:
        for name, within in held.items():
            if within is not None:
                known.add(self._top, [name], self._files, within=within)


@contextmanager
def kept_still(store: DiskStore) -> Iterator[None]:
    """Keep others from moving packs while they are read, where the store lets us; it may lie on a read-only disk."""
    with ExitStack() as stack:
        with suppress(OSError, StoreUnreadable):
            stack.enter_context(lock.shared(f"{store.folder}/lock", store.files, store.sleep))
        yield


def send(store: DiskStore, carrier: Carrier, *, progress: Progress | None = None) -> Sent:
    """Hand the packs of the team's tier on that a place does not have, and return which.

    Each is held against its name first, so that damage is not spread; those that the place has, too, so that damage
    is said while somebody has good bytes.

    Args:
        store: Where they come from; held as one writer of many where it can be written to, so that none is moved.
        carrier: The place.
        progress: Hears how many packs were checked, of how many.

    Raises:
        CarrierFailed: The place cannot be reached, or refused.
        StoreUnreadable: The disk would not give a pack.
    """
    files, folder = store.files, f"{store.folder}/packs"
    with kept_still(store):
        here, there = known.packs_of(store.folder, files), carrier.names()
        sound: dict[str, str] = {}
        damaged = healing.damaged(folder, here & there, files)
        fresh = sorted(here - there)
        for number, name in enumerate(fresh, 1):
            path = f"{folder}/{name}{PACK_SUFFIX}"
            fault = healing.fault(path, name, files)
            if fault:
                damaged[name] = fault
            else:
                sound[name] = path
            if progress is not None:
                progress(number, len(fresh))
        if sound:
            carrier.write(sound)
    return Sent(tuple(sound), tuple(sorted((here & there) - damaged.keys())), tuple(sorted(damaged.items())))
