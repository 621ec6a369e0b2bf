"""What a request says, what is kept of a reply, and how often one asks."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.acquire.contract import FETCH_WHYS
from gnut.edge.net import LIMITS, Fetcher, Header, Manners
from gnut.edge.net.addresses import parse
from gnut.edge.net.manners import USER_AGENT
from gnut.edge.net.refusal import Refused
from gnut.edge.net.replies import KEPT
from gnut.edge.net.retry import PASSING, pause
from gnut.edge.net.way import Way
from gnut.edge.terms import header
from gnut.errors import Usage
from gnut.model import Absence, Fetched, Heard, Request, Unchanged, Uri, Validators
from tests.loopback import PUBLIC, Web, redirect, reply, serving

RUDE = Manners(robots=False, host_interval=0)
PAGE = reply(b"<p>A page.</p>")
DATE = "Fri, 02 Jan 2026 12:00:00 GMT"


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


def fetcher(web: Web, manners: Manners = RUDE, **more: Any) -> Fetcher:
    options = {"sleep": lambda _: None} | more
    return Fetcher(manners=manners, look_up=lambda *_: (PUBLIC,), connect=web.dial, **options)


def request(url: str, etag: str | None = None, modified: str | None = None, final: str | None = None) -> Request:
    known = Validators(final or url.partition("?")[0], etag, modified) if etag or modified else None
    return Request(Uri(url), url, known)


def sent(web: Web, position: int = -1) -> dict[str, str]:
    lines = web.raw[position].decode("latin-1").split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines if line)


def heard(answer: Fetched | Unchanged | Absence) -> Heard:
    assert not isinstance(answer, Absence), answer
    assert answer.heard is not None
    return answer.heard


def fields(answer: Fetched | Unchanged | Absence) -> dict[str, str]:
    return dict(heard(answer).fields)


@pytest.mark.loopback
class TestAskingWhetherSomethingChanged:
    URL = "http://s.test/a"

    def test_the_validators_of_the_record_are_sent_back(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        fetcher(web)(request(self.URL, '"one"', DATE))
        assert sent(web)["If-None-Match"] == '"one"'
        assert sent(web)["If-Modified-Since"] == DATE

    def test_nothing_is_asked_on_condition_without_a_record(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        fetcher(web)(request(self.URL))
        assert not any(name.startswith("If-") for name in sent(web))

    def test_a_server_that_has_nothing_new_leaves_the_page_as_it_is(self, web: Web) -> None:
        web.pages["/a"] = reply(b"", 304, None, (("ETag", '"one"'), ("Date", DATE)), length=False)
        answer = fetcher(web)(request(self.URL, '"one"'))
        assert isinstance(answer, Unchanged)
        assert answer.uri == self.URL
        assert (answer.heard.status, answer.heard.wire, answer.heard.address) == (304, 0, PUBLIC)
        assert fields(answer) == {"date": DATE, "etag": '"one"'}

    def test_a_page_that_changed_is_taken(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        assert isinstance(fetcher(web)(request(self.URL, '"one"')), Fetched)

    @pytest.mark.parametrize("known", [False, True])
    def test_nothing_new_is_an_answer_only_to_that_question(self, web: Web, known: bool) -> None:
        web.pages["/a"] = reply(b"", 304, None, length=False)
        asked = request(self.URL, '"one"', final="http://s.test/elsewhere") if known else request(self.URL)
        answer = fetcher(web)(asked)
        assert isinstance(answer, Absence)
        assert answer.why == "unexpected_status"

    @pytest.mark.parametrize(
        "said",
        [
            reply(b"<p>Another page.</p>", 304),
            reply(gzip.compress(bytes(1 << 24)), 304, fields=(("Content-Encoding", "gzip"),)),
            reply(b"", 304, fields=(("Location", "http://127.0.0.1:9/hit"),)),
            reply(b"", 304, fields=(("Content-Length", str(1 << 62)),), length=False),
            reply(b"", 304, fields=(("Set-Cookie", "a=b"), ("ETag", "\x1b[31m")), length=False),
        ],
        ids=["body", "bomb", "location", "length", "escape"],
    )
    def test_whatever_else_such_an_answer_carries_does_nothing(self, web: Web, said: bytes) -> None:
        web.pages["/a"] = said
        answer = fetcher(web)(request(self.URL, '"one"'))
        assert isinstance(answer, Unchanged)
        assert web.asked == ["/a"]
        assert not {"etag", "set-cookie", "location"} & set(fields(answer))

    @pytest.mark.parametrize(
        ("ours", "theirs", "again"),
        [
            (('"one"', None), (("ETag", '"two"'),), True),
            (('"one"', None), (("ETag", 'W/"one"'),), False),
            (('W/"one"', None), (("ETag", '"one"'),), False),
            (('"one"', None), (), False),
            (('"one"', None), (("ETag", "\x1b[31m"),), False),
            (('"one"', None), (("ETag", '"one"'), ("ETag", '"two"')), False),
            (('"one"', DATE), (("ETag", '"one"'), ("Last-Modified", "Sat, 03 Jan 2026 12:00:00 GMT")), False),
            (('"one"', DATE), (("Last-Modified", "Sat, 03 Jan 2026 12:00:00 GMT"),), True),
            ((None, DATE), (("ETag", '"two"'), ("Last-Modified", DATE)), False),
            ((None, DATE), (("ETag", '"two"'),), False),
        ],
    )
    def test_nothing_new_about_another_page_is_asked_again_without_conditions(
        self, web: Web, ours: tuple[str | None, str | None], theirs: tuple[tuple[str, str], ...], again: bool
    ) -> None:
        said = iter([reply(b"", 304, None, theirs, length=False), PAGE])
        web.pages["/a"] = lambda connection: connection.sendall(next(said))
        answer = fetcher(web)(request(self.URL, *ours))
        assert isinstance(answer, Fetched if again else Unchanged)
        assert len(web.asked) == 1 + again
        if again:
            assert not any(name.startswith("If-") for name in sent(web))
            assert not any(name.startswith("If-") for name, _ in heard(answer).asked)

    def test_a_server_that_never_has_anything_new_is_asked_twice_and_no_more(self, web: Web) -> None:
        web.pages["/a"] = reply(b"", 304, None, (("ETag", '"two"'),), length=False)
        answer = fetcher(web)(request(self.URL, '"one"'))
        assert isinstance(answer, Absence)
        assert answer.why == "unexpected_status"
        assert web.asked == ["/a", "/a"]

    def test_a_second_question_stays_within_the_deadline_and_the_pace(self, web: Web) -> None:
        now, slept = [0.0], Slept()

        def slow(connection: Any) -> None:
            now[0] += 20.0
            connection.sendall(reply(b"", 304, None, (("ETag", '"two"'),), length=False))

        web.pages["/a"] = slow
        manners = replace(RUDE, host_interval=25.0)

        def sleep(seconds: float) -> None:
            slept(seconds)
            now[0] += seconds

        answer = fetcher(web, manners, clock=lambda: now[0], sleep=sleep)(request(self.URL, '"one"'))
        assert isinstance(answer, Absence)
        assert answer.why == "timeout"
        assert slept.times == [5.0]

    def test_validators_go_to_the_address_that_gave_them_and_to_no_hop_before(self, web: Web) -> None:
        web.pages |= {"/a": redirect("http://t.test/b"), "/b": reply(b"", 304, None, length=False)}
        answer = fetcher(web)(request(self.URL, '"one"', DATE, final="http://t.test/b"))
        assert isinstance(answer, Unchanged)
        assert "If-None-Match" not in sent(web, 0)
        assert sent(web, 1)["If-None-Match"] == '"one"'

    @pytest.mark.parametrize("to", ["http://t.test/a", "https://s.test/a", "http://s.test:8080/a", "http://s.test/b"])
    def test_validators_never_go_to_another_address(self, web: Web, to: str) -> None:
        web.pages |= {"/a": PAGE}
        fetcher(web)(request(self.URL, '"one"', DATE, final=to))
        assert not any(name.startswith("If-") for name in sent(web))

    def test_behind_a_redirect_another_query_is_another_page(self, web: Web) -> None:
        web.pages |= {"/a": redirect("/b?id=2"), "/b?id=2": PAGE}
        fetcher(web)(request(self.URL, '"one"', DATE, final="http://s.test/b"))
        assert not any(name.startswith("If-") for name in sent(web))

    def test_the_query_of_the_address_itself_is_part_of_what_is_on_record(self, web: Web) -> None:
        web.pages["/a?id=1"] = reply(b"", 304, None, length=False)
        assert isinstance(fetcher(web)(request("http://s.test/a?id=1", '"one"')), Unchanged)

    @pytest.mark.parametrize(
        "etag", ["*", 'W/"a", *', "a, b", '"a"\r\nX: y', '"ä"', "", " ", '"' + "a" * 1023 + '"', "\x1b", '"a" "b"']
    )
    def test_a_validator_that_is_none_is_not_sent_whatever_the_record_says(self, web: Web, etag: str) -> None:
        web.pages["/a"] = PAGE
        fetcher(web)(Request(Uri(self.URL), self.URL, Validators(self.URL, etag, "\r\nX: y")))
        assert not any(name.startswith("If-") for name in sent(web))

    @pytest.mark.parametrize("etag", ['"a"', 'W/"a-gzip"', '""', "unquoted-1", '"a, b"', '"*"', '"' + "a" * 1022 + '"'])
    def test_a_validator_of_any_usual_form_comes_back_as_it_was_given(self, web: Web, etag: str) -> None:
        web.pages["/a"] = reply(fields=(("ETag", etag),))
        fetch = fetcher(web)
        given = fields(fetch(request(self.URL)))["etag"]
        fetch(request(self.URL, given))
        assert sent(web)["If-None-Match"] == etag


@pytest.mark.loopback
class TestWhatIsHeard:
    def said(self, web: Web, *fields_: tuple[str, str]) -> dict[str, str]:
        web.pages["/a"] = reply(fields=fields_)
        return fields(fetcher(web)(request("http://s.test/a")))

    def test_an_exchange_is_recorded_with_what_was_asked_and_who_answered(self, web: Web) -> None:
        body = gzip.compress(b"<p>A page.</p>" * 50, mtime=0)
        web.pages["/a"] = reply(body, fields=(("Content-Encoding", "gzip"), ("ETag", '"1"'), ("Date", DATE)))
        answer = fetcher(web)(request("http://s.test:8080/a"))
        assert heard(answer) == Heard(
            asked=(
                ("Host", "s.test:8080"),
                ("User-Agent", USER_AGENT),
                ("Accept", sent(web)["Accept"]),
                ("Accept-Encoding", "gzip, deflate"),
                ("Connection", "close"),
            ),
            address=PUBLIC,
            status=200,
            fields=(
                ("content-encoding", "gzip"),
                ("content-length", str(len(body))),
                ("content-type", "text/html; charset=utf-8"),
                ("date", DATE),
                ("etag", '"1"'),
            ),
            wire=len(body),
            robots=False,
            downgraded=False,
        )

    def test_robots_txt_that_allowed_the_page_is_recorded(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        assert heard(fetcher(web, replace(RUDE, robots=True))(request("http://s.test/a"))).robots

    def test_nothing_is_kept_but_what_is_on_the_list(self, web: Web) -> None:
        secrets = ("Set-Cookie", "WWW-Authenticate", "Authorization", "X-Request-Id", "Server", "Location", "Refresh")
        kept = self.said(web, *((name, "canary") for name in secrets), ("Memento-Datetime", DATE))
        assert set(kept) <= set(KEPT)
        assert "canary" not in str(kept)
        assert kept["memento-datetime"] == DATE

    @pytest.mark.parametrize("value", ["\x1b[31m", "a" * 1025, "caf\xe9", "", "a\tb"])
    def test_a_value_that_is_not_plain_or_too_long_is_left_out(self, web: Web, value: str) -> None:
        kept = self.said(web, *((name, value) for name in ("ETag", "Last-Modified", "Date", "Memento-Datetime")))
        assert set(kept) == {"content-length", "content-type"}

    def test_a_field_given_twice_is_kept_only_where_both_agree(self, web: Web) -> None:
        kept = self.said(web, ("ETag", '"1"'), ("ETag", '"2"'), ("Date", DATE), ("Date", DATE))
        assert "etag" not in kept
        assert kept["date"] == DATE

    @pytest.mark.parametrize(
        ("link", "canonical"),
        [
            ('<https://w.example/a>; rel="canonical"', "https://w.example/a"),
            ('<https://w.example/a?token=SECRET#x>; rel="canonical"', "https://w.example/a"),
            ("</b>;rel=canonical", "http://s.test/b"),
            ('<https://w.example/x>; rel="next", <https://w.example/a>; rel="canonical"', "https://w.example/a"),
            ('<https://w.example/a>; title="a; b, c"; rel="shortlink canonical"', "https://w.example/a"),
            ("<https://w.example/a>; REL=Canonical", "https://w.example/a"),
            ('<https://user:SECRET@w.example/a>; rel="canonical"', None),
            ('<javascript:alert(1)>; rel="canonical"', None),
            ('<https://w.example/a>; rel="next"', None),
            ('<https://w.example/a>; title="rel=canonical"', None),
            ("https://w.example/a; rel=canonical", None),
            ("<" * 4000, None),
            ("<a>" + ";" * 4000, None),
            ('<a>;a="' * 900, None),
        ],
    )
    def test_of_links_only_the_canonical_address_is_kept_without_its_query(
        self, web: Web, link: str, canonical: str | None
    ) -> None:
        assert self.said(web, ("Link", link)).get("link") == canonical


KEY = Header("s.test", "X-Api-Key", "SECRET-VALUE", "http", 80)


@pytest.mark.loopback
class TestTheUsersOwnFields:
    def test_they_go_to_their_host_and_their_values_are_not_recorded(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        answer = fetcher(web, replace(RUDE, headers=(KEY,)))(request("http://s.test/a"))
        assert sent(web)["X-Api-Key"] == "SECRET-VALUE"
        assert ("X-Api-Key", None) in heard(answer).asked
        assert "SECRET-VALUE" not in repr(answer)

    def test_they_go_to_no_other_host(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        for host in ("t.test", "a.s.test", "test"):
            fetcher(web, replace(RUDE, headers=(KEY,)))(request(f"http://{host}/a"))
        assert all(b"SECRET" not in head for head in web.raw)

    @pytest.mark.parametrize("to", ["http://t.test/b", "http://s.test:8080/b", "//a.s.test/b"])
    def test_they_do_not_go_along_a_redirect_to_another_origin_and_not_when_it_leads_back(
        self, web: Web, to: str
    ) -> None:
        manners = replace(RUDE, headers=(KEY, Header("t.test", "X-Other", "SECRET-TOO", "http", 80)))
        web.pages |= {"/a": redirect(to), "/b": redirect("http://s.test/c"), "/c": PAGE}
        assert isinstance(fetcher(web, manners)(request("http://s.test/a")), Fetched)
        assert [b"SECRET" in head for head in web.raw] == [True, False, False]

    @pytest.mark.parametrize(
        ("written", "reached"),
        [
            ("s.test", "https://s.test:443"),
            ("S.Test", "https://s.test:443"),
            ("https://s.test", "https://s.test:443"),
            ("s.test:8443", "https://s.test:8443"),
            ("https://s.test:8443", "https://s.test:8443"),
            ("http://s.test", "http://s.test:80"),
            ("http://s.test:80", "http://s.test:80"),
            ("http://s.test:8080", "http://s.test:8080"),
            ("HTTP://s.test:443", "http://s.test:443"),
            ("s.test:80", "https://s.test:80"),
        ],
    )
    def test_they_go_to_the_scheme_and_port_that_the_user_means_and_to_no_other(
        self, web: Web, written: str, reached: str
    ) -> None:
        manners = replace(RUDE, headers=(header(f"{written} X-Api-Key: SECRET-VALUE"),))
        web.pages["/a"] = PAGE
        went = []
        for origin in (f"{scheme}://s.test:{port}" for scheme in ("http", "https") for port in (80, 443, 8080, 8443)):
            way = Way(parse(f"{origin}/a"), LIMITS, manners)
            if way.given():
                went.append(origin)
            if origin.startswith("http:"):
                fetcher(web, manners)(request(f"{origin}/a"))
        assert went == [reached]
        assert sum(b"SECRET" in head for head in web.raw) == reached.startswith("http:")

    def test_an_address_of_http_in_a_report_learns_nothing(self, web: Web) -> None:
        web.pages["/x"] = PAGE
        manners = replace(RUDE, headers=(header("api.example.org Authorization: Bearer SECRET"),))
        for url in ("http://api.example.org/x", "http://api.example.org:443/x", "HTTP://API.example.org./x"):
            assert isinstance(fetcher(web, manners)(request(url)), Fetched)
        assert len(web.raw) == 3
        assert not any(b"SECRET" in head or b"Authorization" in head for head in web.raw)

    def test_they_go_along_a_redirect_within_their_origin(self, web: Web) -> None:
        web.pages |= {"/a": redirect("/b"), "/b": PAGE}
        fetcher(web, replace(RUDE, headers=(KEY,)))(request("http://s.test/a"))
        assert [b"SECRET" in head for head in web.raw] == [True, True]

    def test_robots_txt_is_public_and_gets_none(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        fetcher(web, replace(RUDE, headers=(KEY,), robots=True))(request("http://s.test/a"))
        assert web.asked == ["/robots.txt", "/a"]
        assert [b"SECRET" in head for head in web.raw] == [False, True]

    def test_one_of_a_name_that_gnut_sends_takes_its_place(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        manners = replace(RUDE, headers=(Header("s.test", "accept", "text/plain", "http", 80),))
        fetcher(web, manners)(request("http://s.test/a"))
        assert web.raw[0].lower().count(b"\r\naccept:") == 1
        assert sent(web)["accept"] == "text/plain"

    def test_the_user_agent_is_the_users_to_say_and_not_recorded(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        answer = fetcher(web, replace(RUDE, user_agent="library/1.0 (mailto:me@example.org)"))(
            request("http://s.test/a")
        )
        assert sent(web)["User-Agent"] == "library/1.0 (mailto:me@example.org)"
        assert ("User-Agent", None) in heard(answer).asked
        assert "example.org" not in repr(answer)


FORBIDDEN = [
    *("Host", "Cookie", "Connection", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Expect", "Upgrade"),
    *("Range", "If-None-Match", "If-Range", "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", "Keep-Alive"),
    *("User-Agent", "cOOKIE", "Content-Type"),
]


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_field_that_is_not_the_users_to_send_is_refused(name: str) -> None:
    with pytest.raises(Usage, match=name.lower()):
        Fetcher(manners=Manners(headers=(Header("s.test", name, "SECRET"),)))


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a\r\nb", "é", "a" * 65, "(a)", "a\0"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Usage):
        Fetcher(manners=Manners(headers=(Header("s.test", name, "SECRET"),)))


@pytest.mark.parametrize("host", ["", "S.Test", "s.test:80", "http://s.test", "*", "s.test/", "127.1", "[::1]"])
def test_a_host_that_is_not_written_as_it_is_asked_is_refused(host: str) -> None:
    with pytest.raises(Usage):
        Fetcher(manners=Manners(headers=(replace(KEY, host=host),)))


def test_a_host_of_any_form_may_be_given_a_field() -> None:
    for host in ("s.test", "127.0.0.1", "::1", "xn--bcher-kva.example", "localhost"):
        Fetcher(manners=Manners(headers=(replace(KEY, host=host),)))


@pytest.mark.parametrize("value", ["", " ", "a\r\nX: y", "a\nb", "a\0b", "é", " a", "a ", "\x1b", "a" * 4097])
def test_a_value_that_cannot_be_sent_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(Usage) as caught:
        Fetcher(manners=Manners(headers=(Header("s.test", "X-A", f"{value}SECRET{value}" if value else value),)))
    assert "SECRET" not in str(caught.value)
    with pytest.raises(Usage):
        Fetcher(manners=Manners(user_agent=value))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ftp://s.test", "only http and https"),
        ("javascript://s.test", "only http and https"),
        ("u:SECRET@s.test", "user name or a password"),
        ("https://u:SECRET@s.test", "user name or a password"),
        ("https://s.test/", "not to an address with a path"),
        ("s.test/SECRET", "not to an address with a path"),
        ("s.test?SECRET", "not to an address with a path"),
        ("s.test#SECRET", "not to an address with a path"),
        ("https://", "no host"),
        ("s.test:", "no host"),
        ("s.test:0", "no host"),
        ("s.test:65536", "no host"),
        ("s.test:SECRET", "no host"),
        (":443", "no host"),
        ("*", "no host"),
        ("127.1", "no host"),
        ("::1:8080:x", "no host"),
        ("X-Api-Key:SECRET", "no host"),
        ("s_.test\\x", "no host"),
    ],
)
def test_what_names_no_origin_is_refused_and_not_repeated(written: str, said: str) -> None:
    with pytest.raises(Usage, match=said) as caught:
        header(f"{written} X-A: SECRET")
    assert "SECRET" not in str(caught.value) + str(caught.value.help)
    assert "http://HOST:PORT" in str(caught.value.help)


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("::1", ("https", "::1", 443)),
        ("[::1]", ("https", "::1", 443)),
        ("http://[::1]:8080", ("http", "::1", 8080)),
        ("127.0.0.1:8443", ("https", "127.0.0.1", 8443)),
        ("bücher.example", ("https", "xn--bcher-kva.example", 443)),
        ("http://例え.テスト", ("http", "xn--r8jz45g.xn--zckzah", 80)),
        ("localhost.", ("https", "localhost", 443)),
    ],
)
def test_an_origin_of_any_form_may_be_given_a_field(written: str, origin: tuple[str, str, int]) -> None:
    given = header(f"{written} X-A: b: c ")
    assert (given.origin, given.name, given.value) == (origin, "X-A", "b: c")
    Fetcher(manners=Manners(headers=(given,)))


@pytest.mark.parametrize("wrong", [{"scheme": "ftp"}, {"scheme": "HTTPS"}, {"port": 0}, {"port": 65_536}])
def test_a_field_for_no_scheme_and_port_of_a_web_server_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Usage):
        Fetcher(manners=Manners(headers=(replace(KEY, **wrong),)))


def test_one_name_twice_for_one_host_is_refused() -> None:
    with pytest.raises(Usage, match="twice"):
        Fetcher(manners=Manners(headers=(KEY, replace(KEY, name="x-api-key"))))
    Fetcher(manners=Manners(headers=(KEY, replace(KEY, host="t.test"))))
    Fetcher(manners=Manners(headers=(KEY, replace(KEY, scheme="https"), replace(KEY, port=8080))))


@pytest.mark.parametrize(
    "wrong",
    [
        {"retries": -1},
        {"host_concurrency": 0},
        {"host_concurrency": 65},
        {"host_interval": -0.1},
        {"host_interval": float("nan")},
        {"host_interval": float("inf")},
    ],
)
def test_manners_that_nobody_can_have_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Usage):
        Fetcher(manners=replace(Manners(), **wrong))


class Slept:
    """Sleeps that take no time."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.times.append(seconds)


@pytest.mark.loopback
class TestAskingAgain:
    def test_nothing_is_asked_again_unless_the_user_wants_it(self, web: Web) -> None:
        web.pages["/a"] = reply(b"", 503)
        fetcher(web)(request("http://s.test/a"))
        assert web.asked == ["/a"]

    def test_each_further_try_waits_twice_as_long(self, web: Web) -> None:
        web.pages["/a"] = reply(b"", 503)
        slept = Slept()
        answer = fetcher(web, replace(RUDE, retries=3), sleep=slept)(request("http://s.test/a"))
        assert isinstance(answer, Absence)
        assert answer.why == "server_error"
        assert (len(web.asked), slept.times) == (4, [1.0, 2.0, 4.0])

    def test_a_page_that_comes_at_the_second_try_is_captured(self, web: Web) -> None:
        said = iter([reply(b"", 500), PAGE])
        web.pages["/a"] = lambda connection: connection.sendall(next(said))
        assert isinstance(fetcher(web, replace(RUDE, retries=3))(request("http://s.test/a")), Fetched)
        assert len(web.asked) == 2

    @pytest.mark.parametrize(("after", "waited"), [("0", [1.0]), ("7", [7.0]), ("30", [30.0]), ("31", []), ("x", [])])
    def test_a_server_that_says_when_is_asked_then_or_not_at_all(
        self, web: Web, after: str, waited: list[float]
    ) -> None:
        web.pages["/a"] = reply(b"", 429, fields=(("Retry-After", after),))
        slept = Slept()
        url = web.url("/a")
        Fetcher(web.here, manners=replace(RUDE, retries=1), sleep=slept)(request(url))
        assert slept.times == waited
        assert len(web.asked) == 1 + len(waited)

    @pytest.mark.parametrize("status", [200, 204, 206, 304, 401, 402, 403, 404, 410, 451, 999])
    def test_what_does_not_pass_by_itself_is_not_asked_again(self, web: Web, status: int) -> None:
        web.pages["/a"] = reply(b"", status, length=False)
        fetcher(web, replace(RUDE, retries=3))(request("http://s.test/a"))
        assert web.asked == ["/a"]

    def test_a_name_that_nobody_has_is_looked_up_once_and_a_busy_name_server_is_asked_again(self) -> None:
        for number, times in ((socket.EAI_NONAME, 1), (socket.EAI_AGAIN, 3)):
            looked: list[str] = []

            def look_up(host: str, port: int, number: int = number, looked: list[str] = looked) -> tuple[str, ...]:
                looked.append(host)
                raise socket.gaierror(number, "no")

            answer = Fetcher(manners=replace(RUDE, retries=2), look_up=look_up, sleep=lambda _: None)(
                request("http://s.test/a")
            )
            assert isinstance(answer, Absence)
            assert answer.why == "dns_error"
            assert len(looked) == times

    def test_a_dead_host_is_tried_so_often_once_and_not_for_each_page(self) -> None:
        dialled: list[str] = []

        def connect(address: str, port: int, seconds: float) -> Any:
            dialled.append(address)
            raise OSError("refused")

        fetch = Fetcher(
            manners=replace(RUDE, robots=True, retries=2),
            look_up=lambda *_: (PUBLIC,),
            connect=connect,
            sleep=lambda _: None,
        )
        for number in range(5):
            answer = fetch(request(f"http://s.test/{number}"))
            assert isinstance(answer, Absence)
            assert answer.why == "unreachable"
        assert len(dialled) == 3

    def test_each_try_has_a_deadline_of_its_own(self, web: Web) -> None:
        now = [0.0]

        def slow(connection: Any) -> None:
            now[0] += 20.0
            connection.sendall(reply(b"", 503))

        web.pages["/a"] = slow
        answer = fetcher(web, replace(RUDE, retries=2), clock=lambda: now[0])(request("http://s.test/a"))
        assert isinstance(answer, Absence)
        assert answer.why == "server_error"
        assert len(web.asked) == 3


def test_only_named_failures_pass_by_themselves() -> None:
    assert set(FETCH_WHYS) >= PASSING
    for why in FETCH_WHYS:
        assert (pause(Refused(why, ""), 0, 30.0) is not None) == (why in PASSING)


def test_no_wait_is_longer_than_the_limit() -> None:
    waits = [pause(Refused("timeout", ""), count, LIMITS.retry_after) for count in range(LIMITS.retries)]
    assert waits == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0, 30.0, 30.0]
