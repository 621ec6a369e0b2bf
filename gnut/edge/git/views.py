"""The files that git holds at one moment: of a commit, or of the index."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnut.edge.files import SMALLER
from gnut.errors import GnutError, InputMissing, ReportTooLarge

if TYPE_CHECKING:
    import pygit2

FOLDER, FILE, PROGRAM, LINK, SUBMODULE = 0o040000, 0o100644, 0o100755, 0o120000, 0o160000
FILES = (FILE, PROGRAM, 0o100664)
"""Modes of regular files; the last one is of early git."""

MOST = 100_000
"""Most files that one folder is searched for."""

TREE_BYTES = 64 * 1024 * 1024
"""Most bytes of the list of one folder."""

PATH_BYTES = 4096
LINKS = 40
"""Links behind each other, as Linux has it."""


class Entry(NamedTuple):
    """What stands under one path."""

    mode: int
    oid: str
    """Git's own id, in hex."""

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file."""
        return self.mode in FILES


class View(ABC):
    """Files by their paths from the top of the work tree, in bytes, as git has them."""

    def __init__(self, repository: pygit2.Repository, top: Path, prefix: str, label: str) -> None:
        """Look at nothing yet.

        Args:
            repository: Whose objects are read.
            top: Top of the work tree.
            prefix: What stands before a path where it is shown: `HEAD:`; empty for what is about to be committed.
            label: The view in a sentence: `HEAD`, `the index`.
        """
        self.top, self.prefix, self.label = top, prefix, label
        self._repository = repository
        self._trees: dict[str, Mapping[bytes, Entry]] = {}

    @abstractmethod
    def entry(self, path: bytes) -> Entry | None:
        """Return what stands at a path, links not followed; None when there is nothing."""

    @abstractmethod
    def names(self, folder: bytes) -> Mapping[bytes, Entry]:
        """Return what stands right in a folder, by name; nothing of one that is not there.

        Raises:
            InputMissing: Git's object is damaged, or not in this clone.
        """

    def is_folder(self, path: bytes) -> bool:
        """Say whether a path is a folder."""
        found = self.entry(path)
        return found is not None and found.mode == FOLDER

    def walk(self, folder: bytes, entered: Callable[[bytes], bool]) -> Iterator[tuple[bytes, Entry]]:
        """Yield the files below a folder: those right in it, sorted, then those of each folder in it.

        Args:
            folder: Where to begin.
            entered: Says of a folder's path whether it is looked into.

        Raises:
            InputMissing: It holds too many; or an object is damaged, or not in this clone.
        """
        waiting = [(folder, "")]
        met = 0
        while waiting:
            here, oid = waiting.pop()
            deeper = []
            for name, entry in sorted((self.listed(oid) if oid else self.names(here)).items()):
                met += 1
                if met > MOST:
                    raise InputMissing(f"{self.label}: more than {MOST:,} files", help="name a smaller folder")
                path = joined(here, name)
                if len(path) > PATH_BYTES or not is_plain(name):
                    continue
                if entry.mode == FOLDER:
                    deeper += [(path, entry.oid)] if entered(path) else []
                else:
                    yield path, entry
            waiting.extend(reversed(deeper))

    def read(self, entry: Entry, limit: int, shown: str, remedy: str = SMALLER) -> bytes:
        """Return the bytes of a file exactly as git holds them: no filter, no line ends, nothing fetched.

        Raises:
            ReportTooLarge: It holds more than `limit` bytes; they are not read.
            InputMissing: It is not in this clone, or damaged.
        """
        try:
            size = self._repository.odb.read_header(entry.oid)[1]
            if size > limit:
                raise ReportTooLarge(f"{shown}: is larger than {limit:,} bytes", help=remedy)
            body: bytes = self._repository.odb.read(entry.oid)[1]
        except GnutError:
            raise
        except Exception as error:
            raise _unread(shown, entry, error) from None
        return body

    def listed(self, oid: str) -> Mapping[bytes, Entry]:
        """Return what a tree object lists.

        Raises:
            InputMissing: It is damaged, too long, or not in this clone.
        """
        import pygit2

        if oid not in self._trees:
            try:
                if self._repository.odb.read_header(oid)[1] > TREE_BYTES:
                    raise InputMissing(f"{self.label}: a folder lists more than {TREE_BYTES:,} bytes")
                tree = self._repository[oid]
                if not isinstance(tree, pygit2.Tree):
                    raise InputMissing(f"{self.label}: {oid[:12]} is no folder, though it is named as one")
                self._trees[oid] = {bytes(one.raw_name or b""): Entry(int(one.filemode), str(one.id)) for one in tree}
            except GnutError:
                raise
            except Exception as error:
                raise _unread(self.label, Entry(FOLDER, oid), error) from None
        return self._trees[oid]

    def followed(self, path: bytes) -> tuple[bytes, Entry] | str:
        """Return where a path leads when its links are followed inside the view, and what stands there; else why not.

        A link that leads to nothing gives an entry like any other missing path: the reason is empty.
        """
        todo = path.split(b"/")
        done: list[bytes] = []
        links = 0
        while todo:
            part = todo.pop(0)
            if part == b"..":
                if not done:
                    return "a link leads out of the repository"
                done.pop()
                continue
            if part in (b"", b"."):
                continue
            done.append(part)
            entry = self.entry(b"/".join(done))
            if entry is None:
                return ""
            if entry.mode == LINK:
                links += 1
                target = self.read(entry, PATH_BYTES, self.label) if links <= LINKS else b""
                if links > LINKS:
                    return "links go round in a circle"
                if target.startswith(b"/"):
                    return "a link leads out of the repository"
                done.pop()
                todo = [*target.split(b"/"), *todo]
            elif todo and entry.mode != FOLDER:
                return ""
        entry = self.entry(b"/".join(done))
        return "" if entry is None else (b"/".join(done), entry)


class Committed(View):
    """The files of a commit, or of any tree."""

    def __init__(self, repository: pygit2.Repository, tree: str, top: Path, prefix: str, label: str) -> None:
        """Look at the tree object `tree`."""
        super().__init__(repository, top, prefix, label)
        self._tree = tree

    def entry(self, path: bytes) -> Entry | None:
        """Return what stands at a path; None when there is nothing."""
        found: Entry | None = Entry(FOLDER, self._tree)
        for part in path.split(b"/") if path else ():
            if found is None or found.mode != FOLDER:
                return None
            found = self.listed(found.oid).get(part)
        return found

    def names(self, folder: bytes) -> Mapping[bytes, Entry]:
        """Return what stands right in a folder."""
        found = self.entry(folder)
        return self.listed(found.oid) if found is not None and found.mode == FOLDER else {}


def joined(folder: bytes, name: bytes) -> bytes:
    """Return the path of a name in a folder."""
    return folder + b"/" + name if folder else name


def is_plain(name: bytes) -> bool:
    """Say whether a name can be one of a file; a tree that somebody made by hand may hold any bytes."""
    return name not in (b"", b".", b"..") and b"/" not in name and name.lower() != b".git"


def _unread(shown: str, entry: Entry, error: Exception) -> InputMissing:
    import pygit2

    if isinstance(error, KeyError):
        return InputMissing(
            f"{shown}: its object {entry.oid[:12]} is not in this clone",
            help="fetch it:  git fetch --refetch --no-filter",
            code="object_not_here",
        )
    if isinstance(error, pygit2.GitError | ValueError | OSError):
        return InputMissing(
            f"{shown}: its object {entry.oid[:12]} cannot be read: {error}", help="see  git fsck", code="git_damaged"
        )
    raise error
