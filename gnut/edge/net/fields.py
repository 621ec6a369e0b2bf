"""The fields of a request: what is said of oneself, what the user gives to one host, what one may have already."""

from __future__ import annotations

import ipaddress

from gnut.edge.net.addresses import Target, parse
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.manners import USER_AGENT, Header, Manners
from gnut.edge.net.refusal import Refused, plain
from gnut.errors import Usage
from gnut.model import Validators
from gnut.text.patterns import lazy

ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain,application/json;q=0.9,*/*;q=0.5"
ACCEPT_ENCODING = "gzip, deflate"

MOST_AT_ONCE = 64
"""Most connections to one host that can be asked for."""

Field = tuple[str, str, bool]
"""Name, value, and whether the user gave it: then its value is in no record."""

FORBIDDEN = frozenset(
    {
        *("host", "cookie", "cookie2", "connection", "keep-alive", "content-length", "transfer-encoding"),
        *("accept-encoding", "expect", "upgrade", "http2-settings", "range", "te", "trailer", "user-agent"),
    }
)
"""Fields that are gnut's own to send or to leave out: another one would change what an exchange means."""

FORBIDDEN_STARTS = ("if-", "proxy-", "content-", "sec-")

_WRONG_HOST = {
    "blocked_scheme": "only http and https are fetched",
    "credentials_in_url": "the host carries a user name or a password",
}

_NAME = lazy(r"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$")
_ETAG = lazy(r'^(?:W/)?"[\x20-\x21\x23-\x7e]*"$|^[\x21\x23-\x29\x2b\x2d-\x7e]+$')


def legible(value: str, longest: int) -> bool:
    """Return whether a field value is printable ASCII, not empty, not blank at an end, and short enough."""
    return 0 < len(value) <= longest and value.isascii() and value.isprintable() and value == value.strip()


def checked(manners: Manners, limits: Limits = LIMITS) -> Manners:
    """Return `manners` if all of it can be sent and kept to.

    Raises:
        Usage: A number out of its range, or a field that may not be sent; its value is not in the message.
    """
    if not 0 <= manners.retries <= limits.retries:
        raise Usage(f"{manners.retries} retries: from 0 to {limits.retries} can be asked for")
    if not 1 <= manners.host_concurrency <= MOST_AT_ONCE:
        raise Usage(f"{manners.host_concurrency} connections to a host: from 1 to {MOST_AT_ONCE} can be asked for")
    # Written this way round, so that NaN is refused as well.
    if not 0 <= manners.host_interval <= 3_600:
        raise Usage(f"{manners.host_interval:g} seconds between two requests: from 0 to 3600 can be asked for")
    if not legible(manners.user_agent, limits.given):
        raise Usage(f"the user agent is not of 1 to {limits.given} printable ASCII characters")
    for header in manners.headers:
        _check(header, limits)
    names = [(header.origin, header.name.lower()) for header in manners.headers]
    twice = next((name for position, name in enumerate(names) if name in names[:position]), None)
    if twice is not None:
        raise Usage(f"{plain(twice[1])} is given twice for {plain(twice[0][1])}")
    return manners


def origin(written: str) -> tuple[str, str, int]:
    """Return scheme, host and port of `HOST`, `HOST:PORT`, `http://HOST` or `http://HOST:PORT`.

    Without a scheme it is https, so that nobody sends a secret in clear by leaving something out.

    Raises:
        Usage: It is something else. What was written is not repeated: it may be a secret in the wrong place.
    """
    help = "give HOST, HOST:PORT, http://HOST or http://HOST:PORT"
    bare = _is_v6(written)
    try:
        target = parse(written if "://" in written else f"https://[{written}]" if bare else f"https://{written}")
    except Refused as refusal:
        raise Usage(f"--header: {_WRONG_HOST.get(refusal.why, 'no host to send a field to')}", help=help) from None
    if target.path or target.query or "#" in written:
        raise Usage("--header: a field goes to a host, not to an address with a path", help=help)
    return target.origin


def _is_v6(written: str) -> bool:
    try:
        return bool(ipaddress.IPv6Address(written))
    except ValueError:
        return False


def _check(header: Header, limits: Limits) -> None:
    name = header.name.lower()
    written = f"[{header.host}]" if ":" in header.host else header.host
    try:
        target = parse(f"http://{written}/")
    except Refused as refusal:
        raise Usage(f"a header field for {plain(header.host)}: {refusal.detail}") from None
    if target.host != header.host or target.explicit or target.path != "/":
        raise Usage(f"a header field for {plain(header.host)}: give the host alone, in ASCII and small letters")
    if header.scheme not in ("http", "https") or not 1 <= header.port <= 65_535:
        raise Usage(f"a header field for {plain(header.host)}: not a scheme and a port of a web server")
    if not _NAME.match(header.name):
        raise Usage(f"{plain(header.name)} is no name of a header field")
    if name in FORBIDDEN or name.startswith(FORBIDDEN_STARTS):
        raise Usage(f"the header field {name} is not the user's to send")
    if not legible(header.value, limits.given):
        raise Usage(f"the value of the header field {name} is not of 1 to {limits.given} printable ASCII characters")


def validator(etag: str | None, last_modified: str | None, limits: Limits = LIMITS) -> tuple[str | None, str | None]:
    """Return an ETag and a Last-Modified as far as they can be sent back; None for one that cannot.

    Whatever a server said, it is never a list and never `*`, which would match any page.
    """
    if etag is not None and not (legible(etag, limits.kept) and _ETAG.match(etag)):
        etag = None
    if last_modified is not None and not legible(last_modified, limits.kept):
        last_modified = None
    return etag, last_modified


def conditions(known: Validators | None, limits: Limits = LIMITS) -> tuple[Field, ...]:
    """Return the fields that ask only for a page that has changed; none without a usable validator."""
    if known is None:
        return ()
    etag, last_modified = validator(known.etag, known.last_modified, limits)
    fields = (("If-None-Match", etag), ("If-Modified-Since", last_modified))
    return tuple((name, value, False) for name, value in fields if value is not None)


def fields(
    target: Target, manners: Manners, given: tuple[Header, ...] = (), conditions: tuple[Field, ...] = ()
) -> tuple[Field, ...]:
    """Return the fields of one request in the order in which they are sent.

    Nothing else ever is: no cookie, no credential of ours, no Referer, no language.

    Args:
        target: Where it goes.
        manners: What is said of oneself.
        given: The user's fields for this very request; one of a name that gnut sends takes its place.
        conditions: Of a request for what has changed.
    """
    own = {header.name.lower() for header in given}
    said: tuple[Field, ...] = (
        ("Host", target.host_field, False),
        ("User-Agent", manners.user_agent, manners.user_agent != USER_AGENT),
        ("Accept", ACCEPT, False),
        ("Accept-Encoding", ACCEPT_ENCODING, False),
        ("Connection", "close", False),
    )
    kept = tuple(field for field in said if field[0].lower() not in own)
    return (*kept, *conditions, *((header.name, header.value, True) for header in given))
