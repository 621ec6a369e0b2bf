"""Where each object stands: the packs of one tier, listed and looked up by hash."""

from __future__ import annotations

import os
import resource
from bisect import bisect_left, bisect_right

from gnut_store import table as tables
from gnut_store.errors import GnutError, ObjectCorrupt, UnsupportedFormat
from gnut_store.files import Files, unreadable
from gnut_store.layout import PACK_SUFFIX, pack_of
from gnut_store.pack import Entry
from gnut_store.pack_file import PackFile as PackFile
from gnut_store.table import HASHES, Listed, Table, TableLost

MOST_OPEN = min(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 8)
"""Packs of one tier that are kept open for reading; an eighth of what the process may open, where that is little."""

LARGE = 50_000
"""Objects above which a tier is looked up in a table and no longer in a dictionary of all its footers."""

Places = tuple[tuple[PackFile, int], ...]


class Index:
    """The objects of one tier: those of some packs in a table, those of the others in a dictionary."""

    def __init__(self, files: Files, folder: str, cache: tuple[str, str] | None = None) -> None:
        """Know nothing yet; `refresh` reads the packs in `folder`.

        Args:
            files: The way to the file system.
            folder: Where the packs of the tier lie.
            cache: The store's folder and the name of the tier's table in its cache; without, nothing is cached.
        """
        self._files, self.folder, self._cache = files, folder, cache
        self.packs: dict[str, PackFile] = {}
        self.damaged: dict[str, GnutError] = {}
        """Packs that could not be opened, with the reason: their objects may be missing."""

        self._open: dict[str, PackFile] = {}
        """Packs with a descriptor, the one opened first in front."""

        self._table: Table | None = None
        self._tabled: list[PackFile] = []
        self._forget()

    def _forget(self) -> None:
        """Empty the dictionary."""
        self._others: list[PackFile] = []
        self._starts: list[int] = []
        """Number of each pack's first object; numbers go on from pack to pack."""

        self._count = 0
        self._where: dict[bytes, int] = {}
        self._more: dict[bytes, list[int]] = {}
        """Further copies of objects that stand in several packs."""

        self._sorted: list[bytes] | None = None

    def refresh(self) -> bool:
        """List the packs again; True when there was a change."""
        present = {name[: -len(PACK_SUFFIX)] for name in self._files.names(self.folder) if pack_of(name)}
        gone = self.packs.keys() - present
        for name in self.damaged.keys() - present:
            del self.damaged[name]
        if gone:
            # Work done alone moved packs: what is left is indexed anew.
            self._drop(gone)
        loaded = not self.packs and bool(present) and self._load()
        fresh = sorted(present - self.packs.keys() - self.damaged.keys())
        found = [pack for pack in map(self._read, fresh) if pack is not None]
        self._take(found)
        return bool(gone or loaded or fresh)

    def forget(self, names: set[str]) -> None:
        """Forget packs whose files were put anew: `refresh` reads them again."""
        for name in names:
            self.damaged.pop(name, None)
        if names & self.packs.keys():
            self._drop(names & self.packs.keys())

    def _drop(self, gone: set[str]) -> None:
        for name in gone:
            self._open.pop(name, None)
            self.packs[name].close()
        tabled = {pack.name for pack in self._tabled}
        left = self._others if gone.isdisjoint(tabled) else []
        kept = [pack for pack in left if pack.name not in gone]
        if not gone.isdisjoint(tabled):
            self.close()
            self._lose_table()
            self.packs = {}
        for name in gone:
            self.packs.pop(name, None)
        self._forget()
        self._take(kept)

    def _lose_table(self) -> None:
        if self._table is not None:
            self._table.close()
        self._table, self._tabled = None, []

    def _load(self) -> bool:
        """Take the packs of the cached table without reading them; False when there is none to be believed."""
        if self._cache is None or not os.path.lexists(f"{self._cache[0]}/cache/index/{self._cache[1]}"):
            return False
        sizes = {
            name[: -len(PACK_SUFFIX)]: size
            for name, _, plain, size in self._files.walk(self.folder)
            if plain and pack_of(name)
        }
        table = tables.load(*self._cache, sizes, self._files)
        if table is None:
            return False
        self._table = table
        self._tabled = [self._known(pack.name) for pack in table.packs]
        return True

    def _known(self, name: str) -> PackFile:
        pack = PackFile(self._files, self._path(name), name, self._opened, later=True)
        self.packs[name] = pack
        return pack

    def _path(self, name: str) -> str:
        return f"{self.folder}/{name}{PACK_SUFFIX}"

    def _read(self, name: str) -> PackFile | None:
        """Return a pack with its footer; None when it is damaged or gone."""
        try:
            pack = PackFile(self._files, self._path(name), name, self._opened)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unreadable(error, self._path(name)) from None
        except (ObjectCorrupt, UnsupportedFormat) as error:
            self.damaged[name] = error
            return None
        self.packs[name] = pack
        return pack

    def _opened(self, pack: PackFile) -> None:
        self._open.pop(pack.name, None)
        self._open[pack.name] = pack
        if len(self._open) > MOST_OPEN:
            self._open.pop(next(iter(self._open))).close()

    def _take(self, found: list[PackFile]) -> None:
        """Index packs whose footers were read."""
        known = 0 if self._table is None else self._table.rows
        fresh = sum(len(pack.footer.entries) for pack in found) // HASHES.size
        if self._count + fresh > max(LARGE, known // 4):
            self._tabulate(found)
            return
        for pack in found:
            self._add(pack)

    def _add(self, pack: PackFile) -> None:
        hashes = [hash for (hash,) in HASHES.iter_unpack(pack.footer.entries)]
        rows = dict(zip(hashes, range(self._count, self._count + len(hashes)), strict=True))
        for hash in self._where.keys() & rows.keys() if self._where else ():
            self._more.setdefault(hash, []).append(rows.pop(hash))
        self._where.update(rows)
        self._others.append(pack)
        self._starts.append(self._count)
        self._count += len(hashes)
        self._sorted = None

    def _tabulate(self, found: list[PackFile]) -> None:
        """Put every pack into one table, and keep it for the next process."""
        fresh = [*self._others, *found]
        packs = [*self._tabled, *fresh]
        listed = [*(self._table.packs if self._table else ()), *(Listed(pack.name, pack.size) for pack in fresh)]
        entries = ((number + len(self._tabled), pack.footer.entries) for number, pack in enumerate(fresh))
        try:
            table, rows = tables.build(listed, entries, self._table)
        except TableLost:
            self._distrust()
            return
        self._lose_table()
        self._forget()
        self._table, self._tabled = table, packs
        if self._cache is not None and not self.damaged:
            tables.save(table, rows, *self._cache, self._files)

    def _distrust(self) -> None:
        """Do without the table, and without its cache: read all footers."""
        self.close()
        self._lose_table()
        self._forget()
        names, self.packs, self.damaged = sorted({*self.packs, *self.damaged}), {}, {}
        self._take([pack for pack in map(self._read, names) if pack is not None])

    def entries(self, hash: bytes) -> list[tuple[PackFile, Entry]]:
        """Return every (pack, entry) that holds an object, the entry as the pack's own footer gives it."""
        return [(pack, pack.entry(number)) for pack, number in self.places(hash)]

    def places(self, hash: bytes) -> Places:
        """Return every (pack, entry number) that holds an object, those of the table first."""
        if self._table is None:
            number = self._where.get(hash)
            if number is None:
                return ()
            if not self._more:
                return (self._place(number),)
            return tuple(self._place(each) for each in (number, *self._more.get(hash, ())))
        places = self._tabled_places(hash)
        number = self._where.get(hash)
        if number is not None:
            places += tuple(self._place(each) for each in (number, *self._more.get(hash, ())))
        return places

    def _place(self, number: int) -> tuple[PackFile, int]:
        at = bisect_right(self._starts, number) - 1
        return self._others[at], number - self._starts[at]

    def _tabled_places(self, hash: bytes) -> Places:
        """Return what the table says of an object, as far as the packs' footers agree."""
        assert self._table is not None
        found: list[tuple[PackFile, int]] = []
        try:
            for number, entry in self._table.find(hash):
                pack = self._tabled[number] if number < len(self._tabled) else None
                if pack is None or not self._agrees(pack, entry, hash):
                    raise TableLost
                found.append((pack, entry))
        except TableLost:
            self._distrust()
            return self.places(hash)
        return tuple(found)

    def _agrees(self, pack: PackFile, number: int, hash: bytes) -> bool:
        """Say whether a pack's footer has this object at this place; a pack that is gone is not asked."""
        try:
            return pack.entry(number).hash == hash
        except FileNotFoundError:
            # It was moved since; whoever misses the object lists the packs again.
            return True
        except (ObjectCorrupt, UnsupportedFormat):
            return False

    def hashes(self) -> set[bytes]:
        """Return the hash of every object."""
        found = set(self._where)
        if self._table is not None:
            try:
                found.update(self._table.hashes())
            except TableLost:
                self._distrust()
                return self.hashes()
        return found

    def between(self, low: bytes, high: bytes) -> set[bytes]:
        """Return the hashes from `low` to `high`, both included."""
        if self._sorted is None:
            self._sorted = sorted(self._where)
        found = set(self._sorted[bisect_left(self._sorted, low) : bisect_right(self._sorted, high)])
        if self._table is None:
            return found
        try:
            return found.union(self._table.between(low, high))
        except TableLost:
            self._distrust()
            return self.between(low, high)

    def close(self) -> None:
        """Give all descriptors and memory back."""
        for pack in self._open.values():
            pack.close()
        self._open = {}
