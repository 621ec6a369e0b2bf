"""A store's packs under a ref of a git repository: one commit, one tree, a union when two meet."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnut_store import oid as oids
from gnut_store.carrier import CHUNK, PACK_LIMIT, CarrierFailed
from gnut_store.carry.moving import move
from gnut_store.carry.repository import STORE_REF, opened, settle, signature, tip, told
from gnut_store.carry.tree import Carried, blob, carried, entries_in, entries_of, footer_of, grown, is_whole, left_out
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.index import PackFile
from gnut_store.lock import STEP, pause
from gnut_store.pack import Footer

if TYPE_CHECKING:
    import pygit2

ATTEMPTS = 12
"""Times that a ref which somebody else moved meanwhile is read again, a little later each time."""


class Merged(NamedTuple):
    """What came of taking another ref's packs into this one's tree."""

    moved: bool
    """Whether this ref names another commit now."""

    damaged: tuple[str, ...]
    """Packs whose bytes are not those of their name, in every tree that has them."""


class GitCarrier:
    """The packs in the tree of the commit that a local ref names; a `gnut_store.carrier.Carrier`."""

    def __init__(
        self,
        repository: Path,
        ref: str = STORE_REF,
        *,
        now: int = 0,
        place: str | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        """Open the repository that the folder `repository` lies in.

        Args:
            repository: Any folder in it.
            ref: Full name of the ref; it need not be there.
            now: Time of the commits that are made, in seconds since 1970.
            place: How messages call it; by default the ref.
            environ: For who makes the commits.

        Raises:
            CarrierFailed: See `gnut_store.carry.repository.opened`.
        """
        self.place = place or ref
        self.ref = ref
        self._now, self._environ = now, environ or {}
        self._git = opened(repository)
        self._known: tuple[pygit2.Oid, Carried] | None = None

    def tip(self) -> str | None:
        """Return the commit, 40 hex digits; None when there is no such ref."""
        with told(self.place):
            found = tip(self._git, self.ref)
        return None if found is None else str(found)

    def _carried(self) -> tuple[pygit2.Oid, Carried] | None:
        with told(self.place):
            at = tip(self._git, self.ref)
            if at is None:
                return None
            if self._known is None or self._known[0] != at:
                self._known = at, carried(self._git, at, self.place)
            return self._known

    def names(self) -> frozenset[str]:
        """Return the names of all packs in the tree, those included whose bytes this clone left out."""
        found = self._carried()
        return frozenset() if found is None else frozenset(found[1].packs.keys() | found[1].absent)

    def sizes(self) -> dict[str, int]:
        """Return name and bytes of each pack whose bytes are here."""
        found = self._carried()
        return {} if found is None else {name: size for name, (_, size) in found[1].packs.items()}

    def footers(self, names: Iterable[str]) -> Iterator[Footer]:
        """Yield what these packs say about themselves; what cannot be read is left out."""
        found = self._carried()
        present = {} if found is None else found[1].packs
        for oid, _ in (present[name] for name in names if name in present):
            with suppress(CarrierFailed):
                footer = footer_of(blob(self._git, oid, PACK_LIMIT))
                if footer is not None:
                    yield footer

    def time(self) -> int | None:
        """Return when the commit says that it was made, in seconds since 1970; None when there is none."""
        found = self._carried()
        return None if found is None else int(self._git[found[0]].commit_time)  # type: ignore[attr-defined]

    def strange(self) -> tuple[tuple[str, str], ...]:
        """Return (path, why) of what lies in the tree and is no part of a store; none of it is ever read."""
        found = self._carried()
        return () if found is None else found[1].strange

    def read(self, name: str) -> Iterator[bytes]:
        """Yield a pack's bytes, at most `CHUNK` at a time."""
        found = self._carried()
        if found is None or name not in found[1].packs:
            if found is not None and name in found[1].absent:
                raise left_out(self.place)
            raise CarrierFailed(f"{self.place}: pack {name[:12]}… is not there")
        with told(self.place):
            body = blob(self._git, found[1].packs[name][0], PACK_LIMIT)
        for start in range(0, len(body), CHUNK):
            yield bytes(body[start : start + CHUNK])

    def is_whole(self, name: str) -> bool:
        """Say whether a pack's bytes in the tree are those of its name; True for one whose bytes are not here."""
        found = self._carried()
        return found is None or name not in found[1].packs or self._is_whole(found[1].packs[name][0], name)

    def write(self, packs: Mapping[str, str]) -> None:
        """Commit packs that the tree does not hold; when it returns, commit and ref are durable.

        Raises:
            CarrierFailed: git would not take them, or some are damaged: these are named, and the others are there.
        """
        there = self.names()
        fresh = {name: path for name, path in packs.items() if name not in there}
        blobs: dict[str, pygit2.Oid] = {}
        entries: set[tuple[str, str]] = set()
        refused: list[str] = []
        for name, path in sorted(fresh.items()):
            try:
                blobs[name], found = self._take(name, path)
            except (GnutError, FileNotFoundError) as error:
                refused.append(f"pack {name[:12]}…: {error}")
                continue
            entries |= found
        if blobs or self.tip() is None:
            with told(self.place):
                self._commit(blobs, entries)
        if refused:
            raise CarrierFailed(f"{self.place}: {'; '.join(refused)}", help="Run gnut fsck.")

    def _take(self, name: str, path: str) -> tuple[pygit2.Oid, set[tuple[str, str]]]:
        """Copy one pack into git's objects, read once; return its blob and the entries that it brings."""
        pack = PackFile(Files(), path, name)
        entries, size = entries_in(pack.footer, name), pack.size
        pack.close()
        if size > PACK_LIMIT:
            raise CarrierFailed(f"has {size:,} bytes, over {PACK_LIMIT:,}")
        with open(Files().open(path), "rb", buffering=0) as file, told(self.place):
            source = _Hashed(file)
            oid = self._git.create_blob_fromiobase(source)
        if source.fault(name):
            raise CarrierFailed("its bytes are not those of its name")
        return oid, entries

    def _commit(self, blobs: Mapping[str, pygit2.Oid], entries: set[tuple[str, str]]) -> None:
        for attempt in range(ATTEMPTS):
            pause(attempt * STEP)
            found = self._carried()
            present = {} if found is None else _whole(found[1], self.place)
            tree = grown(self._git, {**present, **blobs}, found[1].refs if found else None, entries)
            if found is not None and tree == found[1].tree:
                break
            if self._record(tree, found[0] if found else None, (), len(present.keys() | blobs.keys())):
                break
        else:
            raise CarrierFailed(f"{self.place}: another process keeps moving it", help="Try again later.")
        settle(self._git, blobs.values(), self.ref)

    def _record(self, tree: pygit2.Oid, base: pygit2.Oid | None, also: tuple[pygit2.Oid, ...], count: int) -> bool:
        """Make a commit on top of `base` and others; False when the ref does not name `base` any more."""
        who = signature(self._git, self._now, self._environ)
        words = f"Carry {count:,} {'pack' if count == 1 else 'packs'}\n"
        commit = self._git.create_commit(None, who, who, words, tree, [*([base] if base else ()), *also])
        # What the ref will lead to is durable before the ref leads to it.
        settle(self._git, (), "")
        return move(self._git, self.ref, base, commit)

    def merge(self, other: GitCarrier, *, without: Collection[str] | None = None) -> Merged:
        """Take in the packs of another ref of the same repository: a union of two trees, by name.

        The other's entries are not looked at: they are read from the packs that it brings. Equal names have
        equal bytes; where they have not, the copy whose bytes hash to the name stands. No commit is made when
        one of the two has everything already, unless the other's history would be left behind.

        Args:
            other: The other ref.
            without: Packs that are left out, with all whose bytes are not those of their names: what was refused
                here must not be handed on from here. None takes everything, so that the other loses nothing.

        Raises:
            CarrierFailed: Packs of the other were left out of this clone, or git refuses.
        """
        for attempt in range(ATTEMPTS):
            pause(attempt * STEP)
            theirs = other._carried()
            if theirs is None:
                return Merged(False, ())
            done = self._merge_once(theirs, without)
            if done is not None:
                return done
        raise CarrierFailed(f"{self.place}: another process keeps moving it", help="Try again later.")

    def _merge_once(self, theirs: tuple[pygit2.Oid, Carried], without: Collection[str] | None) -> Merged | None:
        mine = self._carried()
        if mine is not None and mine[0] == theirs[0]:
            return Merged(False, ())
        packs = {} if mine is None else _whole(mine[1], self.place)
        entries: set[tuple[str, str]] = set()
        damaged = []
        for name, oid in _whole(theirs[1], self.place).items():
            if packs.get(name) == oid or name in (without or ()):
                continue
            with told(self.place):
                body = blob(self._git, oid, PACK_LIMIT)
            whole = is_whole(body, name)
            if not whole and (name not in packs or not self._is_whole(packs[name], name)):
                damaged.append(name)
                if without is not None:
                    continue
            if name not in packs or (whole and not self._is_whole(packs[name], name)):
                packs[name] = oid
                entries |= entries_of(body, name)
        with told(self.place):
            tree = grown(self._git, packs, mine[1].refs if mine else None, entries)
            moved = self._join(mine, theirs, tree, len(packs))
        return None if moved is None else Merged(moved, tuple(damaged))

    def _is_whole(self, oid: pygit2.Oid, name: str) -> bool:
        try:
            return is_whole(blob(self._git, oid, PACK_LIMIT), name)
        except CarrierFailed:
            return False

    def _join(
        self, mine: tuple[pygit2.Oid, Carried] | None, theirs: tuple[pygit2.Oid, Carried], tree: pygit2.Oid, count: int
    ) -> bool | None:
        """Let the ref name the union; return whether it moved, None when somebody else moved it."""
        base = mine[0] if mine else None
        if mine and tree == mine[1].tree and self._git.descendant_of(mine[0], theirs[0]):
            return False
        if tree == theirs[1].tree:
            # Also when our commits are none of its ancestors: what they carried, it carries.
            done = move(self._git, self.ref, base, theirs[0])
        else:
            done = self._record(tree, base, (theirs[0],), count)
        settle(self._git, (), self.ref)
        return True if done else None


class _Hashed(io.RawIOBase):
    """A file that is hashed as it is read: a pack is named by all of its bytes but the last 32."""

    def __init__(self, file: io.RawIOBase) -> None:
        self._file, self._hasher = file, oids.PackHash()

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size if size >= 0 else CHUNK) or b""
        self._hasher.update(data)
        return data

    def fault(self, name: str) -> str:
        """Return why what was read is not the pack of that name; empty when it is."""
        return self._hasher.fault(name)


def _whole(there: Carried, place: str) -> dict[str, pygit2.Oid]:
    """Return all packs of a tree by name; a union without those that are not here would lose them."""
    if there.absent:
        raise left_out(place)
    return {name: oid for name, (oid, _) in there.packs.items()}
