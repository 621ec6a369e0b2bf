"""One fetch against a server that lies, stalls, floods and redirects."""

from __future__ import annotations

import gzip
import socket
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.net import LIMITS, Fetcher, Limits, Manners, replies
from gnut.edge.net.addresses import parse
from gnut.edge.net.refusal import Refused
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from gnut.text.media_types import charset, essence
from tests.loopback import PUBLIC, Web, drip, redirect, reply, reset, serving

pytestmark = pytest.mark.loopback

RUDE = Manners(robots=False)
PAGE = b"<p>The committee found that 14.2 percent of samples failed.</p>"
SMALL = msgspec.structs.replace(
    LIMITS, wire=1000, decoded=3000, wire_pdf=2000, decoded_pdf=6000, ratio_floor=2000, head=2000, fields=20
)


@pytest.fixture(scope="module")
def server() -> Iterator[Web]:
    with serving() as web:
        yield web


@pytest.fixture
def web(server: Web) -> Web:
    server.pages.clear()
    for log in (server.asked, server.raw, server.at, server.dialled):
        log.clear()
    return server


def ask(web: Web, path: str = "/", limits: Limits = LIMITS) -> Fetched | Unchanged | Absence:
    url = web.url(path)
    return Fetcher(web.here, limits=limits)(Request(Uri(url), url))


def fetched(web: Web, path: str = "/", limits: Limits = LIMITS) -> Fetched:
    answer = ask(web, path, limits)
    assert isinstance(answer, Fetched), answer
    return answer


def why(web: Web, path: str = "/", limits: Limits = LIMITS) -> str:
    answer = ask(web, path, limits)
    assert isinstance(answer, Absence), answer
    assert answer.detail.isascii()
    assert answer.detail.isprintable()
    return answer.why


def test_a_page_is_taken_as_it_was_sent(web: Web) -> None:
    web.pages["/a"] = reply(PAGE, type="text/html; charset=ISO-8859-1")
    url = web.url("/a")
    answer = msgspec.structs.replace(fetched(web, "/a"), heard=None)
    assert answer == Fetched(Uri(url), url, 200, "text/html; charset=ISO-8859-1", PAGE, (), False)


def test_a_query_is_sent_and_never_recorded(web: Web) -> None:
    web.pages["/a?token=SECRET"] = reply(PAGE)
    answer = fetched(web, "/a?token=SECRET#part")
    assert web.asked == ["/a?token=SECRET"]
    assert answer.final_uri == web.url("/a")


def test_nothing_is_sent_but_the_address_and_who_asks(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    web.pages["/a"] = reply(b"", 302, fields=(("Location", "/b"), ("Set-Cookie", "session=1; Path=/")))
    web.pages["/b"] = reply(PAGE)
    fetched(web, "/a")
    assert [head.split(b"\r\n")[0] for head in web.raw] == [b"GET /a HTTP/1.1", b"GET /b HTTP/1.1"]
    for head in web.raw:
        names = {line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:] if line}
        assert names == {b"host", b"user-agent", b"accept", b"accept-encoding", b"connection"}
        assert b"gnut/" in head


def test_the_last_address_and_the_hops_between_are_kept(web: Web) -> None:
    web.pages |= {"/a": redirect("/b?x=SECRET"), "/b?x=SECRET": redirect("/c", 307), "/c": reply(PAGE)}
    answer = fetched(web, "/a")
    assert (answer.final_uri, answer.hops) == (web.url("/c"), (web.url("/b"),))


def test_five_redirects_are_followed_and_six_are_not(web: Web) -> None:
    web.pages |= {f"/{n}": redirect(f"/{n + 1}") for n in range(6)}
    web.pages["/6"] = reply(PAGE)
    assert fetched(web, "/1").final_uri == web.url("/6")
    assert why(web, "/0") == "too_many_redirects"


def test_a_circle_is_named_before_the_count_runs_out(web: Web) -> None:
    web.pages |= {"/a": redirect("/b"), "/b": redirect("/a")}
    assert why(web, "/a") == "redirect_loop"
    assert web.asked == ["/a", "/b"]


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (reply(b"", 302), "bad_redirect"),
        (reply(b"", 302, fields=(("Location", "/a"), ("Location", "/b"))), "bad_redirect"),
        (redirect("file:///etc/passwd"), "blocked_scheme"),
        (redirect("http://127.0.0.2:8080/hit"), "blocked_target"),
        (redirect("http://[::ffff:127.0.0.1]:8080/hit"), "blocked_target"),
        (redirect("http://169.254.169.254/latest/meta-data/"), "blocked_target"),
        (redirect("http://0.0.0.0:8080/hit"), "blocked_target"),
        (redirect("http://localhost:8080/hit"), "blocked_target"),
        (redirect("http://localhost.:8080/hit"), "blocked_target"),
        (redirect("http://2130706433:8080/hit"), "bad_redirect"),
        (redirect("http://①②⑦.0.0.1:8080/hit"), "bad_redirect"),
        (redirect("http://user:pw@127.0.0.1:8080/hit"), "credentials_in_url"),
        (redirect("//127.0.0.1:8080/share"), "blocked_target"),
        (redirect("http://93.184.215.14:22/"), "blocked_target"),
    ],
)
def test_a_redirect_to_a_bad_place_ends_before_any_connection(web: Web, page: bytes, kind: str) -> None:
    web.pages["/a"] = page
    assert why(web, "/a") == kind
    assert web.asked == ["/a"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (204, "empty"),
        (206, "partial_content"),
        (203, "unexpected_status"),
        (299, "unexpected_status"),
        (300, "unexpected_status"),
        (304, "unexpected_status"),
        (401, "access_denied"),
        (402, "payment_required"),
        (403, "access_denied"),
        (404, "not_found"),
        (418, "unexpected_status"),
        (410, "gone"),
        (429, "rate_limited"),
        (451, "legal_block"),
        (500, "server_error"),
        (503, "server_error"),
        (599, "server_error"),
        (999, "unexpected_status"),
    ],
)
def test_no_status_but_200_gives_a_source(web: Web, status: int, kind: str) -> None:
    web.pages["/"] = reply(b"" if status in (204, 304) else PAGE, status)
    assert why(web) == kind


BOMB = gzip.compress(bytes(1 << 24))


def test_the_body_of_an_error_or_a_redirect_is_never_decoded(web: Web) -> None:
    coded = ("Content-Encoding", "gzip")
    web.pages |= {
        "/error": reply(BOMB, 500, fields=(coded,)),
        "/moved": reply(BOMB, 302, fields=(coded, ("Location", "/page"))),
        "/page": reply(PAGE),
    }
    assert why(web, "/error", SMALL) == "server_error"
    assert fetched(web, "/moved", SMALL).body == PAGE


def test_gzip_and_both_forms_of_deflate_are_decoded(web: Web) -> None:
    bare = zlib.compressobj(wbits=-15)
    web.pages |= {
        "/gzip": reply(gzip.compress(PAGE, mtime=0), fields=(("Content-Encoding", "gzip"),)),
        "/members": reply(
            gzip.compress(PAGE[:9], mtime=0) + gzip.compress(PAGE[9:], mtime=0),
            fields=(("Content-Encoding", "x-gzip"),),
        ),
        "/zlib": reply(zlib.compress(PAGE), fields=(("Content-Encoding", "deflate"),)),
        "/bare": reply(bare.compress(PAGE) + bare.flush(), fields=(("Content-Encoding", "Deflate"),)),
        "/plain": reply(PAGE, fields=(("Content-Encoding", "identity"),)),
    }
    for path in web.pages:
        assert fetched(web, path).body == PAGE


@pytest.mark.parametrize(
    ("body", "coding", "kind"),
    [
        (PAGE, "gzip", "decode_error"),
        (b"\x1f", "gzip", "incomplete"),
        (gzip.compress(PAGE, mtime=0)[:-9], "gzip", "incomplete"),
        (gzip.compress(PAGE, mtime=0) + b"more", "gzip", "decode_error"),
        (zlib.compress(PAGE) + b"more", "deflate", "decode_error"),
        (zlib.compress(PAGE)[:-2], "deflate", "incomplete"),
        (gzip.compress(PAGE, mtime=0)[:-8] + b"\0" * 8, "gzip", "decode_error"),
        (gzip.compress(gzip.compress(PAGE, mtime=0), mtime=0), "gzip, gzip", "unsupported_encoding"),
        (PAGE, ", ".join(["gzip"] * 50), "unsupported_encoding"),
        (PAGE, "br", "unsupported_encoding"),
        (PAGE, "zstd", "unsupported_encoding"),
        (PAGE, "\x1b[31m", "unsupported_encoding"),
        (gzip.compress(b"", mtime=0), "gzip", "empty"),
        (b"", "gzip", "empty"),
        (b"", "identity", "empty"),
    ],
)
def test_a_coding_that_lies_or_was_not_asked_for_is_named(web: Web, body: bytes, coding: str, kind: str) -> None:
    web.pages["/"] = reply(body, fields=(("Content-Encoding", coding),))
    assert why(web) == kind


def sized(size: int, coding: str | None = None, start: bytes = b"") -> bytes:
    # Bytes that hardly compress, so that only the limit under test is near.
    noise = b"".join(zlib.crc32(str(n).encode()).to_bytes(4, "big") for n in range(size // 4 + 1))
    body = (start + noise)[:size]
    fields = (("Content-Encoding", coding),) if coding else ()
    return reply(gzip.compress(body, mtime=0) if coding else body, fields=fields)


def test_a_body_at_its_limit_is_taken_and_one_byte_more_is_not(web: Web) -> None:
    web.pages |= {"/at": sized(1000), "/over": sized(1001)}
    assert len(fetched(web, "/at", SMALL).body) == 1000
    assert why(web, "/over", SMALL) == "too_large"


def test_a_pdf_has_its_own_limit_whatever_it_is_called(web: Web) -> None:
    web.pages |= {"/at": sized(2000, start=b"%PDF-1.7"), "/over": sized(2001, start=b"%PDF-1.7")}
    assert len(fetched(web, "/at", SMALL).body) == 2000
    assert why(web, "/over", SMALL) == "too_large"


def test_a_decoded_body_at_its_limit_is_taken_and_one_byte_more_is_not(web: Web) -> None:
    text = b"<p>" + b"0123456789abcdefghij" * 200
    fields = (("Content-Encoding", "gzip"),)
    web.pages |= {
        "/at": reply(gzip.compress(text[:3000], mtime=0), fields=fields),
        "/over": reply(gzip.compress(text[:3001], mtime=0), fields=fields),
    }
    assert len(fetched(web, "/at", SMALL).body) == 3000
    assert why(web, "/over", SMALL) == "too_large"


def test_a_body_that_decodes_to_too_many_times_its_size_is_refused_before_it_is_held(web: Web) -> None:
    web.pages["/"] = reply(BOMB, fields=(("Content-Encoding", "gzip"),))
    limits = msgspec.structs.replace(LIMITS, decoded=1 << 30)
    answer = ask(web, "/", limits)
    assert isinstance(answer, Absence)
    assert (answer.why, answer.detail) == ("too_large", "decodes to over 200 times its size")


def test_a_small_page_may_compress_as_well_as_it_likes(web: Web) -> None:
    web.pages["/"] = reply(gzip.compress(b" " * (1 << 20)), fields=(("Content-Encoding", "gzip"),))
    assert len(fetched(web).body) == 1 << 20


@pytest.mark.parametrize("length", ["33554433", str(1 << 63)])
def test_an_announced_length_over_the_limit_is_refused_unread(web: Web, length: str) -> None:
    web.pages["/"] = reply(PAGE, fields=(("Content-Length", length),), length=False)
    assert why(web) == "too_large"


CHUNKED = (("Transfer-Encoding", "chunked"),)


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (reply(PAGE, fields=(("Content-Length", str(len(PAGE) + 500)),), length=False), "incomplete"),
        (reply(PAGE, fields=(("Content-Length", "-1"),), length=False), "bad_framing"),
        (reply(PAGE, fields=(("Content-Length", "5"), ("Content-Length", "6")), length=False), "bad_framing"),
        (reply(PAGE, fields=(("Content-Length", "0x10"),), length=False), "bad_framing"),
        (reply(b"99\r\nshort", fields=CHUNKED, length=False), "incomplete"),
        (reply(b"5\r\nhello\r\n", fields=CHUNKED, length=False), "incomplete"),
        (reply(b"zz\r\nhello\r\n0\r\n\r\n", fields=CHUNKED, length=False), "bad_framing"),
        (reply(b"-5\r\nhello\r\n0\r\n\r\n", fields=CHUNKED, length=False), "bad_framing"),
        (reply(b"5\r\nhelloworld\r\n0\r\n\r\n", fields=CHUNKED, length=False), "bad_framing"),
        (reply(b"ffffffffffffffff\r\nhello", fields=CHUNKED, length=False), "too_large"),
        (reply(PAGE, fields=(("Transfer-Encoding", "gzip"),), length=False), "bad_framing"),
        (b"", "bad_response"),
        (b"HTTP/1.1 200", "bad_response"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", "bad_response"),
        (b"\0\xff\x1b[31mSSH-2.0-x\r\n" * 100, "bad_response"),
        (PAGE, "bad_response"),
        (b"HTTP/2 200\r\n\r\n" + PAGE, "bad_response"),
        (b"HTTP/1.1 2x0 OK\r\n\r\n" + PAGE, "bad_response"),
        (b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n" + PAGE, "bad_framing"),
    ],
)
def test_broken_framing_is_named_and_never_padded_or_guessed(web: Web, page: bytes, kind: str) -> None:
    web.pages["/"] = page
    assert why(web) == kind


def test_a_body_that_ends_with_the_connection_is_whole(web: Web) -> None:
    web.pages["/"] = reply(PAGE, length=False)
    assert fetched(web).body == PAGE


def test_a_body_longer_than_announced_is_cut_where_it_was_announced_to_end(web: Web) -> None:
    web.pages["/"] = reply(PAGE, fields=(("Content-Length", "10"),), length=False)
    assert fetched(web).body == PAGE[:10]


def test_a_connection_that_breaks_is_named_by_where_it_broke(web: Web) -> None:
    whole = reply(PAGE, fields=(("Content-Length", "999"),), length=False)
    web.pages |= {"/body": reset(whole), "/head": reset(whole[:20])}
    assert why(web, "/body") == "incomplete"
    assert why(web, "/head") == "unreachable"


def test_a_head_at_its_limit_is_read_and_one_byte_more_is_not(web: Web) -> None:
    bare = len(reply(b"", fields=(("X-A", ""),), length=False)) + len("Content-Length: 64\r\n")
    page = b"a" * 64
    web.pages |= {
        "/at": reply(page, fields=(("X-A", "a" * (SMALL.head - bare)),)),
        "/over": reply(page, fields=(("X-A", "a" * (SMALL.head - bare + 1)),)),
    }
    assert fetched(web, "/at", SMALL).body == page
    assert why(web, "/over", SMALL) == "header_too_large"


def test_as_many_fields_as_the_limit_are_read_and_one_more_is_not(web: Web) -> None:
    extra = SMALL.fields - 3  # Beside the type, the length and the connection.
    web.pages |= {
        "/at": reply(fields=tuple((f"X-{n}", "a") for n in range(extra))),
        "/over": reply(fields=tuple((f"X-{n}", "a") for n in range(extra + 1))),
    }
    assert fetched(web, "/at", SMALL).status == 200
    assert why(web, "/over", SMALL) == "header_too_large"


def test_a_head_without_an_end_is_given_up_at_its_limit(web: Web) -> None:
    web.pages["/"] = b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * (8 << 20)
    assert why(web) == "header_too_large"


def test_a_few_interim_replies_pass_and_a_flood_does_not(web: Web) -> None:
    hint = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    web.pages |= {"/few": hint * 8 + reply(PAGE), "/flood": hint * 9 + reply(PAGE), "/endless": hint * 20_000}
    assert fetched(web, "/few").body == PAGE
    assert why(web, "/flood") == "bad_response"
    assert why(web, "/endless") == "bad_response"


def test_an_endless_body_ends_at_the_limit(web: Web) -> None:
    def endless(connection: socket.socket) -> None:
        connection.sendall(reply(b"", length=False))
        for _ in range(4096):
            connection.sendall(b"a" * 65536)

    web.pages["/"] = endless
    assert why(web, "/", SMALL) == "too_large"


def test_a_body_in_tiny_chunks_costs_no_more_than_its_share(web: Web) -> None:
    web.pages["/"] = reply(b"1\r\na\r\n" * 60_000 + b"0\r\n\r\n", fields=CHUNKED, length=False)
    assert why(web, "/", msgspec.structs.replace(LIMITS, wire=100_000, wire_pdf=100_000)) == "too_large"


QUICK = msgspec.structs.replace(LIMITS, exchange=0.6, first_byte=0.3)


@pytest.mark.parametrize(
    "say",
    [
        drip(b"", b"", 2, 1),
        drip(b"HTTP/1.1 200 OK\r\nX-A: ", b"a", 0.1, 30),
        drip(reply(b"", fields=(("Content-Length", "1000"),), length=False), b"a", 0.1, 30),
        drip(reply(b"", fields=CHUNKED, length=False), b"1\r\na\r\n", 0.1, 30),
    ],
    ids=["never", "head", "body", "chunks"],
)
def test_a_server_that_stalls_or_drips_is_left_at_the_overall_deadline(web: Web, say: object) -> None:
    web.pages["/"] = say  # type: ignore[assignment]
    start = time.monotonic()
    assert why(web, "/", QUICK) == "timeout"
    assert time.monotonic() - start < 1.5


def test_redirects_share_one_deadline(web: Web) -> None:
    def slow(to: str) -> object:
        return drip(b"", redirect(to), 0.25, 1)

    web.pages |= {"/a": slow("/b"), "/b": slow("/c"), "/c": slow("/d"), "/d": reply(PAGE)}  # type: ignore[dict-item]
    assert why(web, "/a", msgspec.structs.replace(LIMITS, exchange=0.6)) == "timeout"


@pytest.mark.parametrize("type", ["application/zip", "image/png", "video/mp4", "text/\x1b[31mhtml", "html", "a b/c"])
def test_a_type_that_is_no_text_or_no_type_is_refused_unread(web: Web, type: str) -> None:
    web.pages["/"] = reply(PAGE, type=type)
    assert why(web) == "unsupported_type"


def test_control_bytes_in_other_fields_change_nothing(web: Web) -> None:
    web.pages["/"] = reply(PAGE, fields=(("X-A", "\x1b]0;pwn\x07"), ("Last-Modified", "\x1b[31m")))
    assert fetched(web).body == PAGE


@pytest.mark.parametrize("fields", [(), (("Refresh", "0;url=http://127.0.0.2/hit"), ("Link", "</hit>; rel=preload"))])
def test_nothing_is_asked_for_but_the_address_itself(web: Web, fields: tuple[tuple[str, str], ...]) -> None:
    there = web.url("/hit")
    page = f"""<!doctype html><base href="{there}"><meta http-equiv=refresh content="0;url={there}">
        <link rel=stylesheet href="{there}"><script src="{there}"></script><img src="{there}"><iframe src="{there}">
        </iframe><object data="{there}"></object><style>@import "{there}"</style>"""
    web.pages |= {"/": reply(page.encode(), fields=(*fields, ("Content-Location", there)))}
    assert fetched(web).final_uri == web.url("/")
    assert web.asked == ["/"]


@pytest.mark.parametrize(
    "wait", ["²", "١", "1.5", "-1", "1e3", "9" * 5000, "Fri, 31 Dec 9999 23:59:59 -9999", "\0", "ſ"]
)
def test_a_wait_that_is_no_number_is_a_named_answer_and_nothing_worse(web: Web, wait: str) -> None:
    said = wait.encode().decode("latin-1")
    web.pages["/"] = reply(b"", 503, fields=(("Retry-After", said), ("Date", said)))
    assert why(web) in ("server_error", "bad_framing")


HEADS = st.lists(
    st.sampled_from(["Fri,", " 31", " Dec", " 9999", " 23:59:59", " -9999", " GMT", "²", "(", ":", "+", ";"])
)


@given(HEADS.map("".join) | st.text(max_size=40), HEADS.map("".join) | st.text(max_size=40))
def test_no_field_of_a_reply_stops_a_call(one: str, two: str) -> None:
    values = {"retry-after": one, "date": two, "content-length": one, "link": two, "content-type": one, "etag": two}
    raw = [(name.encode(), value.encode("utf-8", "replace")) for name, value in values.items()]
    said = httpx.Response(429, headers=raw)
    wait = replies.retry_after(said)
    assert wait is None or wait >= 0
    kept = replies.heard(said, parse("http://s.test/a"))
    assert all(value.isascii() and value.isprintable() for _, value in kept)
    for check in (lambda: replies.check_length(said, 5), lambda: replies.check_type(said)):
        with suppress(Refused):
            check()


@pytest.mark.parametrize(
    ("types", "taken"),
    [
        (("text/html", "text/plain; charset=utf-8"), "text/html, text/plain; charset=utf-8"),
        (("nonsense", "text/html"), "nonsense, text/html"),
        (("image/png", "text/html"), "image/png, text/html"),
        (("text/html", "image/png"), None),
        (("text/html", "application/zip"), None),
        (("nonsense", "more"), None),
        ((), ""),
        (("", " ; "), ""),
    ],
)
def test_of_several_types_the_last_counts(web: Web, types: tuple[str, ...], taken: str | None) -> None:
    web.pages["/"] = reply(PAGE, type=None, fields=tuple(("Content-Type", type) for type in types))
    if taken is None:
        assert why(web) == "unsupported_type"
    else:
        assert fetched(web).media_type == (taken or None)


def test_parameters_of_a_type_are_kept_only_while_they_are_short(web: Web) -> None:
    web.pages |= {"/short": reply(type="text/html; a=" + "b" * 900), "/long": reply(type="Text/HTML; a=" + "b" * 1100)}
    assert fetched(web, "/short").media_type == "text/html; a=" + "b" * 900
    assert fetched(web, "/long").media_type == "text/html"


@pytest.mark.parametrize(
    ("long", "kept"),
    [
        ("text/html; charset=koi8-r; a=" + "b" * 1100, "text/html; charset=koi8-r"),
        ("text/html; a=" + "b" * 1100 + '; charset="koi8-r"', "text/html; charset=koi8-r"),
        ("image/png; a=" + "b" * 1100 + ", Text/Plain; charset=koi8-r", "text/plain; charset=koi8-r"),
        ("text/html; charset=koi8-r, text/html; a=" + "b" * 1100, "text/html; charset=koi8-r"),
        ('text/html; charset="\x1b[31m"; a=' + "b" * 1100, "text/html"),
        ("text/html; charset=" + "b" * 1100, "text/html"),
    ],
)
def test_of_a_long_type_its_charset_is_kept_as_well(web: Web, long: str, kept: str) -> None:
    web.pages["/"] = reply(type=long)
    assert fetched(web).media_type == kept


@pytest.mark.parametrize(
    ("types", "label"),
    [
        (("text/html; charset=koi8-r",), "koi8-r"),
        (("text/html; charset=koi8-r", "text/html"), "koi8-r"),
        (("text/html; charset=koi8-r, text/html",), "koi8-r"),
        (("text/plain; charset=koi8-r", "text/html; charset=windows-1251"), "windows-1251"),
        (("text/html; charset=windows-1251", "nonsense"), "windows-1251"),
        (("image/png", 'text/html; charset="koi8-r"'), "koi8-r"),
        (('text/html; a="b, image/png"; charset=koi8-r',), "koi8-r"),
        (("text/plain; charset=koi8-r", "text/html"), None),
    ],
)
def test_the_type_is_handed_on_so_that_the_charset_of_the_last_one_is_read(
    web: Web, types: tuple[str, ...], label: str | None
) -> None:
    web.pages["/"] = reply(PAGE, type=None, fields=tuple(("Content-Type", type) for type in types))
    assert charset(fetched(web).media_type) == label
    assert essence(fetched(web).media_type) == "text/html"


def named(web: Web, url: str, addresses: tuple[str, ...], **more: object) -> Fetched | Unchanged | Absence:
    looked: list[str] = []

    def look_up(host: str, port: int) -> tuple[str, ...]:
        looked.append(host)
        return addresses

    fetch = Fetcher(look_up=look_up, connect=web.dial, manners=RUDE, sleep=lambda _: None, **more)  # type: ignore[arg-type]
    answer = fetch(Request(Uri(url), url))
    assert len(looked) <= 1, "a name is looked up once"
    return answer


def test_a_name_leads_to_the_address_that_was_judged(web: Web) -> None:
    web.pages["/a"] = reply(PAGE)
    answer = named(web, "http://public.test:8080/a", (PUBLIC,))
    assert isinstance(answer, Fetched)
    assert web.dialled == [(PUBLIC, 8080)]
    assert b"Host: public.test:8080\r\n" in web.raw[0]


@pytest.mark.parametrize(
    "addresses",
    [
        ("127.0.0.1",),
        (PUBLIC, "127.0.0.1"),
        ("10.0.0.1", PUBLIC),
        ("::ffff:127.0.0.1",),
        ("100.64.0.1",),
        ("224.0.0.1",),
        ("64:ff9b::7f00:1",),
        ("fe80::1%eth0",),
    ],
)
def test_one_private_address_of_a_name_refuses_all(web: Web, addresses: tuple[str, ...]) -> None:
    answer = named(web, "http://evil.test:8080/hit", addresses)
    assert isinstance(answer, Absence)
    assert answer.why == "blocked_target"
    assert web.dialled == []


def test_a_name_without_an_address_is_a_dns_error(web: Web) -> None:
    answer = named(web, "http://gone.test/", ())
    assert isinstance(answer, Absence)
    assert answer.why == "dns_error"


def test_a_name_server_that_never_answers_meets_the_deadline() -> None:
    def look_up(host: str, port: int) -> tuple[str, ...]:
        time.sleep(3)
        return (PUBLIC,)

    start = time.monotonic()
    answer = Fetcher(look_up=look_up, manners=RUDE, limits=QUICK)(
        Request(Uri("http://slow.test/"), "http://slow.test/")
    )
    assert isinstance(answer, Absence)
    assert answer.why == "timeout"
    assert time.monotonic() - start < 1.5


def test_the_second_judged_address_is_tried_when_the_first_takes_no_connection(web: Web) -> None:
    web.pages["/a"] = reply(PAGE)

    def connect(address: str, port: int, seconds: float) -> object:
        if address == "2606:4700::1":
            raise OSError("no route")
        return web.dial(address, port, seconds)

    fetch = Fetcher(look_up=lambda *_: ("2606:4700::1", PUBLIC), connect=connect, manners=RUDE)  # type: ignore[arg-type]
    assert isinstance(fetch(Request(Uri("http://public.test/a"), "http://public.test/a")), Fetched)


def test_a_server_that_takes_no_connection_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    answer = Fetcher(frozenset({("127.0.0.1", port)}))(Request(Uri(url), url))
    assert isinstance(answer, Absence)
    assert answer.why == "unreachable"


def test_a_loopback_server_is_refused_unless_its_port_was_opened(web: Web) -> None:
    web.pages["/a"] = reply(PAGE)
    url = web.url("/a")
    other = frozenset({("127.0.0.1", web.port + 1), ("localhost", web.port)})
    answer = Fetcher(other)(Request(Uri(url), url))
    assert isinstance(answer, Absence)
    assert answer.why == "blocked_target"
    assert web.asked == []


def test_a_plain_server_behind_https_is_unreachable_and_says_tls(web: Web) -> None:
    web.pages["/"] = reply(PAGE)
    url = f"https://127.0.0.1:{web.port}/"
    answer = Fetcher(web.here)(Request(Uri(url), url))
    assert isinstance(answer, Absence)
    assert (answer.why, answer.detail[:4]) == ("unreachable", "tls:")
