"""What `gnut acquire` takes, leaves out and says of it before the first packet."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from gnut.edge.world import World, world
from gnut.errors import BadConfig, InputMissing, NetworkNotAllowed, Usage
from gnut_store.store import init
from tests.acquiring import cites, here, kept, run, store, text, web
from tests.loopback import Web, redirect, reply

__all__ = ["here", "web"]

pytestmark = pytest.mark.loopback

SECRET = "s3cr3t-value"


# --- offline


@pytest.mark.parametrize("how", ["flag", "environment"])
def test_offline_lists_what_is_missing_and_asks_nobody(
    how: str, here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    run(here, web, url=(web.url("/a"),))
    capsys.readouterr()
    report = cites(here, web.url("/a"), web.url("/b"), "https://x.example/c")
    there = here._replace(environ=here.environ | {"GNUT_OFFLINE": "1"}) if how == "environment" else here
    assert run(there, web, report, offline=how == "flag") == 1
    err = capsys.readouterr().err
    assert f"not_acquired (2): run  gnut acquire --allow-net 127.0.0.1:{web.port} report.md\n" in err
    assert f"  {web.url('/b')}  " in err
    assert "1 already on record, 2 not on record" in err
    assert web.asked == ["/a"]


def test_offline_with_everything_on_record_is_well(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    assert run(here, web, cites(here, web.url("/a")), offline=True) == 0


def test_offline_calls_a_wall_on_record_what_a_fetch_calls_it(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/wall"] = reply(b"<title>Sign in</title><form><input type=password></form>")
    url = (web.url("/wall"),)
    assert [run(here, web, url=url), run(here, web, url=url)] == [0, 0]
    capsys.readouterr()
    assert run(here, web, url=url, offline=True) == 0
    err = capsys.readouterr().err
    assert "no evidence (1)" in err
    assert err.splitlines()[-1] == "1 on record without evidence in them"


def test_offline_a_failure_on_record_is_not_on_record(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    url = (web.url("/gone"),)
    assert [run(here, web, url=url), run(here, web, url=url, offline=True)] == [1, 1]
    assert capsys.readouterr().err.splitlines()[-1] == "1 not on record"


@pytest.mark.parametrize("value", ["", "0"])
def test_an_environment_that_says_nothing_forbids_nothing(value: str, here: World, web: Web) -> None:
    there = here._replace(environ=here.environ | {"GNUT_OFFLINE": value})
    assert run(there, web, url=(web.url("/a"),)) == 0
    assert web.asked == ["/a"]


@pytest.mark.parametrize("more", [{"refresh": True}, {"max_age": "1d"}, {"dry_run": True}, {"archive": "wayback"}])
def test_what_fetches_is_refused_together_with_offline(more: dict[str, object], here: World, web: Web) -> None:
    with pytest.raises(Usage, match="fetches nothing"):
        run(here, web, url=(web.url("/a"),), offline=True, **more)
    with pytest.raises(Usage, match="GNUT_OFFLINE"):
        run(here._replace(environ={"GNUT_OFFLINE": "1"}), web, url=(web.url("/a"),), **more)
    assert web.asked == []


@pytest.mark.parametrize(
    "more", [{"refresh": True, "max_age": "1d"}, {"dump": True, "dry_run": True}, {"dump": True, "json": True}]
)
def test_options_that_contradict_each_other_are_refused(more: dict[str, object], here: World, web: Web) -> None:
    with pytest.raises(Usage, match=r"fetches all anew|and stops"):
        run(here, web, url=(web.url("/a"),), **more)


# --- what is left out


def test_an_ignored_address_is_left_out_named_and_still_missing(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    (here.root / ".gnutignore").write_text("# private pages\n\n/b$\n  ^https://x\\.example/  \n", encoding="utf-8")
    report = cites(here, web.url("/a"), web.url("/b"), "https://x.example/c")
    assert run(here, web, report, dump=True) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [web.url("/a")]
    assert f"left out by .gnutignore:3 (1):\n  {web.url('/b')}\n" in err
    assert "left out by .gnutignore:4 (1):\n  https://x.example/c\n" in err
    assert run(here, web, report) == 0
    err = capsys.readouterr().err
    assert "left out by .gnutignore:3 (1): bring copies with  gnut acquire --saved URL=FILE, or take that" in err
    assert "1 captured, 2 left out" in err
    assert web.asked == ["/a"]


def test_an_address_that_is_typed_is_taken_whatever_the_repository_ignores(here: World, web: Web) -> None:
    (here.root / ".gnutignore").write_text(".\n", encoding="utf-8")
    assert run(here, web, url=(web.url("/a"),)) == 0
    assert web.asked == ["/a"]


def test_exclude_leaves_out_and_include_takes_all_the_same(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    report = cites(here, web.url("/a"), web.url("/b"))
    assert run(here, web, report, exclude=("127",), include=("/b$",)) == 0
    assert web.asked == ["/b"]
    assert "left out by --exclude 127 (1)" in capsys.readouterr().err


def test_include_alone_takes_nothing_else(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(here, web, cites(here, web.url("/a"), web.url("/b")), include=("/a$",)) == 0
    assert web.asked == ["/a"]
    assert (
        "named by no --include (1): to take them, give one more --include that does, or none" in capsys.readouterr().err
    )


def test_include_with_exclude_takes_what_neither_names_as_lychee_does(here: World, web: Web) -> None:
    assert run(here, web, cites(here, web.url("/a"), web.url("/b")), include=("/a$",), exclude=("/z$",)) == 0
    assert sorted(web.asked) == ["/a", "/b"]


@pytest.mark.parametrize("option", ["include", "exclude"])
@pytest.mark.parametrize("pattern", ["(", "[", "(?P<x", "a{1000}{1000}", "x" * 1001, "*", "\\"])
def test_a_pattern_that_is_none_is_refused_before_anything_is_asked(
    pattern: str, option: str, here: World, web: Web
) -> None:
    with pytest.raises(Usage, match=f"--{option}: ") as caught:
        run(here, web, url=(web.url("/a"),), **{option: (pattern,)})
    assert (caught.value.code, caught.value.exit_code) == ("bad_pattern", 2)
    assert web.asked == []


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(x+x+)+y", r"(([a-z])+.)+[A-Z]([a-z])+$", r"(.*)(.*)(.*)(.*)(.*)\1x"])
def test_a_pattern_that_backtracks_is_refused_in_a_bounded_time(pattern: str, here: World, web: Web) -> None:
    report = cites(here, f"http://a.example/{'a' * 3000}!", f"http://x.example/{'x' * 3000}", "http://h.example/a-b")
    began = time.process_time()
    with pytest.raises(Usage, match="takes too long"):
        run(here, web, report, exclude=(pattern,), dump=True)
    assert time.process_time() - began < 10


@pytest.mark.parametrize("body", [b"(\n", b"\xff\xfe\n", b"x\n" * 501, b"#" * 70_000, b"(a+)+$\n"])
def test_a_hostile_list_of_what_to_ignore_is_refused_and_never_hangs(body: bytes, here: World, web: Web) -> None:
    (here.root / ".gnutignore").write_bytes(body)
    with pytest.raises((BadConfig, Usage)) as caught:
        run(here, web, cites(here, f"http://a.example/{'a' * 3000}!"), dump=True)
    assert ".gnutignore" in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_list_that_is_a_pipe_is_refused_without_waiting_for_it(here: World, web: Web) -> None:
    import os

    os.mkfifo(here.root / ".gnutignore")
    with pytest.raises(BadConfig, match="not a regular file"):
        run(here, web, cites(here, web.url("/a")))


# --- how many


def test_what_is_over_the_limit_is_left_for_another_call(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    report = cites(here, web.url("/a"), web.url("/b"))
    assert run(here, web, report, limit=1) == 1
    err = capsys.readouterr().err
    assert "left for another call (1): run the same again, or raise --limit" in err
    assert "1 captured, 1 left for another call" in err
    assert web.asked == ["/a"]
    assert run(here, web, report, limit=1) == 0
    assert web.asked == ["/a", "/b"]


def test_the_configuration_lowers_how_many_are_asked_for(here: World, web: Web) -> None:
    (here.root / "gnut.toml").write_text("max_sources = 1\n", encoding="utf-8")
    assert run(here, web, cites(here, web.url("/a"), web.url("/b"))) == 1
    assert web.asked == ["/a"]


def test_a_flood_of_links_is_one_plan_and_two_thousand_fetches(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    report = here.root / "flood.md"
    report.write_text("".join(f"See <http://victim.example/{n}>.\n\n" for n in range(5_000)), encoding="utf-8")
    assert run(here, None, "flood.md", dump=True) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2000
    assert "to fetch: 2000 sources from 1 host, in 33 min 20 s at least" in err
    assert "over max_sources (3000)" in err
    assert "… and 2980 more" in err


# --- the plan


def test_the_plan_says_whom_how_much_and_how_long(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    report = cites(here, *(f"https://busy.example/{n}" for n in range(5)), "https://idle.example/x", "notes.md")
    assert run(here, None, report, dump=True) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 6
    assert "to fetch: 6 sources from 2 hosts, in 5 s at least" in err
    assert "busiest host: busy.example (5)" in err
    assert run(here, None, report, dump=True, host_interval=2.0, robots=False) == 0
    assert "in 8 s at least" in capsys.readouterr().err


def test_a_plan_needs_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = world(str(tmp_path))
    assert run(there, None, cites(there, "https://x.example/a"), dump=True) == 0
    assert capsys.readouterr().out == "https://x.example/a\n"


# --- elsewhere


def test_a_remap_fetches_elsewhere_and_the_source_keeps_its_name(here: World, web: Web) -> None:
    mirror = f"^https://example\\.org/(.*)$ {web.url('/')}$1"
    assert run(here, web, url=("https://example.org/a",), remap=(mirror,)) == 0
    assert web.asked == ["/a"]
    assert text(here, "https://example.org/a") == "The gate shuts at nine.\n"
    assert text(here, web.url("/a")) is None


def test_a_remap_is_in_the_plan(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(here, web, url=("https://example.org/a",), remap=("example.org mirror.example",), dump=True) == 0
    assert capsys.readouterr().out == "https://mirror.example/a\n"


@pytest.mark.parametrize("value", ["one-word", "", " x", "a(b) $2", "(?P<n>a) ${m}", "( x"])
def test_a_remap_that_says_too_little_is_refused(value: str, here: World, web: Web) -> None:
    with pytest.raises(Usage, match="--remap"):
        run(here, web, url=(web.url("/a"),), remap=(value,))


def test_a_remap_opens_no_door(here: World, web: Web) -> None:
    assert run(here, None, url=("https://example.org/a",), remap=(f"^.*$ {web.url('/a')}",)) == 1
    assert run(here, None, url=("https://example.org/a",), remap=("^.*$ file:///etc/passwd",)) == 1
    assert web.asked == []


# --- what is asked for


def test_addresses_come_from_a_file_or_from_standard_input(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = f"# mine\n\n{web.url('/a')}\n  {web.url('/b')}  \n{web.url('/a')}\n"
    (here.root / "urls.txt").write_text(listed, encoding="utf-8")
    assert run(here, web, files_from="urls.txt") == 0
    assert sorted(web.asked) == ["/a", "/b"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(listed.encode())))
    assert run(here, web, files_from="-", refresh=True) == 0
    assert sorted(web.asked) == ["/a", "/a", "/b", "/b"]


def test_a_line_that_is_no_address_is_named_by_its_number(here: World, web: Web) -> None:
    (here.root / "urls.txt").write_text(f"{web.url('/a')}\nfile:///etc/passwd\n", encoding="utf-8")
    with pytest.raises(Usage, match=r"urls\.txt:2: file:///etc/passwd") as caught:
        run(here, web, files_from="urls.txt")
    assert caught.value.code == "blocked_scheme"
    with pytest.raises(InputMissing):
        run(here, web, files_from="none.txt")
    assert web.asked == []


# --- manners and limits


def test_a_field_goes_to_its_host_alone_and_is_kept_nowhere(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = (f"http://127.0.0.1:{web.port} X-Key: {SECRET}", "other.example X-Other: none")
    assert run(here, web, url=(web.url("/a"), web.url("/gone")), header=fields) == 1
    assert any(f"X-Key: {SECRET}".lower().encode() in head.lower() for head in web.raw)
    assert not any(b"x-other" in head.lower() for head in web.raw)
    out, err = capsys.readouterr()
    assert SECRET not in out + err
    assert not any(SECRET.encode() in body for body in kept(here).values())
    disk = store(here)
    assert not any(SECRET.encode() in disk.get(oid) for oid in disk.ids())


@pytest.mark.parametrize(
    "value",
    [
        *("X-Key: s3cr3t", "host X-Key s3cr3t", "host X Key: s3cr3t", "h/ost X-Key: s3cr3t", " : s3cr3t", ""),
        *("host Host: s3cr3t", "host content-length: s3cr3t", "host Range: s3cr3t", "host X: s3cr3t\r\nY: z"),
        *("host X: s3cr3t\0", "host X: s3cr3t\u0142", "user@host X: s3cr3t", "host User-Agent: s3cr3t"),
    ],
)
def test_a_malformed_field_is_refused_without_its_value(value: str, here: World, web: Web) -> None:
    with pytest.raises(Usage) as caught:
        run(here, web, url=(web.url("/a"),), header=(value,))
    assert "s3cr3t" not in str(caught.value) + str(caught.value.help)
    assert web.asked == []


def test_a_server_is_told_what_the_user_calls_himself(here: World, web: Web) -> None:
    assert run(here, web, url=(web.url("/a"),), user_agent="library/1 (mail@x.example)") == 0
    assert b"library/1 (mail@x.example)" in web.raw[0]
    for bad in ("", "  ", "a\r\nb", "é", "x" * 9000):
        with pytest.raises(Usage, match="user agent"):
            run(here, web, url=(web.url("/b"),), user_agent=bad)


@pytest.mark.parametrize(
    "more",
    [
        {"timeout": 31.0},
        {"max_bytes": "65M"},
        {"max_redirects": 6},
        {"max_bytes": "0"},
        {"max_bytes": "much"},
        {"timeout": float("nan")},
    ],
)
def test_a_limit_is_lowered_and_never_raised(more: dict[str, object], here: World, web: Web) -> None:
    with pytest.raises(Usage, match=r"at most|not a size"):
        run(here, web, url=(web.url("/a"),), **more)
    assert web.asked == []


def test_lower_limits_hold(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    web.pages |= {"/moved": redirect("/a"), "/long": reply(b"<p>" + b"word " * 1000 + b"</p>")}
    assert run(here, web, url=(web.url("/moved"),), max_redirects=0) == 1
    assert "too_many_redirects" in capsys.readouterr().err
    assert run(here, web, url=(web.url("/long"),), max_bytes="1k") == 1
    assert "too_large" in capsys.readouterr().err
    assert run(here, web, url=(web.url("/moved"), web.url("/long")), max_redirects=1, max_bytes="1M") == 0


def test_offline_in_the_configuration_holds_for_each_repository(here: World, web: Web, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    init(other)
    (other / "gnut.toml").write_text("offline = true\n", encoding="utf-8")
    there = world(str(other))
    with pytest.raises(NetworkNotAllowed):
        run(there, web, cites(there, web.url("/a")))
    assert web.asked == []
