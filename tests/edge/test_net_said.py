"""What a fetch says of waiting: how long a server wants to be left alone, and how long was waited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gnut.edge.net import Fetcher, Manners
from gnut.model import Absence, Fetched, Request, Uri
from tests.loopback import Web, reply, serving

pytestmark = pytest.mark.loopback


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        yield web


def asked(url: str) -> Request:
    return Request(Uri(url), url)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ((("Retry-After", "120"),), "; it asks to be left alone for 120 seconds"),
        ((), "refused for now: too many requests"),
        ((("Retry-After", "some day"),), "refused for now: too many requests"),
    ],
)
def test_a_busy_server_is_quoted_on_how_long_it_is_busy(
    fields: tuple[tuple[str, str], ...], said: str, web: Web
) -> None:
    web.pages["/a"] = reply(b"later", 429, fields=fields)
    answer = Fetcher(web.here)(asked(web.url("/a")))
    assert isinstance(answer, Absence)
    assert answer.why == "rate_limited"
    assert answer.detail.endswith(said)


def test_waits_before_further_tries_are_pauses_of_their_host(web: Web) -> None:
    said = iter([reply(b"", 503), reply(b"<p>A page.</p>")])
    web.pages["/a"] = lambda connection: connection.sendall(next(said))
    fetch = Fetcher(web.here, manners=Manners(retries=1), sleep=lambda _: None)
    assert isinstance(fetch(asked(web.url("/a"))), Fetched)
    (host,) = fetch.hosts()
    assert (host.requests, host.paused) == (2, 1.0)
