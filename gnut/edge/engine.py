"""Which gnut runs: its version, the commit it is made from, and whether anybody attests that."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnut.account.contract import Engine
from gnut.edge.git_files import Checkout
from gnut_store import canon

PACKAGES = ("gnut", "gnut_store")
"""Packages whose code decides what a run says; the hooks only call it."""

UNATTESTED = "unattested"
SETTLED = 2_000_000_000
"""Nanoseconds that every file must be older than what was computed of it: a clock's tick can hide a later edit."""

STALE = 3600 * 1_000_000_000
"""Nanoseconds after which a file that is on its way into the cache belongs to nobody any more."""

_ASIDE = re.compile(r"engine-[0-9a-f]{16}\.[0-9]+\Z")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_SMALL = 1 << 20


class Tree(NamedTuple):
    """The files that this gnut consists of."""

    folders: Mapping[str, Path]
    """Package → its folder."""

    files: Mapping[str, os.stat_result]
    """`gnut/run.py` → what the file system says of it; byte code left out, a link to a folder taken for one file."""

    def path(self, name: str) -> Path:
        """Return where a file lies."""
        package, _, rest = name.partition("/")
        return self.folders[package] / rest


def here() -> Tree:
    """Return the files of the gnut that runs."""
    import gnut
    import gnut_store

    return tree({package.__name__: Path(str(package.__file__)).parent for package in (gnut, gnut_store)})


def tree(folders: Mapping[str, Path]) -> Tree:
    """Return the files that lie in the folders of packages."""
    files = {name: status for package, folder in folders.items() for name, status in _walk(str(folder), package)}
    return Tree(folders, dict(sorted(files.items())))


def engine(cache: Path | None = None, installed: Tree | None = None) -> Engine:
    """Return the identity of the gnut that runs.

    The commit is that of gnut's own repository, if that is what tracks its files; else the one that the installer
    recorded; else there is none. Whatever nobody attests is dirty: changed and unlisted files, an installation that
    differs from its record, sources that lie about without either.

    Args:
        cache: Folder that may keep the answer, with the state of every file that it depends on; None to compute.
        installed: The files to identify; those of this process by default.

    Raises:
        GnutError: There is no Python file, as in an archive that is run as it is.
    """
    installed = installed or here()
    place = _tracking(installed)
    kept = None if cache is None else _Kept(cache, installed, place)
    known = kept.read() if kept else None
    if known is not None:
        return known
    made = _identified(installed, place)
    if kept:
        kept.write(made)
    return made


def _walk(folder: str, name: str) -> Iterator[tuple[str, os.stat_result]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name == "__pycache__":
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path, f"{name}/{entry.name}")
        elif entry.is_file() or entry.is_dir():
            # A link to a folder can stand before a module of the same name. It is listed itself, so that it is
            # seen to be in no record; what it leads to is not gnut's.
            yield f"{name}/{entry.name}", entry.stat()


def _identified(tree: Tree, place: Checkout | None) -> Engine:
    from gnut._version import __version__
    from gnut.account.core import source_tree_sha256

    named = (name for name, status in tree.files.items() if name.endswith(".py") and stat.S_ISREG(status.st_mode))
    code = ((name, tree.path(name).read_bytes()) for name in named)
    revision, clean = _attested(tree, place) or _recorded(tree) or (UNATTESTED, False)
    return Engine(
        package="gnut",
        version=__version__,
        revision=revision,
        source_sha256=source_tree_sha256(code),
        dirty=not clean,
        publishable=clean,
    )


def _tracking(tree: Tree) -> Checkout | None:
    """Return the work tree whose index lists this gnut; a repository that merely stands around it says nothing."""
    from gnut.edge.git.attested import is_tracked
    from gnut.edge.git_files import checkout
    from gnut.errors import GnutError

    folder = tree.folders["gnut"]
    try:
        place = checkout(folder.resolve())
        name = (folder.resolve() / "__init__.py").relative_to(place.top).as_posix()
    except (GnutError, ValueError):
        return None
    return place if is_tracked(place, name) else None


def _attested(tree: Tree, place: Checkout | None) -> tuple[str, bool] | None:
    if place is None:
        return None
    from gnut.edge.git.attested import attested

    try:
        tops = {package: folder.resolve().relative_to(place.top) for package, folder in tree.folders.items()}
    except ValueError:
        return None  # The store's package came from somewhere else: no one commit names both.
    files = [(tops[package] / rest).as_posix() for package, rest in (name.split("/", 1) for name in tree.files)]
    found = attested(place, [top.as_posix() for top in tops.values()], files, project="gnut")
    return None if found is None else (found.commit, not found.changed)


def _recorded(tree: Tree) -> tuple[str, bool] | None:
    """Return the commit that the installer wrote down, and whether the files are those it installed."""
    info = _dist_info(tree)
    if info is None:
        return None
    from gnut.edge.files import read
    from gnut.errors import GnutError

    try:
        origin = canon.decode(read(info / "direct_url.json", limit=_SMALL))
        commit = origin["vcs_info"]["commit_id"] if isinstance(origin, dict) else None
        if not isinstance(commit, str) or not _COMMIT.match(commit):
            return None
        return commit, _is_as_recorded(tree, read(info / "RECORD", limit=16 * _SMALL).decode("utf-8"))
    except (GnutError, KeyError, TypeError, UnicodeDecodeError):
        return None


def _dist_info(tree: Tree) -> Path | None:
    """Return the folder in which the installer describes gnut; importlib.metadata costs more than a whole check."""
    above = tree.folders["gnut"].parent
    found = sorted(name for name in os.listdir(above) if name.startswith("gnut-") and name.endswith(".dist-info"))
    return above / found[0] if len(found) == 1 else None


def _is_as_recorded(tree: Tree, record: str) -> bool:
    """Say whether a wheel's RECORD lists exactly the files of `tree`, with the hashes that they have."""
    import csv
    from base64 import urlsafe_b64decode
    from binascii import Error

    listed: dict[str, str] = {}
    for row in csv.reader(record.splitlines()):
        name, hashed = (row[0], row[1]) if len(row) == 3 else ("", "")
        if name.startswith(tuple(f"{package}/" for package in PACKAGES)) and "/__pycache__/" not in name:
            listed[name] = hashed
    if listed.keys() != tree.files.keys():
        return False
    for name, hashed in listed.items():
        if not stat.S_ISREG(tree.files[name].st_mode):
            return False
        algorithm, _, digits = hashed.partition("=")
        try:
            expected = urlsafe_b64decode(digits + "=" * (-len(digits) % 4)).hex()
        except (Error, ValueError):
            return False
        if algorithm != "sha256" or canon.sha256(tree.path(name).read_bytes()) != expected:
            return False
    return True


class _Kept:
    """An engine's identity, kept with the state of all that it was computed from."""

    def __init__(self, folder: Path, tree: Tree, place: Checkout | None) -> None:
        state = canon.sha256("\n".join(_state(tree, place)).encode("utf-8", "surrogateescape"))
        whose = canon.sha256(os.fsencode(tree.folders["gnut"]))[:16]
        self._file = folder / f"engine-{whose}.json"
        self._state = state
        self._newest = max((status.st_mtime_ns for status in tree.files.values()), default=0)

    def read(self) -> Engine | None:
        """Return what was kept; None when anything changed since, or what lies there is not of this form."""
        import msgspec

        from gnut.edge.files import read
        from gnut.errors import GnutError

        try:
            value = canon.decode(read(self._file, limit=_SMALL))
            if not isinstance(value, dict) or value.get("state") != self._state:
                return None
            return msgspec.convert(value.get("engine"), Engine)
        except (GnutError, msgspec.ValidationError):
            return None

    def write(self, made: Engine) -> None:
        """Keep `made`, if every file is old enough to tell a later edit by; a folder that takes nothing is no fault."""
        try:
            self._file.parent.mkdir(exist_ok=True)
            # A clone may hold a link under any name: nothing is written through one.
            if stat.S_ISDIR(self._file.parent.lstat().st_mode):
                self._replace(canon.encode({"engine": made, "state": self._state}))
        except OSError:
            return

    def _replace(self, body: bytes) -> None:
        aside = self._file.with_suffix(f".{os.getpid()}")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        try:
            with open(descriptor, "wb") as file:
                file.write(body)
            now = aside.stat().st_mtime_ns
            self._sweep(now)
            if now - self._newest > SETTLED:
                os.replace(aside, self._file)
        finally:
            aside.unlink(missing_ok=True)

    def _sweep(self, now: int) -> None:
        """Remove what killed processes left: files on their way for longer than writing one can take."""
        for path in self._file.parent.iterdir():
            if _ASIDE.match(path.name) and now - path.lstat().st_mtime_ns > STALE:
                path.unlink(missing_ok=True)


def _state(tree: Tree, place: Checkout | None) -> Iterable[str]:
    for name, status in tree.files.items():
        yield f"{name} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
    info = _dist_info(tree)
    if info is not None:
        for name in ("direct_url.json", "RECORD"):
            path = info / name
            yield f"{name} {path.stat().st_mtime_ns} {path.stat().st_size}" if path.exists() else f"{name} none"
    if place is not None:
        from gnut.edge.git.attested import state_of

        yield from (str(place.top), *state_of(place))
