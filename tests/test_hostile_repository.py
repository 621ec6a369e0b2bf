from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile_repository import HOOKS, git, hostile


@pytest.mark.parametrize(
    ("command", "trap"),
    [
        (("status",), "core.fsmonitor"),
        (("commit", "--no-gpg-sign", "--allow-empty", "-m", "x"), "hook-pre-commit"),
        (("update-ref", "refs/heads/other", "HEAD"), "hook-reference-transaction"),
        (("commit", "--allow-empty", "--no-verify", "-m", "x"), "gpg.program"),
        (("add", "new.txt"), "filter.evil.process"),
    ],
)
def test_git_itself_walks_into_the_traps(tmp_path: Path, command: tuple[str, ...], trap: str) -> None:
    place = hostile(tmp_path / "repository", {"report.md": "words\n"})
    (place.top / "new.txt").write_text("new\n")
    (place.top / "report.md").write_text("other words\n")
    assert place.ran() == []
    git(place.top, *command, check=False)
    assert trap in place.ran()


def test_every_hook_of_git_is_a_trap(tmp_path: Path) -> None:
    place = hostile(tmp_path / "repository")
    assert {path.name for path in (place.top / ".git" / "hooks").iterdir() if path.suffix != ".sample"} == set(HOOKS)
