"""Writes the packs that take the place of others, and reads them back before anybody relies on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from gnut_store.draft import Draft
from gnut_store.errors import ObjectCorrupt
from gnut_store.files import Files
from gnut_store.gc_plan import LIMIT, Line, ordered
from gnut_store.gc_sound import Base, Pack
from gnut_store.oid import to_bytes
from gnut_store.pack import ENTRY, PREFIX, RECORD, Builder
from gnut_store.publish import publish

LEVEL = 9
"""zstd level of a merged pack: 7 % smaller than at level 3, at a fifth of its speed, once."""


class Wanted(NamedTuple):
    """What shall stand in the new packs."""

    objects: Mapping[bytes, Pack]
    """Each object with a pack that holds it."""

    lines: frozenset[Line]
    modified: float
    """Time given to the new files: that of the newest pack merged, so that merging makes nothing look young."""


class _Packed(NamedTuple):
    """An object as a record holds it."""

    codec: int
    payload: bytes


class Output:
    """Packs that are being written, one after another, none over `LIMIT` unless one object alone is."""

    def __init__(self, folder: str, tier: str, wanted: Wanted, files: Files) -> None:
        """Write nothing yet.

        Args:
            folder: The store's own folder.
            tier: Path of the tier, with a slash at its end.
            wanted: What shall stand in the packs.
            files: The way to the file system.
        """
        self._top, self._tier, self._wanted, self._files = folder, tier, wanted, files
        self._draft: Draft | None = None
        self._left = set(wanted.lines)
        self._compressing = Builder(level=LEVEL)
        """Compresses, so that the length of a record is known before it is placed."""

        self.drafts: list[tuple[Draft, str, list[Line]]] = []
        """Finished ones, durable: draft, name and entries of each."""

    def add(self, hash: bytes, body: bytes, base: tuple[bytes, bytes] | None) -> None:
        """Place one object.

        Args:
            hash: Of its id.
            body: Its bytes, which hash to it.
            base: Hash and bytes of the object that it may be packed against.
        """
        source = self._wanted.objects[hash]
        kind, before = source.kind(hash), source.entries[hash]
        if base is not None and self._draft is not None and base[0] in self._draft.builder.entries:
            close = self._compressed(hash, self._compressing.add_with_prefix(kind, hash, body, *base))
            most = before.stored if before.codec != PREFIX else len(self._whole(source, hash, body).payload)
            if len(close.payload) < most and self._fits(close):
                self._draft.copy(kind, hash, len(body), *close)
                return
        whole = self._whole(source, hash, body)
        if not self._fits(whole):
            self._finish()
        if self._draft is None:
            self._draft = Draft(f"{self._top}/tmp", self._files, LEVEL)
        self._draft.copy(kind, hash, len(body), *whole)

    def _whole(self, source: Pack, hash: bytes, body: bytes) -> _Packed:
        """Return an object compressed by itself, or as its pack has it when that is shorter."""
        fresh = self._compressed(hash, self._compressing.add(source.kind(hash), hash, body))
        before = source.entries[hash]
        if before.codec != PREFIX and before.stored < len(fresh.payload):
            return _Packed(before.codec, source.stored(hash))
        return fresh

    def _compressed(self, hash: bytes, record: bytes) -> _Packed:
        return _Packed(self._compressing.entries[hash].codec, record[RECORD.size :])

    def _fits(self, packed: _Packed) -> bool:
        if self._draft is None:
            return True
        builder = self._draft.builder
        return builder.size + RECORD.size + len(packed.payload) + ENTRY.size * (len(builder.entries) + 1) <= LIMIT

    def _finish(self) -> None:
        """Write the footer of the draft, with those entries whose objects stand in it."""
        if self._draft is None:
            return
        here = self._draft.builder.entries
        lines = sorted(line for line in self._left if to_bytes(line[1]) in here)
        self._close(lines)

    def _close(self, lines: list[Line]) -> None:
        draft, self._draft = self._draft, None
        assert draft is not None
        self.drafts.append((draft, "", lines))
        name = draft.finish(frozenset(lines))
        self.drafts[-1] = (draft, name, lines)
        self._left.difference_update(lines)
        # A time that cannot be set leaves the pack looking young, which keeps more.
        with suppress(OSError):
            os.utime(draft.path, (self._wanted.modified, self._wanted.modified))

    def end(self) -> None:
        """Finish the last pack; it takes the entries whose objects stand elsewhere."""
        if self._draft is None and self._left:
            self._draft = Draft(f"{self._top}/tmp", self._files, LEVEL)
        if self._draft is not None:
            self._close(sorted(self._left))

    def publish(self) -> list[str]:
        """Put every finished pack into its place with its entries, and return their names."""
        names = []
        for draft, name, lines in self.drafts:
            publish(self._top, self._tier, draft.path, name, lines, self._files)
            names.append(name)
        return names

    def drop(self) -> None:
        """Remove what was not published."""
        if self._draft is not None:
            self._draft.drop()
        for draft, _, _ in self.drafts:
            draft.drop()


def write(
    output: Output, wanted: Wanted, base_of: Mapping[bytes, bytes], base: Base, step: Callable[[], None]
) -> list[str]:
    """Write and publish what is wanted, and return the names of the new packs."""
    try:
        last: tuple[bytes, bytes] | None = None
        for hash, earlier in ordered(_in_order(wanted), base_of):
            body = wanted.objects[hash].body(hash, base)
            against = None
            if earlier is not None:
                # Kin follow each other, so that the base is mostly what was read last.
                kept = last if last is not None and last[0] == earlier else None
                against = kept or (earlier, wanted.objects[earlier].body(earlier, base))
            output.add(hash, body, against)
            last = (hash, body)
            step()
        output.end()
        return output.publish()
    except BaseException:
        output.drop()
        raise
    finally:
        for pack in set(wanted.objects.values()):
            pack.close()


def _in_order(wanted: Wanted) -> list[bytes]:
    """Return the objects by kind and, of one kind, in the order in which they stand now."""
    rows = [(pack.kind(hash), pack.name, pack.entries[hash].offset, hash) for hash, pack in wanted.objects.items()]
    return [hash for _, _, _, hash in sorted(rows)]


def read_back(folder: str, names: Iterable[str], files: Files) -> list[Pack]:
    """Return new packs after every byte of them was read from disk, each from its own file alone.

    Raises:
        ObjectCorrupt: What was just written cannot be read: the disk or the memory is failing.
    """
    packs = []
    for name in names:
        pack = Pack(folder, name, files)
        damage = pack.damage(pack.own)
        if damage is not None:
            raise ObjectCorrupt(
                f"the new pack {name[:12]}… cannot be read back: {damage}",
                help="Nothing was removed; check the disk, then run gnut fsck.",
            )
        packs.append(pack)
    return packs


def uncovered(old: Iterable[Pack], new: Collection[Pack], dropped: Collection[bytes]) -> list[bytes]:
    """Return what stands in old packs and in no new one, other than what is dropped on purpose."""
    there = {hash for pack in new for hash in pack.entries}
    return sorted({hash for pack in old for hash in pack.entries} - there - set(dropped))
