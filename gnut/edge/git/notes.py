"""Git notes: read and written through git's own objects, so that two writers lose nothing of each other."""

from __future__ import annotations

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

    pygit2.option(pygit2.enums.Option.ENABLE_FSYNC_GITDIR, True)
    repository = place.repository
    for _ in range(ATTEMPTS):
        tip = _tip(repository, ref)
        before = b"" if tip is None else _note(repository, tip, commit, ref)
        after = change(before)
        if after == before:
            return False
        try:
            tree = _grown(repository, None if tip is None else tip.tree, commit, after)
            made = repository.create_commit(None, who, who, message, tree, [] if tip is None else [tip.id])
        except (pygit2.GitError, KeyError, ValueError, OSError) as error:
            raise InputMissing(f"{ref}: the note cannot be written: {error}", code="git_unwritable") from None
        if _moved(repository, ref, tip, made):
            return True
        threading.Event().wait(PAUSE)
    raise InputMissing(f"{ref}: another process keeps moving it, or left it locked", help="try again", code="ref_busy")


def signature(place: Place, environ: dict[str, str], seconds: int) -> pygit2.Signature:
    """Return who writes a note: the committer as git knows them, else gnut itself.

    Args:
        place: For `user.name` and `user.email`.
        environ: For `GIT_COMMITTER_NAME` and `GIT_COMMITTER_EMAIL`.
        seconds: Since 1970.
    """
    import pygit2

    config = place.repository.config
    try:
        name = environ.get("GIT_COMMITTER_NAME") or config["user.name"] or ""
        address = environ.get("GIT_COMMITTER_EMAIL") or config["user.email"] or ""
        return pygit2.Signature(name, address, seconds, 0)
    except (KeyError, ValueError, pygit2.GitError):
        return pygit2.Signature("gnut", "gnut@localhost", seconds, 0)


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


def _grown(repository: pygit2.Repository, tree: pygit2.Tree | None, rest: str, note: bytes) -> pygit2.Oid:
    """Return a tree in which a note stands where git looks for it: as deep as folders of its digits are there."""
    import pygit2

    builder = repository.TreeBuilder() if tree is None else repository.TreeBuilder(tree)
    head = rest[:2]
    deeper = tree[head] if tree is not None and len(rest) > 2 and head in tree else None
    if isinstance(deeper, pygit2.Tree) and not (tree is not None and rest in tree):
        below = repository[_grown(repository, deeper, rest[2:], note)]
        if isinstance(below, pygit2.Tree) and len(below):
            builder.insert(head, below.id, pygit2.enums.FileMode.TREE)
        else:
            builder.remove(head)
    elif note:
        builder.insert(rest, repository.create_blob(note), FILE)
    elif tree is not None and rest in tree:
        builder.remove(rest)
    return builder.write()


def _moved(repository: pygit2.Repository, ref: str, tip: pygit2.Commit | None, made: pygit2.Oid) -> bool:
    """Let a ref name `made` if it still names `tip`; return whether it does now."""
    import pygit2

    try:
        if tip is None:
            repository.create_reference(ref, made, force=False, message="gnut note")
            return True
        held = repository.references[ref]
        if held.target != tip.id:
            return False
        held.set_target(made, "gnut note")
    except (pygit2.GitError, KeyError, ValueError, OSError):
        return False  # Moved or locked by another; what does not pass is told after the last attempt.
    return True
