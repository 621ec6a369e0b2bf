"""Which packs were handed on already: what others may have must stay as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gnut_store import layout
from gnut_store.carrier import CarrierFailed
from gnut_store.carry.repository import REMOTES, STORE_REF, opened, tip, told
from gnut_store.carry.tree import carried

if TYPE_CHECKING:
    import pygit2

COMMITTED = ".gnut/packs/"


def shared(repository: Path) -> frozenset[str]:
    """Return the names of all packs that git holds: others have them, or will at the next push.

    Looked for in the tree of `refs/gnut/store`, in what remotes had of it, in the index, and in the tip of every
    branch, tag and remote-tracking branch, where a folder `.gnut/packs` lies at the top or where this one lies.

    Args:
        repository: Folder that holds `.gnut`, or the repository's top.

    Returns:
        None of them when there is no repository.

    Raises:
        CarrierFailed: There is a repository and it cannot be read: nobody knows what is shared.
    """
    try:
        git = opened(repository)
    except CarrierFailed as error:
        if error.code == "no_repository":
            return frozenset()
        raise
    with told(str(repository)):
        found = set(_carried(git))
        if not git.is_bare:
            found.update(_indexed(git))
        found.update(_committed(git, repository))
    return frozenset(found)


def _carried(git: pygit2.Repository) -> Iterator[str]:
    for name in git.references:
        if name == STORE_REF or name.startswith(REMOTES):
            target = tip(git, name)
            if target is not None:
                there = carried(git, target, name)
                yield from there.packs
                yield from there.absent


def _indexed(git: pygit2.Repository) -> Iterator[str]:
    for entry in git.index:
        above, mark, file = entry.path.rpartition(COMMITTED)
        name = layout.pack_of(file) if mark and (not above or above.endswith("/")) else None
        if name is not None:
            yield name


def _committed(git: pygit2.Repository, folder: Path) -> Iterator[str]:
    """Yield the packs in the tips of all branches and tags; each folder of packs is read once."""
    import pygit2

    places = {COMMITTED.rstrip("/")}
    if git.workdir is not None:
        try:
            within = folder.resolve().relative_to(Path(git.workdir).resolve())
            places.add((within / COMMITTED).as_posix())
        except ValueError:  # Another work tree's folder.
            pass
    seen: set[pygit2.Oid] = set()
    for commit in _tips(git):
        for place in places:
            try:
                tree = commit.tree[place]
            except KeyError:
                continue
            if isinstance(tree, pygit2.Tree) and tree.id not in seen:
                seen.add(tree.id)
                yield from (name for entry in tree if (name := layout.pack_of(entry.name or "")) is not None)


def _tips(git: pygit2.Repository) -> Iterator[pygit2.Commit]:
    import pygit2

    names = [
        "HEAD",
        *(name for name in git.references if name.startswith(("refs/heads/", "refs/remotes/", "refs/tags/"))),
    ]
    for name in names:
        try:
            yield git.lookup_reference(name).peel(pygit2.Commit)
        except (KeyError, pygit2.GitError, ValueError):  # Unborn, dangling, or a tag of something else.
            continue
