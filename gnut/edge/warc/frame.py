"""What the reader of web archives and its limited child say to each other: a message, then the bytes of a block."""

from __future__ import annotations

from msgspec import Struct

MOST_META = 4 << 20
"""Bytes of one `Message` as sent: a head of 64 KiB, spelled generously."""


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """One record as it stands in the file; its block follows as bare bytes."""

    version: bytes
    """First line: `WARC/1.0` or `WARC/1.1`."""

    fields: tuple[tuple[bytes, bytes], ...]
    """Named fields of the head, in order, doubled ones twice."""

    held: int
    """Bytes of the block that the file really holds, up to the length that the head says."""

    closed: bool
    """Whether the record ends where its head says: with two line ends."""

    sent: int
    """Bytes of the block that follow; fewer than `held` when only its start was asked for."""


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the file, or of what can be read of it."""

    fault: str | None
    """None at a sound end; else one of the codes in `gnut.edge.warc.read.FAULTS`."""


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of the child: exactly one of the two."""

    piece: Piece | None
    ended: Ended | None
