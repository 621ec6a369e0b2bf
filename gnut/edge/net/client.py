"""The door to the network: an address in, bytes or a named failure out."""

from __future__ import annotations

import copy
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx

from gnut.edge.net.addresses import Target, parse
from gnut.edge.net.backend import Dial, dial
from gnut.edge.net.decode import Bounds, coding, decoded
from gnut.edge.net.exchange import Exchange
from gnut.edge.net.fields import MOST_AT_ONCE, Field, checked, conditions, fields
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.manners import MANNERS, Manners
from gnut.edge.net.masking import Masking
from gnut.edge.net.names import Resolve, resolve
from gnut.edge.net.opened import Allowed
from gnut.edge.net.pace import Pace
from gnut.edge.net.refusal import Refused
from gnut.edge.net.replies import check_length, check_status, check_type, contradicts, heard, location, retry_after
from gnut.edge.net.retry import Result, tried
from gnut.edge.net.robots import Elsewhere, Robots
from gnut.edge.net.spending import Spending
from gnut.edge.net.tally import HostStats, Tally
from gnut.edge.net.transport import ALLOWED, EXCHANGE, Transport
from gnut.edge.net.trust import trust
from gnut.edge.net.way import Way
from gnut.model import Absence, Fetched, Heard, Request, Unchanged


class Fetcher:
    """Fetches pages politely and within limits; implements `gnut.acquire.contract.Fetch`; safe to share by threads."""

    def __init__(
        self,
        allow: Allowed = frozenset(),
        *,
        manners: Manners = MANNERS,
        limits: Limits = LIMITS,
        look_up: Resolve = resolve,
        connect: Dial = dial,
        tls: Callable[[], ssl.SSLContext] = trust,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the door for one call.

        Args:
            allow: Hosts and ports exempt from the judgement of addresses, and from pauses and from robots.txt but for
                what `manners.everywhere` names.
            manners: Politeness, patience and what is said of oneself.
            limits: Bounds of every fetch.
            look_up: Names to addresses.
            connect: Addresses to connections.
            tls: Trust for https.
            clock: Monotonic seconds.
            sleep: Waits so many seconds.

        Raises:
            Usage: Manners that nobody can have.
        """
        self._allow = allow
        self._manners = checked(manners, limits)
        self._limits = limits
        self._clock = clock
        self._sleep = sleep
        self._pace = Pace(clock, sleep, limits.retry_after, manners.host_concurrency, manners.host_interval)
        self._opened_pace = _opened_pace(clock, sleep, limits.retry_after, manners)
        most = min(limits.robots_seconds, limits.exchange)
        self._robots = Robots(self._ask_robots, limits.robots, most) if manners.robots else None
        self._tally = Tally()
        self._masking = Masking(manners)
        # The transport without a Client: what a Client adds are cookies, authentication, proxies, decoders
        # and a reading of Location of its own, and none of them is wanted here.
        self._transport = Transport(look_up, connect, tls)

    def __call__(self, request: Request) -> Fetched | Unchanged | Absence:
        """Return what the server answers, or the named failure it comes to; `Unchanged` only to `request.known`."""
        try:
            asked = parse(request.written.partition("#")[0], self._limits)
        except Refused as refusal:
            return Absence(request.uri, refusal.why, refusal.detail)
        answer: Fetched | Unchanged | Absence
        try:
            answer = self._tried(asked.host, lambda: self._fetch(request, asked))
        except Refused as refusal:
            answer = Absence(request.uri, refusal.why, refusal.detail)
        self._tally.outcome(asked.host, answer)
        return self._masking(answer, asked.final_uri)

    def within(self, limits: Limits) -> Fetcher:
        """Return a door with other bounds to the same hosts: pace, robots.txt and tally are those of this one."""
        other = copy.copy(self)
        other._limits = limits
        return other

    def hosts(self) -> tuple[HostStats, ...]:
        """Return what each host was asked for so far, by name."""
        return self._tally.hosts()

    def _tried(self, host: str, step: Callable[[], Result]) -> Result:
        def wait(seconds: float) -> None:
            self._tally.pause(host, seconds)
            self._sleep(seconds)

        return tried(step, self._manners.retries, self._limits.retry_after, wait)

    def _fetch(self, request: Request, asked: Target) -> Fetched | Unchanged:
        way = Way(asked, self._limits, self._manners)
        spending = Spending(self._limits.exchange, self._clock)
        asked_on_condition = True
        while True:
            target = way.target
            self._ask_leave(target, spending)
            known = way.known(request.known) if asked_on_condition else None
            if_changed = conditions(known, self._limits)
            said = fields(target, self._manners, way.given(), if_changed)
            with self._turn(target), self._exchange(target, said, spending) as (exchange, reply):
                where = location(reply)
                if known is not None and contradicts(reply, known, self._limits):
                    asked_on_condition = False
                    continue
                if where is None:
                    return self._answer(request, way, said, exchange, reply, bool(if_changed))
            way.on(where)

    def _answer(
        self,
        request: Request,
        way: Way,
        said: tuple[Field, ...],
        exchange: Exchange,
        reply: httpx.Response,
        conditional: bool,
    ) -> Fetched | Unchanged:
        self._hold(way.target, reply)
        if conditional and reply.status_code == 304:
            # Its body, if it has one against the rules, is nobody's: it is not read.
            return Unchanged(request.uri, self._heard(way, said, exchange, reply, 0))
        check_status(reply)
        media_type = check_type(reply)
        body, wire = self._body(exchange, reply)
        if not body:
            raise Refused("empty", "the server answers 200 with nothing")
        return Fetched(
            uri=request.uri,
            final_uri=way.target.final_uri,
            status=reply.status_code,
            media_type=media_type,
            body=body,
            hops=way.between(),
            supplied=False,
            heard=self._heard(way, said, exchange, reply, wire),
            query_dropped=way.query_dropped,
        )

    def _heard(self, way: Way, said: tuple[Field, ...], exchange: Exchange, reply: httpx.Response, wire: int) -> Heard:
        return Heard(
            asked=tuple((name, None if given else value) for name, value, given in said),
            address=exchange.address,
            status=reply.status_code,
            fields=heard(reply, way.target, self._limits),
            wire=wire,
            robots=self._obeys_robots(way.target),
            downgraded=way.downgraded,
        )

    def _body(self, exchange: Exchange, reply: httpx.Response) -> tuple[bytes, int]:
        check_length(reply, self._limits.wire_pdf)
        exchange.body_limit = self._limits.wire_pdf
        bounds = Bounds(self._limits)
        body = decoded(reply.iter_raw(), coding(reply.headers.get_list("content-encoding")), bounds)
        return body, bounds.sent

    def _is_allowed(self, target: Target) -> bool:
        return (target.host, target.port) in self._allow

    def _obeys_robots(self, target: Target) -> bool:
        opened = self._is_allowed(target) and "robots" not in self._manners.everywhere
        return self._robots is not None and not opened

    def _ask_leave(self, target: Target, spending: Spending) -> None:
        if self._robots is not None and self._obeys_robots(target):
            delay, pace = self._robots.check(target, spending), self._pace_of(target)
            if pace is not None:
                pace.slow(target.host, delay)

    def _pace_of(self, target: Target) -> Pace | None:
        """Return the pace at which a host is asked; None for one that was opened, and nothing typed holds for it."""
        return self._opened_pace if self._is_allowed(target) else self._pace

    def _hold(self, target: Target, reply: httpx.Response) -> None:
        wait, pace = retry_after(reply), self._pace_of(target)
        if wait is not None and pace is not None:
            pace.hold(target.host, wait)

    @contextmanager
    def _turn(self, target: Target) -> Iterator[None]:
        pace = self._pace_of(target)
        if pace is None:
            yield
            return
        came = self._clock()
        with pace.turn(target.host):
            self._tally.pause(target.host, self._clock() - came)
            yield

    @contextmanager
    def _exchange(
        self, target: Target, said: tuple[Field, ...], spending: Spending, start_only: bool = False
    ) -> Iterator[tuple[Exchange, httpx.Response]]:
        with spending.charged() as end:
            exchange = Exchange(target, self._limits, self._clock, end)
            exchange.start_only = start_only
            with self._carried(exchange, said) as reply:
                yield exchange, reply

    @contextmanager
    def _carried(self, exchange: Exchange, said: tuple[Field, ...]) -> Iterator[httpx.Response]:
        start = self._clock()
        target = exchange.target
        extensions = {EXCHANGE: exchange, ALLOWED: self._is_allowed(target)}
        headers = [(name, value) for name, value, _ in said]
        try:
            asked = httpx.Request("GET", target.url, headers=headers, extensions=extensions)
        except (httpx.InvalidURL, ValueError):
            raise Refused("bad_url", "the address cannot be put into a request") from None
        try:
            reply = self._transport.handle_request(asked)
            try:
                yield reply
            finally:
                reply.close()
        finally:
            if exchange.address:
                self._tally.exchange(target.host, exchange.received, self._clock() - start)

    def _ask_robots(self, target: Target, spending: Spending) -> tuple[int, bytes]:
        return self._tried(target.host, lambda: self._robots_once(target, spending.part(self._limits.robots_seconds)))

    def _robots_once(self, asked: Target, spending: Spending) -> tuple[int, bytes]:
        way = Way(asked, self._limits, self._manners)
        try:
            return self._robots_along(way, spending)
        except Refused as refusal:
            if way.target.host == asked.host:
                raise
            raise Elsewhere(refusal.why, refusal.detail, lasting=refusal.lasting, after=refusal.after) from None

    def _robots_along(self, way: Way, spending: Spending) -> tuple[int, bytes]:
        while True:
            target = way.target
            said = fields(target, self._manners)
            with self._turn(target), self._exchange(target, said, spending, start_only=True) as (exchange, reply):
                where = location(reply)
                if where is None:
                    self._hold(target, reply)
                    if reply.status_code == 429 or reply.status_code >= 500:
                        check_status(reply)
                    return reply.status_code, self._robots_body(exchange, reply)
            way.on(where)

    def _robots_body(self, exchange: Exchange, reply: httpx.Response) -> bytes:
        if not reply.is_success:
            return b""
        exchange.body_limit = self._limits.wire
        bounds = Bounds(self._limits)
        named = coding(reply.headers.get_list("content-encoding"))
        return decoded(reply.iter_raw(), named, bounds, enough=self._limits.robots + 1)


def _opened_pace(
    clock: Callable[[], float], sleep: Callable[[float], None], longest_wait: float, manners: Manners
) -> Pace | None:
    """Return the pace of hosts that the user opened: what was typed of it, and no other bound."""
    typed = manners.everywhere
    if not typed & {"host_concurrency", "host_interval"}:
        return None
    at_once = manners.host_concurrency if "host_concurrency" in typed else MOST_AT_ONCE
    interval = manners.host_interval if "host_interval" in typed else 0.0
    return Pace(clock, sleep, longest_wait, at_once, interval)
