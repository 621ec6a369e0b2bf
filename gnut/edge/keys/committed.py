"""Commits, and lists that stand in one, as `REV:PATH`: read from git's objects, not from the work tree."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from gnut.config.parse import REPORT_BYTES
from gnut.edge.committed import from_top
from gnut.edge.git.repository import place
from gnut.edge.git.revisions import commit_of, files_of, spelled
from gnut.edge.held import file_in
from gnut.edge.paths import legible, native
from gnut.edge.world import World
from gnut.errors import InputMissing, Usage
from gnut.sign.core.signers import MOST
from gnut_store import canon


def commit(world: World, name: str) -> str:
    """Return the full name of the commit that git knows by `name`.

    Raises:
        InputMissing: There is no repository here.
        Usage: It has no such commit (`unknown_commit`).
    """
    here = place(world)
    with _known(name):
        return str(commit_of(here, name).id)


@contextlib.contextmanager
def _known(name: str) -> Iterator[None]:
    """Say of a name that is asked for inside, and that git does not know, that it is no commit."""
    try:
        yield
    except InputMissing:
        said = f"{legible(name)}: no commit of this repository"
        raise Usage(said, help="git log shows them", code="unknown_commit") from None


def sha256_at(world: World, name: str, path: str) -> str | None:
    """Return the SHA-256 of a report as it stands in a commit; None when the commit has no file there.

    Args:
        world: Where the repository is.
        name: Of the commit.
        path: From the root of what gnut calls the repository, as runs spell it.

    Raises:
        InputMissing: There is no repository here, or git's objects are damaged.
        ReportTooLarge: The file is longer than a report may be.
        Usage: `unknown_commit`.
    """
    here = place(world)
    with _known(name):
        view = files_of(here, commit_of(here, name), name)
    whole = os.path.realpath(world.root / native(path))
    top = os.path.realpath(here.top)
    if path == "-" or not whole.startswith(f"{top.rstrip('/')}/"):
        return None
    entry = view.entry(os.fsencode(os.path.relpath(whole, top)))
    if entry is None or not entry.is_file:
        return None
    return canon.sha256(view.read(entry, REPORT_BYTES, f"{view.prefix}{path}"))


def body(world: World, text: str) -> bytes | None:
    """Return the bytes of a file as it stands in a commit; None when no file of this repository has that name.

    Args:
        world: Where the repository is.
        text: `REV:PATH`; the path counts from the top of the repository, or from the current folder behind `./`.
            Nothing but a commit is meant: not the index, which the change that is checked may have filled.

    Raises:
        InputMissing: There is no repository here, the file is none, or git's objects are damaged.
        ReportTooLarge: It is longer than a list may be.
        Usage: `unknown_commit`.
    """
    parts = spelled(text)
    if parts is None or not parts.revision or not parts.path or parts.path.startswith("/"):
        return None
    here = place(world)
    with _known(parts.revision):
        view = files_of(here, commit_of(here, parts.revision), parts.revision)
    return file_in(view, from_top(world, here, parts.path), MOST, legible(text), "name a shorter list")
