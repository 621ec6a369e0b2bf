"""Fetches what a remote has under `refs/gnut/store`, and pushes to it, never by force."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnut_store.carrier import CarrierFailed
from gnut_store.carry.address import Address, address, said_without_credentials, without_credentials
from gnut_store.carry.copying import copy
from gnut_store.carry.credentials import callbacks
from gnut_store.carry.moving import move
from gnut_store.carry.racing import is_race
from gnut_store.carry.repository import STORE_REF, kept, opened, settle, tidy, tip, told, tracking_ref

if TYPE_CHECKING:
    import pygit2

CONNECT, IDLE = 20_000, 60_000
"""Milliseconds that a remote may take to answer at all, and to say something more."""

ATTEMPTS = 5
"""Times that a fetch is tried whose ref another process is just writing."""


class Remote:
    """Another repository that carries the same store."""

    def __init__(self, repository: Path, name: str | None, environ: Mapping[str, str], cwd: Path) -> None:
        """Find a remote.

        Args:
            repository: Any folder in the repository.
            name: A remote's name, an address or a path; None for the remote of the branch, `origin`, or the only one.
            environ: For ssh's agent and the home of keys.
            cwd: What a path that was typed is relative to.

        Raises:
            CarrierFailed: No such remote (`no_remote`), or an address that is refused.
        """
        self._git = opened(repository)
        self._environ = environ
        self.name, self._fetch_url, self._push_url, self._folder = _found(self._git, name, cwd)
        self.shown = without_credentials(self.name)
        """How messages call it, without credentials."""

        self.tracking = tracking_ref(self.name)
        """Local ref that keeps what it had when it was last fetched."""

    def tidy(self, now: int) -> None:
        """Remove what killed runs left here; see `repository.tidy`."""
        tidy(self._git, now)

    def fetch(self) -> str | None:
        """Bring the remote's `refs/gnut/store` here, under `tracking`; return its commit, None when there is none.

        Raises:
            CarrierFailed: It cannot be reached, does not let us in, or sends nonsense.
        """
        there, remote = self._reached(self._fetch_url)
        with self._advised(there, push=False):
            found = self._copied(there.url) if there.way == "path" else self._asked(remote, there)
            if found is None:
                self._forget()
                return None
        self.remember(str(found))
        return str(found)

    def _asked(self, remote: Any, there: Address) -> pygit2.Oid | None:
        """Let the library fetch; return what the remote's ref names, None when it has none."""
        asked = self._callbacks(there)
        heads = {head.name: head.oid for head in remote.list_heads(callbacks=asked, proxy=_proxy(there))}
        found: pygit2.Oid | None = heads.get(STORE_REF)
        if found is not None:
            asked = self._callbacks(there)
            # Into no ref: what moves refs in there leaves a lock behind when it is killed.
            with kept(os.path.join(self._git.path, "FETCH_HEAD")):
                remote.fetch([STORE_REF], callbacks=asked, proxy=_proxy(there))
        return found

    def _callbacks(self, there: Address) -> Any:
        known = self.name in self._git.remotes.names()
        return callbacks(self._git, there.url, self._environ, self.shown, configured=known)

    def _copied(self, path: str) -> pygit2.Oid | None:
        """Copy from a repository of this machine; return what its ref names, None when it has none."""
        other = opened_at(path)
        found = tip(other, STORE_REF)
        if found is None:
            return None
        known = tip(self._git, self.tracking)
        if known != found and not copy(
            other, self._git, found, known if known is not None and known in other else None
        ):
            raise _too_large(self.shown, "holds more, or a longer file, than a store can")
        return found

    def _forget(self) -> None:
        import pygit2

        try:
            self._git.references.delete(self.tracking)
        except (KeyError, pygit2.GitError):
            return

    def remember(self, commit: str) -> None:
        """Let `tracking` name what the remote has now.

        Raises:
            CarrierFailed: The commit did not come, though the remote says that it has it.
        """
        import pygit2

        wanted = pygit2.Oid(hex=commit)
        with told(self.shown):
            if wanted not in self._git:
                raise CarrierFailed(
                    f"{self.shown}: says that it has a store and does not send it", code="carried_damaged"
                )
            for _ in range(ATTEMPTS):
                if move(self._git, self.tracking, tip(self._git, self.tracking), wanted):
                    return
        raise CarrierFailed(f"{self.tracking}: another process keeps moving it", help="Try again later.")

    def push(self, commit: str, expected: str | None) -> str | None:
        """Let the remote's `refs/gnut/store` name a commit, if it is still at `expected`.

        Args:
            commit: A descendant of `expected`; the local `refs/gnut/store` names it or a descendant of it.
            expected: What the remote had when it was fetched; None for nothing.

        Returns:
            None when it is done, else why the remote would not: most often, somebody else was faster.

        Raises:
            CarrierFailed: It cannot be reached, or does not let us in.
        """
        import pygit2

        there, remote = self._reached(self._push_url)
        if there.way == "path":
            # NOTE: libgit2's own push to a path overwrites what somebody else pushed a moment before.
            with told(self.shown):
                return None if self._handed(there.url, commit, expected) else "somebody else was faster"
        asked = self._callbacks(there)
        with self._advised(there, push=True):
            try:
                remote.push([f"{STORE_REF}:{STORE_REF}"], callbacks=asked, proxy=_proxy(there))
            except pygit2.GitError as error:
                if is_race(str(error)):
                    return said_without_credentials(str(error))
                raise
        return None if asked.rejected is None else said_without_credentials(str(asked.rejected))

    def _handed(self, path: str, commit: str, expected: str | None) -> bool:
        """Copy to a repository of this machine, then move its ref by comparison; no hook runs there."""
        import pygit2

        other = opened_at(path)
        wanted, base = pygit2.Oid(hex=commit), None if expected is None else pygit2.Oid(hex=expected)
        if tip(other, STORE_REF) != base:
            return False
        if not copy(self._git, other, wanted, base):
            raise _too_large(self.shown, "here is more, or a longer file, than a store can hold")
        if not move(other, STORE_REF, base, wanted):
            return False
        settle(other, (), STORE_REF)
        return True

    def _reached(self, url: str) -> tuple[Address, Any]:
        """Return where an address leads once git's configuration has rewritten it, and the way there."""
        import pygit2

        pygit2.settings.server_connect_timeout = CONNECT
        pygit2.settings.server_timeout = IDLE
        with told(self.shown):
            # Never by its name: settings under it name programs, prunes and other refs.
            remote = self._git.remotes.create_anonymous(url)
        there = address(remote.url or "", self._folder)
        if there.way == "ssh":
            self._check_ssh()
        if there.way == "path":
            opened_at(there.url)
            with told(self.shown):
                remote = self._git.remotes.create_anonymous(there.url)
            if remote.url != there.url:
                raise CarrierFailed(
                    f"{self.shown}: git's configuration rewrites this path twice", code="carrier_address"
                )
        return there, remote

    def _check_ssh(self) -> None:
        """Refuse to go past a program that ssh should be started through: it may be what protects the way."""
        named = [name for name in ("GIT_SSH_COMMAND", "GIT_SSH") if self._environ.get(name)]
        if named or "core.sshcommand" in self._git.config:
            setting = named[0] if named else "core.sshCommand"
            raise CarrierFailed(
                f"{self.shown}: {setting} names a program for ssh, and gnut starts none",
                help=self.advice(push=False),
                code="carrier_credentials",
            )

    def _advised(self, there: Address, *, push: bool) -> Any:
        return _Advised(self.shown, None if there.way == "path" else self.advice(push=push))

    def advice(self, *, push: bool) -> str:
        """Return the lines by which git itself does what could not be done here."""
        if push:
            return f"git can:  git push {self.shown} {STORE_REF}:{STORE_REF}"
        return f"git can:  git fetch {self.shown} +{STORE_REF}:{self.tracking}  and then  gnut sync … --no-fetch"


class _Advised:
    """Turns every refusal of git's library into one that names the remote and what git itself could do."""

    def __init__(self, shown: str, advice: str | None) -> None:
        self._shown, self._advice = shown, advice

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        import pygit2

        if isinstance(error, CarrierFailed):
            error.help = error.help or self._advice
        elif isinstance(error, pygit2.GitError | ValueError | KeyError | OSError):
            raise CarrierFailed(f"{self._shown}: {said_without_credentials(str(error))}", help=self._advice) from None


def _too_large(shown: str, why: str) -> CarrierFailed:
    return CarrierFailed(f"{shown}: {why}", code="carrier_too_large")


def _proxy(there: Address) -> bool | None:
    return True if there.way == "http" else None


def opened_at(path: str) -> pygit2.Repository:
    """Return the repository in exactly this folder.

    Raises:
        CarrierFailed: There is none, or one that cannot be read.
    """
    try:
        git = opened(Path(path))
        above = [os.path.realpath(each) for each in (git.path, git.workdir) if each]
    except CarrierFailed as error:
        if error.code != "no_repository":
            raise
        above = []
    if os.path.realpath(path) not in above:
        raise CarrierFailed(
            f"{path}: is neither a git repository nor a folder of packs named as file://",
            help="gnut store import FOLDER  takes packs from a store on this machine",
            code="no_repository",
        )
    return git


def _found(git: pygit2.Repository, name: str | None, cwd: Path) -> tuple[str, str, str, Path]:
    """Return name, address to fetch from, address to push to, and what a relative path is relative to."""
    top = Path(git.workdir or git.path)
    with told("git's configuration"):
        config, known = git.config, [each for each in git.remotes.names() if each]
        chosen = name or _default(git, known)
        if chosen in known:
            try:
                url = config[f"remote.{chosen}.url"] or ""
            except KeyError:
                raise CarrierFailed(f"{chosen}: this remote has no address", code="no_remote") from None
            pushed = f"remote.{chosen}.pushurl"
            return chosen, url, (config[pushed] or url) if pushed in config else url, top
    if "/" in chosen or ":" in chosen or chosen in (".", "..") or (cwd / chosen).is_dir():
        return chosen, chosen, chosen, cwd
    others = f"Remotes here: {', '.join(sorted(known))}." if known else "git remote add origin ADDRESS"
    raise CarrierFailed(f"{chosen}: no such remote", help=others, code="no_remote")


def _default(git: pygit2.Repository, known: list[str]) -> str:
    """Return the remote that git would take: the branch's, else `origin`, else the only one."""
    head = git.lookup_reference("HEAD").target
    branch = head.removeprefix("refs/heads/") if isinstance(head, str) else None
    if branch is not None and f"branch.{branch}.remote" in git.config:
        return git.config[f"branch.{branch}.remote"] or "origin"
    return known[0] if len(known) == 1 else "origin"
