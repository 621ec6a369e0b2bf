"""Whose a repository is: the configuration of one that others can change decides nothing here, as git has it."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from gnut.edge.git_files import Checkout
from gnut.edge.owning import listed
from gnut.edge.world import users
from gnut.errors import InputMissing
from gnut_store import guard


def check_repository(place: Checkout, environ: Mapping[str, str], *, uids: Collection[int] | None = None) -> None:
    """Refuse a repository that another user owns or whose git folder anybody may write to, unless the user lists it.

    Its configuration names lists of signers, keys and folders of hooks: whoever writes it decides who is believed.

    Args:
        place: The repository.
        environ: For the places of git's configuration, where `safe.directory` stands.
        uids: Users whose repositories are used; by default those whose stores are.

    Raises:
        InputMissing: It is refused (`repository_not_owned`); the help is the line to type.
    """
    known = users() if uids is None else uids
    top = os.path.realpath(place.top)
    # Who may write beside `.git` can put another in its place, but only as their own.
    why = _fault(top, known, owner_alone=True)
    for path in (place.top / ".git", place.folder, place.shared, place.folder / "config", place.shared / "config"):
        why = why or _fault(os.path.realpath(path), known)
    if why is None or any(listed(environ)(each, False) for each in (top, os.path.realpath(place.shared))):
        return
    raise InputMissing(
        f"{top}: the repository {why}, and its configuration is not read",
        help=f"If you trust what is in it:  {guard.line(top)}",
        code="repository_not_owned",
    )


def _fault(path: str, uids: Collection[int], *, owner_alone: bool = False) -> str | None:
    try:
        found = os.stat(path)
    except OSError:
        return None  # What is not there says nothing.
    return None if owner_alone and found.st_uid in uids else guard.fault(found, uids)
