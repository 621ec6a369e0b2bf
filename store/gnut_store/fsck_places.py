"""What lies where in a store: the small files, the folders, and what has no business in any of them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from gnut_store import layout
from gnut_store.errors import GnutError
from gnut_store.files import Files

Say = Callable[[str, str, str], None]
"""Hears of a fault: (kind, path from the store's folder on, what is wrong)."""

FOLDERS = ("packs", "refs", "local", "local/packs", "local/refs", "tmp", "trash", "cache")

DEPTH = 3
"""Folders inside each other that are looked into, of those that nobody needs."""

QUARANTINED = ".damaged"
"""How the names of what `gnut fsck --repair` moved to `trash/` end; links and pipes may be among it."""


def small_files(top: str, files: Files, say: Say) -> None:
    """Say what is wrong with the files and folders that every store has."""
    for name in layout.FIXED:
        try:
            damage = layout.damage_of(name, files.read_small(f"{top}/{name}"))
        except FileNotFoundError:
            damage = "is missing; gnut init writes it again"
        except GnutError as error:
            damage = str(error).partition(": ")[2]
        if damage:
            say("file_damaged", name, damage)
    for name in FOLDERS:
        if os.path.lexists(f"{top}/{name}") and not stat.S_ISDIR(os.lstat(f"{top}/{name}").st_mode):
            say("file_damaged", name, "a link or a file lies in the folder's place")
    try:
        if files.read_small(f"{top}/lock"):
            say("file_damaged", "lock", "holds bytes; it is only ever locked")
    except FileNotFoundError:
        # A clone has neither; a store that was written to has both.
        if os.path.lexists(f"{top}/tmp"):
            say("file_damaged", "lock", "is missing beside tmp/; the next write makes it again")
    except GnutError as error:
        say("file_damaged", "lock", str(error).partition(": ")[2])


def strange(top: str, files: Files, say: Say) -> None:
    """Name every link, pipe, device and socket where only files lie; in `tmp`, folders too."""
    waiting = [("tmp", 0), ("cache", 0), ("trash", 0)]
    while waiting:
        folder, depth = waiting.pop()
        try:
            found = list(files.walk(f"{top}/{folder}"))
        except GnutError:
            continue  # What lies in a folder's place is named already.
        for name, is_folder, plain, _ in found:
            path = f"{folder}/{name}"
            if folder == "trash" and name.endswith(QUARANTINED):
                continue
            if is_folder and folder != "tmp":
                if depth < DEPTH:
                    waiting.append((path, depth + 1))
            elif not plain:
                say("stray_file", path, "is no file; nothing that a store writes lies here so")


def trashed(top: str, files: Files) -> list[str]:
    """Return the names of the packs in `trash/` that lie there to be put back."""
    try:
        found = list(files.walk(f"{top}/trash"))
    except GnutError:
        return []
    return sorted(pack for name, _, plain, _ in found if plain and (pack := layout.pack_of(name)))
