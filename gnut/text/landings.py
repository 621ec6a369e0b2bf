"""Which page an address ends at, whatever it is spelled like, and which day an archive's address names."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from gnut.text.patterns import lazy

_ARCHIVE = lazy(r"^/web/(\d{4,14})(?:[a-z]{2}_)?/(.+)$")
_ARCHIVE_HOSTS = frozenset({"web.archive.org", "archive.org", "www.archive.org"})
_PORTS = (None, 80, 443)


class Landing(NamedTuple):
    """A page, as far as its address tells pages apart."""

    host: str
    port: int | None
    path: str


def landing(address: str) -> Landing | None:
    """Return the page that `address` leads to; None for one without a host.

    The scheme, a leading `www.`, a slash at the end, the spelling of escapes, the query (no receipt holds that of
    a final address) and the archive that keeps a copy tell no pages apart.
    """
    kept = archived(address)
    try:
        parts = urlsplit(address if kept is None else kept[1])
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host:
        return None
    name = host.removeprefix("www.").rstrip(".")
    return Landing(name, None if port in _PORTS else port, unquote(parts.path).rstrip("/"))


def archived(address: str) -> tuple[str, str] | None:
    """Return (digits of its time, address of the page) of a copy in the Internet Archive; None for any other."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return None
    match = _ARCHIVE.match(parts.path) if host in _ARCHIVE_HOSTS else None
    if match is None:
        return None
    page = match[2]
    # Archives also keep pages under addresses without a scheme, or with one of its two slashes lost on the way.
    scheme, colon, rest = page.partition(":/")
    whole = f"{scheme}://{rest.lstrip('/')}" if colon and scheme.lower() in ("http", "https") else f"http://{page}"
    return match[1], whole


def moment(digits: str) -> str:
    """Return the time in an archive's address for people: `2019`, `2019-03`, `2019-03-01`, `2019-03-01 12:00`."""
    day = "-".join(part for part in (digits[:4], digits[4:6], digits[6:8]) if part)
    clock = ":".join(part for part in (digits[8:10], digits[10:12], digits[12:14]) if part)
    return f"{day} {clock}".strip() if len(digits) >= 12 else day
