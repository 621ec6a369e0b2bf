"""Repairs a store without guessing: damage is moved to the trash, and what follows from good bytes is written again.

The order is the protocol (store/FORMAT.md): whatever is kept of a pack is durable in another one before the pack
moves, and every step leaves what the next repair finishes. So a kill at any point loses nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gnut_store import guard, layout, lock, publish, refs
from gnut_store import oid as oids
from gnut_store.errors import GnutError
from gnut_store.files import Files, unwritable
from gnut_store.fsck import Examined, Extent, Fault, How, Progress, examine, extent
from gnut_store.links import Links
from gnut_store.oid import Oid
from gnut_store.repair_plan import Fate
from gnut_store.repair_steps import LOSSES, Step, entry_of, step_of
from gnut_store.repair_trash import Sources, returning
from gnut_store.repair_write import aside, drop_index, move_packs, put_back, rescue, write_entries

FOLDERS = ("tmp", "cache")
"""Folders that hold nothing that anybody needs."""


class Repaired(NamedTuple):
    """What was done about a store."""

    steps: tuple[Step, ...]
    remaining: tuple[Fault, ...]
    """What is still wrong; of a dry run, what would be."""

    extent: Extent
    """How much the store holds, as it was looked at last."""


def repair(
    folder: Path,
    *,
    dry_run: bool = False,
    files: Files | None = None,
    sleep: Callable[[float], None] = lock.pause,
    uids: Collection[int] = (),
    safe: guard.Safe = guard.nobody,
    links: Links | None = None,
    progress: Progress | None = None,
) -> Repaired:
    """Do what can be done about everything that `gnut fsck` finds, and say of each fault what it was.

    Args:
        folder: The store's own folder (`.gnut`).
        dry_run: Whether to say it only; then nothing is written, and no lock is taken.
        files: The way to the file system.
        sleep: How to wait for others that use the store.
        uids: Users whose stores are repaired; by default the effective one.
        safe: Which other folders the user has listed.
        links: Kinds whose form is known; see `gnut_store.links`.
        progress: Hears how far reading is.

    Raises:
        ForeignStore: It is another user's.
        NoStore: There is none.
        StoreBusy: Others use it.
        StoreUnwritable: Disk or permission; nothing was lost, and another repair goes on from there.
        UnsupportedFormat: A newer version wrote it.
    """
    files = files or Files()
    top = guard.check_owner(os.path.abspath(folder), uids=uids or (os.geteuid(),), safe=safe)
    how = How(links=links or {}, progress=progress)
    if _unreadable_format(top, files):
        return _nothing(top, files, how)
    if dry_run:
        return _steps(top, files, how, write=False)
    try:
        with _alone(top, files, sleep) as before:
            steps = _steps(top, files, how, write=True).steps
            # What lay in the way of an unfinished write is aside by now.
            publish.clean(top, files)
            after = examine(top, files, how)
            after.salvage.close()
    except OSError as error:
        raise unwritable(error, top) from None
    return Repaired((*before, *steps), after.faults, extent(after.tiers))


def _unreadable_format(top: str, files: Files) -> bool:
    """Say whether nobody knows how the store is to be read; refuse one that a newer version wrote."""
    try:
        layout.check_format(files.read_small(f"{top}/format"))
    except GnutError as error:
        if error.code == "unsupported_format":
            raise
        return True
    except FileNotFoundError:
        return True
    return False


def _nothing(top: str, files: Files, how: How) -> Repaired:
    found = examine(top, files, how)
    found.salvage.close()
    reason = "left as it is until format is back: take it from the last good commit, or run gnut init if it is missing"
    return Repaired(tuple(Step(fault, reason, left=True) for fault in found.faults), found.faults, extent(found.tiers))


@contextmanager
def _alone(top: str, files: Files, sleep: Callable[[float], None]) -> Iterator[tuple[Step, ...]]:
    """Hold the store alone, with a lock that is one; yield what was done for that."""
    path = f"{top}/lock"
    steps: list[Step] = []
    for name in ("lock", "tmp"):
        damage = _in_place(top, name, files)
        if damage is not None:
            steps.append(damage)
    files.folder(f"{top}/tmp")
    with lock.exclusive(path, files, sleep):
        publish.clean(top, files)
        yield tuple(steps)


def _in_place(top: str, name: str, files: Files) -> Step | None:
    """Move away what lies in the place of the lock or of `tmp` and can be neither locked nor written to."""
    path = f"{top}/{name}"
    if not os.path.lexists(path):
        return None
    good = os.path.isfile(path) if name == "lock" else os.path.isdir(path)
    if good and not os.path.islink(path):
        return None
    aside(top, name, files)
    fault = Fault("GN801", "file_damaged", name, None, "something else lies in its place")
    return Step(fault, "moved to the trash, and made anew", left=False)


def _steps(top: str, files: Files, how: How, *, write: bool) -> Repaired:
    found = examine(top, files, how)
    sources = Sources(found.salvage, top, files, how.links)
    try:
        lost = any(fault.kind in LOSSES for fault in found.faults)
        coming = returning(found.tiers, sources) if lost and sources.packs else ()
        fates = [_fate(found, number, coming[number] if coming else (), sources) for number in range(len(found.tiers))]
        steps = tuple(step_of(fault, fates) for fault in found.faults)
        if write and found.faults:
            _carry_out(top, steps, fates, sources, files)
    finally:
        found.salvage.close()
        sources.close()
    return Repaired(steps, tuple(step.fault for step in steps if step.left), extent(found.tiers))


def _fate(found: Examined, number: int, coming: Collection[bytes], sources: Sources) -> Fate:
    tier = found.tiers[number]
    local = tier.tier == "local"
    wanted = {
        oids.to_bytes(fault.oid)
        for fault in found.faults
        if fault.kind == "object_missing" and fault.oid is not None and fault.path.startswith("local/") == local
    }
    spoilt = [entry_of(tier, fault.path) for fault in found.faults if fault.kind == "entry_damaged"]
    damaged = {
        (entry[0], Oid("b3:" + entry[1])) for entry in spoilt if entry in tier.entries and refs.is_name(entry[0])
    }
    return Fate(tier, wanted, coming, damaged, sources)


def _carry_out(top: str, steps: tuple[Step, ...], fates: list[Fate], sources: Sources, files: Files) -> None:
    """Do everything, in the order in which a kill at any point loses nothing."""
    moved = {step.fault.path: step.fault.kind for step in steps if not step.left}
    for path, kind in moved.items():
        in_trash = kind == "pack_damaged" and path.startswith("trash/")
        if kind == "stray_file" or in_trash or (kind == "file_damaged" and path in FOLDERS):
            aside(top, path, files)
    for name in ("tmp", "cache"):
        files.folder(f"{top}/{name}")
    for fate in fates:
        put_back(top, fate, files)
        rescue(top, fate, sources, files)
    for path, kind in moved.items():
        if kind == "entry_damaged":
            aside(top, path, files)
    for fate in fates:
        write_entries(top, fate, files)
        move_packs(top, fate, files)
    drop_index(top, files)
    if moved.get("lock") == "file_damaged":
        # Last, as others can lock the new one from here on.
        aside(top, "lock", files)
        files.mark(f"{top}/lock")
