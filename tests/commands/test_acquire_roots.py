"""One call for reports of several repositories: each is served as its own configuration says, all at one pace."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnut.edge.world import World, world
from gnut.errors import NetworkNotAllowed, Usage
from gnut_store.store import init
from tests.acquiring import cites, run, text, web
from tests.loopback import Web, reply

__all__ = ["web"]

pytestmark = pytest.mark.loopback


def repository(folder: Path, toml: str = "") -> World:
    folder.mkdir()
    init(folder)
    if toml:
        (folder / "gnut.toml").write_text(toml, encoding="utf-8")
    return world(str(folder))


@pytest.fixture
def first(tmp_path: Path) -> World:
    return repository(tmp_path / "first")


def test_another_repository_that_is_offline_is_refused_before_anything_is_asked(
    tmp_path: Path, first: World, web: Web
) -> None:
    other = repository(tmp_path / "other", "offline = true\n")
    cites(other, web.url("/b"))
    with pytest.raises(NetworkNotAllowed, match="other: the configuration says offline"):
        run(first, web, cites(first, web.url("/a")), "../other/report.md")
    assert web.asked == []


def test_an_offline_repository_to_stand_in_refuses_for_another(tmp_path: Path, first: World, web: Web) -> None:
    other = repository(tmp_path / "other", "offline = true\n")
    cites(first, web.url("/a"))
    with pytest.raises(NetworkNotAllowed):
        run(other, web, "../first/report.md")
    assert web.asked == []


def test_an_offline_repository_of_which_nothing_is_asked_stops_nobody(tmp_path: Path, first: World, web: Web) -> None:
    other = repository(tmp_path / "other")
    cites(other, web.url("/b"))
    run(other, web, "report.md")
    (other.root / "gnut.toml").write_text("offline = true\n", encoding="utf-8")
    assert run(first, web, cites(first, web.url("/a")), "../other/report.md") == 0
    assert web.asked == ["/b", "/a"]


@pytest.mark.parametrize("turned", [False, True], ids=["lower elsewhere", "lower here"])
def test_each_repository_has_its_own_limits(turned: bool, tmp_path: Path, web: Web) -> None:
    web.pages["/long"] = reply(b"<p>" + b"many words of the keepers " * 100)
    low, own = "max_source_bytes = 1000\n", ""
    one = repository(tmp_path / "one", low if turned else own)
    two = repository(tmp_path / "two", own if turned else low)
    cites(one, web.url("/long"))
    cites(two, web.url("/long"))
    assert run(one, web, "report.md", "../two/report.md") == 1
    assert [text(here, web.url("/long")) is not None for here in (one, two)] == [not turned, turned]


def test_each_repository_counts_its_own_sources(
    tmp_path: Path, first: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    other = repository(tmp_path / "other", "max_sources = 1\n")
    cites(other, *(f"https://other.example/{n}" for n in range(3)))
    report = cites(first, *(f"https://first.example/{n}" for n in range(3)))
    assert run(first, web, report, "../other/report.md", dump=True) == 0
    assert [line.split("/")[2] for line in capsys.readouterr().out.splitlines()] == ["first.example"] * 3 + [
        "other.example"
    ]
    assert run(first, web, report, "../other/report.md", dump=True, limit=5) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_all_repositories_share_the_gentlest_pace(
    tmp_path: Path, first: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    other = repository(tmp_path / "other", "host_interval_seconds = 7\n")
    cites(other, "https://s.example/3")
    report = cites(first, "https://s.example/1", "https://s.example/2")
    run(first, None, report, "../other/report.md", dump=True)
    assert "to fetch: 3 sources from 1 host, in 21 s at least" in capsys.readouterr().err


def test_a_plan_says_that_an_offline_repository_would_refuse_it(
    tmp_path: Path, first: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    other = repository(tmp_path / "other", "offline = true\n")
    cites(other, web.url("/b"))
    assert run(first, web, "../other/report.md", dump=True) == 0
    assert "the configuration says offline: a call that fetches any of it is refused" in capsys.readouterr().err
    assert run(first, web, cites(first, web.url("/a")), dump=True) == 0
    assert "offline" not in capsys.readouterr().err


# --- what is typed


BAD = [
    {"timeout": 31.0},
    {"timeout": float("nan")},
    {"timeout": -1.0},
    {"max_redirects": 6},
    {"max_bytes": "65M"},
    {"max_bytes": "many"},
    {"max_retries": 11},
    {"host_interval": float("nan")},
    {"host_concurrency": 0},
    {"user_agent": "caf\u00e9"},
    {"header": ("s.example Cookie: a=b",)},
    {"header": ("s.example",)},
    {"allow_net": ("foo",)},
    {"allow_net": ("foo:99999",)},
]


@pytest.mark.parametrize("more", BAD, ids=str)
@pytest.mark.parametrize("how", ["fetch", "dump", "offline", "on record", "saved"])
def test_an_option_that_cannot_be_meant_is_refused_before_anything_is_done(
    more: dict[str, object], how: str, first: World, web: Web
) -> None:
    (first.root / "copy.html").write_text("<p>Copied.</p>")
    if how == "on record":
        run(first, web, url=(web.url("/a"),))
        del web.asked[:]
    given: dict[str, object] = {"dump": {"dump": True}, "offline": {"offline": True}}.get(how, {})  # type: ignore[assignment]
    if how == "saved":
        given = {"saved": (f"{web.url('/b')}=copy.html",)}
    with pytest.raises(Usage):
        run(first, web, url=(web.url("/a"),), **(given | more))
    assert web.asked == []
    assert text(first, web.url("/b")) is None


def test_a_field_for_a_host_of_which_nothing_is_asked_is_said(
    first: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = ("other.example X-Key: s3cr3t", f"http://127.0.0.1:{web.port} X-Key: s3cr3t")
    for more in ({"dump": True}, {}):
        assert run(first, web, url=(web.url("/a"),), header=fields, **more) == 0
        err = capsys.readouterr().err
        assert err.count("--header other.example: nothing is asked of that host") == 1
        assert "--header 127" not in err
        assert "s3cr3t" not in err


def test_what_is_typed_holds_for_an_opened_host_and_counts_in_its_plan(
    first: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/robots.txt"] = reply(b"User-agent: *\nDisallow: /b\n", type="text/plain")
    urls = (web.url("/a"), web.url("/b"))
    run(first, web, url=urls, dump=True)
    assert "in 0 s at least" in capsys.readouterr().err
    run(first, web, url=urls, dump=True, host_interval=3.0)
    assert "in 3 s at least" in capsys.readouterr().err
    run(first, web, url=urls, dump=True, host_interval=3.0, robots=True)
    assert "in 6 s at least" in capsys.readouterr().err
    assert run(first, web, url=urls, robots=True) == 1
    assert "access_denied" in capsys.readouterr().err
    assert sorted(web.asked) == ["/a", "/robots.txt"]


def test_the_configuration_is_not_typed_and_an_opened_host_is_asked_without_pauses(
    first: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    (first.root / "gnut.toml").write_text("host_interval_seconds = 60\n", encoding="utf-8")
    run(first, web, url=(web.url("/a"), web.url("/b")), dump=True)
    assert "in 0 s at least" in capsys.readouterr().err
