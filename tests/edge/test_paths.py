"""Which reports a command line names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnut.edge.paths import Target, targets
from gnut.edge.world import world
from gnut.errors import GnutError


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    for name in (
        "a.md",
        "docs/b.markdown",
        "docs/c.qmd",
        "docs/deep/d.mdx",
        "docs/E.MD",
        "docs/notes.txt",
        "docs/.hidden.md",
        ".gnut/x.md",
        ".git/y.md",
        ".venv/z.md",
        "drafts/f.md",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    return tmp_path


def named(tree: Path, *arguments: str, exclude: tuple[str, ...] = ()) -> list[str]:
    """Return the paths of the reports found; an error stands as its words."""
    found = targets(world(str(tree)), arguments, exclude)
    return [each.path if isinstance(each, Target) else str(each) for each in found]


def test_a_folder_gives_its_reports_and_no_hidden_ones(tree: Path) -> None:
    assert named(tree, ".") == ["a.md", "docs/E.MD", "docs/b.markdown", "docs/c.qmd", "docs/deep/d.mdx", "drafts/f.md"]


def test_excluded_folders_are_not_entered(tree: Path) -> None:
    assert named(tree, ".", exclude=("drafts", "docs/deep")) == ["a.md", "docs/E.MD", "docs/b.markdown", "docs/c.qmd"]


def test_a_file_that_is_named_is_taken_whatever_is_excluded(tree: Path) -> None:
    assert named(tree, "drafts/f.md", "docs/.hidden.md", exclude=("drafts",)) == ["drafts/f.md", "docs/.hidden.md"]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.md", ["a.md"]),
        ("docs/*.q*", ["docs/c.qmd"]),
        ("**/*.mdx", ["docs/deep/d.mdx"]),
        ("d*/[a-f].md", ["drafts/f.md"]),
        ("docs/*.txt", ["docs/notes.txt"]),
    ],
)
def test_a_pattern_gives_what_it_names(tree: Path, pattern: str, found: list[str]) -> None:
    assert named(tree, pattern) == found


def test_an_absolute_pattern_works_too(tree: Path) -> None:
    assert named(tree, f"{tree}/docs/*.qmd") == ["docs/c.qmd"]


def test_a_file_whose_name_looks_like_a_pattern_is_a_file(tree: Path) -> None:
    (tree / "report[1].md").write_text("x")
    assert named(tree, "report[1].md") == ["report[1].md"]


def test_a_report_named_twice_is_taken_once(tree: Path) -> None:
    assert named(tree, "a.md", "./a.md", "*.md", str(tree / "a.md"), "-", "-") == ["a.md", "-"]


def test_every_mistake_stands_in_its_place_and_stops_nothing(tree: Path) -> None:
    (tree / "empty").mkdir()
    found = named(tree, "empty", "*.none", "page.pdf", "", "a.md")
    assert [word.partition(": ")[2] or word for word in found] == [
        "no reports in this folder",
        "no file matches this pattern",
        "reports that end in .pdf are not read",
        "not a file name",
        "a.md",
    ]


def test_html_and_json_are_reports_only_where_they_are_named(tree: Path) -> None:
    for name in ("docs/page.html", "docs/OLD.HTM", "docs/claims.json"):
        (tree / name).write_text("{}")
    assert named(tree, "docs/page.html", "docs/OLD.HTM", "docs/*.json") == [
        "docs/page.html",
        "docs/OLD.HTM",
        "docs/claims.json",
    ]
    assert named(tree, "docs") == ["docs/E.MD", "docs/b.markdown", "docs/c.qmd", "docs/deep/d.mdx"]


def test_every_mistake_says_what_to_do(tree: Path) -> None:
    (tree / "empty").mkdir()
    for argument in ("empty", "*.none", "page.pdf", "", "a\0b"):
        (error,) = targets(world(str(tree)), [argument], ())
        assert isinstance(error, GnutError)
        assert error.help


def test_a_link_out_of_the_repository_is_not_followed_from_a_folder(
    tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("secret")
    (tree / "docs" / "leak.md").symlink_to(outside)
    (tree / "docs" / "way").symlink_to(outside.parent)
    (tree / "docs" / "inner.md").symlink_to(tree / "a.md")
    assert named(tree, "docs") == ["docs/E.MD", "docs/b.markdown", "docs/c.qmd", "docs/inner.md", "docs/deep/d.mdx"]


def test_links_that_go_round_end(tree: Path) -> None:
    (tree / "docs" / "loop").symlink_to(tree / "docs")
    assert len(named(tree, "docs")) == 4


def test_names_are_shown_from_the_current_folder_and_kept_from_the_root(tree: Path) -> None:
    (found,) = targets(world(str(tree / "docs")), ["c.qmd"], ())
    assert isinstance(found, Target)
    assert (found.path, found.shown) == ("docs/c.qmd", "c.qmd")


def test_a_report_of_another_repository_belongs_to_that(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / ".gnut").mkdir()
    (other / "x").mkdir()
    (other / "x" / "r.md").write_text("x")
    (found,) = targets(world(str(tree)), [str(other / "x" / "r.md")], ())
    assert isinstance(found, Target)
    assert (found.root, found.path) == (other, "x/r.md")


def test_a_name_that_is_not_utf8_is_spelled_out(tree: Path) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    (tree / name).write_text("x")
    assert named(tree, name) == ["caf\\xe9.md"]
