"""One tier's packs and entries, held against each other: each names the other, so that no loss goes unnoticed."""

from __future__ import annotations

import os
from typing import Protocol

from gnut_store import layout, refs
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.fsck_pack import PackReport, Salvage
from gnut_store.oid import Oid


class Say(Protocol):
    """Hears of a fault."""

    def __call__(self, kind: str, path: str, detail: str, oid: Oid | None = None) -> None:
        """Take in what is wrong with a file, or with an object."""
        ...


class Tier:
    """What was found in one tier."""

    def __init__(self, tier: str, top: str) -> None:
        """Know only where it lies."""
        self.tier = tier
        self.prefix = layout.tier_path(tier)
        self.refs_folder = f"{top}/{self.prefix}refs"
        self.packs_folder = f"{top}/{self.prefix}packs"
        self.entries: set[tuple[str, str]] = set()
        """(name, hex) of every entry file."""

        self.packs: dict[str, PackReport] = {}
        """Every pack file by its name; reports are filled as the packs are read."""

    @property
    def all_known(self) -> bool:
        """Whether every pack that was written is there and says which entries were written with it."""
        return all(report.footer for report in self.packs.values()) and all(
            entry in self.packs for ref, entry in self.entries if ref == refs.PACKS
        )

    def written(self) -> set[tuple[str, str]]:
        """Return (name, hex) of the entries that the packs say were written."""
        found = {(refs.PACKS, name) for name in self.packs}
        for report in self.packs.values():
            if report.footer is not None:
                found.update((ref, oid[3:]) for ref, oid in report.footer.refs)
        return found


def list_refs(tier: Tier, files: Files, say: Say) -> None:
    """Take in the entries of a tier, and name what is none."""
    try:
        listed = refs.walk(files, tier.refs_folder)
    except GnutError as error:
        say("entry_damaged", f"{tier.prefix}refs", str(error))
        return
    for name, file, plain, size in listed:
        path = f"{tier.prefix}refs/{name}/{file}" if name else f"{tier.prefix}refs/{file}"
        if refs.entry_of(file) is None or not name:
            say("stray_file", path, "is no entry of a ref: an entry is named by 64 hex digits")
            continue
        if not plain or size:
            say("entry_damaged", path, "is not an empty file" if plain else "is not a regular file")
        elif name != refs.PACKS and not refs.is_name(name):
            say("stray_file", path, "lies under a name that no ref may have")
        tier.entries.add((name, file))


def list_packs(tier: Tier, files: Files, say: Say) -> None:
    """Take in the pack files of a tier, and name what is none."""
    try:
        names = sorted(files.names(tier.packs_folder))
    except GnutError as error:
        say("pack_damaged", f"{tier.prefix}packs", str(error))
        return
    for file in names:
        name = layout.pack_of(file)
        if name is not None:
            tier.packs[name] = PackReport(f"{tier.prefix}packs/{file}")
        elif not file.startswith("."):
            say("stray_file", f"{tier.prefix}packs/{file}", "is no pack: a pack is named by 64 hex digits and .gpk")


def match(tier: Tier, top: str, salvage: Salvage, say: Say) -> None:
    """Name every entry whose pack or object is lost, every lost entry, and every entry that nobody wrote."""
    for name, report in tier.packs.items():
        written = [(ref, oid[3:]) for ref, oid in report.footer.refs] if report.footer else []
        for ref, entry in [(refs.PACKS, name), *written]:
            if (ref, entry) not in tier.entries and not _under_way(tier, top, name, ref, entry):
                path = f"{tier.prefix}refs/{ref}/{entry}"
                say("entry_missing", path, f"is missing; pack {name[:12]}… was written with it")
    stray = tier.entries - tier.written() if tier.all_known else set()
    for ref, entry in sorted(tier.entries):
        if ref == refs.PACKS:
            if entry not in tier.packs and not _retired(top, entry) and _is_there(tier, ref, entry):
                pack = f"{tier.prefix}packs/{entry}{layout.PACK_SUFFIX}"
                say("pack_missing", pack, "is missing; it was written and acknowledged here")
            continue
        if not salvage.holds(bytes.fromhex(entry)) and _is_there(tier, ref, entry):
            oid = Oid("b3:" + entry)
            # The entry is as it should be; what is wrong is that its ref promises something lost.
            say("object_missing", f"{tier.prefix}refs/{ref}", f"ref {ref} → {oid}: no readable pack holds it", oid)
        if (ref, entry) in stray and not _dropping(tier, top) and _is_there(tier, ref, entry):
            path = f"{tier.prefix}refs/{ref}/{entry}"
            say("stray_file", path, "no pack was written with this entry: its pack is gone, or it was made by hand")


def _under_way(tier: Tier, top: str, pack: str, ref: str, entry: str) -> bool:
    """Say whether a writer has not come to an entry yet, or was killed before, or its pack is being retired."""
    # The marks first: once they are gone, everything that they stood for is done.
    if os.path.lexists(f"{top}/tmp/{pack}{layout.OPEN_SUFFIX}") or _retired(top, pack):
        return True
    gone = not os.path.lexists(f"{tier.packs_folder}/{pack}{layout.PACK_SUFFIX}")
    return gone or _is_there(tier, ref, entry)


def _retired(top: str, pack: str) -> bool:
    return os.path.lexists(f"{top}/tmp/{pack}{layout.GONE_SUFFIX}")


def _dropping(tier: Tier, top: str) -> bool:
    """Say whether entries of the tier are being dropped together with packs."""
    try:
        return tier.tier == "local" and any(name.endswith(layout.GONE_SUFFIX) for name in os.listdir(f"{top}/tmp"))
    except OSError:
        return False


def _is_there(tier: Tier, ref: str, entry: str) -> bool:
    return os.path.lexists(f"{tier.refs_folder}/{ref}/{entry}")
