"""Opens a git repository without running anything that it names, and writes to it durably."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gnut_store import oid as oids
from gnut_store import worktrees
from gnut_store.carrier import CarrierFailed
from gnut_store.carry.address import said_without_credentials
from gnut_store.files import SMALL

if TYPE_CHECKING:
    import pygit2

STORE_REF = "refs/gnut/store"
"""The ref whose commit holds the team's tier as a tree."""

REMOTES = "refs/gnut/remotes/"
"""Under it, for each remote, what its `STORE_REF` was when it was last fetched."""

DEFAULTS = os.path.join(os.path.dirname(__file__), "settings")
"""Folder of a configuration that stands below those of the machine, the user and the repository."""

DAY = 86_400
_LEFT = re.compile(r"(?:tmp_object|streamed|pack)_git2_[0-9A-Za-z]{6,32}\Z")
"""Names that libgit2 gives to files before they are whole."""

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def tracking_ref(remote: str) -> str:
    """Return the ref that keeps what a remote's `STORE_REF` was; addresses and odd names go by their hash."""
    plain = 0 < len(remote) <= 100 and set(remote) <= _SAFE and not remote.startswith("-")
    return f"{REMOTES}{remote if plain else 'at-' + oids.digest(remote.encode('utf-8', 'surrogateescape'), 8)}/store"


def opened(folder: Path, *, search: bool = True, shown: str | None = None) -> pygit2.Repository:
    """Return the repository that `folder` lies in, with writes that last: the one way into git's library.

    libgit2 runs no hook, no filter driver and no helper; its configuration is data here. It asks whether to sync
    a ref once, when it opens the repository.

    Args:
        folder: Any folder in the repository.
        search: Whether the folders above are looked at; else `folder` holds it or is it.
        shown: How messages call it; by default the folder.

    Raises:
        CarrierFailed: There is none (`no_repository`), another user owns it (`repository_not_owned`), or its
            format is one that the library cannot read (`repository_unsupported`).
    """
    import pygit2

    pygit2.option(pygit2.enums.Option.ENABLE_FSYNC_GITDIR, True)
    pygit2.option(pygit2.enums.Option.ENABLE_STRICT_HASH_VERIFICATION, True)
    pygit2.settings.search_path[pygit2.enums.ConfigLevel.PROGRAMDATA] = DEFAULTS
    try:
        how = pygit2.enums.RepositoryOpenFlag
        return pygit2.Repository(str(folder), how.DEFAULT if search else how.NO_SEARCH)
    except (pygit2.GitError, ValueError, KeyError, OSError) as error:
        raise _unopened(shown or str(folder), str(error)) from None


def _unopened(shown: str, said: str) -> CarrierFailed:
    if "not owned by current user" in said:
        return CarrierFailed(
            f"{shown}: another user owns this git repository",
            help=f"If you trust it:  git config --global --add safe.directory '{shown}'",
            code="repository_not_owned",
        )
    if "object format" in said or "extension" in said or "repository version" in said:
        what = said.rpartition(": ")[2]
        return CarrierFailed(
            f"{shown}: gnut cannot read this kind of git repository ({what})",
            help="Commit .gnut/packs and .gnut/refs instead; git itself carries them then.",
            code="repository_unsupported",
        )
    return CarrierFailed(
        f"{shown}: is in no git repository that can be read", help="Run  git init  first.", code="no_repository"
    )


@contextmanager
def told(place: str) -> Iterator[None]:
    """Turn what git's library or the file system refuses into one refusal that names the place."""
    import pygit2

    try:
        yield
    except (pygit2.GitError, ValueError, KeyError, OSError) as error:
        said = error.args[0] if isinstance(error, KeyError) and error.args else error
        raise CarrierFailed(f"{place}: {said_without_credentials(str(said))}") from None


@contextmanager
def kept(path: str) -> Iterator[None]:
    """Put back a small file of the user's that libgit2 empties whatever it is asked."""
    try:
        with open(path, "rb") as file:
            before = file.read(SMALL + 1)
    except OSError:
        before = b""
    try:
        yield
    finally:
        with suppress(OSError):
            if os.path.getsize(path) == 0 and 0 < len(before) <= SMALL:
                with open(path, "wb") as file:
                    file.write(before)


def settle(repository: pygit2.Repository, written: Iterable[pygit2.Oid], ref: str) -> None:
    """Make durable what libgit2 leaves to luck.

    It syncs each new object, each ref and the folder right above them; not the folders above those, which
    may be new, nor objects and refs that git itself had written before and did not sync.
    """
    folder = os.path.join(shared_folder(repository), "objects")
    for oid in written:
        name = str(oid)
        with suppress(FileNotFoundError):
            _sync(os.path.join(folder, name[:2], name[2:]))
            _sync(os.path.join(folder, name[:2]))
    _sync(folder)
    with suppress(FileNotFoundError):
        _sync(os.path.join(folder, "pack"))
    above = ref
    while above:
        with suppress(FileNotFoundError):
            _sync(os.path.join(shared_folder(repository), above))
        above = os.path.dirname(above)


def shared_folder(repository: pygit2.Repository) -> str:
    """Return the git folder that all work trees of a repository share."""
    return worktrees.shared_folder(repository.path)


def tidy(repository: pygit2.Repository, now: int) -> None:
    """Remove what killed writes of libgit2 left among git's objects a day ago or longer; git itself never does.

    Args:
        repository: Whose objects.
        now: Seconds since 1970. A clock that is behind removes nothing.
    """
    objects = os.path.join(shared_folder(repository), "objects")
    for folder in (objects, os.path.join(objects, "pack")):
        with suppress(OSError), os.scandir(folder) as found:
            for entry in found:
                if _LEFT.match(entry.name) and entry.is_file(follow_symlinks=False):
                    with suppress(OSError):
                        if now - entry.stat(follow_symlinks=False).st_mtime > DAY:
                            os.unlink(entry.path)


def _sync(path: str) -> None:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def tip(repository: pygit2.Repository, ref: str) -> pygit2.Oid | None:
    """Return the object that a ref names directly; None when there is no such ref.

    Raises:
        CarrierFailed: It points to another ref: what is pushed would be that one's.
    """
    import pygit2

    try:
        target = repository.references[ref].target
    except KeyError:
        return None
    if not isinstance(target, pygit2.Oid):
        raise CarrierFailed(f"{ref}: points to another ref, {target}", help=f"git update-ref --no-deref -d {ref}")
    return target


def signature(repository: pygit2.Repository, now: int, environ: Mapping[str, str]) -> pygit2.Signature:
    """Return who makes a commit: the committer as git knows them, else gnut itself.

    Args:
        repository: For `user.name` and `user.email`.
        now: Seconds since 1970.
        environ: For `GIT_COMMITTER_NAME` and `GIT_COMMITTER_EMAIL`, which come first.
    """
    import pygit2

    try:
        config = repository.config
        name = environ.get("GIT_COMMITTER_NAME") or config["user.name"] or ""
        address = environ.get("GIT_COMMITTER_EMAIL") or config["user.email"] or ""
        return pygit2.Signature(name, address, now, 0)
    except (KeyError, ValueError, pygit2.GitError):
        return pygit2.Signature("gnut", "gnut@localhost", now, 0)
