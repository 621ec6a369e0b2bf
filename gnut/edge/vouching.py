"""Ground manifests in the store, each with a receipt around it; the evidence is never kept."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gnut._version import __version__
from gnut.formats.grounded import manifest_text
from gnut.ground.contract import PASS, RECEIPT, GroundReceipt, Manifest
from gnut.ground.core.forms import manifest_json
from gnut.ground.core.validating import manifest as validated
from gnut_store import canon
from gnut_store.oid import Oid
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
            outcome="pass" if all(each.status == PASS for each in manifest.findings) else "not-passing",
        )
        kept = batch.add(KIND, canon.encode(msgspec.to_builtins(receipt)))
        batch.ref(REF, kept)
    return Kept(stored, kept)
