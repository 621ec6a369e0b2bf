"""Who one is at a remote: keys and passwords that are data, never a helper program.

`credential.helper`, `core.askPass` and `core.sshCommand` name programs, so they are not followed; where only they
know the way, git itself carries the ref (docs/sync.md).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from gnut_store.carrier import CarrierFailed

if TYPE_CHECKING:
    import pygit2

KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")
"""Keys that ssh would try, in its order; those with a passphrase work through an agent."""

_HEADER = re.compile(r"http\.(?:(.+)\.)?extraheader\Z")

MOST_OBJECTS = 4_000_000
MOST_BYTES = 64 << 30
"""Most that one fetch may bring, in objects and in bytes."""


def callbacks(
    git: pygit2.Repository, url: str, environ: Mapping[str, str], shown: str, *, configured: bool = True
) -> Any:
    """Return what libgit2 asks while it talks to a remote.

    `configured` says that git's configuration names the remote. To an address that was only typed, the header that is
    for no address in particular is not sent: it may be a token for somebody else.

    Certificates and host keys that its library does not vouch for are refused: an ssh host must stand in
    `known_hosts`, a server's certificate must be valid for its name.
    """
    import pygit2

    class Asked(pygit2.RemoteCallbacks):
        """Answers for one conversation."""

        def __init__(self) -> None:
            super().__init__()
            self.rejected: str | None = None
            self._ways = _ways(environ, url)

        @property
        def fetch_options(self) -> Any:
            """Return how to fetch."""
            return self._options

        @fetch_options.setter
        def fetch_options(self, options: Any) -> None:
            # `FETCH_HEAD` is the user's, and libgit2 would guard it by a file that a killed fetch leaves behind.
            options.update_fetchhead = 0
            self._options = options

        def credentials(self, url: str, username_from_url: str | None, allowed_types: Any) -> Any:
            """Return the next way to say who one is."""
            if allowed_types & pygit2.enums.CredentialType.USERNAME:
                return pygit2.Username(username_from_url or "git")
            for kind, way in self._ways:
                if allowed_types & kind:
                    return way(username_from_url or "git")
            raise CarrierFailed(f"{shown}: does not let us in, or asks for a password", code="carrier_credentials")

        def certificate_check(self, certificate: None, valid: bool, host: bytes) -> bool:
            """Return whether the library vouches for the other side."""
            if not valid:
                name = host.decode("ascii", "backslashreplace")
                raise CarrierFailed(f"{shown}: the host {name} is not known to be itself", code="carrier_unknown_host")
            return True

        def push_update_reference(self, refname: str, message: str | None) -> None:
            """Keep why the remote would not take the ref."""
            if message is not None:
                self.rejected = message

        def transfer_progress(self, stats: Any) -> None:
            """Stop a remote that never ends."""
            if stats.total_objects > MOST_OBJECTS or stats.received_bytes > MOST_BYTES:
                raise CarrierFailed(f"{shown}: sends more than a store can hold", code="carrier_too_large")

        def custom_headers(self) -> list[str] | None:
            """Return the headers that git's configuration gives for this address."""
            return list(_headers(git, url, bare=configured)) or None

    return Asked()


def _ways(environ: Mapping[str, str], url: str) -> Iterator[tuple[Any, Any]]:
    """Yield (kind of credential, how to make one of a user's name), each to be tried once."""
    import pygit2

    home = environ.get("HOME", "")
    if environ.get("SSH_AUTH_SOCK"):
        yield pygit2.enums.CredentialType.SSH_KEY, pygit2.KeypairFromAgent
    for key in KEYS:
        path = os.path.join(home, ".ssh", key)
        if home and os.path.isfile(path):
            yield pygit2.enums.CredentialType.SSH_KEY, lambda user, path=path: pygit2.Keypair(user, None, path, "")
    found = _netrc(os.path.join(home, ".netrc"), url) if home else None
    if found is not None:
        pair = found
        yield pygit2.enums.CredentialType.USERPASS_PLAINTEXT, lambda _: pygit2.UserPass(*pair)


def _netrc(path: str, url: str) -> tuple[str, str] | None:
    """Return user and password that `.netrc` has for an address's host."""
    import netrc

    try:
        found = netrc.netrc(path).authenticators(urlsplit(url).hostname or "")
    except (OSError, ValueError, netrc.NetrcParseError):
        return None
    return (found[0], found[2]) if found and found[2] else None


def _headers(git: pygit2.Repository, url: str, *, bare: bool) -> list[str]:
    """Return `http.extraHeader` and `http.ADDRESS.extraHeader`, by which a build service lets its jobs in.

    As for git, an empty value takes back all those before it.
    """
    found: list[str] = []
    for entry in git.config:
        match = _HEADER.match(entry.name)
        if match is None or not (bare if match[1] is None else _covers(match[1], url)):
            continue
        if not entry.value:
            found.clear()
        elif entry.value.isprintable() and ":" in entry.value:
            found.append(entry.value)
    return found


def _covers(setting: str, url: str) -> bool:
    """Say whether an address in git's configuration is at or above another one: same host, its path a beginning."""
    try:
        above, below = urlsplit(setting), urlsplit(url)
        same = (above.scheme, above.hostname, above.port) == (below.scheme, below.hostname, below.port)
    except ValueError:
        return False
    path = above.path.rstrip("/")
    return same and (below.path == path or below.path.startswith(f"{path}/"))
