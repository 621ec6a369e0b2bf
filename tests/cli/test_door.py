"""The plain `check` line that need not go through typer says what typer would have said."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnut import cli, door

GOOD = "It says “the gate shuts at nine every evening” [notes](notes.txt).\n"
BAD = "It says “the gate shuts at ten every evening” [notes](notes.txt).\n"

LINES = [
    ["check", "good.md"],
    ["check", "bad.md", "good.md"],
    ["check", ".", "--output-format", "json"],
    ["check", "--output-format", "github", "bad.md"],
    ["check", "bad.md", "--allow", "excerpt_altered", "--allow", "ambiguous"],
    ["check", "bad.md", "--policy", "strict", "-v", "--color", "never"],
    ["check", "good.md", "-q", "--no-cache", "--profile", "report"],
    ["check", "good.md", "--policy", "nope"],
    ["check", "good.md", "--allow", "nope"],
    ["check", "nowhere.md"],
    ["check", "empty.md", "--allow-empty"],
    ["check", "empty.md"],
    ["check"],
    ["-C", ".", "check", "good.md", "--quiet"],
    ["check", "--", "good.md", "-odd.md"],
    ["check", "bad.md", "--", "--quiet", "--"],
    ["check", "--"],
    ["check", "--output-format=json", "bad.md"],
    ["check", "--allow=excerpt_altered", "--policy=", "bad.md"],
    ["check", "-qv", "bad.md"],
    ["check", "bad.md", "--no-record"],
    ["check", "--record", "bad.md"],
    ["check", "--record", "bad.md", "--no-record"],
]


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("From May the gate shuts at nine every evening.\n")
    (tmp_path / "good.md").write_text(GOOD)
    (tmp_path / "bad.md").write_text(BAD)
    (tmp_path / "-odd.md").write_text(BAD)
    (tmp_path / "empty.md").write_text("Nothing is cited.\n")
    return tmp_path


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_both_ways_in_print_the_same_bytes_and_end_with_the_same_code(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert door.plain_check(words) is not None
    by_door = door.enter(words), capsys.readouterr()
    by_typer = cli.main(words), capsys.readouterr()
    assert by_door == by_typer


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["rule", "GN302"],
        ["check", "--help"],
        ["check", "--acquire", "a.md"],
        ["check", "--publication", "a.md"],
        ["check", "--support", "exact", "a.md"],
        ["check", "--request", "q.json"],
        ["check", "--output-format", "xml", "a.md"],
        ["check", "--output-format"],
        ["check", "--output-format=xml", "a.md"],
        ["check", "--quiet=yes", "a.md"],
        ["check", "-qx", "a.md"],
        ["check", "-q=", "a.md"],
        ["check", "--policy", "--quiet"],
        ["-C"],
        [],
    ],
    ids=" ".join,
)
def test_a_line_that_is_not_understood_to_the_last_word_goes_to_typer(words: list[str]) -> None:
    assert door.plain_check(words) is None


def test_the_plain_check_never_loads_typer(reports: Path) -> None:
    import subprocess
    import sys

    code = "import sys\nfrom gnut.door import enter\nenter(['check', 'good.md'])\nsys.exit('typer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=reports, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux that is always full")
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["check", "--help"], ["rule", "--all"]], ids=" ".join)
def test_a_full_disk_behind_stdout_is_one_message_and_2(words: list[str]) -> None:
    import subprocess
    import sys

    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "gnut", *words], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"error: ")
