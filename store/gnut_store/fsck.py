"""Is the store what it says it is? Every fault with its number, its file and, where known, its object."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from gnut_store import layout
from gnut_store.errors import NoStore
from gnut_store.files import Files
from gnut_store.fsck_follow import follow
from gnut_store.fsck_layout import hashes_to_name
from gnut_store.fsck_pack import Salvage, check_pack
from gnut_store.fsck_places import small_files, strange, trashed
from gnut_store.fsck_tier import Tier, list_packs, list_refs, match
from gnut_store.links import Links
from gnut_store.oid import Oid

KINDS = {
    "file_damaged": "GN801",
    "pack_damaged": "GN802",
    "pack_missing": "GN803",
    "object_damaged": "GN804",
    "object_missing": "GN805",
    "entry_damaged": "GN806",
    "entry_missing": "GN807",
    "not_canonical": "GN808",
    "stray_file": "GN809",
    "wrong_kind": "GN810",
}
"""Every kind of fault with its stable number."""

LOOKS = 3
"""Times that a store is looked at in which something seems wrong and others move packs meanwhile."""

Progress = Callable[[int, int], None]
"""Hears how many bytes of packs were read, and of how many."""


class Fault(NamedTuple):
    """One thing that is wrong with a store."""

    code: str
    """`GN801` to `GN810`."""

    kind: str
    """Key of `KINDS`."""

    path: str
    """File it is about, from the store's folder on."""

    oid: Oid | None
    """Object that is lost or damaged; None when it is the file as such."""

    detail: str
    """One sentence for people, without a final full stop."""


class Findings:
    """Collects faults; each place is named once a kind."""

    def __init__(self) -> None:
        """Find nothing."""
        self._found: dict[tuple[str, str, str], Fault] = {}

    def add(self, kind: str, path: str, detail: str, oid: Oid | None = None) -> None:
        """Take in a fault, unless this place has one of this kind."""
        self._found.setdefault((path, kind, oid or ""), Fault(KINDS[kind], kind, path, oid, detail))

    def sorted(self) -> tuple[Fault, ...]:
        """Return all faults, sorted by file."""
        return tuple(self._found[key] for key in sorted(self._found))


class Examined(NamedTuple):
    """A store as one look at it found it."""

    faults: tuple[Fault, ...]
    tiers: tuple[Tier, ...]
    salvage: Salvage
    """Reads what is still good; to be closed."""


class Extent(NamedTuple):
    """How much a store holds, as far as it could be looked at."""

    packs: int
    objects: int
    """Different ones."""

    bytes: int
    """Of the packs."""


class Checked(NamedTuple):
    """What is wrong with a store, and how much there was to look at."""

    faults: tuple[Fault, ...]
    """Sorted by file."""

    extent: Extent


class How(NamedTuple):
    """How much of a store is read."""

    quick: bool = False
    connectivity: bool = False
    links: Links = {}  # noqa: RUF012 - read only, and a tuple's default.
    progress: Progress | None = None


def fsck(
    folder: Path,
    *,
    quick: bool = False,
    connectivity: bool = False,
    files: Files | None = None,
    links: Links | None = None,
    progress: Progress | None = None,
) -> tuple[Fault, ...]:
    """Return everything that is wrong with the store in `folder`, sorted by file; `check` says what is read."""
    return check(folder, quick=quick, connectivity=connectivity, files=files, links=links, progress=progress).faults


def check(
    folder: Path,
    *,
    quick: bool = False,
    connectivity: bool = False,
    files: Files | None = None,
    links: Links | None = None,
    progress: Progress | None = None,
) -> Checked:
    """Return everything that is wrong with the store in `folder`, and how much it holds; writes nothing.

    Reads all data unless told otherwise, and follows the ids inside the team's JSON objects: that costs nothing
    where all of it is read anyway. Safe beside writers and beside work that moves packs: when something looks
    wrong and the packs are others by then, the store is looked at again.

    Args:
        folder: The store's own folder (`.gnut`).
        quick: Compare each pack with its name only; no object is unpacked.
        connectivity: Read JSON objects only, and follow those of the local tier too, whose runs name what another
            branch may hold.
        files: The way to the file system.
        links: Kinds whose form is known; see `gnut_store.links`.
        progress: Hears how far it is.

    Raises:
        NoStore: There is no folder at all.
    """
    files = files or Files()
    how = How(quick, connectivity, links or {}, progress)
    top = os.path.abspath(folder)
    for _ in range(LOOKS):
        found = examine(top, files, how)
        found.salvage.close()
        if not found.faults or not _moved(top, found, files):
            break
    return Checked(found.faults, extent(found.tiers))


def extent(tiers: Sequence[Tier]) -> Extent:
    """Return how much the packs hold that were looked at."""
    reports = [report for tier in tiers for report in tier.packs.values()]
    hashes = {entry.hash for report in reports for entry, _ in report.records}
    return Extent(len(reports), len(hashes), sum(report.size for report in reports))


def examine(top: str, files: Files, how: How) -> Examined:
    """Return what one look at a store finds.

    Raises:
        NoStore: There is no folder at all.
    """
    found = Findings()
    salvage = Salvage(files)
    try:
        mode = os.lstat(top).st_mode
    except OSError as error:
        raise NoStore(f"{top}: {error.strerror}", help="Run gnut init.") from None
    if not stat.S_ISDIR(mode):
        found.add("file_damaged", ".", "the store is a link or a file, not a folder")
        return Examined(found.sorted(), (), salvage)
    small_files(top, files, found.add)
    strange(top, files, found.add)
    tiers = tuple(Tier(tier, top) for tier in layout.TIERS)
    # Refs before packs: a writer adds its pack first and its refs after it.
    for tier in tiers:
        list_refs(tier, files, found.add)
    for tier in tiers:
        list_packs(tier, files, found.add)
    _read(top, tiers, salvage, files, how, found)
    for tier in tiers:
        for report in tier.packs.values():
            if report.damage:
                found.add("pack_damaged", report.path, report.damage)
            for kind, oid, detail in report.objects:
                found.add(kind, report.path, f"{oid} {detail}", oid)
        match(tier, top, salvage, found.add)
    if not how.quick:
        follow(tiers, salvage, how.links, local=how.connectivity, say=found.add)
    return Examined(found.sorted(), tiers, salvage)


def _read(top: str, tiers: tuple[Tier, ...], salvage: Salvage, files: Files, how: How, found: Findings) -> None:
    """Read as much of the packs as is asked for, and say how far it is."""
    packs = [(tier, name, report) for tier in tiers for name, report in tier.packs.items()]
    steps = len(packs) * (1 if how.quick else 2)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if how.progress is not None:
            how.progress(done, steps)

    for tier, name, report in packs:
        check_pack(f"{tier.packs_folder}/{name}{layout.PACK_SUFFIX}", name, report, salvage, files)
        step()
    salvage.read_objects(data=not how.quick and not how.connectivity, json=how.connectivity, each_pack=step)
    if how.connectivity:
        return
    for name in trashed(top, files):
        damage = hashes_to_name(f"{top}/trash/{name}{layout.PACK_SUFFIX}", name, files)
        if damage:
            found.add("pack_damaged", f"trash/{name}{layout.PACK_SUFFIX}", f"{damage}: it cannot be put back")


def _moved(top: str, found: Examined, files: Files) -> bool:
    """Say whether the store's packs are others than those that were looked at."""
    for tier in found.tiers:
        again = Tier(tier.tier, top)
        list_packs(again, files, Findings().add)
        if again.packs.keys() != tier.packs.keys():
            return True
    return False
