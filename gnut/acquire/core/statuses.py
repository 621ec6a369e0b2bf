"""What a status that gives no source is called."""

from __future__ import annotations

from gnut.acquire.whys import KNOWN

STATUSES = {
    204: "empty",
    205: "empty",
    206: "partial_content",
    401: "access_denied",
    402: "payment_required",
    403: "access_denied",
    404: "not_found",
    407: "access_denied",
    410: "gone",
    429: "rate_limited",
    451: "legal_block",
}


def why_of(status: int) -> str:
    """Return the kind of absence that an HTTP status other than 200 means."""
    return STATUSES.get(status) or ("server_error" if 500 <= status <= 599 else "unexpected_status")


def said_of(status: int) -> str:
    """Return one line for people about an HTTP status other than 200."""
    return f"HTTP {status}: it {KNOWN[why_of(status)].sentence}"
