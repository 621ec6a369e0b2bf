"""One write command: a pack built aside, published in one step, its refs after it (store/FORMAT.md).

The order is the whole protocol. A crash at any point loses nothing that was acknowledged, because
acknowledging is what the caller does after the block has ended.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from gnut_store import canon, layout, lock, refs
from gnut_store import oid as oids
from gnut_store.errors import GnutError, ObjectCorrupt, ObjectMissing
from gnut_store.files import Files, unwritable
from gnut_store.index import PackFile
from gnut_store.oid import Oid
from gnut_store.pack import OBJECT_LIMIT, RECORD, Builder, unpack

if TYPE_CHECKING:
    from gnut_store.store import DiskStore

CUT = 64 << 20
"""Bytes at which a long batch publishes what it has and goes on in a new pack."""

BUFFER = 1 << 20
"""Bytes that are gathered before they are written."""


def check_body(kind: str, body: bytes) -> None:
    """Refuse an object that `fsck` would call damaged.

    Raises:
        GnutError: It is over the limit, or its kind is not a word.
        NotCanonical: Its kind holds canonical JSON, or UTF-8, and it does not.
    """
    oids.parse_kind(kind)
    if len(body) > OBJECT_LIMIT:
        raise GnutError(f"an object of {len(body):,} bytes is over {OBJECT_LIMIT:,}", code="object_too_large")
    if kind in oids.BYTES_KINDS:
        return
    if kind in oids.TEXT_KINDS:
        try:
            body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise canon.NotCanonical(f"a {kind} holds UTF-8; byte {error.start} is none") from None
        return
    difference = canon.first_difference(body)
    if difference is not None:
        raise canon.NotCanonical(f"a {kind} holds canonical JSON; byte {difference} differs from it")


class DiskBatch:
    """What one write command adds to one tier. Use as a context manager."""

    def __init__(self, store: DiskStore, tier: str, files: Files, sleep: Callable[[float], None]) -> None:
        """Use `DiskStore.write`."""
        self._store, self._files, self._sleep = store, files, sleep
        self._top = store.folder
        self._tier = f"{self._top}/{layout.tier_path(tier)}"
        # What is only in `local` does not count for the team: nobody else has it.
        self._present = [store.index(name) for name in (("team",) if tier == "team" else layout.TIERS)]
        self._refs: set[tuple[str, Oid]] = set()
        self._stack = ExitStack()
        self._draft: _Draft | None = None
        self._published = False
        self._relied = False
        """True when an object was left out because a pack holds it already."""

    def __enter__(self) -> DiskBatch:
        """Take the lock that any number of writers share, and finish what a killed one left."""
        try:
            self._files.folder(f"{self._top}/tmp")
            fd = self._stack.enter_context(lock.shared(f"{self._top}/lock", self._files, self._sleep))
            sweep(self._top, fd, self._files, self._sleep)
        except OSError as error:
            self._stack.close()
            raise unwritable(error, self._top) from None
        except GnutError:
            self._stack.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Publish, or drop everything when the block raised."""
        with self._stack:
            if kind is not None:
                self._drop()
                return
            try:
                self._finish()
            except OSError as failure:
                self._drop()
                raise unwritable(failure, self._top) from None
            except BaseException:
                self._drop()
                raise

    def add(self, kind: str, body: bytes) -> Oid:
        """Take in one object and return its id."""
        check_body(kind, body)
        hash = oids.hash_of(kind, body)
        oid = oids.from_bytes(hash)
        if self._draft is not None and hash in self._draft.builder.entries:
            same = self._draft.body(hash)
        else:
            same = self._stored(hash)
        if same is not None:
            if same != body:
                raise ObjectCorrupt(f"{oids.short(oid)}…: other bytes are stored under this id")
            return oid
        try:
            if self._draft is not None and self._draft.builder.size >= CUT:
                self._publish(frozenset())
            if self._draft is None:
                self._draft = _Draft(f"{self._top}/tmp", self._files)
            self._draft.add(kind, hash, body)
        except OSError as error:
            raise unwritable(error, self._top) from None
        return oid

    def _stored(self, hash: bytes) -> bytes | None:
        """Return the tier's bytes of an object; None when it has none that are good: then it is written again."""
        for index in self._present:
            for pack, number in index.places(hash):
                try:
                    body = pack.body(pack.footer.entry(number), lambda base: self._store.get(oids.from_bytes(base)))
                except (FileNotFoundError, GnutError):
                    continue
                self._relied = True
                return body
        return None

    def ref(self, name: str, oid: Oid) -> None:
        """Add an entry to a ref; the object must be in the batch or in the tier."""
        refs.parse_name(name)
        hash = oids.to_bytes(oids.parse(oid))
        pending = self._draft is not None and hash in self._draft.builder.entries
        if not pending and not any(index.places(hash) for index in self._present):
            if not any([index.refresh() for index in self._present]) or not any(
                index.places(hash) for index in self._present
            ):
                raise ObjectMissing(f"{oids.short(oid)}… is not in this tier; a ref names only what is there")
        self._relied = self._relied or not pending
        self._refs.add((name, oid))

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return an object of this batch or of the store."""
        hash = oids.to_bytes(oids.parse(oid))
        if self._draft is not None and hash in self._draft.builder.entries:
            found = self._draft.kind(hash)
            if kind is not None and found != kind:
                raise ObjectMissing(f"{oids.short(oid)}… is a {found}, expected a {kind}")
            return self._draft.body(hash)
        return self._store.get(oid, kind)

    def _finish(self) -> None:
        fresh = frozenset(
            (name, oid) for name, oid in self._refs if not os.path.lexists(f"{self._tier}refs/{name}/{oid[3:]}")
        )
        if self._draft is not None or fresh:
            if self._draft is None:
                self._draft = _Draft(f"{self._top}/tmp", self._files)
            self._publish(fresh)
        elif self._relied:
            # Another writer's pack or entry may be listed before its folder is durable.
            self._sync_relied()

    def _sync_relied(self) -> None:
        folders = [f"{self._tier}packs", *(f"{self._tier}refs/{name}" for name, _ in sorted(self._refs))]
        for folder in dict.fromkeys(folders):
            self._files.sync_folder(folder)

    def _publish(self, fresh: frozenset[tuple[str, Oid]]) -> None:
        """Give the draft its name, then its refs; every step is durable before the next."""
        assert self._draft is not None
        draft = self._draft
        name = draft.finish(fresh)
        publish(self._top, self._tier, draft.path, name, sorted(fresh), self._files)
        self._draft = None
        if self._relied and not fresh:
            self._sync_relied()
        for index in self._present:
            index.refresh()

    def _drop(self) -> None:
        if self._draft is not None:
            self._draft.drop()
            self._draft = None


def publish(
    top: str, tier: str, draft: str, name: str, entries: list[tuple[str, Oid]], files: Files
) -> None:
    """Move a durable draft into place and write its refs, durable step by step.

    The mark in `tmp/` says from before the first step to after the last one that this write is
    not finished: a killed write is so told from a pack or an entry that somebody removed.
    """
    files.folder(f"{tier}packs")
    mark = f"{top}/tmp/{name}{layout.OPEN_SUFFIX}"
    files.mark(mark)
    files.sync_folder(f"{top}/tmp")
    files.rename(draft, f"{tier}packs/{name}{layout.PACK_SUFFIX}")
    files.sync_folder(f"{tier}packs")
    write_refs(tier, name, entries, files)
    files.unlink(mark)


def write_refs(tier: str, name: str, entries: list[tuple[str, Oid]], files: Files) -> None:
    """Create the entries of one pack and the one that names the pack itself, durably."""
    folders = []
    for ref, entry in [*((ref, oid[3:]) for ref, oid in entries), (refs.PACKS, name)]:
        folder = f"{tier}refs/{ref}"
        files.folder(folder)
        files.mark(f"{folder}/{entry}")
        folders.append(folder)
    for folder in dict.fromkeys(folders):
        files.sync_folder(folder)


def sweep(top: str, fd: int, files: Files, sleep: Callable[[float], None]) -> None:
    """Finish or remove what killed writes left in `tmp/`, if no other writer is at work."""
    left = files.names(f"{top}/tmp")
    if not left or not lock.alone(fd):
        return
    try:
        for name in sorted(files.names(f"{top}/tmp")):
            pack = layout.open_mark_of(name)
            if pack is None or _finished(top, pack, files):
                files.unlink(f"{top}/tmp/{name}")
    finally:
        lock.share(fd, sleep)


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
        files.sync_folder(f"{folder}packs")
        write_refs(folder, name, entries, files)
    return True


class _Draft:
    """A pack under construction in `tmp/`."""

    def __init__(self, folder: str, files: Files) -> None:
        self._files = files
        self.builder = Builder()
        self.path = f"{folder}/{os.urandom(8).hex()}.new"
        self._fd = files.create(self.path)
        self._buffer = [self.builder.begin()]
        self._buffered = len(self._buffer[0])
        self._written = 0
        self._reader = -1
        self._kinds: dict[bytes, str] = {}

    def add(self, kind: str, hash: bytes, body: bytes) -> None:
        record = self.builder.add(kind, hash, body)
        self._kinds[hash] = kind
        self._buffer.append(record)
        self._buffered += len(record)
        if self._buffered >= BUFFER:
            self._flush()

    def kind(self, hash: bytes) -> str:
        return self._kinds[hash]

    def body(self, hash: bytes) -> bytes:
        """Return an object that was added before."""
        self._flush()
        if self._reader < 0:
            self._reader = self._files.open(self.path)
        entry = self.builder.entries[hash]
        payload = os.pread(self._reader, entry.stored, entry.offset + RECORD.size)
        return unpack(entry.codec, payload, entry.raw, _no_base)

    def _flush(self) -> None:
        data = b"".join(self._buffer)
        self._buffer, self._buffered = [], 0
        self._files.write(self._fd, data)

    def finish(self, entries: frozenset[tuple[str, Oid]]) -> str:
        """Write the footer, make the file durable and return its name."""
        footer, name = self.builder.finish(entries)
        self._buffer.append(footer)
        self._flush()
        self._files.sync(self._fd)
        fd, self._fd = self._fd, -1
        self._close_reader()
        self._files.close(fd)
        return name

    def drop(self) -> None:
        """Remove the file; the error that led here is the one to report."""
        self._close_reader()
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            try:
                self._files.close(fd)
            except OSError:
                pass
        try:
            self._files.unlink(self.path)
        except OSError:
            return

    def _close_reader(self) -> None:
        if self._reader >= 0:
            os.close(self._reader)
            self._reader = -1


def _no_base(_: bytes) -> bytes:
    raise ObjectCorrupt("a session pack holds no prefix records")
