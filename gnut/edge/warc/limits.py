"""Every limit of a web archive that is read, in one table (docs/limits.md prints it)."""

from __future__ import annotations

from msgspec import Struct

from gnut.edge.net.limits import KIB, LIMITS, MIB

GIB = 1 << 30


class ArchiveLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds of one archive file. At a limit passes, one past it does not."""

    head: int = 64 * KIB
    """Bytes of a record's head."""

    block: int = LIMITS.decoded_pdf + LIMITS.head
    """Bytes of a record's block; a longer one is passed over, and its source is `too_large`."""

    records: int = 250_000
    """Records of a file."""

    index: int = 384 * MIB
    """Memory for what is known of the records of all files of a call, as `gnut.edge.warc.index.weight` counts it."""

    whole: int = 8 * GIB
    """Bytes of a file once decompressed."""


ARCHIVE_LIMITS = ArchiveLimits()
