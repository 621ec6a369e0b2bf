"""Files that git holds, as sources: those that a report in git cites, and one that is named."""

from __future__ import annotations

import os
from pathlib import Path

from gnut.edge.committed import from_top, unfound, unreadable, view_of
from gnut.edge.files import SMALLER
from gnut.edge.git.repository import place
from gnut.edge.git.revisions import spelled
from gnut.edge.git.views import View
from gnut.edge.local import MOST as LOCAL_BYTES
from gnut.edge.local import refusal_of
from gnut.edge.paths import legible, native
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, ReportTooLarge
from gnut.model import Absence, Fetched, Uri


def file_at(world: World, argument: str, limit: int) -> bytes:
    """Return the bytes of the file that `REVISION:PATH` names.

    Raises:
        InputMissing: It names none.
        ReportTooLarge: It holds more than `limit` bytes.
    """
    parts = spelled(argument)
    name = legible(argument)
    if parts is None:
        raise InputMissing(f"{name}: no such file", help="name one as git does: REVISION:PATH")
    try:
        here = place(world)
        view = view_of(here, parts)
    except GnutError as error:
        raise unfound(argument, parts, error) from None
    return file_in(view, from_top(world, here, parts.path), limit, name)


def file_in(view: View, path: bytes, limit: int, shown: str, remedy: str = SMALLER) -> bytes:
    """Return the bytes of the file at a path from the top.

    Raises:
        InputMissing: There is none, or git's objects are damaged.
        ReportTooLarge: It holds more than `limit` bytes; `remedy` is the help.
    """
    entry = view.entry(path)
    if entry is None:
        raise InputMissing(f"{shown}: no such file in {view.label}", help="paths count from the top of the repository")
    refused = unreadable(entry, shown)
    if refused is not None:
        raise refused
    return view.read(entry, limit, shown, remedy)


def read_held(view: View, root: Path, relative: str) -> Fetched | Absence:
    """Return a file that git holds as a source, by the rules for files on disk, or the named reason why it is none.

    Args:
        view: What the report that cites it was read from.
        root: Root of the repository, from which the path counts.
        relative: Path from it with `/`, as in a `file:` identity.
    """
    uri = Uri(f"file:{relative}")
    fault = refusal_of(relative)
    if fault is not None:
        return Absence(uri, "blocked_target", fault)
    missing = Absence(uri, "not_found", f"no such file in {view.label}")
    try:
        whole = root / native(relative)
        if not whole.is_relative_to(view.top):
            return missing
        found = view.followed(os.fsencode(whole.relative_to(view.top).as_posix()))
    except (UnicodeEncodeError, InputMissing, ReportTooLarge) as error:
        return Absence(uri, "unreachable", f"{error}")
    if isinstance(found, str):
        return Absence(uri, "redirect_loop" if "circle" in found else "blocked_target", found) if found else missing
    path, entry = found
    inside = view.top / os.fsdecode(path)
    fault = refusal_of(inside.relative_to(root).as_posix()) if inside.is_relative_to(root) else "it leaves the root"
    if fault is not None:
        return Absence(uri, "blocked_target", f"a link leads to what is no source: {fault}")
    if not entry.is_file:
        return Absence(uri, "blocked_target", "not a regular file")
    try:
        return Fetched(uri, uri, 200, None, view.read(entry, LOCAL_BYTES, str(uri)), (), supplied=False)
    except ReportTooLarge:
        return Absence(uri, "too_large", f"over {LOCAL_BYTES} bytes")
    except InputMissing as error:
        return Absence(uri, "unreachable", f"{error}")
