"""What a finding is known by when lines and paths move."""

from __future__ import annotations

from functools import lru_cache

from gnut.ledger.contract import Row
from gnut.text.fold import folded
from gnut_store import canon
from gnut_store.oid import oid_of


def fingerprint(row: Row, ordinal: int) -> str:
    """Return 32 hex digits (128 bits of BLAKE3) over reason, unit text, source, excerpt and ordinal.

    No path and no line is in it, so that moving a paragraph or a file keeps what is known of it.
    """
    parts = [
        row.bucket.value,
        row.reason,
        _folded(row.text),
        row.source.uri or row.source.written if row.source else None,
        folded(row.excerpt) if row.excerpt is not None else None,
        ordinal,
    ]
    return oid_of("fingerprint", canon.encode(parts))[3:35]


@lru_cache(maxsize=1)
def _folded(text: str) -> str:
    """Return the folded text of a unit; the many citations of one paragraph come one after another."""
    return folded(text)
