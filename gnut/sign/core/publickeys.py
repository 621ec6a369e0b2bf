"""Public keys of SSH: read from their blob, written on a line, named by their fingerprint."""

from __future__ import annotations

from gnut.errors import BadSignature
from gnut.sign.core.wire import MOST_BITS, Fields, base64, mpint, refused, string, unbase64
from gnut.sign.records import KeySignature, Modulus, Point, PublicKey
from gnut_store import canon

ED25519 = "ssh-ed25519"
RSA = "ssh-rsa"
CURVES = {f"ecdsa-sha2-{curve}": curve for curve in ("nistp256", "nistp384", "nistp521")}
SK_ED25519 = "sk-ssh-ed25519@openssh.com"
SK_ECDSA = "sk-ecdsa-sha2-nistp256@openssh.com"
KINDS = (ED25519, *CURVES, RSA, SK_ED25519, SK_ECDSA)
RSA_ALGORITHMS = ("rsa-sha2-256", "rsa-sha2-512")
"""SHA-1 (`ssh-rsa`) vouches for nothing any more."""

LEAST_BITS = 2048
POINTS = {"ed25519": 32, "nistp256": 65, "nistp384": 97, "nistp521": 133}
"""Bytes of a key: an Edwards point, or 04 and both coordinates."""

SCALARS = {"nistp256": 32, "nistp384": 48, "nistp521": 66}
"""Bytes of a number on each curve."""

PRESENT = 0x01
"""Flag of a security key: somebody touched it."""

MOST_LINE = 8192
"""Characters of a line that names a key; an RSA key of 16,384 bits needs 2,800."""


_LOW_ORDER = frozenset(
    bytes.fromhex(each)
    for each in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)
"""The y of the eight points of small order of Ed25519 in every encoding, least octet first, its sign left out."""


def is_low_order(octets: bytes) -> bool:
    """Return whether a public key of Ed25519 is of small order: anybody can make a signature that fits it.

    Source: RFC 8032 leaves them in; libsodium and the ZIP 215 discussion list them.
    """
    return len(octets) == 32 and octets[:31] + bytes((octets[31] & 0x7F,)) in _LOW_ORDER


def key_of(blob: bytes) -> PublicKey:
    """Return the key that a blob holds.

    Raises:
        BadSignature: `certificate`, `key_kind` or `key_size` for what is not supported; `key`, `cut` or `trailing`.
    """
    fields = Fields(blob)
    kind = fields.name("key")
    if "-cert-v0" in kind:
        raise refused("certificate")
    if kind not in KINDS:
        raise refused("key_kind")
    numbers: Point | Modulus
    if kind == RSA:
        numbers = Modulus(fields.integer("key"), fields.integer("key"))
        _check_modulus(numbers)
    else:
        numbers = _point(kind, fields)
    application = fields.octets() if kind in (SK_ED25519, SK_ECDSA) else None
    if application is not None and not application.startswith(b"ssh:"):
        raise refused("key")
    fields.end()
    return PublicKey(kind, blob, numbers, application)


def _check_modulus(key: Modulus) -> None:
    if key.exponent < 3 or not key.exponent & 1 or not key.modulus & 1:
        raise refused("key")
    if not LEAST_BITS <= key.modulus.bit_length() <= MOST_BITS:
        raise refused("key_size")


def _point(kind: str, fields: Fields) -> Point:
    curve = "ed25519"
    if kind not in (ED25519, SK_ED25519):
        curve = CURVES.get(kind, "nistp256")
        if fields.name("key") != curve:
            raise refused("key")
    octets = fields.octets()
    if len(octets) != POINTS[curve] or (curve != "ed25519" and octets[0] != 4):
        raise refused("key")
    if curve == "ed25519" and is_low_order(octets):
        raise refused("key")
    return Point(curve, octets)


def key_on(text: str) -> PublicKey:
    """Return the key on a line `KIND BASE64 [COMMENT]`, as in a `.pub` file.

    Raises:
        BadSignature: It is none; the codes of `key_of`, and `key` for the line itself.
    """
    words = text.strip(" \t\r\n").replace("\t", " ").split(" ", 1)
    if len(text) > MOST_LINE or len(words) < 2:
        raise refused("key")
    kind, rest = words
    if "-cert-v0" in kind:
        raise refused("certificate")
    key = key_of(unbase64(rest.lstrip(" ").partition(" ")[0].rstrip("\r\n"), "key"))
    if kind != key.kind:
        raise refused("key")
    return key


def line_of(key: PublicKey) -> str:
    """Return a key as it stands in a `.pub` file, without comment and line end."""
    return f"{key.kind} {base64(key.blob)}"


def blob_of(kind: str, numbers: Point | Modulus) -> bytes:
    """Return the blob of a key that is kept in a file (no security key)."""
    head = string(kind.encode("ascii"))
    if isinstance(numbers, Modulus):
        return head + mpint(numbers.exponent) + mpint(numbers.modulus)
    curve = b"" if numbers.curve == "ed25519" else string(numbers.curve.encode("ascii"))
    return head + curve + string(numbers.octets)


def fingerprint(key: PublicKey) -> str:
    """Return what ssh-keygen calls a key: `SHA256:` and base64 without padding."""
    return "SHA256:" + base64(canon.digest("sha256", key.blob)).rstrip("=")


def signature_of(blob: bytes, key: PublicKey) -> KeySignature:
    """Return what a key gave, from the blob inside an SSH signature.

    Raises:
        BadSignature: `algorithm` when it is not the key's, `value`, `presence`, `cut` or `trailing`.
    """
    fields = Fields(blob)
    algorithm = fields.name("algorithm")
    if algorithm not in (RSA_ALGORITHMS if key.kind == RSA else (key.kind,)):
        raise refused("algorithm")
    octets = fields.octets()
    flags = counter = None
    if key.application is not None:
        flags, counter = fields.take(1)[0], fields.number()
        if not flags & PRESENT:
            raise refused("presence")
    fields.end()
    _check_value(octets, key)
    return KeySignature(algorithm, octets, flags, counter)


def _check_value(octets: bytes, key: PublicKey) -> None:
    numbers = key.numbers
    if isinstance(numbers, Modulus):
        good = 0 < len(octets) <= (numbers.modulus.bit_length() + 7) // 8
    elif numbers.curve == "ed25519":
        good = len(octets) == 64
    else:
        good = all(number > 0 for number in pair(octets))
    if not good:
        raise refused("value")


def pair(octets: bytes) -> tuple[int, int]:
    """Return the two numbers of an ECDSA signature."""
    fields = Fields(octets)
    numbers = fields.integer("value"), fields.integer("value")
    fields.end()
    return numbers


def is_unsound(error: BadSignature) -> bool:
    """Say whether what was refused is wrong, and not merely of a kind that is not supported."""
    return error.code not in ("certificate", "key_kind", "key_size")
