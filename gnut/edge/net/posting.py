"""The one thing that is ever sent out: a JSON body to an address that the user typed, along no redirect."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable

import httpx

from gnut.edge.net.addresses import Target, parse
from gnut.edge.net.backend import Dial, dial
from gnut.edge.net.decode import Bounds, coding, decoded
from gnut.edge.net.exchange import Exchange
from gnut.edge.net.fields import legible
from gnut.edge.net.limits import MIB, Limits
from gnut.edge.net.manners import USER_AGENT
from gnut.edge.net.names import Resolve, resolve
from gnut.edge.net.opened import Allowed
from gnut.edge.net.refusal import Refused
from gnut.edge.net.replies import REDIRECTS, check_length, check_status
from gnut.edge.net.transport import ALLOWED, EXCHANGE, Transport
from gnut.edge.net.trust import trust
from gnut.model import Absence, Uri

LIMITS = Limits(exchange=180.0, first_byte=170.0, wire=4 * MIB, decoded=4 * MIB, wire_pdf=4 * MIB, decoded_pdf=4 * MIB)
"""A model may think for minutes, and says little."""


def post(
    url: str,
    body: bytes,
    *,
    key: str | None,
    allow: Allowed = frozenset(),
    limits: Limits = LIMITS,
    look_up: Resolve = resolve,
    connect: Dial = dial,
    tls: Callable[[], ssl.SSLContext] = trust,
    clock: Callable[[], float] = time.monotonic,
) -> bytes | Absence:
    """Return what a server answers to a JSON body, or the named failure it comes to.

    The addresses that may be asked are those that may be fetched from, and those of hosts that `allow` opens.

    Args:
        url: Where, as typed.
        body: JSON.
        key: Bearer token; it is sent over https, or to a host in `allow`, and nowhere else.
        allow: Hosts and ports that the user opened for this call.
        limits: Bounds of the exchange.
        look_up: Names to addresses.
        connect: Addresses to connections.
        tls: Trust for https.
        clock: Monotonic seconds.
    """
    try:
        return _posted(url, body, key, allow, limits, Transport(look_up, connect, tls), clock)
    except Refused as refusal:
        return Absence(Uri(url), refusal.why, refusal.detail)


def refusal(url: str, *, key: str | None, allow: Allowed = frozenset(), limits: Limits = LIMITS) -> str | None:
    """Return why nothing can ever be sent to an address, before a name is looked up; None when it may be."""
    try:
        _target(url, key, allow, limits)
    except Refused as refused:
        return refused.detail
    return None


def _posted(
    url: str,
    body: bytes,
    key: str | None,
    allow: Allowed,
    limits: Limits,
    transport: Transport,
    clock: Callable[[], float],
) -> bytes:
    target, opened = _target(url, key, allow, limits)
    said = [
        ("Host", target.host_field),
        ("User-Agent", USER_AGENT),
        ("Accept", "application/json"),
        ("Accept-Encoding", "identity"),
        ("Connection", "close"),
        ("Content-Type", "application/json"),
        *([("Authorization", f"Bearer {key}")] if key is not None else []),
    ]
    exchange = Exchange(target, limits, clock, clock() + limits.exchange)
    extensions = {EXCHANGE: exchange, ALLOWED: opened}
    asked = httpx.Request("POST", target.url, headers=said, content=body, extensions=extensions)
    reply = transport.handle_request(asked)
    try:
        if reply.status_code in REDIRECTS:
            raise Refused("bad_redirect", f"HTTP {reply.status_code}: what is sent goes along no redirect")
        check_status(reply)
        check_length(reply, limits.wire)
        exchange.body_limit = limits.wire
        return decoded(reply.iter_raw(), coding(reply.headers.get_list("content-encoding")), Bounds(limits))
    finally:
        reply.close()


def _target(url: str, key: str | None, allow: Allowed, limits: Limits) -> tuple[Target, bool]:
    """Return where an address leads, and whether the user opened it."""
    target = parse(url, limits)
    opened = (target.host, target.port) in allow
    if key is not None and target.scheme != "https" and not opened:
        raise Refused("blocked_scheme", "a key is sent over https, or to a host that --allow-net names")
    if key is not None and not legible(key, limits.given):
        raise Refused("bad_url", "the key is not printable ASCII")
    return target, opened
