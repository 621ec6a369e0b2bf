"""Keys from seeds, and SSH signatures written field by field, so that each field can be wrong alone."""

from __future__ import annotations

import base64
import hashlib
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from gnut.account.contract import Execution
from gnut.account.core import parse_execution
from gnut.sign.contract import NAMESPACE
from gnut.sign.core import statement
from gnut_store import canon
from tests.receipts.good import GOOD

RUN = (GOOD / "execution.json").read_bytes()
REPORT = (GOOD / "report").read_bytes()
SIGNED_AT = "2026-01-02T03:04:05Z"


def run() -> Execution:
    """Return the run that the tests sign."""
    return parse_execution(RUN)


def told(signed_at: str | None = SIGNED_AT, commit: str | None = None) -> bytes:
    """Return the bytes of the statement about it."""
    return canon.encode(statement(run(), RUN, signed_at=signed_at, commit=commit))


def ed25519(name: str = "ana") -> Ed25519PrivateKey:
    """Return the same key for the same name, every time."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def string(octets: bytes) -> bytes:
    """Return a string as SSH writes it."""
    return struct.pack(">I", len(octets)) + octets


def mpint(number: int) -> bytes:
    """Return a number as SSH writes it."""
    octets = number.to_bytes((number.bit_length() + 8) // 8, "big")
    return string(octets.lstrip(b"\0") if octets[:2] == b"\0\0" else octets)


def blob(key: Any, kind: str | None = None) -> bytes:
    """Return the public blob of a private key, under its own kind or another."""
    text = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    plain = base64.b64decode(text.split()[1])
    if kind is None:
        return plain
    length = struct.unpack(">I", plain[:4])[0]
    return string(kind.encode()) + plain[4 + length :]


def line(key: Any) -> str:
    """Return a public key as in a `.pub` file."""
    plain = blob(key)
    kind = plain[4 : 4 + struct.unpack(">I", plain[:4])[0]].decode()
    return f"{kind} {base64.b64encode(plain).decode()}"


def given(key: Any, data: bytes, algorithm: str | None = None) -> bytes:
    """Return what a key gives of some bytes, as SSH writes it."""
    if isinstance(key, Ed25519PrivateKey):
        return string((algorithm or "ssh-ed25519").encode()) + string(key.sign(data))
    if isinstance(key, rsa.RSAPrivateKey):
        name = algorithm or "rsa-sha2-512"
        digest: Any = {"ssh-rsa": hashes.SHA1(), "rsa-sha2-256": hashes.SHA256()}.get(name, hashes.SHA512())
        return string(name.encode()) + string(key.sign(data, padding.PKCS1v15(), digest))
    digest = {256: hashes.SHA256(), 384: hashes.SHA384(), 521: hashes.SHA512()}[key.curve.key_size]
    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(digest)))
    return string((algorithm or f"ecdsa-sha2-nistp{key.curve.key_size}").encode()) + string(mpint(r) + mpint(s))


def data(body: bytes, namespace: str = NAMESPACE, hash: str = "sha512", reserved: bytes = b"") -> bytes:
    """Return the bytes that a key signs."""
    digest = hashlib.new(hash, body).digest()
    return b"SSHSIG" + b"".join(map(string, (namespace.encode(), reserved, hash.encode(), digest)))


def sshsig(
    key: Any,
    body: bytes,
    *,
    namespace: str = NAMESPACE,
    hash: str = "sha512",
    magic: bytes = b"SSHSIG",
    version: int = 1,
    reserved: bytes = b"",
    algorithm: str | None = None,
    public: bytes | None = None,
    behind: bytes = b"",
    signature: bytes | None = None,
) -> bytes:
    """Return the blob of a signature; what is named is otherwise than it should be, and signed so."""
    signature = signature or given(key, data(body, namespace, hash, reserved), algorithm)
    fields = (public or blob(key), namespace.encode(), reserved, hash.encode(), signature)
    return magic + struct.pack(">I", version) + b"".join(map(string, fields)) + behind


def armor(octets: bytes, columns: int = 70, end: str = "\n") -> str:
    """Return a blob as text."""
    text = base64.b64encode(octets).decode()
    lines = [text[at : at + columns] for at in range(0, len(text), columns)]
    return end.join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def security_key(
    key: Any, body: bytes, *, flags: int = 1, counter: int = 7, application: bytes = b"ssh:", namespace: str = NAMESPACE
) -> tuple[str, bytes]:
    """Return the public line and the signature that a security key with this secret would give."""
    message = data(body, namespace)
    state = bytes((flags,)) + struct.pack(">I", counter)
    signed = hashlib.sha256(application).digest() + state + hashlib.sha256(message).digest()
    if isinstance(key, Ed25519PrivateKey):
        kind, octets = b"sk-ssh-ed25519@openssh.com", key.sign(signed)
        point = blob(key)[4 + len(b"ssh-ed25519") :]
    else:
        kind = b"sk-ecdsa-sha2-nistp256@openssh.com"
        r, s = decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
        octets, point = mpint(r) + mpint(s), blob(key)[4 + len(b"ecdsa-sha2-nistp256") :]
    public = string(kind) + point + string(application)
    signature = string(kind) + string(octets) + state
    return f"{kind.decode()} {base64.b64encode(public).decode()}", sshsig(
        key, body, public=public, signature=signature, namespace=namespace
    )


def fingerprint(key: Any) -> str:
    """Return what ssh-keygen calls a key."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(blob(key)).digest()).decode().rstrip("=")


def of_another() -> bytes:
    """Return the bytes of a true statement about another run: one that another engine made."""
    from msgspec.structs import replace

    made = run()
    engine = replace(made.manifest.engine, version="0.0.1")
    body = RUN + b" "
    return canon.encode(
        statement(replace(made, manifest=replace(made.manifest, engine=engine), sha256="1" * 64), body,
                  signed_at=SIGNED_AT, commit=None)
    )  # fmt: skip


ANA, BOB, EVE = ed25519("ana"), ed25519("bob"), ed25519("eve")


def private(key: Any) -> bytes:
    """Return a private key as a file of OpenSSH that no passphrase locks."""
    how = (serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption())
    made: bytes = key.private_bytes(*how)
    return made
