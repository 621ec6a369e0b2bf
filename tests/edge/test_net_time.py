"""The one deadline of a fetch, and who is charged for what."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator

import httpcore
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.edge.net import LIMITS, Fetcher, Limits, Manners
from gnut.edge.net.addresses import parse
from gnut.edge.net.refusal import Refused
from gnut.edge.net.spending import Spending
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from tests.loopback import PUBLIC, Web, drip, redirect, reply, serving

POLITE = Manners(host_interval=0)
PATIENT = replace(LIMITS, first_byte=100.0)
HELD = 9.0
"""Seconds that a slow server takes: fewer than its robots.txt has."""


class Scene:
    """Public servers of any name, and a clock that only they and sleeping move."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.now = 1000.0
        self.slept = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds

    def connect(self, address: str, port: int, seconds: float) -> httpcore.NetworkStream:
        return self.web.dial(address, port, seconds)

    def fetcher(self, manners: Manners = POLITE, limits: Limits = PATIENT) -> Fetcher:
        return Fetcher(
            manners=manners,
            limits=limits,
            look_up=lambda *_: (PUBLIC,),
            connect=self.connect,
            clock=lambda: self.now,
            sleep=self.sleep,
        )

    def after(self, seconds: float, answer: bytes) -> Callable[[socket.socket], None]:
        """Return a server that takes so many seconds to answer."""

        def say(connection: socket.socket) -> None:
            self.now += seconds
            connection.sendall(answer)

        return say


@pytest.fixture
def scene() -> Iterator[Scene]:
    with serving() as web:
        yield Scene(web)


def asked(url: str) -> Request:
    return Request(Uri(url), url)


def came(answer: Fetched | Unchanged | Absence) -> str:
    return answer.why if isinstance(answer, Absence) else "fetched"


@pytest.mark.loopback
class TestOneDeadline:
    def test_robots_txt_of_every_origin_on_the_way_is_charged_to_the_fetch(self, scene: Scene) -> None:
        scene.web.pages |= {f"/{n}": redirect(f"http://h{n + 1}.test/{n + 1}") for n in range(5)}
        scene.web.pages |= {"/5": reply(), "/robots.txt": scene.after(HELD, reply(b"", 404))}
        start = scene.now
        assert came(scene.fetcher()(asked("http://h0.test/0"))) == "timeout"
        assert scene.now - start <= LIMITS.exchange + HELD

    def test_what_robots_txt_took_is_not_there_for_the_page(self, scene: Scene) -> None:
        scene.web.pages["/robots.txt"] = scene.after(HELD, reply(b"", 404))
        for page, said in ((LIMITS.exchange - HELD - 1, "fetched"), (LIMITS.exchange - HELD, "timeout")):
            scene.web.pages["/a"] = scene.after(page, reply())
            assert came(scene.fetcher()(asked("http://s.test/a"))) == said

    def test_a_page_whose_robots_txt_is_known_has_all_the_time(self, scene: Scene) -> None:
        scene.web.pages |= {"/robots.txt": scene.after(HELD, reply(b"", 404)), "/a": reply()}
        scene.web.pages["/b"] = scene.after(LIMITS.exchange - 1, reply())
        fetch = scene.fetcher()
        assert [came(fetch(asked(f"http://s.test/{page}"))) for page in "ab"] == ["fetched", "fetched"]

    def test_the_tries_of_robots_txt_are_charged_to_the_fetch_and_the_pauses_between_are_not(
        self, scene: Scene
    ) -> None:
        scene.web.pages |= {"/robots.txt": scene.after(HELD, reply(b"", 503)), "/a": reply()}
        start = scene.now
        # The fourth try has the three seconds that nine and nine and nine have left.
        assert came(scene.fetcher(replace(POLITE, retries=3))(asked("http://s.test/a"))) == "timeout"
        assert scene.slept >= 1 + 2 + 4
        assert scene.now - start - scene.slept <= LIMITS.exchange + HELD

    def test_waiting_for_a_turn_takes_no_time_from_the_fetch(self, scene: Scene) -> None:
        scene.web.pages |= {"/0": redirect("/1"), "/1": redirect("/2"), "/2": reply()}
        assert came(scene.fetcher(replace(POLITE, host_interval=40.0))(asked("http://s.test/0"))) == "fetched"
        assert scene.slept == 3 * 40

    def test_a_server_that_wastes_the_time_of_a_fetch_takes_no_other_server_down_with_it(self, scene: Scene) -> None:
        scene.web.pages |= {
            "/thief": scene.after(LIMITS.exchange - 1, redirect("http://victim.test/a")),
            "/robots.txt": reply(b"", 404),
            "/a": reply(),
        }
        fetch = scene.fetcher()
        assert came(fetch(asked("http://victims-friend.test/a"))) == "fetched"
        assert came(fetch(asked("http://thief.test/a"))) == "fetched"
        scene.web.pages["/robots.txt"] = scene.after(2.0, reply(b"", 404))
        assert came(fetch(asked("http://thief.test/thief"))) == "timeout"
        assert came(fetch(asked("http://victim.test/a"))) == "fetched"

    def test_a_server_that_had_all_the_time_for_robots_txt_is_asked_once(self, scene: Scene) -> None:
        scene.web.pages |= {"/robots.txt": scene.after(LIMITS.robots_seconds, reply(b"", 404)), "/a": reply()}
        for limits in (PATIENT, replace(PATIENT, exchange=5.0)):
            fetch = scene.fetcher(limits=limits)
            scene.web.asked.clear()
            assert [came(fetch(asked("http://s.test/a"))) for _ in range(3)] == ["timeout"] * 3
            assert scene.web.asked == ["/robots.txt"]


@pytest.mark.loopback
def test_fetches_with_little_time_left_do_not_queue_for_a_robots_txt_that_hangs(scene: Scene) -> None:
    scene.web.pages["/robots.txt"] = drip(reply(b"", length=False), b"#", 0.1, 100)
    limits = replace(LIMITS, robots_seconds=1.0)
    fetch = Fetcher(manners=POLITE, limits=limits, look_up=lambda *_: (PUBLIC,), connect=scene.connect)
    target = parse("http://victim.test/a")
    said: list[str] = []

    def thief() -> None:
        with pytest.raises(Refused) as caught:
            fetch._ask_leave(target, Spending(0.8, time.monotonic))
        said.append(caught.value.why)

    threads = [threading.Thread(target=thief) for _ in range(8)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert said == ["timeout"] * 8
    assert time.monotonic() - start < 3


@given(st.lists(st.floats(0, 20), max_size=8), st.floats(0, 40))
def test_no_part_spends_more_than_the_whole_has(taken: list[float], seconds: float) -> None:
    now = [0.0]
    whole = Spending(seconds, lambda: now[0])
    for some in taken:
        left = whole.left
        part = whole.part(10.0)
        assert part.left <= min(10.0, left)
        with part.charged() as end:
            assert end == now[0] + part.left
            now[0] += some
        assert whole.left == pytest.approx(left - some)
        assert part.left <= 10.0 - some + 1e-9
