"""What git says of source files, with its library and without."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest

from gnut.edge.git.attested import attested, is_tracked, state_of
from gnut.edge.git_files import checkout

WHO = pygit2.Signature("A Tester", "tester@example.test", 1_700_000_000, 0)


@pytest.fixture
def repository(tmp_path: Path) -> pygit2.Repository:
    made = pygit2.init_repository(str(tmp_path / "repo"), initial_head="main")
    folder = tmp_path / "repo/src"
    folder.mkdir()
    (folder / "a.py").write_text("a = 1\n")
    made.index.add("src/a.py")
    made.index.write()
    made.create_commit("HEAD", WHO, WHO, "m", made.index.write_tree(), [])
    return made


def test_the_index_tells_what_is_tracked(repository: pygit2.Repository) -> None:
    place = checkout(Path(repository.workdir))
    assert is_tracked(place, "src/a.py")
    assert not is_tracked(place, "src/b.py")
    # A name inside another name is no entry.
    assert not is_tracked(place, "src/a")


@pytest.mark.parametrize("index", [b"", b"not an index", None])
def test_an_index_that_is_none_tracks_nothing(repository: pygit2.Repository, index: bytes | None) -> None:
    path = Path(repository.path) / "index"
    path.unlink()
    if index is not None:
        path.write_bytes(index)
    assert not is_tracked(checkout(Path(repository.workdir)), "src/a.py")


def test_a_linked_work_tree_is_at_its_own_commit(repository: pygit2.Repository, tmp_path: Path) -> None:
    repository.add_worktree("side", str(tmp_path / "side"))
    side = pygit2.Repository(str(tmp_path / "side"))
    (tmp_path / "side/src/a.py").write_text("a = 2\n")
    side.index.add("src/a.py")
    side.index.write()
    parents = [side.head.target]
    second = str(side.create_commit("HEAD", WHO, WHO, "m", side.index.write_tree(), parents))
    place = checkout(tmp_path / "side")
    found = attested(place, ["src"], ["src/a.py"])
    assert found is not None
    assert (found.commit, found.changed) == (second, False)
    assert is_tracked(place, "src/a.py")
    main = attested(checkout(Path(repository.workdir)), ["src"], ["src/a.py"])
    assert main is not None
    assert main.commit == str(parents[0])


def test_files_of_which_none_is_tracked_are_attested_by_nobody(repository: pygit2.Repository) -> None:
    (Path(repository.workdir) / "lib").mkdir()
    (Path(repository.workdir) / "lib/b.py").write_text("")
    assert attested(checkout(Path(repository.workdir)), ["lib"], ["lib/b.py"]) is None


def test_the_state_changes_with_the_head_and_with_the_index_and_with_nothing_else(
    repository: pygit2.Repository,
) -> None:
    place = checkout(Path(repository.workdir))
    first = state_of(place)
    (Path(repository.workdir) / "src/a.py").write_text("a = 2\n")
    repository.status()
    assert state_of(place) == first
    repository.index.add("src/a.py")
    repository.index.write()
    staged = state_of(place)
    assert staged != first
    repository.create_commit("HEAD", WHO, WHO, "m", repository.index.write_tree(), [repository.head.target])
    assert state_of(place) != staged


def test_packed_refs_are_part_of_the_state(repository: pygit2.Repository) -> None:
    place = checkout(Path(repository.workdir))
    first = state_of(place)
    repository.compress_references()
    assert state_of(place) != first
    assert attested(place, ["src"], ["src/a.py"]) is not None
