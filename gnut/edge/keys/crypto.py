"""The only door of cryptography: whether a signature holds, and signatures by keys that lie in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gnut.errors import BadSignature, MissingExtra
from gnut.sign.core.publickeys import ED25519, RSA, blob_of, is_low_order, key_of, pair
from gnut.sign.core.wire import mpint
from gnut.sign.records import KeySignature, Modulus, Point, PublicKey

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.hashes import HashAlgorithm

HASHES = {"nistp256": "SHA256", "nistp384": "SHA384", "nistp521": "SHA512"}


class PrivateKey(NamedTuple):
    """A key that lies open in a file."""

    public: PublicKey
    secret: Any
    """The library's object; nothing prints it."""


def check_extra() -> None:
    """Refuse to sign or verify without the library that does.

    Raises:
        MissingExtra: cryptography is not installed.
    """
    from importlib.util import find_spec

    try:
        there = find_spec("cryptography") is not None
    except (ImportError, ValueError):
        there = False
    if not there:
        raise MissingExtra(
            "signatures are made and verified with cryptography, which is not installed",
            help="pip install 'gnut[sign]'; ssh-keygen alone verifies an exported run, see docs/signing.md",
        )


def _hash(name: str) -> HashAlgorithm:
    from cryptography.hazmat.primitives import hashes

    known: dict[str, HashAlgorithm] = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}
    return known[name.removeprefix("SHA")]


def holds(key: PublicKey, algorithm: str, octets: bytes, data: bytes) -> bool:
    """Say whether a signature is the key's over these bytes.

    Args:
        key: Whose it should be.
        algorithm: As the SSH signature names it; `dsse` for what an envelope holds.
        octets: The signature, in the form of its algorithm: of a curve's key two mpints, in an envelope DER.
        data: What was signed.

    Raises:
        BadSignature: `key`: its numbers are no key, which no look at their form can tell.
    """
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

    try:
        _verify(key, algorithm, octets, data)
    except InvalidSignature:
        return False
    except (ValueError, UnsupportedAlgorithm):
        raise BadSignature("the public key is no key", code="key") from None
    return True


def _verify(key: PublicKey, algorithm: str, octets: bytes, data: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils

    numbers = key.numbers
    if isinstance(numbers, Modulus):
        size = (numbers.modulus.bit_length() + 7) // 8
        digest = _hash("SHA256" if algorithm == "rsa-sha2-256" else "SHA512")
        public = rsa.RSAPublicNumbers(numbers.exponent, numbers.modulus).public_key()
        # OpenSSH may leave out zeros in front.
        public.verify(octets.rjust(size, b"\0"), data, padding.PKCS1v15(), digest)
    elif numbers.curve == "ed25519":
        if is_low_order(numbers.octets):
            raise ValueError("a key of small order")
        ed25519.Ed25519PublicKey.from_public_bytes(numbers.octets).verify(octets, data)
    else:
        der = octets if algorithm == "dsse" else utils.encode_dss_signature(*pair(octets))
        point = ec.EllipticCurvePublicKey.from_encoded_point(_curve(numbers.curve), numbers.octets)
        point.verify(der, data, ec.ECDSA(_hash(HASHES[numbers.curve])))


def _curve(name: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return {"nistp256": ec.SECP256R1(), "nistp384": ec.SECP384R1(), "nistp521": ec.SECP521R1()}[name]


def opened(body: bytes) -> PrivateKey | None:
    """Return the private key in the bytes of an OpenSSH key file; None when it is locked or lies elsewhere.

    Raises:
        BadSignature: `private_key`: it is damaged, or of a kind that signs nothing here.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    try:
        secret = load_ssh_private_key(body, password=None)
    except TypeError:
        return None  # A passphrase locks it.
    except (ValueError, UnsupportedAlgorithm):
        # A security key's file holds a handle, and the older forms of files are for ssh-keygen to read.
        return None
    public = _public(secret)
    return None if public is None else PrivateKey(public, secret)


def _public(secret: Any) -> PublicKey | None:
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    if isinstance(secret, ed25519.Ed25519PrivateKey):
        raw = secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return key_of(blob_of(ED25519, Point("ed25519", raw)))
    if isinstance(secret, ec.EllipticCurvePrivateKey):
        curve = {"secp256r1": "nistp256", "secp384r1": "nistp384", "secp521r1": "nistp521"}[secret.curve.name]
        raw = secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return key_of(blob_of(f"ecdsa-sha2-{curve}", Point(curve, raw)))
    if isinstance(secret, rsa.RSAPrivateKey):
        told = secret.public_key().public_numbers()
        return key_of(blob_of(RSA, Modulus(told.e, told.n)))
    return None


def signature(key: PrivateKey, data: bytes) -> KeySignature:
    """Return what a key gives of some bytes, as SSH writes it: RSA by SHA-512, a curve's key by its own hash."""
    from cryptography.hazmat.primitives.asymmetric import padding
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    numbers = key.public.numbers
    if isinstance(numbers, Modulus):
        octets = key.secret.sign(data, padding.PKCS1v15(), _hash("SHA512"))
        return KeySignature("rsa-sha2-512", octets, None, None)
    octets = raw(key, data)
    if numbers.curve != "ed25519":
        octets = b"".join(mpint(number) for number in decode_dss_signature(octets))
    return KeySignature(key.public.kind, octets, None, None)


def raw(key: PrivateKey, data: bytes) -> bytes:
    """Return what a key on a curve gives of some bytes: 64 bytes of Ed25519, or ECDSA in DER."""
    from cryptography.hazmat.primitives.asymmetric import ec

    numbers = key.public.numbers
    assert isinstance(numbers, Point)
    if numbers.curve == "ed25519":
        octets: bytes = key.secret.sign(data)
    else:
        octets = key.secret.sign(data, ec.ECDSA(_hash(HASHES[numbers.curve])))
    return octets


def of_seed(seed: bytes) -> PrivateKey:
    """Return the Ed25519 key of a seed of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ed25519

    secret = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
    public = _public(secret)
    assert public is not None
    return PrivateKey(public, secret)


def raw_holds(algorithm: str, key: str, message: bytes, octets: bytes) -> bool:
    """Return whether a raw signature is by a raw key over a message.

    Args:
        algorithm: `ed25519` or `ecdsa-p256-sha256`.
        key: In hex: 32 bytes, or a point on P-256, compressed or not.
        message: What was signed.
        octets: 64 bytes; of ECDSA r and s after each other, or DER.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    try:
        point = bytes.fromhex(key)
        if algorithm == "ed25519":
            if is_low_order(point):
                return False
            ed25519.Ed25519PublicKey.from_public_bytes(point).verify(octets, message)
            return True
        if len(octets) == _BOTH:
            octets = encode_dss_signature(*(int.from_bytes(half, "big") for half in (octets[:32], octets[32:])))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        public.verify(octets, message, ec.ECDSA(_hash("SHA256")))
    except (InvalidSignature, ValueError):
        return False
    return True


_BOTH = 64
"""Bytes of r and s on P-256."""
