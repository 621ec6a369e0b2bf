"""SSH signatures (OpenSSH, PROTOCOL.sshsig): the armored text, the blob in it, and the bytes that a key signs.

Read more strictly than ssh-keygen does: version 1 and no other, the reserved field empty, each number in its one
spelling, nothing behind the last line. What is taken here, ssh-keygen takes; it takes some things besides.
"""

from __future__ import annotations

from gnut.sign.contract import NAMESPACE
from gnut.sign.core.publickeys import key_of, signature_of
from gnut.sign.core.wire import Fields, base64, refused, string, unbase64
from gnut.sign.records import KeySignature, PublicKey, Sshsig
from gnut_store import canon

MAGIC = b"SSHSIG"
BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
COLUMNS = 70
"""Characters of a line, as ssh-keygen writes them."""

WIDEST = 76
"""Most characters of a line that is read: what other programs write base64 with."""

MOST = 16 * 1024
"""Characters of an armored signature; the one of an RSA key of 16,384 bits has 5,800."""

HASHES = ("sha256", "sha512")


def armored(blob: bytes) -> str:
    """Return a blob as the text that ssh-keygen writes."""
    text = base64(blob)
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    return "\n".join((BEGIN, *lines, END, ""))


def unarmored(text: str) -> bytes:
    """Return the blob of an armored signature, which is the whole text.

    Raises:
        BadSignature: `long`, `armor` (a carriage return, a second signature, words around it), `trailing`, `base64`.
    """
    if len(text) > MOST:
        raise refused("long")
    lines = text.removesuffix("\n").split("\n")
    if lines[0] != BEGIN or END not in lines[1:]:
        raise refused("armor", "carriage returns at line ends" if lines[0] == BEGIN + "\r" else "")
    if lines[-1] != END or lines.index(END) != len(lines) - 1:
        raise refused("trailing")
    body = lines[1:-1]
    if any(not 0 < len(line) <= WIDEST for line in body):
        raise refused("armor")
    return unbase64("".join(body))


def sshsig_of(blob: bytes, namespace: str = NAMESPACE) -> Sshsig:
    """Return a signature, taken apart; whether it holds is another question.

    Args:
        blob: What `unarmored` gives.
        namespace: The purpose that it must have been made for.

    Raises:
        BadSignature: The reason in its code.
    """
    fields = Fields(blob)
    if fields.take(len(MAGIC)) != MAGIC:
        raise refused("magic")
    if fields.number() != 1:
        raise refused("version")
    key_blob, named, reserved = fields.octets(), fields.octets(), fields.octets()
    hashed, signed = fields.octets(), fields.octets()
    fields.end()
    if named != namespace.encode("utf-8"):
        raise refused("namespace")
    if reserved:
        raise refused("reserved")
    if hashed not in (each.encode("ascii") for each in HASHES):
        raise refused("hash")
    key = key_of(key_blob)
    return Sshsig(key, namespace, hashed.decode("ascii"), signature_of(signed, key))


def message(body: bytes, *, namespace: str = NAMESPACE, hash: str = "sha512") -> bytes:
    """Return the bytes that a key signs in place of `body`."""
    parts = (namespace.encode("utf-8"), b"", hash.encode("ascii"), canon.digest(hash, body))
    return MAGIC + b"".join(string(part) for part in parts)


def signed_by(made: Sshsig, body: bytes) -> bytes:
    """Return the bytes that the key of a signature over `body` signed.

    A security key signs the hash of its application, its flags and counter, and the hash of the message (PROTOCOL.u2f).
    """
    told = message(body, namespace=made.namespace, hash=made.hash)
    given = made.signature
    if made.key.application is None or given.flags is None or given.counter is None:
        return told
    state = bytes((given.flags,)) + given.counter.to_bytes(4, "big")
    return canon.digest("sha256", made.key.application) + state + canon.digest("sha256", told)


def blob_of(key: PublicKey, given: KeySignature, *, namespace: str = NAMESPACE, hash: str = "sha512") -> bytes:
    """Return the blob of a signature, for a key that is kept in a file."""
    signed = string(given.algorithm.encode("ascii")) + string(given.octets)
    parts = (key.blob, namespace.encode("utf-8"), b"", hash.encode("ascii"), signed)
    return MAGIC + (1).to_bytes(4, "big") + b"".join(string(part) for part in parts)
