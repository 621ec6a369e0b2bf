"""Collects: merges packs into fewer and smaller ones, and drops nothing that anybody may need (store/FORMAT.md).

The order makes it safe: what is new is durable, read back whole and named before anything old is moved, and
what is old lies in `trash/` for two weeks after that. A process that dies between any two steps leaves
objects that stand twice, or a mark that tells the next writer what to finish.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from gnut_store import known, layout, lock, publish, retire, trash
from gnut_store import oid as oids
from gnut_store.errors import ObjectCorrupt, StoreUnwritable
from gnut_store.files import Files, unwritable
from gnut_store.gc_build import Output, Wanted, read_back, uncovered, write
from gnut_store.gc_choice import Choice, choose
from gnut_store.gc_sound import Pack
from gnut_store.holders import Holders
from gnut_store.store import DiskStore
from gnut_store.trash import Trash

Progress = Callable[[int, int], None]
"""Hears how many objects are written, and of how many."""


class TierCollected(NamedTuple):
    """What a collection came to in one tier, or would."""

    tier: str
    packs_before: int
    packs_after: int
    bytes_before: int
    bytes_after: int | None
    """None when packs would be merged and were not: nobody knows how small they get."""

    objects: int
    """Different objects in packs that can be read, before."""

    merged: tuple[str, ...]
    """Packs that were rewritten."""

    redundant: tuple[str, ...]
    """Packs that said nothing that others do not say."""

    written: tuple[str, ...]
    """The packs that take their place."""

    shared: int
    """Packs left alone since they were handed on already."""

    dropped: int
    """Objects that nothing leads to."""

    lines: int
    """Old entries that only pile up."""

    damaged: tuple[tuple[str, str], ...]
    """(pack, what is wrong with it): left alone."""


class Collected(NamedTuple):
    """What a collection came to, or would."""

    tiers: tuple[TierCollected, ...]
    trash: Trash
    pruned: str | None
    """Why nothing could be dropped although it was asked for; None when it could, or was not asked for."""


def collect(
    store: DiskStore,
    *,
    now: float,
    base_of: Mapping[bytes, bytes],
    keep: frozenset[str],
    prune: bool,
    dry_run: bool,
    everything: bool,
    stale: Collection[str] = frozenset(),
    empty_trash: bool = False,
    progress: Progress | None = None,
) -> Collected:
    """Merge the packs of both tiers, each by itself, and empty the trash of what has lain there for 14 days.

    Args:
        store: The store; held alone from the first step to the last.
        now: Seconds since the epoch.
        base_of: For the hash of a later capture's bytes the hash of an earlier one's, to pack them against
            each other; a hint, which can be wrong.
        keep: Packs of the team's tier that were handed on already, and stay as they are.
        prune: Whether to drop from the local tier what nothing leads to, from packs that are 14 days old.
        dry_run: Whether to change nothing on disk, and only say what would be done.
        everything: Whether to write all packs of the team's tier anew, those in `keep` as well.
        stale: Names of refs whose entries in the local tier go when `prune` is given.
        empty_trash: Whether packs in the trash whose objects are all in the store go at once. Nothing leaves the
            trash, for its age neither, while a pack of the store is damaged or lost; that pack is then named.
        progress: Hears how far it is.

    Raises:
        StoreBusy: Another process holds the store.
        StoreUnwritable: Disk or permission; nothing was lost.
        ObjectCorrupt: What was written cannot be read back; nothing was removed.
    """
    with _alone(store, dry_run=dry_run):
        # First, since it makes room; and what is moved there below has its days before it, whatever clocks say.
        holders = Holders(store)
        old = trash.empty(store.folder, now, store.files, holders, dry_run=dry_run)
        chosen = choose(
            store,
            keep=frozenset() if everything else keep,
            everything=everything,
            prune=prune,
            stale=frozenset(stale),
            now=now,
        )
        total = sum(len(choice.objects) for choice in chosen.tiers)
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(done, total)

        tiers = tuple(
            _told(choice, keep, _carry_out(store, choice, base_of, now, step) if not dry_run else None)
            for choice in chosen.tiers
        )
        for tier in layout.TIERS:
            store.index(tier).refresh()
        left = trash.empty(store.folder, None, store.files, holders, dry_run=dry_run, at_once=empty_trash)
        tiers = tuple(_blamed(tier, holders.faults(tier.tier)) for tier in tiers)
        return Collected(tiers, _together(old, left, dry_run=dry_run), chosen.refused)


def _blamed(tier: TierCollected, more: Mapping[str, str]) -> TierCollected:
    """Return what was done in a tier, with packs that were found damaged or lost when the trash was looked at."""
    return tier._replace(damaged=tuple(sorted({**more, **dict(tier.damaged)}.items())))


@contextmanager
def _alone(store: DiskStore, *, dry_run: bool) -> Iterator[None]:
    """Hold the store alone, and finish what killed processes left; touch nothing for a dry run."""
    if dry_run:
        yield
        return
    top, files = store.folder, store.files
    try:
        with lock.exclusive(f"{top}/lock", files, store.sleep):
            publish.clean(top, files)
            yield
    except OSError as error:
        refusal = unwritable(error, top)
        raise StoreUnwritable(
            str(refusal), help="Nothing was lost; make room or give permission, then run gnut gc again."
        ) from None


def _carry_out(
    store: DiskStore, choice: Choice, base_of: Mapping[bytes, bytes], now: float, step: Callable[[], None]
) -> list[Pack]:
    """Write the new packs of one tier, read them back, and retire the old ones; return the new ones."""
    if not choice.merge and not choice.redundant:
        return []
    top, files = store.folder, store.files
    tier = f"{top}/{layout.tier_path(choice.tier)}"
    new: list[Pack] = []
    if choice.objects or choice.lines:
        files.folder(f"{top}/tmp")
        modified = min(now, max(choice.modified[name] for name in choice.merge))
        wanted = Wanted(choice.objects, choice.lines, modified)
        output = Output(top, tier, wanted, files)
        names = write(output, wanted, base_of, lambda base: store.get(oids.from_bytes(base)), step)
        new = read_back(f"{tier}packs", names, files)
    old = [choice.packs[name] for name in (*choice.merge, *choice.redundant)]
    _check(old, [*new, *choice.staying()], choice)
    _date(choice, files)
    # What came out as it was before is no new pack, and must not go.
    gone = sorted({pack.name for pack in old} - {pack.name for pack in new})
    retire.retire(top, choice.tier, gone, sorted(choice.stale_lines), files)
    if choice.tier == "team":
        # The new packs alone make merged ones unnecessary; what makes redundant ones so stood here before.
        known.add(top, gone, files, within=None if choice.redundant else [pack.name for pack in new])
    return new


def _date(choice: Choice, files: Files) -> None:
    """Let packs of the local tier be as young as the youngest of those that are retired since they hold the same."""
    for pack in choice.staying() if choice.tier == "local" else ():
        if choice.modified[pack.name] > pack.modified:
            files.touch(pack.path, choice.modified[pack.name])


def _check(old: Collection[Pack], left: Collection[Pack], choice: Choice) -> None:
    """Refuse to go on when anything would be lost: a bug must not cost a byte.

    Raises:
        ObjectCorrupt: An object or an entry of the old packs stands in none of those that are left.
    """
    lost = uncovered(old, left, choice.dead)
    lines = {line for pack in old for line in pack.footer.refs} - {line for pack in left for line in pack.footer.refs}
    if lost or lines - choice.stale_lines:
        raise ObjectCorrupt(
            f"{len(lost)} objects and {len(lines - choice.stale_lines)} entries would be lost by collecting",
            help="Nothing was removed. This is a fault of gnut: please report it.",
        )


def _together(old: Trash, left: Trash, *, dry_run: bool) -> Trash:
    """Return what went from the trash before and after the packs were merged; a dry run sees the first twice."""
    if dry_run:
        more = [name for name in left.removed if name not in old.removed]
        return old if not more else left._replace(future=old.future)
    return left._replace(
        removed=old.removed + left.removed,
        removed_bytes=old.removed_bytes + left.removed_bytes,
        future=tuple(name for name in old.future if name not in left.removed),
    )


def _told(choice: Choice, keep: frozenset[str], new: list[Pack] | None) -> TierCollected:
    """Return what was done in one tier; `new` is None when nothing was."""
    out = {*choice.merge, *choice.redundant}
    before = sum(choice.sizes.values())
    written = tuple(sorted(pack.name for pack in new or ()))
    stay = {name for name in choice.sizes if name not in out or name in written}
    after: int | None = sum(choice.sizes[name] for name in stay - set(written)) + sum(pack.size for pack in new or ())
    count = len(stay | set(written))
    if new is None and choice.merge and (choice.objects or choice.lines):
        after, count = None, len(stay) + 1
    return TierCollected(
        tier=choice.tier,
        packs_before=len(choice.sizes),
        packs_after=count,
        bytes_before=before,
        bytes_after=after,
        objects=len({hash for pack in choice.packs.values() for hash in pack.entries}),
        merged=tuple(sorted(choice.merge)),
        redundant=tuple(sorted(choice.redundant)),
        written=written,
        shared=len(keep & choice.packs.keys() - out) if choice.tier == "team" else 0,
        dropped=len(choice.dead),
        lines=len(choice.stale_lines),
        damaged=tuple(sorted(choice.damaged.items())),
    )


__all__ = ["Collected", "TierCollected", "Trash", "collect"]
