"""Hosts that the user opened are asked as the user typed, and else without ceremony."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from gnut.edge.net import LIMITS, Fetcher, Manners
from gnut.model import Absence, Fetched, Request, Uri
from tests.loopback import Web, reply, serving

pytestmark = pytest.mark.loopback


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        web.pages |= {"/a": reply(b"<p>a</p>"), "/b": reply(b"<p>b</p>"), "/none": reply(b"no", 503)}
        web.pages["/robots.txt"] = reply(b"User-agent: *\nDisallow: /b\n", type="text/plain")
        yield web


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def door(web: Web, manners: Manners, clock: Clock) -> Fetcher:
    return Fetcher(web.here, manners=manners, clock=clock, sleep=clock.sleep)


def asked(web: Web, path: str) -> Request:
    return Request(Uri(web.url(path)), web.url(path))


def test_an_opened_host_is_asked_without_robots_and_pauses_where_nothing_is_typed(web: Web) -> None:
    clock = Clock()
    fetch = door(web, Manners(host_interval=5.0), clock)
    assert all(isinstance(fetch(asked(web, path)), Fetched) for path in ("/a", "/b"))
    assert (web.asked, clock.now) == (["/a", "/b"], 0.0)


def test_robots_that_were_typed_hold_for_an_opened_host(web: Web) -> None:
    fetch = door(web, Manners(everywhere=frozenset({"robots"})), Clock())
    got, refused = fetch(asked(web, "/a")), fetch(asked(web, "/b"))
    assert isinstance(got, Fetched)
    assert got.heard is not None
    assert got.heard.robots
    assert isinstance(refused, Absence)
    assert refused.why == "access_denied"
    assert web.asked == ["/robots.txt", "/a"]


def test_robots_that_were_switched_off_stay_off(web: Web) -> None:
    fetch = door(web, Manners(robots=False, everywhere=frozenset({"robots"})), Clock())
    assert isinstance(fetch(asked(web, "/b")), Fetched)
    assert web.asked == ["/b"]


def test_a_pause_that_was_typed_holds_for_an_opened_host(web: Web) -> None:
    clock = Clock()
    fetch = door(web, Manners(host_interval=5.0, everywhere=frozenset({"host_interval"})), clock)
    assert all(isinstance(fetch(asked(web, path)), Fetched) for path in ("/a", "/b", "/a"))
    assert clock.now == 10.0
    assert web.asked == ["/a", "/b", "/a"]


def test_a_server_that_asks_to_be_left_alone_is_where_a_pace_was_typed(web: Web) -> None:
    web.pages["/busy"] = reply(b"later", 429, fields=(("Retry-After", "20"),))
    for everywhere, waited in ((frozenset[str](), 0.0), (frozenset({"host_concurrency"}), 20.0)):
        clock = Clock()
        fetch = door(web, Manners(host_concurrency=1, everywhere=everywhere), clock)
        assert isinstance(fetch(asked(web, "/busy")), Absence)
        assert isinstance(fetch(asked(web, "/a")), Fetched)
        assert clock.now == waited


def test_a_door_with_other_bounds_keeps_pace_robots_and_tally_with_the_first(web: Web) -> None:
    clock = Clock()
    web.pages["/long"] = reply(b"<p>" + b"x" * 2000)
    manners = Manners(host_interval=5.0, everywhere=frozenset({"robots", "host_interval"}))
    wide = door(web, manners, clock)
    narrow = wide.within(replace(LIMITS, decoded=1000, wire=1000, decoded_pdf=1000, wire_pdf=1000))
    refused = narrow(asked(web, "/long"))
    assert isinstance(refused, Absence)
    assert refused.why == "too_large"
    assert isinstance(wide(asked(web, "/long")), Fetched)
    assert web.asked == ["/robots.txt", "/long", "/long"]
    assert clock.now == 10.0
    assert wide.hosts() == narrow.hosts()
    assert [one.requests for one in wide.hosts()] == [3]
