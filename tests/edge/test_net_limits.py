"""Every limit of a fetch: what stands at it passes, what is one past it does not."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpcore
import pytest
from msgspec.structs import replace

from gnut.edge.net import LIMITS, Fetcher, Header, Limits, Manners
from gnut.edge.net.backend import dial
from gnut.edge.net.robots import MOST_NAMES, MOST_RULES
from gnut.errors import Usage
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from tests.loopback import PUBLIC, Web, redirect, reply, serving

pytestmark = pytest.mark.loopback

RUDE = Manners(robots=False, host_interval=0)
GZIP = (("Content-Encoding", "gzip"),)


class Clock:
    """A clock that only servers and sleeping move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Scene:
    """A public server, and a clock that it can hold up."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.clock = Clock()
        self.addresses: tuple[str, ...] = (PUBLIC,)
        self.waited: list[float] = []

    def connect(self, address: str, port: int, seconds: float) -> httpcore.NetworkStream:
        self.waited.append(seconds)
        return self.web.dial(address, port, seconds)

    def fetcher(self, limits: Limits = LIMITS, manners: Manners = RUDE) -> Fetcher:
        return Fetcher(
            manners=manners,
            limits=limits,
            look_up=lambda *_: self.addresses,
            connect=self.connect,
            clock=self.clock,
            sleep=self.clock.sleep,
        )

    def ask(self, limits: Limits = LIMITS, manners: Manners = RUDE, path: str = "/") -> Fetched | Unchanged | Absence:
        url = f"http://s.test{path}"
        return self.fetcher(limits, manners)(Request(Uri(url), url))

    def after(self, seconds: float, *parts: bytes) -> Callable[[socket.socket], None]:
        """Return a server for which every part of an answer takes so many seconds."""

        def say(connection: socket.socket) -> None:
            for part in parts:
                self.clock.now += seconds
                connection.sendall(part)

        return say


@pytest.fixture
def scene() -> Iterator[Scene]:
    with serving() as web:
        yield Scene(web)


def came(answer: Fetched | Unchanged | Absence) -> str:
    """Return `fetched`, or the kind of failure."""
    return answer.why if isinstance(answer, Absence) else "fetched"


SMALL = replace(LIMITS, wire=1000, decoded=3000, wire_pdf=2000, decoded_pdf=6000, ratio_floor=2000, ratio=20)


def url(scene: Scene, more: int) -> str:
    path = "/" + "a" * (LIMITS.url - len("http://s.test/") + more)
    scene.web.pages[path] = reply()
    return came(scene.ask(path=path))


def redirects(scene: Scene, more: int) -> str:
    last = LIMITS.redirects + more
    scene.web.pages |= {f"/{n}": redirect(f"/{n + 1}") for n in range(last)}
    scene.web.pages[f"/{last}"] = reply()
    return came(scene.ask(path="/0"))


def head(scene: Scene, more: int) -> str:
    bare = len(reply(b"", fields=(("X-A", ""),)))
    scene.web.pages["/"] = reply(b"a", fields=(("X-A", "a" * (LIMITS.head - bare + more)),))
    return came(scene.ask())


def fields(scene: Scene, more: int) -> str:
    extra = LIMITS.fields - 3 + more  # Beside the type, the length and the connection.
    scene.web.pages["/"] = reply(fields=tuple((f"X-{n}", "a") for n in range(extra)))
    return came(scene.ask())


def interim(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = b"HTTP/1.1 103 Hints\r\n\r\n" * (LIMITS.interim + more) + reply()
    return came(scene.ask())


def wire(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = reply(b"a" * (LIMITS.wire + more))
    return came(scene.ask())


def wire_pdf(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = reply(b"%PDF-1.7".ljust(LIMITS.wire_pdf + more, b"a"))
    return came(scene.ask())


def wire_chunked(scene: Scene, more: int) -> str:
    chunks = b"1\r\na\r\n" * (SMALL.wire + more) + b"0\r\n\r\n"
    scene.web.pages["/"] = reply(chunks, fields=(("Transfer-Encoding", "chunked"),), length=False)
    return came(scene.ask(SMALL))


def decoded(scene: Scene, more: int) -> str:
    body = (b"0123456789abcdefghij" * (LIMITS.decoded // 20 + 1))[: LIMITS.decoded + more]
    scene.web.pages["/"] = reply(gzip.compress(body, 1, mtime=0), fields=GZIP)
    return came(scene.ask(replace(LIMITS, ratio=2000)))


def decoded_pdf(scene: Scene, more: int) -> str:
    body = (b"%PDF-1.7" + b"0123456789" * 600)[: SMALL.decoded_pdf + more]
    scene.web.pages["/"] = reply(gzip.compress(body, mtime=0), fields=GZIP)
    return came(scene.ask(replace(SMALL, ratio=2000)))


def ratio(scene: Scene, more: int) -> str:
    # One gzip body of a known size on both sides: the limit is moved to it, and past it.
    body = gzip.compress(b"a" * 200_000, mtime=0)
    most = 200_000 // len(body) + 1
    scene.web.pages["/"] = reply(body, fields=GZIP)
    return came(scene.ask(replace(LIMITS, ratio_floor=1000, ratio=most - more)))


def ratio_floor(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = reply(gzip.compress(b" " * (LIMITS.ratio_floor + more), mtime=0), fields=GZIP)
    return came(scene.ask())


def members(scene: Scene, more: int) -> str:
    one, empty = gzip.compress(b"a", mtime=0), gzip.compress(b"", mtime=0)
    scene.web.pages["/"] = reply(one + empty * (LIMITS.members - 1 + more), fields=GZIP)
    return came(scene.ask())


def chunks(scene: Scene, more: int) -> str:
    few = 500
    body = b"1\r\na\r\n" * (few + more) + b"0\r\n\r\n"
    scene.web.pages["/"] = reply(body, fields=(("Transfer-Encoding", "chunked"),), length=False)
    return came(scene.ask(replace(LIMITS, chunks=few)))


def kept(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = reply(fields=(("ETag", '"' + "a" * (LIMITS.kept - 2 + more) + '"'),))
    answer = scene.ask()
    assert isinstance(answer, Fetched)
    assert answer.heard is not None
    return "fetched" if "etag" in dict(answer.heard.fields) else "not kept"


def given(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = reply()
    value = "a" * (LIMITS.given + more)
    try:
        return came(scene.ask(manners=replace(RUDE, headers=(Header("s.test", "X-A", value),), user_agent=value)))
    except Usage:
        return "refused"


def exchange(scene: Scene, more: int) -> str:
    # At the very second it is over, as there must be time left to read.
    scene.web.pages["/"] = scene.after(LIMITS.exchange / 2 - 1 + more, reply(b"", length=False), b"a page")
    return came(scene.ask(replace(LIMITS, first_byte=100.0)))


def first_byte(scene: Scene, more: int) -> str:
    waits = LIMITS.first_byte - 1 + more
    scene.web.pages["/"] = reply()

    class Held(httpcore.NetworkStream):
        """A connection whose first byte takes its time."""

        def __init__(self, inner: httpcore.NetworkStream) -> None:
            self.inner = inner
            self.first = True

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            assert timeout is not None
            if self.first and waits >= timeout:
                raise httpcore.ReadTimeout
            self.first = False
            return self.inner.read(max_bytes, timeout)

        def write(self, buffer: bytes, timeout: float | None = None) -> None:
            self.inner.write(buffer, timeout)

        def close(self) -> None:
            self.inner.close()

        def get_extra_info(self, info: str) -> Any:
            return self.inner.get_extra_info(info)

    scene.connect = lambda *_: Held(dial("127.0.0.1", scene.web.port, 5.0))  # type: ignore[method-assign]
    return came(scene.ask())


def connect(scene: Scene, more: int) -> str:
    scene.addresses = ("2606:4700::1", PUBLIC)
    taken = LIMITS.connect - 1 + more

    def held(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
        if address == PUBLIC:
            raise OSError("not asked for")
        if taken >= seconds:
            raise httpcore.ConnectTimeout
        return scene.web.dial(address, port, 5.0)

    scene.connect = held  # type: ignore[method-assign]
    scene.web.pages["/"] = reply()
    return came(scene.ask())


def robots(scene: Scene, more: int) -> str:
    rule = b"User-agent: *\nDisallow: /"
    body = b"#" * (LIMITS.robots - len(rule) - 1 + more) + b"\n" + rule
    scene.web.pages |= {"/robots.txt": reply(body + b"\n" + b"#" * 1000), "/": reply()}
    # One byte past the limit, the rule has lost its path and with it its meaning.
    answer = scene.ask(manners=replace(RUDE, robots=True))
    return "fetched" if came(answer) == "access_denied" else "not read"


def robots_seconds(scene: Scene, more: int) -> str:
    scene.web.pages["/robots.txt"] = scene.after(LIMITS.robots_seconds - 1 + more, reply(b"", 404))
    scene.web.pages["/"] = reply()
    return came(scene.ask(manners=replace(RUDE, robots=True)))


def retry_after(scene: Scene, more: int) -> str:
    scene.web.pages |= {
        "/0": reply(b"", 503, fields=(("Retry-After", str(int(LIMITS.retry_after) + more)),)),
        "/1": reply(),
    }
    fetch = scene.fetcher()
    assert came(fetch(Request(Uri("http://s.test/0"), "http://s.test/0"))) == "server_error"
    return came(fetch(Request(Uri("http://s.test/1"), "http://s.test/1")))


def retries(scene: Scene, more: int) -> str:
    scene.web.pages["/"] = reply()
    try:
        return came(scene.ask(manners=replace(RUDE, retries=LIMITS.retries + more)))
    except Usage:
        return "refused"


class Row(NamedTuple):
    """How to meet one limit, and what is said past it."""

    meet: Callable[[Scene, int], str]
    past: str


ROWS = {
    "url": Row(url, "bad_url"),
    "redirects": Row(redirects, "too_many_redirects"),
    "head": Row(head, "header_too_large"),
    "fields": Row(fields, "header_too_large"),
    "interim": Row(interim, "bad_response"),
    "wire": Row(wire, "too_large"),
    "wire_pdf": Row(wire_pdf, "too_large"),
    "decoded": Row(decoded, "too_large"),
    "decoded_pdf": Row(decoded_pdf, "too_large"),
    "ratio": Row(ratio, "too_large"),
    "ratio_floor": Row(ratio_floor, "too_large"),
    "members": Row(members, "too_large"),
    "chunks": Row(chunks, "too_large"),
    "kept": Row(kept, "not kept"),
    "given": Row(given, "refused"),
    "exchange": Row(exchange, "timeout"),
    "first_byte": Row(first_byte, "timeout"),
    "connect": Row(connect, "unreachable"),
    "robots": Row(robots, "not read"),
    "robots_seconds": Row(robots_seconds, "timeout"),
    "retry_after": Row(retry_after, "rate_limited"),
    "retries": Row(retries, "refused"),
}


def test_every_limit_has_its_pair_of_tests() -> None:
    assert set(ROWS) == set(Limits.__struct_fields__)


@pytest.mark.parametrize("name", ROWS)
def test_what_stands_at_a_limit_passes(scene: Scene, name: str) -> None:
    assert ROWS[name].meet(scene, 0) == "fetched"


@pytest.mark.parametrize("name", ROWS)
def test_what_is_one_past_a_limit_does_not(scene: Scene, name: str) -> None:
    assert ROWS[name].meet(scene, 1) == ROWS[name].past


@pytest.mark.parametrize(("more", "said"), [(0, "fetched"), (1, "too_large")])
def test_a_body_in_chunks_of_one_byte_has_the_limit_of_its_bytes(scene: Scene, more: int, said: str) -> None:
    assert wire_chunked(scene, more) == said


def robots_txt(scene: Scene, text: str) -> str:
    scene.web.pages |= {"/robots.txt": reply(text.encode(), type="text/plain"), "/": reply()}
    return came(scene.ask(manners=replace(RUDE, robots=True)))


@pytest.mark.parametrize(("more", "said"), [(0, "fetched"), (1, "access_denied")])
def test_a_robots_txt_names_so_many_robots_for_one_group_of_rules(scene: Scene, more: int, said: str) -> None:
    names = "".join(f"User-agent: robot{n}\n" for n in range(MOST_NAMES + more))
    assert robots_txt(scene, names + "Disallow: /\n") == said


@pytest.mark.parametrize(("more", "said"), [(0, "fetched"), (1, "access_denied")])
def test_a_robots_txt_gives_so_many_rules_to_all_its_robots(scene: Scene, more: int, said: str) -> None:
    names = "".join(f"User-agent: robot{n}\n" for n in range(500))
    rules = "Disallow: /\n" * (MOST_RULES // 500)
    assert robots_txt(scene, names + rules + "\nUser-agent: other\n" + "Allow: /\n" * more) == said
