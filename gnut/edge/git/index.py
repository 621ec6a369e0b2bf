"""The files of an index: what the next commit will hold, or one side of an unfinished merge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gnut.edge.files import read
from gnut.edge.git.index_file import LIMIT, parsed
from gnut.edge.git.repository import Place
from gnut.edge.git.views import FOLDER, Committed, Entry, View, joined
from gnut.edge.paths import legible
from gnut.errors import InputMissing

_SHOWN = "git's index"


class Index(View):
    """The entries of one stage, read once: another git may write a new index meanwhile."""

    def __init__(self, place: Place, stage: int = 0, *, prefix: str = "") -> None:
        """Read the index of `place`; one that is not there is empty.

        Args:
            place: The repository.
            stage: 0 for the next commit; of an unfinished merge 1 the common ancestor, 2 ours, 3 theirs.
            prefix: What stands before a path where it is shown.

        Raises:
            InputMissing: It cannot be read, or is of a form that is not.
        """
        super().__init__(place.repository, place.top, prefix, "the index" if stage == 0 else f"stage {stage}")
        self.unmerged: set[bytes] = set()
        """Paths that a merge left undecided."""

        self._entries: dict[bytes, Entry] = {}
        self._folders: dict[bytes, dict[bytes, Entry]] = {b"": {}}
        if place.index_file.exists() or place.index_file.is_symlink():
            for one in parsed(read(place.index_file, limit=LIMIT, shown=legible(str(place.index_file))), _SHOWN):
                if one.stage:
                    self.unmerged.add(one.path)
                if one.stage == stage and not one.intended:
                    self._entries[one.path] = one.entry
                    self._place(one.path, one.entry)

    def _place(self, path: bytes, entry: Entry) -> None:
        """List an entry in its folder, and each new folder in the one above it."""
        while path:
            above, _, name = path.rpartition(b"/")
            is_new = above not in self._folders
            self._folders.setdefault(above, {})[name] = entry
            if not is_new:
                return
            path, entry = above, Entry(FOLDER, "")

    def entry(self, path: bytes) -> Entry | None:
        """Return what stands at a path; None when there is nothing."""
        if not path:
            return Entry(FOLDER, "")
        above, _, name = path.rpartition(b"/")
        return self.names(above).get(name)

    def names(self, folder: bytes) -> Mapping[bytes, Entry]:
        """Return what stands right in a folder, also where the index names only the folder."""
        if folder in self._folders:
            return self._folders[folder]
        here: Mapping[bytes, Entry] = self._folders[b""]
        path = b""
        for part in folder.split(b"/"):
            path = joined(path, part)
            found = here.get(part)
            if found is None or found.mode != FOLDER:
                return {}
            here = self.listed(found.oid) if found.oid else self._folders[path]
        return here

    def changed(self, head: Committed | None, wanted: Callable[[bytes], bool]) -> Iterator[tuple[bytes, Entry]]:
        """Yield the files that the next commit adds or changes, by path: new, edited, renamed, or of another mode.

        Args:
            head: What the last commit holds; None before the first.
            wanted: Says of a path whether it is asked for; the others are not compared.
        """
        for path, entry in sorted(self._entries.items()):
            if entry.mode == FOLDER:  # Left out of a sparse checkout.
                if head is None or head.entry(path) != entry:
                    inside = ((name, one) for name, one in self.walk(path, lambda _: True) if wanted(name))
                    yield from ((name, one) for name, one in inside if head is None or head.entry(name) != one)
            elif wanted(path) and (head is None or head.entry(path) != entry):
                yield path, entry


def head_of(place: Place) -> Committed | None:
    """Return the files of the commit that the next one follows; None before the first.

    Raises:
        InputMissing: It is damaged, or not in this clone.
    """
    import pygit2

    repository = place.repository
    if repository.head_is_unborn:
        return None
    try:
        tree = repository.head.peel(pygit2.Tree)
    except (pygit2.GitError, KeyError, ValueError) as error:
        raise InputMissing(f"HEAD: cannot be read: {error}", help="see  git fsck", code="git_damaged") from None
    return Committed(repository, str(tree.id), place.top, "HEAD:", "HEAD")
