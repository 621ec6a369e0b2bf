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
from gnut_store.draft import Draft
from gnut_store.errors import GnutError, NotCanonical, ObjectCorrupt, ObjectMissing
from gnut_store.files import Files, unwritable
from gnut_store.oid import Oid
from gnut_store.pack import OBJECT_LIMIT
from gnut_store.publish import publish, sweep

if TYPE_CHECKING:
    from gnut_store.store import DiskStore

CUT = 64 << 20
"""Bytes at which a long batch publishes what it has and goes on in a new pack."""

MOST = 500_000
"""Objects at which it does so, however small they are: readers refuse more than `MOST_OBJECTS`."""


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
            raise NotCanonical(f"a {kind} holds UTF-8; byte {error.start} is none") from None
        return
    # Reading a run of two megabytes again to see what was just written costs as much as writing it.
    difference = None if isinstance(body, canon.Canonical) else canon.first_difference(body)
    if difference is not None:
        raise NotCanonical(f"a {kind} holds canonical JSON; byte {difference} differs from it")


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
        self._draft: Draft | None = None
        self._relied: set[str] = set()
        """Paths of packs that hold what was left out, or what a new entry names."""

        self._fresh: set[str] = set()
        """Paths of packs that count as new from now on."""

        self._failure: GnutError | None = None
        """The failed write after which nothing more is taken or published."""

    def __enter__(self) -> DiskBatch:
        """Take the lock that any number of writers share, and finish what a killed one left."""
        try:
            self._files.folder(f"{self._top}/tmp")
            fd = self._stack.enter_context(lock.shared(f"{self._top}/lock", self._files, self._sleep))
            sweep(self._top, fd, self._files, self._sleep)
            # Not before the lock is held: until then, packs may be retired, and old objects dropped with them.
            for index in self._present:
                index.refresh()
        except OSError as error:
            self._stack.close()
            raise unwritable(error, self._top) from None
        except GnutError:
            self._stack.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
        if self._failure is not None:
            raise self._failure
        check_body(kind, body)
        hash = oids.hash_of(kind, body)
        oid = oids.from_bytes(hash)
        pending = self._draft is not None and hash in self._draft.builder.entries
        same = self._drafted(hash) if pending else self._stored(hash)
        if same is not None:
            if same != body:
                raise ObjectCorrupt(f"{oids.short(oid)}…: other bytes are stored under this id")
            return oid
        try:
            if self._draft is not None and (
                self._draft.builder.size >= CUT or len(self._draft.builder.entries) >= MOST
            ):
                self._publish(frozenset())
            if self._draft is None:
                self._draft = Draft(f"{self._top}/tmp", self._files)
            self._draft.add(kind, hash, body)
        except OSError as error:
            self._failure = unwritable(error, self._top)
            raise self._failure from None
        return oid

    def _stored(self, hash: bytes) -> bytes | None:
        """Return the tier's bytes of an object; None when it has none that are good: then it is written again."""
        for index in self._present:
            for pack, number in index.places(hash):
                try:
                    body = pack.body(pack.entry(number), self._store.base)
                except (FileNotFoundError, GnutError):
                    continue
                if not self._freshened(index.folder, pack.name):
                    continue
                self._relied.add(f"{index.folder}/{pack.name}{layout.PACK_SUFFIX}")
                return body
        return None

    def _freshened(self, folder: str, pack: str) -> bool:
        """Let a pack of the local tier count as new, since its objects are acknowledged anew; False when it cannot.

        Old objects that no ref needs may be dropped from that tier (`gnut gc --prune`).
        """
        path = f"{folder}/{pack}{layout.PACK_SUFFIX}"
        if folder == f"{self._top}/packs" or path in self._fresh:
            return True
        try:
            self._files.touch(path)
        except OSError:
            return False
        self._fresh.add(path)
        return True

    def ref(self, name: str, oid: Oid) -> None:
        """Add an entry to a ref; the object must be in the batch or in the tier."""
        refs.parse_name(name)
        hash = oids.to_bytes(oids.parse(oid))
        pending = self._draft is not None and hash in self._draft.builder.entries
        holder = None if pending else self._holder(hash)
        if not pending and holder is None:
            raise ObjectMissing(f"{oids.short(oid)}… is not in this tier; a ref names only what is there")
        for folder in (*refs.parents(name), name):
            self._files.check_folder(f"{self._tier}refs/{folder}")
        if holder is not None:
            self._relied.add(holder)
        self._refs.add((name, oid))

    def _holder(self, hash: bytes) -> str | None:
        """Return the path of a pack of the tier that holds an object, after one more listing if need be."""
        for _ in range(2):
            for index in self._present:
                for pack, _ in index.places(hash):
                    return f"{index.folder}/{pack.name}{layout.PACK_SUFFIX}"
            if not any([index.refresh() for index in self._present]):
                break
        return None

    def get(self, oid: Oid, kind: str | None = None) -> bytes:
        """Return an object of this batch or of the store."""
        hash = oids.to_bytes(oids.parse(oid))
        if self._draft is not None and hash in self._draft.builder.entries:
            found = self._draft.kind(hash)
            if kind is not None and found != kind:
                raise ObjectMissing(f"{oids.short(oid)}… is a {found}, expected a {kind}")
            return self._drafted(hash)
        return self._store.get(oid, kind)

    def _drafted(self, hash: bytes) -> bytes:
        """Return an object of this batch; reading it may have to write what is still gathered, and that may fail."""
        assert self._draft is not None
        try:
            return self._draft.body(hash)
        except OSError as error:
            self._failure = unwritable(error, self._top)
            raise self._failure from None

    def _finish(self) -> None:
        if self._failure is not None:
            raise self._failure
        fresh = frozenset(
            (name, oid) for name, oid in self._refs if not os.path.lexists(f"{self._tier}refs/{name}/{oid[3:]}")
        )
        if self._draft is not None or fresh:
            if self._draft is None:
                self._draft = Draft(f"{self._top}/tmp", self._files)
            self._publish(fresh)
        # What was left out because it is there already may be listed, yet not durable: its writer
        # can stand between two steps. An id that is acknowledged here must not depend on that.
        # And what git or `cp` put there was never synced: neither are its bytes.
        for path in sorted(self._relied):
            self._sync(path)
        folders = {index.folder for index in self._present} if self._relied else set()
        folders |= {f"{self._tier}refs/{name}" for name, _ in self._refs - fresh}
        if folders:
            self._files.sync_folders(folders, self._top)

    def _sync(self, path: str) -> None:
        """Make a pack durable that is there already, and its date; one that was merged meanwhile is so by then."""
        try:
            fd = self._files.open(path)
        except FileNotFoundError:
            return
        try:
            self._files.sync(fd)
        finally:
            self._files.release(fd)

    def _publish(self, fresh: frozenset[tuple[str, Oid]]) -> None:
        """Give the draft its name, then its refs; every step is durable before the next."""
        assert self._draft is not None
        draft = self._draft
        name = draft.finish(fresh)
        publish(self._top, self._tier, draft.path, name, sorted(fresh), self._files)
        self._draft = None
        for index in self._present:
            index.refresh()

    def _drop(self) -> None:
        if self._draft is not None:
            self._draft.drop()
            self._draft = None
