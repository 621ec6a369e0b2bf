"""Pages are read by the threads that fetched them, and what waits to be taken has a bound in bytes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gnut.acquire.contract import Answer
from gnut.edge import live
from gnut.edge.live import Means, tried
from gnut.edge.room import Closed, Room
from gnut.edge.sandbox import Sandbox
from gnut.edge.world import world
from gnut.model import Fetched, Request, Uri

SIZE = 1000


def page(request: Request, body: bytes = b"words " * 200) -> Fetched:
    return Fetched(request.uri, request.written, 200, "text/plain", body[:SIZE], (), supplied=False)


def way(fetch: Callable[[Request], Fetched], jobs: int) -> Means:
    return Means(fetch, "all", jobs, lambda: (), lambda config: fetch)


def requests(count: int) -> list[Request]:
    return [Request(Uri(f"https://s{n}.example/"), f"https://s{n}.example/") for n in range(count)]


def until(said: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not said() and time.monotonic() < end:
        time.sleep(0.01)
    return said()


def test_a_page_that_takes_long_to_read_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = threading.Event()
    sound = live.read

    def read(sandbox: Sandbox, fetched: live.Reply, name: str | None = None) -> Answer:
        if fetched.uri == "https://s0.example/":
            assert others.wait(20)
        return sound(sandbox, fetched, name)

    monkeypatch.setattr(live, "read", read)
    came: list[str] = []
    for one, _ in tried(world(str(tmp_path)), None, requests(6), way(page, 2)):
        came.append(one.request.uri)
        if len(came) == 5:
            others.set()
    assert came[-1] == "https://s0.example/"
    assert len(set(came)) == 6


@pytest.mark.parametrize("jobs", [1, 3, 8])
def test_what_pages_come_to_does_not_depend_on_how_many_are_read_at_once(jobs: int, tmp_path: Path) -> None:
    def fetch(request: Request) -> Fetched:
        body = f"<p>The words of {request.uri}.</p>".encode()
        return Fetched(request.uri, request.written, 200, "text/html", body, (), supplied=False)

    here = world(str(tmp_path))._replace(now=lambda: "2026-01-02T03:04:05Z")
    came = {one.request.uri: one for one, _ in tried(here, None, requests(8), way(fetch, jobs))}
    alone = {one.request.uri: one for each in requests(8) for one, _ in tried(here, None, [each], way(fetch, 1))}
    assert came == alone


def test_no_more_is_fetched_while_too_much_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms: list[Room] = []

    def room() -> Room:
        rooms.append(Room(2 * SIZE))
        return rooms[0]

    monkeypatch.setattr(live, "Room", room)
    fetched: list[str] = []

    def fetch(request: Request) -> Fetched:
        fetched.append(request.uri)
        return page(request)

    count, jobs = 30, 4
    with closing(tried(world(str(tmp_path)), None, requests(count), way(fetch, jobs))) as answers:
        next(answers)
        assert until(lambda: rooms[0].held > 2 * SIZE)
        time.sleep(0.3)
        # Two that fill the room, and what each thread had begun before.
        assert len(fetched) <= 2 + jobs
        assert 1 + len(list(answers)) == count
    assert rooms[0].held == 0
    assert len(fetched) == count


def test_whoever_waits_for_room_is_let_go_when_it_closes() -> None:
    room = Room(10)
    room.take(11)
    ended: list[type[BaseException]] = []

    def work() -> None:
        try:
            room.wait()
        except Closed as closed:
            ended.append(type(closed))

    thread = threading.Thread(target=work, daemon=True)
    with room:
        thread.start()
        time.sleep(0.05)
        assert thread.is_alive()
    thread.join(5)
    assert ended == [Closed]


def test_room_at_its_bound_is_room() -> None:
    room = Room(10)
    assert room.take(10) == 10
    room.wait()
    room.give(10)
    assert room.held == 0


def test_a_caller_that_stops_leaves_no_thread_and_no_child_behind(tmp_path: Path) -> None:
    before = threading.active_count()
    with closing(tried(world(str(tmp_path)), None, requests(50), way(page, 4))) as answers:
        next(answers)
    assert until(lambda: threading.active_count() <= before)


def test_a_bug_in_reading_is_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(sandbox: Sandbox, fetched: live.Reply, name: str | None = None) -> Answer:
        raise ZeroDivisionError

    monkeypatch.setattr(live, "read", read)
    with pytest.raises(ZeroDivisionError):
        list(tried(world(str(tmp_path)), None, requests(3), way(page, 2)))
