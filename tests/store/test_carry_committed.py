"""The store committed beside the reports: what git itself does with it must lose nothing and damage nothing."""

from __future__ import annotations

import itertools
import os
import random
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store.errors import ObjectCorrupt, ObjectMissing
from gnut_store.fsck import fsck
from gnut_store.oid import Oid
from gnut_store.store import open_store
from tests.hostile_repository import git
from tests.store.carrying import clone, gnut, packs, put


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """Return a repository whose store is committed on `main`, with one pack."""
    folder = clone(tmp_path / "a")
    put(folder, b"base" * 100, ref="notes/base")
    save(folder, "Begin")
    return folder


def save(top: Path, words: str = "Keep") -> None:
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", words)


def holds(top: Path, *oids: Oid) -> bool:
    return open_store(top / ".gnut").missing(oids) == () and fsck(top / ".gnut") == ()


def branch(top: Path, name: str, *bodies: bytes, ref: str | None = None, start: str = "main") -> list[Oid]:
    """Keep blobs on a new branch, each in a pack of its own."""
    git(top, "checkout", "-q", "-b", name, start)
    found = [put(top, body, ref=ref)[0] for body in bodies]
    save(top, name)
    return found


def test_what_is_committed_is_the_teams_part_alone(top: Path) -> None:
    with open_store(top / ".gnut").write("local") as batch:
        batch.add("blob", b"mine")
    for name in ("cache", "trash", "tmp"):
        (top / ".gnut" / name).mkdir(exist_ok=True)
        (top / ".gnut" / name / "x").write_bytes(b"x")
    git(top, "add", "-A")
    assert git(top, "status", "--porcelain") == ""
    listed = git(top, "ls-files", ".gnut").split()
    assert {name.split("/")[1] for name in listed} == {
        *("format", "config", ".gitignore", ".gitattributes", "packs", "refs")
    }


def test_two_branches_merge_without_a_conflict(top: Path) -> None:
    ours = branch(top, "ours", b"1", b"2", ref="notes/x")
    theirs = branch(top, "theirs", b"3", b"2", b"4", ref="notes/x")
    assert holds(top, *theirs)
    git(top, "merge", "-q", "--no-edit", "ours")
    assert holds(top, *ours, *theirs)
    assert set(open_store(top / ".gnut").refs("notes/x")) == {*ours, *theirs}
    assert git(top, "status", "--porcelain") == ""


def test_many_branches_merge_at_once(top: Path) -> None:
    found = [branch(top, name, name.encode(), b"same", ref="notes/x") for name in ("a", "b", "c", "d")]
    git(top, "checkout", "-q", "main")
    git(top, "merge", "-q", "--no-edit", "a", "b", "c", "d")
    assert holds(top, *itertools.chain(*found))
    assert len(git(top, "rev-list", "--parents", "-1", "HEAD").split()) == 5


def test_branches_rebase_onto_each_other(top: Path) -> None:
    ours = branch(top, "ours", b"1", b"2")
    theirs = branch(top, "theirs", b"2", b"3")
    git(top, "rebase", "-q", "ours")
    assert holds(top, *ours, *theirs)


def test_a_commit_of_the_store_can_be_picked(top: Path) -> None:
    branch(top, "ours", b"1")
    put(top, b"2")
    save(top)
    two = put(top, b"3", ref="notes/x")
    save(top)
    git(top, "checkout", "-q", "main")
    git(top, "cherry-pick", "ours")
    assert holds(top, *two)
    assert open_store(top / ".gnut").refs("notes/x") == tuple(two)


def test_reverting_takes_back_what_was_added_and_nothing_else(top: Path) -> None:
    (one,) = put(top, b"1", ref="notes/x")
    save(top)
    (two,) = put(top, b"2")
    save(top)
    git(top, "revert", "--no-edit", "HEAD~1")
    assert holds(top, two)
    with pytest.raises(ObjectMissing):
        open_store(top / ".gnut").get(one)


def test_empty_files_are_not_taken_for_renames(top: Path) -> None:
    ours = branch(top, "ours", b"1", ref="notes/ours")
    theirs = branch(top, "theirs", b"2", ref="notes/theirs")
    # A branch that moves one empty file of its own must not drag entries along.
    (top / "empty.txt").write_bytes(b"")
    save(top)
    git(top, "mv", "empty.txt", "other.txt")
    save(top)
    git(top, "merge", "-q", "--no-edit", "-X", "find-renames=1", "ours")
    assert holds(top, *ours, *theirs)
    assert open_store(top / ".gnut").refs("notes/ours") == tuple(ours)


# ── collected on one side ──────────────────────────────────────────────────────────────────────────────────────────


def many(top: Path, word: str, count: int = 6) -> list[Oid]:
    return [put(top, f"{word} {number} ".encode() * 300, ref=f"notes/{word}")[0] for number in range(count)]


def test_one_branch_was_collected_and_the_other_grew(top: Path) -> None:
    base = many(top, "base")
    save(top)
    ours = branch(top, "ours", b"1", b"2", ref="notes/x")
    git(top, "checkout", "-q", "-b", "theirs", "main")
    before = set(packs(top))
    assert gnut(top, "gc", "--rewrite-shared").returncode == 0
    assert set(packs(top)) < before or not before <= set(packs(top))
    save(top)
    assert holds(top, *base)
    git(top, "merge", "-q", "--no-edit", "ours")
    assert holds(top, *base, *ours)


def test_both_branches_were_collected_differently(top: Path) -> None:
    base = many(top, "base")
    save(top)
    for name in ("ours", "theirs"):
        git(top, "checkout", "-q", "-b", name, "main")
        base += many(top, name, 3)
        assert gnut(top, "gc", "--rewrite-shared").returncode == 0
        save(top, name)
    git(top, "merge", "-q", "--no-edit", "ours")
    assert holds(top, *base)
    assert git(top, "status", "--porcelain") == ""


def test_what_git_takes_for_renames_of_one_rewritten_pack_merges_when_told_that_it_is_none(top: Path) -> None:
    base = put(top, random.Random(5).randbytes(20_000), ref="notes/base")
    save(top)
    for name in ("ours", "theirs"):
        git(top, "checkout", "-q", "-b", name, "main")
        base += put(top, name.encode(), ref="notes/base")
        assert gnut(top, "gc", "--rewrite-shared").returncode == 0
        save(top, name)
    # Both took the old pack away and have a similar one: git calls that two renames of one file.
    assert "CONFLICT (rename/rename)" in git(top, "merge", "-q", "--no-edit", "ours", check=False)
    git(top, "merge", "--abort")
    git(top, "merge", "-q", "--no-edit", "-X", "find-renames=100%", "ours")
    assert holds(top, *base)
    assert git(top, "status", "--porcelain") == ""


def test_a_pack_that_one_side_collected_and_the_other_needs_is_not_lost(top: Path) -> None:
    base = many(top, "base")
    save(top)
    git(top, "checkout", "-q", "-b", "grown", "main")
    # Bytes that the tier holds already are not written again: this entry leans on a pack of `main`.
    assert put(top, b"base 3 " * 300, ref="notes/later") == [base[3]]
    save(top)
    git(top, "checkout", "-q", "-b", "collected", "main")
    assert gnut(top, "gc", "--rewrite-shared").returncode == 0
    save(top)
    git(top, "merge", "-q", "--no-edit", "grown")
    assert holds(top, *base)
    assert open_store(top / ".gnut").refs("notes/later") == (base[3],)


def test_collecting_without_being_told_to_leaves_what_is_committed(top: Path) -> None:
    many(top, "base")
    save(top)
    assert gnut(top, "gc").returncode == 0
    assert git(top, "status", "--porcelain") == ""


# ── what people do to a work tree ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("settings", [{"core.autocrlf": "true"}, {"core.autocrlf": "input"}, {"core.eol": "crlf"}])
@pytest.mark.parametrize("attributes", ["", "* text=auto\n", "* text\n", "* text=auto eol=crlf\n"])
def test_no_setting_of_line_ends_changes_a_byte(tmp_path: Path, settings: dict[str, str], attributes: str) -> None:
    top = clone(tmp_path / "a")
    for setting, value in settings.items():
        git(top, "config", setting, value)
    (top / ".gitattributes").write_text(attributes)
    oid = put(top, b"a\r\nb\nc\n" * 50, ref="notes/x")[0]
    # A pack of nothing but text would look like text to git.
    raw = put(top, b"\r\n")[0]
    save(top)
    git(tmp_path, "clone", "-q", *(f"-c{key}={value}" for key, value in settings.items()), str(top), "b")
    other = tmp_path / "b"
    for name, path in packs(top).items():
        assert Path(packs(other)[name]).read_bytes() == Path(path).read_bytes()
    assert holds(other, oid, raw)


def test_a_store_from_before_is_sound_and_says_what_git_did_to_it(tmp_path: Path) -> None:
    top = clone(tmp_path / "a")
    (top / ".gnut/.gitattributes").write_text("*.gpk binary -diff -merge -text\n")
    oid = put(top, b"a", ref="notes/x")[0]
    assert holds(top, oid)
    git(top, "config", "core.autocrlf", "true")
    save(top)
    for name in ("format", "config", ".gitignore"):
        (top / ".gnut" / name).unlink()
    git(top, "checkout", ".gnut")
    with pytest.raises(ObjectCorrupt, match="line ends were changed") as caught:
        open_store(top / ".gnut")
    assert "* -text" in str(caught.value.help)
    (top / ".gnut/.gitattributes").write_text("*.gpk binary -diff -merge -text\n* -text\n")
    for name in ("format", "config", ".gitignore"):
        (top / ".gnut" / name).unlink()
    git(top, "checkout", ".gnut/format", ".gnut/config", ".gnut/.gitignore")
    assert holds(top, oid)


def test_a_clone_is_a_sound_store_that_can_be_written_to(top: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(top), "b")
    assert fsck(tmp_path / "b/.gnut") == ()
    (oid,) = put(tmp_path / "b", b"more")
    assert holds(tmp_path / "b", oid)


def test_a_stash_takes_packs_away_and_brings_them_back(top: Path) -> None:
    (oid,) = put(top, b"1", ref="notes/x")
    git(top, "stash", "-u", "-q")
    assert fsck(top / ".gnut") == ()
    with pytest.raises(ObjectMissing):
        open_store(top / ".gnut").get(oid)
    git(top, "stash", "pop", "-q")
    assert holds(top, oid)


def test_cleaning_takes_what_is_local_and_no_more(top: Path) -> None:
    with open_store(top / ".gnut").write("local") as batch:
        mine = batch.add("blob", b"mine")
    before = packs(top)
    git(top, "clean", "-xdfq")
    assert packs(top) == before
    assert fsck(top / ".gnut") == ()
    with pytest.raises(ObjectMissing):
        open_store(top / ".gnut").get(mine)
    (oid,) = put(top, b"more")
    assert holds(top, oid)


def test_each_work_tree_has_a_store_of_its_own(top: Path, tmp_path: Path) -> None:
    git(top, "worktree", "add", "-q", "-b", "other", str(tmp_path / "w"))
    (oid,) = put(tmp_path / "w", b"1")
    assert holds(tmp_path / "w", oid)
    assert open_store(top / ".gnut").missing([oid]) == (oid,)
    save(tmp_path / "w")
    git(top, "merge", "-q", "other")
    assert holds(top, oid)


def test_an_archive_holds_the_store(top: Path, tmp_path: Path) -> None:
    git(top, "archive", "-o", str(tmp_path / "a.tar"), "HEAD")
    with tarfile.open(tmp_path / "a.tar") as archive:
        archive.extractall(tmp_path / "out", filter="data")
    assert fsck(tmp_path / "out/.gnut") == ()
    assert packs(tmp_path / "out").keys() == packs(top).keys()


def test_switching_to_a_branch_without_a_pack_is_no_damage(top: Path) -> None:
    (oid,) = branch(top, "ours", b"1", ref="notes/x")
    store = open_store(top / ".gnut")
    assert store.get(oid) == b"1"
    git(top, "checkout", "-q", "main")
    assert fsck(top / ".gnut") == ()
    with pytest.raises(ObjectMissing):
        open_store(top / ".gnut").get(oid)
    git(top, "checkout", "-q", "ours")
    assert holds(top, oid)


@pytest.mark.parametrize("lost", ["packs", "refs/packs"])
def test_a_pack_that_a_merge_lost_is_named(top: Path, lost: str) -> None:
    path = next((top / ".gnut" / lost).iterdir())
    git(top, "rm", "-q", str(path))
    assert fsck(top / ".gnut") != ()


@pytest.mark.parametrize("filemode", ["true", "false"])
def test_neither_modes_nor_times_matter(top: Path, tmp_path: Path, filemode: str) -> None:
    git(tmp_path, "clone", "-q", f"-ccore.fileMode={filemode}", str(top), "b")
    for path in (tmp_path / "b/.gnut/packs").iterdir():
        path.chmod(0o755)
        os.utime(path, (0, 0))
    assert fsck(tmp_path / "b/.gnut") == ()


def test_merging_by_any_strategy_is_a_union(top: Path) -> None:
    ours = branch(top, "ours", b"1", ref="notes/x")
    theirs = branch(top, "theirs", b"2", ref="notes/x")
    ways: list[Callable[[], str]] = [
        lambda: git(top, "merge", "-q", "--no-edit", "-s", "recursive", "ours"),
        lambda: git(top, "merge", "-q", "--no-edit", "-s", "ort", "-X", "theirs", "ours"),
        lambda: git(top, "merge", "-q", "--no-edit", "-s", "resolve", "ours"),
        lambda: git(top, "merge", "-q", "--squash", "ours"),
    ]
    for number, way in enumerate(ways):
        git(top, "checkout", "-qf", "-B", f"try{number}", "theirs")
        way()
        assert holds(top, *ours, *theirs)
