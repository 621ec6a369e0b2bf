"""What the log says of a run beside the one before it, however little room there is."""

from __future__ import annotations

from msgspec.structs import replace

from gnut.formats.log import LOG, Log, LoggedEngine, LoggedReport, LoggedRun, render
from gnut.formats.log_changes import CHANGES, Changed, LoggedPolicy
from gnut.formats.paint import Paint
from gnut.ledger.contract import Outcome
from gnut_store.oid import Oid

RUN = LoggedRun(
    id=Oid("b3:" + "ab" * 32),
    ordinal=2,
    outcome=Outcome.CLEAR,
    buckets={"excerpt_found": 2},
    policy=LoggedPolicy("default", (), "cd" * 32),
    engine=LoggedEngine("0.1.0", "ef" * 20, False),
    mode="replay_only",
    report_sha256="01" * 32,
    sources=8,
    readable=8,
    captured=("2026-01-02T03:04:05Z", "2026-01-02T05:04:05Z"),
    files=6,
    changes=(),
)


def _line(**changes: object) -> str:
    log = Log(LOG, (LoggedReport("report.md", 1, (replace(RUN, **changes),)),))
    return render(log, paint=Paint(on=False)).splitlines()[1]


def test_files_are_no_captures() -> None:
    assert "; 6 files, 2 captured 2026-01-02" in _line()
    assert "; 6 files" in _line(readable=6, captured=None)
    assert "captured" not in _line(readable=6, captured=None)
    assert "; 6 files, 2 unavailable" in _line(readable=6, captured=None)
    assert "; no sources" in _line(sources=0, readable=0, files=0, captured=None)


def test_everything_that_can_change_is_said_in_words_where_room_is_short() -> None:
    for what in CHANGES:
        assert what in _line(changes=(Changed(what, ()),))
    every = _line(changes=tuple(Changed(what, ("https://a.example/" + "x" * 90,) * 9) for what in CHANGES))
    assert all(what in every for what in CHANGES)
    assert len(_line(changes=(Changed("report", ()), Changed("policy", ()), Changed("engine", ())))) <= 120


def test_a_source_is_named_by_the_end_of_its_address_and_the_others_are_counted() -> None:
    uris = ("file:docs/a.txt", "https://e.example/b/", "https://e.example/c")
    assert _line(changes=(Changed("source", uris),)).endswith("changed: source a.txt +2")


def test_an_address_cannot_end_the_line() -> None:
    assert "\x1b" not in _line(changes=(Changed("source", ("file:a\x1b[2J\nb",)),))


def test_the_first_run_says_its_policy_however_much_it_allows() -> None:
    allowing = LoggedPolicy("default", ("locator_only", "no_excerpt", "too_short"), "cd" * 32)
    assert _line(changes=None, policy=allowing).endswith("; policy default")
    assert "; policy default, engine 0.1.0" in _line(changes=None, captured=None, readable=6, sources=6)
