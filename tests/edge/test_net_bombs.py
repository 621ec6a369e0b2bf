"""Bodies that grow when they are read: what they cost before they are refused."""

from __future__ import annotations

import gzip
import socket
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator

import pytest

from gnut.edge.net import LIMITS, Fetcher
from gnut.edge.net.decode import Bounds, decoded
from gnut.edge.net.refusal import Refused
from gnut.model import Absence, Fetched, Request, Uri
from tests.loopback import Web, redirect, reply, serving

pytestmark = pytest.mark.loopback

MIB = 1 << 20
PEAK = 48 * MIB
"""Most that a page may take: what is sent, what it decodes to, and a copy while it is handed over."""


def grown(wbits: int, mib: int, level: int = 9) -> bytes:
    """Return a stream that decodes to so many MiB of zeros."""
    squeeze = zlib.compressobj(level, zlib.DEFLATED, wbits)
    return b"".join(squeeze.compress(bytes(MIB)) for _ in range(mib)) + squeeze.flush()


GZIP = grown(31, 256)
BOMBS = {
    "gzip": (GZIP, "gzip", "too_large"),
    "deflate": (grown(15, 256), "deflate", "too_large"),
    "bare deflate": (grown(-15, 256), "deflate", "too_large"),
    "two codings": (GZIP, "gzip, gzip", "unsupported_encoding"),
    "two codings in two fields": (GZIP, "gzip\r\nContent-Encoding: gzip", "unsupported_encoding"),
    "a thousand members": (grown(31, 1) * 1000, "gzip", "too_large"),
    "empty members without end": (gzip.compress(b"", mtime=0) * 400_000, "gzip", "too_large"),
    "empty members in one byte each": (gzip.compress(b"a", mtime=0) * 300_000, "gzip", "too_large"),
    "empty stored blocks": (b"\x1f\x8b\x08\0\0\0\0\0\0\3" + b"\0\0\0\xff\xff" * 1_600_000, "gzip", "incomplete"),
    "a header without end": (b"\x1f\x8b\x08\x08\0\0\0\0\0\3" + b"a" * (8 * MIB), "gzip", "too_large"),
    "brotli, unasked": (b"\x5b\xff\xff\xff" * 64, "br", "unsupported_encoding"),
    "zstd, unasked": (b"\x28\xb5\x2f\xfd" * 64, "zstd", "unsupported_encoding"),
    "compress, unasked": (b"\x1f\x9d\x90" * 64, "compress", "unsupported_encoding"),
    "a dictionary, unasked": (b"\xffDCB" * 64, "dcb", "unsupported_encoding"),
    "fifty codings": (gzip.compress(b"x", mtime=0), ", ".join(["gzip"] * 50), "unsupported_encoding"),
    "plain": (b"a" * (64 * MIB), "identity", "too_large"),
}


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


def cost(web: Web) -> tuple[str, int, float]:
    """Return what a fetch comes to, its peak of memory in bytes, and its processor time in seconds."""
    url = web.url("/")
    fetch = Fetcher(web.here)
    tracemalloc.start()
    try:
        start = time.thread_time()
        answer = fetch(Request(Uri(url), url))
        spent = time.thread_time() - start
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return (answer.why if isinstance(answer, Absence) else "fetched"), peak, spent


@pytest.mark.parametrize(("body", "coding", "kind"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused_within_bounds_of_memory_and_time(web: Web, body: bytes, coding: str, kind: str) -> None:
    web.pages["/"] = reply(body, fields=(("Content-Encoding", coding),), length=False)
    why, peak, spent = cost(web)
    assert why == kind
    assert peak < PEAK
    assert spent < 5


@pytest.mark.parametrize("status", [301, 302, 304, 307, 401, 403, 404, 429, 500, 503])
def test_a_bomb_in_a_reply_that_is_no_page_is_not_even_read(web: Web, status: int) -> None:
    web.pages |= {"/": reply(GZIP * 16, status, fields=(("Content-Encoding", "gzip"), ("Location", "/page")))}
    web.pages["/page"] = reply()
    why, peak, _ = cost(web)
    assert (why == "fetched") == (status in (301, 302, 307))
    assert peak < 4 * MIB


def test_a_redirect_to_a_bomb_is_a_bomb(web: Web) -> None:
    web.pages |= {"/": redirect("/b"), "/b": reply(GZIP, fields=(("Content-Encoding", "gzip"),))}
    assert cost(web)[0] == "too_large"


def test_a_bomb_behind_robots_txt_costs_no_more_than_is_read_of_it(web: Web) -> None:
    web.pages["/robots.txt"] = reply(GZIP, fields=(("Content-Encoding", "gzip"),))
    web.pages["/"] = reply()
    fetch = Fetcher(look_up=lambda *_: ("93.184.215.14",), connect=web.dial, sleep=lambda _: None)
    tracemalloc.start()
    answer = fetch(Request(Uri("http://s.test/"), "http://s.test/"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(answer, Fetched)
    assert peak < 8 * MIB


def endless(first: bytes, part: bytes) -> Callable[[socket.socket], None]:
    """Return a server that never stops, until it is left."""

    def say(connection: socket.socket) -> None:
        connection.sendall(first)
        for _ in range(100_000):
            connection.sendall(part)

    return say


ENDLESS = {
    "to the end of the connection": endless(reply(b"", length=False), b"a" * 65_536),
    "in chunks": endless(
        reply(b"", fields=(("Transfer-Encoding", "chunked"),), length=False), b"10000\r\n" + b"a" * 65_536 + b"\r\n"
    ),
    "in gzip that grows by little": endless(
        reply(b"", fields=(("Content-Encoding", "gzip"),), length=False) + b"\x1f\x8b\x08\0\0\0\0\0\0\3",
        b"\0\xff\xff\0\0" + b"a" * 65_535,
    ),
    "in trailers": endless(
        reply(b"1\r\na\r\n0\r\n", fields=(("Transfer-Encoding", "chunked"),), length=False), b"X-A: b\r\n" * 4_096
    ),
    "in one field": endless(b"HTTP/1.1 200 OK\r\nX-A: ", b"a" * 65_536),
    "in fields": endless(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n" * 4_096),
    "in interim replies": endless(b"", b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n" * 1_000),
}


@pytest.mark.parametrize("say", ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_is_left_within_bounds_of_memory_and_time(
    web: Web, say: Callable[[socket.socket], None]
) -> None:
    web.pages["/"] = say
    why, peak, spent = cost(web)
    assert why in ("too_large", "header_too_large", "bad_framing", "bad_response")
    assert peak < PEAK
    assert spent < 5


def test_a_stream_that_comes_a_byte_at_a_time_decodes_to_the_same() -> None:
    page = b"<p>A page.</p>" * 100
    for body, coding in ((gzip.compress(page), "gzip"), (zlib.compress(page), "deflate"), (page, "identity")):
        assert decoded((body[at : at + 1] for at in range(len(body))), coding, Bounds(LIMITS)) == page


def test_a_bomb_that_comes_a_byte_at_a_time_is_stopped_at_the_same_size() -> None:
    taken = 0

    def bytes_of(body: bytes) -> Iterator[bytes]:
        nonlocal taken
        for at in range(len(body)):
            taken += 1
            yield body[at : at + 1]

    with pytest.raises(Refused, match="too_large"):
        decoded(bytes_of(GZIP), "gzip", Bounds(LIMITS))
    assert taken * LIMITS.ratio <= LIMITS.decoded + LIMITS.ratio * 1024


@pytest.mark.parametrize("cut", range(1, 20))
def test_gzip_that_is_cut_anywhere_is_incomplete(cut: int) -> None:
    whole = gzip.compress(b"", mtime=0)
    assert len(whole) == 20
    for body in (whole[:cut], gzip.compress(b"a page", mtime=0) + whole[:cut]):
        with pytest.raises(Refused, match="incomplete"):
            decoded([body], "gzip", Bounds(LIMITS))
