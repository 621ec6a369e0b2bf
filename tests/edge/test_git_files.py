"""Where git takes its hooks from, read as git reads it."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path

import pytest

from gnut.edge.git_files import checkout, hooks
from gnut.edge.git_settings import settings_of
from gnut.errors import BadConfig, InputMissing

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

CONFIG = """\
; a comment
[core]
\tbare = false # another
\thooksPath = "my hooks" ; quoted
[Core "sub"]
\thooksPath = elsewhere
[other]a = b
[core] HOOKSPATH = one\\
two
[empty]
\tflag
"""


def test_sections_quotes_comments_and_continued_lines_are_read_as_git_does() -> None:
    found = [(each.section, each.part, each.key, each.value) for each in settings_of(CONFIG, "config")]
    assert found == [
        ("core", None, "bare", "false"),
        ("core", None, "hookspath", "my hooks"),
        ("core", "sub", "hookspath", "elsewhere"),
        ("other", None, "a", "b"),
        ("core", None, "hookspath", "onetwo"),
        ("empty", None, "flag", None),
    ]


@needs_git
@pytest.mark.parametrize(
    "line",
    [
        "hooksPath = a",
        'hooksPath = "a b"',
        'hooksPath = a "b" c',
        "hooksPath=a#b",
        'hooksPath = "a#b"',
        "hooksPath =   a   b   ",
        'hooksPath = a\\\\b\\tc\\"d',
        "hooksPath = a\\\n   b",
        'hooksPath = ""',
        "HooksPath = x\n\thooksPath = y",
        'hooksPath = " a "',
    ],
)
def test_a_value_is_what_git_says_it_is(tmp_path: Path, line: str) -> None:
    file = tmp_path / "config"
    file.write_text(f"[core]\n\t{line}\n")
    said = subprocess.run(
        ["git", "config", "-z", "-f", file, "core.hooksPath"], capture_output=True, check=True, text=True
    ).stdout.rstrip("\0")
    assert [each.value for each in settings_of(file.read_text(), "config")][-1] == said


@pytest.mark.parametrize("text", ["nonsense\n", "[core\nx = 1", "[core]\n= 1", "x = 1\n", "[co re]\n", '[core "a\nb"]'])
def test_what_git_would_refuse_is_refused(text: str) -> None:
    with pytest.raises(BadConfig, match="does not parse"):
        list(settings_of(text, "config"))


@pytest.mark.parametrize("text", ["[a]" * 50_000, '[a "' + "\\" * 100_000, "[a]\nx=" + '"' * 200_000, "#" * 200_000])
def test_no_file_takes_long(text: str) -> None:
    with contextlib.suppress(BadConfig):
        list(settings_of(text, "config"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git = tmp_path / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text("[core]\n\tbare = false\n")
    return tmp_path


def test_hooks_stand_in_the_git_folder_by_default(repository: Path) -> None:
    (repository / "a" / "b").mkdir(parents=True)
    place = checkout(repository / "a" / "b")
    assert place.top == repository
    assert hooks(place, {}) == (repository / ".git" / "hooks", False, False)


def test_a_relative_path_counts_from_the_work_tree(repository: Path) -> None:
    (repository / ".git" / "config").write_text("[core]\n\thooksPath = .githooks\n")
    assert hooks(checkout(repository), {}) == (repository / ".githooks", True, False)


def test_the_users_own_setting_is_known_as_such(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("h")
    (home / ".gitconfig").write_text("[core]\n\thooksPath = ~/hooks\n")
    found = hooks(checkout(repository), {"HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"})
    assert (found.folder, found.shared) == (home / "hooks", True)


def test_the_repositorys_setting_goes_before_the_users(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("h")
    (home / ".gitconfig").write_text("[core]\n\thooksPath = /global\n")
    (repository / ".git" / "config").write_text("[core]\n\thooksPath = own\n")
    assert hooks(checkout(repository), {"HOME": str(home)}).folder == repository / "own"


def test_an_included_file_counts(repository: Path) -> None:
    (repository / ".git" / "more").write_text("[core]\n\thooksPath = included\n")
    (repository / ".git" / "config").write_text("[include]\n\tpath = more\n")
    assert hooks(checkout(repository), {}).folder == repository / "included"


def test_a_file_that_includes_itself_ends(repository: Path) -> None:
    (repository / ".git" / "config").write_text("[include]\n\tpath = config\n[core]\n\thooksPath = x\n")
    assert hooks(checkout(repository), {}).folder == repository / "x"


def test_a_conditional_setting_is_not_guessed(repository: Path) -> None:
    (repository / ".git" / "work").write_text("[core]\n\thooksPath = x\n")
    (repository / ".git" / "config").write_text('[includeIf "gitdir:~/work/"]\n\tpath = work\n')
    with pytest.raises(BadConfig, match="condition"):
        hooks(checkout(repository), {})


def test_no_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match="no git repository"):
        checkout(tmp_path)


def test_a_git_file_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: /nowhere\n")
    with pytest.raises(InputMissing, match="not there"):
        checkout(tmp_path)
    (tmp_path / ".git").write_text("what is this")
    with pytest.raises(InputMissing, match="names none"):
        checkout(tmp_path)


def test_what_comes_after_a_condition_decides(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").touch()
    (tmp_path / "inner").write_text("[core]\n\thooksPath = elsewhere\n")
    condition = f'[includeIf "gitdir:x"]\n\tpath = {tmp_path}/inner\n'
    config = tmp_path / ".git" / "config"
    config.write_text(f"{condition}[core]\n\thooksPath = mine\n")
    assert hooks(checkout(tmp_path), {"GIT_CONFIG_GLOBAL": "", "GIT_CONFIG_NOSYSTEM": "1"}).folder == tmp_path / "mine"
    config.write_text(f"[core]\n\thooksPath = mine\n{condition}")
    with pytest.raises(BadConfig):
        hooks(checkout(tmp_path), {"GIT_CONFIG_GLOBAL": "", "GIT_CONFIG_NOSYSTEM": "1"})
