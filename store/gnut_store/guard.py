"""Whose a store is: one that others can change is refused, as git refuses their repositories.

The bytes of a store are judged on every read, whoever owns them. What is newest is not: refs say it, and
whoever may add to them decides which capture of a source a report is held against.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection

from gnut_store.errors import GnutError, NoStore, ObjectCorrupt

Safe = Callable[[str, bool], bool]
"""Says whether the user has listed a folder as theirs to use: (absolute path, whether only its own name counts)."""


class ForeignStore(GnutError):
    """A store that another user owns, that anybody may write to, or that a link leads to."""

    code = "foreign_store"


def nobody(_: str, __: bool) -> bool:
    """List no folder."""
    return False


def check_owner(path: str, *, uids: Collection[int], safe: Safe = nobody) -> str:
    """Return where the store in `path` really lies; refuse one that is not this user's.

    One lstat, and nothing else, where there is nothing to refuse. A link is followed only when the user has
    listed what it leads to by its own name: `*` says something about owners, and a clone may bring links.
    Members of a file's group may write to it: a shared repository is made so, and so is a umask of 002.

    Args:
        path: The store's own folder (`.gnut`), absolute.
        uids: Users whose stores are used: the effective one and, for root, the one who called sudo.
        safe: What the user has listed.

    Raises:
        ForeignStore: It is refused; the help is the line to type.
        NoStore: There is nothing.
        ObjectCorrupt: A file, or something else that is no folder.
    """
    try:
        found = os.lstat(path)
    except OSError as error:
        raise NoStore(f"{path}: {error.strerror}", help="Run gnut init.") from None
    if stat.S_ISLNK(found.st_mode):
        return _behind(path, safe)
    if not stat.S_ISDIR(found.st_mode):
        raise ObjectCorrupt(f"{path}: a store is a folder, not a file")
    reason = fault(found, uids)
    if reason is not None and not _listed(path, safe):
        raise ForeignStore(f"{path}: {reason}", help=f"If you trust what is in it:  {line(path)}")
    return path


def fault(found: os.stat_result, uids: Collection[int]) -> str | None:
    """Return why a folder is not one that only these users change; None when it is."""
    if found.st_uid not in uids:
        return f"belongs to another user (uid {found.st_uid}; this is uid {min(uids, default=-1)})"
    if found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX:
        return f"anybody may write to it (mode {stat.S_IMODE(found.st_mode):04o})"
    return None


def line(path: str) -> str:
    """Return what to type so that the store in `path` is used: git's own list, which one line may serve both."""
    from shlex import quote

    return f"git config --global --add safe.directory {quote(_repository(path))}"


def _behind(path: str, safe: Safe) -> str:
    """Return what a link in the place of a store leads to, if the user has listed that."""
    target = os.path.realpath(path)
    if os.path.isdir(target) and (safe(_repository(target), True) or safe(target, True)):
        return target
    raise ForeignStore(
        f"{path}: is a link to {target}, not a folder",
        help=f"Move the folder here, or, if you trust what the link leads to:  {line(target)}",
    )


def _listed(path: str, safe: Safe) -> bool:
    real = os.path.realpath(path)
    return safe(_repository(real), False) or safe(real, False)


def _repository(path: str) -> str:
    """Return the folder that git would name: the one that holds the store, or the store when it has another name."""
    return os.path.dirname(path) if os.path.basename(path) == ".gnut" else path
