"""`gnut check` of what git holds, with real commits and the hook that git runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.hostile_repository import git as plain_git
from tests.hostile_repository import hostile

Gnut = Callable[..., Any]

SOURCE = "In May the company raised $4.2M in Series A from investors.\n"
GOOD = 'It says "raised $4.2M in Series A" ([a](source.txt)).\n'
BAD = 'It says "raised $14.2M in Series A" ([a](source.txt)).\n'


def git(*words: str, check: bool = True) -> str:
    """Run git in the current folder, with gnut's scripts on the PATH; return what it and its hooks print."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["git", *words], capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return f"{done.returncode} {done.stdout}{done.stderr}"


@pytest.fixture(autouse=True)
def repository(place: Path) -> Path:
    """Make the current folder a repository with a store and two commits: a good report, then a bad one."""
    shutil.rmtree(place / ".git")
    git("-c", "init.defaultBranch=main", "init", "-q")
    (place / "source.txt").write_text(SOURCE)
    (place / "report.md").write_text(GOOD)
    git("add", "-A")
    git("commit", "-qm", "good")
    (place / "report.md").write_text(BAD)
    git("commit", "-qam", "bad")
    return place


def ids(gnut: Gnut, *names: str) -> list[str]:
    return [gnut("show", name).out.split()[1] for name in names]


def test_a_report_is_checked_as_it_stood_at_a_commit(gnut: Gnut, repository: Path) -> None:
    (repository / "source.txt").unlink()
    assert gnut("check", "HEAD~1:report.md").code == 0
    said = gnut("check", "HEAD:report.md")
    assert said.code == 1
    assert said.out.startswith("HEAD:report.md:1:9: GN302")
    assert "GN201" in gnut("check", "report.md").out


def test_two_versions_in_one_call_are_told_apart(gnut: Gnut) -> None:
    said = gnut("check", "HEAD~1:report.md", "HEAD:report.md", "HEAD:./report.md", "--output-format", "json")
    reports = json.loads(said.out)["reports"]
    assert [(one["path"], one["outcome"]) for one in reports] == [
        ("HEAD~1:report.md", "clear"),
        ("HEAD:report.md", "failed"),
    ]


def test_the_caller_says_what_blocks_and_not_the_commit(gnut: Gnut, repository: Path) -> None:
    (repository / "gnut.toml").write_text('allow = ["excerpt_altered"]\n')
    git("add", "-A")
    git("commit", "-qm", "looser")
    assert gnut("check", "HEAD:report.md").code == 0
    (repository / "gnut.toml").unlink()
    assert gnut("check", "HEAD:report.md").code == 1


def test_no_log_of_a_report_is_moved_by_a_version_of_it(gnut: Gnut) -> None:
    gnut("init")
    assert gnut("check", "report.md").code == 1
    (newest,) = ids(gnut, "report.md")
    assert gnut("check", "HEAD~1:report.md").code == 0
    assert ids(gnut, "report.md") == [newest]
    assert gnut("log", "report.md").out.count("b3:") == 1
    (older,) = ids(gnut, "HEAD~1:report.md")
    assert older != newest
    assert "failed → clear" in gnut("diff-replay", "report.md", "HEAD~1:report.md").err


def test_a_version_that_stands_on_disk_is_news_of_the_report(gnut: Gnut) -> None:
    gnut("init")
    assert gnut("check", "HEAD:report.md").code == 1
    assert ids(gnut, "report.md") == ids(gnut, "HEAD:report.md", ":report.md")[:1]
    gnut("check", "report.md")
    assert gnut("log", "report.md").out.count("b3:") == 1


def test_a_run_of_a_version_that_was_never_checked_is_not_another_ones(gnut: Gnut) -> None:
    gnut("init")
    gnut("check", "report.md")
    said = gnut("show", "HEAD~1:report.md")
    assert said.code == 2
    assert "no run has this name" in said.err


def test_the_team_gets_a_version_that_is_recorded(gnut: Gnut, repository: Path) -> None:
    gnut("init")
    assert gnut("check", "--record", "HEAD~1:report.md").code == 0
    assert list((repository / ".gnut" / "refs" / "past").rglob("00000001"))
    assert gnut("fsck").code == 0


def test_other_commands_read_out_of_git_too(gnut: Gnut, repository: Path) -> None:
    (repository / "report.md").unlink()
    (repository / "source.txt").unlink()
    assert "HEAD~1:report.md: 1 units, 1 citations" in gnut("ingest", "HEAD~1:report.md").out
    assert "HEAD~1:report.md" in gnut("ledger", "HEAD~1:report.md").out
    assert gnut("quote", "--source", "HEAD:source.txt", "--text", "raised $4.2M in Series A").code == 0
    assert gnut("quote", "--source", "HEAD:gone.txt", "--text", "raised $4.2M in Series A").code == 2
    assert gnut("quote", "--source", "nope:source.txt", "--text", "raised").code == 2
    gnut("init")
    assert gnut("acquire", "HEAD:report.md").code == 0


def test_what_to_type_next_names_what_was_checked(gnut: Gnut, repository: Path) -> None:
    gnut("init")
    (repository / "web.md").write_text('It says "raised $4.2M" ([a](https://example.test/a)).\n')
    git("add", "web.md")
    assert "gnut acquire web.md" in gnut("check", "--staged").err
    assert "gnut acquire :web.md" in gnut("check", ":web.md").err


# --staged


def test_what_is_staged_is_checked_and_nothing_else(gnut: Gnut, repository: Path) -> None:
    (repository / "report.md").write_text(GOOD)
    git("add", "report.md")
    (repository / "report.md").write_text(BAD)
    assert gnut("check", "--staged").code == 0
    assert gnut("check", "report.md").code == 1
    git("reset", "-q", "--hard")
    said = gnut("check", "--staged")
    assert (said.code, said.out, said.err) == (0, "", "no staged report\n")
    assert gnut("check", "--staged", "-q").err == ""
    assert json.loads(gnut("check", "--staged", "--output-format", "json").out) == {
        "schema": "gnut-check/v1",
        "exit": 0,
        "reports": [],
        "runs": [],
    }


def test_named_files_are_checked_as_the_index_has_them(gnut: Gnut, repository: Path) -> None:
    (repository / "report.md").write_text(GOOD)
    said = gnut("check", "--staged", "report.md")
    assert said.code == 1
    assert said.out.startswith("report.md:1:9: GN302")
    assert gnut("check", "--staged", "gone.md").code == 2


def test_a_staged_report_without_its_source_fails(gnut: Gnut, repository: Path) -> None:
    (repository / "new.md").write_text(GOOD.replace("source.txt", "new.txt"))
    (repository / "new.txt").write_text(SOURCE)
    git("add", "new.md")
    assert gnut("check", "new.md").code == 0
    said = gnut("check", "--staged")
    assert said.code == 1
    assert "no such file in the index" in said.out
    git("add", "new.txt")
    assert gnut("check", "--staged").code == 0


@pytest.mark.parametrize("words", [["-"], ["HEAD:report.md"]])
def test_staged_takes_paths_alone(gnut: Gnut, words: list[str]) -> None:
    assert gnut("check", "--staged", *words).code == 2


def test_outside_of_a_repository_nothing_is_staged(gnut: Gnut, repository: Path) -> None:
    shutil.rmtree(repository / ".git")
    said = gnut("check", "--staged")
    assert said.code == 2
    assert "is in no git repository" in said.err
    assert said.err.count("\n") == 2


def test_a_report_that_cites_nothing_may_be_staged_when_that_is_allowed(gnut: Gnut, repository: Path) -> None:
    (repository / "notes.md").write_text("Nothing is cited.\n")
    git("add", "notes.md")
    assert gnut("check", "--staged").code == 1
    assert gnut("check", "--staged", "--allow-empty").code == 0


# The hook, as git starts it.


@pytest.fixture
def hooked(gnut: Gnut, repository: Path) -> Path:
    (repository / "report.md").write_text(GOOD)
    git("commit", "-qam", "good again")
    assert gnut("hook", "install").code == 0
    return repository


def test_a_partly_staged_report_is_committed_for_what_is_staged(hooked: Path) -> None:
    (hooked / "report.md").write_text(GOOD + "\nMore.\n")
    git("add", "report.md")
    (hooked / "report.md").write_text(BAD)
    assert git("commit", "-qm", "the staged half").startswith("0 ")
    git("add", "report.md")
    (hooked / "report.md").write_text(GOOD)
    stopped = git("commit", "-qm", "bad in the index", check=False)
    assert stopped.startswith("1 ")
    assert "report.md:1:9: GN302" in stopped


def test_commit_all_is_checked_for_what_it_takes_in(hooked: Path) -> None:
    (hooked / "report.md").write_text(BAD)
    assert "GN302" in git("commit", "-qam", "all of it", check=False)
    (hooked / "report.md").write_text(GOOD + "\nFine.\n")
    assert git("commit", "-qam", "all of it").startswith("0 ")


def test_a_commit_of_one_file_is_checked_for_that_one(hooked: Path) -> None:
    (hooked / "report.md").write_text(BAD)
    (hooked / "other.md").write_text(GOOD)
    git("add", "-A")
    assert git("commit", "-qm", "only the other", "other.md").startswith("0 ")
    assert "GN302" in git("commit", "-qm", "the report", "report.md", check=False)


def test_commits_from_a_folder_a_work_tree_and_an_amended_one_are_checked(hooked: Path, tmp_path: Path) -> None:
    (hooked / "deep").mkdir()
    (hooked / "deep" / "x.md").write_text(BAD.replace("source.txt", "../source.txt"))
    git("add", "-A")
    assert "deep/x.md:1:9: GN302" in git("-C", "deep", "commit", "-qm", "from a folder", check=False)
    git("reset", "-q", "--hard")
    git("worktree", "add", "-q", str(tmp_path / "linked"))
    (tmp_path / "linked" / "report.md").write_text(BAD)
    assert "GN302" in git("-C", str(tmp_path / "linked"), "commit", "-qam", "in a work tree", check=False)
    (hooked / "report.md").write_text(BAD)
    assert "GN302" in git("commit", "-qa", "--amend", "--no-edit", check=False)


def test_the_first_commit_of_a_repository_is_checked(gnut: Gnut, repository: Path) -> None:
    shutil.rmtree(repository / ".git")
    git("init", "-q")
    gnut("hook", "install")
    git("add", "-A")
    assert "GN302" in git("commit", "-qm", "first", check=False)


def test_a_hook_of_the_older_kind_is_renewed(gnut: Gnut, hooked: Path) -> None:
    script = hooked / ".git" / "hooks" / "pre-commit"
    script.write_text("#!/bin/sh\n# gnut-hook/1: written by `gnut hook install`\ngit diff --cached | xargs\n")
    assert "another version" in gnut("hook", "status").out
    assert gnut("hook", "install").code == 0
    assert "gnut-check-report --staged --allow-empty" in script.read_text()


def test_a_hostile_repository_starts_nothing(gnut: Gnut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = hostile(tmp_path / "trap", {"report.md": GOOD, "source.txt": SOURCE})
    monkeypatch.chdir(trap.top)
    assert gnut("check", "HEAD:report.md", ":report.md").code == 0
    assert gnut("check", "--staged").code == 0
    gnut("init")
    assert gnut("check", "-q", "HEAD:report.md").code == 0
    assert gnut("note", "report.md").code == 0
    assert gnut("note", "--show").code == 0
    assert trap.ran() == []
    assert "report.md clear" in plain_git(trap.top, "-c", "core.pager=cat", "notes", "--ref=gnut", "show", "HEAD")
