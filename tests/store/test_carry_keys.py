"""Who one is at a remote, and who the remote is: asked of the callbacks as git's library asks them."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest

from gnut_store.carrier import CarrierFailed
from gnut_store.carry.address import address, said_without_credentials, without_credentials
from gnut_store.carry.credentials import callbacks
from gnut_store.carry.remote import Remote
from tests.hostile_repository import git
from tests.store.carrying import clone

KIND = pygit2.enums.CredentialType
URL = "ssh://git@example.test/x.git"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home/.ssh").mkdir(parents=True)
    return tmp_path / "home"


def asked(tmp_path: Path, url: str = URL, **environ: str):  # type: ignore[no-untyped-def]
    return callbacks(pygit2.Repository(str(clone(tmp_path / "r"))), url, environ, "origin")


@pytest.mark.parametrize("host", [b"example.test", b"", b"\xff\x1b[2J"])
def test_a_host_that_is_not_known_is_refused(tmp_path: Path, host: bytes) -> None:
    with pytest.raises(CarrierFailed) as caught:
        asked(tmp_path).certificate_check(None, False, host)
    assert caught.value.code == "carrier_unknown_host"
    assert asked(tmp_path / "again").certificate_check(None, True, host) is True


def test_the_agent_comes_first_then_each_key_once(tmp_path: Path, home: Path) -> None:
    for name in ("id_rsa", "id_ed25519", "other"):
        (home / ".ssh" / name).write_text("key")
    one = asked(tmp_path, HOME=str(home), SSH_AUTH_SOCK="/nowhere")
    given = [one.credentials(URL, "git", KIND.SSH_KEY).credential_tuple for _ in range(3)]
    assert given == [
        ("git", None, None, None),
        ("git", None, str(home / ".ssh/id_ed25519"), ""),
        ("git", None, str(home / ".ssh/id_rsa"), ""),
    ]
    with pytest.raises(CarrierFailed) as caught:
        one.credentials(URL, "git", KIND.SSH_KEY)
    assert caught.value.code == "carrier_credentials"


def test_the_user_is_the_addresss_else_git(tmp_path: Path) -> None:
    one = asked(tmp_path, SSH_AUTH_SOCK="/nowhere")
    assert one.credentials(URL, "zoë", KIND.USERNAME).credential_tuple == ("zoë",)
    assert one.credentials(URL, None, KIND.USERNAME).credential_tuple == ("git",)
    assert one.credentials(URL, None, KIND.SSH_KEY).credential_tuple[0] == "git"


def test_a_password_is_only_for_its_host(tmp_path: Path, home: Path) -> None:
    (home / ".netrc").write_text("machine other.test login me password geheim\n")
    with pytest.raises(CarrierFailed):
        asked(tmp_path, "https://example.test/x", HOME=str(home)).credentials("", None, KIND.USERPASS_PLAINTEXT)
    (home / ".netrc").write_text("machine example.test login me password geheim\n")
    one = asked(tmp_path / "2", "https://example.test/x", HOME=str(home))
    assert one.credentials("", None, KIND.USERPASS_PLAINTEXT).credential_tuple == ("me", "geheim")


@pytest.mark.parametrize(
    ("setting", "value", "sent"),
    [
        ("http.extraheader", "A: 1", ["A: 1"]),
        ("http.https://example.test/.extraheader", "A: 1", ["A: 1"]),
        ("http.https://example.test/group.extraheader", "A: 1", ["A: 1"]),
        ("http.https://example.test/grou.extraheader", "A: 1", None),
        ("http.https://example.test.evil.test/.extraheader", "A: 1", None),
        ("http.http://example.test/.extraheader", "A: 1", None),
        ("http.https://example.test:444/.extraheader", "A: 1", None),
        ("http.https://[broken/.extraheader", "A: 1", None),
        ("http.extraheader", "no colon", None),
        ("http.extraheader", "A: 1\\r\\nB: 2", ["A: 1\\r\\nB: 2"]),
        ("http.extraheader", "A: 1\nB: 2", None),
    ],
)
def test_a_header_goes_to_the_address_it_is_for(
    tmp_path: Path, setting: str, value: str, sent: list[str] | None
) -> None:
    one = asked(tmp_path, "https://example.test/group/x.git")
    git(tmp_path / "r", "config", setting, value)
    assert one.custom_headers() == sent


def test_a_header_for_no_address_in_particular_goes_to_configured_remotes_alone(tmp_path: Path) -> None:
    asked(tmp_path)
    git(tmp_path / "r", "config", "http.extraheader", "A: 1")
    git(tmp_path / "r", "config", "http.https://example.test/.extraheader", "B: 2")
    repository, url = pygit2.Repository(str(tmp_path / "r")), "https://example.test/x"
    assert callbacks(repository, url, {}, "x", configured=False).custom_headers() == ["B: 2"]
    assert callbacks(repository, url, {}, "x", configured=True).custom_headers() == ["A: 1", "B: 2"]
    git(tmp_path / "r", "remote", "add", "origin", url)
    for name, sent in (("origin", ["A: 1", "B: 2"]), (url, ["B: 2"])):
        remote = Remote(tmp_path / "r", name, {}, tmp_path)
        assert remote._callbacks(address(url, tmp_path)).custom_headers() == sent


def test_an_empty_header_takes_back_those_before_it(tmp_path: Path) -> None:
    one = asked(tmp_path, "https://example.test/x")
    for value in ("A: 1", "", "B: 2"):
        git(tmp_path / "r", "config", "--add", "http.extraheader", value)
    assert one.custom_headers() == ["B: 2"]


@pytest.mark.parametrize(
    ("url", "way", "shown"),
    [
        ("git@example.test:group/x.git", "ssh", "example.test:group/x.git"),
        ("example.test:x", "ssh", "example.test:x"),
        ("[::1]:x", "ssh", "[::1]:x"),
        ("ssh://me:pw@example.test:22/x", "ssh", "ssh://example.test:22/x"),
        ("SSH://example.test/x", "ssh", "SSH://example.test/x"),
        ("https://me:pw@example.test/x?y#z", "http", "https://example.test/x"),
        ("https://bücher.example/x", "http", "https://bücher.example/x"),
        ("http://127.0.0.1:8080/x", "http", "http://127.0.0.1:8080/x"),
        ("http://[::1]/x", "http", "http://[::1]/x"),
        ("http://localhost/x", "http", "http://localhost/x"),
    ],
)
def test_an_address_is_known_by_its_way_and_shown_without_secrets(
    tmp_path: Path, url: str, way: str, shown: str
) -> None:
    found = address(url, tmp_path)
    assert (found.way, found.url, found.shown) == (way, url, shown)


def test_a_folder_whose_name_looks_like_a_host_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "host:x").mkdir()
    assert address("host:x", tmp_path) == ("path", str(tmp_path / "host:x"), "host:x")
    (tmp_path / "報告 x").mkdir()
    assert address("報告 x", tmp_path).url == str(tmp_path / "報告 x")
    assert address((tmp_path / "報告 x").as_uri(), tmp_path).url == str(tmp_path / "報告 x")


def test_an_at_sign_in_a_path_is_no_user() -> None:
    assert without_credentials("https://example.test/a@b") == "https://example.test/a@b"
    assert without_credentials("https://u:p@w@example.test/a@b") == "https://example.test/a@b"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("u:sekret@host:x", "host:x"),
        ("u:sekret@host/x", "host/x"),
        ("u:se:kret@host:x", "host:x"),
        (":sekret@host:x", "host:x"),
        ("名:sekret@host:x", "host:x"),
        ("https://u:se/kret@host/x", "https://host/x"),
        ("ssh://u:sek?ret@host/x", "ssh://host/x"),
        ("host:x/@scope/y", "host:x/@scope/y"),
        ("git@host:x", "git@host:x"),
        ("https://host:8443/@scope/y", "https://host:8443/@scope/y"),
        ("https://[::1]/@scope", "https://[::1]/@scope"),
    ],
)
def test_no_part_of_a_password_is_shown_however_the_address_is_spelled(url: str, shown: str) -> None:
    assert without_credentials(url) == shown


@pytest.mark.parametrize("url", ["u:sekret@host:x", "u:se:kret@host:x", "-u:sekret@host:x", "ext::u:sekret@host:x"])
def test_a_password_where_ssh_takes_none_is_refused_and_not_repeated(tmp_path: Path, url: str) -> None:
    with pytest.raises(CarrierFailed) as caught:
        address(url, tmp_path)
    assert caught.value.code == "carrier_address"
    assert "kret" not in f"{caught.value} {caught.value.help}"


@pytest.mark.parametrize(
    "said",
    [
        "failed to connect to 'https://u:sekret@host/x': timed out",
        "http://a/b then https://sekret@host/x",
        "malformed URL 'https://u:se/kret@host/x'",
        "redirect to https://host/x?token=sekret",
        "cannot reach u:sekret@host:x",
        "(ssh://u:sekret@host/x)",
    ],
)
def test_a_sentence_of_gits_library_loses_the_passwords_of_its_addresses(said: str) -> None:
    shown = said_without_credentials(said)
    assert "kret" not in shown
    assert "host" in shown
    assert said_without_credentials("plain words: no address, mail me@host") == "plain words: no address, mail me@host"


@pytest.mark.parametrize("name", ["GIT_SSH", "GIT_SSH_COMMAND", "core.sshCommand"])
def test_a_program_that_ssh_should_go_through_is_neither_started_nor_gone_past(tmp_path: Path, name: str) -> None:
    top = clone(tmp_path / "r")
    environ = {"HOME": str(tmp_path), name: "false"} if "." not in name else {"HOME": str(tmp_path)}
    if "." in name:
        git(top, "config", name, "false")
    remote = Remote(top, "ssh://git@127.0.0.1:9/x.git", environ, top)
    for reach in (remote.fetch, lambda: remote.push("e" * 40, None)):
        with pytest.raises(CarrierFailed, match=f"{name} names a program for ssh") as caught:
            reach()
        assert caught.value.code == "carrier_credentials"
        assert "git fetch" in str(caught.value.help)


def test_an_address_has_a_longest_length(tmp_path: Path) -> None:
    url = "https://example.test/"
    longest = url + "x" * (4096 - len(url))
    assert address(longest, tmp_path).way == "http"
    with pytest.raises(CarrierFailed, match="this is no address"):
        address(longest + "x", tmp_path)
