"""Makes many packs part of a store together: the steps of one write, each done for all before the next."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from gnut_store import layout, refs
from gnut_store.files import Files
from gnut_store.oid import Oid

TOGETHER = 256
"""Packs that are linked in at once; what came before is there to stay, whatever happens next."""


class Linked(NamedTuple):
    """One durable draft that becomes a pack."""

    draft: str
    """Absolute path in `tmp/`."""

    name: str
    entries: Sequence[tuple[str, Oid]]
    """Refs that it was written with."""


def link(top: str, tier: str, packs: Sequence[Linked], files: Files) -> None:
    """Move drafts into place and write their refs, durable step by step (store/FORMAT.md, section 6).

    A hundred packs cost as many fsyncs of `tmp/` and `packs/` as one. Which of them are there after a crash is
    anybody's guess, so that none may need another one of them, except where they need each other.

    Args:
        top: The store's folder.
        tier: The tier's folder, with a slash at its end.
        packs: What to link in.
        files: The way to the file system.

    Raises:
        OSError: The file system refused; what is in place already is finished by the next writer.
    """
    files.folder(f"{tier}packs")
    marks = {pack.name: f"{top}/tmp/{pack.name}{layout.OPEN_SUFFIX}" for pack in packs}
    waiting = dict.fromkeys(marks)
    try:
        for mark in marks.values():
            files.mark(mark)
        files.sync_folder(f"{top}/tmp")
        for pack in packs:
            files.rename(pack.draft, f"{tier}packs/{pack.name}{layout.PACK_SUFFIX}")
            del waiting[pack.name]
    except OSError:
        # A mark without its pack stands for nothing; the others say what is not finished.
        for name in waiting:
            with suppress(OSError):
                files.unlink(marks[name])
        raise
    files.sync_folder(f"{tier}packs")
    _write_refs(top, tier, packs, files)
    for mark in marks.values():
        files.unlink(mark)


def _write_refs(top: str, tier: str, packs: Sequence[Linked], files: Files) -> None:
    """Create the entries of all packs, and those that name the packs; each folder is made durable once."""
    entries: dict[str, list[str]] = {refs.PACKS: []}
    for pack in packs:
        for ref, oid in pack.entries:
            entries.setdefault(ref, []).append(oid[3:])
        entries[refs.PACKS].append(pack.name)
    # The one that says that a pack must be there comes last: after it nothing of the pack is missing.
    entries[refs.PACKS] = entries.pop(refs.PACKS)
    for ref, ids in entries.items():
        folder = f"{tier}refs/{ref}"
        for above in refs.parents(ref):
            files.check_folder(f"{tier}refs/{above}")
        # Not durable one by one: they are below, with all above them, and until then the marks speak for them.
        files.folder(folder, durable=False)
        for each in ids:
            files.mark(f"{folder}/{each}")
    files.sync_folders([f"{tier}refs/{ref}" for ref in entries], top)
