"""Make statements about runs, have them signed, and judge signatures."""

from __future__ import annotations

from gnut.errors import BadReceipt
from gnut.sign.contract import FORMATS, SIGNATURE, Make, Signature
from gnut.sign.core.judge import Found, Run, judged, signs_raw, together, with_commit
from gnut.sign.core.publickeys import fingerprint
from gnut.sign.core.statement import differs, parse_statement, result, statement
from gnut.sign.records import PublicKey, Signer
from gnut.text.fitted import fitted
from gnut_store import canon
from gnut_store import oid as oids

__all__ = [
    "Found",
    "Run",
    "differs",
    "fingerprint",
    "judged",
    "listed",
    "parse_signature",
    "parse_statement",
    "result",
    "sign",
    "signs_raw",
    "statement",
    "together",
    "with_commit",
]


def sign(body: bytes, key: PublicKey, format: str, make: Make) -> Signature:
    """Return the signature over the bytes of a statement.

    Args:
        body: The very bytes that are stored and signed.
        key: The key that `make` signs with.
        format: One of `FORMATS`.
        make: Has the bytes signed, by a library, an agent or a security key.
    """
    assert format in FORMATS
    return Signature(SIGNATURE, oids.oid_of("statement", body), format, fingerprint(key), make(body))


def listed(key: PublicKey) -> Signer:
    """Return the line of a list of signers that lets a key sign anything at any time, under no name."""
    return Signer(0, "", key, False, None, None, None)


def parse_signature(body: bytes) -> Signature:
    """Return the signature that an object holds; what it says of the statement is for `judged`.

    Raises:
        NotCanonical: It is not one strict JSON value.
        BadReceipt: `unknown_schema`, `unknown_format`, or as `gnut.text.fitted` says.
    """
    made = fitted(canon.decode(body), Signature)
    if made.schema != SIGNATURE:
        raise BadReceipt(f"{made.schema!r} is not {SIGNATURE!r}", code="unknown_schema", pointer="/schema")
    if made.format not in FORMATS:
        raise BadReceipt(f"{made.format!r} is no form of a signature", code="unknown_format", pointer="/format")
    return made
