"""Files of the repository as sources, and everything that must not become one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnut.edge import local
from gnut.edge.local import read_local, refusal_of
from gnut.model import Absence, Fetched


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    for folder in (".git", ".gnut", "docs/deep"):
        (root / folder).mkdir(parents=True)
    (root / "docs/a.md").write_text("inside", encoding="utf-8")
    for name in (".git/config", ".gnut/format", ".env", "docs/.env.local", ".envrc", ".netrc"):
        (root / name).write_text("SECRET", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("SECRET", encoding="utf-8")
    return root


def why(root: Path, relative: str) -> str:
    answer = read_local(root, relative)
    assert isinstance(answer, Absence), answer
    assert "SECRET" not in answer.detail
    assert str(root) not in answer.detail
    return answer.why


def test_a_file_of_the_repository_is_read_as_it_is(root: Path) -> None:
    assert read_local(root, "docs/a.md") == Fetched("file:docs/a.md", "file:docs/a.md", 200, None, b"inside", (), False)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "relative",
    [
        "/etc/passwd",
        "../outside.txt",
        "docs/../../outside.txt",
        "docs/../docs/a.md",
        "./docs/a.md",
        "docs//a.md",
        "docs/",
        "~/x",
        "~root/x",
        "C:/x",
        "c:x",
        "\\\\server\\share",
        "docs\\a.md",
        "docs/a.md\0.png",
        "",
        ".git/config",
        ".GIT/config",
        "docs/.git/config",
        ".gnut/format",
        ".Gnut/format",
        ".env",
        ".ENV",
        "docs/.env.local",
        ".envrc",
        ".netrc",
        ".ssh/id_rsa",
    ],
)
def test_a_path_out_of_the_repository_or_to_a_secret_is_refused(root: Path, relative: str) -> None:
    assert why(root, relative) == "blocked_target"


@pytest.mark.parametrize(
    ("relative", "whose"),
    [(".git/config", "git"), ("a/.hg/store", "Mercurial"), (".SSH/id_ed25519", "ssh"), (".aws/credentials", "AWS")],
)
def test_a_refusal_names_whose_file_it_is(root: Path, relative: str, whose: str) -> None:
    assert str(refusal_of(relative)).startswith(f"files of {whose}")


def test_a_link_that_stays_inside_is_followed(root: Path) -> None:
    (root / "docs/deep/link.md").symlink_to("../a.md")
    (root / "alias").symlink_to("docs")
    for relative in ("docs/deep/link.md", "alias/a.md"):
        answer = read_local(root, relative)
        assert isinstance(answer, Fetched)
        assert (answer.body, answer.uri) == (b"inside", f"file:{relative}")


@pytest.mark.parametrize(
    "target", ["../outside.txt", "/etc/passwd", ".git/config", ".env", ".gnut/format", "/proc/self/environ"]
)
def test_a_link_to_the_outside_or_to_a_secret_is_refused(root: Path, target: str) -> None:
    (root / "innocent.txt").symlink_to(target)
    assert why(root, "innocent.txt") in ("blocked_target", "not_found")


def test_a_folder_that_is_a_link_to_the_outside_is_refused(root: Path) -> None:
    (root / "shared").symlink_to("..")
    assert why(root, "shared/outside.txt") == "blocked_target"


def test_a_neighbour_whose_name_begins_like_the_root_is_outside(root: Path) -> None:
    neighbour = root.parent / (root.name + "-secret")
    neighbour.mkdir()
    (neighbour / "x.txt").write_text("SECRET", encoding="utf-8")
    (root / "x").symlink_to(neighbour / "x.txt")
    assert why(root, "x") == "blocked_target"


def test_a_root_reached_through_a_link_is_the_root(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    assert isinstance(read_local(link, "docs/a.md"), Fetched)


def test_what_is_no_regular_file_is_refused_and_never_waited_for(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert why(root, "pipe") == "blocked_target"
    assert why(root, "docs") == "blocked_target"


def test_what_is_not_there_is_named_by_why(root: Path) -> None:
    (root / "round").symlink_to("round")
    assert why(root, "docs/none.md") == "not_found"
    assert why(root, "docs/a.md/more") == "not_found"
    assert why(root, "round") == "redirect_loop"
    assert why(root, "n" * 300) == "unreachable"


def test_a_file_at_the_limit_is_read_and_one_byte_more_is_not(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "MOST", 6)
    assert isinstance(read_local(root, "docs/a.md"), Fetched)
    (root / "docs/a.md").write_text("inside!", encoding="utf-8")
    assert why(root, "docs/a.md") == "too_large"


def test_a_link_made_between_looking_and_opening_leads_nowhere(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.path.realpath
    calls = []

    def late(path: str, *, strict: bool = False) -> str:
        found = real(path, strict=strict)
        calls.append(path)
        if len(calls) == 2:  # The first is the root.
            (root / "docs/a.md").unlink()
            (root / "docs/a.md").symlink_to("../../outside.txt")
        return found

    monkeypatch.setattr(os.path, "realpath", late)
    assert why(root, "docs/a.md") == "redirect_loop"
