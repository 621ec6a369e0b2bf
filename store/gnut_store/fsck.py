"""Is the store what it says it is? Every fault with its number, its file and, where known, its object."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.errors import GnutError, NoStore
from gnut_store.files import Files
from gnut_store.fsck_pack import PackReport, Salvage, check_pack
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
}
"""Every kind of fault with its stable number."""


class Fault(NamedTuple):
    """One thing that is wrong with a store."""

    code: str
    """`GN801` to `GN809`."""

    kind: str
    """Key of `KINDS`."""

    path: str
    """File it is about, from the store's folder on."""

    oid: Oid | None
    """Object that is lost or damaged; None when it is the file as such."""

    detail: str
    """One sentence for people, without a final full stop."""


class _Findings:
    """Collects faults; each place is named once a kind."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Fault] = {}

    def add(self, kind: str, path: str, detail: str, oid: Oid | None = None) -> None:
        self._found.setdefault((path, kind, oid or ""), Fault(KINDS[kind], kind, path, oid, detail))

    def sorted(self) -> tuple[Fault, ...]:
        return tuple(self._found[key] for key in sorted(self._found))


class _Tier:
    """What was found in one tier."""

    def __init__(self, tier: str, folder: str) -> None:
        self.prefix = layout.tier_path(tier)
        self.refs_folder = f"{folder}/{self.prefix}refs"
        self.packs_folder = f"{folder}/{self.prefix}packs"
        self.entries: set[tuple[str, str]] = set()
        """(name, hex) of every entry file."""

        self.packs: dict[str, PackReport] = {}
        """Every pack file by its name; reports are filled as the packs are read."""


def fsck(
    folder: Path, *, quick: bool = False, connectivity: bool = False, files: Files | None = None
) -> tuple[Fault, ...]:
    """Return everything that is wrong with the store in `folder`, sorted by file; writes nothing.

    Reads all data unless told otherwise. Safe beside writers: refs are listed before packs, and what
    looks missing is looked at again, because a writer adds its pack first and its refs after it.

    Args:
        folder: The store's own folder (`.gnut`).
        quick: Compare each pack with its name only; no object is unpacked.
        connectivity: Also follow the ids inside JSON objects, and read no other data.
        files: The way to the file system.

    Raises:
        NoStore: There is no folder at all.
    """
    files = files or Files()
    top = os.path.abspath(folder)
    found = _Findings()
    try:
        mode = os.lstat(top).st_mode
    except OSError as error:
        raise NoStore(f"{folder}: {error.strerror}", help="Run gnut init.") from None
    if not stat.S_ISDIR(mode):
        found.add("file_damaged", ".", "the store is a link or a file, not a folder")
        return found.sorted()
    _small_files(top, files, found)
    tiers = [_Tier(tier, top) for tier in layout.TIERS]
    for tier in tiers:
        _list_refs(tier, files, found)
    for tier in tiers:
        _list_packs(tier, files, found)
    salvage = Salvage(files)
    for tier in tiers:
        for name, report in tier.packs.items():
            check_pack(f"{tier.packs_folder}/{name}{layout.PACK_SUFFIX}", name, report, salvage, files)
    salvage.read_objects(data=not quick and not connectivity, json=connectivity and not quick)
    for tier in tiers:
        _report_packs(tier, found)
        _match(tier, top, salvage, found)
    _follow(salvage, found)
    salvage.close()
    return found.sorted()


def _small_files(top: str, files: Files, found: _Findings) -> None:
    for name in layout.FIXED:
        try:
            damage = layout.damage_of(name, files.read_small(f"{top}/{name}"))
        except FileNotFoundError:
            damage = "is missing; gnut init writes it again"
        except GnutError as error:
            damage = str(error).partition(": ")[2]
        if damage:
            found.add("file_damaged", name, damage)
    for name in ("packs", "refs", "local", "local/packs", "local/refs", "tmp", "trash", "cache"):
        if os.path.lexists(f"{top}/{name}") and not stat.S_ISDIR(os.lstat(f"{top}/{name}").st_mode):
            found.add("file_damaged", name, "a link or a file lies in the folder's place")
    try:
        if files.read_small(f"{top}/lock"):
            found.add("file_damaged", "lock", "holds bytes; it is only ever locked")
    except FileNotFoundError:
        # A clone has neither; a store that was written to has both.
        if os.path.lexists(f"{top}/tmp"):
            found.add("file_damaged", "lock", "is missing beside tmp/; the next write makes it again")
    except GnutError as error:
        found.add("file_damaged", "lock", str(error).partition(": ")[2])


def _list_refs(tier: _Tier, files: Files, found: _Findings) -> None:
    try:
        listed = refs.walk(files, tier.refs_folder)
    except GnutError as error:
        found.add("entry_damaged", f"{tier.prefix}refs", str(error))
        return
    for name, file, plain, size in listed:
        path = f"{tier.prefix}refs/{name}/{file}" if name else f"{tier.prefix}refs/{file}"
        if refs.entry_of(file) is None or not name:
            found.add("stray_file", path, "is no entry of a ref: an entry is named by 64 hex digits")
        elif not plain or size:
            found.add("entry_damaged", path, "is not an empty file" if plain else "is not a regular file")
        elif name != refs.PACKS and not refs.is_name(name):
            found.add("stray_file", path, "lies under a name that no ref may have")
        if refs.entry_of(file) and name:
            tier.entries.add((name, file))


def _list_packs(tier: _Tier, files: Files, found: _Findings) -> None:
    try:
        names = sorted(files.names(tier.packs_folder))
    except GnutError as error:
        found.add("pack_damaged", f"{tier.prefix}packs", str(error))
        return
    for file in names:
        name = layout.pack_of(file)
        if name is not None:
            tier.packs[name] = PackReport(f"{tier.prefix}packs/{file}")
        elif not file.startswith("."):
            found.add(
                "stray_file", f"{tier.prefix}packs/{file}", "is no pack: a pack is named by 64 hex digits and .gpk"
            )


def _report_packs(tier: _Tier, found: _Findings) -> None:
    for report in tier.packs.values():
        if report.damage:
            found.add("pack_damaged", report.path, report.damage)
        for kind, oid, detail in report.objects:
            found.add(kind, report.path, f"{oid} {detail}", oid)


def _match(tier: _Tier, top: str, salvage: Salvage, found: _Findings) -> None:
    """Hold packs and entries against each other: each names the other, so that neither goes unnoticed."""
    known = True
    listed: set[tuple[str, str]] = set()
    for name, report in tier.packs.items():
        if report.footer is None:
            known = False
            expected = [(refs.PACKS, name)]
        else:
            expected = [(refs.PACKS, name), *((ref, oid[3:]) for ref, oid in report.footer.refs)]
        listed.update(expected)
        for ref, entry in expected:
            if (ref, entry) not in tier.entries and not _unfinished(tier, top, name, ref, entry):
                path = f"{tier.prefix}refs/{ref}/{entry}"
                found.add("entry_missing", path, f"is missing; pack {name[:12]}… was written with it")
    for ref, entry in sorted(tier.entries):
        path = f"{tier.prefix}refs/{ref}/{entry}"
        if ref == refs.PACKS:
            if entry not in tier.packs:
                known = False
                pack = f"{tier.prefix}packs/{entry}{layout.PACK_SUFFIX}"
                found.add("pack_missing", pack, "is missing; it was written and acknowledged here")
            continue
        if not salvage.holds(bytes.fromhex(entry)):
            oid = Oid("b3:" + entry)
            # The entry is as it should be; what is wrong is that its ref promises something lost.
            promise = f"{tier.prefix}refs/{ref}"
            found.add("object_missing", promise, f"ref {ref} → {oid}: no readable pack holds it", oid)
    if known:
        for ref, entry in sorted(tier.entries - listed):
            path = f"{tier.prefix}refs/{ref}/{entry}"
            found.add(
                "stray_file", path, "no pack was written with this entry: its pack is gone, or it was made by hand"
            )


def _unfinished(tier: _Tier, top: str, pack: str, ref: str, entry: str) -> bool:
    """Say whether a writer has not come to an entry yet, or was killed before it did."""
    # The mark first: once it is gone, everything that it stood for is there.
    if os.path.lexists(f"{top}/tmp/{pack}{layout.OPEN_SUFFIX}"):
        return True
    return os.path.lexists(f"{tier.refs_folder}/{ref}/{entry}")


def _follow(salvage: Salvage, found: _Findings) -> None:
    """Name every object that another one refers to and that is not there, with the way to it."""
    for hash, (path, references) in salvage.references.items():
        for pointer, wanted in references:
            if not salvage.holds(oids.to_bytes(wanted)):
                found.add(
                    "object_missing",
                    path,
                    f"{oids.from_bytes(hash)} {pointer} → {wanted}: no readable pack holds it",
                    wanted,
                )
