"""Ground manifests in the store, each with a receipt around it; the evidence is never kept."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gnut._version import __version__
from gnut.edge.grounding import decoded
from gnut.formats.grounded import manifest_text
from gnut.ground.contract import PASS, RECEIPT, GroundReceipt, Manifest, ManifestValidationError
from gnut.ground.core.forms import manifest_json
from gnut.ground.core.validating import manifest as validated
from gnut_store import canon
from gnut_store.oid import Oid, is_oid
from gnut_store.store import Store

KIND = "ground-receipt"
REF = "ground/receipt"
"""Ref that names every receipt; the manifest hangs on it."""


class Kept(NamedTuple):
    """What was kept."""

    manifest: Oid
    receipt: Oid


def vouch(store: Store, tier: str, manifest: Manifest, evidence: bytes | None) -> Kept:
    """Keep a manifest as its file would have it, and a receipt that names it; durable when it returns.

    The manifest is looked at for secrets before anything is hashed: what was pushed once cannot be called back.

    Args:
        store: Where to.
        tier: `local`, or `team` for what is committed or pushed.
        manifest: As `ground` made it.
        evidence: Bytes of the evidence, of which the receipt keeps the digest alone; None keeps none, since that of
            a tiny file can be guessed.

    Raises:
        ManifestValidationError: It contradicts itself, or something in it has the shape of a secret.
        StoreBusy: Another process holds the store alone.
        StoreUnwritable: It takes nothing in.
    """
    body = manifest_text(validated(manifest_json(manifest))).encode("utf-8")
    with store.write(tier) as batch:
        stored = batch.add("blob", body)
        receipt = GroundReceipt(
            kind=RECEIPT,
            manifest=stored,
            evidence=None if evidence is None else f"sha256:{canon.sha256(evidence)}",
            tool=f"gnut {__version__}",
            assessed_at=manifest.generated_at,
            outcome=_outcome(manifest),
        )
        kept = batch.add(KIND, canon.encode(msgspec.to_builtins(receipt)))
        batch.ref(REF, kept)
    return Kept(stored, kept)


class Vouched(NamedTuple):
    """A kept manifest as it was read again."""

    manifest: Manifest
    body: bytes
    receipt: GroundReceipt | None
    """What stands around it; None when the manifest itself was named."""


def vouched(store: Store, oid: Oid) -> Vouched:
    """Return a kept manifest, by its own id or that of a receipt around it, once everything in both agrees.

    Raises:
        ManifestValidationError: It is neither; the manifest contradicts itself, or the receipt the manifest.
        ObjectMissing: The store has one of them not, or not any more.
        ObjectCorrupt: Its stored bytes are damaged.
    """
    kind = store.kind(oid)
    if kind not in (KIND, "blob"):
        raise ManifestValidationError(f"is of the kind {kind}: neither a manifest nor a receipt", path=str(oid)[:12])
    receipt = _receipt(store.get(oid, KIND)) if kind == KIND else None
    body = store.get(oid if receipt is None else Oid(receipt.manifest), "blob")
    manifest = validated(decoded(body, ManifestValidationError))
    if receipt is not None and receipt.assessed_at != manifest.generated_at:
        raise ManifestValidationError("is another time than that of the manifest", path="receipt.assessed_at")
    if receipt is not None and receipt.outcome != _outcome(manifest):
        raise ManifestValidationError("is not what the findings come to", path="receipt.outcome")
    return Vouched(manifest, body, receipt)


def _outcome(manifest: Manifest) -> str:
    return "pass" if all(each.status == PASS for each in manifest.findings) else "not-passing"


def _receipt(body: bytes) -> GroundReceipt:
    try:
        receipt = msgspec.convert(decoded(body, ManifestValidationError), GroundReceipt)
    except msgspec.ValidationError:
        raise ManifestValidationError("has another shape", path="receipt") from None
    if receipt.kind != RECEIPT:
        raise ManifestValidationError(f"is not {RECEIPT}", path="receipt.kind")
    if not is_oid(receipt.manifest):
        raise ManifestValidationError("is no id", path="receipt.manifest")
    return receipt
