"""Git's own files, read without running git or loading a library: a work tree, and where its hooks lie."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut.edge.files import read
from gnut.edge.git_settings import expanded, settings_in, user_files
from gnut.errors import BadConfig, InputMissing
from gnut_store.worktrees import shared_folder


class Checkout(NamedTuple):
    """One work tree of a repository."""

    top: Path
    """Folder that holds `.git`; hooks run there."""

    folder: Path
    """The work tree's own git folder."""

    shared: Path
    """The repository's git folder, which all its work trees share."""


class Hooks(NamedTuple):
    """The folder from which git takes its hooks."""

    folder: Path
    configured: bool
    """Whether `core.hooksPath` names it."""

    shared: bool
    """Whether it serves every repository of this user."""


def checkout(folder: Path) -> Checkout:
    """Return the work tree that `folder` stands in.

    Raises:
        InputMissing: There is none.
    """
    for top in (folder, *folder.parents):
        entry = top / ".git"
        if entry.is_dir() and (entry / "HEAD").exists():
            return Checkout(top, entry, _shared(entry))
        if entry.is_file():
            named = read(entry, limit=4096, shown=".git").decode("utf-8", "surrogateescape").strip()
            if not named.startswith("gitdir:"):
                raise InputMissing(f"{entry}: is no git folder, and names none", help="look at it with  git status")
            own = Path(os.path.normpath(top / named.removeprefix("gitdir:").strip()))
            if not (own / "HEAD").exists():
                raise InputMissing(f"{entry}: names a git folder that is not there", help="git worktree repair")
            return Checkout(top, own, _shared(own))
    raise InputMissing(f"{folder}: is in no git repository", help="run it in one, or name one with -C")


def _shared(folder: Path) -> Path:
    return Path(shared_folder(str(folder)))


def hooks(place: Checkout, environ: Mapping[str, str]) -> Hooks:
    """Return the folder from which git takes the hooks of a work tree.

    Args:
        place: The work tree.
        environ: For the user's own configuration (HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL …).

    Raises:
        BadConfig: Git's configuration does not parse, or only a condition decides.
    """
    named: str | None = None
    shared = False
    uncertain: Path | None = None
    for path, is_shared in (
        *((path, True) for path in user_files(environ)),
        *((path, False) for path in own_files(place)),
    ):
        for setting, depends in settings_in(path, environ):
            if setting[:3] == ("core", None, "hookspath") and setting.value is not None:
                # What comes later counts, whatever the condition.
                named, shared, uncertain = setting.value, is_shared, path if depends else None
    if uncertain is not None:
        raise BadConfig(
            f"{uncertain}: core.hooksPath depends on a condition that only git can judge",
            help="see  git config core.hooksPath, and call gnut-check-report from the hook there",
        )
    if named is None:
        return Hooks(place.shared / "hooks", configured=False, shared=False)
    return Hooks(Path(os.path.normpath(place.top / expanded(named, environ))), configured=True, shared=shared)


def own_files(place: Checkout) -> Iterator[Path]:
    """Yield where git reads a repository's own configuration, in its order: it does not come with a clone."""
    yield place.shared / "config"
    if (place.folder / "config.worktree").exists():
        yield place.folder / "config.worktree"
