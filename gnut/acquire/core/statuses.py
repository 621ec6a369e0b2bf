"""What a status that gives no source is called."""

from __future__ import annotations

STATUSES = {
    204: ("empty", "the server answers that there is nothing"),
    205: ("empty", "the server answers that there is nothing"),
    206: ("partial_content", "the server sends a part that nobody asked for"),
    401: ("access_denied", "the server asks for a login"),
    402: ("payment_required", "the server asks for payment"),
    403: ("access_denied", "the server refuses"),
    404: ("not_found", "the page does not exist"),
    407: ("access_denied", "a proxy asks for a login"),
    410: ("gone", "the page was taken away"),
    429: ("rate_limited", "the server asks for fewer requests"),
    451: ("legal_block", "the page is withheld for legal reasons"),
}


def why_of(status: int) -> str:
    """Return the kind of absence that an HTTP status other than 200 means."""
    if status in STATUSES:
        return STATUSES[status][0]
    return "server_error" if 500 <= status <= 599 else "unexpected_status"


def said_of(status: int) -> str:
    """Return one line for people about an HTTP status other than 200."""
    said = STATUSES.get(status, ("", ""))[1]
    return f"HTTP {status}: {said}" if said else f"HTTP {status}"
