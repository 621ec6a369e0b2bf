"""The first milliseconds: what is imported before anything is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gnut._version import __version__

HEAVY = {
    "httpx",
    "httpcore",
    "rich",
    "pygit2",
    "msgspec",
    "selectolax",
    "rapidfuzz",
    "pypdfium2",
    "pyromark",
    "yaml",
    "pydantic",
    "blake3",
    "protego",
    "charset_normalizer",
    "backports",
    "sqlite3",
    "asyncio",
    "tomllib",
}


def loaded(code: str) -> set[str]:
    """Return the top-level packages that a fresh interpreter holds after `code`."""
    said = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint('\\n'.join(sorted(sys.modules)), file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in said.stderr.split()}


def test_importing_the_command_line_imports_nothing_heavy() -> None:
    assert not loaded("import gnut.cli") & HEAVY


@pytest.mark.parametrize("words", [["rule", "GN302"], ["hook", "status"], ["--help"], ["check", "--help"], ["nope"]])
def test_small_commands_import_nothing_heavy(words: list[str]) -> None:
    assert not loaded(f"from gnut.cli import main\nmain({words!r})") & HEAVY


def test_checking_imports_no_network_and_no_drawing() -> None:
    assert not loaded("import gnut.commands.check, gnut.commands.quote") & (HEAVY - {"msgspec", "blake3", "backports"})


@pytest.mark.parametrize("word", ["--version", "-V", "--help", "-h"])
def test_the_version_and_the_first_help_need_nothing_but_the_front_door(word: str) -> None:
    code = f"before = set(sys.modules)\nsys.argv = ['gnut', {word!r}]\nfrom gnut.__main__ import main\nmain()\n"
    code += "new = set(sys.modules) - before - {'gnut', 'gnut.__main__', 'gnut._version', '__future__'}\n"
    code += "assert not new, new"
    loaded(code)


@pytest.mark.parametrize("words", [["--version"], ["-V"], ["-C", ".", "--version"]])
def test_the_version_is_the_same_through_every_door(words: list[str]) -> None:
    said = subprocess.run([sys.executable, "-m", "gnut", *words], capture_output=True, text=True, check=True)
    assert said.stdout == f"gnut {__version__}\n"
