"""Stores that go over http, with and without a password, past servers that lie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gnut_store.carrier import CarrierFailed
from gnut_store.carry import STORE_REF, GitCarrier
from gnut_store.carry.remote import Remote
from gnut_store.carry.syncing import pull, push
from tests.hostile_repository import git
from tests.store.carrying import clone, hub, packs, put
from tests.store.http_hub import Hub, served
from tests.store.test_carry_sync import place, tip

pytestmark = pytest.mark.loopback


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Hub]:
    origin = hub(tmp_path / "hub.git")
    git(origin, "config", "http.receivepack", "true")
    with served(tmp_path) as found:
        yield found


def clone_of(web: Hub, folder: Path) -> Path:
    top = clone(folder)
    git(top, "remote", "add", "origin", f"{web.url}/hub.git")
    return top


def test_a_store_goes_over_http_and_back(tmp_path: Path, web: Hub) -> None:
    a, b = clone_of(web, tmp_path / "a"), clone_of(web, tmp_path / "b")
    put(a, b"one" * 10_000)
    put(b, b"two")
    assert len(push(place(a), None).sent) == 1
    assert len(push(place(b), None).sent) == 1
    assert len(pull(place(a), None).received.taken) == 1
    assert tip(a) == tip(b) == tip(tmp_path / "hub.git")
    assert git(tmp_path / "hub.git", "fsck", "--strict", "--full") == ""


def test_a_push_that_lost_the_race_on_the_server_is_done_again(tmp_path: Path, web: Hub) -> None:
    a, b = clone_of(web, tmp_path / "a"), clone(tmp_path / "b")
    put(a, b"mine")
    put(b, b"theirs")

    def faster() -> None:
        web.before_push = lambda: None
        push(place(b), str(tmp_path / "hub.git"))

    web.before_push = faster
    push(place(a), None)
    assert GitCarrier(tmp_path / "hub.git").names() == {*packs(a), *packs(b)}


def test_a_server_that_forbids_the_ref_is_told_from_a_lost_race(tmp_path: Path, web: Hub) -> None:
    git(tmp_path / "hub.git", "config", "receive.hideRefs", "refs/gnut")
    a = clone_of(web, tmp_path / "a")
    put(a, b"one")
    with pytest.raises(CarrierFailed) as caught:
        push(place(a), None)
    assert (caught.value.exit_code, "would not take the store" in str(caught.value)) == (2, True)
    assert f"git push origin {STORE_REF}:{STORE_REF}" in str(caught.value.help)


def test_git_itself_can_do_the_part_that_the_library_cannot(tmp_path: Path, web: Hub) -> None:
    a, b = clone_of(web, tmp_path / "a"), clone_of(web, tmp_path / "b")
    put(a, b"one")
    put(b, b"two")
    for top, fetched in ((a, False), (b, True)):
        if fetched:
            git(top, "fetch", "-q", "origin", f"+{STORE_REF}:refs/gnut/remotes/origin/store")
        web.answer = b"nothing for the library"
        done = push(place(top), None, fetch=False, hand_on=False)
        assert f"git push origin {STORE_REF}:{STORE_REF}" in str(done.advice)
        web.answer = None
        git(top, "push", "-q", "origin", f"{STORE_REF}:{STORE_REF}")
    git(a, "fetch", "-q", "origin", f"+{STORE_REF}:refs/gnut/remotes/origin/store")
    assert pull(place(a), None, fetch=False).received.taken == tuple(packs(b))


def test_a_password_is_taken_from_netrc(tmp_path: Path, web: Hub) -> None:
    web.password = "me:geheim"
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password geheim\n")
    a = clone_of(web, tmp_path / "a")
    put(a, b"one")
    push(place(a), None)
    assert tip(tmp_path / "hub.git") == tip(a)


def test_a_header_that_a_build_service_left_is_sent_to_its_server_alone(tmp_path: Path, web: Hub) -> None:
    web.password = "me:geheim"
    a = clone_of(web, tmp_path / "a")
    put(a, b"one")
    git(a, "config", "http.https://127.0.0.1/.extraheader", "Authorization: Basic d3Jvbmc=")
    git(a, "config", f"http.{web.url}/other.extraheader", "Authorization: Basic d3Jvbmc=")
    git(a, "config", f"http.{web.url}/.extraheader", "Authorization: Basic bWU6Z2VoZWlt")
    push(place(a), None)
    assert {header for _, header in web.asked} <= {None, "Basic bWU6Z2VoZWlt"}
    assert tip(tmp_path / "hub.git") == tip(a)


@pytest.mark.parametrize("netrc", ["", "machine 127.0.0.1 login me password wrong\n", "not a netrc file {{{\n"])
def test_who_is_not_let_in_is_told_what_git_can_do(tmp_path: Path, web: Hub, netrc: str) -> None:
    web.password = "me:geheim"
    (tmp_path / ".netrc").write_text(netrc)
    a = clone_of(web, tmp_path / "a")
    put(a, b"one")
    with pytest.raises(CarrierFailed) as caught:
        push(place(a), None)
    assert caught.value.code == "carrier_credentials"
    assert "git fetch origin" in str(caught.value.help)
    assert len(web.asked) < 8


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>no</html>",
        b"001e# service=git-upload-pack\n0000",
        b"ffff" * 1000,
        b"0000",
        b"001e# service=git-upload-pack\n0000zzzz",
    ],
)
def test_a_server_that_answers_with_nonsense_is_refused(tmp_path: Path, web: Hub, answer: bytes) -> None:
    a = clone_of(web, tmp_path / "a")
    put(a, b"one")
    web.answer = answer
    with pytest.raises(CarrierFailed, match="origin"):
        pull(place(a), None)
    assert git(a, "for-each-ref") == ""


def test_a_server_that_names_a_store_it_does_not_have_is_refused(tmp_path: Path, web: Hub) -> None:
    a = clone_of(web, tmp_path / "a")
    line = b"%s %s\0 agent=x\n" % (b"1" * 40, STORE_REF.encode())
    web.answer = b"001e# service=git-upload-pack\n0000" + b"%04x" % (len(line) + 4) + line + b"0000"
    with pytest.raises(CarrierFailed):
        pull(place(a), None)
    assert git(a, "for-each-ref") == ""


@pytest.mark.parametrize(("limit", "most"), [("MOST_OBJECTS", 3), ("MOST_BYTES", 100)])
def test_a_remote_that_never_ends_is_stopped(
    tmp_path: Path, web: Hub, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    a, b = clone_of(web, tmp_path / "a"), clone_of(web, tmp_path / "b")
    put(a, b"one")
    push(place(a), None)
    monkeypatch.setattr(f"gnut_store.carry.credentials.{limit}", most)
    with pytest.raises(CarrierFailed) as caught:
        pull(place(b), None)
    assert caught.value.code == "carrier_too_large"
    assert git(b, "for-each-ref") == ""


def test_nobody_listens(tmp_path: Path) -> None:
    a = clone(tmp_path / "a")
    with pytest.raises(CarrierFailed) as caught:
        Remote(a, "http://127.0.0.1:9/hub.git", {}, a).fetch()
    assert "git fetch http://127.0.0.1:9/hub.git" in str(caught.value.help)
