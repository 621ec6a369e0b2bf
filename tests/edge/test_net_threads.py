"""Many fetches at once: nobody is asked twice for the same, and nothing is counted wrongly."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpcore
import pytest
from msgspec.structs import replace

from gnut.edge.net import Fetcher, HostStats, Manners, fetch_many
from gnut.edge.net.addresses import parse
from gnut.edge.net.names import Names
from gnut.edge.net.pace import Pace
from gnut.edge.net.refusal import Refused
from gnut.edge.net.robots import Robots
from gnut.edge.net.spending import Spending
from gnut.edge.net.tally import Tally
from gnut.model import Absence, Fetched, Request, Unchanged, Uri, Validators
from tests.loopback import PUBLIC, Web, drip, redirect, reply, serving

JOBS = 16
RUDE = Manners(robots=False, host_interval=0, host_concurrency=JOBS)
PAGE = reply(b"<p>A page.</p>")


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


def at_once(work: Callable[[int], Any], times: int = JOBS) -> list[Any]:
    """Return what `work` gives to each of so many threads that start together, exceptions included."""
    gate = threading.Barrier(times)
    came: list[Any] = [None] * times

    def one(number: int) -> None:
        gate.wait(5)
        try:
            came[number] = work(number)
        except Refused as refusal:
            came[number] = refusal.why

    threads = [threading.Thread(target=one, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    return came


def test_a_name_that_sixteen_want_at_once_is_looked_up_once() -> None:
    looked: list[str] = []

    def look_up(host: str, port: int) -> tuple[str, ...]:
        looked.append(host)
        time.sleep(0.05)
        return (f"93.184.215.{len(looked)}",)

    names = Names(look_up)
    found = at_once(lambda _: names.addresses(parse("http://s.test/"), 5.0))
    assert looked == ["s.test"]
    assert set(found) == {("93.184.215.1",)}


def test_a_name_server_that_does_not_answer_holds_one_thread_for_all() -> None:
    looked: list[str] = []
    free = threading.Event()

    def look_up(host: str, port: int) -> tuple[str, ...]:
        looked.append(host)
        free.wait(5)
        return (PUBLIC,)

    names = Names(look_up)
    target = parse("http://s.test/")
    assert at_once(lambda _: names.addresses(target, 0.05)) == ["timeout"] * JOBS
    assert at_once(lambda _: names.addresses(target, 0.05)) == ["timeout"] * JOBS
    assert looked == ["s.test"]
    free.set()
    assert names.addresses(target, 5.0) == (PUBLIC,)


def test_a_look_up_that_fails_fails_for_all_who_wait_and_the_next_one_asks_anew() -> None:
    looked: list[str] = []

    def look_up(host: str, port: int) -> tuple[str, ...]:
        looked.append(host)
        time.sleep(0.05)
        if len(looked) == 1:
            raise OSError("no")
        return (PUBLIC,)

    names = Names(look_up)
    target = parse("http://s.test/")
    assert at_once(lambda _: names.addresses(target, 5.0)) == ["dns_error"] * JOBS
    assert names.addresses(target, 5.0) == (PUBLIC,)


def test_robots_txt_that_sixteen_want_at_once_is_asked_once_an_origin() -> None:
    asked: list[str] = []

    def ask(target: Any, _: Any) -> tuple[int, bytes]:
        asked.append(target.url)
        time.sleep(0.02)
        return 200, b"User-agent: *\nDisallow: /3\n"

    robots = Robots(ask, 1000, 10.0)
    time_left = Spending(30.0, time.monotonic)
    came = at_once(lambda n: robots.check(parse(f"http://s.test:{8000 + n % 2}/{n % 4}"), time_left))
    assert sorted(asked) == ["http://s.test:8000/robots.txt", "http://s.test:8001/robots.txt"]
    assert came == [0.0, 0.0, 0.0, "access_denied"] * 4


def test_turns_of_sixteen_keep_their_distance_and_their_number() -> None:
    pace = Pace(time.monotonic, time.sleep, 30.0, 2, 0.02)
    now, most, starts = [0], [0], []
    lock = threading.Lock()

    def work(_: int) -> None:
        with pace.turn("s.test"):
            with lock:
                starts.append(time.monotonic())
                now[0] += 1
                most[0] = max(most[0], now[0])
            time.sleep(0.03)
            with lock:
                now[0] -= 1

    at_once(work)
    starts.sort()
    assert len(starts) == JOBS
    assert most == [2]
    # A sleep may begin late, never end early: the whole keeps the distance on average.
    assert starts[-1] - starts[0] >= (JOBS - 1) * 0.02 * 0.9


def test_a_host_that_asks_for_a_wait_is_not_asked_by_those_who_had_a_turn_already() -> None:
    now = [0.0]
    slept: list[float] = []
    pace: Pace

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds
        if len(slept) == 1:
            pace.hold("s.test", 20.0)

    pace = Pace(lambda: now[0], sleep, 30.0, 2, 1.0)
    with pace.turn("s.test"):
        pass
    with pace.turn("s.test"):
        assert now[0] == 21.0
    assert slept == [1.0, 20.0]


def test_a_host_that_closes_during_a_pause_is_not_asked() -> None:
    now = [0.0]
    pace: Pace

    def sleep(seconds: float) -> None:
        now[0] += seconds
        pace.hold("s.test", 31.0)

    pace = Pace(lambda: now[0], sleep, 30.0, 2, 1.0)
    with pace.turn("s.test"):
        pass
    with pytest.raises(Refused, match="rate_limited"), pace.turn("s.test"):
        pass


def test_counts_of_sixteen_threads_add_up() -> None:
    tally = Tally()

    def work(number: int) -> None:
        for _ in range(500):
            tally.exchange("s.test", 3, 0.5)
            tally.pause("s.test", 0.25)
            tally.outcome("s.test", Absence(Uri(""), "gone", ""))

    at_once(work)
    (host,) = tally.hosts()
    assert (host.requests, host.bytes, host.failed) == (8_000, 24_000, 8_000)
    assert (host.seconds, host.paused) == (4_000.0, 2_000.0)


@pytest.mark.loopback
class TestHosts:
    def test_each_host_is_told_with_what_was_asked_of_it(self, web: Web) -> None:
        web.pages |= {
            "/a": PAGE,
            "/b": redirect("http://t.test/c"),
            "/c": PAGE,
            "/new": reply(b"", 304, None, length=False),
        }
        now = [0.0]

        def sleep(seconds: float) -> None:
            now[0] += seconds

        fetch = Fetcher(
            manners=replace(RUDE, host_interval=1.0),
            look_up=lambda *_: (PUBLIC,),
            connect=web.dial,
            clock=lambda: now[0],
            sleep=sleep,
        )
        for path in ("a", "b", "gone"):
            fetch(Request(Uri(path), f"http://s.test/{path}"))
        new = "http://s.test/new"
        fetch(Request(Uri(new), new, Validators(new, '"1"', None)))
        sent = {path: len(web.pages[path]) for path in ("/a", "/b", "/c", "/new")}  # type: ignore[arg-type]
        missing = len(reply(b"no such page", 404))
        assert fetch.hosts() == (
            HostStats("s.test", 4, sent["/a"] + sent["/b"] + missing + sent["/new"], 0.0, 3.0, 2, 1, 1),
            HostStats("t.test", 1, sent["/c"], 0.0, 0.0, 0, 0, 0),
        )

    def test_a_host_that_took_no_connection_was_not_asked(self) -> None:
        def connect(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
            raise OSError

        fetch = Fetcher(manners=RUDE, look_up=lambda *_: (PUBLIC,), connect=connect, clock=lambda: 0.0)
        fetch(Request(Uri("http://s.test/"), "http://s.test/"))
        fetch(Request(Uri("nonsense"), "nonsense"))
        assert fetch.hosts() == (HostStats("s.test", 0, 0, 0.0, 0.0, 0, 0, 1),)


@pytest.mark.loopback
def test_two_hundred_slow_pages_are_fetched_in_a_fraction_of_their_time(web: Web) -> None:
    web.pages |= {f"/{n}": drip(b"", PAGE, 0.1, 1) for n in range(200)}
    fetch = Fetcher(web.here, manners=RUDE)
    start = time.monotonic()
    answers = dict(fetch_many([Request(Uri(web.url(f"/{n}")), web.url(f"/{n}")) for n in range(200)], fetch, JOBS))
    # They take 20 s one after the other, and 1.3 s at best.
    assert time.monotonic() - start < 6
    assert all(isinstance(answer, Fetched) for answer in answers.values())
    (host,) = fetch.hosts()
    assert (host.requests, host.captured) == (200, 200)


@pytest.mark.loopback
def test_no_more_connections_are_open_than_jobs_and_each_address_is_asked_once(web: Web) -> None:
    now, most, lock = [0], [0], threading.Lock()

    def say(connection: Any) -> None:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.02)
        with lock:
            now[0] -= 1
        connection.sendall(PAGE)

    web.pages |= {f"/{n}": say for n in range(60)}
    requests = [Request(Uri(web.url(f"/{n}")), web.url(f"/{n}")) for n in range(60)]
    list(fetch_many(requests, Fetcher(web.here), 8))
    assert 2 <= most[0] <= 8
    assert sorted(web.asked) == sorted(f"/{n}" for n in range(60))


def test_a_caller_that_stops_reading_ends_the_fetching_and_its_threads() -> None:
    asked: list[str] = []

    def fetch(request: Request) -> Fetched | Unchanged | Absence:
        asked.append(request.uri)
        return Absence(request.uri, "gone", "")

    before = threading.active_count()
    answers = fetch_many([Request(Uri(f"http://s.test/{n}"), f"http://s.test/{n}") for n in range(1000)], fetch, 4)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    until = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.02)
    assert threading.active_count() <= before
    assert len(asked) < 50
