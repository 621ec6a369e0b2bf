"""`gnut acquire --from-warc`: what becomes of archives on the command line, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gnut.acquire.contract import Snapshot
from gnut.acquire.core import on_record
from gnut.edge import supplied
from gnut_store import canon
from gnut_store.store import DiskStore, init, open_store
from tests.archives import PAGE, TYPE, URL, by_record, record, reply, wanted
from tests.commands.conftest import gnut, place
from tests.edge.test_warc_export import keep
from tests.simulator import keep_all
from tests.text.pdf_files import line, pdf

__all__ = ["gnut", "place"]

Gnut = Callable[..., Any]

LONG = b"<h1>Harbour</h1>" + b"<p>From May the gate shuts at nine every evening, says the harbour master.</p>" * 20
HOME = "https://books.example/"
OLD = "2020-05-01T10:00:00Z"
QUOTED = f"It says \u201cthe gate shuts at nine every evening\u201d [a]({URL}).\n"
TWICE = QUOTED + QUOTED.replace(URL, f"{URL}2")


@pytest.fixture
def store(place: Path) -> DiskStore:
    init(place)
    (place / "report.md").write_text(QUOTED)
    return open_store(place / ".gnut")


def kept(store: DiskStore, url: str = URL) -> Snapshot:
    head = on_record(store, wanted(url).uri).head
    assert head is not None
    return head.snapshot


def archive(place: Path, *records: bytes) -> None:
    (place / "x.warc.gz").write_bytes(by_record(b"".join(records)))


def moved(url: str, to: str) -> bytes:
    return record(block=reply(b"", ("Location", to), status="HTTP/1.1 302 Moved"), url=url, name=f"<urn:moved:{url}>")


def marks(gnut: Gnut) -> set[str]:
    """Return the marks that a check gives, of those that a redirect brings."""
    said = gnut("check", "report.md", "--output-format", "json")
    return set(strings(json.loads(said.out))) & {"redirected", "redirected_home", "same_page", "supplied"}


def strings(value: object) -> Iterator[str]:
    """Yield every string that is a value, and not a name, in parsed JSON."""
    if isinstance(value, str):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inside:
        yield from strings(each)


def test_a_page_that_a_foreign_archive_redirects_to_bears_the_marks_of_a_redirect(
    place: Path, store: DiskStore, gnut: Gnut
) -> None:
    archive(place, moved(URL, "/b"), moved(f"{HOME}b", "/"), record(block=reply(LONG), url=HOME))
    said = gnut("acquire", "--from-warc", "x.warc.gz", "--offline", "report.md")
    assert "redirected_home (1)" in said.err
    snapshot = kept(store)
    assert (snapshot.final_uri, snapshot.hops, snapshot.supplied) == (HOME, (f"{HOME}b",), True)
    assert (snapshot.redirected, "redirected_home" in snapshot.notes) == (True, True)
    assert marks(gnut) == {"redirected", "redirected_home", "supplied"}


def test_a_round_trip_keeps_where_a_page_came_from_and_its_marks(
    place: Path, store: DiskStore, gnut: Gnut, tmp_path: Path
) -> None:
    before = fetched_from_home(store)
    gnut("store", "export", "--warc", "x.warc.gz")
    again = elsewhere(place, tmp_path, gnut)
    after = kept(again)
    assert (after.final_uri, after.hops) == (before.final_uri, before.hops) == (HOME, (f"{HOME}moved",))
    assert (after.redirected, after.notes, after.supplied) == (True, before.notes, True)
    assert "redirected_home" in after.notes
    assert after.fetched_at == before.fetched_at


def test_the_marks_after_a_round_trip_are_those_before(
    place: Path, store: DiskStore, gnut: Gnut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "report.md").write_text(TWICE)
    fetched_from_home(store)
    fetched_from_home(store, f"{URL}2")
    before = marks(gnut)
    assert before == {"redirected", "redirected_home", "same_page"}
    gnut("store", "export", "--warc", "x.warc.gz")
    elsewhere(place, tmp_path, gnut, TWICE)
    monkeypatch.chdir(tmp_path / "other")
    assert marks(gnut) == before | {"supplied"}


def test_addresses_that_an_archive_sends_to_one_page_are_listed(place: Path, store: DiskStore, gnut: Gnut) -> None:
    archive(place, moved(URL, "/b"), moved(f"{URL}2", "/b"), record(block=reply(LONG), url=f"{HOME}b"))
    said = gnut("acquire", "--from-warc", "x.warc.gz", "--url", URL, "--url", f"{URL}2", "--offline")
    assert "same page (1)" in said.err


def test_the_way_to_a_record_is_not_the_way_to_its_repetition(place: Path, store: DiskStore, gnut: Gnut) -> None:
    profile = ("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest")
    again = record("revisit", b"", url=f"{URL}2", name="<urn:9>", more=[profile, ("WARC-Refers-To", "<urn:uuid:1>")])
    archive(place, RESOURCE, told(HOME), again)
    gnut("acquire", "--from-warc", "x.warc.gz")
    assert (kept(store).final_uri, kept(store, f"{URL}2").final_uri) == (HOME, f"{URL}2")


def fetched_from_home(store: DiskStore, url: str = URL) -> Snapshot:
    """Keep a page that its server answered with the front page."""
    from gnut.acquire.core import settle, stands
    from gnut.edge.live import read
    from gnut.edge.sandbox import Sandbox
    from gnut.model import Fetched

    request = wanted(url)
    fetched = Fetched(request.uri, HOME, 200, "text/html", LONG, (f"{HOME}moved",), supplied=False)
    with Sandbox() as sandbox:
        answer = read(sandbox, fetched)
    record = on_record(store, request.uri)
    made = settle(request, answer, record, stands(store, request.uri, record), OLD, "all")
    keep_all(store, made)
    return kept(store, url)


def elsewhere(place: Path, tmp_path: Path, gnut: Gnut, report: str = QUOTED) -> DiskStore:
    """Take the exported file into a fresh store."""
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    (other / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    init(other)
    (other / "report.md").write_text(report)
    (other / "x.warc.gz").write_bytes((place / "x.warc.gz").read_bytes())
    said = gnut("-C", str(other), "acquire", "--from-warc", "x.warc.gz", "--offline", "report.md")
    assert said.code == 0, said
    return open_store(other / ".gnut")


def told(final: object, hops: object = (), uri: str = URL, to: str = "<urn:uuid:1>", name: str = "<urn:2>") -> bytes:
    """Return a record with what a snapshot says of where it came from."""
    said = {"schema": "groundnut-source-snapshot/v9", "uri": uri, "final_uri": final, "hops": list(hops)}  # type: ignore[call-overload]
    body = canon.encode(said)
    return record("metadata", body, name=name, content_type="application/json", more=[("WARC-Refers-To", to)])


RESOURCE = record("resource", LONG, name="<urn:uuid:1>", content_type="text/html")


@pytest.mark.parametrize(
    ("said", "final"),
    [
        (told(HOME), HOME),
        (told(HOME, [f"{HOME}x"]), HOME),
        (told(HOME, to="<urn:uuid:7>"), URL),
        (told(HOME, uri=f"{URL}b"), URL),
        (told(URL), URL),
        (told(HOME) + told(HOME, name="<urn:3>"), HOME),
    ],
)
def test_a_snapshot_is_believed_of_the_record_that_it_refers_to(
    place: Path, store: DiskStore, gnut: Gnut, said: bytes, final: str
) -> None:
    for order in (RESOURCE + said, said + RESOURCE):
        archive(place, order)
        gnut("acquire", "--from-warc", "x.warc.gz", "--refresh", "--offline", "report.md")
        assert kept(store).final_uri == final


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (told("https://books.example/?q=1"), "bad_redirect"),
        (told("file:///etc/passwd"), "bad_redirect"),
        (told("https://joe:pw@books.example/"), "bad_redirect"),
        (told("HTTPS://Books.example/"), "bad_redirect"),
        (told(7), "bad_redirect"),
        (told(HOME, [7]), "bad_redirect"),
        (told(HOME, ["https://books.example/\u001b"]), "bad_redirect"),
        (told(HOME, [HOME] * 5), "bad_redirect"),
        (told(HOME) + told(URL, name="<urn:3>"), "bad_response"),
    ],
)
def test_a_snapshot_that_tells_of_no_way_leaves_its_page_out(
    place: Path, store: DiskStore, gnut: Gnut, said: bytes, why: str
) -> None:
    from tests.archives import why as why_of

    assert why_of(place, RESOURCE + said) == why
    assert why_of(place, said + RESOURCE) == why


PDF = pdf(line("From May the gate shuts at nine every evening."))


@pytest.mark.parametrize("kind", ["response", "resource"])
@pytest.mark.parametrize("media", ["application/pdf", "application/x-pdf", "application/octet-stream"])
def test_a_pdf_of_a_whole_archive_is_taken(place: Path, store: DiskStore, gnut: Gnut, kind: str, media: str) -> None:
    block = PDF if kind == "resource" else reply(PDF, ("Content-Type", media))
    archive(place, record(kind, block, content_type=media if kind == "resource" else "application/http"))
    said = gnut("acquire", "--from-warc", "x.warc.gz")
    assert (said.code, "1 captured" in said.err) == (0, True), said
    assert kept(store).media_type == "application/pdf"


def test_a_pdf_makes_the_round_trip(place: Path, store: DiskStore, gnut: Gnut, tmp_path: Path) -> None:
    keep(store, URL, "application/pdf", PDF, OLD)
    gnut("store", "export", "--warc", "x.warc.gz")
    assert kept(elsewhere(place, tmp_path, gnut)).text == kept(store).text


def test_what_is_passed_over_in_an_archive_is_said_by_type(place: Path, store: DiskStore, gnut: Gnut) -> None:
    png = ("Content-Type", "image/png")
    archive(
        place,
        record(block=reply(LONG)),
        *(record(block=reply(b"\x89PNG", png), url=f"{URL}{each}.png", name=f"<urn:{each}>") for each in range(2)),
        record("resource", b"RIFF", url=f"{URL}.webp", name="<urn:w>", content_type="image/webp"),
        record(block=reply(b"x", status="HTTP/1.1 404 No"), url=f"{URL}gone", name="<urn:g>"),
        record("conversion", b"text", url=f"{URL}text", name="<urn:t>", content_type="text/plain"),
        record("request", b"GET / HTTP/1.1\r\n\r\n", name="<urn:r>"),
    )
    said = gnut("acquire", "--from-warc", "x.warc.gz")
    expected = "5 addresses of the archive passed over: 2 image/png, 1 conversion, 1 not_found, 1 image/webp"
    first = next(each for each in said.err.splitlines() if "passed over" in each)
    assert sorted(first.replace(":", ",").split(", ")) == sorted(expected.replace(":", ",").split(", "))
    assert "passed over" not in gnut("acquire", "--from-warc", "x.warc.gz", "--quiet").err


def test_of_types_without_end_some_are_named(place: Path, store: DiskStore, gnut: Gnut) -> None:
    one = (
        record("resource", b"x", url=f"{URL}{each}", name=f"<urn:{each}>", content_type=f"image/x-{each}")
        for each in range(supplied.KINDS + 20)
    )
    archive(place, *one)
    assert "20 of other types" in gnut("acquire", "--from-warc", "x.warc.gz").err


def test_one_page_of_many_addresses_is_parsed_once(
    place: Path, store: DiskStore, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = supplied.read
    monkeypatch.setattr(supplied, "read", lambda *told: read.append(told[2]) or real(*told))
    profile = ("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest")
    again = (
        record("revisit", b"", url=f"{URL}{each}", name=f"<urn:{each}>", more=[profile, ("WARC-Refers-To", "<urn:a>")])
        for each in range(20)
    )
    archive(place, record(block=reply(LONG), name="<urn:a>"), *again)
    said = gnut("acquire", "--from-warc", "x.warc.gz")
    assert ("21 captured" in said.err, read) == (True, [URL])
    assert kept(store, f"{URL}7").final_uri == f"{URL}7"


def test_as_many_sources_are_taken_of_an_archive_as_are_fetched(place: Path, store: DiskStore, gnut: Gnut) -> None:
    archive(place, *(record(block=reply(LONG), url=f"{URL}{each}", name=f"<urn:{each}>") for each in range(5)))
    said = gnut("acquire", "--from-warc", "x.warc.gz", "--limit", "2")
    assert said.code == 1
    assert "2 captured, 3 left for another call" in said.err
    (place / "report.md").write_text(" ".join(f"[a]({URL}{each})" for each in range(5)))
    said = gnut("acquire", "--from-warc", "x.warc.gz", "--limit", "2", "report.md")
    assert "2 captured, 2 already on record, 1 left for another call" in said.err


def test_a_copy_that_is_older_than_what_it_replaces_is_called_so(place: Path, store: DiskStore, gnut: Gnut) -> None:
    newer = LONG.replace(b"nine", b"ten")
    keep(store, URL, "text/html", newer, "2026-01-01T00:00:00Z")
    archive(place, record(block=reply(LONG)))
    said = gnut("acquire", "--from-warc", "x.warc.gz", "--refresh")
    assert "older (1): the copy is of an earlier time than what it replaces" in said.err
    assert f"  {URL}  in place of a capture of 2026-01-01T00:00:00Z" in said.err
    assert kept(store).fetched_at == OLD
    archive(place, record(block=reply(newer), date="2020-06-01T00:00:00Z"))
    said = gnut("acquire", "--from-warc", "x.warc.gz", "--refresh", "--output-format", "json")
    assert "older (" not in said.err
    assert json.loads(said.out)["sources"][0]["older_than"] is None


def test_what_became_of_digests_is_said_where_more_is_asked_for(place: Path, store: DiskStore, gnut: Gnut) -> None:
    from tests.edge.test_warc import sha1

    digest = ("WARC-Payload-Digest", sha1(LONG))
    archive(
        place,
        record(block=reply(LONG), more=[digest]),
        record(block=reply(LONG), url=f"{URL}2", name="<urn:2>"),
        record(block=reply(PAGE, TYPE), url=f"{URL}3", name="<urn:3>", more=[digest]),
    )
    said = gnut("acquire", "--from-warc", "x.warc.gz", "-v")
    assert "digests of the archive: 1 passed, 1 not given" in said.err
    assert "decode_error (1)" in said.err
    again = gnut("acquire", "--from-warc", "x.warc.gz", "--output-format", "json")
    told = {one["uri"]: one["digests"] for one in json.loads(again.out)["sources"]}
    assert told == {URL: "passed", f"{URL}2": "not_checked", f"{URL}3": None}
    assert "digests" not in gnut("acquire", "--from-warc", "x.warc.gz").err
