"""Copies a commit that carries a store between two repositories of this machine, object by object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gnut_store.carrier import CarrierFailed
from gnut_store.carry.credentials import MOST_BYTES, MOST_OBJECTS
from gnut_store.carry.repository import settle
from gnut_store.carry.tree import TREE_LIMIT

if TYPE_CHECKING:
    import pygit2

DEPTH = 128
"""Folders inside each other: an entry's name of 200 characters makes a hundred."""

LONGEST = 1 << 30
"""Bytes of one file that is copied, as it is held in memory. Longer than a pack may be: git wants every object that a
tree names, and whoever reads the tree then names the file and takes the rest."""

FOLDER, MODULE = 0o040000, 0o160000


def copy(source: pygit2.Repository, target: pygit2.Repository, commit: pygit2.Oid, base: pygit2.Oid | None) -> bool:
    """Copy a commit with all that it needs; what is copied is durable.

    Much cheaper than libgit2's own transport, which looks for likenesses among packs that have none; and no hook
    runs. Every object is hashed when it is read and again when it is written.

    Args:
        source: Where the commit is; what lies there is untrusted.
        target: Where it shall be.
        commit: The commit.
        base: A commit that both have, or None: what belongs to it is not copied.

    Returns:
        False when something in it is longer than `LONGEST`, or all of it is more than a fetch over a network may
        bring: not all of it was copied.

    Raises:
        CarrierFailed: It is no commit, has more folders inside each other than a store, or a folder or commit of
            more than `TREE_LIMIT` bytes (`carried_damaged`).
        KeyError: An object is missing in the source.
    """
    import pygit2

    if source.odb.read_header(commit)[0] != pygit2.enums.ObjectType.COMMIT:
        raise CarrierFailed("what carries the store there is no commit", code="carried_damaged")
    _check_length(source, commit)
    written: list[pygit2.Oid] = []
    total = 0
    for oid in _needed(source, commit, base):
        size = source.odb.read_header(oid)[1]
        total += size
        if size > LONGEST or total > MOST_BYTES or len(written) >= MOST_OBJECTS:
            return False
        kind, body = source.read(oid)
        if target.odb.write(kind, body) != oid:
            raise CarrierFailed(f"git object {str(oid)[:12]}… is another one than it says", code="carried_damaged")
        written.append(oid)
    settle(target, written, "")
    return True


def _needed(git: pygit2.Repository, commit: pygit2.Oid, base: pygit2.Oid | None) -> Iterator[pygit2.Oid]:
    """Yield every object of the commits above `base` that its tree does not have, each before what names it."""
    import pygit2

    walker = git.walk(commit, pygit2.enums.SortMode.TOPOLOGICAL | pygit2.enums.SortMode.REVERSE)
    old: pygit2.Oid | None = None
    if base is not None:
        walker.hide(base)
        found = git[base]
        old = found.tree_id if isinstance(found, pygit2.Commit) else None
    seen: set[pygit2.Oid] = set()
    for each in walker:
        yield from _below(git, each.tree_id, old, seen, 0)
        yield each.id


def _below(
    git: pygit2.Repository, new: pygit2.Oid, old: pygit2.Oid | None, seen: set[pygit2.Oid], depth: int
) -> Iterator[pygit2.Oid]:
    """Yield what a tree has and another has not at the same place, the tree itself last."""
    import pygit2

    if new == old or new in seen:
        return
    if depth > DEPTH:
        raise CarrierFailed(f"over {DEPTH} folders inside each other in what carries the store", code="carried_damaged")
    seen.add(new)
    _check_length(git, new)
    tree, other = git[new], None if old is None else git[old]
    present = {entry.raw_name: entry for entry in other} if isinstance(other, pygit2.Tree) else {}
    if isinstance(tree, pygit2.Tree):
        for entry in tree:
            there = present.get(entry.raw_name)
            if (there is not None and there.id == entry.id) or int(entry.filemode) == MODULE:
                continue
            if int(entry.filemode) == FOLDER:
                yield from _below(git, entry.id, there.id if there is not None else None, seen, depth + 1)
            elif entry.id not in seen:
                seen.add(entry.id)
                yield entry.id
    yield new


def _check_length(git: pygit2.Repository, oid: pygit2.Oid) -> None:
    """Refuse a folder or commit that is too long to be read."""
    size = git.odb.read_header(oid)[1]
    if size > TREE_LIMIT:
        raise CarrierFailed(f"git object {str(oid)[:12]}… is over {TREE_LIMIT:,} bytes", code="carried_damaged")
