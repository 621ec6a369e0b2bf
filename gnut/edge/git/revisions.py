"""What a revision is called, and which commit or tree it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gnut.edge.git.repository import Place
from gnut.edge.git.views import Committed
from gnut.edge.paths import legible
from gnut.errors import InputMissing

if TYPE_CHECKING:
    import pygit2


class Spelled(NamedTuple):
    """`REVISION:PATH` in its parts."""

    revision: str
    """Empty for the index."""

    stage: int
    """Of the index: `:2:report.md` is stage 2."""

    path: str


def spelled(word: str) -> Spelled | None:
    """Return the parts of `REVISION:PATH` as git spells it; None for a word that is not of this form.

    The colon is the first one outside of braces: `HEAD^{/fix: it}:report.md`. What begins with `:/` names a commit
    by its message, and no file.
    """
    at = _colon(word)
    if at is None:
        return None
    revision, path = word[:at], word[at + 1 :]
    if revision:
        return Spelled(revision, 0, path)
    if path[:1] == "/":
        return None
    if path[:1] in ("0", "1", "2", "3") and path[1:2] == ":":
        return Spelled("", int(path[0]), path[2:])
    return Spelled("", 0, path)


def _colon(word: str) -> int | None:
    depth = 0
    for at, letter in enumerate(word):
        if letter == ":" and not depth:
            return at
        depth = max(0, depth + (letter == "{") - (letter == "}"))
    return None


def commit_of(place: Place, revision: str) -> pygit2.Commit:
    """Return the commit that a revision names.

    Raises:
        InputMissing: It names none (code `unknown_revision`).
    """
    import pygit2

    found = _object(place, revision)
    try:
        made = found.peel(pygit2.Commit)
    except (pygit2.GitError, ValueError, KeyError):
        raise InputMissing(
            f"{legible(revision)}: is a {found.type_str}, not a commit", code="unknown_revision"
        ) from None
    return made


def files_of(place: Place, commit: pygit2.Commit, revision: str) -> Committed:
    """Return the files of a commit, which are shown under the name that it was asked for by."""
    label = legible(revision)
    return Committed(place.repository, str(commit.tree_id), place.top, f"{label}:", label)


def tree_of(place: Place, revision: str) -> Committed:
    """Return the files of the commit, tag or tree that a revision names.

    Raises:
        InputMissing: It names none (code `unknown_revision`).
    """
    import pygit2

    found = _object(place, revision)
    label = legible(revision)
    try:
        tree = found.peel(pygit2.Tree)
    except (pygit2.GitError, ValueError, KeyError):
        raise InputMissing(f"{label}: is a {found.type_str}, which holds no files", code="unknown_revision") from None
    return Committed(place.repository, str(tree.id), place.top, f"{label}:", label)


def changed(place: Place, commit: str) -> list[bytes]:
    """Return the files that a commit adds or edits against its first parent, by path; of the first commit all.

    Raises:
        InputMissing: An object of it is damaged, or not in this clone.
    """
    import pygit2

    try:
        made = place.repository[commit].peel(pygit2.Commit)
        if made.parents:
            diff = place.repository.diff(made.parents[0], made, context_lines=0)
        else:
            diff = made.tree.diff_to_tree(context_lines=0, swap=True)
        gone = pygit2.enums.DeltaStatus.DELETED
        return [one.new_file.raw_path for one in diff.deltas if one.status != gone]
    except (pygit2.GitError, KeyError, ValueError) as error:
        raise InputMissing(
            f"{commit[:12]}: what it changes cannot be read: {error}", help="see  git fsck", code="git_damaged"
        ) from None


def _object(place: Place, revision: str) -> pygit2.Object:
    import pygit2

    name = legible(revision)
    try:
        # Half a character, a NUL: nothing that a ref can be called.
        revision.encode("utf-8")
        return place.repository.revparse_single(revision)
    except (pygit2.GitError, KeyError, ValueError) as error:
        several = isinstance(error, ValueError) and "ambiguous" in str(error).lower()
    if several:
        raise InputMissing(f"{name}: several objects begin so", help="give more digits", code="unknown_revision")
    born = "" if not place.repository.head_is_unborn else ": there is no commit yet"
    raise InputMissing(
        f"{name}: git knows no such revision{born}",
        help="git log --oneline --all  lists commits, git tag  names",
        code="unknown_revision",
    )
