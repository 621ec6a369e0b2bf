"""`gnut show URL`: what the store holds of one source."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import settle, source_ref, stands
from gnut.acquire.core.replay import on_record
from gnut.formats.schemas import schemas
from gnut.model import Absence, Fetched, Unchanged, Uri
from gnut.text.source import Extracted, read
from gnut_store import canon
from gnut_store.store import DiskStore, open_store
from tests.simulator import asked, heard, keep_all

Gnut = Callable[..., Any]
A = "https://port.example/log"
MOVED = "https://mirror.example/log"
JUNK = "https://web.archive.org/web/20190304050607/https://port.example/log"


@pytest.fixture
def store(place: Path, gnut: Gnut) -> DiskStore:
    gnut("init")
    return open_store(place / ".gnut")


def keep(store: DiskStore, answer: Any, now: str, uri: str = A) -> Acquisition:
    record = on_record(store, Uri(uri))
    one = settle(asked(uri), answer, record, stands(store, Uri(uri), record), now)
    keep_all(store, one)
    return one


def page(text: str, final: str = A, uri: str = A, *, supplied: bool = False) -> tuple[Fetched, Extracted]:
    extracted = read(text.encode(), "text/plain", uri)
    assert isinstance(extracted, Extracted)
    said = None if supplied else heard(etag='"1"', wire=len(text))
    return Fetched(Uri(uri), final, 200, "text/plain", text.encode(), (), supplied, said), extracted


def test_the_captures_of_a_source_are_listed_the_newest_first(store: DiskStore, gnut: Gnut) -> None:
    old = keep(store, page("The gate shuts at nine.\n"), "2026-01-01T00:00:00Z")
    new = keep(store, page("The gate shuts at ten.\n", MOVED), "2026-01-02T00:00:00Z")
    keep(store, Unchanged(Uri(A), heard(304, '"1"')), "2026-01-03T00:00:00Z")
    keep(store, page("The gate shuts at ten.\n", MOVED), "2026-01-04T00:00:00Z")
    said = gnut("show", A)
    assert (said.code, said.err) == (0, "")
    assert old.snapshot is not None
    assert new.snapshot is not None
    assert said.out == (
        f"{A}\n"
        f"* {new.snapshot[:15]}  2026-01-02T00:00:00Z  complete, 23 bytes, 23 characters of text\n"
        f"    served from {MOVED}\n"
        "    found unchanged 2 times, last 2026-01-04T00:00:00Z\n"
        f"  {old.snapshot[:15]}  2026-01-01T00:00:00Z  complete, 24 bytes, 24 characters of text\n"
    )


def test_the_last_failure_is_shown_until_the_source_is_had_again(store: DiskStore, gnut: Gnut) -> None:
    keep(store, Absence(Uri(A), "gone", "HTTP 410"), "2026-01-01T00:00:00Z")
    keep(store, Absence(Uri(A), "timeout", "no answer after 30 s"), "2026-01-02T00:00:00Z")
    said = gnut("show", A)
    assert (said.code, said.out) == (0, f"{A}\nlast fetch failed 2026-01-02T00:00:00Z: timeout: no answer after 30 s\n")
    keep(store, page("words"), "2026-01-03T00:00:00Z")
    assert "failed" not in gnut("show", A).out
    keep(store, Absence(Uri(A), "timeout", "no answer after 30 s"), "2026-01-04T00:00:00Z")
    assert gnut("show", A).out.splitlines()[-1].startswith("last fetch failed 2026-01-04")


def test_a_copy_from_an_archive_says_when_it_was_captured_there(store: DiskStore, gnut: Gnut) -> None:
    keep(store, page("words", JUNK), "2026-01-01T00:00:00Z")
    said = gnut("show", A)
    assert f"    served from {JUNK}, captured there 2019-03-04T05:06:07Z\n    noted: archive_copy\n" in said.out


def test_a_supplied_copy_and_a_wall_say_what_they_are(store: DiskStore, gnut: Gnut) -> None:
    fetched, extracted = page("Sign in")
    from msgspec.structs import replace

    keep(store, (fetched, replace(extracted, truncation="hollow", hollow_kind="login")), "2026-01-01T00:00:00Z")
    assert "hollow login" in gnut("show", A).out
    keep(store, page("words", supplied=True), "2026-01-02T00:00:00Z")
    assert "    supplied by hand\n" in gnut("show", A).out


def test_as_json_it_is_of_a_published_form(store: DiskStore, gnut: Gnut) -> None:
    keep(store, page("words"), "2026-01-01T00:00:00Z")
    one = keep(store, page("other words", MOVED), "2026-01-02T00:00:00Z")
    keep(store, Absence(Uri(A), "timeout", "no answer"), "2026-01-03T00:00:00Z")
    said = gnut("show", A, "--output-format", "json")
    value = json.loads(said.out)
    jsonschema.Draft202012Validator(json.loads(schemas()["gnut-captures-v1.json"])).validate(value)
    assert (value["schema"], value["uri"], value["failure"]["kind"]) == ("gnut-captures/v1", A, "timeout")
    first, second = value["captures"]
    assert (first["id"], first["in_force"], first["final_uri"], first["redirected"]) == (
        one.snapshot,
        True,
        MOVED,
        True,
    )
    assert (second["in_force"], second["unchanged"], second["seen_at"]) == (False, 0, "2026-01-01T00:00:00Z")


def test_a_snapshot_that_may_not_be_used_is_named_and_closes_the_source(store: DiskStore, gnut: Gnut) -> None:
    one = keep(store, page("words"), "2026-01-01T00:00:00Z")
    assert one.snapshot is not None
    members = canon.decode(store.get(one.snapshot))
    assert isinstance(members, dict)
    with store.write() as batch:
        bad = batch.add("snapshot", canon.encode(members | {"status": 404}))
        batch.ref(source_ref(Uri(A)), bad)
    said = gnut("show", A)
    assert said.code == 0
    assert f"! {bad[:15]}  may not be used, and closes the source\n    snapshot_hash_mismatch: " in said.out
    assert f"  {one.snapshot[:15]}  2026-01-01" in said.out
    assert "*" not in said.out


def test_damage_is_named_and_the_rest_is_shown(store: DiskStore, gnut: Gnut) -> None:
    keep(store, page("words"), "2026-01-01T00:00:00Z")
    with store.write("local") as batch:
        batch.ref(
            "seen/" + source_ref(Uri(A))[4:] + "/20260102t000000z.200",
            batch.add("exchange", canon.encode({"schema": "x"})),
        )
    said = gnut("show", A)
    assert said.code == 4
    assert "exchange_identity_mismatch" in said.err
    assert "2026-01-01T00:00:00Z" in said.out


def test_nothing_of_a_server_reaches_the_terminal_raw(store: DiskStore, gnut: Gnut) -> None:
    keep(
        store,
        Absence(Uri(A), "timeout", "no\x1b[2J answer \u202e from https://u:pw@port.example/?token=s3cr3t"),
        "2026-01-02T00:00:00Z",
    )
    said = gnut("show", A)
    assert "\x1b" not in said.out
    assert "\u202e" not in said.out
    assert "s3cr3t" not in said.out


def test_an_address_that_was_never_asked_for_says_how_it_is_taken(store: DiskStore, gnut: Gnut) -> None:
    said = gnut("show", "https://port.example/other?token=s3cr3t")
    assert (said.code, said.out) == (2, "")
    assert "holds no snapshot" in said.err
    assert "s3cr3t" not in said.err
