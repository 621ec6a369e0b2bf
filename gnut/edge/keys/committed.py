"""Commits, and lists that stand in one, as `REV:PATH`: read from git's objects, not from the work tree."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from gnut.config.parse import REPORT_BYTES
from gnut.edge.paths import native
from gnut.edge.world import World
from gnut.errors import InputMissing, Usage
from gnut.sign.core.signers import MOST
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.edge.git.repository import Place


def commit(world: World, name: str) -> str:
    """Return the full name of the commit that git knows by `name`.

    Raises:
        InputMissing: There is no repository here.
        Usage: It has no such commit (`unknown_commit`).
    """
    from gnut.edge.git.repository import place

    return _commit(place(world), name)[0]


def _commit(place: Place, name: str) -> tuple[str, str]:
    """Return the names of a commit and of its tree."""
    try:
        found: Any = place.repository.revparse_single(f"{name}^{{commit}}")
    except (KeyError, ValueError):
        raise Usage(f"{name}: no commit of this repository", help="git log shows them", code="unknown_commit") from None
    return str(found.id), str(found.tree_id)


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
    from gnut.edge.git.repository import place
    from gnut.edge.git.views import Committed

    here = place(world)
    tree = _commit(here, name)[1]
    whole = os.path.realpath(world.root / native(path))
    top = os.path.realpath(here.top)
    if path == "-" or not whole.startswith(f"{top.rstrip('/')}/"):
        return None
    inside = os.fsencode(os.path.relpath(whole, top))
    view = Committed(here.repository, tree, here.top, f"{name}:", name)
    entry = view.entry(inside)
    return (
        None if entry is None or not entry.is_file else canon.sha256(view.read(entry, REPORT_BYTES, f"{name}:{path}"))
    )


def body(world: World, text: str) -> bytes | None:
    """Return the bytes of a file as it stands in a commit; None when no file of this repository has that name.

    Args:
        world: Where the repository is.
        text: `REV:PATH`; the path counts from the top of the repository, or from the current folder behind `./`.

    Raises:
        InputMissing: There is no repository here, the file is none, or git's objects are damaged.
        ReportTooLarge: It is longer than a list may be.
        Usage: `unknown_commit`.
    """
    from gnut.edge.git.repository import place
    from gnut.edge.git.views import Committed

    rev, _, path = text.partition(":")
    if not rev or not path or path.startswith("/"):
        return None
    here = place(world)
    if path.startswith("./"):
        inside = world.cwd.relative_to(here.top).as_posix() if world.cwd.is_relative_to(here.top) else "."
        path = path.removeprefix("./") if inside == "." else f"{inside}/{path.removeprefix('./')}"
    view = Committed(here.repository, _commit(here, rev)[1], here.top, f"{rev}:", rev)
    entry = view.entry(path.encode("utf-8", "surrogateescape"))
    if entry is None or not entry.is_file:
        raise InputMissing(f"{text}: no file of that commit", help="git ls-tree -r --name-only REV lists them")
    return view.read(entry, MOST, text, "name a shorter list")
