"""Puts a commit that carries a store into another repository of this machine, and moves its ref by comparison."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gnut_store.carry.moving import move
from gnut_store.carry.repository import STORE_REF, opened, settle, tip

if TYPE_CHECKING:
    import pygit2


def copy_to(git: pygit2.Repository, path: str, commit: str, expected: str | None) -> bool:
    """Copy what a commit needs, then let the other's `refs/gnut/store` name it if it still names `expected`.

    Every object is durable there before the ref moves. No hook runs there.

    Args:
        git: Where the commit is.
        path: The other repository.
        commit: 40 hex digits.
        expected: What the other's ref must name; None for no ref.

    Returns:
        False when it names another commit.
    """
    import pygit2

    other = opened(Path(path))
    wanted, base = pygit2.Oid(hex=commit), None if expected is None else pygit2.Oid(hex=expected)
    if tip(other, STORE_REF) != base:
        return False
    written = []
    for oid in _needed(git, wanted, base):
        kind, body = git.read(oid)
        other.odb.write(kind, body)
        written.append(oid)
    settle(other, written, STORE_REF)
    if not move(other, STORE_REF, base, wanted):
        return False
    settle(other, (), STORE_REF)
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
        yield from _below(git, each.tree_id, old, seen)
        yield each.id


def _below(
    git: pygit2.Repository, new: pygit2.Oid, old: pygit2.Oid | None, seen: set[pygit2.Oid]
) -> Iterator[pygit2.Oid]:
    """Yield what a tree has and another has not at the same place, the tree itself last."""
    import pygit2

    if new == old or new in seen:
        return
    seen.add(new)
    tree, other = git[new], None if old is None else git[old]
    present = {entry.raw_name: entry for entry in other} if isinstance(other, pygit2.Tree) else {}
    if isinstance(tree, pygit2.Tree):
        for entry in tree:
            there = present.get(entry.raw_name)
            if there is not None and there.id == entry.id:
                continue
            if int(entry.filemode) == 0o040000:
                yield from _below(git, entry.id, there.id if there is not None else None, seen)
            elif entry.id not in seen:
                seen.add(entry.id)
                yield entry.id
    yield new
