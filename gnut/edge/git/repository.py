"""The git repository that a command stands in, as git itself would take it: hooks get it through the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnut.edge.git_files import Checkout, checkout
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing

if TYPE_CHECKING:
    import pygit2


REMEDIES = {
    "repository_unsupported": "check the file in the work tree instead",
    "no_repository": "look at it with  git status",
}
"""What a reader can do, where it is not what one who carries packs can."""


class Place(NamedTuple):
    """A repository, and the work tree from which it is looked at."""

    repository: pygit2.Repository
    top: Path
    """Top of the work tree; of a bare repository its own folder."""

    index_file: Path
    """File that says what the next commit holds."""


def place(world: World) -> Place:
    """Return the repository around the current folder, opened for reading.

    `GIT_DIR`, `GIT_WORK_TREE` and `GIT_INDEX_FILE` are followed as git sets them for its hooks. In a hook that
    goes on into another repository they still speak of the first one, and are passed over there.

    Raises:
        InputMissing: There is none (code `no_repository`), another user owns it (`repository_not_owned`), or the
            library cannot read its format (`repository_unsupported`).
    """
    found = _around(world)
    named = world.environ.get("GIT_DIR")
    own = None if named is None else Path(os.path.realpath(world.cwd / named))
    if own is not None and (found is None or _same(own, found.folder)):
        repository = opened(own)
        top = _top(world, found, repository)
    elif found is not None:
        repository, top = opened(found.folder, found.top), found.top
    else:
        raise InputMissing(
            f"{legible(str(world.cwd))}: is in no git repository", help="run it in one", code="no_repository"
        )
    folder = Path(os.path.realpath(repository.path))
    return Place(repository, top, _index(world, folder, top))


def _around(world: World) -> Checkout | None:
    try:
        return checkout(world.cwd)
    except GnutError:
        bare = world.cwd
        is_bare = (bare / "HEAD").is_file() and (bare / "objects").is_dir() and (bare / "refs").is_dir()
        return Checkout(bare, bare, bare) if is_bare else None


def _top(world: World, found: Checkout | None, repository: pygit2.Repository) -> Path:
    named = world.environ.get("GIT_WORK_TREE")
    if named:
        return Path(os.path.realpath(world.cwd / named))
    if found is not None:
        return found.top
    return Path(os.path.realpath(repository.workdir or repository.path))


def _index(world: World, folder: Path, top: Path) -> Path:
    """Return the index that counts: `git commit -a` and `git commit FILE` make one for the hook alone."""
    named = world.environ.get("GIT_INDEX_FILE")
    if named:
        path = Path(os.path.normpath(top / named))
        of_another = (path.parent / "HEAD").is_file() and not _same(path.parent, folder)
        if not of_another:
            return path
    return folder / "index"


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def opened(folder: Path, shown: Path | None = None) -> pygit2.Repository:
    """Return the repository whose own folder is `folder`; nothing further up is looked at.

    Raises:
        InputMissing: As for `place`.
    """
    from gnut_store.carrier import CarrierFailed
    from gnut_store.carry import repository as library

    try:
        return library.opened(folder, search=False, shown=legible(str(shown or folder)))
    except CarrierFailed as error:
        raise InputMissing(legible(str(error)), help=REMEDIES.get(error.code, error.help), code=error.code) from None
