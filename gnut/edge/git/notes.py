"""Git notes: read and written through git's own objects, so that two writers lose nothing of each other."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from gnut.edge.git.repository import Place
from gnut.edge.git.views import FILE, FOLDER
from gnut.edge.paths import legible
from gnut.errors import GnutError, InputMissing, Usage

if TYPE_CHECKING:
    import pygit2

LIMIT = 4 * 1024 * 1024
"""Most bytes of one note."""

ATTEMPTS = 200
PAUSE = 0.01
"""Seconds between two attempts, when another process holds the ref."""

Change = Callable[[bytes], bytes]
"""From the note that is there, empty for none, to the one that is to be; empty to remove it."""


def ref_of(name: str) -> str:
    """Return the ref of the notes called `name`, as git completes it: `gnut`, `notes/gnut`, `refs/notes/gnut`.

    Raises:
        Usage: No ref can be called so.
    """
    import pygit2

    full = name if name.startswith("refs/") else f"refs/{name}" if name.startswith("notes/") else f"refs/notes/{name}"
    try:
        valid = full.startswith("refs/notes/") and pygit2.reference_is_valid_name(full)
    except ValueError:
        valid = False
    if not valid:
        raise Usage(f"--ref {legible(name)!r}: no notes can be called so", help="a name such as gnut")
    return full


def noted(place: Place, ref: str, commit: str) -> bytes:
    """Return the note of a commit; empty when there is none.

    Raises:
        InputMissing: It, or what leads to it, cannot be read.
    """
    tip = _tip(place.repository, ref)
    return b"" if tip is None else _note(place.repository, tip, commit, ref)


def write(place: Place, ref: str, commit: str, change: Change, *, who: pygit2.Signature, message: str) -> bool:
    """Change the note of a commit, and return whether it is another one now.

    The ref moves only from what was read; when another process moved it meanwhile, the change is made again of what
    that one left. What was acknowledged is on the disk.

    Raises:
        InputMissing: Git's objects cannot be read or written, or others keep moving the ref.
    """
    import pygit2

    from gnut_store.carrier import CarrierFailed
    from gnut_store.carry.moving import move
    from gnut_store.carry.repository import settle, shared_folder

    repository = place.repository
    for _ in range(ATTEMPTS):
        tip = _tip(repository, ref)
        before = b"" if tip is None else _note(repository, tip, commit, ref)
        after = change(before)
        written: list[pygit2.Oid] = [] if tip is None else [tip.id, tip.tree_id]
        moved = after == before
        try:
            if not moved:
                tree = _grown(repository, None if tip is None else tip.tree, commit, after, written)
                made = repository.create_commit(None, who, who, message, tree, [] if tip is None else [tip.id])
                written.append(made)
                # What the ref will lead to is durable before the ref leads to it.
                settle(repository, written, "")
                moved = move(repository, ref, None if tip is None else tip.id, made, message.rstrip("\n"))
            if moved:
                # Also when nothing is new: what is there may be of somebody who was killed before it was durable.
                settle(repository, written, ref)
                return after != before
        except (pygit2.GitError, KeyError, ValueError, OSError, CarrierFailed) as error:
            raise InputMissing(f"{ref}: the note cannot be written: {error}", code="git_unwritable") from None
        threading.Event().wait(PAUSE)
    raise InputMissing(
        f"{ref}: another process keeps moving it, or git left it locked",
        help=f"try again; when no git runs here:  rm {legible(os.path.join(shared_folder(repository), f'{ref}.lock'))}",
        code="ref_busy",
    )


def _tip(repository: pygit2.Repository, ref: str) -> pygit2.Commit | None:
    import pygit2

    try:
        found = repository.references[ref]
    except KeyError:
        return None
    except (pygit2.GitError, ValueError, OSError) as error:
        raise InputMissing(f"{ref}: cannot be read: {error}", code="git_damaged") from None
    if not isinstance(found.target, pygit2.Oid):
        raise InputMissing(f"{ref}: points to another ref, {found.target}", help=f"git update-ref --no-deref -d {ref}")
    try:
        commit = repository[found.target]
    except (pygit2.GitError, KeyError, ValueError) as error:
        raise InputMissing(f"{ref}: cannot be read: {error}", help="see  git fsck", code="git_damaged") from None
    if not isinstance(commit, pygit2.Commit):
        raise InputMissing(f"{ref}: names a {commit.type_str}, and notes are commits", code="git_damaged")
    return commit


def _note(repository: pygit2.Repository, tip: pygit2.Commit, commit: str, ref: str) -> bytes:
    """Return a note, in whatever depth of folders git has put it: all of them begin with digits of the commit."""
    import pygit2

    try:
        tree, rest = tip.tree, commit
        while True:
            if rest in tree and int(tree[rest].filemode) != FOLDER:
                oid = tree[rest].id
                if repository.odb.read_header(oid)[1] > LIMIT:
                    raise InputMissing(f"{ref}: the note of {commit[:12]} is larger than {LIMIT:,} bytes")
                return bytes(repository.odb.read(oid)[1])
            deeper = tree[rest[:2]] if len(rest) > 2 and rest[:2] in tree else None
            if not isinstance(deeper, pygit2.Tree):
                return b""
            tree, rest = deeper, rest[2:]
    except GnutError:
        raise
    except (pygit2.GitError, KeyError, ValueError) as error:
        raise InputMissing(f"{ref}: cannot be read: {error}", help="see  git fsck", code="git_damaged") from None


def _grown(
    repository: pygit2.Repository, tree: pygit2.Tree | None, rest: str, note: bytes, written: list[pygit2.Oid]
) -> pygit2.Oid:
    """Return a tree in which a note stands where git looks for it: as deep as folders of its digits are there.

    Args:
        repository: Takes the objects.
        tree: What is there; None for nothing.
        rest: Digits of the commit that lead on from `tree`.
        note: Empty to remove it.
        written: Takes the ids of the objects.
    """
    import pygit2

    builder = repository.TreeBuilder() if tree is None else repository.TreeBuilder(tree)
    head = rest[:2]
    deeper = tree[head] if tree is not None and len(rest) > 2 and head in tree else None
    if isinstance(deeper, pygit2.Tree) and not (tree is not None and rest in tree):
        below = repository[_grown(repository, deeper, rest[2:], note, written)]
        if isinstance(below, pygit2.Tree) and len(below):
            builder.insert(head, below.id, pygit2.enums.FileMode.TREE)
        else:
            builder.remove(head)
    elif note:
        written.append(repository.create_blob(note))
        builder.insert(rest, written[-1], FILE)
    elif tree is not None and rest in tree:
        builder.remove(rest)
    written.append(builder.write())
    return written[-1]
