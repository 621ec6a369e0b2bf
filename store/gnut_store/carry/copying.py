"""Copies a commit that carries a store between two repositories of this machine, object by object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gnut_store.carrier import PACK_LIMIT, CarrierFailed
from gnut_store.carry.repository import settle

if TYPE_CHECKING:
    import pygit2

DEPTH = 128
"""Folders inside each other: an entry's name of 200 characters makes a hundred."""

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
        False when something in it is longer than any pack may be: not all of it was copied.

    Raises:
        CarrierFailed: It is no commit, or has more folders inside each other than a store (`carried_damaged`).
        KeyError: An object is missing in the source.
    """
    import pygit2

    if source.odb.read_header(commit)[0] != pygit2.enums.ObjectType.COMMIT:
        raise CarrierFailed("what carries the store there is no commit", code="carried_damaged")
    written = []
    for oid in _needed(source, commit, base):
        if source.odb.read_header(oid)[1] > PACK_LIMIT:
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
