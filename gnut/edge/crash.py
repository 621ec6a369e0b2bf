"""Where a bug leaves its traceback: a file that git ignores, never the terminal."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from gnut._version import __version__
from gnut.edge.world import World, world
from gnut.formats.escape import redacted

KEPT = 20
"""Newest log files that stay; older ones of gnut's own are removed."""


def _folders(seen: World) -> list[Path]:
    """Return where a log may go, best first: the store's ignored part, then the user's state folder."""
    folders = [seen.store / "local" / "crashes"] if seen.store and (seen.store / "local").is_dir() else []
    state = seen.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path("~/.local/state").expanduser()
    return [*folders, base / "gnut"]


def log(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """Write what is needed to understand `error`, and return the file; None when no folder takes it.

    Credentials and query values of addresses are left out, and so are the values of variables.
    """
    seen = world()
    trace = redacted("".join(traceback.format_exception(error)))
    if seen.environ.get("GNUT_DEBUG") == "1" and sys.stderr is not None:
        sys.stderr.write(trace)
    text = (
        f"gnut {__version__}\npython {platform.python_version()} on {platform.system()} {platform.machine()}\n"
        f"arguments: {redacted(repr(list(arguments)))}\n\n{trace}"
    )
    name = f"crash-{seen.now().replace(':', '').replace('-', '')}-{os.getpid()}.log"
    for folder in _folders(seen):
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            target = folder / name
            target.write_text(text, encoding="utf-8", errors="backslashreplace")
            for old in sorted(folder.glob("crash-*.log"))[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            continue
        return target
    return None
