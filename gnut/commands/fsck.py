"""`gnut fsck`: is every byte of the store what its name says? `--repair` keeps what is, and moves what is not."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gnut.edge import terminal
from gnut.edge.linked import LINKS
from gnut.edge.progress import Progress
from gnut.edge.store import folder, safe
from gnut.edge.world import World, users
from gnut.errors import Usage
from gnut.formats import escape
from gnut.formats.faults import brief, line, sound
from gnut_store.fsck import Extent, Fault
from gnut_store.fsck import check as examine
from gnut_store.guard import ForeignStore, check_owner
from gnut_store.layout import pack_of
from gnut_store.repair_steps import may_help

if TYPE_CHECKING:
    from gnut_store.repair import Repaired
    from gnut_store.repair_steps import Step

DAMAGED = 4

LOST = ("pack_missing", "pack_damaged", "object_damaged", "object_missing")
"""Kinds of fault that a good copy of a pack mends."""

MOVED = ("pack_damaged", "object_damaged", "not_canonical")
"""Kinds of fault because of which a repair moves a pack away, and keeps what is good of it elsewhere."""


def fsck(
    world: World,
    *,
    quick: bool = False,
    connectivity: bool = False,
    repair: bool = False,
    dry_run: bool = False,
    verbose: bool = False,
    output_format: str = "text",
) -> int:
    """Print every fault of the store, one a line; 4 if any is left.

    Args:
        world: Finds the store.
        quick: Whether to compare packs with their names only.
        connectivity: Whether to read JSON objects only, and to follow those of the local tier too.
        repair: Whether to do what can be done about it without guessing.
        dry_run: Whether to say only what `repair` would do.
        verbose: Whether names, ids and details are given in full.
        output_format: `text | json`.

    Raises:
        ForeignStore: Another user's store cannot be repaired.
        NoStore: There is no store.
        StoreBusy: Others use the store that is to be repaired.
        StoreUnwritable: Disk or permission; nothing was lost.
        Usage: Options that say different things.
    """
    if dry_run and not repair:
        raise Usage("--dry-run says what --repair would do", help="gnut fsck alone never writes")
    if repair and (quick or connectivity):
        raise Usage("--repair reads everything", help="leave --quick and --connectivity out")
    if repair:
        return _repaired(world, dry_run=dry_run, verbose=verbose, output_format=output_format)
    place = _readable(folder(world))
    with _Told(world) as told:
        faults, extent = examine(place, quick=quick, connectivity=connectivity, links=LINKS, progress=told.step)
    code = DAMAGED if faults else 0
    if output_format == "json":
        looked = "names" if quick else "connectivity" if connectivity else "all"
        terminal.out(_json(faults, code, None, dry_run=False, looked=looked, extent=extent))
    else:
        _print(faults, whole=verbose)
    if not faults:
        terminal.note(sound(*extent, quick=quick, connectivity=connectivity))
    elif _may_help(place, faults):
        terminal.note(f"{_summary(faults)}; gnut fsck --repair keeps what is good, and says what to do about the rest")
    else:
        terminal.note(_summary(faults))
        _say_ways(world, place, faults)
    return code


def _readable(place: Path) -> Path:
    """Return where the store lies; another user's is read all the same, and it is said what other commands do."""
    try:
        return Path(check_owner(str(place.absolute()), uids=users(), safe=safe))
    except ForeignStore as error:
        terminal.note(f"{error}; it is only read here, and other commands refuse it. {error.help}")
        return place


def _repaired(world: World, *, dry_run: bool, verbose: bool, output_format: str) -> int:
    from gnut_store.repair import repair

    place = folder(world)
    with _Told(world) as told:
        done = repair(place, dry_run=dry_run, uids=users(), safe=safe, links=LINKS, progress=told.step)
    code = DAMAGED if done.remaining or (dry_run and done.steps) else 0
    if output_format == "json":
        terminal.out(_json(done.remaining, code, done.steps, dry_run=dry_run, looked="all", extent=done.extent))
    else:
        _print_steps(done, dry_run=dry_run, verbose=verbose)
    if not done.steps:
        terminal.note(f"{sound(*done.extent, quick=False, connectivity=False)}; there is nothing to repair")
    elif dry_run:
        terminal.note(f"{_summary([step.fault for step in done.steps])}; nothing was changed")
    elif done.remaining:
        terminal.note(_summary(done.remaining))
        _say_ways(world, place, done.remaining, kept=any(step.fault.kind in MOVED for step in done.steps))
    else:
        terminal.note("The store is sound now")
    return code


def _print_steps(done: Repaired, *, dry_run: bool, verbose: bool) -> None:
    for step in done.steps:
        _print([step.fault], whole=verbose)
        way = "left" if step.left else "would be" if dry_run else "repaired"
        terminal.out(f"  {way}: {escape.terminal(step.done if verbose else brief(step.done))}\n")
    if done.remaining and not dry_run:
        terminal.out("\nWhat remains:\n")
        _print(done.remaining, whole=verbose)


def _say_ways(world: World, place: Path, faults: Iterable[Fault], *, kept: bool = False) -> None:
    """Say how lost packs may come back, if any are lost."""
    from gnut.edge.mending import ways

    gone = [fault for fault in faults if fault.kind in LOST]
    if gone:
        lost = {fault.path for fault in gone if fault.kind != "object_missing"}
        for way in ways(world.cwd, place, lost, kept=kept):
            terminal.note(f"  {way}")


def _may_help(place: Path, faults: Iterable[Fault]) -> bool:
    """Say whether a repair may do something about any of the faults."""
    try:
        names = map(pack_of, os.listdir(place / "trash"))
    except OSError:
        names = map(pack_of, ())
    trash = {name for name in names if name is not None}
    return any(may_help(fault, trash) for fault in faults)


def _json(
    faults: Iterable[Fault], code: int, steps: Iterable[Step] | None, *, dry_run: bool, looked: str, extent: Extent
) -> str:
    """Return what was found, and what was done if anything was to be, as JSON."""
    from gnut.formats.examined import FSCK, FoundFault, Looked, Repair, RepairStep, StoreCheck, render_json

    done = None
    if steps is not None:
        done = Repair(dry_run, tuple(RepairStep(FoundFault(*step.fault), step.done, step.left) for step in steps))
    found = tuple(FoundFault(*fault) for fault in faults)
    return render_json(StoreCheck(FSCK, code, found, done, Looked(looked, *extent)))


def _print(faults: Iterable[Fault], *, whole: bool) -> None:
    for fault in faults:
        terminal.out(line(fault.code, fault.kind, fault.path, fault.detail, whole=whole) + "\n")


def _summary(faults: Iterable[Fault]) -> str:
    found = list(faults)
    files = len({fault.path for fault in found})
    words = ("fault" if len(found) == 1 else "faults", "file" if files == 1 else "files")
    return f"{len(found)} {words[0]} in {files} {words[1]} of the store"


class _Told:
    """Shows how far reading is, once it is known how many packs there are."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._bar: Progress | None = None
        self._total = 0

    def __enter__(self) -> _Told:
        return self

    def step(self, _: int, total: int) -> None:
        """Count one more; a store that is looked at again is counted anew."""
        if self._bar is None or total != self._total:
            self._clear()
            self._bar, self._total = Progress(self._world, total, "reads of packs"), total
        self._bar.step(failed=False)

    def __exit__(self, *_: object) -> None:
        self._clear()

    def _clear(self) -> None:
        if self._bar is not None:
            self._bar.clear()
