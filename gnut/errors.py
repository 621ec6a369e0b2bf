"""What gnut refuses, each with its exit code; the root stands in the store's package."""

from __future__ import annotations

from gnut_store.errors import (
    BadId,
    BadName,
    GnutError,
    NoStore,
    NotCanonical,
    ObjectCorrupt,
    ObjectMissing,
    StoreBusy,
    StoreUnreadable,
    StoreUnwritable,
    UnsupportedFormat,
)

__all__ = [
    "BadArchive",
    "BadConfig",
    "BadId",
    "BadName",
    "BadReceipt",
    "BadSignature",
    "GnutError",
    "InputMissing",
    "MalformedReport",
    "MissingExtra",
    "NetworkNotAllowed",
    "NoStore",
    "NotCanonical",
    "ObjectCorrupt",
    "ObjectMissing",
    "ReportTooLarge",
    "StoreBusy",
    "StoreUnreadable",
    "StoreUnwritable",
    "UnsupportedFormat",
    "Usage",
]


class Usage(GnutError):
    """A command line that cannot be obeyed."""

    code = "usage"


class InputMissing(GnutError):
    """A file or folder that was named and is not there, or cannot be read."""

    code = "input_missing"


class MalformedReport(GnutError):
    """A report, profile or request that breaks its contract; `code` names the clause."""

    code = "malformed_report"


class BadReceipt(GnutError):
    """A receipt that breaks its contract, contradicts itself or belongs to something else; `code` names the clause."""

    code = "bad_receipt"

    def __init__(self, message: str, *, code: str, pointer: str = "") -> None:
        """Build the error; `pointer` is the JSON pointer (RFC 6901) to the place, empty for the whole receipt."""
        super().__init__(f"{pointer}: {message}" if pointer else message, code=code)
        self.pointer = pointer


class BadSignature(GnutError):
    """A signature, key or list of keys that cannot be taken for one; `code` says which rule it breaks."""

    code = "bad_signature"


class ReportTooLarge(MalformedReport):
    """A report over a reading limit (docs/limits.md)."""

    code = "report_too_large"


class BadArchive(GnutError):
    """A web archive that cannot be read, or not to its end; `code` says how."""

    code = "archive_damaged"


class MissingExtra(GnutError):
    """A command that needs a library which comes with an extra of the package."""

    code = "missing_extra"


class BadConfig(GnutError):
    """A configuration with an unknown key, a wrong type or a loosened limit."""

    code = "bad_config"


class NetworkNotAllowed(GnutError):
    """An acquisition mode that needs the network without a way to reach it."""

    code = "mode_needs_live_resolver"
