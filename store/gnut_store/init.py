"""Makes a store: its folders and its small files, in an order that a crash cannot spoil."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from gnut_store import guard, layout, lock
from gnut_store.errors import ObjectCorrupt
from gnut_store.files import Files, unwritable


def init(
    root: Path,
    *,
    files: Files | None = None,
    uids: Collection[int] = (),
    safe: guard.Safe = guard.nobody,
) -> Path:
    """Make a store in `root/.gnut`, or complete one, and return its folder.

    Nothing that is there is changed: small files must hold what would be written.

    Args:
        root: The folder that gets it.
        files: The way to the file system.
        uids: Users whose stores are completed; by default the effective one.
        safe: Which other folders the user has listed.

    Raises:
        ForeignStore: There is one already, and it is another's, or a link leads to it.
        ObjectCorrupt: Something else lies in the place of a folder or a file of the store.
        StoreUnwritable: Disk or permission.
    """
    files = files or Files()
    folder = os.path.join(os.path.abspath(root), ".gnut")
    if os.path.lexists(folder):
        folder = guard.check_owner(folder, uids=uids or (os.geteuid(),), safe=safe)
    try:
        files.folder(folder)
        for name in ("packs", "refs", "local", "local/packs", "local/refs", "tmp"):
            files.folder(f"{folder}/{name}", durable=False)
        lock_path = f"{folder}/lock"
        with lock.shared(lock_path, files, lock.pause):
            for name, body in layout.FIXED.items():
                _write_fixed(files, folder, name, body)
        files.sync_folder(f"{folder}/local")
        files.sync_folder(folder)
    except OSError as error:
        raise unwritable(error, folder) from None
    return Path(folder)


def _write_fixed(files: Files, folder: str, name: str, body: bytes) -> None:
    try:
        damage = layout.damage_of(name, files.read_small(f"{folder}/{name}"))
    except FileNotFoundError:
        pass
    else:
        if damage:
            raise ObjectCorrupt(f"{name}: {damage}", help="Move the file away and run gnut init again.")
        return
    draft = f"{folder}/tmp/{name}.{os.getpid()}"
    files.unlink(draft)
    # People add lines to what git reads; nobody does to the others.
    fd = files.create(draft, 0o644 if name.startswith(".git") else 0o444)
    try:
        files.write(fd, body)
        files.sync(fd)
    finally:
        files.close(fd)
    files.rename(draft, f"{folder}/{name}")
    if name == "config":
        # What `format` vouches for is durable before it.
        files.sync_folder(folder)
