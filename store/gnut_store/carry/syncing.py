"""What `gnut sync` does with a git remote: fetch, union, push without force, and again when somebody was faster."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut_store import healing, known, layout
from gnut_store.carrier import CarrierFailed, Progress, Received, Sent
from gnut_store.carry.git_carrier import GitCarrier, Merged
from gnut_store.carry.racing import CarrierRaced, is_race
from gnut_store.carry.remote import Remote
from gnut_store.files import Files
from gnut_store.index import PackFile
from gnut_store.links import Links
from gnut_store.lock import pause
from gnut_store.oid import Oid
from gnut_store.pack import ENTRY, Footer
from gnut_store.receive import Interrupted, receive, send
from gnut_store.store import DiskStore

ATTEMPTS = 5
"""Times that a push is tried whose remote somebody else moved meanwhile."""

STEP = 0.2
"""Seconds before the second attempt; twice as long before each next one."""


class Place(NamedTuple):
    """Where a store is carried from, and what it takes to reach others."""

    store: DiskStore
    repository: Path
    environ: Mapping[str, str]
    cwd: Path
    now: int
    """Seconds since 1970, for commits."""


class Pushed(NamedTuple):
    """What came of a push."""

    remote: str
    sent: tuple[str, ...]
    """Packs that the remote did not have before."""

    held: int
    """Packs that both have."""

    refused: tuple[tuple[str, str], ...]
    """(pack or path, what is wrong with it): damage here that was not sent, or there that stays."""

    strange: tuple[tuple[str, str], ...]
    """(path, why) of what the remote's tree held and no store does: it is not in the union."""

    advice: str | None
    """The line that is left to do for git; None when the remote has everything."""

    others: int = 0
    """Packs of the remote that are not in this store yet, as only a pull takes them in."""


class Pulled(NamedTuple):
    """What came of a pull."""

    remote: str
    received: Received
    strange: tuple[tuple[str, str], ...]
    """(path, why) of what the remote's tree holds and no store does."""


class Side(NamedTuple):
    """What one side has and the other has not."""

    packs: tuple[str, ...]
    """By name: what they hold may stand in other packs of the other side."""

    objects: int
    entries: int
    size: int
    """Bytes of the packs."""


class Compared(NamedTuple):
    """How a store and a remote differ, by what was last fetched."""

    remote: str
    commit: str | None
    committed: int | None
    """When the remote's commit was made, in seconds since 1970: the state is not older than that."""

    both: int
    here: Side
    there: Side
    strange: tuple[tuple[str, str], ...]
    damaged: tuple[tuple[str, str], ...]
    """(path, what is wrong with it) of packs here."""


def push(
    place: Place, name: str | None, *, fetch: bool = True, hand_on: bool = True, progress: Progress | None = None
) -> Pushed:
    """Make a remote's `refs/gnut/store` the union of what it has and what the team's tier here has.

    Args:
        place: The store and its repository.
        name: The remote; see `Remote`.
        fetch: False when git has fetched already.
        hand_on: False when git will push afterwards.
        progress: Hears how many packs were read.

    Raises:
        CarrierFailed: The remote cannot be reached or refuses; or others were faster each time (`carrier_raced`).
    """
    remote = Remote(place.repository, name, place.environ, place.cwd)
    remote.tidy(place.now)
    mine = GitCarrier(place.repository, now=place.now, environ=place.environ)
    theirs = GitCarrier(place.repository, remote.tracking, now=place.now, place=remote.shown)
    why, last = "", None
    for attempt in range(ATTEMPTS if fetch else 1):
        if attempt:
            # Not all at the same moment, or the same one wins each time.
            pause(STEP * 2 ** (attempt - 1) * (1 + os.urandom(1)[0] / 256))
        expected = remote.fetch() if fetch else theirs.tip()
        if attempt and expected == last and not is_race(why):
            break
        before = theirs.names()
        refused, merged = _gathered(place, mine, theirs, progress)
        sent = tuple(sorted(mine.names() - before))
        refused += _damage(theirs, {*merged.damaged, *_unsound(place, theirs)})
        held, others = len(before & mine.names()), _foreign(place, before)
        done = Pushed(remote.shown, sent, held, tuple(refused), theirs.strange(), None, others)
        commit = mine.tip()
        if commit is None or commit == expected:
            return done
        if not hand_on:
            return done._replace(advice=remote.advice(push=True))
        failure = remote.push(commit, expected)
        if failure is None:
            remote.remember(commit)
            return done
        why, last = failure, expected
    if is_race(why):
        raise CarrierRaced(f"{remote.shown}: others were faster each time", help="Try again later.")
    raise CarrierFailed(f"{remote.shown}: would not take the store: {why}", help=remote.advice(push=True))


def _foreign(place: Place, there: frozenset[str]) -> int:
    """Return how many packs of a remote are neither here nor known to be needless."""
    return len(_strangers(place, there))


def _strangers(place: Place, there: frozenset[str]) -> frozenset[str]:
    files, top = place.store.files, place.store.folder
    return there - known.packs_of(top, files) - known.names(top, files)


def _gathered(
    place: Place, mine: GitCarrier, theirs: GitCarrier, progress: Progress | None
) -> tuple[list[tuple[str, str]], Merged]:
    """Bring the store's packs and the remote's into the local ref; return damage here, and what came of the union."""
    sent = send(place.store, mine, progress=progress)
    merged = mine.merge(theirs)
    return list(refusals(sent, theirs.names())), merged


def refusals(sent: Sent, there: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield (path, what is wrong) of damaged packs here, and whether the place has them already."""
    for name, why in sent.damaged:
        rest = "the remote has one of that name" if name in there else "it was not sent"
        yield f"packs/{name}{layout.PACK_SUFFIX}", f"{why} here; {rest}"


def _damage(theirs: GitCarrier, names: Collection[str]) -> list[tuple[str, str]]:
    why = f"{theirs.place}: its bytes are not those of its name"
    return [(f"packs/{name}{layout.PACK_SUFFIX}", why) for name in sorted(names)]


def _unsound(place: Place, theirs: GitCarrier) -> Iterator[str]:
    """Yield packs of a remote that are damaged there, of those alone that were never read into this store.

    A union looks at what is new to it, so only the first push would name them.
    """
    for name in sorted(_strangers(place, theirs.names())):
        if not theirs.is_whole(name):
            yield name


def pull(
    place: Place,
    name: str | None,
    *,
    fetch: bool = True,
    progress: Progress | None = None,
    links: Links | None = None,
) -> Pulled:
    """Take what a remote has into the team's tier, each pack checked before it is linked in.

    Args:
        place: The store and its repository.
        name: The remote; see `Remote`.
        fetch: False when git has fetched already.
        progress: Hears how many packs were fetched.
        links: Kinds whose form is known; see `receive`.

    Raises:
        CarrierFailed: The remote cannot be reached, or sends what is no store; nothing was taken.
        StoreUnwritable: Disk or permission.
    """
    remote = Remote(place.repository, name, place.environ, place.cwd)
    theirs = GitCarrier(place.repository, remote.tracking, now=place.now, place=remote.shown)
    remote.tidy(place.now)
    commit = remote.fetch() if fetch else theirs.tip()
    if commit is None:
        raise CarrierFailed(
            f"{remote.shown}: carries no store" + ("" if fetch else " that was fetched"),
            help=f"gnut sync push {remote.shown}" if fetch else remote.advice(push=False),
            code="nothing_carried",
        )
    try:
        received = receive(place.store, theirs, progress=progress, links=links)
    except Interrupted as error:
        # What is missing there must not keep what came from counting as handed on.
        error.help = error.help or remote.advice(push=False)
        raise
    GitCarrier(place.repository, now=place.now, environ=place.environ).merge(
        theirs, without={name for name, _ in received.refused}
    )
    return Pulled(remote.shown, received, theirs.strange())


def status(place: Place, name: str | None, *, fetch: bool) -> Compared:
    """Compare the team's tier with what a remote had when it was last fetched; writes nothing to the store.

    Args:
        place: The store and its repository.
        name: The remote; see `Remote`.
        fetch: Whether to ask the remote first.
    """
    remote = Remote(place.repository, name, place.environ, place.cwd)
    theirs = GitCarrier(place.repository, remote.tracking, now=place.now, place=remote.shown)
    if fetch:
        remote.fetch()
    files, top = place.store.files, place.store.folder
    here, there = known.packs_of(top, files), theirs.names()
    lost = healing.damaged(f"{top}/packs", here, files)
    needless = known.names(top, files, lost=lost)
    lacking = tuple(sorted(there - here - needless))
    only_here = tuple(sorted(here - there - lost.keys()))
    mine, yours = _Content(), _Content()
    sizes = {name: _add(mine, top, name, files) for name in sorted(here - lost.keys())}
    for name in sorted(here & there - lost.keys()):
        _add(yours, top, name, files)
    if lacking or only_here:
        for footer in theirs.footers(sorted(there - (here - lost.keys()))):
            yours.add(footer)
    length = theirs.sizes()
    return Compared(
        remote.shown,
        theirs.tip(),
        theirs.time(),
        len(here & there - lost.keys()),
        mine.beyond(yours, only_here, sum(sizes[each] for each in only_here)),
        yours.beyond(mine, lacking, sum(length.get(each, 0) for each in lacking)),
        theirs.strange(),
        tuple((f"packs/{name}{layout.PACK_SUFFIX}", f"{why} here") for name, why in lost.items()),
    )


class _Content:
    """Objects and entries of the packs of one side."""

    def __init__(self) -> None:
        self.objects: set[bytes] = set()
        self.entries: set[tuple[str, Oid]] = set()

    def add(self, footer: Footer) -> None:
        """Take in what a pack says that it holds."""
        self.objects.update(entry[0] for entry in ENTRY.iter_unpack(footer.entries))
        self.entries.update(footer.refs)

    def beyond(self, other: _Content, packs: tuple[str, ...], size: int) -> Side:
        """Return what this side has and the other has not."""
        return Side(packs, len(self.objects - other.objects), len(self.entries - other.entries), size)


def _add(content: _Content, top: str, name: str, files: Files) -> int:
    """Take in what a pack here holds, and return its length."""
    pack = PackFile(files, f"{top}/packs/{name}{layout.PACK_SUFFIX}", name)
    content.add(pack.footer)
    pack.close()
    return pack.size
