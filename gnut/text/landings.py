"""Which page an address ends at, whatever it is spelled like."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from gnut.text.archives import copy_of

_PORTS = (None, 80, 443)


class Landing(NamedTuple):
    """A page, as far as its address tells pages apart."""

    host: str
    port: int | None
    path: str


def landing(address: str) -> Landing | None:
    """Return the page that `address` leads to; None for one without a host.

    The scheme, a leading `www.`, a slash at the end, the spelling of escapes, the query (no receipt holds that of
    a final address) and an archive that keeps a copy tell no pages apart.
    """
    kept = copy_of(address)
    try:
        parts = urlsplit(address if kept is None else kept.page)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host:
        return None
    name = host.removeprefix("www.").rstrip(".")
    return Landing(name, None if port in _PORTS else port, unquote(parts.path).rstrip("/"))
