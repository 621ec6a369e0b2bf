"""Names of sources, and what it means that one was served from elsewhere."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from gnut.model import Uri
from gnut.text.patterns import lazy
from gnut.text.uris import source_id
from gnut_store.oid import digest

RESOLVERS = frozenset({"doi.org", "dx.doi.org", "hdl.handle.net", "n2t.net", "purl.org", "w3id.org", "identifiers.org"})
"""Hosts whose only work is to send a persistent identifier to its present home; a redirect from them is no news."""

__all__ = ["archived", "capture_date_differs", "failure_ref", "redirected", "source_id", "source_ref"]

_ARCHIVE = lazy(r"^/web/(\d{4,14})(?:[a-z]{2}_)?/(.+)$", re.DOTALL)
_ARCHIVE_HOSTS = frozenset({"web.archive.org", "archive.org", "www.archive.org"})


def source_ref(uri: Uri) -> str:
    """Return the ref that holds the snapshots of `uri`: `src/` and 40 hex digits of BLAKE3."""
    return "src/" + _hex40(uri)


def failure_ref(uri: Uri) -> str:
    """Return the ref that holds the failed fetches of `uri`: `fail/` and 40 hex digits of BLAKE3."""
    return "fail/" + _hex40(uri)


def _hex40(uri: Uri) -> str:
    return digest(uri.encode(), 20)


def redirected(asked: str, final: str) -> bool:
    """Whether `final` is another page than the `asked` address.

    http for https, a leading `www.`, a slash at the end, the spelling of escapes and another date of the
    same archived page are the same page. A resolver of persistent identifiers redirects by its nature.
    """
    start = _page(asked)
    return start is not None and start[0] not in RESOLVERS and start != _page(final)


def capture_date_differs(asked: str, final: str) -> bool:
    """Whether a web archive served a capture of another time than the address asks for.

    An address with only a year or a day is met by any capture within it.
    """
    wish, got = archived(asked), archived(final)
    return wish is not None and got is not None and not got[0].startswith(wish[0])


def archived(address: str) -> tuple[str, str] | None:
    """Return (timestamp digits, archived address) of a web-archive address; None for any other."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return None
    if host not in _ARCHIVE_HOSTS:
        return None
    match = _ARCHIVE.match(parts.path)
    return (match[1], match[2]) if match else None


def _page(address: str) -> tuple[str, int | None, str] | None:
    """Return (host, port, path) as far as they tell pages apart; None for an address without a host."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if host is None:
        return None
    archive = archived(address)
    path = f"/web//{archive[1]}" if archive else parts.path
    port = None if port in (80, 443) else port
    return host.removeprefix("www.").rstrip("."), port, unquote(path).rstrip("/")
