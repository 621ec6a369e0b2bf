"""Addresses as renderers write them: what a Markdown file may spell freely, HTML has in one form."""

from __future__ import annotations

from gnut.text.hosts import ascii_host
from gnut.text.patterns import lazy

_AUTHORITY = lazy(r"((?:[A-Za-z][A-Za-z0-9+.-]*:)?//)([^/?#]*)")
_UNSAFE = lazy(r"[^!-~]|[\"<>\\^`{|}\[\]]|%(?![0-9A-Fa-f]{2})")


def as_uri(written: str) -> str:
    """Return an address as a URI: percent-encoded, its host in ASCII; an ASCII URI as it is.

    Every renderer of CommonMark does this to `href` (RFC 3987 §3.1), and none changes more. `www.…` gets
    the `http://` of GitHub's autolinks. Case, escapes, queries and fragments that are there are kept:
    another spelling of an address is a change of the evidence.
    """
    address = written.strip()
    if address[:4].lower() == "www.":
        address = "http://" + address
    match = _AUTHORITY.match(address)
    if match is None:
        return _encoded(address)
    return match[1] + _authority(match[2]) + _encoded(address[match.end() :])


def _authority(authority: str) -> str:
    user, at, place = authority.rpartition("@")
    if place.startswith("["):
        return _encoded(user) + at + place
    host, colon, port = place.partition(":")
    named = None if host.isascii() else ascii_host(host)
    return _encoded(user) + at + (named or _encoded(host)) + colon + _encoded(port)


def _encoded(text: str) -> str:
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), text)
