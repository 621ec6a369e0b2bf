"""Every check is kept once, can be found, shown, exported and made again, and never gets in the way of checking."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.account.contract import Engine
from gnut.account.core import parse_execution
from gnut.edge import bundles
from gnut.edge.runs import KIND, bundle, history, log_of, logs
from gnut.errors import GnutError, StoreBusy
from gnut.replay import replay, verified
from gnut_store import canon
from gnut_store.fsck import fsck
from gnut_store.oid import Oid
from gnut_store.store import open_store
from tests.store.breaking import BreakingFiles, Killed

Gnut = Callable[..., Any]

ENGINE = Engine("gnut", "0.1.0", "0" * 40, "1" * 64, dirty=False, publishable=True)
NOTES = "From May the gate shuts at nine every evening, says the 港口 log.\n"
PAGE = "<p>In May the company raised $4.2M in Series A from investors.</p>" * 3
URL = "https://books.example/a"
REPORT = (
    "# Harbour\n\nIt says “the gate shuts at nine every evening” [notes](notes.txt).\n\n"
    f"It says “raised $9.2M in Series A” [a]({URL}).\n\nWe believe that the rent will rise again soon.\n"
)


@pytest.fixture(autouse=True)
def one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the engine as given: which one runs is told apart in tests/edge/test_engine.py."""
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: ENGINE)


def lay(place: Path, gnut: Gnut, report: str = REPORT) -> None:
    """Write a report, a file and a page that it cites, and a store that holds the page."""
    (place / "report.md").write_text(report)
    (place / "notes.txt").write_text(NOTES)
    (place / "page.html").write_text(PAGE)
    gnut("init")
    assert gnut("acquire", "--saved", f"{URL}=page.html").code == 0


def files(place: Path) -> dict[str, int]:
    """Return every file of the store with the time of its last change."""
    return {str(path): path.lstat().st_mtime_ns for path in (place / ".gnut").rglob("*") if path.is_file()}


def newest(place: Path, path: str = "report.md") -> Oid:
    """Return the newest run of a report."""
    return next(history(open_store(place / ".gnut"), log_of(path))).oid


def test_a_check_keeps_its_run_and_says_which(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    said = json.loads(gnut("check", "report.md", "--output-format", "json").out)
    assert said["runs"] == [newest(place)]
    made = parse_execution(open_store(place / ".gnut").get(newest(place), KIND))
    assert [row.id for row in made.ledger.ledger.rows] == [row["id"] for row in said["reports"][0]["rows"]]
    assert made.ledger.ledger.outcome.value == said["reports"][0]["outcome"]
    assert fsck(place / ".gnut", connectivity=True) == ()


def test_what_check_says_is_the_same_whether_a_run_is_kept_or_not(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    kept = json.loads(gnut("check", "report.md", "--output-format", "json").out)
    dropped = json.loads(gnut("check", "report.md", "--output-format", "json", "--no-record").out)
    assert kept["reports"] == dropped["reports"]
    assert (len(kept["runs"]), dropped["runs"]) == (1, [None])


ROWS = {
    "a quotation": REPORT,
    "a class": REPORT + "\nThe rent is too high. <!-- groundnut-company-assertion -->\n",
    "an analyst's": REPORT + "\nSo rents rise [notes](notes.txt). <!-- groundnut-analyst-inference -->\n",
    "no such source": "It says “the gate shuts at nine every evening” [x](nowhere.txt).\n",
    "not acquired": "It says “the gate shuts at nine every evening” [x](https://books.example/none).\n",
    "an empty source": "It says “the gate shuts at nine every evening” [x](empty.txt).\n",
    "two sources": "It says “the gate shuts at nine every evening” [notes](notes.txt) [x](nowhere.txt).\n",
}


@pytest.mark.parametrize("report", ROWS.values(), ids=ROWS)
def test_rows_are_the_same_where_judges_are_asked_only_on_demand(place: Path, gnut: Gnut, report: str) -> None:
    (place / "report.md").write_text(report)
    (place / "notes.txt").write_text(NOTES)
    (place / "empty.txt").write_text("")
    without = gnut("check", "report.md", "--output-format", "json")
    gnut("init")
    kept = gnut("check", "report.md", "--output-format", "json")
    dropped = gnut("check", "report.md", "--output-format", "json", "--no-record")
    asked = gnut("check", "report.md", "--output-format", "json", "--no-record", "--support", "none")
    told = [json.loads(said.out)["reports"][0]["rows"] for said in (without, kept, dropped, asked)]
    detail = [[{**row, "notes": None} for row in rows] for rows in told]
    assert [(row["support"], row["authority"]) for row in told[0]] == [
        (row["support"], row["authority"]) for row in told[1]
    ]
    assert detail[1] == detail[2] == detail[3]


def test_without_a_store_no_judge_is_loaded_for_what_none_would_change(place: Path) -> None:
    (place / "report.md").write_text("It says “the gate shuts at nine every evening” [notes](notes.txt).\n")
    (place / "notes.txt").write_text(NOTES)
    code = (
        "import sys\nfrom gnut.door import enter\nenter(['check', 'report.md', '-q'])\n"
        "print(*[name for name in sys.modules if name.startswith(('gnut.authority.core', 'gnut.support.core'))])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == ""


def test_a_second_check_adds_no_file_and_changes_none(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    before = files(place)
    gnut("check", "report.md")
    assert files(place) == before


def test_two_folders_give_the_same_bytes(
    place: Path, gnut: Gnut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    other = tmp_path / "another place, much deeper/down"
    shutil.copytree(place, other, ignore=shutil.ignore_patterns("local", "cache", "tmp"))
    monkeypatch.chdir(other)
    monkeypatch.setattr("gnut.edge.world._now", lambda: "2031-05-06T07:08:09Z")
    gnut("check", "report.md")
    first, second = (open_store(each / ".gnut").get(newest(each)) for each in (place, other))
    assert first == second
    assert str(tmp_path).encode() not in first
    assert b"2031" not in first


def test_a_run_is_made_again_from_the_store_alone(place: Path, gnut: Gnut, no_network: list[str]) -> None:
    lay(place, gnut)
    gnut("check", "report.md", "--support", "exact", "--arena")
    oid = newest(place)
    for name in ("report.md", "notes.txt", "page.html"):
        (place / name).unlink()
    whole = bundle(open_store(place / ".gnut"), oid)
    assert canon.encode(replay(whole)) == open_store(place / ".gnut").get(oid)
    assert verified(whole) == ()
    assert no_network == []


def test_a_report_that_goes_back_gets_a_line_each_time(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    for text in (REPORT, REPORT + "More.\n", REPORT):
        (place / "report.md").write_text(text)
        gnut("check", "report.md")
    entries = list(history(open_store(place / ".gnut"), log_of("report.md")))
    assert [entry.ordinal for entry in entries] == [3, 2, 1]
    assert entries[0].oid == entries[2].oid != entries[1].oid
    listed = json.loads(gnut("log", "report.md", "--output-format", "json").out)["reports"][0]
    assert [run["ordinal"] for run in listed["runs"]] == [3, 2, 1]


def test_a_changed_source_makes_a_new_run(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    (place / "notes.txt").write_text("Other words stand here now.\n")
    gnut("check", "report.md")
    first, second = (entry.oid for entry in history(open_store(place / ".gnut"), log_of("report.md")))
    assert first != second
    whole = [bundle(open_store(place / ".gnut"), oid) for oid in (first, second)]
    assert [verified(each) for each in whole] == [(), ()]


def test_several_reports_are_kept_in_one_pack(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    for number in range(5):
        (place / f"r{number}.md").write_text(REPORT + f"{number}.\n")
    assert len(json.loads(gnut("check", ".", "--output-format", "json").out)["runs"]) == 6
    assert len(list((place / ".gnut/local/packs").iterdir())) == 1
    assert len(logs(open_store(place / ".gnut"))) == 6


def test_a_report_on_standard_input_is_logged_under_no_path(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    gnut("check", "-", stdin=REPORT.encode())
    assert list(history(open_store(place / ".gnut"), log_of("report.md"))) == []
    assert gnut("log").out.startswith("- (standard input): 1 run, ")
    assert gnut("log", "-").out.startswith("- (standard input)\n")


def test_without_a_store_nothing_is_kept_and_nothing_is_said(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text("It says “the gate shuts at nine every evening” [notes](notes.txt).\n")
    (place / "notes.txt").write_text(NOTES)
    said = gnut("check", "report.md", "--output-format", "json")
    assert (said.code, json.loads(said.out)["runs"]) == (0, [None])
    assert "kept" not in said.err
    assert not (place / ".gnut").exists()


def test_without_a_store_no_account_is_drawn_up(place: Path) -> None:
    (place / "report.md").write_text("It says “the gate shuts at nine every evening” [notes](notes.txt).\n")
    (place / "notes.txt").write_text(NOTES)
    code = (
        "import sys\nfrom gnut.door import enter\nenter(['check', 'report.md', '-q'])\n"
        "print(*[name for name in sys.modules if name.startswith(('gnut.account', 'gnut.edge.engine', 'pygit2'))])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == ""


def test_record_puts_the_run_and_all_it_needs_into_the_teams_tier(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    gnut("check", "report.md", "--record")
    shutil.rmtree(place / ".gnut/local")
    store = open_store(place / ".gnut")
    (only,) = history(store, log_of("report.md"))
    assert only.ordinal == 1
    assert verified(bundle(store, only.oid)) == ()
    before = files(place)
    gnut("check", "report.md", "--record")
    assert files(place) == before


def test_record_needs_a_store(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text(REPORT)
    said = gnut("check", "report.md", "--record")
    assert said.code == 2
    assert "no store to record the run in" in said.err


@pytest.mark.parametrize("words", [("--arena",), ("--arena", "--no-record")], ids=" ".join)
def test_tasks_for_an_arena_need_a_run_to_be_bound_into(place: Path, gnut: Gnut, words: tuple[str, ...]) -> None:
    if "--no-record" in words:
        lay(place, gnut)
    (place / "report.md").write_text(REPORT)
    said = gnut("check", "report.md", *words)
    assert said.code == 2
    assert "--arena binds tasks into" in said.err


def test_publication_asks_once_which_gnut_runs(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(place, gnut)
    asked: list[object] = []
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *where: asked.append(where) or ENGINE)
    gnut("check", "report.md", "--publication")
    assert asked == [()]


def break_store(monkeypatch: pytest.MonkeyPatch, error: Callable[[], BaseException], at: int = 1) -> None:
    """Let every store of this test have a file system of which one step fails."""
    monkeypatch.setattr("gnut_store.store.Files", lambda: BreakingFiles(at, error))


@pytest.mark.parametrize("record", [(), ("--record",)], ids=["by itself", "asked for"])
def test_a_store_on_a_read_only_disk_fails_no_check_unless_keeping_was_asked_for(
    place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch, record: tuple[str, ...]
) -> None:
    lay(place, gnut)
    plain = gnut("check", "report.md", "--no-record", "--output-format", "json")
    break_store(monkeypatch, lambda: OSError(30, "Read-only file system"))
    said = gnut("check", "report.md", "--output-format", "json", *record)
    assert json.loads(said.out)["reports"] == json.loads(plain.out)["reports"]
    assert json.loads(said.out)["runs"] == [None]
    if record:
        assert said.code == 2
        assert "error: " in said.err
    else:
        assert said.code == plain.code == 1
        (note,) = [line for line in said.err.splitlines() if "not kept" in line]
        assert note.startswith("the run is not kept: ")
        assert "Read-only file system" in note


def test_a_busy_store_fails_no_check(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(place, gnut)

    def busy(*_: object) -> Any:
        raise StoreBusy("another process holds the store alone")

    monkeypatch.setattr("gnut_store.store.DiskStore.write", busy)
    said = gnut("check", "report.md")
    assert said.code == 1
    assert "the run is not kept: another process holds the store alone" in said.err


def test_a_bug_in_keeping_is_said_and_hides_no_finding(
    place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(place, gnut)

    def broken(*_: object, **__: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("gnut.run.written", broken)
    said = gnut("check", "report.md")
    assert said.code == 3
    assert "GN" in said.out
    assert said.err.count("bug in itself (ZeroDivisionError)") == 1


STEPS = 25
"""Changes on disk that keeping one run into a fresh local tier takes."""


@pytest.mark.parametrize("at", range(1, STEPS + 2))
def test_a_kill_at_any_step_leaves_a_sound_store_that_the_next_check_completes(
    place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    lay(place, gnut)
    with monkeypatch.context() as broken:
        break_store(broken, Killed, at)
        try:
            gnut("check", "report.md")
        except Killed:
            pass
        else:
            assert at > STEPS
    assert [fault for fault in fsck(place / ".gnut") if fault.kind != "stray_file"] == []
    gnut("check", "report.md")
    store = open_store(place / ".gnut")
    assert len({entry.oid for entry in history(store, log_of("report.md"))}) == 1
    assert verified(bundle(store, newest(place))) == ()
    assert fsck(place / ".gnut", connectivity=True) == ()


def test_two_processes_at_once_both_keep_their_runs(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    command = [sys.executable, "-m", "gnut", "check", "--output-format", "json"]
    (place / "other.md").write_text(REPORT + "Other.\n")
    started = [
        subprocess.Popen([*command, *words], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for words in (["report.md", "other.md"], ["report.md"], ["other.md", "report.md"])
    ]
    answers = [each.communicate(timeout=120) for each in started]
    assert [each.returncode for each in started] == [1, 1, 1], answers
    store = open_store(place / ".gnut")
    named = {oid for out, _ in answers for oid in json.loads(out)["runs"]}
    kept = {entry.oid for path in ("report.md", "other.md") for entry in history(store, log_of(path))}
    assert named == kept
    assert fsck(place / ".gnut", connectivity=True) == ()


def test_runs_of_two_branches_under_one_number_are_both_listed(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    shutil.copytree(place / ".gnut", place / "theirs")
    gnut("check", "report.md", "--record")
    shutil.move(place / ".gnut", place / "ours")
    shutil.move(place / "theirs", place / ".gnut")
    (place / "report.md").write_text(REPORT + "Theirs.\n")
    gnut("check", "report.md", "--record")
    shutil.copytree(place / "ours", place / ".gnut", dirs_exist_ok=True)
    entries = list(history(open_store(place / ".gnut"), log_of("report.md")))
    assert [entry.ordinal for entry in entries] == [1, 1]
    assert [entry.oid for entry in entries] == sorted((entry.oid for entry in entries), reverse=True)
    # Each side checks what it has: the report's name means what was checked last, whichever id is the higher.
    for text in (REPORT, REPORT + "Theirs.\n"):
        (place / "report.md").write_text(text)
        said = json.loads(gnut("check", "report.md", "--record", "--output-format", "json").out)
        assert said["runs"] == [newest(place)]
        before = files(place)
        gnut("check", "report.md", "--record")
        assert files(place) == before
    assert fsck(place / ".gnut", connectivity=True) == ()


def test_two_checks_at_once_under_two_policies_leave_no_name_that_means_the_other_run(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    shutil.copytree(place / ".gnut", place / "aside")
    gnut("check", "report.md", "--policy", "strict")
    shutil.copytree(place / ".gnut", place / "strict")
    shutil.rmtree(place / ".gnut")
    shutil.move(place / "aside", place / ".gnut")
    gnut("check", "report.md")
    shutil.copytree(place / "strict", place / ".gnut", dirs_exist_ok=True)
    entries = list(history(open_store(place / ".gnut"), log_of("report.md")))
    assert [entry.ordinal for entry in entries] == [1, 1]
    for policy in ("default", "strict", "default"):
        said = json.loads(gnut("check", "report.md", "--policy", policy, "--output-format", "json").out)
        assert said["runs"] == [newest(place)]
        made = parse_execution(open_store(place / ".gnut").get(newest(place), KIND))
        assert made.ledger.ledger.policy.key == policy


def test_a_run_that_cannot_be_kept_costs_no_other_run_and_is_named(
    place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(place, gnut)
    for name in ("a.md", "b.md", "c.md"):
        (place / name).write_text(REPORT + f"Of {name}.\n")
    import gnut.edge.runs as edge

    plain = edge.check_body

    def small(kind: str, body: bytes) -> None:
        if b"Of b.md" in body and kind == "blob":
            raise GnutError("an object of 84,000,000 bytes is over 67,108,864", code="object_too_large")
        plain(kind, body)

    monkeypatch.setattr("gnut.edge.runs.check_body", small)
    said = gnut("check", "a.md", "b.md", "c.md")
    assert said.code == 1
    (note,) = [line for line in said.err.splitlines() if "not kept" in line]
    assert note == "the run is not kept: b.md: an object of 84,000,000 bytes is over 67,108,864"
    logged = [len(list(history(open_store(place / ".gnut"), log_of(name)))) for name in ("a.md", "b.md", "c.md")]
    assert logged == [1, 0, 1]
    asked = gnut("check", "a.md", "b.md", "c.md", "--record")
    assert asked.code == 2
    assert asked.err.count("error: b.md: an object of") == 1
    told = json.loads(gnut("check", "a.md", "b.md", "c.md", "--output-format", "json").out)
    assert [report["path"] for report in told["reports"]] == ["a.md", "b.md", "c.md"]
    assert told["runs"] == [newest(place, "a.md"), None, newest(place, "c.md")]
    assert list(history(open_store(place / ".gnut"), log_of("b.md"))) == []


def test_a_report_without_tasks_for_an_arena_costs_no_other_run(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    for name in ("a.md", "c.md"):
        (place / name).write_text(REPORT)
    (place / "b.json").write_text(
        json.dumps(
            {"claims": [{"claim_id": "x", "claim_text": "t", "source_url": "file:notes.txt", "source_excerpt": NOTES}]}
        )
    )
    said = gnut("check", "a.md", "b.json", "c.md", "--arena")
    assert said.code == 1
    assert "b.json: has no prose to take tasks for an arena from" in said.err
    logged = [len(list(history(open_store(place / ".gnut"), log_of(name)))) for name in ("a.md", "b.json", "c.md")]
    assert logged == [1, 1, 1]


def test_publication_refuses_an_engine_that_nobody_attests_before_any_work(
    place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    dirty = Engine("gnut", "0.1.0", "unattested", "1" * 64, dirty=True, publishable=False)
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: dirty)
    said = gnut("check", "not-even-there.md", "--publication")
    assert said.code == 2
    assert "not publishable" in said.err
    assert "not-even-there" not in said.err


def test_publication_honours_no_waiver(place: Path, gnut: Gnut) -> None:
    waived = f"It says “raised $9.2M in Series A” [a]({URL}). <!-- gnut: waive GN302 known -->\n"
    lay(place, gnut, waived)
    assert gnut("check", "report.md").code == 0
    said = gnut("check", "report.md", "--publication", "--output-format", "json")
    assert said.code == 1
    made = parse_execution(open_store(place / ".gnut").get(newest(place), KIND))
    assert made.run.terms.standing.waivers is False
    (place / "report.md").write_text("---\ngnut:\n  policy: default\n---\n" + waived)
    assert gnut("check", "report.md", "--publication").code == 1


def test_declarations_are_bound_into_the_run(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    declared = {
        "c1": {
            "kind": "independent_primary",
            "basis": "human_adjudication",
            "assigned_by": "an editor",
            "note": "the harbour's own log",
            "source_uri": "notes.txt",
        }
    }
    (place / "authority.json").write_text(json.dumps(declared))
    said = json.loads(gnut("check", "report.md", "--authority", "authority.json", "--output-format", "json").out)
    assert said["reports"][0]["rows"][0]["authority"] == "independent_primary"
    made = parse_execution(open_store(place / ".gnut").get(newest(place), KIND))
    assert [claim for claim, _ in made.run.terms.declarations] == ["c1"]
    assert verified(bundle(open_store(place / ".gnut"), newest(place))) == ()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--support", "nope"], "neither a support policy nor a file"),
        (["--authority", "nope.json"], "nope.json"),
        (["--authority", "notes.txt"], "notes.txt"),
    ],
)
def test_terms_that_cannot_be_read_are_refused(place: Path, gnut: Gnut, words: list[str], says: str) -> None:
    lay(place, gnut)
    said = gnut("check", "report.md", *words)
    assert said.code == 2
    assert says in said.err


def test_declarations_are_of_one_report(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    (place / "other.md").write_text(REPORT)
    (place / "authority.json").write_text("{}")
    said = gnut("check", "report.md", "other.md", "--authority", "authority.json")
    assert said.code == 2
    assert "one report" in said.err


def test_the_arena_gets_its_tasks_only_when_asked(place: Path, gnut: Gnut) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    store = open_store(place / ".gnut")
    assert parse_execution(store.get(newest(place))).run.arena_emission is None
    gnut("check", "report.md", "--arena")
    emission = parse_execution(open_store(place / ".gnut").get(newest(place))).run.arena_emission
    assert emission is not None


def test_an_exported_run_is_judged_wherever_it_lies(place: Path, gnut: Gnut, tmp_path: Path) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    folder = tmp_path / "sent"
    assert gnut("show", "--export", str(folder), "report.md").code == 0
    said = gnut("show", "--check", str(folder))
    assert said.code == 0
    assert ": stands, groundnut-canonical-execution/v1" in said.out
    whole, strays = bundles.read(folder, "sent")
    assert (whole, strays) == (bundle(open_store(place / ".gnut"), newest(place)), ())


def test_judging_an_exported_run_writes_nothing_anywhere(
    place: Path, gnut: Gnut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(place, gnut)
    gnut("check", "report.md")
    gnut("show", "--export", str(tmp_path / "bundle"), "report.md")
    places: list[object] = []

    def asked(*where: object) -> Engine:
        places.extend(where)
        return ENGINE

    monkeypatch.setattr("gnut.edge.engine.engine", asked)
    (tmp_path / "elsewhere/.git").mkdir(parents=True)
    (tmp_path / "aim").mkdir()
    (tmp_path / "elsewhere/.gnut").symlink_to(tmp_path / "aim")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert gnut("show", "--check", str(tmp_path / "bundle")).code == 0
    assert list((tmp_path / "aim").iterdir()) == []
    assert places == []


@pytest.mark.parametrize("words", [("check", "report.md"), ("check", "report.md", "--record", "--arena")], ids=" ".join)
def test_which_gnut_this_is_is_kept_in_no_folder_that_is_not_a_store(
    place: Path, gnut: Gnut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (place / "report.md").write_text(REPORT)
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: pytest.fail("the store was not opened"))
    for make in (lambda: (place / ".gnut").symlink_to(tmp_path), lambda: (place / ".gnut").mkdir()):
        make()
        gnut(*words)
        (place / ".gnut").unlink() if (place / ".gnut").is_symlink() else None
    assert list((place / ".gnut").iterdir()) == []
