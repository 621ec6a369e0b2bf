"""`gnut acquire` as a person runs it, against a server on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from gnut.acquire.contract import Known, Snapshot
from gnut.acquire.core import load, on_record, replay, source_ref
from gnut.edge.live import capture, lacking, means
from gnut.edge.typed import typed
from gnut.edge.world import World, world
from gnut.errors import InputMissing, NetworkNotAllowed, NoStore, Usage
from gnut.model import Absence, Source, Uri
from gnut_store.store import DiskStore, open_store
from tests.acquiring import here, run, web
from tests.loopback import Web, redirect, reply
from tests.simulator import asked

__all__ = ["here", "web"]

pytestmark = pytest.mark.loopback

SECRET = "s3cr3t-query-token"


def store(here: World) -> DiskStore:
    assert here.store is not None
    return open_store(here.store)


def text(here: World, uri: str) -> str:
    got = replay(store(here))(asked(uri))
    assert isinstance(got, Source), got
    return got.text


def teams(here: World) -> list[Path]:
    """Return the files of the store that are to be committed."""
    assert here.store is not None
    return sorted(path for path in here.store.rglob("*") if path.is_file() and "local" not in path.parts)


def head(here: World, uri: str) -> Known:
    known = on_record(store(here), Uri(uri)).head
    assert known is not None
    return known


def test_an_address_is_fetched_once_and_then_on_record(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(here, web, url=(web.url("/a"),)) == 0
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"
    assert run(here, web, url=(web.url("/a"),)) == 0
    assert web.asked == ["/a"]
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == ["1 captured", "1 already on record"]


def test_a_refresh_with_equal_bytes_writes_nothing_that_is_to_be_committed(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    before = teams(here)
    assert run(here, web, url=(web.url("/a"),), refresh=True) == 0
    assert web.asked == ["/a", "/a"]
    assert teams(here) == before


def test_a_failure_is_named_with_what_to_do_and_ends_in_1(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = web.url("/gone?token=" + SECRET)
    assert run(here, web, url=(web.url("/a"), gone)) == 1
    err = capsys.readouterr().err
    assert "not_found (1): " in err
    assert "1 captured, 1 failed" in err
    assert SECRET not in err
    got = replay(store(here))(typed(gone))
    assert isinstance(got, Absence)
    assert got.why == "not_found"


def test_a_failed_refresh_keeps_the_snapshot_there_was(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    del web.pages["/a"]
    assert run(here, web, url=(web.url("/a"),), refresh=True) == 1
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"


LOGIN = b"<title>Sign in</title><h1>Sign in</h1><p>Please sign in to continue.</p><form><input type=password></form>"
HOLLOW = [
    (b"<title>Just a moment...</title><p>Enable cookies to continue. Ray ID 1</p>", "a bot check instead of the page"),
    (LOGIN, "answered with a sign-in page"),
    (b"<div id=root></div><script src=app.js></script>", "no text to search"),
    (b"<p> </p>", "no text to search"),
    (b"<div id=app></div><p>Please enable JavaScript to use this page.</p>", "only scripts fill (a script shell)"),
    (b"<p>We use cookies. Accept all cookies or reject them.</p>", "a request for consent (a cookie wall)"),
]


@pytest.mark.parametrize(("page", "said"), HOLLOW, ids=range(6))
def test_a_page_without_evidence_is_captured_and_noted_and_no_failure(
    page: bytes, said: str, here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/wall"] = reply(page)
    assert run(here, web, url=(web.url("/wall"),)) == 0
    err = capsys.readouterr().err
    assert "captured, but no evidence (1): the source " in err
    assert said in err
    assert "1 captured without evidence in them" in err
    assert "failed" not in err


@pytest.mark.parametrize(("page", "said"), HOLLOW, ids=range(6))
def test_a_saved_page_without_evidence_is_noted_alike(
    page: bytes, said: str, here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(here, None, saved=(f"https://s.example/p={saved(here, 'mine.html', page)}",)) == 0
    err = capsys.readouterr().err
    assert "captured, but no evidence (1): the source " in err
    assert said in err


def test_a_wall_where_a_page_is_on_record_is_a_failure(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    run(here, web, url=(web.url("/a"),))
    web.pages["/a"] = reply(LOGIN)
    assert run(here, web, url=(web.url("/a"),), refresh=True) == 1
    assert "login (1): sign in with a browser" in capsys.readouterr().err
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("file:///etc/passwd", "blocked_scheme"),
        ("/etc/passwd", "bad_url"),
        ("../x", "bad_url"),
        ("ftp://example.com/", "blocked_scheme"),
        ("http://user:pw@example.com/", "credentials_in_url"),
        ("http://2130706433/", "bad_url"),
        ("", "bad_url"),
        ("http://example.com/\r\nX: y", "bad_url"),
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_happens(here: World, address: str, code: str) -> None:
    with pytest.raises(Usage) as caught:
        run(here, None, url=(address,))
    assert (caught.value.code, caught.value.exit_code) == (code, 2)
    assert str(caught.value).isascii()
    assert "pw" not in str(caught.value).replace("user:pw", "") or code == "credentials_in_url"


def test_a_server_on_this_machine_is_refused_unless_it_was_opened(here: World, web: Web) -> None:
    assert run(here, None, url=(web.url("/a"),)) == 1
    assert web.asked == []


def test_without_a_store_nothing_is_fetched(tmp_path: Path, web: Web) -> None:
    with pytest.raises(NoStore) as caught:
        run(world(str(tmp_path)), web, url=(web.url("/a"),))
    assert (caught.value.exit_code, caught.value.help) == (2, "run  gnut init")
    assert web.asked == []


def test_with_nothing_named_it_says_what_to_type(here: World) -> None:
    with pytest.raises(Usage):
        run(here, None)


def test_the_configuration_can_forbid_every_fetch(here: World, web: Web) -> None:
    (here.root / "gnut.toml").write_text("offline = true\n", encoding="utf-8")
    with pytest.raises(NetworkNotAllowed):
        run(here, web, url=(web.url("/a"),))
    assert web.asked == []


def test_the_plan_is_printed_and_nothing_is_asked(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    run(here, web, url=(web.url("/a"),))
    capsys.readouterr()
    assert run(here, web, url=(web.url("/a"), web.url("/b?x=1"), "https://p.example/é\u202e"), dump=True) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [web.url("/b?x=1"), "https://p.example/é\\u202e"]
    assert "1 on record" in err
    assert web.asked == ["/a"]


def test_quiet_says_what_was_not_had_and_nothing_else(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(here, web, url=(web.url("/a"), web.url("/gone")), quiet=True) == 1
    assert capsys.readouterr() == ("", f"{web.url('/gone')}  not_found: HTTP 404: it is not there\n")
    assert run(here, web, url=(web.url("/a"),), quiet=True) == 0
    assert capsys.readouterr() == ("", "")


def test_no_query_of_a_redirect_enters_the_store(here: World, web: Web) -> None:
    web.pages |= {"/moved": redirect(f"/a?token={SECRET}"), f"/a?token={SECRET}": reply(b"<p>words</p>")}
    assert run(here, web, url=(web.url("/moved"),)) == 0
    disk = store(here)
    assert all(SECRET.encode() not in disk.get(oid) for oid in disk.ids())
    assert head(here, web.url("/moved")).snapshot.final_uri == web.url("/a")


def test_every_hop_of_a_redirect_is_in_the_snapshot(here: World, web: Web) -> None:
    web.pages |= {"/1": redirect("/2?x=1"), "/2?x=1": redirect("/a")}
    assert run(here, web, url=(web.url("/1"),)) == 0
    snapshot = head(here, web.url("/1")).snapshot
    assert (snapshot.hops, snapshot.final_uri, snapshot.redirected) == ((web.url("/2"),), web.url("/a"), True)


def test_keep_text_leaves_the_raw_page_out_of_the_teams_tier(here: World, web: Web) -> None:
    (here.root / "gnut.toml").write_text('keep = "text"\n', encoding="utf-8")
    assert run(here, web, url=(web.url("/a"),)) == 0
    snapshot = head(here, web.url("/a")).snapshot
    assert snapshot.raw is None
    assert store(here).get(snapshot.raw_oid, "blob") == b"<p>The gate shuts at nine.</p>"
    assert len(list((here.root / ".gnut/local/packs").iterdir())) == 1


def test_a_wall_that_is_there_again_is_counted_as_on_record(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/wall"] = reply(b"<p>We use cookies. Accept all cookies or reject them.</p>")
    run(here, web, url=(web.url("/wall"),))
    capsys.readouterr()
    assert run(here, web, url=(web.url("/wall"),)) == 0
    assert "1 on record without evidence in them" in capsys.readouterr().err


def test_a_check_says_that_a_cookie_wall_is_no_scan(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    from gnut.cli import main

    web.pages["/wall"] = reply(b"<p>We use cookies. Accept all cookies or reject them.</p>")
    (here.root / "report.md").write_text(f'"Tariffs rose to nine." ([a]({web.url("/wall")}))\n', encoding="utf-8")
    assert run(here, web, "report.md") == 0
    capsys.readouterr()
    assert main(["-C", str(here.root), "check", "--output-format", "full", "report.md"]) == 1
    out = capsys.readouterr().out
    assert "the source answered with a request for consent (a cookie wall) instead of the page" in out
    assert "accept or refuse" in out
    assert "scan" not in out


def test_a_line_that_ignores_a_failed_source_is_named_in_its_remedy(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    from gnut.cli import main

    (here.root / "report.md").write_text(f'"Tariffs rose to nine." ([a]({web.url("/gone")}))\n', encoding="utf-8")
    assert run(here, web, "report.md") == 1
    (here.root / ".gnutignore").write_text("/gone\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["-C", str(here.root), "check", "--output-format", "full", "report.md"]) == 1
    out, err = capsys.readouterr()
    assert "take out .gnutignore:1 first, which keeps it from being fetched again" in out
    assert ".gnutignore keeps 1 source that could not be had from being fetched" in err


def test_a_quiet_call_prints_the_table_that_was_asked_for(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(here, web, url=(web.url("/a"),), quiet=True, host_stats=True) == 0
    assert capsys.readouterr().err.startswith("host")


# --- copies that the user brings


def saved(here: World, name: str, body: bytes) -> str:
    (here.root / name).write_bytes(body)
    return name


def test_a_supplied_copy_is_kept_with_its_kind_and_without_its_path(here: World) -> None:
    name = saved(here, "a secret=name.md", b"# Notes\n\nThe gate shuts at nine.\n")
    assert run(here, None, saved=(f"https://s.example/p?id=7&t={SECRET}={name}",)) == 0
    uri = f"https://s.example/p?id=7&t={SECRET}"
    snapshot = head(here, uri).snapshot
    assert (snapshot.supplied, snapshot.media_type, snapshot.final_uri) == (
        True,
        "text/markdown",
        "https://s.example/p",
    )
    disk = store(here)
    assert all(b"secret=name" not in disk.get(oid) for oid in disk.refs(source_ref(Uri(uri))))


def test_a_supplied_copy_never_takes_a_fetched_ones_place_unasked(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    copy = f"{web.url('/a')}={saved(here, 'mine.html', b'<p>My own words.</p>')}"
    with pytest.raises(Usage, match="on record") as caught:
        run(here, None, saved=(copy,))
    assert "--refresh" in str(caught.value.help)
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"
    fetched = head(here, web.url("/a")).oid
    assert run(here, None, saved=(copy,), refresh=True) == 0
    assert text(here, web.url("/a")) == "My own words.\n"
    assert head(here, web.url("/a")).snapshot.previous == fetched


def test_a_supplied_copy_takes_the_place_of_a_wall_and_of_an_older_copy(here: World, web: Web) -> None:
    web.pages["/wall"] = reply(b"<title>Just a moment...</title><p>Enable cookies to continue. Ray ID 1</p>")
    run(here, web, url=(web.url("/wall"),))
    for words in ("first words", "second words"):
        name = saved(here, "mine.html", f"<p>{words}</p>".encode())
        assert run(here, None, saved=(f"{web.url('/wall')}={name}",)) == 0
        assert text(here, web.url("/wall")) == words + "\n"


def test_one_refused_copy_keeps_the_others_out_too(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    name = saved(here, "mine.html", b"<p>words</p>")
    with pytest.raises(Usage):
        run(here, None, saved=(f"https://s.example/new={name}", f"{web.url('/a')}={name}"))
    assert store(here).refs(source_ref(Uri("https://s.example/new"))) == ()


@pytest.mark.parametrize(
    "again", ["https://s.example/p", "HTTPS://S.example:443/p#part", "https://s.example/p?utm_id=1"]
)
def test_two_copies_of_one_source_are_refused(here: World, again: str) -> None:
    one, other = saved(here, "one.html", b"<p>one</p>"), saved(here, "other.html", b"<p>other</p>")
    with pytest.raises(Usage, match="is given twice"):
        run(here, None, saved=(f"https://s.example/p={one}", f"{again}={other}"))
    assert store(here).refs(source_ref(Uri("https://s.example/p"))) == ()


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        ("https://s.example/", Usage),
        ("https://s.example/=none.html", InputMissing),
        ("https://s.example/=", InputMissing),
        ("s.example=mine.html", Usage),
        ("=mine.html", Usage),
        ("https://s.example/=folder", InputMissing),
    ],
)
def test_a_copy_that_names_no_address_or_no_file_is_refused(here: World, argument: str, error: type[Exception]) -> None:
    saved(here, "mine.html", b"<p>words</p>")
    (here.root / "folder").mkdir()
    with pytest.raises(error):
        run(here, None, saved=(argument,))


def test_a_copy_that_is_not_there_is_named(here: World) -> None:
    with pytest.raises(
        InputMissing, match=r"--saved https://s\.example/x=none\.html: there is no file none\.html$"
    ) as got:
        run(here, None, saved=("https://s.example/x=none.html",))
    assert "URL=FILE" not in str(got.value.help)


def test_a_copy_that_no_named_report_cites_is_said_and_taken(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    (here.root / "report.md").write_text("It shuts ([a](https://s.example/x#top)).\n")
    name = saved(here, "mine.html", b"<p>The gate shuts at nine.</p>")
    assert run(here, None, "report.md", saved=(f"https://typo.example/x={name}", f"https://s.example/x={name}")) == 0
    noted = [line for line in capsys.readouterr().err.splitlines() if "cited by no report" in line]
    assert noted == [
        "--saved https://typo.example/x: cited by no report that was named; the copy is taken all the same"
    ]
    assert text(here, "https://typo.example/x") == "The gate shuts at nine.\n"
    assert run(here, None, saved=(f"https://typo.example/y={name}",)) == 0
    assert "cited by no report" not in capsys.readouterr().err


# --- reports


def test_a_report_has_its_missing_sources_taken_and_its_files_left_alone(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages["/b"] = reply(b"<p>The lock is shut.</p>")
    report = here.root / "report.md"
    report.write_text(
        f'"The gate shuts at nine." [a]({web.url("/a")}) "The lock is shut." [b]({web.url("/b#x")}) '
        f'"Kept here." [c](notes.md) and [itself](report.md) and [a again]({web.url("/a")}).\n',
        encoding="utf-8",
    )
    (here.root / "notes.md").write_text("Kept here.", encoding="utf-8")
    assert run(here, web, "report.md") == 0
    assert sorted(web.asked) == ["/a", "/b"]
    assert "2 captured" in capsys.readouterr().err


def test_a_report_that_is_not_there_does_not_stop_the_others(here: World, web: Web) -> None:
    (here.root / "report.md").write_text(f"See [a]({web.url('/a')}).\n", encoding="utf-8")
    assert run(here, web, "none.md", "report.md") == 2
    assert web.asked == ["/a"]


def test_a_report_with_many_sources_says_how_many_before_it_fetches(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    web.pages |= {f"/{n}": reply(f"<p>page {n}</p>".encode()) for n in range(12)}
    (here.root / "report.md").write_text(
        "".join(f"See [a]({web.url(f'/{n}')}).\n" for n in range(12)), encoding="utf-8"
    )
    assert run(here, web, "report.md") == 0
    assert capsys.readouterr().err.splitlines() == ["fetching 12 sources from 1 host", "12 captured"]


def test_an_address_with_a_password_is_refused_and_its_password_shown_nowhere(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    (here.root / "report.md").write_text(f"See [a](http://joe:{SECRET}@s.example/a).\n", encoding="utf-8")
    assert run(here, web, "report.md", dump=True) == 0
    assert run(here, web, "report.md") == 1
    out, err = capsys.readouterr()
    assert "credentials_in_url (1): " in err
    assert SECRET not in out + err
    disk = store(here)
    assert all(SECRET.encode() not in disk.get(oid) for oid in disk.ids())


def test_addresses_that_no_parser_agrees_on_are_named_failures_and_no_crash(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = ["http://[", "http://a..b/", "http://127.1/", "http://exa mple.com/", "http://%/", "http://x:99999/"]
    (here.root / "report.md").write_text("".join(f"See <a href='{url}'>it</a>.\n\n" for url in odd), encoding="utf-8")
    assert run(here, web, "report.md") in (0, 1)
    assert "bug" not in capsys.readouterr().err


# --- what other commands use


def test_missing_sources_are_fetched_together_and_made_durable(here: World, web: Web) -> None:
    from gnut.config.parse import Config

    requests = [asked(web.url("/a")), asked(web.url("/none")), asked("file:notes.md")]
    way = means(Config(), allow_net=(f"127.0.0.1:{web.port}",))
    todo = lacking(store(here), requests)
    assert todo == tuple(requests[:2])
    done = tuple(capture(here, store(here), todo, way))
    assert {one.request.uri: one.strategy.value for one in done} == {
        web.url("/a"): "live_archived",
        web.url("/none"): "live_failed",
    }
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"
    assert lacking(store(here), requests) == (requests[1],)


def test_what_was_captured_before_an_interrupt_is_kept(here: World, web: Web) -> None:
    from gnut.config.parse import Config

    way = means(Config(), allow_net=(f"127.0.0.1:{web.port}",), jobs=1)

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    web.pages["/b"] = reply(b"<p>b</p>")
    with pytest.raises(KeyboardInterrupt):
        tuple(capture(here, store(here), [asked(web.url("/a")), asked(web.url("/b"))], way, _second(interrupt)))
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"


def _second(interrupt: object) -> object:
    calls: list[object] = []

    def settled(one: object, _: object) -> None:
        calls.append(one)
        if len(calls) == 2:
            interrupt(one)  # type: ignore[operator]

    return settled


def test_limits_of_the_configuration_only_lower_gnuts_own() -> None:
    from gnut.config.parse import Config
    from gnut.edge.net import LIMITS

    way = means(replace(Config(), max_source_bytes=1000, timeout_seconds=5))
    limits = way.fetch._limits  # type: ignore[attr-defined]
    assert (limits.wire, limits.decoded_pdf, limits.exchange, limits.head) == (1000, 1000, 5, LIMITS.head)


def test_a_long_call_publishes_what_it_has_every_few_seconds(here: World, web: Web) -> None:
    from gnut.edge.live import settled_with
    from gnut.edge.pending import CUT_SECONDS, Pending
    from gnut.text.source import Extracted, read
    from tests.simulator import SourceSim

    now = [0.0]
    pending = Pending(store(here), lambda: now[0])
    sim = SourceSim().publish("https://s.example/1", "one").publish("https://s.example/2", "two")
    written = []
    for uri in sim.pages:
        now[0] += CUT_SECONDS * 0.6
        written.append(pending.add(settled_with(store(here), asked(uri), sim.live(asked(uri)), here.now(), "all")))
    assert [len(each) for each in written] == [0, 2]
    assert text(here, "https://s.example/2") == "two"
    assert isinstance(read(b"x", None, "x.txt"), Extracted)


@pytest.mark.parametrize("error", [OSError("disk"), KeyboardInterrupt()], ids=["error", "interrupt"])
@pytest.mark.parametrize("at", [1, 2], ids=["local", "team"])
def test_a_write_that_is_cut_short_loses_nothing_that_waits(error: BaseException, at: int, here: World) -> None:
    from gnut.edge.live import settled_with
    from gnut.edge.pending import Pending
    from tests.simulator import SourceSim

    disk = store(here)
    writes: list[str] = []

    class Broken:
        def write(self, tier: str) -> object:
            writes.append(tier)
            if len(writes) == at:
                raise error
            return disk.write(tier)  # type: ignore[arg-type]

    sim = SourceSim().publish("https://s.example/1", "one").publish("https://s.example/2", "two")
    pending = Pending(Broken(), lambda: 0.0)  # type: ignore[arg-type]
    for uri in sim.pages:
        pending.add(settled_with(disk, asked(uri), sim.live(asked(uri)), here.now(), "hash"))
    with pytest.raises(type(error)):
        pending.flush()
    assert len(pending.flush()) == 2
    assert pending.flush() == []
    assert [text(here, uri) for uri in sim.pages] == ["one", "two"]


def test_an_interrupt_during_a_write_keeps_and_counts_what_was_fetched(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    writes: list[str] = []
    sound = DiskStore.write

    def write(self: DiskStore, tier: object) -> object:
        writes.append(str(tier))
        if len(writes) == 1:
            raise KeyboardInterrupt
        return sound(self, tier)  # type: ignore[arg-type]

    monkeypatch.setattr(DiskStore, "write", write)
    monkeypatch.setattr("gnut.edge.pending.CUT_BYTES", 0)
    web.pages["/b"] = reply(b"<p>b</p>")
    with pytest.raises(KeyboardInterrupt):
        run(here, web, url=(web.url("/a"), web.url("/b")), jobs=1)
    assert "interrupted: 1 captured, " in capsys.readouterr().err
    kept = [isinstance(replay(store(here))(asked(web.url(path))), Source) for path in ("/a", "/b")]
    assert kept.count(True) == 1


def test_a_snapshot_on_disk_is_canonical_and_checks(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    known = head(here, web.url("/a"))
    assert isinstance(load(store(here).get(known.oid, "snapshot"), Uri(web.url("/a"))), Snapshot)
