"""The snapshots and texts of a bundle against the acquisitions that name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gnut.account.contract import Execution
from gnut.account.records import Acquisition
from gnut.model import Uri
from gnut.text.uris import source_id
from gnut.verify_receipt.contract import Bundle, Refusal
from gnut.verify_receipt.core.folder import members, text_of
from gnut.verify_receipt.core.refusals import refusal
from gnut_store import canon
from gnut_store.oid import Oid, oid_of


def files(bundle: Bundle, execution: Execution) -> Iterator[Refusal]:
    """Yield every snapshot and text that is missing, another one, or of nothing that the run names."""
    snapshots = {source_id: members(body) for source_id, body in bundle.snapshots.items()}
    owners = {one.snapshot: one.result.source_id for one in execution.run.acquisitions if one.snapshot is not None}
    texts: set[object] = {text_of(snapshot) for snapshot in snapshots.values()}
    for at, one in enumerate(execution.run.acquisitions):
        pointer = f"/run/acquisitions/{at}"
        if one.result.source_id != source_id(Uri(one.result.uri)):
            yield refusal("source_identity", f"{pointer}/result/source_id")
        fault = _snapshot_fault(bundle, one, snapshots.get(one.result.source_id, {}), owners)
        if fault is not None:
            yield refusal(fault, f"{pointer}/snapshot")
        text = one.result.source_sha256
        texts.add(text)
        if text is not None and fault is None:
            body = bundle.texts.get(text)
            if body is None:
                yield refusal("text_missing", f"{pointer}/result/source_sha256")
            elif canon.sha256(body) != text:
                yield refusal("other_text", f"{pointer}/result/source_sha256")
    named = {one.result.source_id for one in execution.run.acquisitions}
    bare = {source_id for source_id, snapshot in snapshots.items() if snapshot.get("hidden_text") is None}
    if set(bundle.snapshots) - named or set(bundle.texts) - texts or set(bundle.hidden) - (named - bare):
        yield refusal("unlisted_file", "/run/acquisitions")


def _snapshot_fault(
    bundle: Bundle, one: Acquisition, snapshot: Mapping[str, Any], owners: Mapping[Oid, str]
) -> str | None:
    """Return what is wrong with the snapshot of a source; None when nothing is, or none is named."""
    if one.snapshot is None and one.snapshot_sha256 is None:
        return None
    body = bundle.snapshots.get(one.result.source_id)
    if body is None:
        return "snapshot_missing"
    if (one.snapshot, one.snapshot_sha256) != (oid_of("snapshot", body), canon.sha256(body)):
        return "snapshot_superseded" if snapshot.get("previous") == one.snapshot else "other_snapshot"
    parent = snapshot.get("previous")
    own = {snapshot.get(name) for name in ("raw_oid", "text", "hidden_text")}
    if parent is not None and (parent in own or parent in owners):
        # A capture follows an earlier one of its own source, of which a run reads one only.
        return "foreign_parent"
    return None
