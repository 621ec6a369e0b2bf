"""HTTP/1 as servers really speak it: what is read, and what is refused rather than guessed (RFC 9112)."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from gnut.edge.net import LIMITS, Fetcher, Manners
from gnut.edge.net.addresses import parse
from gnut.edge.net.exchange import Exchange
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from tests.loopback import PUBLIC, Web, reply, serving

pytestmark = pytest.mark.loopback

PAGE = b"<p>A page.</p>"
OK = b"HTTP/1.1 200 OK\r\n"
TYPE = b"Content-Type: text/html\r\n"
LENGTH = b"Content-Length: 14\r\n"
CHUNKED = OK + TYPE + b"Transfer-Encoding: chunked\r\n\r\n"
WHOLE = OK + TYPE + LENGTH + b"\r\n" + PAGE


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


def ask(web: Web, said: object) -> Fetched | Unchanged | Absence:
    web.pages["/"] = said  # type: ignore[assignment]
    url = web.url("/")
    return Fetcher(web.here, limits=replace(LIMITS, exchange=5.0))(Request(Uri(url), url))


READ = {
    "a field folded over lines": OK + TYPE + b"X-A: one\r\n two\r\n\tthree\r\n" + LENGTH + b"\r\n" + PAGE,
    "a folded length": OK + TYPE + b"Content-Length:\r\n 14\r\n\r\n" + PAGE,
    "a folded coding": OK + TYPE + b"Transfer-Encoding:\r\n chunked\r\n\r\ne\r\n" + PAGE + b"\r\n0\r\n\r\n",
    "a field without a value": OK + TYPE + LENGTH + b"X-A:\r\n\r\n" + PAGE,
    "letters beyond ASCII": OK + TYPE + LENGTH + b"X-A: caf\xe9\r\n\r\n" + PAGE,
    "escape codes in a reason": b"HTTP/1.1 200 \x1b[31m\r\n" + TYPE + LENGTH + b"\r\n" + PAGE,
    "the same length twice": OK + TYPE + LENGTH + LENGTH + b"\r\n" + PAGE,
    "the same length in a list": OK + TYPE + b"Content-Length: 14, 14\r\n\r\n" + PAGE,
    "a length with zeros in front": OK + TYPE + b"Content-Length: 0014\r\n\r\n" + PAGE,
    "length and chunks": OK
    + TYPE
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n"
    + PAGE
    + b"\r\n0\r\n\r\n",
    "chunked in capitals": OK + TYPE + b"Transfer-Encoding: CHUNKED\r\n\r\ne\r\n" + PAGE + b"\r\n0\r\n\r\n",
    "chunks of HTTP/1.0": b"HTTP/1.0 200 OK\r\n"
    + TYPE
    + b"Transfer-Encoding: chunked\r\n\r\ne\r\n"
    + PAGE
    + b"\r\n0\r\n\r\n",
    "extensions of chunks": CHUNKED + b'e;name=value;x="y;z"\r\n' + PAGE + b"\r\n0;a\r\n\r\n",
    "blanks behind a chunk size": CHUNKED + b"e  \r\n" + PAGE + b"\r\n0\r\n\r\n",
    "trailers": CHUNKED + b"e\r\n" + PAGE + b"\r\n0\r\nX-Sum: 1\r\nContent-Type: application/pdf\r\n\r\n",
    "HTTP/1.0 to the end of the connection": b"HTTP/1.0 200 OK\r\n" + TYPE + b"\r\n" + PAGE,
    "HTTP/1.0 that would stay": b"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n" + LENGTH + TYPE + b"\r\n" + PAGE,
    "a status without a reason": b"HTTP/1.1 200\r\n" + TYPE + LENGTH + b"\r\n" + PAGE,
    "a status with an empty reason": b"HTTP/1.1 200 \r\n" + TYPE + LENGTH + b"\r\n" + PAGE,
    "lines that end in LF": (OK + TYPE + LENGTH + b"\r\n").replace(b"\r\n", b"\n") + PAGE,
    "lines that end both ways": OK + TYPE + LENGTH + b"\n" + PAGE,
    "100 first": b"HTTP/1.1 100 Continue\r\n\r\n" + WHOLE,
    "a second reply behind the first": WHOLE + WHOLE.replace(b"A page", b"B page"),
    "an encoding of identity, twice": OK
    + TYPE
    + LENGTH
    + b"Content-Encoding: identity\r\nContent-Encoding: \r\n\r\n"
    + PAGE,
}


@pytest.mark.parametrize("said", READ.values(), ids=READ)
def test_what_servers_say_in_their_own_way_is_read(web: Web, said: bytes) -> None:
    answer = ask(web, said)
    assert isinstance(answer, Fetched), answer
    assert (answer.body, answer.media_type) == (PAGE, "text/html")


FRAMING = {
    "a fold before any field": OK + b" folded: x\r\n" + TYPE + LENGTH + b"\r\n" + PAGE,
    "a blank in a name": OK + TYPE + LENGTH + b"X A: b\r\n\r\n" + PAGE,
    "a blank before the colon": OK + TYPE + b"Content-Length : 14\r\n\r\n" + PAGE,
    "no name": OK + TYPE + LENGTH + b": b\r\n\r\n" + PAGE,
    "a NUL in a value": OK + TYPE + LENGTH + b"X-A: a\0b\r\n\r\n" + PAGE,
    "a bare CR in a value": OK + TYPE + LENGTH + b"X-A: a\rContent-Length: 3\r\n\r\n" + PAGE,
    "no colon in an interim reply": b"HTTP/1.1 103 Hints\r\nno colon\r\n\r\n" + WHOLE,
    "lengths that differ in a list": OK + TYPE + b"Content-Length: 14, 15\r\n\r\n" + PAGE,
    "a length with a sign": OK + TYPE + b"Content-Length: +14\r\n\r\n" + PAGE,
    "a length with something behind": OK + TYPE + b"Content-Length: 14;\r\n\r\n" + PAGE,
    "a length of thirty digits": OK + TYPE + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n" + PAGE,
    "a length in Arabic digits": OK + TYPE + b"Content-Length: " + "١٤".encode() + b"\r\n\r\n" + PAGE,
    "an empty length": OK + TYPE + b"Content-Length: \r\n\r\n" + PAGE,
    "gzip under chunks, unasked": OK
    + TYPE
    + b"Transfer-Encoding: gzip, chunked\r\n\r\ne\r\n"
    + PAGE
    + b"\r\n0\r\n\r\n",
    "chunked twice": OK
    + TYPE
    + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n"
    + PAGE
    + b"\r\n0\r\n\r\n",
    "a coding that only ends in chunked": OK + TYPE + LENGTH + b"Transfer-Encoding: xchunked\r\n\r\n" + PAGE,
    "the coding identity, which is none any more": OK + TYPE + LENGTH + b"Transfer-Encoding: identity\r\n\r\n" + PAGE,
    "an extension of 200,000 bytes": CHUNKED + b"e;" + b"a" * 200_000 + b"\r\n" + PAGE + b"\r\n0\r\n\r\n",
    "a chunk size with a prefix": CHUNKED + b"0xe\r\n" + PAGE + b"\r\n0\r\n\r\n",
    "a chunk size with an underscore": CHUNKED + b"0_e\r\n" + PAGE + b"\r\n0\r\n\r\n",
    "a trailer without a colon": CHUNKED + b"e\r\n" + PAGE + b"\r\n0\r\nno colon\r\n\r\n",
    "trailers without an end": CHUNKED + b"e\r\n" + PAGE + b"\r\n0\r\n" + b"X: y\r\n" * 100_000,
}


@pytest.mark.parametrize("said", FRAMING.values(), ids=FRAMING)
def test_a_reply_whose_bounds_are_in_doubt_is_refused(web: Web, said: bytes) -> None:
    answer = ask(web, said)
    assert isinstance(answer, Absence), answer
    assert answer.why == "bad_framing"


NO_HTTP = {
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a frame of HTTP/2": b"\0\0\x12\4\0\0\0\0\0\0\3\0\0\0\x80\0\4\0\1\0\0\0\5\0\xff\xff\xff",
    "a name in small letters": WHOLE.replace(b"HTTP", b"http"),
    "another protocol": WHOLE.replace(b"HTTP/1.1", b"ICY"),
    "a version of its own": WHOLE.replace(b"HTTP/1.1", b"HTTP/1.2"),
    "a version of two digits": WHOLE.replace(b"HTTP/1.1", b"HTTP/1.11"),
    "two blanks before the status": WHOLE.replace(b"1.1 200", b"1.1  200"),
    "a tab before the status": WHOLE.replace(b"1.1 200", b"1.1\t200"),
    "a status under 100": WHOLE.replace(b"200", b"099"),
    "the status 000": WHOLE.replace(b"200", b"000"),
    "a status of four digits": WHOLE.replace(b"200", b"2000"),
    "a status in other digits": WHOLE.replace(b"200", "２００".encode()),
    "a NUL in the reason": WHOLE.replace(b"200 OK", b"200 a\0"),
    "an empty line first": b"\r\n" + WHOLE,
    "lines that end in CR": WHOLE.replace(b"\r\n", b"\r"),
    "an interim reply with a body": b"HTTP/1.1 103 Hints\r\nContent-Length: 5\r\n\r\nhello" + WHOLE,
    "nothing but an interim reply": b"HTTP/1.1 100 Continue\r\n\r\n",
    "a change of protocol that nobody asked for": b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n" + PAGE,
}


@pytest.mark.parametrize("said", NO_HTTP.values(), ids=NO_HTTP)
def test_what_is_not_http_1_is_named_as_such(web: Web, said: bytes) -> None:
    answer = ask(web, said)
    assert isinstance(answer, Absence), answer
    assert answer.why == "bad_response"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (b"HTTP/1.1 205 Reset\r\nContent-Length: 0\r\n\r\n", "empty"),
        (b"HTTP/1.1 204 None\r\n" + TYPE + LENGTH + b"\r\n" + PAGE, "empty"),
        (b"HTTP/1.1 600 Odd\r\n" + TYPE + LENGTH + b"\r\n" + PAGE, "unexpected_status"),
        (b"HTTP/1.1 103 Hints\r\nLink: " + b"a" * 70_000 + b"\r\n\r\n" + WHOLE, "header_too_large"),
        ((b"HTTP/1.1 103 Hints\r\nLink: " + b"a" * 9_000 + b"\r\n\r\n") * 8 + WHOLE, "header_too_large"),
        (b"HTTP/1.1 103 Hints\r\n" + b"A: b\r\n" * 201 + b"\r\n" + WHOLE, "header_too_large"),
    ],
)
def test_a_reply_that_gives_no_page_has_its_own_name(web: Web, said: bytes, kind: str) -> None:
    answer = ask(web, said)
    assert isinstance(answer, Absence), answer
    assert answer.why == kind


def pieces(*parts: bytes) -> object:
    """Return a server that sends its parts one by one, each in a packet of its own."""

    def say(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            connection.sendall(part)
            time.sleep(0.01)

    return say


def test_interim_replies_count_once_however_they_are_cut(web: Web) -> None:
    hint = b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n"
    assert isinstance(ask(web, pieces(*[hint] * 8, WHOLE)), Fetched)
    answer = ask(web, pieces(*[hint] * 9, WHOLE))
    assert isinstance(answer, Absence)
    assert answer.detail == "over 8 interim replies"


@pytest.mark.parametrize("step", [1, 2, 3, 7])
def test_a_reply_is_the_same_however_it_is_cut(web: Web, step: int) -> None:
    said = b"HTTP/1.1 100 Continue\n\r\n" + CHUNKED + b"e\r\n" + PAGE + b"\r\n0\r\n\r\n"
    answer = ask(web, pieces(*(said[at : at + step] for at in range(0, len(said), step))))
    assert isinstance(answer, Fetched), answer
    assert answer.body == PAGE
    assert answer.heard is not None
    assert answer.heard.wire == len(PAGE)


def test_a_chunk_over_the_limit_is_refused_by_its_size_however_it_is_cut(web: Web) -> None:
    for parts in ((CHUNKED + b"ffffffffffffffff\r\nhello",), (CHUNKED, b"ffffffff", b"ffffffff\r", b"\nhello")):
        answer = ask(web, pieces(*parts))
        assert isinstance(answer, Absence)
        assert answer.detail == "the server announces a chunk over the limit"


def test_a_page_that_begins_like_a_huge_chunk_is_a_page_all_the_same(web: Web) -> None:
    page = b"ffffffffffff is a colour nobody sees, and chunked is how it comes"
    said = OK + b"Content-Type: text/plain\r\nX-Way: chunked\r\n\r\n" + page
    answer = ask(web, said)
    assert isinstance(answer, Fetched)
    assert answer.body == page


def test_a_head_that_comes_a_byte_at_a_time_costs_its_length_and_not_its_square() -> None:
    exchange = Exchange(parse("http://s.test/"), LIMITS, lambda: 0.0, 1.0)
    head = OK + b"X-A: " + b"a" * (LIMITS.head - len(OK) - len("X-A: \r\n\r\n")) + b"\r\n\r\n"
    start = time.process_time()
    for byte in head:
        exchange.took(bytes([byte]))
    assert exchange.in_body
    assert exchange.received == LIMITS.head
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("location", "asked"),
    [
        ("/caf\xe9 b?q=\xfc x", "/caf%E9%20b?q=%FC%20x"),
        ("http://t.test/a b", "/a%20b"),
        (" /a  b ", "/a%20%20b"),
        ("/\xc3\xa9 b", "/%C3%A9%20b"),
    ],
)
def test_a_redirect_with_blanks_and_bytes_of_any_charset_is_followed_as_in_browsers(
    web: Web, location: str, asked: str
) -> None:
    web.asked.clear()
    web.dialled.clear()
    web.pages |= {"/0": reply(b"", 302, fields=(("Location", location),)), asked: reply()}
    fetch = Fetcher(manners=Manners(robots=False, host_interval=0), look_up=lambda *_: (PUBLIC,), connect=web.dial)
    answer = fetch(Request(Uri("http://s.test/0"), "http://s.test/0"))
    assert isinstance(answer, Fetched)
    assert answer.final_uri.endswith(asked.partition("?")[0])
    assert answer.query_dropped == ("?" in asked)
    assert web.asked == ["/0", asked]
    assert {address for address, _ in web.dialled} == {PUBLIC}


@pytest.mark.parametrize("location", ["http://127.0.0.1/a b", "http://127.0.0.1/\xe9", " http://10.0.0.1/ "])
def test_a_blank_or_a_byte_in_a_redirect_hides_no_address(web: Web, location: str) -> None:
    web.asked.clear()
    web.pages["/0"] = reply(b"", 302, fields=(("Location", location),))
    fetch = Fetcher(manners=Manners(robots=False), look_up=lambda *_: (PUBLIC,), connect=web.dial)
    answer = fetch(Request(Uri("http://s.test/0"), "http://s.test/0"))
    assert isinstance(answer, Absence)
    assert answer.why == "blocked_target"
    assert web.asked == ["/0"]
