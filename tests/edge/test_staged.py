"""What the next commit will hold: the index as git writes it, in every form, and what it changes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pygit2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.git.index import Index, head_of
from gnut.edge.git.index_file import Indexed, parsed
from gnut.edge.git.repository import place
from gnut.edge.held import read_held
from gnut.edge.paths import Target
from gnut.edge.reports import report_at
from gnut.edge.staged import is_report, staged
from gnut.edge.world import world
from gnut.errors import GnutError, InputMissing, Usage
from gnut.model import Fetched
from tests.hostile_repository import git, hostile


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit, which is the current folder."""
    folder = tmp_path / "place"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    write(folder, {"report.md": "committed", "docs/a.md": "a", "docs/b.md": "b", "data.txt": "d"})
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def found(*arguments: str, reports: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> dict[str, bytes | str]:
    """Return path and bytes of each report, and the code of what was refused by its message."""
    said: dict[str, bytes | str] = {}
    for one in staged(world(), arguments, reports, exclude):
        if isinstance(one, Target):
            said[one.shown] = report_at(one, limit=1 << 20, noted=lambda _: None).body
        else:
            said[str(one)] = one.code
    return said


def test_a_report_is_read_as_it_is_staged_whatever_lies_on_disk(top: Path) -> None:
    write(top, {"report.md": "staged"})
    git(top, "add", "report.md")
    write(top, {"report.md": "edited since", "docs/a.md": "not staged"})
    assert found() == {"report.md": b"staged"}


def test_nothing_staged_is_no_report(top: Path) -> None:
    write(top, {"docs/a.md": "not staged", "untracked.md": "x"})
    assert found() == {}


def test_a_report_that_is_gone_from_disk_is_checked_and_a_deleted_one_is_not(top: Path) -> None:
    write(top, {"report.md": "staged"})
    git(top, "add", "report.md")
    (top / "report.md").unlink()
    git(top, "rm", "-q", "docs/a.md")
    assert found() == {"report.md": b"staged"}


def test_a_renamed_report_and_one_of_another_mode_are_staged(top: Path) -> None:
    git(top, "mv", "docs/a.md", "docs/moved.md")
    git(top, "update-index", "--chmod=+x", "docs/b.md")
    assert found() == {"docs/moved.md": b"a", "docs/b.md": b"b"}


def test_what_is_only_meant_to_be_added_is_not_in_the_commit(top: Path) -> None:
    write(top, {"later.md": "x", "empty.md": ""})
    git(top, "add", "-N", "later.md")
    git(top, "add", "empty.md")
    assert found() == {"empty.md": b""}
    assert list(found("later.md").values()) == ["input_missing"]


def test_what_git_is_told_to_overlook_counts_as_it_is_staged(top: Path) -> None:
    write(top, {"report.md": "staged"})
    git(top, "add", "report.md")
    git(top, "update-index", "--assume-unchanged", "report.md")
    git(top, "update-index", "--skip-worktree", "docs/a.md")
    write(top, {"report.md": "edited"})
    assert found() == {"report.md": b"staged"}
    assert found("docs/a.md") == {"docs/a.md": b"a"}


def test_before_the_first_commit_all_is_staged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    assert found() == {}
    write(tmp_path, {"report.md": "new"})
    git(tmp_path, "add", "-A")
    assert found() == {"report.md": b"new"}


def test_a_merge_that_is_not_decided_is_refused_by_name(top: Path) -> None:
    git(top, "checkout", "-q", "-b", "other")
    write(top, {"report.md": "theirs", "docs/a.md": "merged"})
    git(top, "commit", "-q", "-am", "theirs")
    git(top, "checkout", "-q", "main")
    write(top, {"report.md": "ours"})
    git(top, "commit", "-q", "-am", "ours")
    git(top, "merge", "-q", "other", check=False)
    assert found() == {"report.md: is not merged yet": "unmerged", "docs/a.md": b"merged"}
    assert found("report.md") == {"report.md: is not merged yet": "unmerged"}


def test_odd_names_are_staged_like_others(top: Path) -> None:
    names = (
        "two words.md",
        "two\nlines.md",
        os.fsdecode(b"r\xe9sum\xe9.md"),
        "报告.md",
        '"quoted".md',
        "-n.md",
        ":0:x.md",
    )
    write(top, dict.fromkeys(names, "x"))
    git(top, "add", "-A")
    assert sorted(found()) == sorted(name.replace("\udce9", r"\xe9") for name in names)


def test_named_files_and_folders_are_what_the_index_has_changed_or_not(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(top, {"docs/a.md": "on disk"})
    assert found("docs") == {"docs/a.md": b"a", "docs/b.md": b"b"}
    assert found("docs/*.md", "docs/a.md") == {"docs/a.md": b"a", "docs/b.md": b"b"}
    monkeypatch.chdir(top / "docs")
    assert found("a.md", "../report.md") == {"a.md": b"a", str(top / "report.md"): b"committed"}
    assert list(found("../../x.md").values()) == ["input_missing"]
    assert list(found("gone.md").values()) == ["input_missing"]


@pytest.mark.parametrize("argument", ["-", "", "a\0b"])
def test_what_can_be_no_path_is_a_mistake(top: Path, argument: str) -> None:
    with pytest.raises(Usage):
        found(argument)


def test_links_and_submodules_are_not_taken_for_reports(top: Path) -> None:
    (top / "link.md").symlink_to("report.md")
    git(top, "add", "-A")
    git(top, "update-index", "--add", "--cacheinfo", f"160000,{git(top, 'rev-parse', 'HEAD').strip()},sub.md")
    assert found() == {}
    assert list(found("link.md", "sub.md").values()) == ["input_missing", "input_missing"]


def test_the_configuration_says_which_files_are_reports(top: Path) -> None:
    write(top, {"docs/a.md": "1", "docs/page.html": "2", "notes.md": "3", "docs/deep/.h/x.md": "4"})
    git(top, "add", "-A")
    assert set(found()) == {"docs/a.md", "notes.md", "docs/deep/.h/x.md"}
    assert set(found(reports=("docs/*",))) == {"docs/a.md", "docs/page.html"}
    assert set(found(reports=("docs/page.html", "./notes.md"))) == {"docs/page.html", "notes.md"}
    assert set(found(reports=("docs/",))) == {"docs/a.md"}
    assert set(found(reports=(".",), exclude=("notes.md",))) == {"docs/a.md"}
    assert set(found(exclude=("docs",))) == {"notes.md"}


@pytest.mark.parametrize(
    ("path", "reports", "expected"),
    [
        ("a.md", (), True),
        ("A.MD", (), True),
        ("a.qmd", (), True),
        ("a.html", (), False),
        ("a.html", ("*.html",), True),
        ("x/a.html", ("*.html",), False),
        ("x/a.html", ("**/*.html",), True),
        (".gnut/a.md", (), False),
        (".github/a.md", (), True),
        (".github/a.md", (".",), False),
        (".github/a.md", (".github",), True),
        ("docsmore/a.md", ("docs",), False),
    ],
)
def test_a_file_is_a_report_when_a_pattern_names_it(
    top: Path, path: str, reports: tuple[str, ...], expected: bool
) -> None:
    assert is_report(world(), top / path, reports) is expected


def test_what_a_staged_report_cites_is_read_as_staged_too(top: Path) -> None:
    write(top, {"report.md": "staged @doe", "data.txt": "staged", "x.bib": "@book{doe}"})
    git(top, "add", "-A")
    write(top, {"data.txt": "edited", "x.bib": "@book{other}"})
    (target,) = staged(world(), (), (), ())
    assert isinstance(target, Target)
    assert target.held is not None
    got = read_held(target.held.view, target.root, "data.txt")
    assert isinstance(got, Fetched)
    assert got.body == b"staged"
    assert report_at(target, limit=99, noted=lambda _: None).companions == (("x.bib", b"@book{doe}"),)


def test_the_index_of_a_hook_counts(top: Path) -> None:
    write(top, {"report.md": "in the other index"})
    git(top, "add", "report.md", GIT_INDEX_FILE=str(top / ".git" / "next-index-7.lock"))
    there = world()._replace(environ={"GIT_INDEX_FILE": ".git/next-index-7.lock"})
    assert [one.shown for one in staged(there, (), (), ()) if isinstance(one, Target)] == ["report.md"]
    assert found() == {}


def test_an_index_that_another_git_has_locked_is_read(top: Path) -> None:
    write(top, {"report.md": "staged"})
    git(top, "add", "report.md")
    (top / ".git" / "index.lock").write_bytes(b"")
    assert found() == {"report.md": b"staged"}


def test_nothing_is_written_to_the_repository(top: Path) -> None:
    write(top, {"report.md": "staged"})
    git(top, "add", "report.md")

    def contents() -> dict[str, tuple[bytes, int]]:
        files = (path for path in (top / ".git").rglob("*") if path.is_file())
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    before = contents()
    found()
    found("docs")
    assert contents() == before


# The index in every form that git gives it.


def listed(folder: Path) -> list[tuple[str, str, int, bytes]]:
    told = subprocess.run(["git", "ls-files", "-s", "-z"], cwd=folder, capture_output=True, check=True).stdout
    entries = [one.partition(b"\t") for one in told.split(b"\0") if one]
    return [(*head.decode().split()[:2], int(head.split()[2]), path) for head, _, path in entries]  # type: ignore[misc]


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_an_index_is_read_as_git_reads_it(top: Path, version: str) -> None:
    long = "x" * 250
    write(top, {f"{long[:number]}/{number}.md": str(number) for number in (1, 7, 8, 9, 249)})
    write(top, {"deep/" * 400 + "x.md": "deep", "meant.md": "x"})
    git(top, "add", "-A", ":!meant.md")
    git(top, "add", "-N", "meant.md")
    git(top, "update-index", "--index-version", version)
    got = parsed((top / ".git" / "index").read_bytes(), "index")
    assert [(f"{one.entry.mode:06o}", one.entry.oid, one.stage, one.path) for one in got] == listed(top)


def test_a_sparse_index_is_read_with_the_folders_that_it_leaves_out(top: Path) -> None:
    git(top, "sparse-checkout", "init", "--cone", "--sparse-index")
    assert not (top / "docs" / "a.md").exists()
    assert Index(place(world())).names(b"docs").keys() == {b"a.md", b"b.md"}
    assert found() == {}
    assert found("docs") == {"docs/a.md": b"a", "docs/b.md": b"b"}


def test_a_sparse_folder_of_another_commit_is_staged_file_by_file(top: Path) -> None:
    git(top, "checkout", "-q", "-b", "other")
    write(top, {"docs/a.md": "changed"})
    git(top, "commit", "-q", "-am", "second")
    git(top, "sparse-checkout", "init", "--cone", "--sparse-index")
    git(top, "reset", "-q", "--soft", "main")
    assert found() == {"docs/a.md": b"changed"}


def test_a_split_index_is_refused_with_what_to_do(top: Path) -> None:
    git(top, "update-index", "--split-index")
    with pytest.raises(InputMissing, match="split index") as refusal:
        found()
    assert refusal.value.code == "repository_unsupported"
    assert "--no-split-index" in str(refusal.value.help)
    git(top, "update-index", "--no-split-index")
    assert found() == {}


def test_an_index_that_is_cut_off_or_overwritten_anywhere_is_refused_or_read_and_never_a_crash(top: Path) -> None:
    git(top, "update-index", "--index-version", "4")
    body = (top / ".git" / "index").read_bytes()
    whole = parsed(body, "index")
    for at in range(len(body)):
        read_or_refused(body[:at] + bytes([body[at] ^ 0xFF]) + body[at + 1 :])
        assert read_or_refused(body[:at]) in (None, whole)
    assert read_or_refused(body[: len(body) // 2]) is None


def read_or_refused(body: bytes) -> list[Indexed] | None:
    try:
        return parsed(body, "index")
    except InputMissing as error:
        assert error.code in ("git_damaged", "repository_unsupported")  # noqa: PT017
        return None


@given(st.binary(max_size=300), st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_any_bytes_are_an_index_or_refused(rest: bytes, version: int, count: int) -> None:
    read_or_refused(b"DIRC" + version.to_bytes(4) + count.to_bytes(4) + rest)


def test_an_index_that_is_a_pipe_is_refused_without_waiting(top: Path) -> None:
    (top / ".git" / "index").unlink()
    os.mkfifo(top / ".git" / "index")
    with pytest.raises(GnutError, match="not a regular file"):
        found()


def test_nothing_that_a_hostile_repository_names_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = hostile(tmp_path / "trap", {"report.md": "committed", "data.txt": "d"})
    repository = pygit2.Repository(str(trap.top))
    staged_blob = repository.create_blob(b"staged")
    repository.index.add(pygit2.IndexEntry("report.md", staged_blob, pygit2.enums.FileMode.BLOB))
    repository.index.write()
    monkeypatch.chdir(trap.top)
    assert found() == {"report.md": b"staged"}
    assert head_of(place(world())) is not None
    assert trap.ran() == []
