"""A receipt to verify, the bytes it stands on, and why it may be refused."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

EXECUTION_FILE = "execution.json"
REPORT_FILE = "report"
COMPANIONS, SNAPSHOTS, TEXTS, HIDDEN = "companions", "snapshots", "texts", "hidden"
"""Folders of a bundle: bibliographies by name, snapshots as `SOURCE-ID.json` (`:` written `-`), visible and hidden
texts as `SHA256-OF-THE-VISIBLE-TEXT.txt`."""


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """A run and everything it was made from, as exported bytes."""

    execution: bytes
    report: bytes
    companions: Mapping[str, bytes]
    snapshots: Mapping[str, bytes]
    """By source id."""

    texts: Mapping[str, bytes]
    hidden: Mapping[str, bytes]


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """One reason why a receipt does not stand."""

    code: str
    pointer: str
    """JSON pointer into the execution; empty for the whole of it."""

    message: str
    """One sentence without text of the report or of a source."""
