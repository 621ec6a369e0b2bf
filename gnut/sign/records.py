"""Keys, signatures and lists of signers, taken apart."""

from __future__ import annotations

from msgspec import Struct


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A key on a curve."""

    curve: str
    """`ed25519 | nistp256 | nistp384 | nistp521`."""

    octets: bytes


class Modulus(Struct, frozen=True, forbid_unknown_fields=True):
    """An RSA key."""

    exponent: int
    modulus: int


class PublicKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A public key of SSH."""

    kind: str
    """As in the first field of its blob, `ssh-ed25519`."""

    blob: bytes
    numbers: Point | Modulus
    application: bytes | None
    """Of a security key, `ssh:…`; None for every other."""


class KeySignature(Struct, frozen=True, forbid_unknown_fields=True):
    """What a key gave of some bytes, as SSH writes it."""

    algorithm: str
    octets: bytes
    flags: int | None
    counter: int | None
    """Of a security key; both None for every other."""


class Sshsig(Struct, frozen=True, forbid_unknown_fields=True):
    """An SSH signature, taken apart."""

    key: PublicKey
    namespace: str
    hash: str
    """`sha256 | sha512`."""

    signature: KeySignature


class Signer(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a list of signers."""

    line: int
    principals: str
    """Patterns, parted by commas."""

    key: PublicKey
    authority: bool
    namespaces: str | None
    valid_after: int | None
    valid_before: int | None
    """Seconds since 1970, both included."""


class BadLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a list that grants nothing, and why."""

    line: int
    why: str


class Signers(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of signers as read: what is wrong with one line takes nothing from the others."""

    lines: tuple[Signer, ...]
    bad: tuple[BadLine, ...]
