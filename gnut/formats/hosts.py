"""What each host of a call was asked for, as a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.formats.acquired_json import HostCame
from gnut.formats.sizes import size

HEADS = ("host", "requests", "received", "seconds", "paused", "failed")
"""Of requests alone: what became of the sources, the account says, which counts what the parser refused as well."""


def table(hosts: Sequence[HostCame]) -> list[str]:
    """Return the hosts, the busiest first, one a line under a heading; unescaped."""
    listed = sorted(hosts, key=lambda one: (-one.requests, one.host))
    rows = [HEADS, *map(_row, listed)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    return [
        "  ".join(
            cell.ljust(width) if not at else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _row(one: HostCame) -> tuple[str, ...]:
    seconds = (f"{one.milliseconds / 1000:.1f}", f"{one.paused_milliseconds / 1000:.1f}")
    return one.host, str(one.requests), size(one.bytes), *seconds, str(one.failed)
