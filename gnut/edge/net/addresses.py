"""Which addresses the public Internet has, and how a URL says where it leads.

The parser that judges is the parser that connects: nothing here is parsed a second time elsewhere.
The standard library's `is_global` is not used: it calls ten special blocks global (multicast, 192.0.0.192,
NAT64 and 6to4 forms of loopback, 3fff::/20, 5f00::/16 and site-local among them).
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from urllib.parse import quote

from msgspec import Struct

from gnut.edge.net.limits import LIMITS, Limits, port_allowed
from gnut.edge.net.refusal import Refused, plain
from gnut.edge.net.relative import joined
from gnut.text.credentials import concealed
from gnut.text.hosts import ascii_host
from gnut.text.patterns import lazy

SPECIAL_V4 = tuple(
    ipaddress.IPv4Network(block)
    for block in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
"""IANA IPv4 special-purpose registry, multicast and class E; nothing in them serves a page to the public."""

GLOBAL_V6 = ipaddress.IPv6Network("2000::/3")
SPECIAL_V6 = tuple(
    ipaddress.IPv6Network(block)
    for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)
"""Blocks of the IANA IPv6 special-purpose registry inside the one global range, 6to4 and Teredo included."""

CARRIES_V4 = (ipaddress.IPv6Network("::ffff:0:0/96"), ipaddress.IPv6Network("64:ff9b::/96"))
"""IPv4-mapped and NAT64: judged by the IPv4 address inside, as networks without IPv4 answer with them."""

_URL = lazy(r"^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$", re.DOTALL)
_SCHEME = lazy(r"^([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY = lazy(r"^(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?$")
_LABEL = lazy(r"^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$")
_QUAD = lazy(r"^(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$")
_NUMBER = lazy(r"^(?:[0-9]+|0x[0-9a-f]*)$")
_PORTS = {"http": 80, "https": 443}

# What WHATWG's URL standard leaves as it is in a path or a query; all else becomes UTF-8 escapes.
_SAFE = "!$%&'()*+,-./:;=?@[]_|~"


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """Where one request goes."""

    scheme: str
    """`http` or `https`."""

    host: str
    """ASCII, lower case, without a final dot; an IPv6 literal without its brackets."""

    port: int
    explicit: bool
    """Whether the address names its port."""

    path: str
    """ASCII path as written, perhaps empty; escapes untouched."""

    query: str
    """`?` and the query, or nothing."""

    @property
    def literal(self) -> bool:
        """Whether the host is an address and not a name."""
        return ":" in self.host or _QUAD.match(self.host) is not None

    @property
    def authority(self) -> str:
        """Host, with its port where it was named."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" if self.explicit else host

    @property
    def host_field(self) -> str:
        """What the Host field says: the port only where it is not that of the scheme, as browsers have it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port."""
        return self.scheme, self.host, self.port

    @property
    def final_uri(self) -> str:
        """Scheme, host, named port and path: what may be recorded. A query may hold a secret, a path's session, too."""
        return f"{self.scheme}://{self.authority}{concealed(self.path)}"

    @property
    def url(self) -> str:
        """The whole address, as it is requested."""
        return f"{self.scheme}://{self.authority}{self.path}{self.query}"


def parse(url: str, limits: Limits = LIMITS) -> Target:
    """Return where `url` leads; its fragment is dropped.

    Only what every parser reads the same way is accepted: no blanks, no backslashes, no control
    characters, an IPv4 literal only as four plain decimals, a name only by the letters of IDNA 2008.

    Raises:
        Refused: `bad_url`, `blocked_scheme`, `credentials_in_url` or `blocked_target` (a port).
    """
    # Percent escapes make at most nine bytes of a character, so this cannot refuse what is short enough.
    if len(url) > limits.url:
        raise Refused("bad_url", f"the address is longer than {limits.url} bytes")
    scheme = _SCHEME.match(url)
    if scheme is None:
        raise Refused("bad_url", "not an absolute address with a scheme")
    if scheme[1].lower() not in _PORTS:
        raise Refused("blocked_scheme", f"{plain(scheme[1].lower(), 20)}: only http and https are fetched")
    if not _clean(url):
        raise Refused("bad_url", "the address holds a blank, a backslash or a control character")
    match = _URL.match(url)
    if match is None:
        raise Refused("bad_url", "the scheme is not followed by // and a host")
    name, authority, path, query = match[1].lower(), match[2], match[3], match[4] or ""
    if "@" in authority:
        raise Refused("credentials_in_url", "the address carries a user name or a password")
    parts = _AUTHORITY.match(authority)
    if parts is None:
        raise Refused("bad_url", f"{plain(authority)} is no host and port")
    port = int(parts[2]) if parts[2] else _PORTS[name]
    if not 1 <= port <= 65_535:
        raise Refused("bad_url", f"{port} is no port")
    target = Target(name, _host(parts[1]), port, parts[2] is not None, _escaped(path), _escaped(query))
    if len(target.url) > limits.url:
        raise Refused("bad_url", f"the address is longer than {limits.url} bytes")
    return target


def _clean(text: str) -> bool:
    # Joiners (Cf) belong to words of many scripts and become escapes; in a host IDNA 2008 judges them.
    return not any(sign <= " " or sign == "\\" or unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def _escaped(text: str) -> str:
    return quote(text, safe=_SAFE)


def _host(written: str) -> str:
    """Return the ASCII form of a host: a canonical literal, or a name whose every label is one."""
    if written.startswith("["):
        try:
            return str(ipaddress.IPv6Address(written[1:-1]))
        except ValueError:
            raise Refused("bad_url", f"{plain(written)} is no IPv6 address") from None
    host = ascii_host(written)
    if host is None:
        raise Refused("bad_url", f"{plain(written)} is no host name under IDNA 2008")
    host = host.removesuffix(".")
    labels = host.split(".")
    if len(host) > 253 or not all(_LABEL.match(label) and _stands_for_letters(label) for label in labels):
        raise Refused("bad_url", f"{plain(written)} is no host name")
    if _NUMBER.match(labels[-1]):
        # A host whose last label is a number is an address to some parser, so it must be one to all of them.
        if not _QUAD.match(host) or any(int(label) > 255 for label in labels):
            raise Refused("bad_url", f"{plain(written)} is not an address of four plain decimals")
        if not written.isascii():
            raise Refused("bad_url", f"{plain(written)} spells an address in other characters")
    return host


def _stands_for_letters(label: str) -> bool:
    """Return whether a label is plain, or the one ASCII form of a name that IDNA 2008 allows.

    `xn--` can spell what no name holds: full-width digits, something like a slash, or plain ASCII.
    """
    if not label.startswith("xn--"):
        return True
    try:
        letters = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return False
    return not letters.isascii() and ascii_host(letters) == label


def follow(base: Target, location: bytes, limits: Limits = LIMITS, *, downgrade: bool = False) -> Target:
    """Return where a Location field leads from `base`.

    Args:
        base: Where the reply came from.
        location: The field as sent.
        limits: Bounds of an address.
        downgrade: Whether it may leave https for http.

    Raises:
        Refused: As `parse`; `bad_redirect` for a field that is no address, or that leaves https for http.
    """
    text = _spelt(location)
    if not text or not _clean(text):
        raise Refused("bad_redirect", "the Location field is empty, or holds a backslash or a control character")
    if len(text) > limits.url:
        raise Refused("bad_redirect", f"the Location field is longer than {limits.url} bytes")
    scheme = _SCHEME.match(text)
    if scheme is not None and scheme[1].lower() not in _PORTS:
        raise Refused("blocked_scheme", f"redirect to {plain(scheme[1].lower(), 20)}: only http and https are fetched")
    origin = f"{base.scheme}://{base.authority}"
    try:
        target = parse(text if scheme is not None else joined(origin, base.path, base.query, text), limits)
    except Refused as refusal:
        why = "bad_redirect" if refusal.why == "bad_url" else refusal.why
        raise Refused(why, f"redirect: {refusal.detail}") from None
    if not downgrade and lowers(base, target):
        raise Refused("bad_redirect", "the server sends from https to http")
    return target


def _spelt(location: bytes) -> str:
    """Return a Location as browsers read it: blanks and bytes that are no UTF-8 become escapes of what they are.

    All of it, so that they are escaped in a host as well, which no host may be.
    """
    blanks = location.strip(b" ").replace(b" ", b"%20")
    try:
        return blanks.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in blanks)


def lowers(base: Target, target: Target) -> bool:
    """Return whether going from `base` to `target` leaves https for http."""
    return base.scheme == "https" and target.scheme == "http"


def judge(address: str) -> str | None:
    """Return why `address` is not of the public Internet; None when it is.

    Args:
        address: IPv4 or IPv6 address as a resolver gives it.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "not an address"
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.scope_id is not None:
            return "an address of one link"
        if any(ip in block for block in CARRIES_V4):
            return judge(str(ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)))
        special = next((block for block in SPECIAL_V6 if ip in block), None)
        if ip not in GLOBAL_V6:
            return "outside the global range 2000::/3"
        return None if special is None else f"in the special block {special}"
    inside = next((block for block in SPECIAL_V4 if ip in block), None)
    return None if inside is None else f"in the special block {inside}"


def check_port(target: Target) -> None:
    """Refuse a port at which no web server is asked.

    Raises:
        Refused: `blocked_target`.
    """
    if not port_allowed(target.port):
        raise Refused("blocked_target", f"port {target.port} is not one of a public web server")
