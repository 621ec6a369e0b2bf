"""Run `gnut` in this process, as the console script would."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from gnut.cli import main


class Said(NamedTuple):
    """What a command line came to."""

    code: int
    out: str
    err: str


class _Stdin(io.TextIOWrapper):
    def __init__(self, body: bytes) -> None:
        super().__init__(io.BytesIO(body))

    def isatty(self) -> bool:
        return False


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty repository, which is the current folder."""
    folder = tmp_path / "place"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def gnut(place: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Return a function that runs one command line in `place`."""

    def run(*arguments: str, stdin: bytes = b"") -> Said:
        monkeypatch.setattr(sys, "stdin", _Stdin(stdin))
        monkeypatch.setattr(sys, "argv", ["gnut", *arguments])
        capfd.readouterr()
        code = main(arguments)
        said = capfd.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(code, said.out, said.err)

    return run
