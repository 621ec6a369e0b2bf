"""The steps that make a pack part of a store, and how a later writer finishes those of a killed one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from gnut_store import layout, lock, refs, retire
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import Files
from gnut_store.index import PackFile
from gnut_store.oid import Oid


def publish(top: str, tier: str, draft: str, name: str, entries: list[tuple[str, Oid]], files: Files) -> None:
    """Move a durable draft into place and write its refs, durable step by step.

    The mark in `tmp/` says from before the first step to after the last one that this write is
    not finished: a killed write is so told from a pack or an entry that somebody removed.
    """
    files.folder(f"{tier}packs")
    mark = f"{top}/tmp/{name}{layout.OPEN_SUFFIX}"
    try:
        files.mark(mark)
        files.sync_folder(f"{top}/tmp")
        files.rename(draft, f"{tier}packs/{name}{layout.PACK_SUFFIX}")
    except OSError:
        with suppress(OSError):
            files.unlink(mark)
        raise
    files.sync_folder(f"{tier}packs")
    write_refs(top, tier, name, entries, files)
    files.unlink(mark)


def write_refs(top: str, tier: str, name: str, entries: list[tuple[str, Oid]], files: Files) -> None:
    """Create the entries of one pack and the one that names the pack itself, durably."""
    folders = []
    for ref, entry in [*((ref, oid[3:]) for ref, oid in entries), (refs.PACKS, name)]:
        folder = f"{tier}refs/{ref}"
        for above in refs.parents(ref):
            files.check_folder(f"{tier}refs/{above}")
        files.folder(folder)
        files.mark(f"{folder}/{entry}")
        folders.append(folder)
    files.sync_folders(folders, top)


def sweep(top: str, fd: int, files: Files, sleep: Callable[[float], None]) -> None:
    """Finish or remove what killed processes left in `tmp/`, if no other writer is at work."""
    if not files.names(f"{top}/tmp") or not lock.alone(fd, sleep):
        return
    try:
        clean(top, files)
    finally:
        lock.share(fd, sleep)


def clean(top: str, files: Files) -> None:
    """Finish or remove what killed processes left in `tmp/`. The caller holds the store alone.

    What cannot be finished since something else lies in a folder's place is left as it is, and in nobody's way:
    `gnut fsck --repair` moves that aside, and the next writer finishes it.
    """
    # A folder is nothing that gnut leaves, and cannot be unlinked; `gnut fsck` names it.
    left = sorted(name for name, is_folder, _, _ in files.walk(f"{top}/tmp") if not is_folder)
    for name in left:
        pack = layout.open_mark_of(name)
        if pack is not None:
            with suppress(ObjectCorrupt):
                if _finished(top, pack, files):
                    files.unlink(f"{top}/tmp/{name}")
    # A pack is retired for the sake of another one, whose own write is finished by now.
    for name in left:
        pack = layout.gone_mark_of(name)
        if pack is not None:
            with suppress(ObjectCorrupt):
                retire.finish(top, pack, files)
        elif layout.open_mark_of(name) is None:
            # Whatever else lies here is in nobody's way.
            with suppress(OSError):
                files.unlink(f"{top}/tmp/{name}")


def _finished(top: str, name: str, files: Files) -> bool:
    """Write the refs that a killed write did not come to; False when its pack cannot be read."""
    for tier in layout.TIERS:
        folder = f"{top}/{layout.tier_path(tier)}"
        try:
            pack = PackFile(files, f"{folder}packs/{name}{layout.PACK_SUFFIX}", name)
        except FileNotFoundError:
            continue
        except GnutError:
            return False
        entries = list(pack.footer.refs)
        pack.close()
        # A footer is only as trustworthy as where the pack came from: a name could lead out of the store.
        if not all(refs.is_name(ref) for ref, _ in entries):
            return False
        files.sync_folder(f"{folder}packs")
        write_refs(top, folder, name, entries, files)
    return True
