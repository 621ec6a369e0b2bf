"""`gnut log` lists the runs that are kept, the newest first, without a single time of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.account.contract import Engine
from gnut.edge.runs import history, log_of
from gnut_store.oid import to_bytes
from gnut_store.pack import RECORD
from gnut_store.store import open_store
from tests.conftest import MOMENT
from tests.hostile_repository import git

Gnut = Callable[..., Any]

URL = "https://books.example/a"
REPORT = (
    "It says “the gate shuts at nine every evening” [notes](notes.txt).\n\n"
    f"It says “raised $4.2M in Series A” [a]({URL}).\n"
)


@pytest.fixture(autouse=True)
def one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the engine as given."""
    made = Engine("gnut", "0.1.0", "0123456789ab" + "0" * 28, "1" * 64, dirty=True, publishable=False)
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: made)


@pytest.fixture
def filled(place: Path, gnut: Gnut) -> Path:
    """Return a repository whose one report has two runs."""
    gnut("init")
    (place / "notes.txt").write_text("From May the gate shuts at nine every evening.\n")
    (place / "page.txt").write_text("In May the company raised $4.2M in Series A.\n")
    gnut("acquire", "--saved", f"{URL}=page.txt")
    (place / "docs").mkdir()
    for folder, text in (("docs", REPORT.replace("notes.txt", "../notes.txt")), (".", REPORT)):
        (place / folder / "report.md").write_text(text)
        gnut("check", f"{folder}/report.md")
    (place / "report.md").write_text(REPORT.replace("nine", "ten"))
    gnut("check", "report.md", "--allow", "ambiguous")
    return place


@pytest.mark.usefixtures("filled")
def test_a_line_says_what_a_run_came_to_and_what_it_was_made_from(gnut: Gnut) -> None:
    head, newer, older = gnut("log", "report.md").out.splitlines()
    assert head == "report.md"
    assert newer.split("  ")[1].startswith("b3:")
    assert "failed" in newer
    assert "1 found, 1 unconfirmed, 0 own" in newer
    assert "; 1 file, 1 captured; changed: report" in newer
    assert newer.split(", ")[-1].startswith("policy")
    assert "clear" in older
    assert "2 found, 0 unconfirmed, 0 own; 1 file, 1 captured; policy default" in older
    assert max(map(len, (newer, older))) <= 120


CHANGED = {
    "source": lambda gnut, place: (place / "notes.txt").write_text("The gate shuts at nine every evening, and ten.\n"),
    "policy": lambda gnut, place: gnut("check", "report.md", "--policy", "strict"),
    "support": lambda gnut, place: gnut("check", "report.md", "--support", "exact"),
}


@pytest.mark.parametrize("what", list(CHANGED))
def test_a_line_says_in_what_a_run_differs_from_the_one_before_it(filled: Path, gnut: Gnut, what: str) -> None:
    gnut("check", "report.md")
    CHANGED[what](gnut, filled)
    if what == "source":
        gnut("check", "report.md")
    newest = gnut("log", "report.md").out.splitlines()[1]
    said = newest.split("; changed: ")[1]
    assert said.startswith({"source": "source notes.txt", "policy": "policy strict", "support": "support"}[what])
    assert "," not in said
    told = json.loads(gnut("log", "report.md", "--output-format", "json", "-n", "1").out)
    assert [one["what"] for one in told["reports"][0]["runs"][0]["changes"]] == [what]


def test_an_engine_that_changed_is_said(filled: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    gnut("check", "report.md")
    other = Engine("gnut", "0.2.0", "f" * 40, "2" * 64, dirty=False, publishable=True)
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: other)
    gnut("check", "report.md")
    assert gnut("log", "report.md").out.splitlines()[1].endswith("changed: engine 0.2.0 ffffffff")


@pytest.mark.usefixtures("filled")
def test_a_source_that_could_not_be_had_is_counted_apart(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text(REPORT + "\nIt says “nobody came to the door” [b](https://books.example/b).\n")
    gnut("check", "report.md")
    assert "; 1 file, 1 captured, 1 unavailable; changed: " in gnut("log", "report.md").out


def test_as_json_it_says_the_same(filled: Path, gnut: Gnut) -> None:
    told = json.loads(gnut("log", "report.md", "--output-format", "json").out)
    (report,) = told["reports"]
    assert (told["schema"], report["path"], report["total"]) == ("gnut-log/v1", "report.md", 2)
    assert [run["outcome"] for run in report["runs"]] == ["failed", "clear"]
    assert report["runs"][0]["captured"] == [MOMENT, MOMENT]
    entries = history(open_store(filled / ".gnut"), log_of("report.md"))
    assert [run["id"] for run in report["runs"]] == [entry.oid for entry in entries]


@pytest.mark.usefixtures("filled")
def test_without_a_report_it_lists_which_have_runs(gnut: Gnut) -> None:
    docs, own = gnut("log").out.splitlines()
    assert docs.startswith("docs/report.md: 1 run, newest b3:")
    assert own.startswith("report.md: 2 runs, newest b3:")


@pytest.mark.usefixtures("filled")
def test_only_so_many_are_listed_and_the_rest_is_counted(gnut: Gnut) -> None:
    assert gnut("log", "report.md", "-n", "1").out.splitlines()[-1] == "  … and 1 earlier"
    assert len(gnut("log", "report.md", "-n", "0").out.splitlines()) == 3


def test_a_report_is_named_from_where_one_stands(filled: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(filled / "docs")
    assert gnut("log", "report.md").out.startswith("docs/report.md\n")
    assert gnut("log", "../report.md").out.startswith("report.md\n")


@pytest.mark.usefixtures("filled")
def test_a_report_without_runs_is_said_and_the_others_are_listed(gnut: Gnut) -> None:
    said = gnut("log", "none.md", "report.md", "report.md")
    assert said.code == 2
    assert "none.md: no run of it is kept" in said.err
    assert said.out.count("report.md\n") == 1


def test_a_store_without_runs_says_so(place: Path, gnut: Gnut) -> None:
    gnut("init")
    said = gnut("log")
    assert (said.code, said.out) == (0, "")
    assert "no run is kept yet" in said.err


def test_without_a_store_there_is_no_log(place: Path, gnut: Gnut) -> None:
    said = gnut("log")
    assert said.code == 2
    assert "there is no store here" in said.err


def test_the_name_of_a_report_reaches_no_terminal_raw(place: Path, gnut: Gnut) -> None:
    gnut("init")
    name = "a\x1b[31m\u202eb.md"
    (place / name).write_text(REPORT)
    gnut("check", name)
    out = gnut("log").out + gnut("log", name).out + gnut("show", name).out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_a_damaged_run_is_said_and_the_others_are_listed(filled: Path, gnut: Gnut) -> None:
    store = open_store(filled / ".gnut")
    (only,) = history(store, log_of("docs/report.md"))
    ((pack, number),) = store.index("local").places(to_bytes(only.oid))
    path = filled / ".gnut/local/packs" / f"{pack.name}.gpk"
    body = bytearray(path.read_bytes())
    body[pack.entry(number).offset + RECORD.size] ^= 0xFF
    path.chmod(0o644)
    path.write_bytes(bytes(body))
    said = gnut("log")
    assert said.code == 4
    assert said.out.startswith("report.md: 2 runs")


@pytest.mark.parametrize("lost", [0, 1])
def test_a_run_that_is_gone_hides_no_other_run_of_its_report(filled: Path, gnut: Gnut, lost: int) -> None:
    store = open_store(filled / ".gnut")
    entries = list(history(store, log_of("report.md")))
    ref = filled / ".gnut/local/refs" / log_of("report.md") / f"{entries[lost].ordinal:08}"
    (only,) = ref.iterdir()
    only.rename(ref / ("0" * 64))
    for words in (("report.md",), ()):
        said = gnut("log", *words, "--output-format", "json")
        (listed,) = [one for one in json.loads(said.out)["reports"] if one["path"] == "report.md"]
        if words or lost == 0:
            assert said.code == 4
            assert f"report.md: run {entries[lost].ordinal}: " in said.err or not words
            assert [run["id"] for run in listed["runs"]] == [entries[1 - lost].oid]
            assert listed["total"] == 1
        else:
            assert said.code == 0  # The newest is all that this list looks at.


def test_a_report_of_which_no_run_is_left_is_said(filled: Path, gnut: Gnut) -> None:
    for ref in (filled / ".gnut/local/refs" / log_of("report.md")).iterdir():
        (only,) = ref.iterdir()
        only.rename(ref / ("0" * 64))
    said = gnut("log", "report.md", "docs/report.md")
    assert said.code == 4
    assert said.err.count("error: report.md: run ") == 2
    assert said.out.startswith("docs/report.md\n")


@pytest.mark.usefixtures("filled")
def test_a_version_that_git_holds_has_its_own_list(gnut: Gnut, place: Path) -> None:
    shutil.rmtree(place / ".git")
    git(place, "init", "-q")
    for text in (REPORT, REPORT.replace("nine", "ten"), REPORT + "\nMore.\n"):
        (place / "report.md").write_text(text)
        git(place, "add", "report.md", "notes.txt")
        git(place, "commit", "-qm", "x")
    older, newer = gnut("log", "HEAD~2:report.md"), gnut("log", "HEAD~1:report.md")
    assert (older.code, newer.code) == (0, 0)
    assert ("clear" in older.out, "failed" in older.out) == (True, False)
    assert ("clear" in newer.out, "failed" in newer.out) == (False, True)
    said = gnut("log", "HEAD:report.md")
    assert (said.code, "HEAD:report.md: no run of it is kept" in said.err) == (2, True)
    gnut("check", "-q", "HEAD~2:report.md")
    assert len(gnut("log", "HEAD~2:report.md").out.splitlines()) >= 2
    assert gnut("log", "nope:report.md").code == 2
