"""Signatures, made: by the library where the key lies open, else by ssh-keygen, which asks agents and people."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from shlex import quote

from gnut.edge.keys import crypto
from gnut.edge.keys.choice import Chosen
from gnut.edge.sandbox.programs import found, ran
from gnut.edge.world import World
from gnut.errors import BadSignature, GnutError, Usage
from gnut.sign.contract import NAMESPACE
from gnut.sign.core import dsse, signs_raw
from gnut.sign.core.publickeys import fingerprint, line_of
from gnut.sign.core.sshsig import MOST, armored, blob_of, message, signed_by, sshsig_of, unarmored

PROGRAM = "ssh-keygen"
KEPT = ("HOME", "LANG", "LC_ALL", "PATH", "SSH_AUTH_SOCK", "TERM", "USER")
"""All that ssh-keygen is told of the environment: nothing there names a program but the folders of PATH."""

SECONDS = 30.0
SECONDS_ASKED = 300.0
"""How long ssh-keygen may take, and with a person to type or touch something."""


def signed(world: World, key: Chosen, body: bytes) -> str:
    """Return the armored SSH signature over `body`, after it was verified.

    Raises:
        GnutError: `no_ssh_keygen`: the key needs it, and it is not on PATH; `not_signed`: it did not, or nobody let it.
    """
    if key.private is not None:
        return armored(blob_of(key.public, crypto.signature(key.private, message(body))))
    text = _by_program(world, key, body)
    try:
        made = sshsig_of(unarmored(text))
        good = made.key.blob == key.public.blob and crypto.holds(
            made.key, made.signature.algorithm, made.signature.octets, signed_by(made, body)
        )
    except BadSignature as error:
        raise _not_signed(f"it wrote what is no signature: {error}") from None
    if not good:
        raise _not_signed("it signed with another key than the one that was asked for")
    return text


def enveloped(key: Chosen, body: bytes) -> str:
    """Return the DSSE envelope around `body`.

    Raises:
        Usage: `no_raw_signature`: the key cannot sign what an envelope needs.
    """
    if key.private is None or not signs_raw(key.public):
        why = "an RSA key" if key.private is not None else "a locked key, an agent or a security key"
        raise Usage(
            f"{key.named}: an envelope (DSSE) needs a signature over its own bytes, and {why} does not give one here",
            help="sign without --dsse, or with an Ed25519 or ECDSA key that lies in a file without a passphrase",
            code="no_raw_signature",
        )
    return dsse.enveloped(body, fingerprint(key.public), crypto.raw(key.private, dsse.authenticated(body)))


def _by_program(world: World, key: Chosen, body: bytes) -> str:
    program = found(PROGRAM, world.environ.get("PATH", ""))
    if program is None:
        raise GnutError(
            f"{key.named}: this key is locked or in no file, and {PROGRAM}, which signs with such keys, is not on PATH",
            help="install OpenSSH",
            code="no_ssh_keygen",
        )
    with tempfile.TemporaryDirectory(prefix="gnut-sign-") as made:
        folder = Path(made)
        (folder / "statement").write_bytes(body)
        file, by_agent = key.file, []
        if file is None:
            file, by_agent = folder / "key.pub", ["-U"]
            file.write_text(line_of(key.public) + "\n", encoding="ascii")
        # All names are absolute, so that none is an option.
        command = [
            program,
            "-q",
            "-Y",
            "sign",
            *by_agent,
            "-n",
            NAMESPACE,
            "-f",
            str(file),
            "--",
            str(folder / "statement"),
        ]
        asks = world.stderr_tty and sys.stdin is not None and sys.stdin.isatty()
        ended = ran(
            command,
            environ=_environment(world.environ),
            folder=folder,
            seconds=SECONDS_ASKED if asks else SECONDS,
            terminal=asks,
        )
        if ended is None:
            raise _not_signed("it took too long")
        if ended.code != 0 and not asks and key.file is not None and "passphrase" in ended.said:
            raise GnutError(
                f"{key.named}: this key has a passphrase, and nobody can be asked for it here: there is no terminal",
                help=f"let an agent hold it:  ssh-add {quote(str(key.file).removesuffix('.pub'))}  and sign again",
                code="not_signed",
            )
        if ended.code != 0:
            raise _not_signed(" ".join(ended.said.split())[:500] or f"it ended with {ended.code}")
        with open(folder / "statement.sig", "rb") as signature:
            return signature.read(MOST + 1).decode("utf-8", "replace")


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    return {**{name: environ[name] for name in KEPT if name in environ}, "SSH_ASKPASS_REQUIRE": "never"}


def _not_signed(why: str) -> GnutError:
    return GnutError(
        f"{PROGRAM} did not sign: {why}",
        help="ssh-add -L lists what the agent holds; a passphrase is asked for on a terminal alone",
        code="not_signed",
    )
