"""What git says of a folder of source files. Loading its library costs as much as a whole small check."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from gnut.edge.git_files import Checkout

CACHES = "__pycache__"


class Attested(NamedTuple):
    """The state of source files that a repository tracks."""

    commit: str
    """Full hex name of the commit that is checked out."""

    changed: bool
    """Whether a file under one of the folders differs from it, in the index or on disk, or is not tracked."""


def attested(place: Checkout, folders: Collection[str], files: Collection[str]) -> Attested | None:
    """Return which commit source files are at; None when the repository does not track them or cannot say.

    Writes nothing, the repository's index included.

    Args:
        place: The work tree.
        folders: Where the sources lie: paths from its top with `/`, without one at the end.
        files: Every file there, in the same form. One that is not in the index is a change, ignored or not:
            the interpreter would load it all the same.
    """
    import pygit2

    try:
        repository = pygit2.Repository(str(place.top))
        if repository.head_is_unborn:
            return None
        commit = str(repository.head.peel(pygit2.Commit).id)
        strange = [name for name in files if name not in repository.index]
        state = () if strange else repository.status(untracked_files="all")
    except (pygit2.GitError, KeyError, ValueError):
        # Another user's repository, a format of a later git, a damaged object: nobody attests anything.
        return None
    if len(strange) == len(files):
        return None
    within = tuple(f"{folder}/" for folder in folders)
    return Attested(commit, bool(strange) or any(_is_source(name, within) for name in state))


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
