"""What the user's own fields say does not come back: no server's echo of it is recorded or shown."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from urllib.parse import quote

import pytest

from gnut.edge.net import Fetcher
from gnut.edge.net.manners import Header, Manners
from gnut.edge.net.masking import Masking
from gnut.edge.net.refusal import plain
from gnut.model import Absence, Fetched, Heard, Unchanged, Uri
from tests.loopback import Say, Web, redirect, reply, serving

SECRET = "S3CRETv4lue"
GITHUB = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
AT = "http://a.example/x"


def masking(*values: str, name: str = "X-Key", **more: str) -> Masking:
    headers = tuple(Header("a.example", f"{name}{at or ''}", value) for at, value in enumerate(values))
    return Masking(Manners(headers=headers, **more))  # type: ignore[arg-type]


def heard(*fields: tuple[str, str]) -> Heard:
    return Heard((), "127.0.0.1", 200, fields, 1, False, False)


def fetched(final_uri: str = AT, media_type: str | None = None, hops: tuple[str, ...] = (), **fields: str) -> Fetched:
    said = heard(*((name.replace("_", "-"), value) for name, value in fields.items()))
    return Fetched(Uri(AT), final_uri, 200, media_type, b"page", hops, False, said)


def detail(mask: Masking, text: str) -> str:
    answer = mask(Absence(Uri(AT), "unsupported_type", text), AT)
    assert isinstance(answer, Absence)
    return answer.detail


def page(mask: Masking, answer: Fetched) -> Fetched:
    shown = mask(answer, AT)
    assert isinstance(shown, Fetched)
    return shown


SPELLED: dict[str, Callable[[str], str]] = {
    "plain": str,
    "lower": str.lower,
    "upper": str.upper,
    "percent": lambda text: "".join(f"%{ord(sign):02X}" for sign in text),
    "lower percent": lambda text: "".join(f"%{ord(sign):02x}" for sign in text),
    "half percent": lambda text: f"%{ord(text[0]):02x}{text[1:]}",
    "double percent": lambda text: "".join(f"%25{ord(sign):02X}" for sign in text),
    "base64": lambda text: base64.b64encode(text.encode()).decode().rstrip("="),
    "base64 behind one byte": lambda text: base64.b64encode(b"_" + text.encode()).decode().rstrip("=")[2:],
    "base64 behind two bytes": lambda text: base64.b64encode(b"__" + text.encode()).decode().rstrip("=")[3:],
    "hex": lambda text: text.encode().hex(),
}


@pytest.mark.parametrize("spell", SPELLED.values(), ids=SPELLED)
@pytest.mark.parametrize("value", [SECRET, "S3CRET", "a+b/c=d e\\f%g"])
def test_a_value_is_found_however_it_is_spelled(value: str, spell: Callable[[str], str]) -> None:
    # The last digit of base64 may hold bits of what follows.
    assert re.fullmatch(r"said hidden[\w+/]?\.", detail(masking(value), f"said {spell(value)}."))


@pytest.mark.parametrize(
    ("name", "value", "echo"),
    [
        ("Authorization", f"Bearer {SECRET}", SECRET),
        ("Authorization", f"bearer  {SECRET}", SECRET),
        ("Authorization", f"Token token={SECRET}", SECRET),
        ("Authorization", f'Digest username="x", response="{SECRET}"', SECRET),
        ("Authorization", "Basic " + base64.b64encode(f"me:{SECRET}".encode()).decode(), f"me:{SECRET}"),
        ("Authorization", "Basic " + base64.b64encode(f"me:{SECRET}".encode()).decode(), SECRET),
        ("Authorization", "Basic " + base64.b64encode(f"me:{SECRET}".encode()).decode(), "bWU6UzNDUkVUdjRsdWU"),
        ("X-Login", f"me:{SECRET}", quote(f"me:{SECRET}", safe="")),
    ],
)
def test_what_stands_behind_a_scheme_is_a_value_too(name: str, value: str, echo: str) -> None:
    assert detail(masking(value, name=name), f"<{echo}>") in ("<hidden>", "<hidden=>")


def test_a_message_that_was_cut_within_a_value_shows_no_start_of_it() -> None:
    value = "".join(f"K{at:03}" for at in range(40))
    assert "K001" not in detail(masking(value), f"{plain(f'a {value} type')} is no media type")


def test_what_a_reply_says_is_masked_wherever_it_is_kept() -> None:
    shown = page(
        masking(SECRET),
        fetched(
            f"http://a.example/ok-{SECRET}",
            f"text/html; x={SECRET}",
            (f"http://{SECRET.lower()}.x/{SECRET}",),
            content_type=f"text/html; x={SECRET}",
            etag=f'"{SECRET}"',
            last_modified=SECRET,
            link=f"http://x/{SECRET}",
        ),
    )
    assert SECRET.lower() not in repr(shown).lower()
    assert (shown.final_uri, shown.media_type) == ("http://a.example/ok-hidden", "text/html; x=hidden")
    assert shown.hops == ("http://hidden.x/hidden",)
    assert shown.heard is not None
    assert shown.heard.fields == (("content-type", "text/html; x=hidden"), ("link", "http://x/hidden"))


def test_a_page_that_did_not_change_is_masked_as_well() -> None:
    answer = masking(SECRET)(Unchanged(Uri(AT), heard(("etag", f'"{SECRET}"'), ("date", "today"))), AT)
    assert isinstance(answer, Unchanged)
    assert answer.heard.fields == (("date", "today"),)


def test_the_body_is_the_page_and_stays() -> None:
    answer = Fetched(Uri(AT), AT, 200, None, SECRET.encode(), (), False)
    assert page(masking(SECRET), answer).body == SECRET.encode()


def test_what_nobody_gave_is_left_as_it_is() -> None:
    answer = fetched(f"{AT}/{SECRET}", "text/html; charset=utf-8", (AT,), etag='"abc"', link=AT)
    assert masking()(answer, AT) == answer
    assert masking("another value")(answer, AT) == answer


def test_an_address_that_was_asked_for_and_its_host_are_no_echo() -> None:
    assert page(masking("a.example"), fetched()).final_uri == AT
    moved = page(masking("http://a.example"), fetched("http://a.example/other"))
    assert moved.final_uri == "http://a.example/other"
    asked = masking(SECRET)(fetched(f"{AT}/{SECRET}"), f"{AT}/{SECRET}")
    assert isinstance(asked, Fetched)
    assert asked.final_uri == f"{AT}/{SECRET}"


@pytest.mark.parametrize("name", ["Accept", "accept-language", "Cache-Control"])
def test_a_field_that_asks_for_a_form_of_the_page_hides_nothing(name: str) -> None:
    answer = fetched(media_type="text/html; charset=utf-8")
    assert masking("text/html", name=name)(answer, AT) == answer


def test_a_user_agent_of_ones_own_is_a_value() -> None:
    assert detail(masking(user_agent="checker/1 (me@a.example)"), "x checker/1 (me@a.example) y") == "x hidden y"


@pytest.mark.parametrize("said", [f"Bearer {GITHUB}", f"x={GITHUB}", f"{'x' * 60} {GITHUB}"])
def test_a_credential_that_says_itself_what_it_is_is_in_no_failure(said: str) -> None:
    shown = detail(masking(), f"{plain(said)} is no media type")
    assert "ghp_" not in shown
    assert shown.endswith(" is no media type")


ECHOES: dict[str, Callable[[str], bytes]] = {
    "etag": lambda value: reply(fields=(("ETag", f'"{value}"'),)),
    "parameter of a type": lambda value: reply(type=f"text/html; x={value}"),
    "canonical": lambda value: reply(fields=(("Link", f"<http://x/{value}>; rel=canonical"),)),
    "type": lambda value: reply(type=value),
    "path of a redirect": lambda value: redirect(f"/ok-{value}"),
    "two redirects": lambda value: redirect(f"/on-{value}"),
    "scheme of a redirect": lambda value: redirect(f"{value}://x"),
    "host of a redirect": lambda value: redirect(f"http://{value}.x/"),
    "coding": lambda value: reply(fields=(("Content-Encoding", value),)),
}


@pytest.mark.loopback
@pytest.mark.parametrize("echo", ECHOES.values(), ids=ECHOES)
@pytest.mark.parametrize("value", ["S3CRET", f"Bearer {SECRET}", SECRET * 12])
def test_no_echo_of_a_field_comes_through_the_door(echo: Callable[[str], Say], value: str) -> None:
    token = value.removeprefix("Bearer ")
    with serving() as web:
        web.pages = {"/p": echo(token), f"/ok-{token}": reply(), f"/on-{token}": redirect(f"/ok-{token}")}
        answer = fetch(web, value)
    assert f"{value}\r\n".encode() in web.raw[0]
    assert token.lower()[:11] not in repr(answer).lower()
    if isinstance(answer, Fetched):
        assert answer.body == b"<p>A page.</p>"


def nowhere(host: str, port: int) -> list[str]:
    raise OSError(f"no such host as {host}")


def fetch(web: Web, value: str) -> object:
    from gnut.acquire.core import request

    header = Header("127.0.0.1", "X-Key", value, "http", web.port)
    written = web.url("/p")
    return Fetcher(web.here, manners=Manners(robots=False, headers=(header,)), look_up=nowhere)(
        request(Uri(written), written)
    )


def test_a_long_value_is_hidden_whole_by_its_start() -> None:
    value = "".join(f"{number:x}" for number in range(1_500))
    masking = Masking(Manners(headers=(Header("a.example", "X-Key", value),)))
    answer = masking(Absence(Uri("https://a.example/"), "bad_redirect", f"it said {value} and no more"), "")
    assert isinstance(answer, Absence)
    assert answer.detail == "it said hidden and no more"
