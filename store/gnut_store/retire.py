"""Takes packs out of a tier whose objects stand in others, and finishes what a killed process began of it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from contextlib import suppress

from gnut_store import layout, refs
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.gc_plan import Line
from gnut_store.index import PackFile


def retire(top: str, tier: str, names: Collection[str], lines: Collection[Line], files: Files) -> None:
    """Move packs to `trash/` and take their names out of `refs/packs`, each step durable before the next.

    The caller holds the store alone, and has read every object of them back from other packs of the tier.

    Args:
        top: The store's own folder.
        tier: `team` or `local`.
        names: The packs.
        lines: Entries that no footer of the tier names once these are gone; only ever of `local`.
        files: The way to the file system.
    """
    if not names:
        return
    folder = f"{top}/{layout.tier_path(tier)}"
    files.folder(f"{top}/trash")
    for name in names:
        files.mark(_mark(top, name))
    files.sync_folder(f"{top}/tmp")
    for name in names:
        files.rename(f"{folder}packs/{name}{layout.PACK_SUFFIX}", _trashed(top, name))
    # The new name is durable before the loss of the old one is.
    files.sync_folder(f"{top}/trash")
    files.sync_folder(f"{folder}packs")
    # The packs' own entries go last: while one stands, whoever finds the mark knows what is left to do.
    remove_entries(folder, lines, files)
    remove_entries(folder, [(refs.PACKS, "b3:" + name) for name in names], files)
    for name in names:
        files.unlink(_mark(top, name))


def remove_entries(folder: str, lines: Iterable[tuple[str, str]], files: Files) -> None:
    """Remove entries of one tier durably, and the folders of refs that are left without any."""
    touched = []
    for name, oid in lines:
        for above in (*refs.parents(name), name):
            files.check_folder(f"{folder}refs/{above}")
        files.unlink(f"{folder}refs/{name}/{oid[3:]}")
        touched.append(name)
    for name in dict.fromkeys(touched):
        if not os.path.lexists(f"{folder}refs/{name}"):
            continue
        files.sync_folder(f"{folder}refs/{name}")
        if name != refs.PACKS:
            # NOTE: rmdir takes only what is empty; a folder that stays does no harm.
            with suppress(OSError):
                os.rmdir(f"{folder}refs/{name}")


def finish(top: str, name: str, files: Files) -> None:
    """Finish, or take back, the retiring that a mark speaks of; then remove the mark.

    Nothing has happened as long as the pack lies in its tier. Once it lies in `trash/`, it was read back
    from others before. When it lies in neither, somebody else removed it, and the loss must show.
    """
    if _is_file(_trashed(top, name)):
        for tier in layout.TIERS:
            folder = f"{top}/{layout.tier_path(tier)}"
            entry = f"{folder}refs/{refs.PACKS}/{name}"
            if os.path.lexists(entry) and not os.path.lexists(f"{folder}packs/{name}{layout.PACK_SUFFIX}"):
                files.sync_folder(f"{top}/trash")
                files.sync_folder(f"{folder}packs")
                lines = _dropped(top, folder, name, files) if tier == "local" else []
                remove_entries(folder, lines, files)
                remove_entries(folder, [(refs.PACKS, "b3:" + name)], files)
    files.unlink(_mark(top, name))


def _dropped(top: str, folder: str, name: str, files: Files) -> list[Line]:
    """Return the entries of a retired pack that no footer of its tier names any more.

    When a pack of the tier cannot be read, nobody knows, and none is.
    """
    try:
        gone = set(_lines(_trashed(top, name), name, files))
        if not gone:
            return []
        for file in files.names(f"{folder}packs"):
            other = layout.pack_of(file)
            if other is not None:
                gone -= set(_lines(f"{folder}packs/{file}", other, files))
    except (GnutError, FileNotFoundError):
        return []
    return sorted(line for line in gone if refs.is_name(line[0]))


def _lines(path: str, name: str, files: Files) -> tuple[Line, ...]:
    pack = PackFile(files, path, name)
    pack.close()
    return pack.footer.refs


def _mark(top: str, name: str) -> str:
    return f"{top}/tmp/{name}{layout.GONE_SUFFIX}"


def _trashed(top: str, name: str) -> str:
    return f"{top}/trash/{name}{layout.PACK_SUFFIX}"


def _is_file(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path)
