"""How gnut behaves towards servers: robots.txt, pauses, several at once."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.edge.net import LIMITS, Fetcher, Manners, fetch_many
from gnut.edge.net.addresses import parse
from gnut.edge.net.opened import allowed
from gnut.edge.net.pace import Pace, spread
from gnut.edge.net.refusal import Refused
from gnut.edge.net.robots import Robots
from gnut.edge.net.spending import Spending
from gnut.errors import Usage
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from tests.loopback import PUBLIC, Say, Web, drip, redirect, reply, reset, serving

RUDE = Manners(robots=False)
INTERVAL = 1.0
PAGE = reply(b"<p>A page.</p>")


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


ROBOTS = [
    *("User-agent: *", "User-agent: gnut", "user agent gnut", "Disallow: /", "Disallow:", "Allow: /a", "Allow: *$"),
    *("Disallow: /%2f%zz%", "Crawl-delay: -1e999", "Request-rate: 9/0s 2500-9999", "Request-rate: /", ": ", "\n", "\r"),
    *("Visit-time: 9999-1", "Sitemap: http://[", "Disallow: http://[/", "\u2028", "#", "*", "$", "\0", "\ud800"),
]


def asked(url: str) -> Request:
    return Request(Uri(url), url)


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def public(web: Web, **more: object) -> Fetcher:
    return Fetcher(look_up=lambda *_: (PUBLIC,), connect=web.dial, sleep=lambda _: None, **more)  # type: ignore[arg-type]


def why(answer: Fetched | Unchanged | Absence) -> str:
    assert isinstance(answer, Absence), answer
    return answer.why


@pytest.mark.loopback
class TestRobots:
    def test_a_page_that_robots_txt_disallows_is_not_asked_for(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /private/\n", type="text/plain"), "/a": PAGE}
        fetch = public(web)
        denied = fetch(asked("http://s.test/private/x"))
        assert denied == Absence(Uri("http://s.test/private/x"), "access_denied", "robots.txt disallows the page")
        assert isinstance(fetch(asked("http://s.test/a")), Fetched)
        assert web.asked == ["/robots.txt", "/a"]

    def test_a_rule_for_gnut_goes_before_the_rule_for_all(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /\n\nUser-agent: gnut\nAllow: /\n"), "/a": PAGE}
        assert isinstance(public(web)(asked("http://s.test/a")), Fetched)

    @pytest.mark.parametrize(
        "robots",
        [
            *(reply(b"", 404), reply(b"", 403), reply(b"", 410), reply(b"", 304, length=False), reply(b"", 204)),
            *(redirect("/robots.txt"), redirect(""), redirect("ftp://s.test/r"), redirect("http://u:p@s.test/r")),
            *(redirect("http://[/"), reply(b"", 302), reply(b"<html>Not here"), reply(bytes(1000)), reply(b"")),
        ],
    )
    def test_no_rules_that_are_there_allow_the_page(self, web: Web, robots: bytes) -> None:
        web.pages |= {"/robots.txt": robots, "/a": PAGE}
        assert isinstance(public(web)(asked("http://s.test/a")), Fetched)

    @pytest.mark.parametrize(
        ("robots", "said"),
        [
            (b"nonsense", "bad_response"),
            (b"", "bad_response"),
            (b"HTTP/1.1 200 OK\r\nno field\r\n\r\n", "bad_framing"),
            (reply(b"User-agent: *\nAllow: /\n")[:-3], "incomplete"),
            (reset(reply(b"User-agent: *\nAllow: /\n", length=False)), "incomplete"),
            (reply(b"xyz\r\n", fields=(("Transfer-Encoding", "chunked"),), length=False), "bad_framing"),
            (reply(b"5\r\nAllow", fields=(("Transfer-Encoding", "chunked"),), length=False), "incomplete"),
            (reply(b"not gzip", fields=(("Content-Encoding", "gzip"),)), "decode_error"),
            (reply(gzip.compress(bytes(1000))[:-9], fields=(("Content-Encoding", "gzip"),)), "incomplete"),
            (reply(b"compressed", fields=(("Content-Encoding", "br"),)), "unsupported_encoding"),
            (reply(b"", fields=(("X-A", "a" * LIMITS.head),)), "header_too_large"),
            (reply(gzip.compress(b"") * 1001, fields=(("Content-Encoding", "gzip"),)), "too_large"),
        ],
    )
    def test_rules_that_are_there_and_cannot_be_read_forbid_every_page(self, web: Web, robots: Say, said: str) -> None:
        web.pages |= {"/robots.txt": robots, "/a": PAGE, "/b": PAGE}
        fetch = public(web)
        for path in ("/a", "/b"):
            answer = fetch(asked(f"http://s.test{path}"))
            assert isinstance(answer, Absence)
            assert (answer.why, answer.detail[:25]) == ("access_denied", "robots.txt cannot be read")
            assert f"({said}: " in answer.detail
        assert web.asked == ["/robots.txt"]

    def test_a_broken_robots_txt_is_asked_for_again_as_often_as_the_user_wants(self, web: Web) -> None:
        said = iter([reply(b"User-agent: *\n")[:-3], reply(b"User-agent: *\nDisallow: /b\n")])
        web.pages |= {"/robots.txt": lambda connection: connection.sendall(next(said)), "/a": PAGE}
        assert isinstance(public(web, manners=Manners(retries=1))(asked("http://s.test/a")), Fetched)
        assert web.asked == ["/robots.txt", "/robots.txt", "/a"]

    @pytest.mark.parametrize("status", [200, 203, 206, 299])
    def test_every_success_brings_rules(self, web: Web, status: int) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /\n", status), "/a": PAGE}
        assert why(public(web)(asked("http://s.test/a"))) == "access_denied"

    @pytest.mark.parametrize(
        "framing",
        [
            lambda body: reply(body, fields=(("Content-Length", str(1 << 40)),), length=False),
            lambda body: reply(body, length=False),
            lambda body: reply(b"%x\r\n%s" % (1 << 40, body), fields=(("Transfer-Encoding", "chunked"),), length=False),
            lambda body: reply(gzip.compress(body), fields=(("Content-Encoding", "gzip"),)),
        ],
        ids=["length", "endless", "chunk", "gzip"],
    )
    def test_of_a_robots_txt_of_any_length_the_start_is_read(self, web: Web, framing: Callable[[bytes], bytes]) -> None:
        rule = b"User-agent: *\nDisallow: /private\n"
        web.pages |= {"/robots.txt": framing(rule + b"#" * (3 << 20)), "/a": PAGE}
        fetch = public(web)
        assert why(fetch(asked("http://s.test/private"))) == "access_denied"
        assert isinstance(fetch(asked("http://s.test/a")), Fetched)

    def test_a_server_error_forbids_the_page(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"", 503), "/a": PAGE}
        assert why(public(web)(asked("http://s.test/a"))) == "access_denied"
        assert web.asked == ["/robots.txt"]

    def test_the_rules_of_the_origin_that_a_redirect_leads_to_are_asked_as_well(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /b\n"), "/a": redirect("http://t.test/b")}
        web.pages["/b"] = PAGE
        assert why(public(web)(asked("http://s.test/a"))) == "access_denied"
        assert "/b" not in web.asked

    @pytest.mark.parametrize(
        ("to", "said"),
        [("http://127.0.0.1/r", "blocked_target"), ("http://t.test:22/r", "blocked_target"), ("//gone.test/r", "dns")],
    )
    def test_a_failure_of_the_host_that_robots_txt_leads_to_is_not_one_of_the_page(
        self, web: Web, to: str, said: str
    ) -> None:
        web.pages |= {"/robots.txt": redirect(to), "/a": PAGE}
        fetch = Fetcher(
            look_up=lambda host, _: () if host == "gone.test" else (PUBLIC,), connect=web.dial, sleep=lambda _: None
        )
        answer = fetch(asked("http://s.test/a"))
        assert isinstance(answer, Absence)
        assert answer.why == "access_denied"
        assert answer.detail.startswith(f"robots.txt cannot be read ({said}")

    @pytest.mark.parametrize(
        "path",
        [
            *("/x/../private", "/./private", "/x/%2e%2E/private", "/../private", "/%2e/private", "/x/y/../../private"),
            *("/private/.", "/private/x/..", "/x/.%2e/private?q=/../"),
        ],
    )
    def test_dots_in_a_path_lead_past_no_rule(self, web: Web, path: str) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /private\n"), path: PAGE, "/x/../a": PAGE}
        fetch = public(web)
        assert why(fetch(asked(f"http://s.test{path}"))) == "access_denied"
        assert isinstance(fetch(asked("http://s.test/x/../a")), Fetched)

    def test_dots_in_a_path_lead_past_no_rule_for_what_is_written_either(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /private\n"), "/private/../a": PAGE}
        assert why(public(web)(asked("http://s.test/private/../a"))) == "access_denied"

    def test_a_robots_txt_that_does_not_come_is_named(self, web: Web) -> None:
        web.pages |= {"/robots.txt": drip(reply(b"", length=False), b"#", 0.1, 50), "/a": PAGE}
        answer = public(web, limits=replace(LIMITS, robots_seconds=0.4))(asked("http://s.test/a"))
        assert answer == Absence(Uri("http://s.test/a"), "timeout", "robots.txt does not come in time")

    def test_robots_txt_is_read_after_its_redirects(self, web: Web) -> None:
        web.pages |= {"/robots.txt": redirect("/r"), "/r": reply(b"User-agent: *\nDisallow: /\n"), "/a": PAGE}
        assert why(public(web)(asked("http://s.test/a"))) == "access_denied"

    def test_a_host_that_cannot_be_reached_is_tried_once_and_named_for_each_page(self, web: Web) -> None:
        looked: list[str] = []

        def look_up(host: str, port: int) -> tuple[str, ...]:
            looked.append(host)
            return ()

        fetch = Fetcher(look_up=look_up, connect=web.dial)
        assert [why(fetch(asked(f"http://gone.test/{n}"))) for n in range(3)] == ["dns_error"] * 3
        assert looked == ["gone.test"]

    def test_the_page_goes_to_the_address_that_robots_txt_was_judged_with(self, web: Web) -> None:
        web.pages["/a"] = PAGE
        answers = iter([(PUBLIC,), ("127.0.0.1",)])
        fetch = Fetcher(look_up=lambda *_: next(answers), connect=web.dial, sleep=lambda _: None)
        assert isinstance(fetch(asked("http://rebind.test/a")), Fetched)
        assert {address for address, _ in web.dialled} == {PUBLIC}

    def test_robots_txt_is_not_asked_when_that_is_turned_off_or_the_user_opened_the_server(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"User-agent: *\nDisallow: /\n"), "/a": PAGE}
        assert isinstance(public(web, manners=RUDE)(asked("http://s.test/a")), Fetched)
        assert isinstance(Fetcher(web.here)(asked(web.url("/a"))), Fetched)
        assert web.asked == ["/a", "/a"]

    def test_a_robots_txt_of_any_size_and_any_bytes_costs_little(self, web: Web) -> None:
        for body in (
            b"\xff\xfe\x00" * 1000,
            b"Disallow: /" + b"*" * 5000 + b"$\n",
            b"User-agent: *\nDisallow: /\n" * 9000,
        ):
            web.pages |= {"/robots.txt": reply(b"User-agent: *\n" + body), "/a": PAGE}
            start = time.process_time()
            public(web)(asked("http://s.test/" + "a" * 3000))
            assert time.process_time() - start < 2

    @pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b"\r\n\r\n", b"# all\r", b"\xff\xfe\n"])
    def test_the_first_rule_counts_whatever_stands_before_it(self, web: Web, start: bytes) -> None:
        web.pages |= {"/robots.txt": reply(start + b"User-agent: *\r\nDisallow: /\r\n"), "/a": PAGE}
        assert why(public(web)(asked("http://s.test/a"))) == "access_denied"

    @pytest.mark.parametrize(
        ("delay", "interval", "waited"),
        [
            ("10", 1.0, 10.0),
            ("0.5", 1.0, 1.0),
            ("2.5", 0.0, 2.5),
            ("30", 1.0, LIMITS.retry_after),
            ("31", 1.0, LIMITS.retry_after),
            ("1e300", 1.0, LIMITS.retry_after),
            ("10", 60.0, 60.0),
            *((nonsense, 1.0, 1.0) for nonsense in ("-1", "nan", "inf", "1e999", "ten", "0", "", "\u0663x")),
        ],
    )
    def test_a_server_that_wants_longer_pauses_gets_them(
        self, web: Web, delay: str, interval: float, waited: float
    ) -> None:
        clock = Clock()
        robots = f"User-agent: *\nCrawl-delay: {delay}\nDisallow: /private\n"
        web.pages |= {"/robots.txt": reply(robots.encode()), **dict.fromkeys(("/a", "/b", "/c"), PAGE)}
        fetch = Fetcher(
            manners=Manners(host_interval=interval),
            look_up=lambda *_: (PUBLIC,),
            connect=web.dial,
            clock=clock,
            sleep=clock.sleep,
        )
        assert all(isinstance(fetch(asked(f"http://s.test/{page}")), Fetched) for page in "abc")
        # The first page comes behind robots.txt at the pace of everybody.
        assert clock.slept == [pause for pause in (interval, waited, waited) if pause]
        clock.slept.clear()
        assert isinstance(fetch(asked("http://t.test/a")), Fetched)
        assert clock.slept == ([interval] if interval else [])

    @pytest.mark.parametrize("last", ["Allow: /about", "Disallow: /private/x"])
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_a_line_that_the_limit_cuts_says_nothing(self, web: Web, last: str, end: str) -> None:
        rules = f"User-agent: *{end}Disallow: /a{end}"
        fill = LIMITS.robots - len(rules) - len(end) - len(last) + 4
        text = rules + "#" * fill + end + last + end
        assert text[: LIMITS.robots].endswith(last[:-4])
        web.pages |= {"/robots.txt": reply(text.encode()), "/private/b": PAGE, "/a": PAGE}
        fetch = public(web)
        assert isinstance(fetch(asked("http://s.test/private/b")), Fetched)
        assert why(fetch(asked("http://s.test/a"))) == "access_denied"

    def test_a_pause_that_is_wanted_of_others_is_not_kept(self, web: Web) -> None:
        clock = Clock()
        robots = b"User-agent: other\nCrawl-delay: 20\n\nUser-agent: gnut\nCrawl-delay: 3\n"
        web.pages |= {"/robots.txt": reply(robots), "/a": PAGE, "/b": PAGE}
        fetch = Fetcher(look_up=lambda *_: (PUBLIC,), connect=web.dial, clock=clock, sleep=clock.sleep)
        assert all(isinstance(fetch(asked(f"http://s.test/{page}")), Fetched) for page in "ab")
        assert clock.slept == [1.0, 3.0]

    def test_a_server_that_is_too_busy_for_robots_txt_is_left_alone(self, web: Web) -> None:
        web.pages |= {"/robots.txt": reply(b"", 429, fields=(("Retry-After", "3600"),)), "/a": PAGE}
        fetch = public(web)
        assert [why(fetch(asked(f"http://s.test/{page}"))) for page in ("a", "b")] == ["rate_limited"] * 2
        assert web.asked == ["/robots.txt"]

    @pytest.mark.parametrize(
        "between",
        [
            *("", "\n", "# group\n", "Sitemap: /s\n", "SITEMAPS : /s\n", "Site-Map /s\n", "Host: s\n", "host s\n"),
            *("nonsense\n", "allowed of all\n", "\x1c", "\u2028", "User-agent:\n"),
        ],
    )
    def test_a_robots_txt_of_many_names_and_many_rules_is_not_multiplied_out(
        self, web: Web, between: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # A quarter of a megabyte of each: protego alone would make 250,000,000 rules of them.
        monkeypatch.setattr("gnut.edge.net.robots.Protego.parse", lambda text: pytest.fail("it is multiplied out"))
        text = "".join(f"User-agent: {n}\n{between}" for n in range(8_000)) + "Disallow: /\n" * 9_000
        web.pages |= {"/robots.txt": reply(text.encode()), "/a": PAGE}
        start = time.process_time()
        denied = public(web)(asked("http://s.test/a"))
        assert time.process_time() - start < 2
        assert denied == Absence(Uri("http://s.test/a"), "access_denied", "robots.txt is too long to be read")

    def test_a_robots_txt_like_those_of_large_sites_is_read(self, web: Web) -> None:
        groups = "".join(
            "".join(f"User-agent: robot{g}-{n}\n" for n in range(40))
            + "".join(f"Disallow: /{g}/{n}/*?\n" for n in range(40))
            for g in range(40)
        )
        web.pages |= {"/robots.txt": reply(groups.encode() + b"User-agent: *\nDisallow: /private\n"), "/a": PAGE}
        fetch = public(web)
        assert isinstance(fetch(asked("http://s.test/a")), Fetched)
        assert why(fetch(asked("http://s.test/private"))) == "access_denied"

    @given(st.text(max_size=300) | st.lists(st.sampled_from(ROBOTS), max_size=30).map("".join))
    def test_no_robots_txt_stops_a_call(self, text: str) -> None:
        robots = Robots(lambda *_: (200, text.encode("utf-8", "replace")), 100_000, 10.0)
        with suppress(Refused):
            robots.check(parse("http://s.test/a?b=%2f*$"), Spending(30.0, lambda: 0.0))


class TestPace:
    def test_requests_to_one_host_start_a_second_apart(self) -> None:
        clock = Clock()
        pace = Pace(clock, clock.sleep, 30, 2, INTERVAL)
        for _ in range(3):
            with pace.turn("s.test"):
                pass
        with pace.turn("t.test"):
            pass
        assert clock.slept == [INTERVAL, INTERVAL]

    def test_two_connections_to_a_host_are_open_at_once_and_no_third(self) -> None:
        pace = Pace(time.monotonic, lambda _: None, 30, 2, INTERVAL)
        inside = threading.Semaphore(0)
        leave = threading.Event()
        most, now, lock = [0], [0], threading.Lock()

        def work() -> None:
            with pace.turn("s.test"):
                with lock:
                    now[0] += 1
                    most[0] = max(most[0], now[0])
                inside.release()
                leave.wait(5)
                with lock:
                    now[0] -= 1

        threads = [threading.Thread(target=work) for _ in range(5)]
        for thread in threads:
            thread.start()
        assert inside.acquire(timeout=5)
        assert inside.acquire(timeout=5)
        assert not inside.acquire(timeout=0.1)
        leave.set()
        for thread in threads:
            thread.join(5)
        assert most == [2]

    def test_a_host_that_asks_for_a_short_wait_gets_it(self) -> None:
        clock = Clock()
        pace = Pace(clock, clock.sleep, 30, 2, INTERVAL)
        pace.hold("s.test", 30)
        with pace.turn("s.test"):
            pass
        assert clock.slept == [30]

    def test_a_host_that_asks_for_a_long_wait_is_left_alone_for_the_call(self) -> None:
        clock = Clock()
        pace = Pace(clock, clock.sleep, 30, 2, INTERVAL)
        pace.hold("s.test", 31)
        with pytest.raises(Refused, match="rate_limited"), pace.turn("s.test"):
            pass
        assert clock.slept == []

    @pytest.mark.loopback
    @pytest.mark.parametrize("wait", ["999999999", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT", "soon"])
    def test_a_rate_limit_is_one_try_and_no_storm(self, web: Web, wait: str) -> None:
        web.pages |= {f"/{n}": reply(b"", 429, fields=(("Retry-After", wait),)) for n in range(3)}
        fetch = public(web, manners=RUDE)
        assert [why(fetch(asked(f"http://s.test/{n}"))) for n in range(3)] == ["rate_limited"] * 3
        assert web.asked == ["/0"]

    @pytest.mark.loopback
    def test_a_date_to_wait_for_counts_from_the_servers_own_clock(self, web: Web) -> None:
        clock = Clock()
        fields = (("Date", "Fri, 02 Jan 2026 12:00:00 GMT"), ("Retry-After", "Fri, 02 Jan 2026 12:00:07 GMT"))
        web.pages |= {"/0": reply(b"", 503, fields=fields), "/1": PAGE}
        fetch = Fetcher(look_up=lambda *_: (PUBLIC,), connect=web.dial, manners=RUDE, clock=clock, sleep=clock.sleep)
        assert why(fetch(asked("http://s.test/0"))) == "server_error"
        assert isinstance(fetch(asked("http://s.test/1")), Fetched)
        assert clock.slept == [7.0]


def test_pages_of_one_host_are_spread_over_the_whole_run() -> None:
    items = [f"a{n}" for n in range(6)] + ["b0", "b1", "c0"]
    order = spread(items, lambda item: item[0])
    assert sorted(order) == sorted(items)
    assert [item for item in order if item[0] == "a"] == [f"a{n}" for n in range(6)]
    assert max(len(run) for run in "".join(item[0] for item in order).replace("b", " ").replace("c", " ").split()) <= 3


@pytest.mark.loopback
def test_many_pages_of_an_opened_server_are_fetched_at_once(web: Web) -> None:
    web.pages |= {f"/{n}": drip(b"", PAGE, 0.1, 1) for n in range(24)}
    start = time.monotonic()
    answers = dict(fetch_many([asked(web.url(f"/{n}")) for n in range(24)], Fetcher(web.here), 8))
    assert time.monotonic() - start < 24 * 0.1 / 2
    assert len(answers) == 24
    assert all(isinstance(answer, Fetched) for answer in answers.values())


@pytest.mark.loopback
def test_a_polite_host_is_asked_a_second_apart_on_the_real_clock(web: Web) -> None:
    web.pages |= {f"/{n}": PAGE for n in range(3)}
    fetch = Fetcher(look_up=lambda *_: (PUBLIC,), connect=web.dial, manners=RUDE)
    list(fetch_many([asked(f"http://s.test/{n}") for n in range(3)], fetch, 3))
    assert all(later - earlier > INTERVAL - 0.1 for earlier, later in pairwise(sorted(web.at)))


def test_every_request_gets_its_own_answer_and_a_bug_is_not_swallowed() -> None:
    requests = [asked(f"http://s.test/{n}") for n in range(50)]
    answers = fetch_many(requests, lambda request: Absence(request.uri, "gone", ""), 4)
    assert sorted(request.uri for request, answer in answers if answer.uri == request.uri) == sorted(
        request.uri for request in requests
    )

    def broken(request: Request) -> Absence:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(fetch_many(requests, broken, 4))
    assert list(fetch_many([], broken, 4)) == []


@pytest.mark.parametrize(
    ("spec", "opened"),
    [("127.0.0.1:8080", ("127.0.0.1", 8080)), ("LOCALHOST:80", ("localhost", 80)), ("[::1]:8080", ("::1", 8080))],
)
def test_a_host_and_port_are_opened_as_they_are_written(spec: str, opened: tuple[str, int]) -> None:
    assert allowed((spec,)) == {opened}


@pytest.mark.parametrize(
    "spec", ["127.0.0.1", "", ":80", "a b:80", "127.1:80", "x:80/path", "u@x:80", "x:99999", "*:80"]
)
def test_what_opens_no_single_port_of_one_host_is_refused(spec: str) -> None:
    with pytest.raises(Usage):
        allowed((spec,))
