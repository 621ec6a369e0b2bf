"""The repository's configuration file, found and read."""

from __future__ import annotations

import os
from pathlib import Path

from gnut.config.parse import Config, parse
from gnut.edge.files import read
from gnut.errors import BadConfig, GnutError

OWN = "gnut.toml"
SHARED = "pyproject.toml"
LIMIT = 1024 * 1024


def settings(root: Path) -> Config:
    """Return the configuration of the repository at `root`: `gnut.toml`, or `[tool.gnut]` of pyproject.toml.

    Raises:
        BadConfig: Both exist, or one does not parse, or states what it may not.
    """
    own = _table(root / OWN, OWN)
    shared = _table(root / SHARED, SHARED)
    tool = shared.get("tool") if shared else None
    section = tool.get("gnut") if isinstance(tool, dict) else None
    if own is not None and section is not None:
        raise BadConfig(f"both {OWN} and [tool.gnut] in {SHARED} exist", help="keep one: they are never merged")
    if own is not None:
        return parse(own, OWN)
    if section is None:
        return Config()
    if not isinstance(section, dict):
        raise BadConfig(f"{SHARED}: tool.gnut is not a table", help="write it as [tool.gnut]")
    return parse(section, f"{SHARED} [tool.gnut]")


def _table(path: Path, name: str) -> dict[str, object] | None:
    # A dangling link is a configuration that got lost, not a repository without one.
    if not os.path.lexists(path):
        return None
    try:
        body = read(path, limit=LIMIT, shown=name)
    except GnutError as error:
        raise BadConfig(str(error), help=error.help) from None
    # Reading TOML costs as much as starting Python; most pyproject files say nothing of gnut.
    if name == SHARED and b"gnut" not in body and b"\\" not in body:
        return None
    import tomllib

    try:
        return tomllib.loads(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadConfig(f"{name}: is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        if name == SHARED and isinstance(error, tomllib.TOMLDecodeError) and b"gnut" not in body:
            return None
        why = "is nested too deeply" if isinstance(error, RecursionError) else _first_line(error)
        raise BadConfig(f"{name}: {why}", help="it is read as TOML 1.0") from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["is nested too deeply"])[0][:200]
