"""Patterns name what people expect of them, in linear time."""

from __future__ import annotations

import pytest

from gnut.config.globs import excluded, names


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.md", "a.md", True),
        ("*.md", "docs/a.md", False),
        ("**/*.md", "a.md", True),
        ("**/*.md", "a/b/c.md", True),
        ("docs/**", "docs/a/b.md", True),
        ("docs/**", "doc/a.md", False),
        ("docs/*/a.md", "docs/x/a.md", True),
        ("docs/*/a.md", "docs/x/y/a.md", False),
        ("a/**/z.md", "a/z.md", True),
        ("a/**/b/**/z.md", "a/1/b/2/3/z.md", True),
        ("a/**/b/**/z.md", "a/1/2/z.md", False),
        ("report-?.md", "report-1.md", True),
        ("report-[0-9].md", "report-7.md", True),
        ("*.MD", "a.md", False),
        ("**", "", True),
    ],
)
def test_a_pattern_names_a_path(pattern: str, path: str, expected: bool) -> None:
    assert names(pattern, path) is expected


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["drafts"], "drafts/a.md", True),
        (["drafts/"], "x/drafts/a.md", True),
        (["docs/drafts"], "docs/drafts/x/a.md", True),
        (["docs/drafts"], "x/docs/drafts/a.md", False),
        (["*.tmp.md"], "x/a.tmp.md", True),
        (["./docs/*.md"], "docs/a.md", True),
        ([], "a.md", False),
        (["b.md"], "a.md", False),
    ],
)
def test_an_excluded_folder_takes_all_below_it(patterns: list[str], path: str, expected: bool) -> None:
    assert excluded(patterns, path) is expected


@pytest.mark.parametrize(
    "pattern", ["*a" * 100 + "b", "**/" * 200 + "x", "[" * 200, "?*" * 150, "**/*a*a*a*a*a*a*a*b/**/**/z"]
)
def test_no_pattern_takes_long(pattern: str) -> None:
    assert not names(pattern, "/".join(["a" * 200] * 50))
