"""What git's configuration says of signatures by SSH keys, read without git.

Of several files the last one that names a key counts, as with git: the system's, the user's, the repository's own.
`gpg.ssh.program` is not among the keys: a configuration starts nothing here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut.edge.files import read
from gnut.edge.git_files import DEPTH, LIMIT, checkout, expanded, own_files, settings_of, user_files
from gnut.edge.world import World
from gnut.errors import BadConfig, InputMissing

FORMAT = "gpg.format"
KEY = "user.signingkey"
SIGNERS = "gpg.ssh.allowedsignersfile"
REVOKED = "gpg.ssh.revocationfile"
KEYS = {
    ("gpg", None, "format"): FORMAT,
    ("user", None, "signingkey"): KEY,
    ("gpg", "ssh", "allowedsignersfile"): SIGNERS,
    ("gpg", "ssh", "revocationfile"): REVOKED,
}
WRITTEN = {
    FORMAT: FORMAT,
    KEY: "user.signingKey",
    SIGNERS: "gpg.ssh.allowedSignersFile",
    REVOKED: "gpg.ssh.revocationFile",
}


class Setting(NamedTuple):
    """A value of git's configuration, and where it stands."""

    value: str
    file: Path


class Settings(NamedTuple):
    """All that git's configuration says of it."""

    told: Mapping[str, Setting]
    top: Path
    """Where relative paths count from: the top of the work tree, else the current folder."""

    def path(self, key: str, environ: Mapping[str, str]) -> tuple[Path, str] | None:
        """Return the file that a key names, and how to speak of it; None when nothing does."""
        setting = self.told.get(key)
        if setting is None or not setting.value:
            return None
        path = Path(os.path.normpath(self.top / expanded(setting.value, environ)))
        return path, f"{path} ({WRITTEN[key]} in {setting.file})"


def settings(world: World) -> Settings:
    """Return what git's configuration says of signatures, from the current folder.

    Raises:
        BadConfig: A file does not parse, or one of the keys depends on a condition (`includeIf`).
    """
    try:
        place = checkout(world.cwd)
        top, own = place.top, tuple(own_files(place))
    except InputMissing:
        top, own = world.cwd, ()
    told: dict[str, Setting] = {}
    for path in (*user_files(world.environ), *own):
        for key, value in _in_file(path, world.environ):
            told[key] = Setting(value, path)
    return Settings(told, top)


def _in_file(path: Path, environ: Mapping[str, str], depth: int = 0) -> Iterator[tuple[str, str]]:
    if not path.is_file() or depth > DEPTH:
        return
    for setting in settings_of(read(path, limit=LIMIT).decode("utf-8", "surrogateescape"), str(path)):
        key = KEYS.get((setting.section, setting.part, setting.key))
        if key is not None and setting.value is not None:
            yield key, setting.value
        elif setting.section in ("include", "includeif") and setting.key == "path" and setting.value:
            inner = list(_in_file(path.parent / expanded(setting.value, environ), environ, depth + 1))
            if inner and setting.section == "includeif":
                raise BadConfig(
                    f"{path}: {WRITTEN[inner[0][0]]} depends on a condition that only git can judge",
                    help="name the files yourself: --key, --allowed-signers, --revocation",
                )
            yield from inner
