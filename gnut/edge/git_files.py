"""Git's own files, read without running git or loading a library: work trees, configuration, and where hooks lie.

Hooks are looked for here; who may own a store and which keys sign read the same settings elsewhere. Configuration is
data: nothing that it names is started.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut.edge.files import read
from gnut.errors import BadConfig, InputMissing
from gnut_store.worktrees import shared_folder

LIMIT = 1024 * 1024
DEPTH = 10
"""Includes behind each other, as git allows."""

GIVEN = 1000
"""Settings in the environment that are read."""

_SECTION = re.compile(r"""\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]""")
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)[ \t]*")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}


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


class _Setting(NamedTuple):
    section: str
    part: str | None
    key: str
    value: str | None


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
    for path, is_shared in (
        *((path, True) for path in user_files(environ)),
        *((path, False) for path in own_files(place)),
    ):
        value = _hooks_path(path, environ)
        if value is not None:
            named, shared = value, is_shared
    if named is None:
        return Hooks(place.shared / "hooks", configured=False, shared=False)
    return Hooks(Path(os.path.normpath(place.top / expanded(named, environ))), configured=True, shared=shared)


def user_files(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield where git reads the system's and the user's configuration, in its order; not all need be there."""
    if environ.get("GIT_CONFIG_NOSYSTEM", "") in ("", "0", "false"):
        yield Path(environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig")
    if "GIT_CONFIG_GLOBAL" in environ:
        yield Path(environ["GIT_CONFIG_GLOBAL"])
        return
    home = environ.get("HOME", "")
    config = environ.get("XDG_CONFIG_HOME") or (os.path.join(home, ".config") if home else "")
    if config:
        yield Path(config) / "git" / "config"
    if home:
        yield Path(home) / ".gitconfig"


def given(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (key, value) of what `GIT_CONFIG_COUNT` brings, as containers set it; keys as they are spelled.

    Raises:
        BadConfig: The count is none.
    """
    count = environ.get("GIT_CONFIG_COUNT", "")
    if not count:
        return
    if not (count.isascii() and count.isdigit() and len(count) < 6 and int(count) <= GIVEN):
        raise BadConfig(f"GIT_CONFIG_COUNT is {count[:80]!r}", help="see  git help config")
    for number in range(int(count)):
        yield environ.get(f"GIT_CONFIG_KEY_{number}", ""), environ.get(f"GIT_CONFIG_VALUE_{number}", "")


def own_files(place: Checkout) -> Iterator[Path]:
    """Yield where git reads a repository's own configuration, in its order: it does not come with a clone."""
    yield place.shared / "config"
    if (place.folder / "config.worktree").exists():
        yield place.folder / "config.worktree"


def _hooks_path(path: Path, environ: Mapping[str, str], depth: int = 0) -> str | None:
    """Return the last `core.hooksPath` of a file and of what it includes; an empty value unsets it."""
    if not path.is_file() or depth > DEPTH:
        return None
    found: str | None = None
    for setting in settings_of(read(path, limit=LIMIT).decode("utf-8", "surrogateescape"), str(path)):
        match (setting.section, setting.key):
            case ("core", "hookspath") if setting.part is None and setting.value is not None:
                found = setting.value
            case ("include", "path") if setting.value:
                inner = _hooks_path(path.parent / expanded(setting.value, environ), environ, depth + 1)
                found = found if inner is None else inner
            case ("includeif", "path") if setting.value:
                inner = _hooks_path(path.parent / expanded(setting.value, environ), environ, depth + 1)
                if inner is not None:
                    raise BadConfig(
                        f"{path}: core.hooksPath depends on a condition that only git can judge",
                        help="see  git config core.hooksPath, and call gnut-check-report from the hook there",
                    )
    return found


def expanded(value: str, environ: Mapping[str, str]) -> str:
    """Return a path of git's configuration, with the user's home in place of `~/`."""
    home = environ.get("HOME", "")
    return os.path.join(home, value[2:]) if value.startswith("~/") and home else value


def settings_of(text: str, name: str) -> Iterator[_Setting]:
    """Yield the settings of a git configuration file, in order.

    Raises:
        BadConfig: A line is none that git would accept.
    """
    section, part = "", None
    at = 0
    while at < len(text):
        if text[at] in " \t\r\n\ufeff":
            at += 1
        elif text[at] in "#;":
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif header := _SECTION.match(text, at):
            section, _, dotted = header[1].lower().partition(".")
            part = header[2] if header[2] is not None else dotted or None
            at = header.end()
        elif (key := _KEY.match(text, at)) and section:
            value, at = _value(text, key.end()) if key[2] else (None, key.end())
            yield _Setting(section, part, key[1].lower(), value)
        else:
            line = text.count("\n", 0, at) + 1
            raise BadConfig(f"{name}:{line}: git's configuration does not parse", help="see  git config --list")


def _value(text: str, at: int) -> tuple[str, int]:
    """Return a value without quotes, escapes and comments, and where it ends."""
    out: list[str] = []
    kept = 0
    quoted = False
    while at < len(text) and text[at] != "\n":
        char = text[at]
        if char == "\\":
            following = text[at + 1 : at + 2]
            if following == "\r" and text[at + 2 : at + 3] == "\n":
                at += 1
            elif following != "\n":
                out.append(_ESCAPES.get(following, following))
                kept = len(out)
            at += 2
            continue
        if char == '"':
            quoted = not quoted
            kept = max(kept, len(out))
        elif char in "#;" and not quoted:
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            break
        else:
            out.append(char)
            if quoted or not char.isspace():
                kept = len(out)
        at += 1
    return "".join(out[:kept]), at
