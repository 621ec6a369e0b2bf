"""Every limit of a fetch, in one table (docs/limits.md prints it)."""

from __future__ import annotations

from msgspec import Struct

MIB = 1 << 20
KIB = 1 << 10


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds of one fetch; bytes, seconds or counts. At a limit passes, one past it does not."""

    url: int = 4_096
    """Bytes of an address, once it is ASCII."""

    redirects: int = 5
    head: int = 64 * KIB
    """Bytes of status lines and header fields, those of interim replies included."""

    fields: int = 200
    """Header fields of the final reply."""

    interim: int = 8
    """Interim (1xx) replies before the final one."""

    wire: int = 8 * MIB
    """Body bytes as sent."""

    wire_pdf: int = 32 * MIB
    decoded: int = 16 * MIB
    """Body bytes once decompressed."""

    decoded_pdf: int = 64 * MIB
    ratio: int = 200
    """Decoded bytes per byte sent, once over `ratio_floor` decoded bytes."""

    ratio_floor: int = MIB
    members: int = 1_000
    """Streams of one gzip body; every one of them costs as much as hundreds of bytes."""

    chunks: int = 200_000
    """Parts in which one body may come; each costs as much as hundreds of bytes."""

    kept: int = KIB
    """Bytes of a header field that is kept, or sent back as a validator."""

    given: int = 4 * KIB
    """Bytes of a header field that the user gives."""

    exchange: float = 30.0
    """Seconds from the first look-up to the last byte, redirects included, pauses for politeness not."""

    first_byte: float = 15.0
    """Seconds from a request to the first byte of its reply."""

    connect: float = 8.0
    """Seconds for one address of several to take the connection."""

    robots: int = 500 * KIB
    """Bytes of robots.txt that are read; RFC 9309 asks for at least this many."""

    robots_seconds: float = 10.0
    retry_after: float = 30.0
    """Longest wait that a server may ask for; more is a failure at once."""

    retries: int = 10
    """Further tries that the user may ask for."""


LIMITS = Limits()

PLAIN_PORTS = frozenset({80, 443})
LOW_PORTS_END = 1024
BAD_PORTS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}
)
"""Ports from 1024 up that the Fetch standard blocks, because something that is no web server listens there."""


def port_allowed(port: int) -> bool:
    """Whether a web server may be asked at `port`: 80, 443, and unprivileged ones nobody else owns."""
    return port in PLAIN_PORTS or (LOW_PORTS_END <= port <= 65_535 and port not in BAD_PORTS)
