"""What `gnut acquire` fetches again, what it says of changes, and what it takes from elsewhere."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from gnut.acquire.contract import Fetch
from gnut.edge.archive import LAPSED, with_archive
from gnut.edge.typed import typed
from gnut.edge.world import World, world
from gnut.errors import NoStore, Usage
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from tests.acquiring import cites, here, kept, run, text, web
from tests.loopback import Web, redirect, reply

__all__ = ["here", "web"]

pytestmark = pytest.mark.loopback


def at(here: World, moment: str) -> World:
    return here._replace(now=lambda: moment)


def validated(web: Web, path: str, body: bytes, tag: str) -> None:
    """Serve a page with an ETag, and 304 to whoever has it already."""

    def say(connection: socket.socket) -> None:
        asked = web.raw[-1].lower()
        known = f'if-none-match: "{tag}"'.encode() in asked
        fields = (("ETag", f'"{tag}"'),)
        connection.sendall(reply(b"", 304, None, fields) if known else reply(body, fields=fields))

    web.pages[path] = say


# --- again


def test_a_refresh_asks_whether_the_page_has_changed(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    validated(web, "/a", b"<p>The gate shuts at nine.</p>", "one")
    assert run(here, web, url=(web.url("/a"),)) == 0
    assert b"if-none-match" not in web.raw[0].lower()
    assert run(here, web, url=(web.url("/a"),), refresh=True) == 0
    assert b'if-none-match: "one"' in web.raw[1].lower()
    assert capsys.readouterr().err.splitlines() == ["1 captured", "1 unchanged"]
    validated(web, "/a", b"<p>The gate shuts at ten.</p>", "two")
    assert run(here, web, url=(web.url("/a"),), refresh=True) == 0
    assert text(here, web.url("/a")) == "The gate shuts at ten.\n"


def test_a_page_of_which_only_the_text_was_kept_is_had_whole_once_all_is_kept(here: World, web: Web) -> None:
    validated(web, "/a", b"<p>The gate shuts at nine.</p>", "one")
    (here.root / "gnut.toml").write_text('keep = "text"\n', encoding="utf-8")
    run(here, web, url=(web.url("/a"),))
    (here.root / "gnut.toml").unlink()
    run(here, web, url=(web.url("/a"),), refresh=True)
    assert b"if-none-match" not in web.raw[1].lower()


def test_a_page_that_is_fetched_elsewhere_is_not_asked_by_what_the_first_one_said(here: World, web: Web) -> None:
    validated(web, "/a?v=1", b"<p>The gate shuts at nine.</p>", "one")
    validated(web, "/a?v=2", b"<p>The gate shuts at ten.</p>", "one")
    assert run(here, web, url=(web.url("/a?v=1"),)) == 0
    assert run(here, web, url=(web.url("/a?v=1"),), refresh=True, remap=("v=1 v=2",)) == 0
    assert b"if-none-match" not in web.raw[1].lower()
    assert text(here, web.url("/a?v=1")) == "The gate shuts at ten.\n"


def test_what_is_old_enough_is_fetched_again_and_nothing_else(here: World, web: Web) -> None:
    run(at(here, "2026-01-01T00:00:00Z"), web, url=(web.url("/a"),))
    run(at(here, "2026-01-20T00:00:00Z"), web, url=(web.url("/b"),))
    web.asked.clear()
    both = (web.url("/a"), web.url("/b"))
    assert run(at(here, "2026-01-31T00:00:00Z"), web, url=both, max_age="30d") == 0
    assert web.asked == []
    assert run(at(here, "2026-01-31T00:00:01Z"), web, url=both, max_age="30d") == 0
    assert web.asked == ["/a"]


def test_a_page_found_unchanged_counts_as_seen(here: World, web: Web) -> None:
    run(at(here, "2026-01-01T00:00:00Z"), web, url=(web.url("/a"),))
    run(at(here, "2026-02-01T00:00:00Z"), web, url=(web.url("/a"),), refresh=True)
    run(at(here, "2026-02-02T00:00:00Z"), web, url=(web.url("/a"),), max_age="2d")
    assert web.asked == ["/a", "/a"]


def test_a_snapshot_out_of_the_future_is_not_young(here: World, web: Web) -> None:
    run(at(here, "2100-01-01T00:00:00Z"), web, url=(web.url("/a"),))
    run(at(here, "2026-01-01T00:00:00Z"), web, url=(web.url("/a"),), max_age="2w")
    assert web.asked == ["/a", "/a"]


@pytest.mark.parametrize("value", ["", "d", "30", "30 d", "-1d", "1y", "1.5h", "٣d", "9999999d"])
def test_an_age_that_is_none_is_refused(value: str, here: World, web: Web) -> None:
    with pytest.raises(Usage, match="--max-age"):
        run(here, web, url=(web.url("/a"),), max_age=value)


# --- dry


def test_a_dry_run_shows_what_changed_as_a_word_diff_and_keeps_nothing(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    run(here, web, url=(web.url("/a"), web.url("/b")))
    before = kept(here)
    web.pages["/a"] = reply(b"<p>The gate shuts at ten.</p>")
    web.pages["/new"] = reply(b"<p>A page that nobody had.</p>")
    capsys.readouterr()
    report = cites(here, web.url("/a"), web.url("/b"), web.url("/new"))
    assert run(here, web, report, refresh=True, dry_run=True) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"changed  {web.url('/a')}",
        "  The gate shuts at [-nine-]{+ten+}.",
        f"new  {web.url('/new')}",
    ]
    assert err.splitlines()[-1] == "1 new, 1 changed, 1 unchanged"
    assert kept(here) == before
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"


def test_the_json_of_a_dry_run_carries_the_changed_passages_without_colours(
    here: World, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    run(here, web, url=(web.url("/a"),))
    web.pages["/a"] = reply(b"<p>The gate shuts at ten.</p>")
    more = {"refresh": True, "dry_run": True}
    capsys.readouterr()
    assert run(here, web, url=(web.url("/a"), web.url("/b")), json=True, color="always", **more) == 1
    first, second = json.loads(capsys.readouterr().out)["sources"]
    assert "[-nine-]{+ten+}" in first["changes"]
    assert second["changes"] == f"new  {web.url('/b')}\n"
    run(here, web, url=(web.url("/a"),), color="never", **more)
    assert capsys.readouterr().out == first["changes"]
    run(here, web, url=(web.url("/a"),), refresh=True, json=True)
    assert json.loads(capsys.readouterr().out)["sources"][0]["changes"] is None


def test_a_dry_run_without_changes_ends_with_0_and_one_with_a_failure_with_1(here: World, web: Web) -> None:
    run(here, web, url=(web.url("/a"),))
    assert run(here, web, url=(web.url("/a"), web.url("/b")), refresh=True, dry_run=True) == 0
    assert run(here, web, url=(web.url("/a"), web.url("/gone")), dry_run=True) == 1
    assert text(here, web.url("/b")) is None


def test_a_dry_run_believes_a_server_that_nothing_changed(here: World, web: Web) -> None:
    validated(web, "/a", b"<p>The gate shuts at nine.</p>", "one")
    run(here, web, url=(web.url("/a"),))
    assert run(here, web, url=(web.url("/a"),), refresh=True, dry_run=True) == 0
    assert b'if-none-match: "one"' in web.raw[1].lower()


def test_other_bytes_of_the_same_words_are_no_change(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    run(here, web, url=(web.url("/a"),))
    web.pages["/a"] = reply(b"<div><p>The gate shuts at nine.</p></div><!-- served at 12:04 -->")
    capsys.readouterr()
    assert run(here, web, url=(web.url("/a"),), refresh=True, dry_run=True) == 0
    assert capsys.readouterr().out == f"same words  {web.url('/a')}\n"


def test_a_dry_run_needs_no_store(tmp_path: Path, web: Web) -> None:
    there = world(str(tmp_path))
    assert run(there, web, url=(web.url("/a"),), dry_run=True) == 0
    assert not (tmp_path / ".gnut").exists()
    with pytest.raises(NoStore):
        run(there, web, url=(web.url("/a"),))


def test_a_dry_run_with_a_copy_keeps_nothing(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    run(here, web, url=(web.url("/a"),))
    (here.root / "mine.html").write_bytes(b"<p>The gate shuts at noon.</p>")
    copy = f"{web.url('/a')}=mine.html"
    assert run(here, None, saved=(copy,), refresh=True, dry_run=True) == 1
    assert "[-nine-]{+noon+}" in capsys.readouterr().out
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"


def test_a_changed_page_moves_no_terminal(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    run(here, web, url=(web.url("/a"),))
    hostile = "<p>The gate shuts at \x1b[2J\u202e ##[error]::add-mask::ten.</p>"
    web.pages["/a"] = reply(hostile.encode())
    capsys.readouterr()
    assert run(here, web, url=(web.url("/a"),), refresh=True, dry_run=True) == 1
    out, err = capsys.readouterr()
    assert not set(out + err) & {"\x1b", "\u202e"}
    assert "##[" not in out


def test_a_real_refresh_says_what_changed(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    run(here, web, url=(web.url("/a"), web.url("/b")))
    web.pages["/a"] = reply(b"<p>The gate shuts at ten.</p>")
    capsys.readouterr()
    assert run(here, web, url=(web.url("/a"), web.url("/b")), refresh=True) == 0
    assert capsys.readouterr().err.splitlines() == [
        "changed since the last capture (1)",
        f"  {web.url('/a')}",
        "1 captured anew, changed, 1 unchanged",
    ]


# --- the archive


def network(answers: dict[str, Callable[[Request], Fetched | Absence]], asked: list[str]) -> Fetch:
    def fetch(request: Request) -> Fetched | Unchanged | Absence:
        asked.append(request.written)
        return answers[request.written](request)

    return fetch


def fails(why: str) -> Callable[[Request], Absence]:
    return lambda request: Absence(request.uri, why, "so it went")


def page(final: str) -> Callable[[Request], Fetched]:
    return lambda request: Fetched(request.uri, final, 200, "text/html", b"<p>words</p>", (), supplied=False)


COPY = "https://web.archive.org/web/2/https://s.example/p?id=1"


LOST = ("not_found", "gone", "dns_error", "unreachable", "timeout", "legal_block", "server_error")


def test_no_other_failure_and_no_fewer_lead_to_the_archive() -> None:
    assert sorted(LOST) == sorted(LAPSED)


@pytest.mark.parametrize("why", LOST)
def test_the_archive_is_asked_for_what_its_site_no_longer_serves(why: str) -> None:
    asked: list[str] = []
    final = "https://web.archive.org/web/20190301120000/https://s.example/p"
    fetch = with_archive(network({"https://s.example/p?id=1": fails(why), COPY: page(final)}, asked), (), ())
    answer = fetch(typed("https://s.example/p?id=1"))
    assert isinstance(answer, Fetched)
    assert (answer.uri, answer.final_uri) == ("https://s.example/p?id=1", final)
    assert asked == ["https://s.example/p?id=1", COPY]


@pytest.mark.parametrize(
    "why", ["access_denied", "too_large", "rate_limited", "blocked_target", "login", "pdf_invalid"]
)
def test_the_archive_is_no_way_around_a_refusal(why: str) -> None:
    asked: list[str] = []
    fetch = with_archive(network({"https://s.example/p": fails(why)}, asked), (), ())
    assert fetch(typed("https://s.example/p")) == fails(why)(typed("https://s.example/p"))
    assert asked == ["https://s.example/p"]


def test_where_the_archive_has_nothing_the_first_failure_stands() -> None:
    asked: list[str] = []
    fetch = with_archive(network({"https://s.example/p?id=1": fails("gone"), COPY: fails("not_found")}, asked), (), ())
    answer = fetch(typed("https://s.example/p?id=1"))
    assert isinstance(answer, Absence)
    assert (answer.why, answer.detail) == ("gone", "so it went; and the web archive gives no copy of it")


@pytest.mark.parametrize("why", ["timeout", "unreachable", "rate_limited", "server_error", "access_denied"])
def test_an_archive_that_cannot_be_asked_said_nothing(why: str) -> None:
    fetch = with_archive(network({"https://s.example/p?id=1": fails("gone"), COPY: fails(why)}, []), (), ())
    answer = fetch(typed("https://s.example/p?id=1"))
    assert isinstance(answer, Absence)
    assert answer.why == "gone"
    assert answer.detail == f"so it went; and the web archive could not be asked ({why}: so it went)"


@pytest.mark.parametrize(
    "address",
    [
        *(
            "https://s.example/p?token=abcdefgh12345678",
            "https://s.example/p?next=https%3A%2F%2Fx.example%2F%3Fsig%3Da1",
        ),
        *("https://s.example/p;jsessionid=A1B2C3D4", "https://s.example/p?X-Amz-Signature=0011223344556677"),
        *("https://withheld.example/p", "https://WITHHELD.example./p"),
        *("http://nas.local/x", "http://db.internal/x", "http://a.corp/x", "http://a.b.lan/x", "http://tv.home/x"),
        *("http://a.test/x", "http://a.localhost/x", "http://a.onion/x", "http://r.home.arpa/x", "http://A.LOCAL./x"),
        *("http://a.private/x", "http://a.intranet/x", "http://93.184.215.14/x", "http://wiki/page"),
    ],
)
def test_an_address_that_opens_a_door_or_names_a_private_host_is_not_told_to_the_archive(address: str) -> None:
    asked: list[str] = []
    fetch = with_archive(network({address: fails("gone")}, asked), (), {"withheld.example"})
    assert isinstance(fetch(typed(address)), Absence)
    assert asked == [address]


def test_a_host_with_a_field_of_the_user_is_not_told_to_the_archive(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gnut.edge import live

    asked: list[str] = []
    made = live.means

    def means(*given: object, **more: object) -> live.Means:
        answers = {"https://s.example/p": fails("gone"), "https://t.example/p": fails("gone")}
        archive = {f"https://web.archive.org/web/2/{one}": fails("not_found") for one in answers}
        return replace(made(*given, **more), fetch=network(answers | archive, asked))  # type: ignore[arg-type]

    monkeypatch.setattr("gnut.edge.asking.means", means)
    report = cites(here, "https://s.example/p", "https://t.example/p")
    assert run(here, web, report, archive="wayback", header=("s.example X-Key: a",)) == 1
    assert sorted(asked) == [
        *("https://s.example/p", "https://t.example/p", "https://web.archive.org/web/2/https://t.example/p"),
    ]


@pytest.mark.parametrize(
    "address",
    [
        *("http://wiki/page", "http://intranet.example:8080/x", "http://10.0.0.7/x", "http://[2001:db8::1]/x"),
        *("https://web.archive.org/web/2020/https://s.example/", "https://standing.example/p"),
    ],
)
def test_an_address_that_is_nobodys_business_is_not_told_to_the_archive(address: str) -> None:
    asked: list[str] = []
    standing, opened = {Uri("https://standing.example/p")}, {"intranet.example"}
    fetch = with_archive(network({address: fails("unreachable")}, asked), standing, opened)
    assert isinstance(fetch(typed(address)), Absence)
    assert asked == [address]


def test_the_archive_is_asked_without_what_was_known_of_the_page() -> None:
    met: list[Request] = []

    def fetch(request: Request) -> Absence:
        met.append(request)
        return Absence(request.uri, "gone", "gone")

    from gnut.model import Validators

    known = Validators("https://s.example/p", '"one"', None)
    with_archive(fetch, (), ())(replace(typed("https://s.example/p"), known=known))
    assert [request.known for request in met] == [known, None]


def test_a_copy_from_the_archive_is_noted_with_its_capture(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gnut.edge import live

    final = "https://web.archive.org/web/20190301120000/https://s.example/p"
    made = live.means

    def means(*given: object, **more: object) -> live.Means:
        answers = {"https://s.example/p?id=1": fails("gone"), COPY: page(final)}
        return replace(made(*given, **more), fetch=network(answers, []))  # type: ignore[arg-type]

    monkeypatch.setattr("gnut.edge.asking.means", means)
    assert run(here, web, cites(here, "https://s.example/p?id=1"), archive="wayback") == 0
    err = capsys.readouterr().err
    assert "archive_copy (1): served by a web archive in place of the site" in err
    assert final in err
    assert text(here, "https://s.example/p?id=1") == "words\n"


# --- web archives as files


def warc(*pages: tuple[str, str, bytes]) -> bytes:
    """Return a WARC file of responses: address, date, HTTP message."""
    records = []
    for number, (address, date, message) in enumerate(pages):
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
            f"WARC-Target-URI: {address}\r\nWARC-Date: {date}\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(message)}\r\n\r\n"
        )
        records.append(head.encode() + message + b"\r\n\r\n")
    return b"".join(records)


@pytest.fixture
def crawl(here: World) -> str:
    pytest.importorskip("fastwarc")
    body = warc(
        ("https://s.example/one", "2024-05-06T07:08:09Z", reply(b"<p>The first page.</p>")),
        ("https://s.example/two", "2024-05-06T07:08:10Z", reply(b"<p>The second page.</p>")),
        ("https://s.example/none", "2024-05-06T07:08:11Z", reply(b"no such page", 404)),
    )
    (here.root / "crawl.warc").write_bytes(body)
    return "crawl.warc"


def test_a_web_archive_serves_what_reports_ask_for(here: World, crawl: str) -> None:
    report = cites(here, "https://s.example/one")
    assert run(here, None, report, from_warc=(crawl,), offline=True) == 0
    assert text(here, "https://s.example/one") == "The first page.\n"
    assert text(here, "https://s.example/two") is None


def test_a_capture_keeps_the_date_of_its_record_and_counts_as_supplied(here: World, crawl: str) -> None:
    from gnut.acquire.core import on_record
    from tests.acquiring import store

    run(here, None, from_warc=(crawl,))
    known = on_record(store(here), Uri("https://s.example/one")).head
    assert known is not None
    assert (known.snapshot.fetched_at, known.snapshot.supplied) == ("2024-05-06T07:08:09Z", True)


def test_a_web_archive_alone_gives_all_its_pages(here: World, crawl: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(here, None, from_warc=(crawl,)) in (0, 1)
    assert "2 captured" in capsys.readouterr().err
    assert text(here, "https://s.example/two") == "The second page.\n"


def test_what_the_archive_lacks_is_fetched_unless_offline(here: World, web: Web, crawl: str) -> None:
    report = cites(here, "https://s.example/one", web.url("/a"))
    assert run(here, web, report, from_warc=(crawl,), offline=True) == 1
    assert web.asked == []
    assert run(here, web, report, from_warc=(crawl,)) == 0
    assert web.asked == ["/a"]


@pytest.fixture
def unread(here: World, web: Web) -> str:
    """Return an archive that holds /a as a PDF which is none."""
    pytest.importorskip("fastwarc")
    broken = reply(b"%PDF-1.7 and then nothing of a PDF", type="application/pdf")
    (here.root / "crawl.warc").write_bytes(warc((web.url("/a"), "2024-05-06T07:08:09Z", broken)))
    return "crawl.warc"


def test_a_copy_that_cannot_be_read_is_fetched(
    here: World, web: Web, unread: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(here, web, cites(here, web.url("/a")), from_warc=(unread,)) == 0
    assert web.asked == ["/a"]
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"
    assert capsys.readouterr().err.splitlines()[-1] == "1 captured"


def test_a_copy_that_cannot_be_read_is_named_where_nothing_is_fetched(
    here: World, web: Web, unread: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(here, web, cites(here, web.url("/a")), from_warc=(unread,), offline=True) == 1
    assert web.asked == []
    err = capsys.readouterr().err
    assert "pdf_" in err
    assert err.splitlines()[-1] == "1 not on record"


def test_a_web_archive_never_takes_a_fetched_ones_place_unasked(here: World, web: Web) -> None:
    pytest.importorskip("fastwarc")
    run(here, web, url=(web.url("/a"),))
    body = warc((web.url("/a"), "2024-05-06T07:08:09Z", reply(b"<p>Words of the crawl.</p>")))
    (here.root / "crawl.warc").write_bytes(body)
    assert run(here, None, from_warc=("crawl.warc",)) == 0
    assert run(here, None, cites(here, web.url("/a")), from_warc=("crawl.warc",)) == 0
    assert text(here, web.url("/a")) == "The gate shuts at nine.\n"
    assert run(here, None, from_warc=("crawl.warc",), refresh=True) == 0
    assert text(here, web.url("/a")) == "Words of the crawl.\n"


def test_a_damaged_archive_ends_with_2_and_gives_what_stands_before_the_damage(
    here: World, crawl: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = (here.root / crawl).read_bytes()
    (here.root / crawl).write_bytes(whole[: whole.index(b"The second") + 4])
    assert run(here, None, from_warc=(crawl,)) == 2
    assert text(here, "https://s.example/one") == "The first page.\n"
    assert "\nerror: crawl.warc: " in f"\n{capsys.readouterr().err}"


def test_a_redirect_to_the_front_page_is_noted(here: World, web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    web.pages |= {"/2019/report": redirect("/"), "/": reply(b"<p>Welcome to the site of the lock keepers.</p>")}
    assert run(here, web, url=(web.url("/2019/report"),)) == 0
    err = capsys.readouterr().err
    assert "redirected_home (1): redirected to the front page" in err
    assert f"  {web.url('/2019/report')}  {web.url('/')}" in err
