"""What `gnut check` says of the sources of a report, and that a replay says the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gnut.commands.plumbing_check import check_case
from tests.loopback import Web, redirect, reply, serving

Gnut = Callable[..., Any]

WORDS = "the gate shuts at nine every evening"
PAGE = f"<p>From May {WORDS}.</p>".encode()


def rows(sources: dict[str, Any], policy: str = "default") -> list[dict[str, Any]]:
    report = "".join(f"It says “{WORDS}” ([{at}]({uri})).\n\n" for at, uri in enumerate(sources))
    answer = check_case({"report": report, "sources": sources, "policy": policy})
    found: list[dict[str, Any]] = answer["rows"]
    return found


def names(row: dict[str, Any]) -> list[str]:
    return [mark["name"] for mark in row["marks"]]


SAME = {
    "https://doi.org/10.1000/182": {"text": WORDS, "final": "https://publisher.example/182"},
    "https://publisher.example/182": {"text": WORDS},
}
HOME = {"https://a.example/2019/report": {"text": WORDS, "final": "https://a.example/"}}
COPY = {
    "https://a.example/x": {"text": WORDS, "final": "https://web.archive.org/web/20190301120000/https://a.example/x"}
}


@pytest.mark.parametrize(("sources", "mark"), [(SAME, "same_page"), (HOME, "redirected_home"), (COPY, "archive_copy")])
def test_a_mark_of_a_source_moves_no_row_and_blocks_only_under_strict(sources: dict[str, Any], mark: str) -> None:
    for policy in ("default", "strict"):
        for row in rows(sources, policy):
            assert (row["bucket"], row["reason"]) == ("excerpt_found", None)
            assert mark in names(row)
            (finding,) = [one for one in row["findings"] if one["name"] == mark]
            assert finding["blocks"] is (policy == "strict")
            assert row["gates"] is (policy == "strict")


def test_one_source_under_its_own_address_is_marked_in_no_way() -> None:
    assert [names(row) for row in rows({"https://a.example/x": {"text": WORDS}})] == [[]]


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    monkeypatch.setattr("gnut.edge.net.pace.Pace._booked", lambda pace, host: pace._clock())
    with serving() as web:
        web.pages |= {"/moved": redirect("/here"), "/here": reply(PAGE), "/old/page": redirect("/"), "/": reply(PAGE)}
        yield web


@pytest.mark.loopback
def test_a_replay_of_an_exported_run_makes_the_same_marks(place: Path, gnut: Gnut, web: Web) -> None:
    (place / "report.md").write_text(
        "".join(f"It says “{WORDS}” ([a]({web.url(path)})).\n\n" for path in ("/moved", "/here", "/old/page"))
    )
    net = ("--allow-net", f"127.0.0.1:{web.port}", "--robots", "ignore")
    assert gnut("init", ".").code == 0
    assert gnut("acquire", "report.md", *net).code == 0
    said = gnut("check", "report.md", "--output-format", "json")
    marks = [names(row) for row in json.loads(said.out)["reports"][0]["rows"]]
    assert marks == [["redirected", "same_page"], ["same_page"], ["redirected", "redirected_home"]]
    assert gnut("show", "--export", "run", "report.md").code == 0
    assert gnut("show", "--check", "run").code == 0
    assert gnut("diff-replay", "report.md").code == 0


@pytest.mark.loopback
def test_a_reader_sees_where_a_row_was_served_from_in_every_form(place: Path, gnut: Gnut, web: Web) -> None:
    (place / "report.md").write_text(f"It says “{WORDS}” ([a]({web.url('/moved')})).\n")
    gnut("init", ".")
    gnut("acquire", "report.md", "--allow-net", f"127.0.0.1:{web.port}", "--robots", "ignore")
    for form in ("full", "concise", "json", "jsonl", "github"):
        assert web.url("/here") in gnut("check", "report.md", "-v", "--output-format", form).out.replace("%3A", ":")
    assert web.url("/here") in gnut("ledger", "report.md", "--output-format", "markdown").out


SAID = "It sold 5 ships"
SHIPS = "https://example.test/ships"


@pytest.mark.parametrize(
    ("report", "marks"),
    [
        (f"{SAID} ([a]({SHIPS})).\n", ["5"]),
        (f'{SAID} and "raised money" ([a]({SHIPS})).\n', ["5"]),
        (f'{SAID} and "raised money" ([a](ships.txt)).\n', ["5"]),
        (f"{SAID}.[1]\n\n## Sources\n\n[1] [ships](ships.txt)\n", ["5"]),
        # A link in the text is navigation where nothing is quoted (docs/number-support.md).
        (f"{SAID} ([a](ships.txt)).\n", []),
        (f"{SAID} ([a](https://example.test/never)).\n", []),
    ],
)
def test_which_figures_are_compared_with_which_sources(place: Path, gnut: Gnut, report: str, marks: list[str]) -> None:
    (place / "ships.txt").write_text("It raised money and sold 4 ships.\n")
    (place / "report.md").write_text(report)
    assert gnut("init").code == 0
    assert gnut("acquire", "--saved", f"{SHIPS}=ships.txt", "--url", SHIPS).code == 0
    told = json.loads(gnut("check", "report.md", "--output-format", "json").out)
    found = [mark for row in told["reports"][0]["rows"] for mark in row["marks"] if mark["number"] is not None]
    assert [each["text"] for each in found] == marks
    assert all((each["nearest"], each["number"]["nearest_value"]) == ("4", "4") for each in found)
    assert all(each["at"] is not None for each in found)
