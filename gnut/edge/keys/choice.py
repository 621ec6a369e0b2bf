"""Which key signs, and which lists a verifier reads."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gnut.edge import files
from gnut.edge.keys import configured, crypto
from gnut.edge.world import World
from gnut.errors import BadSignature, Usage
from gnut.sign.core import signers as listing
from gnut.sign.core.publickeys import key_of, key_on
from gnut.sign.core.wire import Fields, unbase64
from gnut.sign.records import PublicKey, Signers

LIMIT = 64 * 1024
"""Bytes of a key file."""

BEGIN, END = "-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----"
MAGIC = b"openssh-key-v1\0"
LITERALS = ("key::", "ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-")
"""What `user.signingKey` begins with when it is a public key itself, as git reads it."""


class Chosen(NamedTuple):
    """The key that signs, and how it does."""

    public: PublicKey
    named: str
    """How to speak of it."""

    private: crypto.PrivateKey | None
    """None when it is locked, in an agent or in a security key: ssh-keygen signs."""

    file: Path | None
    """The file that ssh-keygen is given; None for a public key that stands in the configuration."""


class Lists(NamedTuple):
    """The lists that a verifier reads, and how to speak of them."""

    signers: Signers | None
    signers_named: str | None
    revoked: tuple[PublicKey, ...]
    revoked_named: str | None


def chosen(world: World, name: str | None) -> Chosen:
    """Return the key that a file holds or, without one, the key that git signs commits with.

    Raises:
        Usage: None is named and git has none (`no_key`), or git signs with something else than SSH (`not_ssh`).
        InputMissing: The file is not there.
        BadSignature: It holds no key (`key`), or others may read it (`key_open`).
    """
    if name is not None:
        return _of_file(Path(os.path.normpath(world.cwd / name)), name)
    settings = configured.settings(world)
    setting = settings.get(configured.KEY)
    if setting is None or not setting.value:
        raise Usage("no key is named", help="--key FILE, or git config --global user.signingKey FILE", code="no_key")
    format = settings.get(configured.FORMAT)
    if format is None or format.value != "ssh":
        said = format.value if format is not None else "openpgp"
        raise Usage(
            f"git signs with {said}, and receipts are signed by SSH keys",
            help="--key FILE, or git config --global gpg.format ssh",
            code="not_ssh",
        )
    named = f"user.signingKey in {setting.file}"
    if setting.value.startswith(LITERALS):
        with _about(named):
            return Chosen(key_on(setting.value.removeprefix("key::")), named, None, None)
    path = settings.path(configured.KEY, world.environ)
    assert path is not None
    return _of_file(path[0], path[1])


@contextlib.contextmanager
def _about(named: str) -> Iterator[None]:
    """Put the name of what is read in front of what is wrong with it."""
    try:
        yield
    except BadSignature as error:
        raise BadSignature(f"{named}: {error}", help=error.help, code=error.code) from None


def _of_file(path: Path, named: str) -> Chosen:
    body = files.read(path, limit=LIMIT, shown=named, remedy="name a file with one key")
    with _about(named):
        if b"PRIVATE KEY-----" in body[:80]:
            _check_mode(path)
            private = crypto.opened(body)
            public = private.public if private is not None else _public_of(path, body)
            return Chosen(public, named, private, path)
        public = key_on(_text(body))
        return Chosen(public, named, _beside(path, public), path)


def _check_mode(path: Path) -> None:
    """Refuse a private key that others may read, as ssh-keygen does."""
    status = path.stat()
    if status.st_uid == os.geteuid() and stat.S_IMODE(status.st_mode) & 0o077:
        raise BadSignature("other users may read this private key", help="chmod 600 on it", code="key_open")


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise BadSignature("it is no key", code="key") from None


def _public_of(path: Path, body: bytes) -> PublicKey:
    """Return the public key of a locked file: written in its own head, or in the file beside it."""
    lines = _text(body).replace("\r\n", "\n").strip("\n").split("\n")
    if lines[0] == BEGIN and lines[-1] == END:
        fields = Fields(unbase64("".join(lines[1:-1]), "key"))
        if fields.take(len(MAGIC)) == MAGIC:
            fields.octets(), fields.octets(), fields.octets()
            if fields.number() == 1:
                return key_of(fields.octets())
    beside = Path(f"{path}.pub")
    if not beside.is_file():
        raise BadSignature(
            "its public key is not known", help=f"ssh-keygen -y -f KEY > {beside.name}  writes it beside", code="key"
        )
    return key_on(_text(files.read(beside, limit=LIMIT)))


def _beside(path: Path, public: PublicKey) -> crypto.PrivateKey | None:
    """Return the private key that belongs to a `.pub` file and lies open beside it."""
    beside = path.with_suffix("")
    if path.suffix != ".pub" or not beside.is_file():
        return None
    body = files.read(beside, limit=LIMIT)
    private = crypto.opened(body) if b"PRIVATE KEY-----" in body[:80] else None
    if private is None or private.public.blob != public.blob:
        return None
    _check_mode(beside)
    return private


def lists(world: World, allowed: str | None, revocation: str | None, committed: Callable[[str], bytes | None]) -> Lists:
    """Return the lists that the caller names or, without, those of git's configuration.

    Args:
        world: Where files and configuration are.
        allowed: A file, or `REV:PATH` in the repository; a file with a colon in its name is written `./NAME`.
        revocation: The same.
        committed: Returns the bytes at `REV:PATH`; None when it names nothing of a repository.

    Raises:
        InputMissing: A list that is named is not there.
        BadSignature: A list cannot be read; a line of a list of signers that is wrong is no error, and grants nothing.
    """
    settings = configured.settings(world) if allowed is None or revocation is None else None

    def body(name: str | None, key: str) -> tuple[bytes, str] | None:
        if name is not None:
            return _named(world, name, committed), name
        path = settings.path(key, world.environ) if settings is not None else None
        if path is None:
            return None
        return files.read(path[0], limit=listing.MOST, shown=path[1], remedy="name a shorter list"), path[1]

    told, gone = body(allowed, configured.SIGNERS), body(revocation, configured.REVOKED)
    signers: Signers | None = None
    revoked: tuple[PublicKey, ...] = ()
    if told is not None:
        with _about(told[1]):
            signers = listing.signers(told[0], local)
    if gone is not None:
        with _about(gone[1]):
            revoked = listing.revoked(gone[0])
    return Lists(signers, told and told[1], revoked, gone and gone[1])


def _named(world: World, name: str, committed: Callable[[str], bytes | None]) -> bytes:
    # A file of that name must not take the place of the commit that was asked for: it may have come with the change.
    if ":" in name and not name.startswith(("/", "./", "../")):
        body = committed(name)
        if body is None:
            raise Usage(f"{name}: neither REV:PATH nor a file", help=f"a file is named  ./{name}", code="bad_name")
        return body
    return files.read(world.cwd / name, limit=listing.MOST, shown=name, remedy="name a shorter list")


def local(moment: datetime) -> int:
    """Return seconds since 1970 of a moment as this machine's wall clock shows it."""
    try:
        return int(moment.timestamp())
    except (OverflowError, OSError, ValueError):
        return 0
