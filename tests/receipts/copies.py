"""A copy of the good twin that can be changed in one place and hashed again from there upward."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from gnut.verify_receipt.contract import Bundle
from tests.receipts import good


def canonical(value: Any) -> bytes:
    """Return the canonical form of JSON whose keys are ASCII and whose numbers are whole, as a stranger makes it."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha256(body: bytes) -> str:
    """Return a SHA-256 as receipts write it."""
    return hashlib.sha256(body).hexdigest()


def seal(value: dict[str, Any]) -> None:
    """Put a receipt's own hash into it."""
    value["sha256"] = sha256(canonical({key: member for key, member in value.items() if key != "sha256"}))


class Copy:
    """The files of a bundle, to be changed."""

    def __init__(self) -> None:
        whole = good.bundle()
        self.tree: dict[str, Any] = json.loads(whole.execution)
        self.report = whole.report
        self.companions = dict(whole.companions)
        self.snapshots = dict(whole.snapshots)
        self.texts = dict(whole.texts)
        self.hidden = dict(whole.hidden)
        self.execution: bytes | None = None
        self.first: str | None = None

    def at(self, pointer: str) -> Any:
        """Return what stands at a JSON pointer of the execution."""
        node: Any = self.tree
        for step in pointer.split("/")[1:]:
            node = node[int(step)] if isinstance(node, list) else node[step]
        return node

    def put(self, pointer: str, value: Any) -> None:
        """Set what stands at a JSON pointer; the first one is where the refusal is expected."""
        self.first = self.first or pointer
        parent, _, last = pointer.rpartition("/")
        node = self.at(parent)
        assert isinstance(node, list) or node.get(last, ...) != value, f"{pointer} is {value!r} already"
        node[int(last) if isinstance(node, list) else last] = value

    def drop(self, pointer: str) -> None:
        """Take away what stands at a JSON pointer."""
        self.first = self.first or pointer
        parent, _, last = pointer.rpartition("/")
        node = self.at(parent)
        del node[int(last) if isinstance(node, list) else last]

    def seal(self, *, inner: bool = True) -> None:
        """Hash every part again, from the evidence up, each where the others name it."""
        run, ledger, manifest = self.tree["run"], self.tree["ledger"], self.tree["manifest"]
        old = {"canonical_run": run["sha256"], "claim_ledger": ledger["sha256"]}
        if inner:
            seal(run["evidence"])
            seal(run)
        if ledger["run_sha256"] == old["canonical_run"]:
            ledger["run_sha256"] = run["sha256"]
        if inner:
            seal(ledger)
        for one in manifest["artifacts"]:
            part = {"canonical_run": run, "claim_ledger": ledger}.get(one["kind"])
            if part is not None and one["sha256"] == ORIGINAL[one["kind"]]["sha256"]:
                one["sha256"] = sha256(canonical(part))
                if one["bytes"] == ORIGINAL[one["kind"]]["bytes"]:
                    one["bytes"] = len(canonical(part))
        manifest["artifacts"].sort(key=lambda one: (one["kind"], one["sha256"]))
        seal(manifest)
        seal(self.tree)

    def bundle(self) -> Bundle:
        """Return the changed files as a bundle."""
        body = canonical(self.tree) if self.execution is None else self.execution
        return Bundle(body, self.report, self.companions, self.snapshots, self.texts, self.hidden)

    def claim(self, claim_id: str) -> str:
        """Return the pointer to a claim."""
        return self._named("/run/extraction/claims", "claim_id", claim_id)

    def account(self, claim_id: str) -> str:
        """Return the pointer to a claim's account."""
        return self._named("/run/evidence/accounts", "claim_id", claim_id)

    def row(self, claim_id: str) -> str:
        """Return the pointer to a claim's row."""
        return self._named("/ledger/ledger/rows", "id", claim_id)

    def source(self, uri: str) -> str:
        """Return the pointer to a source's acquisition."""
        found = self.at("/run/acquisitions")
        return next(f"/run/acquisitions/{at}" for at, one in enumerate(found) if one["result"]["uri"] == uri)

    def _named(self, pointer: str, key: str, name: str) -> str:
        return next(f"{pointer}/{at}" for at, one in enumerate(self.at(pointer)) if one[key] == name)

    def recaptured(self, uri: str, change: dict[str, Any], *, sealed: bool = True) -> None:
        """Put a changed snapshot in the place of a source's, and bind the run to it."""
        place = self.source(uri)
        source_id = self.at(place)["result"]["source_id"]
        members = json.loads(self.snapshots[source_id])
        members.update(change)
        if sealed:
            seal(members)
        self.snapshots[source_id] = body = canonical(members)
        self.rebind(place, body)

    def rebind(self, place: str, body: bytes) -> None:
        """Name a snapshot's bytes wherever the run, its ledger and its manifest name the source's."""
        from gnut_store.oid import oid_of

        one = self.at(place)
        was, one["snapshot"], one["snapshot_sha256"] = one["snapshot"], oid_of("snapshot", body), sha256(body)
        for row in self.at("/ledger/ledger/rows"):
            if row["source"] is not None and row["source"]["snapshot"] == was:
                row["source"]["snapshot"] = one["snapshot"]
        for named in self.at("/manifest/sources"):
            if named["source_id"] == one["result"]["source_id"]:
                named["snapshot_sha256"] = one["snapshot_sha256"]
        self.first = self.first or f"{place}/snapshot"


def _original() -> dict[str, dict[str, Any]]:
    manifest = json.loads(good.bundle().execution)["manifest"]
    return {one["kind"]: dict(one) for one in manifest["artifacts"]}


ORIGINAL = _original()
