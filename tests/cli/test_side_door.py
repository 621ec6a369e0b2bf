"""The lines of the store that go around typer do what typer would do."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from inspect import Signature, signature
from pathlib import Path
from typing import Any

import pytest

from gnut import side_door
from gnut.cli import main as through_typer

LINES = [
    ["fsck"],
    ["fsck", "--quick"],
    ["store", "add", "a.txt"],
    ["store", "add", "--porcelain", "a.txt", "b.txt"],
    ["store", "cat", "b3:" + "0" * 64],
    ["store", "cat", "--batch"],
    ["store", "cat", "--batch-check"],
]


class Calls:
    """Takes the place of the commands, and keeps what they were called with."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[tuple[str, dict[str, Any]]] = []
        monkeypatch.setattr("gnut.edge.world.world", lambda folder=None: f"world of {folder}")
        for place in ("store.add", "store.cat", "store_batch.cat_batch", "fsck.fsck"):
            module, _, name = place.partition(".")
            whole = getattr(import_module(f"gnut.commands.{module}"), name)
            monkeypatch.setattr(f"gnut.commands.{place}", self._taking(place, signature(whole)))

    def _taking(self, place: str, shape: Signature) -> Any:
        def command(*given: Any, **named: Any) -> int:
            # What a plain line does not say has the command's own default, which has to be typer's.
            bound = shape.bind(*given, **named)
            bound.apply_defaults()
            self.made.append((place, bound.arguments))
            return 0

        return command


@pytest.mark.parametrize("folder", [[], ["-C", "elsewhere"]], ids=["here", "elsewhere"])
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_plain_line_calls_what_typer_calls(
    monkeypatch: pytest.MonkeyPatch, line: list[str], folder: list[str]
) -> None:
    calls = Calls(monkeypatch)
    run = side_door.plain_store([*folder, *line])
    assert run is not None
    run()
    through_typer([*folder, *line])
    plain, typed = calls.made
    assert plain == typed


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["store"],
        ["fsck", "--connectivity"],
        ["fsck", "--quick", "--quick"],
        ["fsck", "-h"],
        ["fsck", "x"],
        ["store", "add"],
        ["store", "add", "--porcelain"],
        ["store", "add", "a", "--tier", "local"],
        ["store", "add", "--", "-a"],
        ["store", "add", "a", "--porcelain"],
        ["store", "cat"],
        ["store", "cat", "a", "b"],
        ["store", "cat", "--batch", "a"],
        ["store", "cat", "--batch", "--batch-check"],
        ["store", "cat", "-h"],
        ["store", "has", "a"],
        ["-C"],
        ["-C", "x"],
        ["check", "a.md"],
        ["-Cx", "fsck"],
    ],
    ids=" ".join,
)
def test_any_other_line_goes_to_typer(line: list[str]) -> None:
    assert side_door.plain_store(line) is None


def test_a_plain_line_never_loads_typer_nor_msgspec(tmp_path: Path) -> None:
    script = (
        "import sys; from gnut.door import enter\n"
        f"assert enter(['-C', {str(tmp_path)!r}, 'fsck']) == 2\n"
        "assert not {'typer', 'msgspec', 'rich', 'pygit2', 'httpx'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
