"""Reports out of git: `REVISION:PATH` as git spells it, and nothing but what git holds there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pygit2
import pytest

from gnut.edge.committed import in_git
from gnut.edge.files import POINTER
from gnut.edge.git.repository import place
from gnut.edge.git.revisions import spelled
from gnut.edge.held import file_at, read_held
from gnut.edge.paths import Target, targets
from gnut.edge.reports import report_at
from gnut.edge.world import World, world
from gnut.errors import GnutError, ReportTooLarge
from gnut.model import Absence, Fetched
from tests.hostile_repository import git, hostile

LIMIT = 4 * 1024 * 1024


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with two commits, which is the current folder."""
    folder = tmp_path / "place"
    (folder / "docs" / "deep").mkdir(parents=True)
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    write(
        folder, {"report.md": "first", "docs/a.md": "a", "docs/deep/b.md": "b", "docs/page.html": "p", "data.txt": "d"}
    )
    commit(folder)
    git(folder, "tag", "v1")
    write(folder, {"report.md": "second"})
    commit(folder)
    write(folder, {"report.md": "on disk"})
    return folder


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body if isinstance(body, bytes) else body.encode())


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "more")


def found(argument: str, exclude: tuple[str, ...] = ()) -> list[Target | GnutError]:
    return list(targets(world(), [argument], exclude))


def one(argument: str) -> Target:
    (target,) = found(argument)
    assert isinstance(target, Target), target
    return target


def body(argument: str) -> bytes:
    return report_at(one(argument), limit=LIMIT, noted=lambda _: None).body


def refused(argument: str) -> GnutError:
    (error,) = found(argument)
    assert isinstance(error, GnutError), error
    return error


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("HEAD:report.md", b"second"),
        ("HEAD~1:report.md", b"first"),
        ("v1:report.md", b"first"),
        ("main:report.md", b"second"),
        ("@:report.md", b"second"),
        ("HEAD^{/more}:report.md", b"second"),
        ("HEAD^{tree}:report.md", b"second"),
        (":report.md", b"second"),
        (":0:report.md", b"second"),
        ("report.md", b"on disk"),
        ("v1:docs/deep/b.md", b"b"),
        ("HEAD:./report.md", b"second"),
    ],
)
def test_a_revision_and_a_path_name_what_git_holds_there(top: Path, argument: str, expected: bytes) -> None:
    assert body(argument) == expected


def test_a_dot_before_the_path_counts_from_the_current_folder(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(top / "docs")
    assert body("HEAD:./a.md") == b"a"
    assert body("HEAD:../report.md") == b"second"
    assert body("HEAD:docs/a.md") == b"a"
    assert one("HEAD:./a.md").shown == "HEAD:docs/a.md"
    assert "do you mean  HEAD:docs/a.md" in str(refused("HEAD:a.md").help)
    assert "leads out" in str(refused("HEAD:../../x.md"))


def test_the_path_of_a_report_out_of_git_is_the_one_it_has_on_disk(top: Path) -> None:
    assert one("HEAD~1:docs/a.md").path == "docs/a.md"
    assert one("HEAD~1:docs/a.md").shown == "HEAD~1:docs/a.md"


def test_a_file_on_disk_of_just_that_name_is_meant_before(top: Path) -> None:
    write(top, {"HEAD:report.md": "a strange name"})
    assert body("HEAD:report.md") == b"a strange name"
    assert one("HEAD:report.md").held is None


def test_a_folder_in_a_commit_is_all_its_reports(top: Path) -> None:
    shown = [one.shown for one in found("v1:") if isinstance(one, Target)]
    assert shown == ["v1:report.md", "v1:docs/a.md", "v1:docs/deep/b.md"]
    assert [one.shown for one in found("v1:docs/", ("deep",)) if isinstance(one, Target)] == ["v1:docs/a.md"]
    write(top, {"empty/x.txt": "x"})
    commit(top)
    assert "no reports in this folder" in str(refused("HEAD:empty"))


def test_hidden_folders_of_a_commit_are_passed_over_as_on_disk(top: Path) -> None:
    write(top, {".github/x.md": "x", ".hidden.md": "x"})
    commit(top)
    assert all("hidden" not in one.shown and "github" not in one.shown for one in found("HEAD:"))  # type: ignore[union-attr]


def test_a_pattern_after_the_colon_is_matched_in_the_commit(top: Path) -> None:
    shown = [one.shown for one in found("HEAD:docs/**/*.md") if isinstance(one, Target)]
    assert shown == ["HEAD:docs/a.md", "HEAD:docs/deep/b.md"]
    assert [one.shown for one in found("HEAD:docs/*.html") if isinstance(one, Target)] == ["HEAD:docs/page.html"]
    assert "no file matches" in str(refused("HEAD:docs/*.qmd"))


def test_a_pattern_of_files_on_disk_may_hold_a_colon(top: Path) -> None:
    write(top, {"12:30.md": "noon", "13:00.md": "one"})
    assert [one.shown for one in found("1?:*.md") if isinstance(one, Target)] == ["12:30.md", "13:00.md"]


@pytest.mark.parametrize(
    ("argument", "code", "said"),
    [
        ("nope:report.md", "unknown_revision", "nope:report.md: no such file, and nope: git knows no such revision"),
        ("HEAD~99:report.md", "unknown_revision", "HEAD~99"),
        ("a..b:report.md", "unknown_revision", "a..b"),
        ("12:30 notes.md", "unknown_revision", "no such file"),
        ("v1^{blob}:report.md", "unknown_revision", "v1^{blob}"),
        ("HEAD:data.txt:report.md", "input_missing", "HEAD:data.txt:report.md: no such file in HEAD"),
        ("HEAD:missing.md", "input_missing", "HEAD:missing.md: no such file in HEAD"),
        ("HEAD:report.md/x.md", "input_missing", "no such file in HEAD"),
        ("HEAD:report.md/", "input_missing", "no such file in HEAD"),
        ("HEAD:/report.md", "input_missing", "no such file in HEAD"),
        ("HEAD:docs/../report.md", "input_missing", "no such file in HEAD"),
        (":2:report.md", "input_missing", ":2:report.md: no such file in stage 2"),
        (":/more", "input_missing", "no file in a commit"),
        ("HEAD:docs/page.exe", "input_missing", "no such file"),
        ("\udcff:report.md", "unknown_revision", "no such revision"),
    ],
)
def test_what_names_nothing_is_refused_with_what_was_looked_for(top: Path, argument: str, code: str, said: str) -> None:
    error = refused(argument)
    assert (error.code, error.exit_code) == (code, 2)
    assert said in str(error)
    assert "\n" not in str(error)


def test_a_name_that_no_reader_takes_is_refused_before_it_is_read(top: Path) -> None:
    write(top, {"x.exe": "x"})
    commit(top)
    assert str(refused("HEAD:x.exe")).startswith("HEAD:x.exe: ")


def test_outside_of_a_repository_a_colon_is_part_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "no such file, and no git repository" in str(refused("HEAD:report.md"))


def test_before_the_first_commit_there_is_only_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    write(tmp_path, {"report.md": "new"})
    git(tmp_path, "add", "-A")
    assert "there is no commit yet" in str(refused("HEAD:report.md"))
    assert body(":report.md") == b"new"


def test_a_link_and_a_submodule_are_no_reports(top: Path) -> None:
    (top / "link.md").symlink_to("report.md")
    git(top, "add", "-A")
    git(top, "update-index", "--add", "--cacheinfo", f"160000,{git(top, 'rev-parse', 'HEAD').strip()},sub.md")
    git(top, "commit", "-q", "-m", "odd")
    assert "symbolic link" in str(refused("HEAD:link.md"))
    assert "submodule" in str(refused("HEAD:sub.md"))
    assert [one.shown for one in found("HEAD:*.md")] == ["HEAD:report.md"]  # type: ignore[union-attr]


def test_a_report_over_the_limit_is_refused_before_it_is_read(top: Path) -> None:
    write(top, {"big.md": b"x" * 5000})
    commit(top)
    with pytest.raises(ReportTooLarge, match=r"HEAD:big\.md: is larger than 4,999 bytes"):
        report_at(one("HEAD:big.md"), limit=4999, noted=lambda _: None)


@pytest.mark.parametrize("argument", ["HEAD:lfs.md", "lfs.md"])
def test_a_pointer_of_git_lfs_is_not_the_report(top: Path, argument: str) -> None:
    write(top, {"lfs.md": POINTER + b"oid sha256:" + b"0" * 64 + b"\nsize 12345\n"})
    commit(top)
    with pytest.raises(GnutError, match="pointer of git LFS") as refusal:
        body(argument)
    assert refusal.value.code == "lfs_pointer"


def test_neither_filters_nor_line_ends_change_what_git_holds(top: Path) -> None:
    write(top, {"text.md": b"a\nb\n", "crlf.md": b"a\r\nb\r\n", ".gitattributes": "*.md text eol=crlf ident\n"})
    git(top, "-c", "core.safecrlf=false", "add", "-A")
    git(top, "commit", "-q", "-m", "more")
    assert body("HEAD:text.md") == body("HEAD:crlf.md") == b"a\nb\n"


def test_bibliographies_are_those_beside_the_report_in_the_same_commit(top: Path) -> None:
    write(top, {"docs/cited.md": "see @doe", "docs/refs.bib": "@book{doe}", "docs/other.txt": "x"})
    commit(top)
    write(top, {"docs/refs.bib": "@book{changed}", "docs/new.bib": "@book{new}"})
    report = report_at(one("HEAD:docs/cited.md"), limit=LIMIT, noted=lambda _: None)
    assert report.companions == (("refs.bib", b"@book{doe}"),)


def test_a_name_that_is_not_utf_8_is_found_and_shown_spelled_out(top: Path) -> None:
    name = os.fsdecode(b"r\xe9sum\xe9.md")
    write(top, {name: "latin", "two\nlines.md": "x", "报告.md": "han"})
    commit(top)
    assert body(f"HEAD:{name}") == b"latin"
    assert one(f"HEAD:{name}").path == r"r\xe9sum\xe9.md"
    assert body("HEAD:two\nlines.md") == b"x"
    assert body("HEAD:报告.md") == b"han"


def test_each_side_of_a_conflict_can_be_named(top: Path) -> None:
    git(top, "checkout", "-q", "-f", "-b", "other", "v1")
    write(top, {"report.md": "theirs"})
    commit(top)
    git(top, "merge", "-q", "main", check=False)
    assert [body(f":{stage}:report.md") for stage in (1, 2, 3)] == [b"first", b"theirs", b"second"]
    assert refused(":report.md").code == "unmerged"


def test_a_linked_work_tree_has_its_own_index_and_head(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(top, "worktree", "add", "-q", str(tmp_path / "linked"), "v1")
    monkeypatch.chdir(tmp_path / "linked")
    write(tmp_path / "linked", {"report.md": "staged here"})
    git(tmp_path / "linked", "add", "-A")
    assert body("HEAD:report.md") == b"first"
    assert body(":report.md") == b"staged here"
    assert body("main:report.md") == b"second"


def test_a_bare_repository_is_read_too(top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(top, "clone", "-q", "--bare", str(top), str(tmp_path / "bare.git"))
    monkeypatch.chdir(tmp_path / "bare.git")
    assert body("main:report.md") == b"second"


def test_an_object_that_is_not_in_the_clone_is_named(top: Path) -> None:
    oid = git(top, "rev-parse", "HEAD:report.md").strip()
    (top / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    with pytest.raises(GnutError, match="not in this clone") as refusal:
        body("HEAD:report.md")
    assert refusal.value.code == "object_not_here"


def test_a_damaged_object_is_named(top: Path) -> None:
    oid, other = (git(top, "rev-parse", f"{name}:report.md").strip() for name in ("HEAD", "v1"))
    objects = top / ".git" / "objects"
    damaged = objects / oid[:2] / oid[2:]
    damaged.chmod(0o644)
    damaged.write_bytes((objects / other[:2] / other[2:]).read_bytes())
    with pytest.raises(GnutError, match="cannot be read") as refusal:
        body("HEAD:report.md")
    assert refusal.value.code == "git_damaged"


def test_a_repository_of_a_kind_that_is_not_read_is_named(top: Path) -> None:
    git(top, "config", "core.repositoryFormatVersion", "1")
    git(top, "config", "extensions.fromTheFuture", "true")
    assert refused("HEAD:report.md").code == "repository_unsupported"


def test_nothing_that_a_hostile_repository_names_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = hostile(tmp_path / "trap", {"report.md": "see @doe", "a.bib": "@book{doe}", "data.txt": "d"})
    monkeypatch.chdir(trap.top)
    assert body("HEAD:report.md") == body(":report.md") == b"see @doe"
    assert file_at(world(), "HEAD:data.txt", 10) == b"d"
    assert len(found("HEAD:")) == 1
    assert trap.ran() == []


# What a report in git cites.


def source(argument: str, relative: str) -> Fetched | Absence:
    target = one(argument)
    assert target.held is not None
    return read_held(target.held.view, target.root, relative)


def test_a_file_that_is_cited_is_the_one_of_the_same_commit(top: Path) -> None:
    write(top, {"data.txt": "changed"})
    got = source("HEAD:report.md", "data.txt")
    assert isinstance(got, Fetched)
    assert (got.body, got.uri) == (b"d", "file:data.txt")


@pytest.mark.parametrize(
    ("link", "target", "why"),
    [
        ("in.txt", "data.txt", None),
        ("docs/up.txt", "../data.txt", None),
        ("far.txt", "docs/deep/../../data.txt", None),
        ("out.txt", "../outside.txt", "blocked_target"),
        ("abs.txt", "/etc/hostname", "blocked_target"),
        ("self.txt", "self.txt", "redirect_loop"),
        ("gone.txt", "nowhere.txt", "not_found"),
        ("folder.txt", "docs", "blocked_target"),
        ("secret.txt", ".env", "blocked_target"),
        ("through.txt", "data.txt/x", "not_found"),
    ],
)
def test_links_are_followed_inside_of_the_commit_alone(top: Path, link: str, target: str, why: str | None) -> None:
    write(top, {".env": "secret"})
    (top / link).symlink_to(target)
    commit(top)
    got = source("HEAD:report.md", link)
    assert (got.body if isinstance(got, Fetched) else got.why) == (why or b"d")


@pytest.mark.parametrize("relative", [".git/config", "../x", "a//b", "/etc/passwd", ".env", "docs/../.env", ""])
def test_what_is_no_source_on_disk_is_none_in_git(top: Path, relative: str) -> None:
    got = source("HEAD:report.md", relative)
    assert isinstance(got, Absence)
    assert got.why == "blocked_target"


def test_files_outside_of_the_root_of_the_store_are_no_sources(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (top / "docs" / ".gnut").mkdir()
    (top / "docs" / "up.txt").symlink_to("../data.txt")
    commit(top)
    monkeypatch.chdir(top / "docs")
    assert one("HEAD:docs/a.md").path == "a.md"
    assert isinstance(source("HEAD:./a.md", "deep/b.md"), Fetched)
    got = source("HEAD:./a.md", "up.txt")
    assert isinstance(got, Absence)
    assert got.why == "blocked_target"


# Trees and words that nobody would make.


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("HEAD:a", ("HEAD", 0, "a")),
        ("HEAD:a:b", ("HEAD", 0, "a:b")),
        ("HEAD^{/fix: it}:a", ("HEAD^{/fix: it}", 0, "a")),
        ("HEAD@{2020-01-01 10:00}:a", ("HEAD@{2020-01-01 10:00}", 0, "a")),
        (":a", ("", 0, "a")),
        (":3:a", ("", 3, "a")),
        (":4:a", ("", 0, "4:a")),
        (":", ("", 0, "")),
        ("a}:b", ("a}", 0, "b")),
        (":/fix", None),
        ("HEAD", None),
        ("HEAD^{/a:b", None),
    ],
)
def test_the_colon_is_the_first_one_outside_of_braces(word: str, expected: tuple[str, int, str] | None) -> None:
    assert spelled(word) == expected


def _mktree(top: Path, lines: str) -> str:
    made = subprocess.run(
        ["git", "mktree", "--missing"], cwd=top, input=lines.encode(), capture_output=True, check=True
    )
    return made.stdout.decode().strip()


def test_a_tree_of_trees_that_would_be_walked_for_ever_is_refused(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnut.edge.git.views.MOST", 2000)
    blob = git(top, "rev-parse", "HEAD:report.md").strip()
    oid = _mktree(top, "".join(f"100644 blob {blob}\tx{number}.md\n" for number in range(10)))
    for _ in range(12):
        oid = _mktree(top, "".join(f"040000 tree {oid}\td{number}\n" for number in range(10)))
    last = found(f"{oid}:")[-1]
    assert isinstance(last, GnutError)
    assert "more than 2,000 files" in str(last)


def test_a_tree_that_is_deeper_than_python_recurses_is_walked(top: Path) -> None:
    oid = _mktree(top, f"100644 blob {git(top, 'rev-parse', 'HEAD:report.md').strip()}\tx.md\n")
    for _ in range(1500):
        oid = _nested(top, oid)
    assert [one.shown for one in found(f"{oid}:")] == [f"{oid}:{'d/' * 1500}x.md"]  # type: ignore[union-attr]


def _nested(top: Path, oid: str) -> str:
    repository = pygit2.Repository(str(top))
    builder = repository.TreeBuilder()
    builder.insert("d", pygit2.Oid(hex=oid), pygit2.enums.FileMode.TREE)
    return str(builder.write())


def test_names_that_lead_elsewhere_are_passed_over_in_a_tree(top: Path) -> None:
    blob = bytes.fromhex(git(top, "rev-parse", "HEAD:report.md").strip())
    entries = (b"..", b".git", b"a/b.md", b"fine.md")
    body = b"".join(b"100644 " + name + b"\0" + blob for name in entries)
    oid = pygit2.Repository(str(top)).odb.write(pygit2.enums.ObjectType.TREE, body)
    shown = [one.shown for one in found(f"{oid}:") if isinstance(one, Target)]
    assert shown in ([], [f"{oid}:fine.md"])


# What git says to its hooks.


def environ(**variables: str) -> World:
    return world()._replace(environ=variables)


def test_the_repository_of_a_hook_is_the_one_that_git_names(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare, elsewhere = tmp_path / "dots.git", tmp_path / "home"
    elsewhere.mkdir()
    git(top, "clone", "-q", "--bare", str(top), str(bare))
    monkeypatch.chdir(elsewhere)
    here = place(environ(GIT_DIR=str(bare), GIT_WORK_TREE=str(elsewhere)))
    assert (here.top, here.index_file) == (elsewhere, bare / "index")


def test_a_hook_that_goes_on_into_another_repository_reads_that_one(top: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    there = {"GIT_DIR": str(other / ".git"), "GIT_INDEX_FILE": str(other / ".git" / "index.lock")}
    here = place(environ(**there))
    assert (here.top, here.index_file) == (top, top / ".git" / "index")


def test_the_index_of_a_hook_is_the_one_that_git_names(top: Path) -> None:
    assert place(environ(GIT_INDEX_FILE=".git/next-index-1.lock")).index_file == top / ".git" / "next-index-1.lock"
    assert place(environ(GIT_DIR=".git", GIT_INDEX_FILE=".git/index")).index_file == top / ".git" / "index"


def test_a_report_in_git_is_not_looked_for_when_no_colon_is_typed(top: Path) -> None:
    assert in_git(world(), "no colon*", ()) is None
