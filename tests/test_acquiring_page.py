"""Every command on the page about acquiring, and in the help of `acquire`, does what it is there for."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.cli import main
from gnut.cli.acquire import EXAMPLES
from gnut.edge import live
from gnut.model import Fetched, Request
from tests.commands.test_acquire_anew import warc
from tests.loopback import reply
from tests.test_docs import ROOT, table
from tests.text.pdf_files import line, pdf

PAGE = (ROOT / "docs/acquiring.md").read_text(encoding="utf-8")
SHOWN = [
    line for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE) for line in block.splitlines()
]
LINES = list(dict.fromkeys([*SHOWN, *EXAMPLES.splitlines()]))

NOT_ALL = {
    "gnut acquire report.md --limit 50": 0,
    "gnut acquire report.md --offline": 1,
    "gnut acquire report.md --from-warc crawl.warc --offline": 1,
}
"""What does not end with 0 here: one of two sources is not in the file, and none is on record."""


def served(request: Request) -> Fetched:
    """Answer for every address of the web."""
    words = f"The page at {request.written} says what it says.".encode()
    return Fetched(request.uri, request.written.partition("?")[0], 200, "text/html", b"<p>" + words, (), supplied=False)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKEN", "s3cr3t")
    for folder in ("docs", "notes/2026"):
        (tmp_path / folder).mkdir(parents=True)
    report = "See [one](https://example.org/paper) and [two](https://s.example/page).\n"
    for name in ("report.md", "docs/a.md", "notes/2026/b.md"):
        (tmp_path / name).write_text(report)
    (tmp_path / "addresses.txt").write_text("# ours\nhttps://example.org/paper\n")
    (tmp_path / "paper.pdf").write_bytes(pdf(line("The words of the paper, as they were printed.")))
    page = reply(b"<p>The words of the paper, as they were crawled.</p>")
    (tmp_path / "crawl.warc").write_bytes(warc(("https://example.org/paper", "2024-05-06T07:08:09Z", page)))
    made = live.means

    def means(*given: Any, **more: Any) -> live.Means:
        return replace(made(*given, **more), fetch=served)

    monkeypatch.setattr("gnut.edge.asking.means", means)
    assert main(["init"]) == 0
    return tmp_path


def test_there_are_commands_to_run() -> None:
    assert len(LINES) > 15
    assert set(NOT_ALL) <= set(LINES)


@pytest.mark.parametrize("typed", LINES)
def test_a_command_that_is_shown_does_what_it_says(
    typed: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--from-warc" in typed:
        pytest.importorskip("fastwarc")
    program, *words = shlex.split(typed.replace("$TOKEN", "s3cr3t"))
    assert program == "gnut"
    assert main(words) == NOT_ALL.get(typed, 0)
    out, err = capsys.readouterr()
    assert "error" not in err
    assert "s3cr3t" not in out + err


def test_every_option_is_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    main(["acquire", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out.partition("Examples:")[0]))
    plain = {"--help", "--color", "--quiet", "--verbose", "--jobs"}
    assert {option for option in options - plain if option not in PAGE} == set()


def test_every_note_on_the_page_is_one_that_is_told() -> None:
    from gnut.formats.acquired import _NOTES

    told = {row[0].strip("`") for row in table("docs/acquiring.md", "| note |")}
    assert {note for note, _ in _NOTES} <= told
