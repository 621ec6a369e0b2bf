"""Keys of records: raw Ed25519 and ECDSA on P-256, named in hex."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from datetime import datetime

from gnut.edge import files
from gnut.edge.keys import crypto
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import BadSignature, InputMissing, MissingExtra
from gnut.sign.core import publickeys
from gnut.sign.core.publickeys import is_low_order
from gnut.sign.core.signers import signers
from gnut.sign.records import Point, PublicKey
from gnut.text.patterns import lazy
from gnut.verify_records.contract import ALGORITHMS, Signer, Verifies

VARIABLE = "GNUT_SIGNING_KEY"
"""Names a key file, or is 64 hex digits."""

LIMIT = 1 << 16
_SEED = 32
_HEX = lazy(r"[0-9a-fA-F]{24}")
_BASE64 = lazy(r"[0-9A-Za-z+/_-]{40,200}={0,2}")
"""What may be a key, or a part of one, that was given in place of its file."""

_NO_FILE = "it names a key file, or a file with 64 hex digits; the variable may hold the digits themselves"


class RawSigner:
    """A key that lies open in a file, signing what records are signed over."""

    def __init__(self, key: crypto.PrivateKey) -> None:
        """Take a key on one of the two curves."""
        point = key.public.numbers
        if not isinstance(point, Point) or point.curve not in ("ed25519", "nistp256"):
            raise BadSignature("records are signed with Ed25519 or P-256 keys", code="key_kind")
        self._key = key
        self.algorithm = ALGORITHMS[0] if point.curve == "ed25519" else ALGORITHMS[1]
        self.public_key = point.octets.hex()

    def sign(self, message: bytes) -> bytes:
        """Return the raw signature: 64 bytes of Ed25519, DER of ECDSA."""
        return crypto.raw(self._key, message)


def signer(world: World, named: str | None) -> Signer | None:
    """Return the key to sign records with: the file that was named, else what `GNUT_SIGNING_KEY` says; None for none.

    Raises:
        BadSignature: It is no open OpenSSH key, no 64 hex digits, or others may read it (`key_exposed`).
        InputMissing: There is no such file.
        MissingExtra: The library that signs is not installed.
    """
    if named is not None and not named.strip():
        raise BadSignature("--signing-key: the name of the key file is empty", code="private_key")
    said = named or world.environ.get(VARIABLE, "").strip() or None
    if said is None:
        return None
    crypto.check_extra()
    if named is None and _is_seed(said):
        return RawSigner(crypto.of_seed(bytes.fromhex(said)))
    shown = _shown(named)
    path = world.cwd / os.path.expanduser(said)
    try:
        body = files.read(path, limit=LIMIT, shown=shown)
    except InputMissing as error:
        if os.path.lexists(path):
            raise
        raise InputMissing(str(error), help=_NO_FILE, code=error.code) from None
    text = body.decode("utf-8", "replace").strip()
    if text.startswith(tuple(publickeys.KINDS)):
        raise BadSignature(f"{shown}: is a public key", code="private_key", help="name the private one beside it")
    if stat.S_IMODE(os.stat(path).st_mode) & 0o077:
        raise BadSignature(f"{shown}: others may read this key", code="key_exposed", help="chmod 600 the key file")
    if _is_seed(text):
        return RawSigner(crypto.of_seed(bytes.fromhex(text)))
    key = crypto.opened(body)
    if key is None:
        raise BadSignature(
            f"{shown}: no OpenSSH key that lies open, and no 64 hex digits",
            code="private_key",
            help="records are signed by a key file without a passphrase: ssh-keygen -t ed25519 -N '' -f record-key",
        )
    return RawSigner(key)


def _shown(named: str | None) -> str:
    """Return what messages call the key: never what the variable says, nor what may be the key itself."""
    if named is None:
        return f"the file that {VARIABLE} names"
    if _HEX.search(named) or _BASE64.fullmatch(named) or "PRIVATE" in named:
        return "the file that --signing-key names"
    return legible(named)


def _is_seed(text: str) -> bool:
    return len(text) == 2 * _SEED and all(char in "0123456789abcdefABCDEF" for char in text)


def verifies() -> Verifies | None:
    """Return what checks signatures of records; None where the library is not installed."""
    try:
        crypto.check_extra()
    except MissingExtra:
        return None
    return crypto.raw_holds


def trusted(world: World, lists: Iterable[str], keys: Iterable[str]) -> frozenset[str] | None:
    """Return the public keys, in hex, that the user trusts; None when nothing was named.

    Args:
        world: The folder that names count from.
        lists: Files of git's allowed-signers lines, OpenSSH public keys, or keys in hex, one a line.
        keys: Keys in hex.

    Raises:
        BadSignature: A line is none of these.
        InputMissing: A file cannot be read.
    """
    found: set[str] = set()
    named = False
    for name in lists:
        named = True
        found |= _listed(files.read(world.cwd / name, limit=1 << 20, shown=legible(name)), legible(name))
    for key in keys:
        named = True
        found.add(_hex(key, legible(key) or "--trusted-key", "no public key in hex and no file of that name"))
    return frozenset(found) if named else None


def _listed(body: bytes, name: str) -> set[str]:
    if b"PRIVATE KEY-----" in body:
        raise BadSignature(f"{name}: is a private key", code="key", help="name its public key, FILE.pub")
    found = set()
    for number, line in enumerate(body.decode("utf-8", "replace").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        where = f"{name}, line {number}"
        if " " not in text:
            found.add(_hex(text, where))
        elif text.split()[0] in publickeys.KINDS:
            found |= _points([publickeys.key_on(text)])
        else:
            found |= _allowed(text, where)
    return found


def _allowed(line: str, where: str) -> set[str]:
    """Return the keys of one line of allowed signers; what it limits cannot be kept here, so that is refused."""
    read = signers(f"{line}\n".encode(), _local)
    if read.bad:
        raise BadSignature(f"{where}: {read.bad[0].why}", code="bad_line")
    limited = any(
        each.authority or each.valid_after is not None or each.valid_before is not None for each in read.lines
    )
    if limited:
        raise BadSignature(
            f"{where}: authorities and dates of validity say nothing of records",
            code="bad_line",
            help="list the key alone, in a file for records",
        )
    return _points([each.key for each in read.lines])


def _hex(text: str, where: str, wrong: str = "no public key in hex") -> str:
    lowered = text.strip().lower()
    if len(lowered) not in (64, 66, 130) or any(char not in "0123456789abcdef" for char in lowered):
        raise BadSignature(
            f"{where}: {wrong}",
            code="key",
            help="32 bytes of Ed25519 are 64 hex digits, a point on P-256 66 or 130; ssh-keygen writes FILE.pub",
        )
    if is_low_order(bytes.fromhex(lowered)):
        raise BadSignature(f"{where}: anybody can sign for this key: it is of small order", code="key")
    return lowered


def _points(keys: Iterable[PublicKey]) -> set[str]:
    return {key.numbers.octets.hex() for key in keys if isinstance(key.numbers, Point)}


def _local(_: datetime) -> int:
    return 0
