"""`gnut note`: how reports stood at a commit, in a form that git shows, merges and carries."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.git import notes as git_notes
from gnut.edge.git.repository import place as repository_at
from gnut.edge.world import world
from gnut.errors import GnutError, Usage
from gnut.formats.escape import terminal
from gnut.formats.notes import Stood, holds, lines, merged, named, without
from gnut.ledger.contract import Outcome
from gnut_store.carry.repository import signature
from gnut_store.oid import Oid
from tests.hostile_repository import git

Gnut = Callable[..., Any]

SOURCE = "In May the company raised $4.2M in Series A from investors.\n"
GOOD = 'It says "raised $4.2M in Series A" ([a](source.txt)).\n'
BAD = GOOD.replace("4.2", "14.2")


@pytest.fixture
def top(gnut: Gnut, place: Path) -> Path:
    """Return a repository with a store, and two commits: a bad report, and a good one, both checked."""
    shutil.rmtree(place / ".git")
    git(place, "init", "-q")
    (place / "source.txt").write_text(SOURCE)
    (place / ".gitignore").write_text(".gnut\n")
    gnut("init")
    for text in (BAD, GOOD):
        (place / "report.md").write_text(text)
        git(place, "add", "-A")
        git(place, "commit", "-q", "-m", "report")
        gnut("check", "-q", "report.md")
    return place


def note_of(top: Path, commit: str = "HEAD", ref: str = "gnut") -> str:
    return git(top, "notes", f"--ref={ref}", "show", commit, check=False)


def test_git_log_shows_how_the_report_stood_at_each_commit(gnut: Gnut, top: Path) -> None:
    assert gnut("note").code == gnut("note", "report.md", "--commit", "HEAD~1").code == 0
    shown = git(top, "log", "--notes=gnut", "--format=%s%n%N")
    assert re.findall(r"gnut: report\.md (\w+) · (\d+) citations? found, (\d+) unconfirmed", shown) == [
        ("clear", "1", "0"),
        ("failed", "0", "1"),
    ]


def test_a_note_names_the_run_and_its_hashes_and_how_to_see_it(gnut: Gnut, top: Path) -> None:
    gnut("note")
    run, sha256 = gnut("show", "report.md").out.split()[1:4:2]
    assert sha256 != ""
    note = note_of(top)
    assert f"run {run} of report.md: gnut show {run[:15]}\n" in note
    assert re.search(rf"^manifest sha256:[0-9a-f]{{64}} of run {run[:15]}$", note, re.MULTILINE)
    digest = subprocess.run(["sha256sum", "report.md"], cwd=top, capture_output=True, text=True).stdout.split()[0]
    assert f"report sha256:{digest} of run {run[:15]}\n" in note
    assert gnut("note", "--show").out == note
    assert gnut("show", run[:15]).code == 0


def test_a_note_is_written_once(gnut: Gnut, top: Path) -> None:
    gnut("note")
    before = git(top, "rev-parse", "refs/notes/gnut")
    said = gnut("note", "report.md")
    assert (said.code, "noted already" in said.err) == (0, True)
    assert git(top, "rev-parse", "refs/notes/gnut") == before


def test_the_same_note_is_the_same_bytes_in_every_clone(gnut: Gnut, top: Path) -> None:
    gnut("note")
    before = note_of(top)
    git(top, "update-ref", "-d", "refs/notes/gnut")
    gnut("note")
    assert note_of(top) == before


def test_bytes_that_the_commit_does_not_hold_are_not_noted(gnut: Gnut, top: Path) -> None:
    (top / "report.md").write_text(GOOD + "\nMore.\n")
    git(top, "commit", "-qam", "more")
    said = gnut("note", "report.md")
    assert said.code == 2
    assert "report.md: differs from HEAD" in said.err
    assert "gnut check HEAD:report.md" in said.err
    gnut("check", "-q", "HEAD:report.md")
    assert gnut("note", "report.md").code == 0


def test_a_report_that_was_never_checked_is_refused_and_the_others_are_noted(gnut: Gnut, top: Path) -> None:
    (top / "new.md").write_text(GOOD)
    git(top, "add", "-A")
    git(top, "commit", "-qm", "new")
    said = gnut("note", "new.md", "report.md", "gone.md")
    assert said.code == 2
    assert "new.md: was not checked yet" in said.err
    assert "HEAD:gone.md: no such file in HEAD" in said.err
    assert "report.md clear" in note_of(top)
    git(top, "update-ref", "-d", "refs/notes/gnut")
    assert gnut("note").code == 0


def test_without_names_the_reports_that_have_runs_are_looked_up_however_many_files_there_are(
    gnut: Gnut, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = os.fsdecode(b"\xe9t\xe9.md")
    for name in (odd, "\\xe9.md", "a b.md"):
        (top / name).write_text(GOOD)
    git(top, "add", "-A")
    git(top, "commit", "-qm", "more")
    gnut("check", "-q", odd, "\\xe9.md", "a b.md")
    monkeypatch.setattr("gnut.edge.git.views.MOST", 2)
    said = gnut("note")
    assert said.code == 0
    assert "HEAD: 4 reports noted: 4 clear (refs/notes/gnut)" in said.err
    assert note_of(top).count("gnut: ") == 4


def test_a_report_that_only_an_old_version_has_a_run_of_is_found(gnut: Gnut, top: Path) -> None:
    shutil.rmtree(top / ".gnut")
    gnut("init")
    gnut("check", "-q", "HEAD~1:report.md")
    assert gnut("note", "--commit", "HEAD~1").code == 0
    assert "report.md failed" in note_of(top, "HEAD~1")
    said = gnut("note")
    assert (said.code, "report.md: differs from HEAD" in said.err) == (2, True)


def test_what_failed_is_named_first_and_all_is_counted(gnut: Gnut, top: Path) -> None:
    for name, text in (("eels.md", GOOD), ("mink.md", GOOD), ("x.md", BAD), ("zoo.md", BAD)):
        (top / name).write_text(text)
    git(top, "add", "-A")
    git(top, "commit", "-qm", "more")
    gnut("check", "-q", "eels.md", "mink.md", "x.md", "zoo.md")
    assert "HEAD: 5 reports noted: 2 failed (x.md, zoo.md), 3 clear (refs/notes/gnut)\n" in gnut("note").err
    assert "5 reports noted already: 2 failed" in gnut("note").err


def test_a_report_that_the_commit_brings_and_nobody_checked_is_told(gnut: Gnut, top: Path) -> None:
    for number in range(7):
        (top / f"new{number}.md").write_text(GOOD)
    (top / "data.csv").write_text("1\n")
    git(top, "add", "-A")
    git(top, "commit", "-qm", "more")
    said = gnut("note")
    assert said.code == 0
    assert "never checked: new0.md, new1.md, new2.md, new3.md, new4.md and 2 more\n" in said.err
    assert "data.csv" not in said.err
    git(top, "rm", "-q", "new0.md")
    git(top, "commit", "-qm", "fewer")
    assert "never checked" not in gnut("note").err


def test_a_run_that_is_on_this_machine_alone_is_said_to_be_until_it_is_recorded(gnut: Gnut, top: Path) -> None:
    assert "the run is on this machine alone: gnut check --record" in gnut("note").err
    assert "is kept on one machine alone: gnut check --record keeps it for others\n" in note_of(top)
    gnut("check", "-q", "--record", "report.md")
    said = gnut("note")
    assert (said.code, "alone" in said.err, "HEAD: noted: " in said.err) == (0, False, True)
    assert "alone" not in note_of(top)


def test_a_commit_without_any_run_is_refused(gnut: Gnut, top: Path) -> None:
    shutil.rmtree(top / ".gnut")
    assert gnut("note").code == 2
    gnut("init")
    said = gnut("note")
    assert said.code == 2
    assert "no run of any of its reports is kept" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--commit", "nope"], "no such revision"),
        (["--commit", "HEAD:report.md"], "not a commit"),
        (["--ref", "a..b"], "no notes can be called so"),
        (["--ref", "refs/heads/main"], "no notes can be called so"),
        (["--ref", ""], "no notes can be called so"),
        (["--show", "--remove"], "--show prints"),
        (["--remove", "-f"], "give one of them"),
        (["../outside.md"], "no file of this repository"),
        (["-"], "no file of this repository"),
        (["HEAD:report.md"], "no such file"),
    ],
)
def test_what_cannot_be_noted_is_refused_in_one_line(gnut: Gnut, top: Path, words: list[str], said: str) -> None:
    got = gnut("note", *words)
    assert got.code == 2
    assert said in got.err
    assert note_of(top) == ""


def test_another_run_of_a_report_gives_way_by_force_alone(gnut: Gnut, top: Path) -> None:
    gnut("note")
    before = note_of(top)
    gnut("check", "-q", "--policy", "strict", "report.md")
    said = gnut("note")
    assert said.code == 2
    assert "another run" in said.err
    assert note_of(top) == before
    assert gnut("note", "-f").code == 0
    after = note_of(top)
    assert "policy strict" in after
    assert after.count("\n") == before.count("\n")


def test_what_others_wrote_is_kept(gnut: Gnut, top: Path) -> None:
    git(top, "notes", "--ref=gnut", "add", "-m", "Ana: looked at it\n\nrun fast of it")
    gnut("note")
    assert note_of(top).startswith("Ana: looked at it\n\nrun fast of it\n\ngnut: report.md clear")
    assert gnut("note", "--remove").code == 0
    assert note_of(top) == "Ana: looked at it\n\nrun fast of it\n"


def test_a_note_of_ours_alone_is_removed_whole(gnut: Gnut, top: Path) -> None:
    gnut("note")
    assert gnut("note", "--remove", "report.md").code == 0
    assert git(top, "notes", "--ref=gnut", "list") == ""
    assert gnut("note", "--show").code == 1
    assert "nothing to remove" in gnut("note", "--remove").err


def test_other_notes_of_other_commits_and_folders_of_digits_stay(gnut: Gnut, top: Path) -> None:
    repository = pygit2.Repository(str(top))
    objects = [str(repository.create_blob(str(number).encode())) for number in range(300)]
    git(top, "notes", "--ref=gnut", "add", "-m", "theirs", objects[0])
    subprocess.run(
        ["git", "notes", "--ref=gnut", "copy", "--stdin"],
        cwd=top,
        input="".join(f"{objects[0]} {oid}\n" for oid in objects[1:]),
        text=True,
        check=True,
    )
    # Of so many notes, git makes folders.
    assert all(" tree " in line for line in git(top, "ls-tree", "refs/notes/gnut").splitlines())
    assert gnut("note").code == 0
    assert "report.md clear" in note_of(top)
    assert len(git(top, "notes", "--ref=gnut", "list").splitlines()) == 301
    assert note_of(top, objects[7]) == "theirs\n"
    gnut("note", "--remove")
    assert len(git(top, "notes", "--ref=gnut", "list").splitlines()) == 300
    assert git(top, "fsck", "--strict", "--no-dangling") == ""


def test_many_writers_at_once_lose_nothing(top: Path) -> None:
    for number in range(5):
        git(top, "commit", "-q", "--allow-empty", "-m", str(number))
    command = [sys.executable, "-m", "gnut", "note", "report.md", "--commit"]
    running = [subprocess.Popen([*command, f"HEAD~{number}"], cwd=top) for number in range(6)]
    assert [one.wait(60) for one in running] == [0] * 6
    assert [note_of(top, f"HEAD~{number}").count("gnut: ") for number in range(6)] == [1] * 6


@pytest.mark.parametrize("earlier", ["", "earlier\n"], ids=["the first note", "a later one"])
def test_a_ref_that_moves_between_reading_and_writing_is_read_again(top: Path, earlier: str) -> None:
    here = repository_at(world())
    commit = git(top, "rev-parse", "HEAD").strip()
    who = signature(here.repository, 0, {})
    if earlier:
        git(top, "notes", "--ref=gnut", "add", "-m", "earlier")
        git(top, "notes", "--ref=gnut", "add", "-m", "of another commit", "HEAD~1")
    between = earlier and "\n"
    rounds = itertools.count()

    def change(before: bytes) -> bytes:
        if next(rounds) == 0:
            git(top, "notes", "--ref=gnut", "append", "-m", "meanwhile")
        return before + b"ours\n"

    assert git_notes.write(here, "refs/notes/gnut", commit, change, who=who, message="m\n")
    assert note_of(top) == f"{earlier}{between}meanwhile\nours\n"
    assert next(rounds) == 2
    if earlier:
        assert note_of(top, "HEAD~1") == "of another commit\n"


@pytest.mark.parametrize("ref", ["gnut", "team/gnut"])
def test_what_a_killed_writer_left_locked_is_freed(gnut: Gnut, top: Path, ref: str) -> None:
    code = (
        "import os, sys, pygit2; from pathlib import Path; from gnut_store.carry import moving, repository;"
        "git = repository.opened(Path(sys.argv[1])); ref = sys.argv[2]\n"
        "with moving._alone(repository.shared_folder(git), ref):\n"
        "    lock = Path(sys.argv[1], '.git', ref + '.lock'); lock.parent.mkdir(parents=True); lock.touch()\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    left = subprocess.run([sys.executable, "-c", code, str(top), f"refs/notes/{ref}"])
    assert left.returncode == -9
    assert (top / ".git" / "refs" / "notes" / f"{ref}.lock").exists()
    assert gnut("note", "--ref", ref).code == 0
    assert "report.md clear" in note_of(top, ref=ref)


@pytest.mark.parametrize("ref", ["refs/heads/main", "refs/notes/../heads/main", "refs/notes", "notes/gnut", "HEAD", ""])
def test_a_mark_that_anybody_wrote_frees_no_ref_but_ours(gnut: Gnut, top: Path, ref: str) -> None:
    folder = top / ".git"
    (folder / "gnut.moving").write_text(ref)
    locks = [folder / "refs/heads/main.lock", folder / "refs/notes.lock", folder / "HEAD.lock", folder / ".lock"]
    for lock in locks:
        lock.touch()
    assert gnut("note").code == 0
    assert all(lock.exists() for lock in locks)


def test_a_note_that_was_acknowledged_is_on_the_disk(top: Path, tmp_path: Path) -> None:
    if subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode:
        pytest.skip("strace may not trace here")
    trace = tmp_path / "trace"
    calls = "trace=openat,open,fsync,fdatasync,link,linkat,rename,renameat,renameat2,write"
    command = ["strace", "-f", "-y", "-o", str(trace), "-e", calls, sys.executable, "-m", "gnut", "note"]
    for turn in ("made", "moved", "there already"):
        if turn == "moved":
            git(top, "notes", "--ref=gnut", "add", "-f", "-m", "of somebody")
        subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=top)
        lines = [line.partition(" ")[2].strip() for line in trace.read_text().splitlines()]
        named = [i for i, line in enumerate(lines) if line.startswith(("link", "rename")) and "/.git/objects/" in line]
        said = next(i for i, line in enumerate(lines) if line.startswith("write(2") and "noted" in line)
        # A link that finds the name taken is followed by a rename.
        moved = [
            i
            for i, line in enumerate(lines)
            if line.startswith(("link", "rename")) and '/refs/notes/gnut"' in line and line.endswith("= 0")
        ]
        assert len(moved) == (turn != "there already")
        for i in (*named, *moved):
            assert "fsync" in next(line for line in reversed(lines[:i]) if "EEXIST" not in line)
        synced = [line for line in lines[max(moved, default=0) : said] if line.startswith("fsync")]
        for what in ("refs/notes/gnut", "refs/notes", "refs", "objects"):
            assert any(f"<{top}/.git/{what}>" in line for line in synced), (turn, what)


def test_one_person_is_one_author_whatever_they_write(
    gnut: Gnut, top: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Ana")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "ana@example.org")
    git(tmp_path, "init", "-q", "--bare", "hub.git")
    gnut("note")
    gnut("check", "-q", "--record", "report.md")
    assert gnut("sync", "push", str(tmp_path / "hub.git")).code == 0
    for ref in ("refs/notes/gnut", "refs/gnut/store"):
        assert (
            git(top, "log", "-1", "--format=%an %ae %cn %ce", ref).strip() == "Ana ana@example.org Ana ana@example.org"
        )


def test_a_ref_that_stays_locked_is_said_after_some_attempts(
    gnut: Gnut, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_notes, "ATTEMPTS", 3)
    (top / ".git" / "refs" / "notes").mkdir(parents=True)
    (top / ".git" / "refs" / "notes" / "gnut.lock").touch()
    said = gnut("note")
    assert said.code == 2
    assert "left it locked" in said.err


@pytest.mark.parametrize("kind", ["blob", "symbolic", "broken"])
def test_a_ref_that_holds_no_notes_is_refused(gnut: Gnut, top: Path, kind: str) -> None:
    match kind:
        case "blob":
            git(top, "update-ref", "refs/notes/gnut", git(top, "rev-parse", "HEAD:report.md").strip())
        case "symbolic":
            git(top, "symbolic-ref", "refs/notes/gnut", "refs/heads/main")
        case "broken":
            (top / ".git" / "refs" / "notes").mkdir(parents=True)
            (top / ".git" / "refs" / "notes" / "gnut").write_text("1" * 40 + "\n")
    head = git(top, "rev-parse", "main")
    assert gnut("note").code == 2
    assert gnut("note", "--show").code == 2
    assert git(top, "rev-parse", "main") == head


def test_a_merge_by_lines_keeps_what_two_clones_noted(gnut: Gnut, top: Path) -> None:
    (top / "other.md").write_text(BAD)
    git(top, "add", "-A")
    git(top, "commit", "-qm", "other")
    gnut("check", "-q", "other.md")
    gnut("note", "--ref", "mine", "report.md")
    gnut("note", "--ref", "theirs", "other.md")
    gnut("note", "--ref", "both", "report.md", "other.md")
    git(top, "notes", "--ref=mine", "merge", "-s", "cat_sort_uniq", "theirs")
    assert note_of(top, ref="mine") == note_of(top, ref="both")
    git(top, "notes", "--ref=both", "merge", "-s", "cat_sort_uniq", "mine")
    assert gnut("note", "--ref", "mine", "report.md").err.count("noted already") == 1


def test_notes_travel_between_clones_by_the_commands_of_the_page(gnut: Gnut, top: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "hub.git")
    git(top, "remote", "add", "origin", str(tmp_path / "hub.git"))
    gnut("note", "--commit", "HEAD~1")
    git(top, "push", "-q", "origin", "main", "refs/notes/gnut")
    git(tmp_path, "clone", "-q", "-b", "main", str(tmp_path / "hub.git"), "other")
    other = tmp_path / "other"
    git(other, "notes", "--ref=gnut", "add", "-m", "seen by Ana")
    gnut("note")
    git(top, "push", "-q", "origin", "refs/notes/gnut")
    page = (Path(__file__).parents[2] / "docs" / "checking-git.md").read_text(encoding="utf-8")
    for line in (
        "git config --add remote.origin.fetch '+refs/notes/*:refs/notes/origin/*'",
        "git notes --ref=gnut merge -s cat_sort_uniq origin/gnut",
        "git push origin refs/notes/gnut",
    ):
        assert line in page
        subprocess.run(line, shell=True, cwd=other, check=True, capture_output=True)
        git(other, "fetch", "-q")
    assert note_of(other, "HEAD~1") == note_of(top, "HEAD~1")
    assert set(note_of(other).splitlines()) == {"seen by Ana", *note_of(top).splitlines()}
    git(top, "fetch", "-q", "origin", "refs/notes/gnut:refs/notes/gnut")
    assert gnut("note").err.startswith("HEAD: noted")
    assert note_of(top).startswith("seen by Ana\n\ngnut: report.md clear")


def test_a_note_follows_a_rebase_when_git_is_told(gnut: Gnut, top: Path) -> None:
    gnut("note")
    git(top, "config", "notes.rewriteRef", "refs/notes/gnut")
    git(top, "commit", "-q", "--amend", "-m", "another message")
    assert "report.md clear" in note_of(top)


def test_a_note_names_no_time_and_no_host(gnut: Gnut, top: Path) -> None:
    gnut("note")
    note = note_of(top)
    assert os.uname().nodename not in note
    assert "2026" not in re.sub(r"[0-9a-f]{12,}", "", note)


def test_a_path_out_of_a_folder_is_noted_from_the_root(gnut: Gnut, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (top / "docs").mkdir()
    (top / "docs" / "two words.md").write_text(GOOD.replace("source.txt", "../source.txt"))
    git(top, "add", "-A")
    git(top, "commit", "-qm", "docs")
    monkeypatch.chdir(top / "docs")
    gnut("check", "-q", "two words.md")
    assert gnut("note", "two words.md").code == 0
    assert 'gnut: "docs/two words.md" clear' in note_of(top)


# The text alone.


def stood(path: str = "a.md", run: str = "1", **more: Any) -> Stood:
    facts = {"outcome": Outcome.CLEAR, "found": 1, "unconfirmed": 0, "own": 0, "policy": "default", "allows": ()}
    return Stood(path=path, run=Oid("b3:" + run * 64), manifest_sha256="2" * 64, report_sha256="3" * 64, **facts | more)


PATHS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30) | st.sampled_from(
    ["a b", 'a"b', "a\\x1b", "a\x1b", "a\nrun b3:" + "0" * 64, "a.md failed · 9 citations found", "\u202ea", "报告.md"]
)


@given(PATHS, PATHS)
def test_two_paths_never_look_alike_and_none_breaks_a_line(one: str, other: str) -> None:
    assert (named(one) == named(other)) is (one == other)
    assert all(line.splitlines() == [line] and terminal(line) == line for line in lines(stood(one)))


@given(st.lists(PATHS, unique=True, max_size=5), st.text(max_size=40))
def test_what_is_put_in_is_found_again_and_taken_out_without_a_trace(paths: list[str], foreign: str) -> None:
    start = without(foreign, None)
    note = start
    for number, path in enumerate(paths):
        note = merged(note, [stood(path, f"{number:x}")], force=False)
    assert all(holds(note, path) for path in paths)
    assert merged(note, [stood(path, f"{number:x}") for number, path in enumerate(paths)], force=False) == note
    assert without(note, None) == start
    for path in paths:
        note = without(note, {path})
        assert not holds(note, path)
    assert note == start


def test_the_order_in_which_reports_are_noted_leaves_no_trace() -> None:
    all_of_them = [stood("a.md", "1"), stood("b.md", "4"), stood("c d.md", "5")]
    notes = set()
    for order in itertools.permutations(all_of_them):
        note = ""
        for one in order:
            note = merged(note, [one], force=False)
        notes.add(note)
    assert len(notes) == 1
    (note,) = notes
    ours = note.splitlines()
    assert ours == sorted(set(ours), key=str.encode)


def test_that_a_run_is_local_is_a_line_of_its_run_and_of_nobody_else() -> None:
    both = merged("", [stood(local=True), stood("b.md", "4")], force=False)
    assert both.count("one machine alone") == 1
    assert merged(both, [stood()], force=False) == merged("", [stood(), stood("b.md", "4")], force=False)
    assert without(both, {"a.md"}) == merged("", [stood("b.md", "4")], force=False)
    orphan = next(line for line in both.splitlines() if "alone" in line)
    assert without(f"{orphan}\n", None) == f"{orphan}\n"


def test_after_a_merge_of_two_runs_force_leaves_one() -> None:
    both = "".join(
        sorted(
            {*merged("", [stood(run="1")], force=False).splitlines(True)}
            | {*merged("", [stood(run="4")], force=False).splitlines(True)}
        )
    )
    with pytest.raises(Usage) as refusal:
        merged(both, [stood(run="1")], force=False)
    assert refusal.value.code == "note_differs"
    assert merged(both, [stood(run="1")], force=True) == merged("", [stood(run="1")], force=False)
    assert without(both, {"a.md"}) == ""


def test_a_digest_of_a_run_that_nobody_names_is_somebody_elses() -> None:
    orphan = f"manifest sha256:{'2' * 64} of run b3:{'9' * 12}\n"
    assert without(orphan, None) == orphan
    assert merged(orphan, [stood()], force=False).startswith(orphan)


def test_allowances_are_named() -> None:
    assert "policy default allowing no_excerpt too_short ·" in lines(stood(allows=("no_excerpt", "too_short")))[0]


@pytest.mark.parametrize("name", ["a b", "a..b", "-", "refs/heads/x", "", "a\nb", "x.lock", "\udcff"])
def test_names_that_git_takes_for_no_notes_are_refused(name: str) -> None:
    if name == "-":
        assert git_notes.ref_of(name) == "refs/notes/-"
        return
    with pytest.raises(GnutError):
        git_notes.ref_of(name)


@pytest.mark.parametrize("name", ["gnut", "notes/gnut", "refs/notes/gnut"])
def test_a_name_is_completed_as_git_does(name: str) -> None:
    assert git_notes.ref_of(name) == "refs/notes/gnut"
