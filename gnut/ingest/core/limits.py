"""What is refused before it is read (docs/limits.md)."""

from __future__ import annotations

from gnut.errors import MalformedReport, ReportTooLarge

MAX_BYTES = 4 << 20
MAX_BRACKETS = 200_000
"""`[` and `]` together: 8 MiB of them cost the parser 530 MiB."""

MAX_CITATIONS = 100_000
"""A short report can name millions: `[1-200]` two thousand times."""

MAX_UNITS = 100_000
"""Sentences and cells, or paragraphs and cells: 4 MiB of prose hold some 40,000."""

_CONTROLS = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32))
_BINARY_SHARE = 3
"""Tenths of a report that may be controls or bytes outside UTF-8 before it counts as no text."""


def refuse_bytes(body: bytes) -> None:
    """Refuse a report over the limit of size.

    Raises:
        ReportTooLarge: More than 4 MiB.
    """
    if len(body) > MAX_BYTES:
        raise ReportTooLarge(f"report has {len(body)} bytes, the limit is {MAX_BYTES}", help="split the report")


def refuse_large(body: bytes) -> None:
    """Refuse a report over the limits of size.

    Raises:
        ReportTooLarge: More than 4 MiB, or more than 200,000 brackets.
    """
    refuse_bytes(body)
    brackets = body.count(b"[") + body.count(b"]")
    if brackets > MAX_BRACKETS:
        raise ReportTooLarge(f"report has {brackets} brackets, the limit is {MAX_BRACKETS}", help="split the report")


def refuse_binary(body: bytes, decoded: bytes) -> None:
    """Refuse a report that is mostly no text; a few stray bytes are an anomaly, not a refusal.

    Args:
        body: The report.
        decoded: The same with U+001A for each byte that is not UTF-8.

    Raises:
        MalformedReport: Code `unreadable_report`.
    """
    controls = len(decoded) - len(decoded.translate(None, _CONTROLS))
    if controls * 10 > len(body) * _BINARY_SHARE:
        raise MalformedReport(
            "report is no UTF-8 text", code="unreadable_report", help="convert it to UTF-8 before checking it"
        )


def refuse_many(count: int, limit: int, what: str) -> None:
    """Refuse a report that holds more of something than is read.

    Raises:
        ReportTooLarge: `count` is over `limit`.
    """
    if count > limit:
        raise ReportTooLarge(
            f"report has more than {limit} {what}", help="split the report, or shorten ranges such as [1-200]"
        )
