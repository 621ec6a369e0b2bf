"""Git's configuration, read from its files without running git or loading a library.

It is data here: nothing that it names is started.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut.edge.files import read
from gnut.errors import BadConfig

LIMIT = 1024 * 1024
DEPTH = 10
"""Includes behind each other, as git allows."""

GIVEN = 1000
"""Settings in the environment that are read."""

_SECTION = re.compile(r"""\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]""")
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)[ \t]*")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}


class Setting(NamedTuple):
    """One line of a configuration."""

    section: str
    part: str | None
    key: str
    value: str | None


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


def settings_in(
    path: Path, environ: Mapping[str, str], *, conditions: bool = True, depth: int = 0
) -> Iterator[tuple[Setting, bool]]:
    """Yield each setting of a file and of what it includes, in git's order, and whether it depends on a condition.

    Args:
        path: The file; one that is not there has no settings.
        environ: For the user's home.
        conditions: Whether files are read that only a condition brings in (`includeIf`), which git alone can judge.
        depth: Includes that led here.

    Raises:
        BadConfig: A file does not parse.
    """
    if not path.is_file() or depth > DEPTH:
        return
    for setting in settings_of(read(path, limit=LIMIT).decode("utf-8", "surrogateescape"), str(path)):
        yield setting, False
        certain = setting.section == "include" and setting.part is None
        if setting.key == "path" and setting.value and (certain or (conditions and setting.section == "includeif")):
            inner = path.parent / expanded(setting.value, environ)
            for one, depends in settings_in(inner, environ, conditions=conditions, depth=depth + 1):
                yield one, depends or not certain


def expanded(value: str, environ: Mapping[str, str]) -> str:
    """Return a path of git's configuration, with the user's home in place of `~/`."""
    home = environ.get("HOME", "")
    return os.path.join(home, value[2:]) if value.startswith("~/") and home else value


def settings_of(text: str, name: str) -> Iterator[Setting]:
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
            yield Setting(section, part, key[1].lower(), value)
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
