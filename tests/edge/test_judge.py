"""A judge behind an endpoint: asked through the one door, only when named, and never with a key in clear."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from gnut.edge.judge import JudgeSilent, judge
from gnut.edge.net.posting import LIMITS, post
from gnut.edge.world import World, world
from gnut.errors import NetworkNotAllowed, Usage
from gnut.model import Absence
from gnut_store import canon
from tests.loopback import PUBLIC, Web, redirect, reply, serving

SAID = b'{"choices": [{"index": 0, "logprob": 0.5, "message": {"role": "assistant", "content": "{\\"label\\": 1}"}}]}'


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        web.pages["/v1/chat/completions"] = reply(SAID, type="application/json")
        yield web


@pytest.fixture
def here(tmp_path: Path) -> World:
    return world(str(tmp_path))._replace(environ={"GNUT_JUDGE_KEY": "sk-secret"})


def opened(web: Web) -> tuple[str, ...]:
    return (f"127.0.0.1:{web.port}",)


@pytest.mark.loopback
@pytest.mark.parametrize("base", ["/v1", "/v1/", "/v1/chat/completions"])
def test_a_judge_is_asked_as_chat_completions_are(web: Web, here: World, base: str) -> None:
    made = judge(here, web.url(base), "small", opened(web))
    assert made is not None
    assert (made.id, made.ask("Is it so?")) == ("small", '{"label": 1}')
    head = web.raw[0].decode()
    assert head.startswith("POST /v1/chat/completions HTTP/1.1\r\n")
    assert "Authorization: Bearer sk-secret\r\n" in head
    assert "Content-Type: application/json\r\n" in head


@pytest.mark.loopback
def test_an_address_that_nobody_opened_is_not_dialled(web: Web, here: World) -> None:
    made = judge(here._replace(environ={}), web.url("/v1"), "small", ())
    assert made is not None
    with pytest.raises(JudgeSilent, match="blocked_target"):
        made.ask("Is it so?")
    assert web.raw == []


@pytest.mark.loopback
@pytest.mark.parametrize("here_too", [True, False])
def test_a_key_goes_over_https_or_to_a_host_that_was_opened(web: Web, here_too: bool) -> None:
    allow = web.here if here_too else frozenset()
    answer = post(web.url("/v1/chat/completions"), b"{}", key="sk-secret", allow=allow)
    assert isinstance(answer, bytes) is here_too
    assert (web.raw != []) is here_too


@pytest.mark.loopback
def test_nothing_goes_along_a_redirect(web: Web) -> None:
    web.pages["/v1/chat/completions"] = redirect(f"http://{PUBLIC}/steal", 307)
    answer = post(web.url("/v1/chat/completions"), b"{}", key="sk-secret", allow=web.here)
    assert isinstance(answer, Absence)
    assert (answer.why, web.asked) == ("bad_redirect", ["/v1/chat/completions"])


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("said", "why"),
    [
        (reply(b"no", 401), "access_denied"),
        (reply(b"no", 500), "server_error"),
        (reply(b"x" * 5000), "too_large"),
        (b"SSH-2.0-x\r\n", "bad_response"),
    ],
)
def test_a_bad_answer_is_a_named_failure(web: Web, said: bytes, why: str) -> None:
    web.pages["/v1/chat/completions"] = said
    limits = replace(LIMITS, wire=4096, decoded=4096, wire_pdf=4096)
    answer = post(web.url("/v1/chat/completions"), b"{}", key=None, allow=web.here, limits=limits)
    assert isinstance(answer, Absence)
    assert answer.why == why


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"<html>",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{"message": {"content": null}}]}',
        b"[1]",
        b'"x"',
        b"NaN",
    ],
)
def test_an_answer_of_another_form_is_silence(here: World, said: bytes) -> None:
    made = judge(here, "https://judge.test/v1", "small", (), post=lambda url, body, key: said)
    assert made is not None
    with pytest.raises(JudgeSilent):
        made.ask("Is it so?")


def test_what_is_sent_is_the_prompt_and_nothing_else_of_the_user(here: World) -> None:
    sent: list[bytes] = []
    made = judge(here, "https://judge.test/v1", "small", (), post=lambda url, body, key: sent.append(body) or SAID)
    assert made is not None
    made.ask("Is it so?")
    assert canon.decode(sent[0]) == {
        "model": "small",
        "temperature": 0,
        "max_tokens": 300,
        "messages": [{"role": "user", "content": "Is it so?"}],
    }


def test_no_judge_is_asked_unless_one_is_named(here: World) -> None:
    assert judge(here, None, None, ()) is None


@pytest.mark.parametrize(
    ("url", "model"), [(None, "small"), ("https://judge.test", None), ("https://judge.test", ""), ("https://x", "a\nb")]
)
def test_an_address_and_a_model_belong_together(here: World, url: str | None, model: str | None) -> None:
    with pytest.raises(Usage):
        judge(here, url, model, ())


def test_an_environment_or_a_configuration_that_says_offline_is_kept_to(here: World) -> None:
    with pytest.raises(NetworkNotAllowed):
        judge(here._replace(environ={"GNUT_OFFLINE": "1"}), "https://judge.test", "small", ())
    (here.root / "gnut.toml").write_text("offline = true\n")
    with pytest.raises(NetworkNotAllowed):
        judge(here, "https://judge.test", "small", ())


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://h.example/v1", "h.example/v1", "https://", "https:///v1", "", "https://h.example:0/v1", "file:///v1"),
        *(
            "https://h.example:99999/v1",
            "https://h.example:port/v1",
            "https://user:word@h.example/v1",
            "https://h h/v1",
        ),
        "http://h.example/v1",
    ],
)
def test_an_address_that_nothing_can_be_sent_to_is_a_usage_error(here: World, url: str) -> None:
    with pytest.raises(Usage) as refused:
        judge(here, url, "small", ())
    assert refused.value.exit_code == 2
    assert "sk-secret" not in f"{refused.value}{refused.value.help}"
    assert "user:word" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://h.example/v1?api-version=1", "https://h.example/v1/chat/completions?api-version=1"),
        ("https://h.example/v1/chat/completions?a=/", "https://h.example/v1/chat/completions?a=/"),
    ],
)
def test_a_query_stays_behind_the_path(here: World, url: str, asked: str) -> None:
    seen: list[str] = []
    made = judge(here, url, "small", (), post=lambda to, body, key: seen.append(to) or SAID)
    assert made is not None
    made.ask("x")
    assert seen == [asked]


def test_a_key_that_an_endpoint_echoes_in_any_form_is_taken_out(here: World) -> None:
    key = "sk-secret/+=&"
    made = judge(here._replace(environ={"GNUT_JUDGE_KEY": f"{key}\n"}), "https://h.example/v1", "small", ())
    assert made is not None
    for form in (key, quote(key, safe=""), b64encode(key.encode()).decode()):
        assert "secret" not in made.clean(f"got {form}!")
        assert made.clean(f"got {form}!").startswith("got [key]")
