"""`gnut diff-replay`: a run and its replays, two runs, three files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from gnut.diff_replay.core import parse_equivalence
from gnut.edge import runs
from gnut.errors import ObjectMissing
from gnut.model import sealed
from gnut_store import canon
from gnut_store.oid import Oid
from gnut_store.store import DiskStore, open_store
from tests.diff_replay.making import C, live, made
from tests.loopback import reply, serving

Gnut = Callable[..., Any]

REPORT = """\
# Fleet

It says "raised $4.2M in Series A" ([a](one.txt)), and "raised $14.2M in Series B" ([b](two.txt)).

We recommend to wait. Costs were 40 billion.
"""
PAGE = b"<p>In May the company raised $4.2M in Series A from investors, as it said.</p>" * 3


@pytest.fixture
def report(place: Path, gnut: Gnut) -> Path:
    """A report that was checked once."""
    (place / "one.txt").write_text("In May the company raised $4.2M in Series A from investors.\n")
    (place / "two.txt").write_text("In June it raised $14.3M in Series B.\n")
    (place / "report.md").write_text(REPORT)
    gnut("init")
    gnut("check", "report.md")
    return place / "report.md"


def test_a_stored_run_and_two_replays_are_the_same(report: Path, gnut: Gnut) -> None:
    said = gnut("diff-replay", "report.md")
    assert (said.code, said.out) == (0, "")
    assert said.err.startswith("report.md: two replays give the same evidence: 2 sources, 4 claims, projection ")


def test_a_replay_stands_on_the_store_alone(report: Path, gnut: Gnut) -> None:
    for name in ("one.txt", "two.txt", "report.md"):
        (report.parent / name).unlink()
    assert gnut("diff-replay", "report.md").code == 0


def test_the_receipt_is_written_as_it_is_hashed(report: Path, gnut: Gnut) -> None:
    said = gnut("diff-replay", "report.md", "-o", "same.json", "--output-format", "json")
    assert said.code == 0
    body = (report.parent / "same.json").read_bytes()
    assert json.loads(said.out) == json.loads(body)
    assert parse_equivalence(body.removesuffix(b"\n")).equivalent
    assert gnut("show", "--check", "same.json").code == 0
    found = parse_equivalence(body.removesuffix(b"\n"))
    edited = sealed(replace(found, exclusions=found.exclusions[1:]))
    (report.parent / "same.json").write_bytes(canon.encode(edited))
    said = gnut("show", "--check", "same.json")
    assert (said.code, "other parts are left out" in said.err) == (2, True)


def test_an_older_run_is_replayed_by_its_name(report: Path, gnut: Gnut) -> None:
    report.write_text(REPORT + "\nOne more sentence.\n")
    gnut("check", "report.md")
    assert "5 claims" in gnut("diff-replay", "report.md").err
    assert "4 claims" in gnut("diff-replay", "report.md~1").err


def test_what_was_never_acquired_cannot_be_replayed(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text('It says "raised $4.2M in Series A" ([a](https://a.example/1)).\n')
    gnut("init")
    gnut("check", "report.md")
    said = gnut("diff-replay", "report.md")
    assert said.code == 2
    assert "1 of the 1 sources of this run had no snapshot" in said.err
    assert "gnut acquire report.md && gnut check report.md" in said.err


def lose(monkeypatch: pytest.MonkeyPatch, oids: set[str]) -> None:
    """Let a store hold some objects no longer."""
    plain_has, plain_get = DiskStore.has, DiskStore.get

    def has(self: DiskStore, oid: Oid) -> bool:
        return oid not in oids and plain_has(self, oid)

    def get(self: DiskStore, oid: Oid, *kind: Any) -> bytes:
        if oid in oids:
            raise ObjectMissing("b3:1234…: no pack holds it")
        return plain_get(self, oid, *kind)

    monkeypatch.setattr(DiskStore, "has", has)
    monkeypatch.setattr(DiskStore, "get", get)


def newest(root: Path) -> dict[str, Any]:
    """Return the newest run of the report."""
    store = open_store(root / ".gnut")
    made: dict[str, Any] = json.loads(store.get(next(runs.history(store, runs.log_of("report.md"))).oid))
    return made


def test_a_snapshot_that_went_missing_ends_with_two(report: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    lose(monkeypatch, {newest(report.parent)["run"]["acquisitions"][0]["snapshot"]})
    said = gnut("diff-replay", "report.md")
    assert said.code == 2
    assert "the snapshots of 1 of the 2 sources of this run are in the store no longer" in said.err
    assert "gnut acquire report.md && gnut check report.md" in said.err


def test_anything_else_that_a_store_has_lost_is_damage(
    report: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = newest(report.parent)["run"]
    text = json.loads(open_store(report.parent / ".gnut").get(made["acquisitions"][0]["snapshot"]))["text"]
    for lost in (made["report"]["body"], text):
        with monkeypatch.context() as patch:
            lose(patch, {lost})
            codes = [gnut("show", "--export", "sent", "report.md").code, gnut("diff-replay", "report.md").code]
            assert codes == [4, 4]


def test_the_advice_works_where_the_command_was_typed(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "my notes").mkdir()
    (place / "my notes/report.md").write_text('It says "raised $4.2M in Series A" ([a](https://a.example/1)).\n')
    gnut("init")
    gnut("check", "my notes/report.md")
    said = gnut("-C", "my notes", "diff-replay", "report.md")
    assert "gnut -C 'my notes' acquire report.md && gnut -C 'my notes' check report.md" in said.err
    assert "gnut acquire 'my notes/report.md' && " in gnut("diff-replay", "my notes/report.md").err
    monkeypatch.chdir(place / "my notes")
    assert "gnut acquire report.md && gnut check report.md" in gnut("diff-replay", "report.md").err


def test_another_engine_is_a_difference_and_said_to_be_the_only_one(
    report: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gnut.edge import engine as engines

    own = engines.engine()
    monkeypatch.setattr(engines, "engine", lambda *_: replace(own, source_sha256="e" * 64))
    said = gnut("diff-replay", "report.md")
    assert said.code == 1
    assert said.out.startswith("/manifest/engine/source_sha256  live ")
    assert "nothing but the engine differs" in said.err


def test_a_report_that_was_never_checked_has_no_run(report: Path, gnut: Gnut) -> None:
    (report.parent / "other.md").write_text(REPORT)
    said = gnut("diff-replay", "other.md")
    assert said.code == 2
    assert "gnut log" in said.err


@pytest.mark.loopback
def test_the_live_side_can_be_made_now(place: Path, gnut: Gnut) -> None:
    gnut("init")
    with serving() as web:
        web.pages["/a"] = reply(PAGE)
        (place / "report.md").write_text(
            f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})), and [b]({web.url("/none")}).\n'
        )
        net = f"127.0.0.1:{web.port}"
        said = gnut("diff-replay", "report.md", "--acquire", "--allow-net", net, "--output-format", "json")
        assert said.code == 0, said.err
        assert json.loads(said.out)["sources"] == 2
        asked = len(web.asked)
        # The live run is in the store now, and a replay asks nobody.
        assert gnut("diff-replay", "report.md").code == 0
        assert len(web.asked) == asked
    store = open_store(place / ".gnut")
    runs = [store.refs(f"run/{log}/{each}") for log in store.ref_parts("run") for each in store.ref_parts(f"run/{log}")]
    assert len(runs) == 1
    run = json.loads(store.get(runs[0][0], "execution"))["run"]
    assert {one["strategy"] for one in run["acquisitions"]} == {"live_archived", "live_failed"}
    assert {one["mode"] for one in run["acquisitions"]} == {"snapshot_preferred"}


# Two runs.


def edited(report: Path, gnut: Gnut) -> None:
    (report.parent / "two.txt").write_text("In June it raised $14.2M in Series B.\n")
    report.write_text(
        REPORT.replace("We recommend to wait.", "We recommend to wait and see.").replace(
            "Costs were 40 billion.", "Nobody knows \x1b[2J the fleet."
        )
    )
    gnut("check", "report.md")


def test_two_runs_are_compared_row_by_row(report: Path, gnut: Gnut, snapshot: SnapshotAssertion) -> None:
    edited(report, gnut)
    said = gnut("diff-replay", "report.md~1", "report.md")
    assert said.code == 0
    assert "\x1b" not in said.out
    # Ids of snapshots name the Python that read the source.
    assert re.sub(r"\b[0-9a-f]{8}\b", "########", said.out) == snapshot
    assert "report.md: failed → clear; 1 added, 1 gone, 1 changed, 2 as before, 1 of them reworded" in said.err
    assert "what differs between the runs: report (" in said.err


def test_runs_that_differ_end_with_one_when_asked(report: Path, gnut: Gnut) -> None:
    edited(report, gnut)
    assert gnut("diff-replay", "report.md~1", "report.md", "--exit-code").code == 1
    assert gnut("diff-replay", "report.md", "report.md", "--exit-code").code == 0
    assert gnut("diff-replay", "report.md~1", "report.md").code == 0


def test_two_runs_as_json(report: Path, gnut: Gnut) -> None:
    edited(report, gnut)
    told = json.loads(gnut("diff-replay", "report.md~1", "report.md", "--output-format", "json").out)
    assert told["schema"] == "gnut-run-diff/v1"
    changed = next(one for one in told["changes"] if one["change"] == "changed")
    assert (changed["cause"], changed["before"]["reason"], changed["after"]["reason"]) == (
        "source",
        "excerpt_altered",
        None,
    )
    assert [one["source_id"] for one in told["sources"]] == changed["sources"]


def test_colour_is_a_choice(report: Path, gnut: Gnut) -> None:
    edited(report, gnut)
    assert "\x1b[33mchanged\x1b[0m" in gnut("diff-replay", "report.md~1", "report.md", "--color", "always").out


def test_runs_in_files_are_compared_without_a_store(place: Path, gnut: Gnut) -> None:
    (place / "a.json").write_bytes(canon.encode(made()))
    (place / "b.json").write_bytes(canon.encode(made(policy="strict")))
    said = gnut("diff-replay", "a.json", "b.json", "--exit-code")
    assert said.code == 1
    assert "policy (default → strict)" in said.err


# Three files.


@pytest.fixture
def files(place: Path) -> Path:
    (place / "live.json").write_bytes(canon.encode(live()))
    for name in ("first.json", "second.json"):
        (place / name).write_bytes(canon.encode(made()))
    return place


def test_three_files_that_agree_are_equivalent(files: Path, gnut: Gnut) -> None:
    assert gnut("diff-replay", "live.json", "first.json", "second.json").code == 0


def test_a_second_replay_that_differs_in_a_byte_ends_with_one(files: Path, gnut: Gnut) -> None:
    (files / "second.json").write_bytes(canon.encode(made()) + b"\n")
    said = gnut("diff-replay", "live.json", "first.json", "second.json")
    assert said.code == 1
    assert "the second replay is not the first, byte for byte" in said.err


def test_a_response_of_the_process_boundary_is_read_for_its_execution(files: Path, gnut: Gnut) -> None:
    told = {"schema": "groundnut-canonical-response/v1", "request_sha256": "a" * 64, "execution": live()}
    (files / "live.json").write_bytes(canon.encode(told))
    assert gnut("diff-replay", "live.json", "first.json", "second.json").code == 0


def test_a_difference_never_shows_text(files: Path, gnut: Gnut) -> None:
    (files / "live.json").write_bytes(canon.encode(live(texts={C: "Blaustern weir of stone."})))
    said = gnut("diff-replay", "live.json", "first.json", "second.json")
    assert said.code == 1
    assert "Blaustern" not in said.out + said.err
    assert "a.example" not in said.out


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{}", "None is not"),
        (b"[1", "first.json"),
        (canon.encode(live()), "a replay takes nothing but snapshots"),
        (canon.encode(made()).replace(b'"claim_count":5', b'"claim_count":6'), "first.json"),
    ],
)
def test_a_malformed_replay_ends_with_two(files: Path, gnut: Gnut, body: bytes, words: str) -> None:
    (files / "first.json").write_bytes(body)
    said = gnut("diff-replay", "live.json", "first.json", "second.json")
    assert said.code == 2
    assert words in said.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("a.md", "b.md", "--acquire"),
        ("a.md", "--allow-net", "127.0.0.1:80"),
        ("a.md", "--exit-code"),
        ("a.md", "b.md", "-o", "out.json"),
        ("a.md", "b.md", "c.md", "d.md"),
        ("none.json", "none.json", "none.json"),
        ("none.json", "none.json"),
        ("none.md",),
        (),
    ],
)
def test_names_and_options_that_do_not_fit_are_refused(place: Path, gnut: Gnut, arguments: tuple[str, ...]) -> None:
    assert gnut("diff-replay", *arguments).code == 2
