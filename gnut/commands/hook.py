"""`gnut hook`: git checks the reports of each commit, as the commit will hold them."""

from __future__ import annotations

import os
from pathlib import Path

from gnut.edge import terminal
from gnut.edge.files import read
from gnut.edge.git_files import Checkout, Hooks, checkout, hooks
from gnut.edge.owned import check_repository
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, Usage
from gnut.formats import escape

NAME = "pre-commit"
MARK = "gnut-hook/2"
LINE = "gnut-check-report --staged --allow-empty"
"""What the hook runs; also the line by which another hook calls gnut."""

SCRIPT = f"""#!/bin/sh
# {MARK}: written by `gnut hook install`, removed by `gnut hook uninstall`.
# Checks the reports of this commit offline, as the commit will hold them.
if ! command -v gnut-check-report >/dev/null 2>&1; then
    echo "gnut: gnut-check-report is not on the PATH, so no citation was checked" >&2
    echo "gnut: install gnut, or commit with --no-verify" >&2
    exit 1
fi
{LINE}
"""


def install(world: World) -> int:
    """Write the hook where git looks for it, and say where.

    Raises:
        InputMissing: There is no git repository.
        Usage: Another hook is there, or the folder is not this repository's own.
    """
    place = _own(world)
    found = hooks(place, world.environ)
    _refuse_foreign_folder(place, found)
    target = found.folder / NAME
    what = _what(target)
    if what == "foreign":
        raise Usage(f"{target}: another hook is there, and it is not changed", help=f"add this line to it:  {LINE}")
    if what == "current":
        terminal.note(f"already installed: {target}")
        return 0
    found.folder.mkdir(parents=True, exist_ok=True)
    draft = found.folder / f".{NAME}.{os.getpid()}.gnut"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o755)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        if what == "older":
            os.replace(draft, target)
        else:
            # A link fails if a hook came in between; a rename would overwrite it.
            os.link(draft, target)
    except FileExistsError:
        raise Usage(f"{target}: another hook appeared there, and it is not changed") from None
    finally:
        draft.unlink(missing_ok=True)
    terminal.note(f"installed: {target}")
    return 0


def _own(world: World) -> Checkout:
    """Return the repository around the current folder; one that others can change says nothing of hooks."""
    place = checkout(world.cwd)
    check_repository(place, world.environ)
    return place


def uninstall(world: World) -> int:
    """Remove the hook if gnut wrote it, and say so.

    Raises:
        InputMissing: There is no git repository.
        Usage: The hook there is not gnut's.
    """
    target = hooks(_own(world), world.environ).folder / NAME
    what = _what(target)
    if what == "foreign":
        raise Usage(f"{target}: this hook is not gnut's, and it is not changed", help="remove what calls gnut by hand")
    if what == "none":
        terminal.note(f"nothing to remove: there is no {target}")
        return 0
    target.unlink()
    terminal.note(f"removed: {target}")
    return 0


def status(world: World) -> int:
    """Print which hook git runs before a commit; return 0 if it is gnut's, 1 otherwise.

    Raises:
        InputMissing: There is no git repository.
    """
    found = hooks(_own(world), world.environ)
    target = found.folder / NAME
    said = {
        "current": "installed",
        "older": "installed by another version; run  gnut hook install",
        "foreign": "not installed: another hook is there",
        "none": "not installed",
    }
    what = _what(target)
    runs = what in ("current", "older") and os.access(target, os.X_OK)
    idle = " (git skips it: it may not be executed)" if what in ("current", "older") and not runs else ""
    where = " (core.hooksPath)" if found.configured else ""
    terminal.out(f"{escape.terminal(str(target))}{where}: {said[what]}{idle}\n")
    return 0 if runs else 1


def _what(target: Path) -> str:
    """Return what stands in the hook's place: `none | current | older | foreign`."""
    if not os.path.lexists(target):
        return "none"
    try:
        body = read(target, limit=64 * 1024)
    except GnutError:
        return "foreign"
    if body == SCRIPT.encode():
        return "current"
    return "older" if b"\n# gnut-hook/" in body[:200] else "foreign"


def _refuse_foreign_folder(place: Checkout, found: Hooks) -> None:
    if found.shared:
        raise Usage(
            f"core.hooksPath of your own configuration names {found.folder}: hooks there run in every repository",
            help=f"add this line to the pre-commit hook there if you want that:  {LINE}",
        )
    real = Path(os.path.realpath(found.folder))
    inside = any(real.is_relative_to(os.path.realpath(part)) for part in (place.top, place.shared))
    if not inside:
        raise Usage(
            f"git takes its hooks from {found.folder}, outside this repository",
            help=f"add this line to the pre-commit hook there:  {LINE}",
        )
    if os.path.lexists(found.folder) and not found.folder.is_dir():
        raise InputMissing(f"{found.folder}: is no folder, so git runs no hooks", help="see  git config core.hooksPath")
