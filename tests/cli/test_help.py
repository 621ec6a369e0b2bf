"""The command line as people read it: a change of it is a change of the interface."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import typer
from syrupy.assertion import SnapshotAssertion

import gnut
from gnut.__main__ import main as front_door
from gnut.cli import PLACES, main, mounted
from gnut.cli.shape import ORDER
from gnut.edge.live import JOBS

HELP = Path(gnut.__file__).parent / "help.txt"

PAGES = [
    (),
    ("init",),
    ("ingest",),
    ("acquire",),
    ("check",),
    ("quote",),
    ("ledger",),
    ("diff-replay",),
    ("render-receipt",),
    ("arena",),
    ("arena", "emit"),
    ("arena", "brief"),
    ("arena", "collect"),
    ("arena", "adjudicate"),
    ("arena", "show"),
    ("verify",),
    ("verify", "answer"),
    ("verify", "run"),
    ("verify", "records"),
    ("policy",),
    ("policy", "lint"),
    ("policy", "show"),
    ("ground",),
    ("show",),
    ("log",),
    ("fsck",),
    ("sign",),
    ("gc",),
    ("store",),
    ("store", "add"),
    ("store", "cat"),
    ("store", "has"),
    ("store", "ref"),
    ("store", "ref", "add"),
    ("store", "ref", "count"),
    ("sync",),
    ("sync", "push"),
    ("sync", "pull"),
    ("sync", "status"),
    ("hook",),
    ("hook", "install"),
    ("hook", "uninstall"),
    ("hook", "status"),
    ("rule",),
    ("plumbing",),
]


@pytest.mark.parametrize("words", PAGES, ids=lambda words: " ".join(words) or "gnut")
def test_help(
    words: tuple[str, ...],
    snapshot: SnapshotAssertion,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    assert main([*words, "--help"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out == snapshot


@pytest.mark.parametrize("words", PAGES[1:], ids=" ".join)
def test_each_help_ends_with_examples_of_that_command(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*words, "--help"])
    examples = capsys.readouterr().out.partition("Examples:\n")[2].splitlines()
    assert 1 <= len(examples) <= 3
    assert all(line.strip().startswith(f"gnut {' '.join(words)}") for line in examples)


def test_the_help_says_how_many_are_fetched_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    main(["acquire", "--help"])
    assert f"Fetch N sources at once. Default: {JOBS}." in " ".join(capsys.readouterr().out.split())


def test_every_command_is_mounted_and_ordered() -> None:
    names = typer.main.get_command(mounted()).commands  # type: ignore[attr-defined]
    assert set(names) == set(PLACES)
    assert set(ORDER) == set(PLACES) - {"plumbing"}


@pytest.mark.parametrize("name", PLACES)
def test_a_command_alone_is_the_command_among_all(name: str) -> None:
    alone = typer.main.get_command(mounted(name)).commands  # type: ignore[attr-defined]
    among = typer.main.get_command(mounted()).commands  # type: ignore[attr-defined]
    assert list(alone) == [name]
    assert [param.opts for param in alone[name].params] == [param.opts for param in among[name].params]


def test_plumbing_is_hidden_from_the_front_page(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    assert "plumbing" not in capsys.readouterr().out


def test_the_front_door_prints_the_same_help(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    main(["--help"])
    drawn = capsys.readouterr().out
    if request.config.getoption("--golden"):
        HELP.write_text(drawn, encoding="utf-8")
    assert HELP.read_text(encoding="utf-8") == drawn
    for word in ("--help", "-h"):
        monkeypatch.setattr(sys, "argv", ["gnut", word])
        assert front_door() == 0
        assert capsys.readouterr().out == drawn


@pytest.mark.parametrize("word", ["check", "ingest", "ledger", "log", "quote", "rule", "show"])
def test_a_format_is_asked_for_in_the_same_words_everywhere(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([word, "--help"])
    said = capsys.readouterr().out
    assert "--output-format" in said
    assert "--json" not in said
    assert "--format" not in said
