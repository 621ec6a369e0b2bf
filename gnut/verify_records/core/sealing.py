"""Hashes of records, and sealing one."""

from __future__ import annotations

from typing import Any

from gnut.verify_records.contract import ALGORITHMS, FOREIGN, Document, Record, Signer
from gnut_store import canon

SHORT = 12
"""Hex digits of a hash in a record's id."""


def content_hash(content: dict[str, Any]) -> str:
    """Return `sha256:` and the SHA-256 of a content's canonical form; that of a foreign schema is its own."""
    schema = content.get("schema")
    foreign = isinstance(schema, str) and schema in FOREIGN
    body = canon.sorted_line(content) if foreign else canon.encode(content)
    return f"sha256:{canon.sha256(body)}"


def record_hash(content: str, previous: str | None, record_id: str, timestamp: str) -> str:
    """Return the hash that binds a record: its content's hash, the record before it, its id and its time."""
    parts = (content, previous or "", record_id, timestamp)
    return f"sha256:{canon.sha256(chr(10).join(parts).encode())}"


def seal(
    content: dict[str, Any], *, previous: str | None, timestamp: str, prefix: str, signer: Signer | None
) -> Record:
    """Return the record of a content, the next of its chain.

    Args:
        content: What was decided; no floats.
        previous: record_hash of the record before; None for the first of a log.
        timestamp: When, UTC to the second, with `Z`.
        prefix: `rec` or `run`.
        signer: A key; None leaves the record unsigned, which checking says.
    """
    body = content_hash(content)
    first = body.removeprefix("sha256:")
    # Equal contents at one place of a chain are told apart by what they follow and when: no chance is needed.
    second = canon.sha256(f"{previous or ''}\n{timestamp}\n{body}".encode())
    record_id = f"{prefix}_{first[:SHORT]}_{second[:SHORT]}"
    whole = record_hash(body, previous, record_id, timestamp)
    if signer is None:
        return Record(record_id, timestamp, content, body, whole, previous)
    signature = signer.sign(whole.encode()).hex()
    algorithm = None if signer.algorithm == ALGORITHMS[0] else signer.algorithm
    return Record(record_id, timestamp, content, body, whole, previous, signature, signer.public_key, algorithm)


def seal_document(kind: str, content: dict[str, Any], signer: Signer | None) -> Document:
    """Return a document that stands alone (a measurement, a replay), hashed and signed over its content's hash."""
    body = content_hash(content)
    if signer is None:
        return Document(kind, content, body)
    algorithm = None if signer.algorithm == ALGORITHMS[0] else signer.algorithm
    return Document(kind, content, body, signer.sign(body.encode()).hex(), signer.public_key, algorithm)
