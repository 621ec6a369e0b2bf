"""Which stores of others a user works with: what git's `safe.directory` lists, read without git.

Only the system's and the user's configuration count, and what the environment adds to them. A repository's own
never does: it came with the clone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gnut.edge.git_settings import expanded, given, settings_in, user_files


def listed(environ: Mapping[str, str]) -> Callable[[str, bool], bool]:
    """Return what says of a folder whether the user has listed it; files are read at the first question.

    Args:
        environ: For the places of git's configuration.
    """
    known: list[str] = []
    asked = False

    def safe(folder: str, by_name: bool) -> bool:
        nonlocal asked
        if not asked:
            asked = True
            known.extend(values(environ))
        return any(_covers(value, folder, by_name) for value in known)

    return safe


def values(environ: Mapping[str, str]) -> list[str]:
    """Return what is listed, after the last empty value, as git does.

    Raises:
        BadConfig: Git's configuration does not parse.
    """
    found: list[str] = []
    brought = [value for key, value in given(environ) if key.lower() == "safe.directory"]
    for value in (*(value for path in user_files(environ) for value in _in_file(path, environ)), *brought):
        if value:
            found.append(expanded(value, environ))
        else:
            found.clear()
    return found


def _in_file(path: Path, environ: Mapping[str, str]) -> Iterator[str]:
    # What depends on a condition is not read: git judges it by a repository, and there is none yet.
    for setting, _ in settings_in(path, environ, conditions=False):
        if setting[:3] == ("safe", None, "directory"):
            yield setting.value or ""


def _covers(value: str, folder: str, by_name: bool) -> bool:
    if value == "*":
        return not by_name
    real = os.path.realpath(value) if os.path.isabs(value) else value
    if value.endswith("/*"):
        above = os.path.realpath(value[:-2]) if os.path.isabs(value) else value[:-2]
        return not by_name and folder.startswith(above.rstrip("/") + "/")
    return real == folder
