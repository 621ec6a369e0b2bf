"""What `gnut sync` does with a git remote: fetch, union, push without force, and again when somebody was faster."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut_store import known, layout
from gnut_store.carrier import CarrierFailed, Progress, Received, Sent
from gnut_store.carry.git_carrier import GitCarrier, Merged
from gnut_store.carry.racing import CarrierRaced, is_race
from gnut_store.carry.remote import Remote
from gnut_store.links import Links
from gnut_store.lock import pause
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
        held, others = len(before & mine.names()), len(_strangers(place, before))
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


def _strangers(place: Place, there: frozenset[str]) -> frozenset[str]:
    """Return the packs of a remote that are neither here nor known to be needless."""
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
