"""What git's configuration says of signatures by SSH keys, read without git.

Of several files the last one that names a key counts, as with git: the system's, the user's, the repository's own,
and then what `GIT_CONFIG_COUNT` brings. The repository has to be the user's.
`gpg.ssh.program` is not among the keys: a configuration starts nothing here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut.edge.git_files import checkout, own_files
from gnut.edge.git_settings import expanded, given, settings_in, user_files
from gnut.edge.owned import check_repository
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

    conditional: Mapping[str, Path]
    """Keys that a condition (`includeIf`) may decide, with the file that says so."""

    def get(self, key: str) -> Setting | None:
        """Return what a key says; None when nothing does.

        Raises:
            BadConfig: It depends on a condition.
        """
        if key in self.conditional:
            raise BadConfig(
                f"{self.conditional[key]}: {WRITTEN[key]} depends on a condition that only git can judge",
                help="name the files yourself: --key, --allowed-signers, --revocation",
            )
        return self.told.get(key)

    def path(self, key: str, environ: Mapping[str, str]) -> tuple[Path, str] | None:
        """Return the file that a key names, and how to speak of it; None when nothing does."""
        setting = self.get(key)
        if setting is None or not setting.value:
            return None
        path = Path(os.path.normpath(self.top / expanded(setting.value, environ)))
        return path, f"{path} ({WRITTEN[key]} in {setting.file})"


def settings(world: World) -> Settings:
    """Return what git's configuration says of signatures, from the current folder.

    Raises:
        BadConfig: A file does not parse.
        InputMissing: Another user owns the repository (`repository_not_owned`).
    """
    try:
        place = checkout(world.cwd)
    except InputMissing:
        place = None
    if place is not None:
        check_repository(place, world.environ)
    own = () if place is None else own_files(place)
    found = [(path, each) for path in (*user_files(world.environ), *own) for each in _in_file(path, world.environ)]
    found += [(Path(at), (key, value, False)) for at, key, value in _from_environment(world.environ)]
    told: dict[str, Setting] = {}
    conditional: dict[str, Path] = {}
    for path, (key, value, is_conditional) in found:
        if is_conditional:
            conditional[key] = path
        else:
            told[key] = Setting(value, path)
            conditional.pop(key, None)  # What comes later counts, whatever the condition.
    return Settings(told, world.cwd if place is None else place.top, conditional)


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield (variable, key, value)."""
    for number, (name, value) in enumerate(given(environ)):
        section, _, rest = name.partition(".")
        part, dot, last = rest.rpartition(".")
        key = KEYS.get((section.lower(), part if dot else None, last.lower()))
        if key is not None:
            yield f"GIT_CONFIG_VALUE_{number}", key, value


def _in_file(path: Path, environ: Mapping[str, str]) -> Iterator[tuple[str, str, bool]]:
    """Yield (key, value, whether it depends on a condition)."""
    for setting, depends in settings_in(path, environ):
        key = KEYS.get(setting[:3])
        if key is not None and setting.value is not None:
            yield key, setting.value, depends
