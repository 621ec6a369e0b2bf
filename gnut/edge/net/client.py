"""The door to the network: an address in, bytes or a named failure out."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import httpx

from gnut._version import __version__
from gnut.edge.net.addresses import Target, follow, parse
from gnut.edge.net.backend import Dial, Exchange, dial
from gnut.edge.net.decode import Bounds, coding, decoded
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.names import Resolve, resolve
from gnut.edge.net.pace import Pace
from gnut.edge.net.refusal import Refused, plain
from gnut.edge.net.replies import check_length, check_status, check_type, location, retry_after
from gnut.edge.net.robots import TOKEN, Robots
from gnut.edge.net.transport import ALLOWED, EXCHANGE, Transport
from gnut.errors import Usage
from gnut.model import Absence, Fetched, Request

HEADERS = {
    "User-Agent": f"{TOKEN}/{__version__} (citation checker)",
    "Accept": "text/html,application/xhtml+xml,application/pdf,text/plain,application/json;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "close",
}
"""All that is ever sent beside the Host: no cookie, no credential, no Referer, no language."""

Allowed = frozenset[tuple[str, int]]
"""Hosts and ports that the user opened for this call, whatever their addresses."""


def allowed(specs: tuple[str, ...]) -> Allowed:
    """Return the hosts and ports that `--allow-net HOST:PORT` names.

    Raises:
        Usage: A value that is no host with a port.
    """
    found = set()
    for spec in specs:
        try:
            target = parse(f"http://{spec}/")
        except Refused as refusal:
            raise Usage(f"--allow-net {plain(spec)}: {refusal.detail}", help="Give HOST:PORT.") from None
        if not target.explicit or target.path != "/" or target.query:
            raise Usage(f"--allow-net {plain(spec)}: a port is missing", help="Give HOST:PORT.")
        found.add((target.host, target.port))
    return frozenset(found)


@cache
def _tls() -> ssl.SSLContext:
    # trust_env=False: no certificate file or key log that the environment names.
    return httpx.create_ssl_context(trust_env=False)


class Fetcher:
    """Fetches pages politely and within limits; implements `gnut.acquire.contract.Fetch`; safe to share by threads."""

    def __init__(
        self,
        allow: Allowed = frozenset(),
        *,
        obey_robots: bool = True,
        limits: Limits = LIMITS,
        look_up: Resolve = resolve,
        connect: Dial = dial,
        tls: Callable[[], ssl.SSLContext] = _tls,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the door for one call.

        Args:
            allow: Hosts and ports exempt from the judgement of addresses, from pauses and from robots.txt.
            obey_robots: Whether robots.txt is asked first.
            limits: Bounds of every fetch.
            look_up: Names to addresses.
            connect: Addresses to connections.
            tls: Trust for https.
            clock: Monotonic seconds.
            sleep: Waits so many seconds.
        """
        self._allow = allow
        self._limits = limits
        self._clock = clock
        self._pace = Pace(clock, sleep, limits.retry_after)
        self._robots = Robots(self._ask_robots, limits.robots) if obey_robots else None
        # The transport without a Client: what a Client adds are cookies, authentication, proxies, decoders
        # and a reading of Location of its own, and none of them is wanted here.
        self._transport = Transport(look_up, connect, tls)

    def __call__(self, request: Request) -> Fetched | Absence:
        """Return what the server answers, or the named failure it comes to."""
        try:
            return self._fetch(request)
        except Refused as refusal:
            return Absence(request.uri, refusal.why, refusal.detail)

    def _fetch(self, request: Request) -> Fetched:
        target = parse(request.written.partition("#")[0], self._limits)
        budget = self._limits.exchange
        hops: list[Target] = []
        while True:
            self._ask_leave(target)
            with self._turn(target), self._exchange(target, budget) as (exchange, reply):
                where = location(reply)
                if where is None:
                    return self._answer(request, target, hops, exchange, reply)
                budget = exchange.left()
            hops.append(target)
            target = self._next(target, where, hops)

    def _next(self, base: Target, where: bytes, hops: list[Target]) -> Target:
        target = follow(base, where, self._limits)
        if any(target.url == hop.url for hop in hops):
            raise Refused("redirect_loop", f"redirected in a circle after {len(hops)} hops")
        if len(hops) > self._limits.redirects:
            raise Refused("too_many_redirects", f"over {self._limits.redirects} redirects")
        return target

    def _answer(
        self, request: Request, target: Target, hops: list[Target], exchange: Exchange, reply: httpx.Response
    ) -> Fetched:
        wait = retry_after(reply)
        if wait is not None and not self._is_allowed(target):
            self._pace.hold(target.host, wait)
        check_status(reply)
        media_type = check_type(reply)
        check_length(reply, self._limits.wire_pdf)
        exchange.body_limit = self._limits.wire_pdf
        body = decoded(reply.iter_raw(), coding(reply.headers.get_list("content-encoding")), Bounds(self._limits))
        if not body:
            raise Refused("empty", "the server answers 200 with nothing")
        passed = tuple(hop.final_uri for hop in hops[1:])
        return Fetched(request.uri, target.final_uri, reply.status_code, media_type, body, passed, supplied=False)

    def _is_allowed(self, target: Target) -> bool:
        return (target.host, target.port) in self._allow

    def _ask_leave(self, target: Target) -> None:
        if self._robots is not None and not self._is_allowed(target):
            self._robots.check(target)

    @contextmanager
    def _turn(self, target: Target) -> Iterator[None]:
        if self._is_allowed(target):
            yield
        else:
            with self._pace.turn(target.host):
                yield

    @contextmanager
    def _exchange(self, target: Target, seconds: float) -> Iterator[tuple[Exchange, httpx.Response]]:
        exchange = Exchange(target, self._limits, self._clock, self._clock() + seconds)
        extensions = {EXCHANGE: exchange, ALLOWED: self._is_allowed(target)}
        try:
            asked = httpx.Request("GET", target.url, headers=HEADERS, extensions=extensions)
        except (httpx.InvalidURL, ValueError):
            raise Refused("bad_url", "the address cannot be put into a request") from None
        reply = self._transport.handle_request(asked)
        try:
            yield exchange, reply
        finally:
            reply.close()

    def _ask_robots(self, target: Target) -> tuple[int, bytes]:
        hops: list[Target] = []
        seconds = self._limits.robots_seconds
        while True:
            with self._turn(target), self._exchange(target, seconds) as (exchange, reply):
                where = location(reply)
                if where is None:
                    return reply.status_code, self._robots_body(exchange, reply)
                seconds = exchange.left()
            hops.append(target)
            target = self._next(target, where, hops)

    def _robots_body(self, exchange: Exchange, reply: httpx.Response) -> bytes:
        if reply.status_code != 200:
            return b""
        exchange.body_limit = self._limits.wire
        bounds = Bounds(self._limits)
        return decoded(reply.iter_raw(), coding(reply.headers.get_list("content-encoding")), bounds)
