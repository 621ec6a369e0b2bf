"""What git says of a folder of source files. Loading its library costs as much as a whole small check."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnut.edge.git_files import Checkout
from gnut.errors import InputMissing

if TYPE_CHECKING:
    import pygit2

CACHES = "__pycache__"


class Attested(NamedTuple):
    """The state of source files that a repository tracks."""

    commit: str
    """Full hex name of the commit that is checked out."""

    changed: bool
    """Whether a file under one of the folders differs from it, in the index or on disk, or is not tracked."""


def attested(
    place: Checkout, folders: Collection[str], files: Collection[str], project: str | None = None
) -> Attested | None:
    """Return which commit source files are at; None when the repository does not track them or cannot say.

    Writes nothing, the repository's index included. The bytes on disk are held against the commit: what git says
    of a file that it was told to take as unchanged is not asked.

    Args:
        place: The work tree.
        folders: Where the sources lie: paths from its top with `/`, without one at the end.
        files: Every file there, in the same form. One that is not in the index is a change, ignored or not:
            the interpreter would load it all the same.
        project: Name that the commit's `pyproject.toml` must give; None for any repository. The commit of one
            that merely holds a copy says nothing of whose sources these are.
    """
    import pygit2

    from gnut.edge.git.repository import opened

    try:
        repository = opened(place.top)
        if repository.head_is_unborn:
            return None
        commit = repository.head.peel(pygit2.Commit)
        if project is not None and _project(commit.tree) != project:
            return None
        strange = [name for name in files if name not in repository.index]
        if len(strange) == len(files):
            return None
        within = tuple(f"{folder}/" for folder in folders)
        changed = (
            bool(strange)
            or _differs(place.top, commit.tree, folders, files)
            or any(_is_source(name, within) for name in repository.status(untracked_files="all"))
        )
    except (InputMissing, pygit2.GitError, KeyError, ValueError):
        # Another user's repository, a format of a later git, a damaged object: nobody attests anything.
        return None
    return Attested(str(commit.id), changed)


def _project(tree: pygit2.Tree) -> str | None:
    """Return the name of the Python project whose repository has this tree."""
    import tomllib

    try:
        file = tree["pyproject.toml"]
        value = tomllib.loads(file.read_raw().decode("utf-8"))["project"]["name"]
    except (KeyError, TypeError, ValueError):  # Not there, no file, no TOML, no project.
        return None
    return value if isinstance(value, str) else None


def _differs(top: Path, tree: pygit2.Tree, folders: Collection[str], files: Collection[str]) -> bool:
    """Say whether the files on disk are others than those of a commit, or hold other bytes."""
    import pygit2

    committed: dict[str, pygit2.Object] = {}
    for folder in folders:
        if folder not in tree:
            return True
        below = tree[folder]
        if isinstance(below, pygit2.Tree):
            committed |= _listed(below, folder)
    if committed.keys() != set(files):
        return True
    try:
        return any(
            entry.filemode == pygit2.enums.FileMode.LINK or pygit2.hash((top / name).read_bytes()) != entry.id
            for name, entry in committed.items()
        )
    except OSError:
        return True


def _listed(tree: pygit2.Tree, folder: str) -> Iterator[tuple[str, pygit2.Object]]:
    """Yield path and entry of everything below a folder of a commit, byte code left out."""
    import pygit2

    for entry in tree:
        if entry.name == CACHES:
            continue
        if isinstance(entry, pygit2.Tree):
            yield from _listed(entry, f"{folder}/{entry.name}")
        else:
            yield f"{folder}/{entry.name}", entry


def _is_source(name: str, within: tuple[str, ...]) -> bool:
    return name.startswith(within) and CACHES not in name.split("/")


def is_tracked(place: Checkout, name: str) -> bool:
    """Say, without git's library, whether the index of a work tree lists a file.

    An index whose names are packed (version 4, or split in two) may hold it unseen: of version 4 it is said
    that it does, because `attested` will find out, of a split one that it does not.

    Args:
        place: The work tree.
        name: Path from its top with `/`.
    """
    import mmap

    try:
        with open(place.folder / "index", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as index:
            if index[:4] != b"DIRC":
                return False
            return index[4:8] == b"\0\0\0\4" or index.find(name.encode() + b"\0") >= 0
    except (OSError, ValueError):
        return False


def state_of(place: Checkout) -> list[str]:
    """Return what tells whether git could answer differently than before: index, head and what it points to.

    Only to compare with an earlier answer; a repository that keeps its refs in another way than in files gives
    a list that changes with each of its writes.
    """
    told = [_stamp(place.folder / "index"), _stamp(place.shared / "packed-refs"), _stamp(place.shared / "reftable")]
    try:
        head = (place.folder / "HEAD").read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return [*told, "no head"]
    told.append(head)
    if head.startswith("ref: "):
        told.extend(_stamp(base / head.removeprefix("ref: ")) for base in (place.folder, place.shared))
    return told


def _stamp(path: Path) -> str:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return "none"
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
