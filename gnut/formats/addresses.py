"""Addresses for people: what may be shown of one, and which server it is at."""

from __future__ import annotations

from urllib.parse import urlsplit

from gnut.text.credentials import concealed
from gnut.text.hosts import PORTS, ascii_host


def bare(written: str) -> str:
    """Return an address without the name and the password that may stand before its host, and other credentials."""
    head, slashes, rest = written.partition("://")
    end = min((at for at in map(rest.find, "/?\\") if at >= 0), default=len(rest))
    return concealed(f"{head}{slashes}{rest[:end].rpartition('@')[2]}{rest[end:]}")


def server(written: str) -> tuple[str, int] | None:
    """Return host and port that an address leads to; None for one that leads to no web server."""
    try:
        parts = urlsplit(written)
        host, port = ascii_host((parts.hostname or "").rstrip(".")), parts.port
    except ValueError:
        return None
    if not host or parts.scheme not in PORTS:
        return None
    return host, port or PORTS[parts.scheme]
