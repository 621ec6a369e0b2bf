"""Read a render receipt that came from outside."""

from __future__ import annotations

from gnut.errors import BadReceipt
from gnut.model import self_hash
from gnut.render_receipt.contract import SCHEMA, RenderReceipt
from gnut.text.fitted import fitted
from gnut_store import canon


def parse_receipt(body: bytes) -> RenderReceipt:
    """Return the receipt that `body` states, after its hashes and counts were held against each other.

    Raises:
        NotCanonical: `body` is not one strict JSON value.
        BadReceipt: Another schema (`unknown_schema`), an unknown or missing member (as `fitted` says), or
            a hash or count that the rest contradicts (`self_hash_mismatch`, `parity_mismatch`).
    """
    value = canon.decode(body)
    schema = value.get("schema") if isinstance(value, dict) else None
    if schema != SCHEMA:
        raise BadReceipt(f"{schema!r}, expected {SCHEMA!r}", code="unknown_schema", pointer="/schema")
    receipt = fitted(value, RenderReceipt)
    if receipt.sha256 != self_hash(receipt):
        raise BadReceipt("the receipt has another hash", code="self_hash_mismatch", pointer="/sha256")
    _judge(receipt)
    return receipt


def _judge(receipt: RenderReceipt) -> None:
    parity = receipt.parity
    counts = {len(parity.evidence_sequence), receipt.source.cited_claim_count, receipt.rendered.cited_claim_count}
    agrees = (
        parity.evidence_sequence_identical
        and counts == {parity.cited_occurrences}
        and parity.evidence_sequence_sha256 == canon.sha256(canon.encode(parity.evidence_sequence))
    )
    if not agrees:
        raise BadReceipt("counts, hash and sequence differ", code="parity_mismatch", pointer="/parity")
    held = receipt.renderer.configuration
    if held is not None and receipt.renderer.configuration_sha256 != canon.sha256(canon.encode(held)):
        raise BadReceipt(
            "the configuration has another hash", code="parity_mismatch", pointer="/renderer/configuration_sha256"
        )
