"""Captures as web archives: read back by another program, and by gnut to the same bytes and texts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from warcio.archiveiterator import ArchiveIterator

from gnut.acquire.contract import Known
from gnut.acquire.core import on_record, settle, source_ref, stands
from gnut.edge.live import read
from gnut.edge.net.addresses import parse
from gnut.edge.sandbox import Sandbox
from gnut.edge.warc.captures import captures
from gnut.edge.warc.write import Fresh, packed, record_id, written
from gnut.model import Fetched, Heard, Uri, sealed
from gnut_store.store import DiskStore, init, open_store
from tests.archives import here, wanted
from tests.commands.conftest import gnut, place
from tests.simulator import keep_all

__all__ = ["gnut", "place"]

Gnut = Callable[..., Any]

A = "https://books.example/a"
LATIN = "https://books.example/latin?page=2"
PDF_LIKE = "https://books.example/list.json"
HEARD = Heard((("Accept", "*/*"), ("X-Key", None)), "192.0.2.1", 200, (("etag", '"1"'),), 10, True, False)
BODIES = {
    A: ("text/html", b"<p>From May the gate shuts at nine every evening.</p>", "2026-01-01T00:00:00Z"),
    LATIN: ("text/html; charset=windows-1252", "<p>Die Tür – für alle.</p>".encode("cp1252"), "2026-01-02T00:00:00Z"),
    PDF_LIKE: ("application/json", b'{"gate": {"shuts": "nine"}}', "2026-01-03T00:00:00Z"),
    "https://港口.example/tür": ("text/plain", "Das Tor 港口 schließt.\n".encode(), "2026-01-04T00:00:00Z"),
}  # fmt: skip


def keep(
    store: DiskStore, url: str, media: str, body: bytes, at: str, how: str = "all", heard: Heard | None = HEARD
) -> Uri:
    """Keep one capture as `gnut acquire` does."""
    request = wanted(url)
    final = parse(url).final_uri
    fetched = Fetched(request.uri, final, 200, media, body, (), supplied=False, heard=heard)
    with Sandbox() as sandbox:
        answer = read(sandbox, fetched)
    record = on_record(store, request.uri)
    made = settle(request, answer, record, stands(store, request.uri, record), at, how)
    keep_all(store, made)
    return request.uri


@pytest.fixture
def store(place: Path) -> DiskStore:
    """Return a store with a few captures, in the current folder."""
    init(place)
    store = open_store(place / ".gnut")
    for url, (media, body, at) in BODIES.items():
        keep(store, url, media, body, at)
    return store


def head(store: DiskStore, url: str) -> Known:
    known = on_record(store, wanted(url).uri).head
    assert known is not None
    return known


def records(path: Path) -> list[tuple[str, dict[str, str], bytes]]:
    """Return (type, head, body) of each record, as warcio reads them with their digests checked."""
    found = []
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            body = record.content_stream().read()
            assert record.digest_checker.passed, record.digest_checker.problems
            found.append((record.rec_type, dict(record.rec_headers.headers), body))
    return found


@pytest.mark.parametrize("name", ["all.warc", "all.warc.gz"])
def test_another_reader_finds_every_capture_and_its_digests_hold(
    place: Path, store: DiskStore, gnut: Gnut, name: str
) -> None:
    said = gnut("store", "export", "--warc", name)
    assert (said.code, said.err) == (0, f"4 captures of 4 sources written to {name}\n")
    found = records(place / name)
    assert [kind for kind, _, _ in found] == ["warcinfo", *["resource", "metadata", "metadata"] * 4]
    told = {fields["WARC-Target-URI"]: (fields, body) for kind, fields, body in found if kind == "resource"}
    assert set(told) == {wanted(url).uri for url in BODIES}
    for url, (_, body, at) in BODIES.items():
        fields, got = told[wanted(url).uri]
        assert (got, fields["WARC-Date"]) == (body, at)
    assert told[wanted(LATIN).uri][0]["Content-Type"] == "text/html; charset=windows-1252"
    assert told[A][0]["Content-Type"] == "text/html"


def test_the_checker_of_warcio_finds_nothing(place: Path, store: DiskStore, gnut: Gnut) -> None:
    gnut("store", "export", "--warc", "all.warc.gz")
    checked = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", "-v", "all.warc.gz"], capture_output=True, text=True, cwd=place
    )
    assert checked.returncode == 0
    assert "digest pass" in checked.stdout
    assert "failed" not in checked.stdout


def test_a_round_trip_gives_the_same_bytes_and_texts(place: Path, store: DiskStore, gnut: Gnut, tmp_path: Path) -> None:
    gnut("store", "export", "--warc", "all.warc.gz")
    other = tmp_path / "other"
    other.mkdir()
    init(other)
    again = open_store(other / ".gnut")
    with Sandbox() as sandbox:
        for taken in captures([place / "all.warc.gz"], None):
            uri = taken.request.uri
            record = on_record(again, uri)
            answer = read(sandbox, taken.answer, taken.name)
            made = settle(taken.request, answer, record, stands(again, uri, record), taken.at)
            with again.write() as batch:
                for each in made.objects:
                    batch.add(each.kind, each.body)
                for name, oid, _ in made.refs:
                    batch.ref(name, oid)
    for url in BODIES:
        one, two = head(store, url).snapshot, head(again, url).snapshot
        assert (one.raw_oid, one.text, one.hidden_text, one.fetched_at) == (
            two.raw_oid,
            two.text,
            two.hidden_text,
            two.fetched_at,
        )
        assert (one.charset, one.final_uri, two.supplied) == (two.charset, two.final_uri.partition("?")[0], True)


def test_the_same_store_gives_the_same_bytes_whenever_and_wherever(
    place: Path, store: DiskStore, gnut: Gnut, tmp_path: Path
) -> None:
    gnut("store", "export", "--warc", "one.warc.gz")
    other = tmp_path / "elsewhere"
    other.mkdir()
    init(other)
    again = open_store(other / ".gnut")
    for url in reversed(BODIES):
        keep(again, url, *BODIES[url])
    gnut("-C", str(other), "store", "export", "--warc", "two.warc.gz")
    assert (place / "one.warc.gz").read_bytes() == (other / "two.warc.gz").read_bytes()


def test_a_file_says_nothing_of_who_wrote_it_and_where(place: Path, store: DiskStore, gnut: Gnut) -> None:
    import getpass
    import socket

    gnut("store", "export", "--warc", "all.warc")
    told = (place / "all.warc").read_bytes()
    for secret in (str(place), socket.gethostname(), getpass.getuser() + "@", "all.warc"):
        assert secret.encode() not in told
    kind, _, body = records(place / "all.warc")[0]
    assert kind == "warcinfo"
    assert [line.partition(":")[0] for line in body.decode().split("\r\n")[:-1]] == [
        "software",
        "format",
        "conformsTo",
        "description",
    ]


def test_metadata_holds_the_snapshot_as_it_is_kept_and_refers_to_the_capture(
    place: Path, store: DiskStore, gnut: Gnut
) -> None:
    gnut("store", "export", "--warc", "a.warc", A)
    _, (_, capture, _), (_, about, snapshot), (_, heard, exchange) = records(place / "a.warc")
    assert snapshot == store.get(head(store, A).oid, "snapshot")
    assert about["WARC-Refers-To"] == heard["WARC-Refers-To"] == capture["WARC-Record-ID"]
    assert (json.loads(exchange)["schema"], json.loads(exchange)["snapshot"]) == (
        "gnut-exchange/v1",
        head(store, A).oid,
    )


def test_every_record_of_a_compressed_file_can_be_read_by_its_offset(place: Path, store: DiskStore, gnut: Gnut) -> None:
    gnut("store", "export", "--warc", "all.warc.gz")
    body = (place / "all.warc.gz").read_bytes()
    assert body[4:8] == bytes(4)
    with (place / "all.warc.gz").open("rb") as file:
        iterator = ArchiveIterator(file)
        spans = [(iterator.get_record_offset(), iterator.get_record_length()) for _ in iterator]
    for offset, length in spans:
        part = zlib.decompress(body[offset : offset + length], wbits=31)
        assert part.startswith(b"WARC/1.1\r\n")
        assert part.endswith(b"\r\n\r\n")
    assert sum(length for _, length in spans) == len(body)


def test_ids_are_uuids_of_version_eight_and_differ(place: Path, store: DiskStore, gnut: Gnut) -> None:
    import uuid

    gnut("store", "export", "--warc", "all.warc")
    ids = [fields["WARC-Record-ID"] for _, fields, _ in records(place / "all.warc")]
    assert len(set(ids)) == len(ids)
    for each in ids:
        made = uuid.UUID(each.removeprefix("<urn:uuid:").removesuffix(">"))
        assert (made.variant, made.version) == (uuid.RFC_4122, 8)
    assert record_id("resource", "x") == record_id("resource", "x") != record_id("metadata", "x")


def test_all_writes_the_history_and_the_default_what_is_in_force(place: Path, store: DiskStore, gnut: Gnut) -> None:
    newer = b"<p>From June the gate shuts at ten every evening, says the harbour master.</p>"
    keep(store, A, "text/html", newer, "2026-02-01T00:00:00Z")
    gnut("store", "export", "--warc", "now.warc", A)
    gnut("store", "export", "--warc", "ever.warc", "--all", A)
    assert [body for kind, _, body in records(place / "now.warc") if kind == "resource"] == [newer]
    assert [body for kind, _, body in records(place / "ever.warc") if kind == "resource"] == [BODIES[A][1], newer]


def test_a_report_stands_for_what_it_cites(place: Path, store: DiskStore, gnut: Gnut) -> None:
    (place / "notes.txt").write_text("x")
    (place / "report.md").write_text(f"It shuts [a]({A}) and [b](https://none.example/) “x” [n](notes.txt).\n")
    said = gnut("store", "export", "--warc", "r.warc", "report.md")
    assert said.err == "1 capture of 1 source written to r.warc\n1 cited source has no snapshot\n"
    assert [fields["WARC-Target-URI"] for kind, fields, _ in records(place / "r.warc") if kind == "resource"] == [A]


@pytest.mark.parametrize("how", ["text", "hash"])
def test_what_the_team_keeps_no_bytes_of_is_written_as_far_as_it_is_here(
    place: Path, store: DiskStore, gnut: Gnut, how: str
) -> None:
    import shutil

    url = "https://books.example/kept"
    keep(store, url, "text/plain", b"Only a text.\n", "2026-01-05T00:00:00Z", how)
    gnut("store", "export", "--warc", "here.warc", url)
    assert [kind for kind, _, _ in records(place / "here.warc")][1] == "resource"
    shutil.rmtree(place / ".gnut" / "local")
    said = gnut("store", "export", "--warc", "there.warc", url)
    assert said.code == 0
    kinds = [kind for kind, _, _ in records(place / "there.warc")]
    assert kinds[1:] == (["conversion", "metadata", "metadata"] if how == "text" else ["metadata", "metadata"])


def test_an_address_that_is_not_kept_is_said(place: Path, store: DiskStore, gnut: Gnut) -> None:
    said = gnut("store", "export", "--warc", "x.warc", "https://none.example/")
    assert (said.code, (place / "x.warc").exists()) == (2, False)
    assert "no snapshot" in said.err


def test_an_existing_file_is_replaced_only_by_force(place: Path, store: DiskStore, gnut: Gnut) -> None:
    (place / "x.warc").write_text("mine")
    said = gnut("store", "export", "--warc", "x.warc")
    assert (said.code, (place / "x.warc").read_text()) == (2, "mine")
    assert gnut("store", "export", "--warc", "x.warc", "--force").code == 0
    assert len(records(place / "x.warc")) == 13
    assert sorted(path.name for path in place.iterdir() if path.name.startswith(".gnut-")) == []


@pytest.mark.parametrize("name", ["", "folder", "none/x.warc"])
def test_a_name_that_is_no_file_is_refused(place: Path, store: DiskStore, gnut: Gnut, name: str) -> None:
    (place / "folder").mkdir()
    assert gnut("store", "export", "--warc", name, "--force").code == 2


def test_a_disk_that_refuses_is_said_by_the_name_that_was_typed(
    place: Path, store: DiskStore, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bytes:
        raise OSError(28, "No space left on device", "/some/where/.gnut-x")

    monkeypatch.setattr("gnut.commands.store_export.written", full)
    said = gnut("store", "export", "--warc", "x.warc")
    assert said.code not in (0, 1)
    assert "x.warc" in said.err
    assert "/some/where" not in said.err
    assert [path.name for path in place.iterdir() if "gnut-" in path.name or path.name == "x.warc"] == []


def test_a_file_that_comes_meanwhile_is_not_written_over(
    place: Path, store: DiskStore, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(record: Fresh) -> bytes:
        (place / "x.warc").write_text("mine")
        return b""

    monkeypatch.setattr("gnut.commands.store_export.written", meanwhile)
    assert gnut("store", "export", "--warc", "x.warc").code == 2
    assert (place / "x.warc").read_text() == "mine"


def test_a_file_system_without_second_names_takes_a_file_too(
    place: Path, store: DiskStore, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refused)
    assert gnut("store", "export", "--warc", "x.warc").code == 0
    assert len(records(place / "x.warc")) == 13


def test_a_new_file_has_the_mode_of_any_other(place: Path, store: DiskStore, gnut: Gnut) -> None:
    gnut("store", "export", "--warc", "x.warc")
    (place / "y").touch()
    assert (place / "x.warc").stat().st_mode == (place / "y").stat().st_mode


def test_standard_output_takes_a_whole_archive(place: Path, store: DiskStore, tmp_path: Path) -> None:
    written_ = subprocess.run(
        [sys.executable, "-m", "gnut", "store", "export", "--warc", "-"], capture_output=True, cwd=place, check=True
    )
    (tmp_path / "x.warc").write_bytes(written_.stdout)
    assert len(records(tmp_path / "x.warc")) == 13


def test_what_is_damaged_is_named_and_nothing_is_written(place: Path, store: DiskStore, gnut: Gnut) -> None:
    for pack in (place / ".gnut" / "packs").rglob("*"):
        if pack.is_file():
            body = bytearray(pack.read_bytes())
            body[len(body) // 3] ^= 1
            os.chmod(pack, 0o644)
            pack.write_bytes(body)
    said = gnut("store", "export", "--warc", "x.warc")
    assert said.code == 4
    assert "nothing was written" in said.err
    assert not (place / "x.warc").exists()


def test_a_snapshot_that_somebody_wrote_into_the_store_forges_no_field(
    place: Path, store: DiskStore, gnut: Gnut
) -> None:
    from gnut_store import canon

    known = head(store, A).snapshot
    for change in (
        {"media_type": "text/html\r\nX-Forged: 1"},
        {"charset": "x\r\nX-Forged: 1", "charset_from": "header"},
    ):
        forged = sealed(replace(known, previous=head(store, A).oid, fetched_at="2026-03-01T00:00:00Z", **change))
        with store.write() as batch:
            batch.ref(source_ref(known.uri), batch.add("snapshot", canon.encode(forged)))
    gnut("store", "export", "--warc", "x.warc", "--all", A)
    for kind, fields, _ in records(place / "x.warc"):
        assert "X-Forged" not in fields
        assert kind != "resource" or re.fullmatch(r"[ -~]+", fields["Content-Type"])


def test_a_field_with_a_line_end_is_never_written() -> None:
    with pytest.raises(ValueError, match="control character"):
        written(Fresh("resource", "x", "2026-01-01T00:00:00Z", "text/html", b"", "https://x.example/\r\nX: y"))


def test_an_archive_of_nothing_is_not_written(place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / "report.md").write_text(f"It shuts [a]({A}).\n")
    for names in ((), ("report.md",)):
        said = gnut("store", "export", "--warc", "x.warc", *names)
        assert (said.code, (place / "x.warc").exists()) == (2, False)
        assert "nothing to write" in said.err
    (place / "x.warc").write_text("mine")
    assert gnut("store", "export", "--warc", "x.warc", "--force").code == 2
    assert (place / "x.warc").read_text() == "mine"


def test_a_source_that_two_reports_cite_is_counted_once(place: Path, store: DiskStore, gnut: Gnut) -> None:
    for name in ("one.md", "two.md"):
        (place / name).write_text(f"It shuts [a]({A}), [b](https://none.example/) and [c](https://none.example/c).\n")
    said = gnut("store", "export", "--warc", "r.warc", "one.md", "two.md")
    assert said.err == "1 capture of 1 source written to r.warc\n2 cited sources have no snapshot\n"


def test_a_file_is_durable_before_it_is_named_and_its_name_afterwards(
    place: Path, store: DiskStore, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, link, replace_ = os.fsync, os.link, os.replace
    here_ = (place / "x.warc").parent

    def synced(descriptor: int) -> None:
        opened = os.fstat(descriptor)
        done.append("folder" if os.path.samestat(opened, here_.stat()) else f"file of {opened.st_size}")
        fsync(descriptor)

    monkeypatch.setattr("os.fsync", synced)
    monkeypatch.setattr("os.link", lambda *told: done.append("named") or link(*told))
    monkeypatch.setattr("os.replace", lambda *told: done.append("named") or replace_(*told))
    for more in ((), ("--force",)):
        done.clear()
        gnut("store", "export", "--warc", "x.warc", *more)
        assert done[-3:] == [f"file of {(place / 'x.warc').stat().st_size}", "named", "folder"]


@given(
    st.binary(min_size=1, max_size=400), st.sampled_from(("text/html", "text/plain; charset=utf-8", "application/json"))
)
def test_any_bytes_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, body: bytes, media: str) -> None:
    made = written(Fresh("resource", "x", "2026-01-01T00:00:00Z", media, body, A))
    folder = tmp_path_factory.getbasetemp() / "any"
    folder.mkdir(exist_ok=True)
    for packing in (bytes, packed):
        (folder / "x.warc").write_bytes(packing(made))
        assert [got for _, _, got in records(folder / "x.warc")] == [body]
        (taken,) = captures([folder / "x.warc"], None, cut=here)
        assert isinstance(taken.answer, Fetched)
        assert (taken.answer.body, taken.answer.media_type, taken.checked.value) == (body, media, "passed")


def test_gnut_reads_what_it_wrote_record_by_record(place: Path, store: DiskStore, gnut: Gnut) -> None:
    gnut("store", "export", "--warc", "all.warc")
    found = list(captures([place / "all.warc"], None, cut=here))
    assert {taken.request.uri for taken in found} == {wanted(url).uri for url in BODIES}
    assert {taken.checked.value for taken in found} == {"passed"}
