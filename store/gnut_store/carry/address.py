"""What a remote's address means, decided before anything is opened or connected to."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from gnut_store.carrier import CarrierFailed

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_PROGRAM = re.compile(r"[A-Za-z0-9][A-Za-z0-9+.-]*::")
_SCP = re.compile(r"(?:([^/:@\[\]]+)@)?([^/:@\[\]]+|\[[0-9A-Fa-f:.%]+\]):(.*)", re.DOTALL)
_PAIR = re.compile(r"[^/:@\s]*:[^/@\s]*@")
"""User and password in front of a host, where only a user may stand."""

_ODD_PORT = re.compile(r":(?![0-9]*\Z)[^\]]*\Z")
_WORD = re.compile(r"[^\s'\"<>()]+")
_LOOPBACK = re.compile(r"(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)\Z")
_SSH = ("ssh", "git+ssh", "ssh+git")
LONGEST = 4096


class Address(NamedTuple):
    """Where a remote is."""

    way: str
    """`path`, `ssh` or `http`: which transport reaches it."""

    url: str
    """What the transport is given; for `path` an absolute path."""

    shown: str
    """The same for messages, without user and password."""


def address(url: str, folder: Path) -> Address:
    """Return what an address means, or refuse it.

    Args:
        url: As git's configuration or a person gives it; untrusted.
        folder: What a relative path is relative to.

    Raises:
        CarrierFailed: It names a program (`ext::…`), a way without any protection (`git://`, `http://` other than
            to this machine), or nothing that can be reached (`carrier_address`).
    """
    if not url or len(url) > LONGEST or any(ord(char) < 32 or ord(char) == 127 for char in url):
        raise _refused("this is no address of a repository", repr(without_credentials(url)[:80]))
    if url.startswith("-"):
        raise _refused("an address does not begin with a hyphen", without_credentials(url))
    if _PROGRAM.match(url):
        raise _refused("an address that starts a program is never followed", without_credentials(url))
    scheme = _SCHEME.match(url)
    if scheme:
        return _of_scheme(scheme[1].lower(), url)
    scp = _SCP.match(url)
    if scp and not os.path.lexists(folder / url):
        if _PAIR.match(url):
            raise _refused("ssh takes no password in an address", without_credentials(url))
        _check_host(scp[2], url)
        if not scp[3] or scp[3].startswith("-"):
            raise _refused("the path behind the colon is none", url)
        return Address("ssh", url, f"{scp[2]}:{scp[3]}")
    return _of_path(folder / url, without_credentials(url))


def _of_scheme(scheme: str, url: str) -> Address:
    shown = without_credentials(url)
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise _refused("this is no address of a repository", shown) from None
    if scheme == "file":
        if host not in ("", "localhost"):
            raise _refused("a file:// address names a path of this machine", shown)
        return _of_path(Path(unquote(parts.path)), shown)
    if scheme in _SSH:
        _check_host(host, shown)
        return Address("ssh", url, shown)
    if scheme == "https" or (scheme == "http" and _LOOPBACK.match(host)):
        _check_host(host, shown)
        return Address("http", url, shown)
    if scheme in ("http", "git"):
        raise _refused(f"{scheme}:// protects neither what is sent nor what comes", shown, "Use https:// or ssh://.")
    raise _refused(f"gnut does not know {scheme}://", shown, "Use a path, ssh:// or https://.")


def _of_path(path: Path, shown: str) -> Address:
    for candidate in (path, path.with_name(f"{path.name}.git")):
        if candidate.is_dir():
            return Address("path", str(candidate.resolve()), shown)
    if path.is_file():
        raise _refused("this is a file, not a repository", shown, "git fetch  reads bundles; then --no-fetch.")
    raise _refused("there is no such folder", shown)


def _check_host(host: str, shown: str) -> None:
    if not host or host.startswith("-"):
        raise _refused("the host's name is none", shown)


def without_credentials(url: str) -> str:
    """Return an address as it may be shown: without user, password, query and fragment."""
    scheme = _SCHEME.match(url)
    if not scheme:
        return url.rpartition("@")[2] if _PAIR.match(url) else url
    place, slash, path = url[scheme.end() :].partition("/")
    if _ODD_PORT.search(place) and "@" in path and "@" not in place:
        # A password with a slash: what seems to be host and port are user and the password's beginning.
        place, slash, path = path.rpartition("@")[2].partition("/")
    return f"{scheme[0]}{place.rpartition('@')[2]}{slash}{re.split('[?#]', path)[0]}"


def said_without_credentials(text: str) -> str:
    """Return a sentence of git's library as it may be shown: every address in it loses what only its user may see."""
    return _WORD.sub(lambda word: without_credentials(word[0]), text)


def _refused(why: str, shown: str, help: str | None = None) -> CarrierFailed:
    return CarrierFailed(f"{shown}: {why}", help=help, code="carrier_address")
