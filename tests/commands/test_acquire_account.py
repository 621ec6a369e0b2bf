"""The account that `gnut acquire` gives at its end, for people and for programs, and when it is interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace

from gnut.acquire.contract import WHYS
from gnut.cli import main
from gnut.edge.progress import Progress
from gnut.edge.world import World
from gnut.formats.acquired import account, failures
from gnut.formats.acquired_json import HostCame
from gnut.formats.addresses import bare
from gnut.formats.came import NOT_HAD, OUTCOMES, WOULD, Came
from gnut.formats.hosts import table
from gnut.formats.lasting import clock, lasting
from gnut.formats.schemas import schemas
from gnut.formats.sizes import size
from gnut.model import Absence, Uri
from tests.acquiring import cites, here, run, text, web
from tests.loopback import Web, redirect, reply

__all__ = ["here", "web"]

pytestmark = pytest.mark.loopback

SECRET = "s3cr3t"


def lost(address: str, why: str = "not_found", *reports: str) -> Came:
    uri = Uri(address)
    return Came(uri, address, "failed", Absence(uri, why, "so it went"), reports=reports)


# --- failures by kind


def test_each_kind_has_its_remedy_with_the_name_of_the_report_in_it() -> None:
    told = failures([lost("https://s.example/a", "timeout", "docs/report one.md"), lost("https://s.example/b", "gone")])
    assert "timeout (1): run  gnut acquire 'docs/report one.md'  again" in told
    assert "gone (1): find where the page went, or cite an archived copy of it" in told


def test_an_address_that_no_report_cites_is_named_itself() -> None:
    assert failures([lost("https://s.example/a", "timeout")])[0] == (
        "timeout (1): run  gnut acquire --url https://s.example/a  again"
    )
    assert (
        failures([lost("https://s.example/a?id=1&b", "timeout")])[0]
        == "timeout (1): run  gnut acquire --url URL  again"
    )


def test_a_few_reports_are_named_and_many_are_not() -> None:
    few = [lost(f"https://s.example/{n}", "timeout", f"{n}.md") for n in range(3)]
    assert "gnut acquire 0.md 1.md 2.md  again" in failures(few)[0]
    assert "gnut acquire REPORT  again" in failures([*few, lost("https://s.example/3", "timeout", "3.md")])[0]


@pytest.mark.parametrize("why", WHYS)
def test_every_kind_of_absence_is_told_with_what_to_do(why: str) -> None:
    head, *rest = failures([lost("https://s.example/a", why, "r.md")])
    assert head.startswith(f"{why} (1): ")
    assert "{" not in head
    assert rest == ["  https://s.example/a  so it went"]


def test_a_long_list_is_cut_with_a_count_and_whole_with_verbose() -> None:
    many = [lost(f"https://s.example/{n:02}") for n in range(25)]
    told = account(many, 0)
    assert len(told) == 23
    assert told[-2] == "  … and 5 more: -v lists them"
    assert len(account(many, 0, verbose=True)) == 27


def test_every_source_is_in_exactly_one_count() -> None:
    done = [
        Came(Uri(f"https://s.example/{outcome}"), "", outcome, left_by="x")
        for outcome in OUTCOMES
        if outcome != "local"
    ]
    said = account(done, 1)[-1]
    assert sum(int(part.split()[0]) for part in said.split(", ") if part[0].isdigit()) == len(OUTCOMES)
    assert set(NOT_HAD) <= set(OUTCOMES) == set(WOULD)
    assert account([], 0) == ["nothing to acquire"]


def test_an_address_is_shown_without_a_password() -> None:
    assert bare("https://joe:pw@s.example/a?b=c@d") == "https://s.example/a?b=c@d"
    assert bare("https://joe@s.example") == "https://s.example"
    assert bare("https://s.example/@joe") == "https://s.example/@joe"


# --- what is worth knowing


def test_two_addresses_that_end_at_one_page_are_noted(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages |= {"/short": redirect("/a"), "/q?id=1": redirect("/list?id=1"), "/q?id=2": redirect("/list?id=2")}
    web.pages |= {"/list?id=1": reply(b"<p>The first of two.</p>"), "/list?id=2": reply(b"<p>The second.</p>")}
    report = cites(here, web.url("/short"), web.url("/a"), web.url("/q?id=1"), web.url("/q?id=2"))
    assert run(here, web, report) == 0
    err = capsys.readouterr().err
    assert "same page (1): addresses that end at one page" in err
    assert f"  {web.url('/short')}  =  {web.url('/a')}\n" in err
    assert run(here, web, report) == 0
    assert "same page (1)" in capsys.readouterr().err


def test_no_query_of_a_redirect_is_shown(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    web.pages |= {
        "/x": redirect(f"/?session={SECRET}"),
        f"/?session={SECRET}": reply(b"<p>Welcome to the keepers.</p>"),
    }
    assert run(here, web, url=(web.url("/x"),)) == 0
    assert run(here, web, url=(web.url("/x"),), refresh=True, dry_run=True, host_stats=True) == 0
    assert run(here, web, url=(web.url("/x"),), json=True, host_stats=True) == 0
    out, err = capsys.readouterr()
    assert SECRET not in out + err


# --- for programs


def test_the_json_keeps_to_its_schema_and_its_counts_add_up(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/wall"] = reply(b"<title>Just a moment...</title><p>Enable cookies to continue. Ray ID 1</p>")
    run(here, web, url=(web.url("/a"),))
    (here.root / ".gnutignore").write_text("ignored\n", encoding="utf-8")
    report = cites(here, *map(web.url, ("/a", "/b", "/gone", "/wall", "/ignored")), "notes.md#L1")
    capsys.readouterr()
    assert run(here, web, report, json=True, host_stats=True) == 1
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, json.loads(schemas()["gnut-acquire-v1.json"]))
    assert told["exit"] == 1
    assert {one["uri"].rpartition("/")[2]: one["outcome"] for one in told["sources"]} == {
        "a": "on_record",
        "b": "captured",
        "gone": "failed",
        "wall": "hollow",
        "ignored": "left_out",
    }
    assert sum(told["counts"].values()) == len(told["sources"]) + told["counts"]["local"]
    by = {one["outcome"]: one for one in told["sources"]}
    assert (by["failed"]["why"], by["hollow"]["why"], by["left_out"]["left_by"]) == (
        "not_found",
        "challenge",
        ".gnutignore:1",
    )
    assert by["captured"]["snapshot"].startswith("b3:")
    assert by["captured"]["reports"] == ["report.md"]
    (host,) = told["hosts"]
    assert (host["host"], host["requests"], host["failed"]) == ("127.0.0.1", 3, 1)


def test_the_json_comes_in_the_order_in_which_reports_cite(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages |= {f"/{n}": reply(f"<p>The page of number {n}.</p>".encode()) for n in range(9)}
    addresses = [web.url(f"/{n}") for n in (5, 3, 8, 1, 0, 7, 2, 6, 4)]
    assert run(here, web, cites(here, *addresses), json=True, quiet=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["uri"] for one in told["sources"]] == addresses


def test_hosts_are_told_in_a_table(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(here, web, url=(web.url("/a"), web.url("/gone")), host_stats=True) == 1
    head, row = capsys.readouterr().err.splitlines()[-2:]
    assert head.split() == ["host", "requests", "received", "seconds", "paused", "failed"]
    assert row.split()[:2] == ["127.0.0.1", "2"]
    assert row.split()[-1] == "1"


def test_the_table_of_hosts_lines_up_and_begins_with_the_busiest() -> None:
    lines = table(
        [HostCame("a.example", 1, 900, 10, 0, 1, 0, 0), HostCame("longer.example", 12, 3_400_000, 2, 0, 9, 3, 0)]
    )
    assert len({len(line) for line in lines}) == 1
    assert lines[1].startswith("longer.example        12    3.4 MB")


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (3_400_000, "3.4 MB"), (5 * 10**12, "5000.0 GB")]
)
def test_bytes_are_said_in_the_unit_that_fits(count: int, said: str) -> None:
    assert size(count) == said


@pytest.mark.parametrize(
    ("seconds", "said", "shown"),
    [
        (0, "0 s", "0:00"),
        (59.6, "1 min", "0:59"),
        (125, "2 min 5 s", "2:05"),
        (3660, "1 h 1 min", "1:01:00"),
        (-3, "0 s", "0:00"),
    ],
)
def test_a_span_is_said_in_two_units(seconds: float, said: str, shown: str) -> None:
    assert (lasting(seconds), clock(seconds)) == (said, shown)


# --- interrupted


def test_an_interrupt_keeps_what_was_captured_and_says_how_much(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/c"] = reply(b"<p>A third page of the keepers.</p>")
    steps = Progress.step

    def step(self: Progress, *, failed: bool, bytes: int = 0) -> None:
        steps(self, failed=failed, bytes=bytes)
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "step", step)
    with pytest.raises(KeyboardInterrupt):
        run(here, web, url=(web.url("/a"), web.url("/b"), web.url("/c")), jobs=1)
    assert "interrupted: 1 captured, 2 not finished; what was captured is kept" in capsys.readouterr().err
    assert [text(here, web.url(path)) is not None for path in ("/a", "/b", "/c")] == [True, False, False]


def test_the_process_ends_with_130_and_a_clean_line(here: World, web: Web) -> None:
    import os
    import pty
    import signal
    import subprocess
    import sys
    import time

    def slow(connection: object) -> None:
        time.sleep(20)

    web.pages["/slow"] = slow  # type: ignore[assignment]
    leader, follower = pty.openpty()
    words = ["acquire", "--allow-net", f"127.0.0.1:{web.port}", "--url", web.url("/a"), "--url", web.url("/slow")]
    environ = {name: value for name, value in os.environ.items() if name != "CI"} | {"TERM": "xterm"}
    child = subprocess.Popen(
        [sys.executable, "-m", "gnut", *words],
        cwd=here.root,
        stdout=follower,
        stderr=follower,
        env=environ,
        # A shell starts what runs in its background deaf to interrupts, and so is whoever that starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(follower)
    said = b""
    deadline = time.monotonic() + 60
    while b"1/2 sources" not in said and time.monotonic() < deadline:
        said += os.read(leader, 1000)
    child.send_signal(signal.SIGINT)
    try:
        while part := os.read(leader, 1000):
            said += part
    except OSError:
        pass  # Linux says EIO when the last writer of a terminal is gone.
    assert child.wait(60) == 130, said
    os.close(leader)
    last = said.decode().rpartition("\r\x1b[K")[2]
    assert last.strip() == "interrupted: 1 captured, 1 not finished; what was captured is kept"
    assert b"Traceback" not in said
    assert text(here, web.url("/a")) is not None


# --- as it is typed


def typed(here: World, web: Web, *words: str) -> int:
    return main(["-C", str(here.root), "acquire", "--allow-net", f"127.0.0.1:{web.port}", *words])


@pytest.mark.parametrize(
    ("words", "obeys"),
    [
        ([], None),
        (["--robots", "obey"], True),
        (["--robots=ignore"], False),
        (["--robots", "ignore"], False),
        (["--no-robots"], False),
        (["--robots"], True),
    ],
    ids=str,
)
def test_robots_are_obeyed_or_not_in_the_new_spelling_and_the_old(
    words: list[str], obeys: bool | None, here: World, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[bool] = []
    monkeypatch.setattr("gnut.commands.acquire.acquire", lambda world, errand: met.append(errand.robots) or 0)
    assert main(["acquire", *words, "--url", "https://s.example/"]) == 0
    assert met == [obeys]


@pytest.mark.parametrize("name", ["-j", "--jobs", "--max-concurrency"])
def test_how_many_at_once_has_three_names(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[int | None] = []
    monkeypatch.setattr("gnut.commands.acquire.acquire", lambda world, errand: met.append(errand.jobs) or 0)
    assert main(["acquire", name, "3", "--url", "https://s.example/"]) == 0
    assert met == [3]


def test_every_option_reaches_the_errand(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut.edge.errand import Errand

    met: list[Errand] = []
    monkeypatch.setattr("gnut.commands.acquire.acquire", lambda world, errand: met.append(errand) or 0)
    line = (
        "acquire r.md --url u --files-from f --saved s=f --from-warc w --refresh --max-age 1d --offline --dry-run "
        "--dump --include i --exclude e --remap x --limit 7 --archive wayback --allow-net h:1 --allow-downgrade "
        "--robots ignore --header h --user-agent ua --timeout 2.5 --max-bytes 4M --max-redirects 1 --max-retries 2 "
        "-j 3 --host-concurrency 1 --host-interval 2 --host-stats --no-progress --output-format json "
        "--color never -q -v"
    )
    assert main(line.split()) == 0
    (errand,) = met
    assert [name for name in Errand.__struct_fields__ if getattr(errand, name) == getattr(Errand(), name)] == []
    assert errand.timeout == 2.5


def test_as_typed_it_does_what_it_says(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(here, web, "--url", web.url("/a"), "--no-progress") == 0
    assert typed(here, web, "--url", web.url("/a"), "--offline") == 0
    web.pages["/a"] = reply(b"<p>The gate shuts at ten.</p>")
    assert typed(here, web, "--url", web.url("/a"), "--refresh", "--dry-run", "--color", "always") == 1
    assert "\x1b[31m[-nine-]\x1b[0m\x1b[32m{+ten+}\x1b[0m" in capsys.readouterr().out


# --- beside a check


def test_a_check_that_fetches_says_what_it_could_not_have(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    report = cites(here, web.url("/a"), web.url("/gone"))
    words = ["-C", str(here.root), "check", "--acquire", "--allow-net", f"127.0.0.1:{web.port}", report]
    assert main(words) == 1
    err = capsys.readouterr().err
    assert "not_found (1): find where the page went" in err
    assert "1 captured, 1 failed" in err
    assert main([*words, "-q"]) == 1
    assert "not_found (1)" not in capsys.readouterr().err


def test_a_check_leaves_out_what_the_repository_ignores(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    (here.root / ".gnutignore").write_text("/b$\n", encoding="utf-8")
    report = cites(here, web.url("/a"), web.url("/b"))
    main(["-C", str(here.root), "check", "--acquire", "--allow-net", f"127.0.0.1:{web.port}", report])
    assert web.asked == ["/a"]
    assert "left out by .gnutignore:1 (1)" in capsys.readouterr().err


def test_a_row_whose_source_is_ignored_says_so_and_not_to_acquire_it(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    report = cites(here, web.url("/a"), web.url("/b"))
    words = ["-C", str(here.root), "check", "--output-format", "full", report]
    (here.root / ".gnutignore").write_text("# ours\n/b$\n", encoding="utf-8")
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert f"= help:    bring a copy:  gnut acquire --saved {web.url('/b')}=FILE, or take out .gnutignore:2" in out
    assert "= help:    run  gnut acquire report.md" in out
    assert ".gnutignore keeps 1 source that could not be had from being fetched" in err
    assert "1 source has no snapshot: run  gnut " in err
    (here.root / ".gnutignore").write_text("(\n", encoding="utf-8")
    assert main(words) == 1
    assert "2 sources have no snapshot: run" in capsys.readouterr().err
    assert web.asked == []


def test_the_environment_forbids_a_check_to_fetch_as_well(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GNUT_OFFLINE", "1")
    report = cites(here, web.url("/a"))
    words = ["-C", str(here.root), "check", "--acquire", "--allow-net", f"127.0.0.1:{web.port}", report]
    assert main(words) == 2
    assert web.asked == []


def test_what_a_report_has_left_over_is_said_in_the_words_of_one_call(tmp_path: Path) -> None:
    one = replace(lost("https://s.example/a"), outcome="over_limit", absence=None)
    assert account([one], 0) == [
        "left for another call (1): run the same again, or raise --limit",
        "1 left for another call",
    ]
