"""A sealed record, and what checking a log of them gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

ANSWER = "gnut-answer-record/v1"
RUN = "gnut-run-record/v1"
MEASUREMENT = "gnut-measurement/v1"
REPLAY = "gnut-decision-replay/v1"
"""Schemas of what is sealed here."""

FOREIGN = {"groundlens.evidence-record/1": "answer", "groundlens.run-record/1": "run"}
"""Schemas of logs that groundlens sealed, which are read and checked too, and what they record."""

ALGORITHMS = ("ed25519", "ecdsa-p256-sha256")


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """One sealed decision, a line of a log.

    `content_hash` is `sha256:` and the SHA-256 of the content's canonical form; `record_hash` the same of
    content_hash, previous hash (or nothing), record_id and timestamp, joined by line feeds; the signature is over the
    UTF-8 text of record_hash.
    """

    record_id: str
    """`rec_` or `run_`, 12 hex digits of the content's hash, `_`, 12 more that tell equal contents apart."""

    timestamp: str
    """When it was sealed, UTC to the second: `2026-01-02T03:04:05Z`."""

    content: dict[str, Any]
    """What was decided; its `schema` says what it is. No floats."""

    content_hash: str
    record_hash: str
    previous_record_hash: str | None = None
    """None for the first of a log; foreign logs leave the member out, ours have it as null."""

    signature: str | None = None
    """In hex; None for a record that nobody signed."""

    signer_public_key: str | None = None
    """Raw public key in hex: 32 bytes of Ed25519, or an uncompressed or compressed P-256 point."""

    signature_algorithm: str | None = None
    """One of `ALGORITHMS`; None is Ed25519."""


class Document(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sealed document that stands alone: a measurement, a replay of decisions."""

    kind: str
    """One of the schemas above."""

    content: dict[str, Any]
    content_hash: str
    signature: str | None = None
    """Over the UTF-8 text of content_hash, in hex."""

    signer_public_key: str | None = None
    signature_algorithm: str | None = None


class Signer(Protocol):
    """A key that signs."""

    algorithm: str
    public_key: str
    """In hex, as `Record.signer_public_key`."""

    def sign(self, message: bytes) -> bytes:
        """Return the raw signature."""


Verifies = Callable[[str, str, bytes, bytes], bool]
"""Whether (algorithm, public key in hex, message, signature) fit together; the edge gives it."""


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a record of a log does not stand."""

    line: int
    """Line of the log, from 1."""

    record_id: str | None
    code: str
    """`not_json | not_an_object | malformed | mixed_kinds | content_hash_mismatch | record_hash_mismatch |
    broken_chain_link | signature_invalid | signer_not_trusted | unsigned | unknown_schema | not_checked`."""

    message: str


class LogVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What checking a log came to."""

    ok: bool
    verified: int
    """Records that stand, from the first on; those behind a fault count too."""

    kind: str
    """`answer | run`; of an empty log `answer`."""

    trusted: str
    """Whether keys that the caller trusts signed every record: `passed | failed`; `not_checked` where the caller names
    no key, no library can check, or there is no record."""

    signed: int
    """Records with a signature that verifies."""

    head: str | None
    """record_hash of the last record; None for an empty log."""

    faults: tuple[Fault, ...]
