"""Receipts inside receipts, each encoded once and hashed at every level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from gnut_store import canon

Receipt = TypeVar("Receipt", bound=Struct)


def seal(receipt: Receipt, known: Mapping[str, canon.Canonical]) -> tuple[Receipt, canon.Canonical]:
    """Return a receipt with its own hash in `sha256`, as `gnut.model.sealed` does, and its canonical bytes.

    Args:
        receipt: All but its hash.
        known: Canonical bytes of members that were encoded before.

    Raises:
        NotCanonical: A member has no canonical form.
    """
    names = zip(receipt.__struct_fields__, receipt.__struct_encode_fields__, strict=True)
    members = {
        written: known[name] if name in known else canon.encode(getattr(receipt, name))
        for name, written in names
        if name != "sha256"
    }
    sha256 = canon.sha256(canon.assembled(members))
    members["sha256"] = canon.encode(sha256)
    return msgspec.structs.replace(receipt, sha256=sha256), canon.assembled(members)
