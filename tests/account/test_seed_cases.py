"""The handed rows of `seed_only.json` that speak of receipts; those on equivalence stand with the replays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account.core import manifest, parse, parse_acquisition, parse_domain
from gnut.account.records import Acquisition
from gnut.acquire.compat import acquire_case
from gnut.acquire.contract import EPOCH, SNAPSHOT
from gnut.acquire.core import load, snapshot
from gnut.authority.core import parse_policy as parse_authority
from gnut.edge import engine as engines
from gnut.edge.net.addresses import parse as address
from gnut.errors import BadReceipt, NotCanonical
from gnut.ledger.core import parse_policy as parse_standing
from gnut.model import Absence, Fetched, Uri
from gnut.support.core import parse_policy as parse_support
from gnut.text.source import Unreadable, read
from gnut_store import canon
from tests.account.made import DOMAIN, made, tasks
from tests.casefile import rows

SEED = {row["id"]: row for row in rows("groundnut/seed_only")}
HERE = {"final_uri", "acquisition_receipt", "snapshot_replay", "engine", "canonical_json"}
URI = Uri("https://docs.example/a?x=1")


def row(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return SEED[name]["given"], SEED[name]["expect"]


def stored(uri: Uri = URI) -> bytes:
    """A snapshot of a small text, as a store holds it."""
    fetched = Fetched(uri, "https://docs.example/a", 200, "text/plain; charset=utf-8", b"Some words.", (), False)
    extracted = read(fetched.body, fetched.media_type, uri)
    assert not isinstance(extracted, Unreadable)
    return snapshot(fetched, extracted, None, EPOCH)[1][-1].body


def test_every_row_is_of_an_area_that_is_tested() -> None:
    assert len(SEED) == 11
    assert {one["area"] for one in SEED.values()} == HERE | {"equivalence"}


@pytest.mark.parametrize("name", [name for name, one in SEED.items() if one["area"] == "final_uri"])
def test_a_final_uri_keeps_scheme_host_and_path(name: str) -> None:
    asked, expect = row(name)
    assert address(asked["final_response_uri"]).final_uri == expect["final_uri"]


@pytest.mark.parametrize(
    ("url", "final"),
    [
        ("https://docs.example/a?token=s#f", "https://docs.example/a"),
        ("https://docs.example:8443/a", "https://docs.example:8443/a"),
        ("http://[::1]/a?b", "http://[::1]/a"),
        ("https://docs.example/ä?ö", "https://docs.example/%C3%A4"),
    ],
)
def test_a_final_uri_has_neither_query_nor_fragment(url: str, final: str) -> None:
    assert address(url).final_uri == final


def test_a_success_names_its_final_uri() -> None:
    _, expect = row("v3-success-needs-final")
    good = next(one for one in made().run.acquisitions if one.result.ok)
    for final in (None, "", " "):
        bad: Acquisition = replace(good, result=replace(good.result, final_uri=final))
        with pytest.raises(BadReceipt) as refused:
            parse_acquisition(canon.encode(bad))
        assert (refused.value.code, refused.value.pointer) == (expect["error"], "/result/final_uri")


def test_an_edit_of_a_snapshots_provenance_is_seen() -> None:
    asked, expect = row("v3-metadata-edit")
    answered = acquire_case(
        {
            "mode": "replay_only",
            "snapshots": {URI: "Some words."},
            "requests": [URI],
            "tamper": {"uri": URI, "how": asked["edit"]},
        }
    )
    got = answered["acquisitions"][0]
    assert {key: got[key] for key in expect} == expect


@pytest.mark.parametrize("field", ["final_uri", "fetched_at", "status", "media_type", "supplied", "notes", "previous"])
def test_an_edit_of_any_field_of_a_snapshot_is_seen(field: str) -> None:
    members = canon.decode(stored())
    assert isinstance(members, dict)
    other = {"status": 201, "supplied": True, "notes": ["x"], "previous": members["raw_oid"]}.get(field, "other")
    answer = load(canon.encode(members | {field: other}), URI)
    assert isinstance(answer, Absence)
    assert (answer.why, answer.detail.partition(":")[0]) == ("snapshot_invalid", "snapshot_hash_mismatch")


def test_an_older_snapshot_is_refused_and_not_rewritten() -> None:
    """The row wants version 1 replayed, whose fields no hash protects. gnut never wrote one, and reads none:
    a reader that takes a weaker version lets whoever edits a snapshot choose it."""
    asked, _ = row("v1-replay-fallback")
    text = "Some words."
    old = {
        "schema": f"groundnut-source-snapshot/{asked['schema']}",
        "source_id": "url:" + canon.sha256(asked["uri"].encode())[:16],
        "uri": asked["uri"],
        "fetched_at": EPOCH,
        "status": 200,
        "media_type": "text/plain",
        "sha256": canon.sha256(text.encode()),
        "text": text,
    }
    answer = load(canon.encode(old), Uri(asked["uri"]))
    assert isinstance(answer, Absence)
    assert (answer.why, answer.detail.partition(":")[0]) == ("snapshot_invalid", "snapshot_identity_mismatch")
    assert SNAPSHOT.endswith("/v4")


def test_a_tree_that_nobody_attests_is_dirty_and_still_runs(tmp_path: Path) -> None:
    _, expect = row("no-attestation")
    folder = tmp_path / "gnut"
    folder.mkdir()
    file = folder / "a.py"
    file.write_text("x = 1\n", encoding="utf-8")
    tree = engines.Tree({"gnut": folder}, {"gnut/a.py": file.stat()})
    found = engines.engine(None, tree)
    assert (found.dirty, found.publishable, found.revision) == (expect["dirty"], expect["publishable"], "unattested")
    assert made(engine=found).manifest.engine == found
    with pytest.raises(BadReceipt) as refused:
        manifest(found, DOMAIN, sources=(), policies=(), components=(), artifacts=(), publication=True)
    assert refused.value.code == "engine_dirty"


def test_nan_in_any_receipt_is_not_canonical_json() -> None:
    _, expect = row("nan-in-any-receipt")
    done = made()
    parts = (done, done.run, done.ledger, done.manifest, done.run.evidence, *done.run.acquisitions)
    for part in parts:
        with pytest.raises(NotCanonical) as refused:
            parse(canon.encode(part).replace(b'"schema":', b'"a":NaN,"schema":', 1))
        assert refused.value.code == expect["error"]


@pytest.mark.parametrize("word", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"0.5"])
@pytest.mark.parametrize("reader", [parse_standing, parse_support, parse_authority, parse_domain])
def test_a_number_without_a_canonical_form_is_refused_in_every_policy(reader: Any, word: bytes) -> None:
    with pytest.raises(NotCanonical) as refused:
        reader(b'{"schema": "x/v1", "n": %s}' % word)
    assert (refused.value.code, refused.value.pointer) == ("not_canonical_json", "/n")


def test_a_float_reaches_no_hash() -> None:
    emission = tasks()
    emission["profile"]["bounds"]["min_characters"] = 0.5
    with pytest.raises(BadReceipt) as refused:
        made(emission=emission)
    assert (refused.value.code, refused.value.pointer) == (
        "wrong_type",
        "/arena_emission/profile/bounds/min_characters",
    )
