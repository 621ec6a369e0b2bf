"""`gnut hook`: git checks staged reports, and nobody else's hook is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gnut = Callable[..., Any]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

SOURCE = "In May the company raised $4.2M in Series A from investors.\n"
GOOD = 'It says "raised $4.2M in Series A" ([a](source.txt)).\n'
BAD = 'It says "raised $14.2M in Series A" ([a](source.txt)).\n'


def git(*words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run git with nobody's configuration and gnut's scripts on the PATH."""
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, env=environ)


@pytest.fixture(autouse=True)
def repository(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.rmtree(place / ".git")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    assert git("init", "-q").returncode == 0
    (place / "source.txt").write_text(SOURCE)
    return place


HOOK = Path(".git/hooks/pre-commit")


def test_a_commit_with_an_altered_quotation_is_stopped(gnut: Gnut, repository: Path) -> None:
    assert gnut("hook", "install").code == 0
    (repository / "report name.md").write_text(BAD)
    git("add", ".")
    stopped = git("commit", "-qm", "x")
    assert stopped.returncode != 0
    assert "report name.md:1:9: GN302" in stopped.stdout + stopped.stderr
    (repository / "report name.md").write_text(GOOD)
    git("add", ".")
    assert git("commit", "-qm", "x").returncode == 0


def test_a_commit_without_reports_passes(gnut: Gnut, repository: Path) -> None:
    gnut("hook", "install")
    git("add", "source.txt")
    assert git("commit", "-qm", "x").returncode == 0
    (repository / "CHANGELOG.md").write_text("# Changes\n\nNone.\n")
    git("add", ".")
    assert git("commit", "-qm", "y").returncode == 0


def test_the_hook_changes_no_file(gnut: Gnut, repository: Path) -> None:
    gnut("hook", "install")
    (repository / "good.md").write_text(GOOD)
    git("add", ".")
    git("commit", "-qm", "x")
    assert git("status", "--porcelain").stdout == ""


def test_status_follows_what_is_installed(gnut: Gnut) -> None:
    before = gnut("hook", "status")
    assert (before.code, "not installed" in before.out) == (1, True)
    gnut("hook", "install")
    assert gnut("hook", "status").code == 0
    again = gnut("hook", "install")
    assert (again.code, "already installed" in again.err) == (0, True)
    assert gnut("hook", "uninstall").code == 0
    assert not HOOK.exists()
    assert gnut("hook", "uninstall").code == 0
    assert gnut("hook", "status").code == 1


def test_a_hook_that_git_would_skip_is_not_called_installed(gnut: Gnut) -> None:
    gnut("hook", "install")
    HOOK.chmod(0o644)
    said = gnut("hook", "status")
    assert (said.code, "may not be executed" in said.out) == (1, True)


@pytest.mark.parametrize("kind", ["script", "empty", "link", "dangling", "folder", "pipe"])
def test_a_foreign_hook_is_never_changed(gnut: Gnut, repository: Path, kind: str) -> None:
    HOOK.parent.mkdir(exist_ok=True)
    match kind:
        case "script":
            HOOK.write_text("#!/bin/sh\necho mine\n")
        case "empty":
            HOOK.write_text("")
        case "link":
            (repository / "mine").write_text("#!/bin/sh\n")
            HOOK.symlink_to("../../mine")
        case "dangling":
            HOOK.symlink_to("nowhere")
        case "folder":
            HOOK.mkdir()
        case "pipe":
            os.mkfifo(HOOK)
    before = os.lstat(HOOK)
    for word in ("install", "uninstall"):
        said = gnut("hook", word)
        assert said.code == 2
        assert "not changed" in said.err
    assert os.lstat(HOOK) == before
    assert sorted(HOOK.parent.glob(".pre-commit*")) == []
    assert gnut("hook", "status").code == 1


def test_how_to_chain_is_said_and_works(gnut: Gnut, repository: Path) -> None:
    HOOK.parent.mkdir(exist_ok=True)
    HOOK.write_text("#!/bin/sh\n")
    line = gnut("hook", "install").err.split("add this line to it:  ")[1].strip()
    HOOK.write_text(f"#!/bin/sh\n{line}\n")
    HOOK.chmod(0o755)
    (repository / "bad.md").write_text(BAD)
    git("add", ".")
    assert git("commit", "-qm", "x").returncode != 0


def test_an_older_hook_of_ours_is_renewed(gnut: Gnut) -> None:
    gnut("hook", "install")
    HOOK.write_text("#!/bin/sh\n# gnut-hook/0: written by `gnut hook install`\nold\n")
    assert "another version" in gnut("hook", "status").out
    assert gnut("hook", "install").code == 0
    assert "\nold\n" not in HOOK.read_text()


def test_hooks_path_inside_the_repository_is_followed(gnut: Gnut, repository: Path) -> None:
    git("config", "core.hooksPath", ".githooks")
    assert gnut("hook", "install").code == 0
    assert (repository / ".githooks" / "pre-commit").exists()
    assert not HOOK.exists()
    assert "core.hooksPath" in gnut("hook", "status").out


@pytest.mark.parametrize("where", ["/usr/lib/hooks", "../elsewhere", "/dev/null"])
def test_a_hooks_path_outside_is_left_alone(gnut: Gnut, repository: Path, where: str) -> None:
    git("config", "core.hooksPath", where)
    said = gnut("hook", "install")
    assert said.code == 2
    assert "outside this repository" in said.err
    assert not (repository / "../elsewhere").exists()


def test_a_hooks_folder_that_leads_outside_is_left_alone(gnut: Gnut, repository: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    shutil.rmtree(repository / ".git" / "hooks", ignore_errors=True)
    (repository / ".git" / "hooks").symlink_to(tmp_path / "elsewhere")
    assert gnut("hook", "install").code == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_users_own_hooks_path_is_left_alone(gnut: Gnut, empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    (empty_home / ".gitconfig").write_text("[core]\n\thooksPath = ~/hooks\n")
    said = gnut("hook", "install")
    assert said.code == 2
    assert "every repository" in said.err


def test_a_work_tree_uses_the_hooks_of_its_repository(
    gnut: Gnut, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("commit", "-qm", "x", "--allow-empty")
    assert git("worktree", "add", "-q", "../tree").returncode == 0
    monkeypatch.chdir(repository.parent / "tree")
    assert gnut("hook", "install").code == 0
    assert (repository / HOOK).exists()


def test_a_submodule_uses_its_own_hooks(gnut: Gnut, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git("commit", "-qm", "x", "--allow-empty")
    added = git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "sub")
    assert added.returncode == 0, added.stderr
    monkeypatch.chdir(repository / "sub")
    assert gnut("hook", "install").code == 0
    assert (repository / ".git" / "modules" / "sub" / "hooks" / "pre-commit").exists()


def test_a_subfolder_belongs_to_its_repository(gnut: Gnut, repository: Path) -> None:
    (repository / "docs").mkdir()
    assert gnut("-C", "docs", "hook", "install").code == 0
    assert HOOK.exists()


def test_without_a_repository_it_is_said(gnut: Gnut, tmp_path: Path) -> None:
    said = gnut("-C", str(tmp_path), "hook", "install")
    assert said.code == 2
    assert "no git repository" in said.err


def test_a_commit_is_not_passed_over_when_gnut_is_gone(gnut: Gnut, repository: Path) -> None:
    gnut("hook", "install")
    stopped = subprocess.run(["sh", HOOK], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    assert stopped.returncode == 1
    assert "not on the PATH" in stopped.stderr


def test_nothing_of_a_hostile_repository_is_run(gnut: Gnut, repository: Path) -> None:
    canary = repository / "canary"
    script = repository / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {canary}\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.sshCommand", "diff.external", "core.editor", "core.pager", "alias.config"):
        git("config", key, str(script))
    for word in ("status", "install", "uninstall"):
        gnut("hook", word)
    assert not canary.exists()
