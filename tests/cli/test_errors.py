"""What goes wrong ends in one line of what, one of what to do, and the right exit code."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gnut.cli import main
from gnut.edge import failures
from gnut.errors import GnutError, ObjectCorrupt, StoreBusy


@pytest.mark.parametrize(
    ("words", "what", "todo"),
    [
        (["report.md"], "'report.md' is no command", "did you mean  gnut check report.md"),
        (["docs/x", "-v"], "'docs/x' is no command", "did you mean  gnut check docs/x -v"),
        (["my report.md"], "'my report.md' is no command", "did you mean  gnut check 'my report.md'"),
        (["chek"], "'chek' is no command", "gnut check"),
        (["xyzzy"], "'xyzzy' is no command", "gnut --help"),
        (["store", "ad"], "'ad' is no command", "gnut store add"),
        (["check", "--polcy", "x", "a.md"], "no such option: --polcy", "--policy"),
        (["check", "--output-format", "xml", "a.md"], "'xml' is not one of", "gnut check --help"),
        (["check", "--color", "maybe", "a.md"], "'maybe' is not one of", "gnut check --help"),
        (["quote", "--source"], "requires an argument", "gnut quote --help"),
        (["store"], "missing command", "gnut store --help"),
        (["store", "cat"], "missing argument 'ID'", "gnut store cat --help"),
        (["acquire", "--jobs", "0", "a.md"], "0 is not in the range", "gnut acquire --help"),
        (["-C", "/no/such/folder", "check", "a.md"], "/no/such/folder: no such folder", "-C takes a folder"),
        (["\x1b[2J\u202e"], "\\x1b[2J\\u202e", "gnut --help"),
    ],
)
def test_a_command_line_that_cannot_be_obeyed(
    words: list[str], what: str, todo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    error, help_line = said.err.splitlines()
    assert error.startswith("error: ")
    assert help_line.startswith("help: ")
    assert what in error
    assert todo in help_line


def test_no_command_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage: gnut" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [ValueError("boom"), KeyError("k"), RecursionError(), MemoryError(), AssertionError()]
)
def test_a_bug_ends_with_three_and_a_log_file(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_home: Path
) -> None:
    monkeypatch.setattr("gnut.commands.rule.rule", _raising(error))
    monkeypatch.setattr(sys, "argv", ["gnut", "rule", "https://u:s3cr3t@h/?t=s3cr3t"])
    assert main(["rule", "GN302"]) == 3
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert len(said.splitlines()) == 2
    log = Path(said.split("log file ")[1].strip())
    assert log.is_relative_to(empty_home)
    text = log.read_text()
    assert type(error).__name__ in text
    assert "s3cr3t" not in text


def _raising(error: BaseException) -> object:
    def rule(*_: object, **__: object) -> int:
        raise error

    return rule


def test_the_log_goes_to_the_part_of_the_store_that_git_ignores(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".gnut" / "local").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gnut.commands.rule.rule", _raising(ValueError("boom")))
    assert main(["rule"]) == 3
    assert list((tmp_path / ".gnut" / "local" / "crashes").glob("crash-*.log"))


def test_a_bug_is_shown_whole_to_those_who_ask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GNUT_DEBUG", "1")
    monkeypatch.setattr("gnut.commands.rule.rule", _raising(ValueError("boom")))
    assert main(["rule"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_bug_without_a_place_for_a_log_is_still_three(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/none")
    monkeypatch.setattr("gnut.commands.rule.rule", _raising(ValueError("boom")))
    assert main(["rule"]) == 3
    assert "GNUT_DEBUG=1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StoreBusy("busy", help="try again"), 75),
        (ObjectCorrupt("damaged"), 4),
        (GnutError("refused"), 2),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/a/b"), 2),
        (PermissionError(errno.EACCES, "Permission denied", b"/a/\xff"), 2),
        (OSError(), 2),
        (KeyboardInterrupt(), 130),
    ],
)
def test_each_error_has_its_exit_code(
    error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gnut.commands.rule.rule", _raising(error))
    assert main(["rule"]) == code
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([], 0),
        ([0, 1], 1),
        ([1, 2], 2),
        ([2, 4, 1], 4),
        ([4, 3], 3),
        ([3, 75], 75),
        ([75, 130, 1], 130),
        ([0, 0], 0),
    ],
)
def test_of_several_exit_codes_the_gravest_is_taken(codes: list[int], expected: int) -> None:
    assert failures.worst(codes) == expected


def test_a_message_names_no_secret_and_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    failures.say("cannot fetch https://me:s3cr3t@h/?k=s3cr3t \x1b[2J", "try https://me:s3cr3t@h/")
    said = capsys.readouterr().err
    assert "s3cr3t" not in said
    assert "\x1b" not in said


def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run gnut in a process of its own."""
    return subprocess.run([sys.executable, "-m", "gnut", *words], text=True, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload, no-any-return]


def test_a_reader_that_goes_away_is_no_drama() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        said = run("rule", "--all", stdout=gone)
    assert said.stderr == ""


def test_a_full_disk_is_said() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        said = run("rule", "--all", stdout=full)
    assert said.returncode == 2
    assert said.stderr.startswith("error: no space left")


def test_a_terminal_that_knows_ascii_only_is_served(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    said = run("rule", "GN302", stdout=subprocess.PIPE, env=environ)
    assert said.returncode == 0
    assert "\\u2026" in said.stdout


def test_a_closed_stderr_changes_nothing_about_the_code() -> None:
    said = subprocess.run(["sh", "-c", f"{sys.executable} -m gnut nope 2>&-"], check=False)
    assert said.returncode == 2


def test_a_closed_stdout_is_said() -> None:
    said = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m gnut rule >&-"], check=False, stderr=subprocess.PIPE, text=True
    )
    assert said.returncode == 2
    assert said.stderr.startswith("error: standard output is closed")
