"""`gnut fsck`: is every byte of the store what its name says? `--repair` keeps what is, and moves what is not."""

from __future__ import annotations

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
from gnut_store.fsck import Fault
from gnut_store.fsck import fsck as examine
from gnut_store.guard import ForeignStore, check_owner

if TYPE_CHECKING:
    from gnut_store.repair_steps import Step

DAMAGED = 4


def fsck(
    world: World,
    *,
    quick: bool = False,
    connectivity: bool = False,
    repair: bool = False,
    dry_run: bool = False,
    output_format: str = "text",
) -> int:
    """Print every fault of the store, one a line; 4 if any is left.

    Args:
        world: Finds the store.
        quick: Whether to compare packs with their names only.
        connectivity: Whether to read JSON objects only, and to follow those of the local tier too.
        repair: Whether to do what can be done about it without guessing.
        dry_run: Whether to say only what `repair` would do.
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
        return _repaired(world, dry_run=dry_run, output_format=output_format)
    with _Told(world) as told:
        faults = examine(
            _readable(folder(world)), quick=quick, connectivity=connectivity, links=LINKS, progress=told.step
        )
    code = DAMAGED if faults else 0
    if output_format == "json":
        terminal.out(_json(faults, code, None, dry_run=False))
    else:
        _print(faults)
    terminal.note(_summary(faults) if faults else "The store is sound")
    return code


def _readable(place: Path) -> Path:
    """Return where the store lies; another user's is read all the same, and it is said what other commands do."""
    try:
        return Path(check_owner(str(place.absolute()), uids=users(), safe=safe))
    except ForeignStore as error:
        terminal.note(f"{error}; it is only read here, and other commands refuse it. {error.help}")
        return place


def _repaired(world: World, *, dry_run: bool, output_format: str) -> int:
    from gnut_store.repair import repair

    with _Told(world) as told:
        done = repair(folder(world), dry_run=dry_run, uids=users(), safe=safe, links=LINKS, progress=told.step)
    code = DAMAGED if done.remaining or (dry_run and done.steps) else 0
    if output_format == "json":
        terminal.out(_json(done.remaining, code, done.steps, dry_run=dry_run))
    else:
        for step in done.steps:
            _print([step.fault])
            way = "left" if step.left else "would be" if dry_run else "repaired"
            terminal.out(f"  {way}: {escape.terminal(step.done)}\n")
        if done.remaining and not dry_run:
            terminal.out("\nWhat remains:\n")
            _print(done.remaining)
    if not done.steps:
        terminal.note("The store is sound; there is nothing to repair")
    elif dry_run:
        terminal.note(f"{_summary([step.fault for step in done.steps])}; nothing was changed")
    else:
        terminal.note(_summary(done.remaining) if done.remaining else "The store is sound now")
    return code


def _json(faults: Iterable[Fault], code: int, steps: Iterable[Step] | None, *, dry_run: bool) -> str:
    """Return what was found, and what was done if anything was to be, as JSON."""
    from gnut.formats.examined import FSCK, FoundFault, Repair, RepairStep, StoreCheck, render_json

    done = None
    if steps is not None:
        done = Repair(dry_run, tuple(RepairStep(FoundFault(*step.fault), step.done, step.left) for step in steps))
    return render_json(StoreCheck(FSCK, code, tuple(FoundFault(*fault) for fault in faults), done))


def _print(faults: Iterable[Fault]) -> None:
    for fault in faults:
        terminal.out(f"{fault.code} {fault.kind} {escape.path(fault.path)}: {escape.terminal(fault.detail)}\n")


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
