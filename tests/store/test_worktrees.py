"""The git folder that all work trees of a repository share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnut_store.worktrees import shared_folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "worktrees" / "one"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize(
    ("told", "where"),
    [
        (b"../..\n", "."),
        (b"/elsewhere/git", "/elsewhere/git"),
        ("../../älter".encode(), "älter"),
        (b"../../\xff", "\udcff"),
    ],
)
def test_it_is_what_the_work_tree_says(own: Path, tmp_path: Path, told: bytes, where: str) -> None:
    (own / "commondir").write_bytes(told)
    assert shared_folder(str(own)) == os.path.normpath(tmp_path / where)


@pytest.mark.parametrize("told", [b"", b"\n", b"a\0b"])
def test_what_names_no_folder_counts_as_not_there(own: Path, told: bytes) -> None:
    assert shared_folder(str(own)) == str(own)
    (own / "commondir").write_bytes(told)
    assert shared_folder(str(own)) == str(own)


def test_neither_a_pipe_nor_a_folder_of_that_name_is_waited_for(own: Path) -> None:
    os.mkfifo(own / "commondir")
    assert shared_folder(str(own)) == str(own)
    (own / "commondir").unlink()
    (own / "commondir").mkdir()
    assert shared_folder(str(own)) == str(own)
