"""What a repair writes and moves: packs, entries, and what goes to the trash."""

from __future__ import annotations

import os
from contextlib import suppress

from gnut_store import layout, publish, refs
from gnut_store.draft import Draft
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.fsck_places import QUARANTINED
from gnut_store.repair_plan import Fate
from gnut_store.repair_trash import Line, Sources

CUT = 64 << 20
"""Bytes at which a pack of rescued objects is cut, as any other."""

LONGEST = 180
"""Most characters of a path that the name in the trash keeps."""


def put_back(top: str, fate: Fate, files: Files) -> None:
    """Move packs of which good copies lie in the trash back to where they belong."""
    for name in fate.restored:
        file = f"{name}{layout.PACK_SUFFIX}"
        if name in fate.bad:
            aside(top, f"{fate.tier.prefix}packs/{file}", files)
        files.folder(fate.tier.packs_folder)
        files.rename(f"{top}/trash/{file}", f"{fate.tier.packs_folder}/{file}")
        files.sync_folder(fate.tier.packs_folder)
        files.sync_folder(f"{top}/trash")


def rescue(top: str, fate: Fate, sources: Sources, files: Files) -> None:
    """Write what packs hold that go into others, with the entries that were written with them."""
    for name in fate.again:
        _write_anew(top, fate, name, sources, files)
    if not fate.rescued and not fate.adopted:
        return
    draft: Draft | None = None
    try:
        for hash in fate.rescued:
            if draft is not None and draft.builder.size >= CUT:
                _publish(top, fate, draft, [], files)
                draft = None
            draft = draft or Draft(f"{top}/tmp", files)
            draft.add(*_object(sources, hash))
        draft = draft or Draft(f"{top}/tmp", files)
        _publish(top, fate, draft, fate.adopted, files)
    except (OSError, GnutError):
        if draft is not None:
            draft.drop()
        raise


def _write_anew(top: str, fate: Fate, name: str, sources: Sources, files: Files) -> None:
    """Write a damaged pack byte for byte as it was, if it comes out so: then it takes its own place.

    Its name says whether it does. A pack that gc made does not; what it holds goes into a new one.
    """
    report = fate.bad[name]
    lines = list(report.footer.refs) if report.footer else fate.adopted
    draft = Draft(f"{top}/tmp", files)
    try:
        for entry, _ in sorted(report.records, key=lambda record: record[0].offset):
            draft.add(*_object(sources, entry.hash))
        if draft.finish(frozenset(lines)) != name:
            draft.drop()
            return
        publish.publish(top, f"{top}/{fate.tier.prefix}", draft.path, name, sorted(lines), files)
    except (OSError, GnutError):
        draft.drop()
        raise
    fate.made_whole(name, lines)


def _object(sources: Sources, hash: bytes) -> tuple[str, bytes, bytes]:
    kind, body = sources.read(hash)
    return kind, hash, body


def _publish(top: str, fate: Fate, draft: Draft, lines: list[Line], files: Files) -> None:
    name = draft.finish(frozenset(lines))
    place = f"{fate.tier.prefix}packs/{name}{layout.PACK_SUFFIX}"
    if name in fate.bad and (os.path.islink(f"{top}/{place}") or not os.path.isfile(f"{top}/{place}")):
        aside(top, place, files)
    publish.publish(top, f"{top}/{fate.tier.prefix}", draft.path, name, lines, files)
    if name in fate.bad:
        fate.made_whole(name, lines)


def write_entries(top: str, fate: Fate, files: Files) -> None:
    """Write the entries that packs name, or that promise a lost pack, and that are not there."""
    folders = set()
    for ref, entry in sorted(fate.expected):
        folder = f"{fate.tier.refs_folder}/{ref}"
        if os.path.lexists(f"{folder}/{entry}"):
            continue
        for above in refs.parents(ref):
            files.check_folder(f"{fate.tier.refs_folder}/{above}")
        files.folder(folder)
        files.mark(f"{folder}/{entry}")
        folders.add(folder)
    files.sync_folders(sorted(folders), top)


def move_packs(top: str, fate: Fate, files: Files) -> None:
    """Move bad packs to the trash; of those of which nothing is lost, the promise goes first."""
    for name in sorted(fate.whole):
        files.unlink(f"{fate.tier.refs_folder}/{refs.PACKS}/{name}")
    if fate.whole and os.path.lexists(f"{fate.tier.refs_folder}/{refs.PACKS}"):
        files.sync_folder(f"{fate.tier.refs_folder}/{refs.PACKS}")
    for name in sorted(fate.lost):
        aside(top, f"{fate.tier.prefix}packs/{name}{layout.PACK_SUFFIX}", files)


def drop_index(top: str, files: Files) -> None:
    """Remove the index of packs: it is built again when somebody needs it, and it refuses no repair."""
    folder = f"{top}/cache/index"
    with suppress(OSError, GnutError):
        files.check_folder(f"{top}/cache")
        for name in files.names(folder):
            # A folder or whatever else lies there is in nobody's way.
            with suppress(OSError):
                files.unlink(f"{folder}/{name}")


def aside(top: str, path: str, files: Files) -> None:
    """Move something of a store to its trash, under a name that says what it was."""
    source = f"{top}/{path}"
    if not os.path.lexists(source):
        return
    files.folder(f"{top}/trash")
    base = path.removeprefix("trash/").replace("/", "+")[-LONGEST:]
    target, count = f"{top}/trash/{base}{QUARANTINED}", 1
    while os.path.lexists(target):
        count += 1
        target = f"{top}/trash/{base}.{count}{QUARANTINED}"
    files.rename(source, target)
    files.sync_folder(f"{top}/trash")
    files.sync_folder(os.path.dirname(source))
